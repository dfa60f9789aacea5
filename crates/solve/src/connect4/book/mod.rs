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

mod build;
pub(super) mod embedded;
mod file;
mod policy;
mod positions;
mod scores;
#[cfg(test)]
mod tests;
mod verify;
mod work;

pub use self::build::{BuildError, Built, Means, Progress, build};
pub use self::file::{BookError, Kind, Title};
pub use self::policy::Policy;
pub use self::positions::BoardSize;
pub use self::scores::Book;
pub use self::verify::{Verified, VerifyError, verify};
