//! Opening books: solved positions of the opening in a file.
//!
//! ```text
//! header     kind, board size and depth of a book
//! positions  the positions of a book and their order
//! scores     books with the score of every position up to a number of stones
//! policy     books with a move for every position that one side can meet while it follows the book
//! partial    the file of an unfinished build
//! embedded   the books in the program
//! file       the file format
//! ```
//!
//! [`build`] and [`verify`] are in `book_builder`.

pub(super) mod embedded;
pub(super) mod error;
pub(super) mod file;
pub(super) mod header;
pub(super) mod partial;
pub(super) mod policy;
pub(super) mod positions;
pub(super) mod scores;
#[cfg(test)]
mod tests;

pub use self::error::BookError;
pub use self::header::{BoardSize, BookHeader, BookKind};
pub use self::policy::PolicyBook;
pub use self::scores::ScoreBook;
pub use super::book_builder::{
    BookBuildError, BookOptions, BookProgress, BookVerifyError, BuiltBook, VerifiedBook, build, verify,
};
