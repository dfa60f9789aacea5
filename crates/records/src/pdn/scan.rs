//! Going through a text with the place kept.

use crate::Place;

/// A text and how far it was read. Every character is passed once, so that a file takes time in proportion to its length.
#[derive(Clone, Debug)]
pub(super) struct Scanner<'t> {
    rest: &'t str,
    place: Place,
}

impl<'t> Scanner<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        Self { rest: text, place: Place::START }
    }

    /// What is still to be read.
    pub(super) fn rest(&self) -> &'t str {
        self.rest
    }

    pub(super) fn place(&self) -> Place {
        self.place
    }

    pub(super) fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    /// Passes a part of the rest, by its length in bytes.
    pub(super) fn pass(&mut self, bytes: usize) -> &'t str {
        let (passed, rest) = self.rest.split_at(bytes);
        passed.chars().for_each(|passed| self.place.pass(passed));
        self.rest = rest;
        passed
    }

    /// Passes all up to the first character that does not belong.
    pub(super) fn pass_while(&mut self, belongs: impl Fn(char) -> bool) -> &'t str {
        let end = self.rest.find(|next| !belongs(next)).unwrap_or(self.rest.len());
        self.pass(end)
    }

    /// Passes a character if it comes next; whether it does.
    pub(super) fn eat(&mut self, expected: char) -> bool {
        let comes = self.peek() == Some(expected);
        if comes {
            self.pass(expected.len_utf8());
        }
        comes
    }

    /// Passes spaces, ends of lines, and lines that begin with `%`.
    pub(super) fn skip_blank(&mut self) {
        loop {
            self.pass_while(|next| next.is_whitespace() || next == '\u{feff}');
            if self.peek() != Some('%') {
                return;
            }
            self.next_line();
        }
    }

    /// Passes the rest of this line with its end.
    pub(super) fn next_line(&mut self) -> &'t str {
        let end = self.rest.find('\n').map_or(self.rest.len(), |end| end + 1);
        self.pass(end)
    }

    /// What is left of this line.
    pub(super) fn line(&self) -> &'t str {
        self.rest.split('\n').next().unwrap_or_default()
    }
}
