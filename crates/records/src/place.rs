//! Positions in a file.

use std::fmt;

/// A position in a text. Line and column count from 1, the column in characters.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Place {
    /// The line.
    pub line: usize,
    /// The column.
    pub column: usize,
}

impl Place {
    /// The start of a text.
    pub const START: Self = Self { line: 1, column: 1 };

    /// The position after `bytes` bytes of a line.
    pub(crate) fn behind(line: usize, before: &[u8]) -> Self {
        // Every character has one byte that is not a continuation byte.
        let characters = before.iter().filter(|&&byte| byte & 0xC0 != 0x80).count();
        Self { line, column: characters + 1 }
    }

    /// Advances by a character.
    pub(crate) fn pass(&mut self, passed: char) {
        if passed == '\n' {
            *self = Self { line: self.line + 1, column: 1 };
        } else {
            self.column += 1;
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}
