//! The PDN reader.

use std::borrow::Cow;

use zermelo_core::text::excerpt;

use super::scan::Scanner;
use super::{PdnGame, PdnMove, PdnResult, Tag};
use crate::Place;

/// Why a game is invalid.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{place}: {why}")]
pub struct ReadError {
    /// The position of the error.
    pub place: Place,
    /// The error.
    #[source]
    pub why: PdnSyntaxError,
}

/// The kinds of errors.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PdnSyntaxError {
    /// A tag without a name.
    #[error("a tag has a name and a text, such as [Event \"Club match\"]: the name is missing")]
    TagName,
    /// A tag without a text.
    #[error("a tag has a name and a text, such as [Event \"Club match\"]: expected \" behind {0}")]
    TagText(String),
    /// A tag whose text is not closed on its line.
    #[error("the text of {0} has no closing \" on its line (inside a text, a quotation mark is written \\\")")]
    OpenText(String),
    /// A tag with something after its text.
    #[error("expected ] behind the text of {0}")]
    TagEnd(String),
    /// An unclosed comment.
    #[error("the comment that begins here has no closing }}")]
    OpenComment,
    /// A variation.
    #[error("variations are not read yet: expected the next move of the game, and found (")]
    Variation,
    /// A position between the moves.
    #[error("positions inside the moves are not read yet: expected the next move of the game, and found /")]
    SetUp,
    /// A `$` without a number.
    #[error("expected a number behind $")]
    Nag,
    /// A character that is not allowed here.
    #[error("{0:?} begins nothing here: expected a move, a comment in braces or the result")]
    Stray(char),
    /// A word that is neither a move nor a result.
    #[error("\"{0}\" is no move: expected two squares or more, such as 11-15, 22x15 or c3-d4")]
    NoMove(String),
    /// The result in the tag differs from the result after the moves.
    #[error("the moves end with {found}, and the tag Result says {stated}")]
    Results {
        /// The result in the tag.
        stated: String,
        /// The result after the moves.
        found: String,
    },
}

/// Decodes a file: UTF-8, or Latin-1 if it is not UTF-8.
pub fn decode(bytes: &[u8]) -> Cow<'_, str> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => bytes.iter().map(|&byte| char::from(byte)).collect::<String>().into(),
    }
}

/// Reads the games of a text. An invalid game is an error, and reading continues at the next line that begins with a tag
/// after the moves of the invalid game.
pub fn read(text: &str) -> Games<'_> {
    Games { scan: Scanner::new(text) }
}

/// The games of a text; see [`read`].
#[derive(Clone, Debug)]
pub struct Games<'t> {
    scan: Scanner<'t>,
}

/// An item between the moves of a game.
enum Item<'t> {
    /// A comment without its braces.
    Comment(&'t str),
    Move(PdnMove),
    Result {
        text: &'t str,
        result: PdnResult,
        place: Place,
    },
    /// An ignored item: move numbers, NAGs, move strengths.
    Aside,
    /// The next game, or the end of the text.
    Over,
}

impl Iterator for Games<'_> {
    type Item = Result<PdnGame, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            self.scan.skip_blank();
            self.scan.peek()?;
            let mut game = PdnGame {
                place: self.scan.place(),
                tags: Vec::new(),
                comment: None,
                moves: Vec::new(),
                result: PdnResult::Open,
            };
            match self.read_game(&mut game) {
                // A result directly after another result is not a game.
                Ok(()) if game.tags.is_empty() && game.moves.is_empty() && game.comment.is_none() => {}
                Ok(()) => return Some(Ok(game)),
                Err(why) => return Some(Err(why)),
            }
        }
    }
}

impl<'t> Games<'t> {
    fn read_game(&mut self, game: &mut PdnGame) -> Result<(), ReadError> {
        let mut in_tags = true;
        self.read_parts(game, &mut in_tags).inspect_err(|error| {
            // Both results were read: the game is over.
            if !matches!(error.why, PdnSyntaxError::Results { .. }) {
                self.resume(in_tags);
            }
        })
    }

    /// Reads tags, then moves. `in_tags` says which of both failed.
    fn read_parts(&mut self, game: &mut PdnGame, in_tags: &mut bool) -> Result<(), ReadError> {
        // A comment before the tags belongs to the game.
        while self.scan.peek() == Some('{') {
            note(&mut game.comment, self.comment()?);
            self.scan.skip_blank();
        }
        let mut stated = None;
        while self.scan.peek() == Some('[') {
            let begin = self.scan.clone();
            // An incomplete tag must not consume the next lines.
            let tag = match self.tag() {
                // A game without moves: the next game begins.
                Ok(tag) if tag.name == "Event" && game.tags.iter().any(|tag| tag.name == "Event") => {
                    self.scan = begin;
                    break;
                }
                Ok(tag) => tag,
                Err(why) => {
                    self.scan = begin;
                    return Err(why);
                }
            };
            match PdnResult::read(&tag.value).filter(|_| tag.name == "Result") {
                // Of several, the first counts.
                Some(result) => stated = stated.or(Some((tag.value, result))),
                None => game.tags.push(tag),
            }
            self.scan.skip_blank();
        }
        *in_tags = false;
        game.result = stated.as_ref().map_or(PdnResult::Open, |(_, result)| *result);
        loop {
            match self.item()? {
                Item::Aside => {}
                Item::Comment(text) => match game.moves.last_mut() {
                    Some(last) => note(&mut last.comment, text),
                    None => note(&mut game.comment, text),
                },
                Item::Move(mv) => game.moves.push(mv),
                Item::Over | Item::Result { result: PdnResult::Open, .. } => return Ok(()),
                Item::Result { text, result, place } => {
                    let differs = |(_, stated): &&(String, PdnResult)| ![PdnResult::Open, result].contains(stated);
                    if let Some((stated, _)) = stated.as_ref().filter(differs) {
                        let why = PdnSyntaxError::Results { stated: stated.clone(), found: text.to_owned() };
                        return Err(ReadError { place, why });
                    }
                    game.result = result;
                    return Ok(());
                }
            }
        }
    }

    fn refused<T>(&self, why: PdnSyntaxError) -> Result<T, ReadError> {
        Err(ReadError { place: self.scan.place(), why })
    }

    /// `[Name "text"]`
    fn tag(&mut self) -> Result<Tag, ReadError> {
        self.scan.eat('[');
        self.scan.skip_blank();
        let name = self.scan.pass_while(|next| next.is_ascii_alphanumeric() || next == '_').to_owned();
        if name.is_empty() {
            return self.refused(PdnSyntaxError::TagName);
        }
        self.scan.skip_blank();
        if self.scan.peek() != Some('"') {
            return self.refused(PdnSyntaxError::TagText(excerpt(&name)));
        }
        let value = self.quoted(&name)?;
        self.scan.skip_blank();
        if !self.scan.eat(']') {
            return self.refused(PdnSyntaxError::TagEnd(excerpt(&name)));
        }
        Ok(Tag { name, value })
    }

    /// A text in quotation marks on one line.
    fn quoted(&mut self, name: &str) -> Result<String, ReadError> {
        let begin = self.scan.place();
        self.scan.eat('"');
        let mut value = String::new();
        loop {
            value.push_str(self.scan.pass_while(|next| !matches!(next, '"' | '\\' | '\n' | '\r')));
            match self.scan.peek() {
                Some('"') => {
                    self.scan.eat('"');
                    // As the writer escapes it: writing must not change the meaning.
                    return Ok(value.replace(char::is_control, " "));
                }
                Some('\\') => {
                    self.scan.eat('\\');
                    let escaped = self.scan.peek().filter(|next| matches!(next, '"' | '\\'));
                    value.push(escaped.unwrap_or('\\'));
                    self.scan.pass(escaped.map_or(0, char::len_utf8));
                }
                _ => return Err(ReadError { place: begin, why: PdnSyntaxError::OpenText(excerpt(name)) }),
            }
        }
    }

    /// `{ .. }`, without its braces. Comments do not nest.
    fn comment(&mut self) -> Result<&'t str, ReadError> {
        let Some(end) = self.scan.rest().find('}') else { return self.refused(PdnSyntaxError::OpenComment) };
        let text = self.scan.pass(end + 1);
        Ok(&text[1..end])
    }

    fn item(&mut self) -> Result<Item<'t>, ReadError> {
        self.scan.skip_blank();
        match self.scan.peek() {
            None | Some('[') => Ok(Item::Over),
            Some('{') => Ok(Item::Comment(self.comment()?)),
            Some('(') => self.strength(),
            Some('/') => self.refused(PdnSyntaxError::SetUp),
            Some('$') => {
                self.scan.eat('$');
                let number = self.scan.pass_while(|next| next.is_ascii_digit());
                if number.is_empty() { self.refused(PdnSyntaxError::Nag) } else { Ok(Item::Aside) }
            }
            Some('*') => {
                let place = self.scan.place();
                Ok(Item::Result { text: self.scan.pass(1), result: PdnResult::Open, place })
            }
            Some(stray) if !belongs_to_word(stray) => self.refused(PdnSyntaxError::Stray(stray)),
            Some(_) => self.word(),
        }
    }

    /// `(!?)`; any other parenthesis begins a variation.
    fn strength(&mut self) -> Result<Item<'t>, ReadError> {
        let signs = self.scan.rest()[1..].find(|next| !matches!(next, '!' | '?')).unwrap_or_default();
        if signs == 0 || !self.scan.rest()[1 + signs..].starts_with(')') {
            return self.refused(PdnSyntaxError::Variation);
        }
        self.scan.pass(signs + 2);
        Ok(Item::Aside)
    }

    /// The number of a move, a move or a result.
    fn word(&mut self) -> Result<Item<'t>, ReadError> {
        let rest = self.scan.rest();
        let digits = rest.find(|next: char| !next.is_ascii_digit()).unwrap_or(rest.len());
        let dots = rest[digits..].find(|next| next != '.').unwrap_or(rest.len() - digits);
        if dots > 0 {
            self.scan.pass(digits + dots);
            return Ok(Item::Aside);
        }
        let place = self.scan.place();
        let mut ahead = self.scan.clone();
        let word = ahead.pass_while(belongs_to_word);
        let bare = word.trim_end_matches(['!', '?', '*']);
        let item = match PdnResult::read(bare) {
            Some(result) => Item::Result { text: bare, result, place },
            None if bare.is_empty() => Item::Aside,
            None if is_move(bare) => Item::Move(PdnMove { text: bare.to_owned(), comment: None, place }),
            None => match split_remark(word) {
                Some((mv, said)) => Item::Move(PdnMove { text: mv.to_owned(), comment: Some(said.to_owned()), place }),
                None => return self.refused(PdnSyntaxError::NoMove(excerpt(word))),
            },
        };
        self.scan = ahead;
        Ok(item)
    }

    /// Skips to the next line that begins with a tag, after the rest of the current game's tags.
    fn resume(&mut self, mut in_tags: bool) {
        self.scan.next_line();
        while !self.scan.rest().is_empty() {
            let is_tag = begins_tag(self.scan.line());
            if is_tag && !in_tags {
                return;
            }
            in_tags &= is_tag;
            self.scan.next_line();
        }
    }
}

/// Appends to a comment.
fn note(said: &mut Option<String>, text: &str) {
    let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match said {
        _ if words.is_empty() => {}
        Some(said) => {
            said.push(' ');
            said.push_str(&words);
        }
        None => *said = Some(words),
    }
}

fn begins_tag(line: &str) -> bool {
    let name = line.trim_start().strip_prefix('[').map(str::trim_start);
    name.is_some_and(|name| name.starts_with(|next: char| next.is_ascii_alphabetic()) && name.contains('"'))
}

fn belongs_to_word(next: char) -> bool {
    !next.is_whitespace() && !matches!(next, '{' | '}' | '[' | ']' | '(' | ')' | '"' | '$' | ';' | '\u{feff}')
}

/// Squares with separators; between algebraic squares the separator is optional.
fn is_move(text: &str) -> bool {
    let mut rest = text;
    let mut squares = 0;
    loop {
        let Some((is_algebraic, behind)) = pass_square(rest) else { return false };
        squares += 1;
        rest = behind;
        match rest.chars().next() {
            None => return squares > 1,
            Some(sign @ ('-' | 'x' | 'X' | ':' | '×')) => rest = &rest[sign.len_utf8()..],
            Some(_) if is_algebraic => {}
            Some(_) => return false,
        }
    }
}

/// A move with an annotation directly after it, without braces: `26-22Time`.
fn split_remark(word: &str) -> Option<(&str, &str)> {
    let begin = word.find(|next: char| next.is_uppercase() && next != 'X')?;
    let (mv, said) = word.split_at(begin);
    let is_move = is_move(mv) && PdnResult::read(mv).is_none();
    (is_move && said.chars().take(2).filter(|next| next.is_alphabetic()).count() == 2).then_some((mv, said))
}

/// A number of up to three digits, or a letter and a number of up to two digits. Returns whether it has a letter, and the rest.
fn pass_square(text: &str) -> Option<(bool, &str)> {
    let number = text.strip_prefix(|next: char| next.is_ascii_lowercase() && next != 'x').unwrap_or(text);
    let is_algebraic = number.len() < text.len();
    let digits = number.bytes().take_while(u8::is_ascii_digit).count();
    let most = if is_algebraic { 2 } else { 3 };
    (1..=most).contains(&digits).then(|| (is_algebraic, &number[digits..]))
}
