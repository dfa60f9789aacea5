//! Books: positions of the opening with their answers, found once and kept in a file.
//!
//! ```text
//! positions  which positions there are, and their order
//! scores     the score of every position of up to so many stones
//! policy     a move for every position that comes up while one side keeps to these moves
//! build      finding what goes in; work: what is found so far, on disk
//! verify     comparing a book with the search
//! embedded   the books that are part of the program
//! file       the bytes around the entries
//! ```

pub(super) mod embedded;
pub(super) mod error;
pub(super) mod file;
pub(super) mod policy;
pub(super) mod positions;
pub(super) mod scores;
#[cfg(test)]
mod tests;
pub(super) mod title;
pub(super) mod work;

pub use self::error::BookError;
pub use self::policy::Policy;
pub use self::scores::Book;
pub use self::title::{BoardSize, Kind, Title};
pub use super::bookmaking::{BuildError, Built, Means, Progress, Verified, VerifyError, build, verify};
