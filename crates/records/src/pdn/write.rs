//! The PDN writer.

use std::fmt;

use zermelo_core::{PdnColour, PdnResults, PdnType};

use super::PdnGame;

/// The maximum length of a line, in characters, plus one.
const WIDTH: usize = 80;
/// The tags before the result.
const BEFORE_RESULT: [&str; 6] = ["Event", "Site", "Date", "Round", "White", "Black"];

/// The text of a game, without the blank line between games.
impl fmt::Display for PdnGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = self.tag("GameType").and_then(|text| text.parse::<PdnType>().ok());
        let results = kind.map_or(PdnResults::One, PdnType::results);
        let roster = self.tags.iter().take_while(|tag| BEFORE_RESULT.contains(&tag.name.as_str())).count();
        let has_own_result = self.tags.iter().any(|tag| tag.name == "Result");
        for (at, tag) in self.tags.iter().enumerate() {
            if at == roster && !has_own_result {
                write_tag(f, "Result", self.result.text(results))?;
            }
            write_tag(f, &tag.name, &tag.value)?;
        }
        if roster == self.tags.len() {
            write_tag(f, "Result", self.result.text(results))?;
        }
        writeln!(f)?;
        let mut line = Line { f, length: 0 };
        line.comment(self.comment.as_deref())?;
        let shift = usize::from(self.begins_with_second(kind));
        for (at, mv) in self.moves.iter().enumerate() {
            let place = at + shift;
            match place % 2 {
                0 => line.word(&format!("{}.", place / 2 + 1))?,
                _ if at == 0 => line.word("1...")?,
                _ => {}
            }
            line.word(&mv.text)?;
            line.comment(mv.comment.as_deref())?;
        }
        line.word("*")?;
        writeln!(f)
    }
}

impl PdnGame {
    /// Whether the colour that moves second in this game is to move at the start.
    fn begins_with_second(&self, kind: Option<PdnType>) -> bool {
        let to_move = self.tag("FEN").and_then(|fen| match fen.as_bytes().first() {
            Some(b'W') => Some(PdnColour::White),
            Some(b'B') => Some(PdnColour::Black),
            _ => None,
        });
        to_move.zip(kind).is_some_and(|(colour, kind)| colour != kind.first)
    }
}

fn write_tag(f: &mut fmt::Formatter<'_>, name: &str, value: &str) -> fmt::Result {
    write!(f, "[{name} \"")?;
    for letter in value.chars() {
        match letter {
            '"' | '\\' => write!(f, "\\{letter}")?,
            // A text must be on one line.
            letter if letter.is_control() => write!(f, " ")?,
            letter => write!(f, "{letter}")?,
        }
    }
    writeln!(f, "\"]")
}

/// Words that are wrapped into lines.
struct Line<'a, 'f> {
    f: &'a mut fmt::Formatter<'f>,
    length: usize,
}

impl Line<'_, '_> {
    fn word(&mut self, word: &str) -> fmt::Result {
        let length = word.chars().count();
        if self.length > 0 {
            let fits = self.length + 1 + length < WIDTH;
            self.f.write_str(if fits { " " } else { "\n" })?;
            self.length = if fits { self.length + 1 } else { 0 };
        }
        self.length += length;
        self.f.write_str(word)
    }

    /// Formats a comment. It can't contain braces.
    fn comment(&mut self, said: Option<&str>) -> fmt::Result {
        let Some(said) = said else { return Ok(()) };
        let braced = format!("{{{}}}", said.replace('}', ")"));
        braced.split_whitespace().try_for_each(|word| self.word(word))
    }
}
