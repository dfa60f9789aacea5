//! Builds opening books with the solver, and verifies them.

mod build;
mod verify;

pub use self::build::{BookBuildError, BookOptions, BookProgress, BuiltBook, build};
pub use self::verify::{BookVerifyError, VerifiedBook, verify};
