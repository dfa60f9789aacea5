//! Which rules of the protocol a program breaks.
//!
//! Each rule is looked at with a process (or connection) of its own, so that what goes wrong under one does not hide the next.

mod findings;
mod native;
mod plain;
mod positions;
mod talk;
mod terms;

use crate::client::Protocol;

pub use findings::{Breach, Finding, Rule, Verdict};
pub use terms::{CheckError, FindGame, Terms};

/// Looks at all rules, one after the other; `report` hears of each when it is done. Gives the game that was played.
pub fn check(terms: &Terms, find: FindGame<'_>, report: &mut dyn FnMut(&Verdict)) -> Result<String, CheckError> {
    match terms.protocol {
        Protocol::Native => native::check(terms, find, report),
        Protocol::Plain => plain::check(terms, find, report),
    }
}
