//! Checks whether an engine follows its protocol.
//!
//! Each rule is checked with a new process (or connection), so that a violation of one rule does not hide another.

mod native;
mod options;
mod plain;
mod positions;
mod report;
mod session;

use crate::client::Protocol;

pub use options::{CheckError, CheckOptions, FindGame};
pub use report::{ProtocolRule, RuleError, RuleReport, RuleStatus};

/// Checks all rules in turn and calls `report` after each. Returns the specification of the game that was played.
///
/// # Errors
///
/// When no rule can be checked: the engine does not start, or there is no suitable game.
pub fn check(
    options: &CheckOptions,
    find: FindGame<'_>,
    report: &mut dyn FnMut(&RuleReport),
) -> Result<String, CheckError> {
    match options.protocol {
        Protocol::Native => native::check(options, find, report),
        Protocol::Plain => plain::check(options, find, report),
    }
}
