//! A scanner that keeps the position in a text.

use crate::Place;

/// A text with the current position. Every character is passed once, so the time is proportional to the length.
#[derive(Clone, Debug)]
pub(super) struct Scanner<'t> {
    rest: &'t str,
    place: Place,
}

impl<'t> Scanner<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        Self { rest: text, place: Place::START }
    }

    /// The rest of the text.
    pub(super) fn rest(&self) -> &'t str {
        self.rest
    }

    pub(super) fn place(&self) -> Place {
        self.place
    }

    pub(super) fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    /// Skips a part of the rest, by its length in bytes.
    pub(super) fn pass(&mut self, bytes: usize) -> &'t str {
        let (passed, rest) = self.rest.split_at(bytes);
        passed.chars().for_each(|passed| self.place.pass(passed));
        self.rest = rest;
        passed
    }

    /// Skips to the first character that does not match.
    pub(super) fn pass_while(&mut self, belongs: impl Fn(char) -> bool) -> &'t str {
        let end = self.rest.find(|next| !belongs(next)).unwrap_or(self.rest.len());
        self.pass(end)
    }

    /// Skips a character if it is next. Returns whether it was.
    pub(super) fn eat(&mut self, expected: char) -> bool {
        let comes = self.peek() == Some(expected);
        if comes {
            self.pass(expected.len_utf8());
        }
        comes
    }

    /// Skips spaces, line breaks, and lines that begin with `%`.
    pub(super) fn skip_blank(&mut self) {
        loop {
            self.pass_while(|next| next.is_whitespace() || next == '\u{feff}');
            if self.peek() != Some('%') {
                return;
            }
            self.next_line();
        }
    }

    /// Skips the rest of this line, including the line break.
    pub(super) fn next_line(&mut self) -> &'t str {
        let end = self.rest.find('\n').map_or(self.rest.len(), |end| end + 1);
        self.pass(end)
    }

    /// The rest of this line.
    pub(super) fn line(&self) -> &'t str {
        self.rest.split('\n').next().unwrap_or_default()
    }
}
