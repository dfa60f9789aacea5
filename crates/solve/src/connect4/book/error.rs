//! Why bytes are no book.

use super::title::{Kind, Title};

pub(in super::super) const VERSION: u8 = 1;

/// Why bytes are no book.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BookError {
    /// It begins with something else.
    #[error("it is no book: a book begins with \"ZermBook\"")]
    Foreign,
    /// Another form.
    #[error("it has version {0} of the form, and this program reads version {VERSION}")]
    Version(u8),
    /// An end is missing, or there is more behind it.
    #[error("it has {found} bytes in place of {expected}: build it again, or copy it again")]
    Length {
        /// What there should be.
        expected: u64,
        /// What there is.
        found: u64,
    },
    /// A byte changed.
    #[error("it is damaged, its checksum is wrong: build it again, or copy it again")]
    Checksum,
    /// The checksum is right and what stands there is not.
    #[error("it holds no book that could have been built: {0}")]
    Impossible(&'static str),
    /// A good book, but not the one asked for.
    #[error("it is about {}, and {} was asked for", words(*.found), words(*.expected))]
    Other {
        /// What was asked for; its plies do not matter.
        expected: Title,
        /// What the file says.
        found: Title,
    },
}

fn words(Title { kind, size: [width, height, k], .. }: Title) -> String {
    let kind = match kind {
        Kind::Scores => "scores",
        Kind::Policy => "a policy",
    };
    format!("{kind} of {width}x{height} with {k} in a row")
}
