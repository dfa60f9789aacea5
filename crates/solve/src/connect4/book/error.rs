//! The errors of reading a book.

use super::header::{BookHeader, BookKind};

pub(in super::super) const VERSION: u8 = 1;

/// Why bytes are not a valid book.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BookError {
    /// The magic bytes are missing.
    #[error("it is not a book: a book begins with \"ZermBook\"")]
    NotABook,
    /// Another format version.
    #[error("it has format version {0}, and this program reads version {VERSION}")]
    Version(u8),
    /// The file is truncated or has extra bytes.
    #[error("it has {found} bytes instead of {expected}: build it again, or copy it again")]
    Length {
        /// The length by the header, in bytes.
        expected: u64,
        /// The length in bytes.
        found: u64,
    },
    /// The checksum is wrong.
    #[error("it is damaged, its checksum is wrong: build it again, or copy it again")]
    Checksum,
    /// The checksum is right, but the contents are invalid.
    #[error("its contents are invalid: {0}")]
    Invalid(&'static str),
    /// A valid book of another kind or board.
    #[error("it has {}, and {} was expected", describe(*.found), describe(*.expected))]
    WrongBook {
        /// The kind and board that were asked for.
        expected: BookHeader,
        /// The header of the file.
        found: BookHeader,
    },
}

fn describe(BookHeader { kind, size: [width, height, k], .. }: BookHeader) -> String {
    let kind = match kind {
        BookKind::Scores => "scores",
        BookKind::Policy => "a policy",
    };
    format!("{kind} of {width}x{height} with {k} in a row")
}
