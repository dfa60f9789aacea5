//! Making books with the solver, and comparing them with it.

mod build;
mod verify;

pub use self::build::{BuildError, Built, Means, Progress, build};
pub use self::verify::{Verified, VerifyError, verify};
