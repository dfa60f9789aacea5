//! Why a specification is refused.

use crate::text::{MAX_SPEC, one_of};

/// Why a specification was refused.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SpecError {
    /// It is longer than any specification needs to be.
    #[error("the specification has {found} bytes; at most {MAX_SPEC} are read")]
    TooLong {
        /// Its length in bytes.
        found: usize,
    },
    /// Something else was expected at a place.
    #[error("\"{text}\", character {at}: expected {expected}")]
    Syntax {
        /// The specification, cut for showing.
        text: String,
        /// Where, in characters from 1.
        at: usize,
        /// What would be right there.
        expected: &'static str,
    },
    /// Nothing has that name.
    #[error("there is no {what} \"{name}\"; there is {}", one_of(.known))]
    UnknownName {
        /// What was looked for: game, agent, evaluator.
        what: &'static str,
        /// The name, cut for showing.
        name: String,
        /// What there is.
        known: Vec<&'static str>,
    },
    /// The named thing has no such parameter.
    #[error("{name} has no parameter \"{key}\"; it has {}", one_of(.known))]
    UnknownKey {
        /// The named thing.
        name: String,
        /// The key, cut for showing.
        key: String,
        /// Its parameters.
        known: Vec<&'static str>,
    },
    /// A parameter is given twice.
    #[error("\"{key}\" is given twice; give it once")]
    Repeated {
        /// The key, cut for showing.
        key: String,
    },
    /// A value is not what the parameter takes.
    #[error("{key}={value}: {key} is {expected}")]
    WrongValue {
        /// The parameter.
        key: &'static str,
        /// The value, cut for showing.
        value: String,
        /// What would be right.
        expected: String,
    },
    /// Values that are fine one by one do not go together.
    #[error("{0}")]
    Conflict(String),
}

impl SpecError {
    /// A stable code for programs.
    pub fn code(&self) -> &'static str {
        match self {
            Self::TooLong { .. } => "spec/too-long",
            Self::Syntax { .. } => "spec/syntax",
            Self::UnknownName { .. } => "spec/unknown-name",
            Self::UnknownKey { .. } => "spec/unknown-key",
            Self::Repeated { .. } => "spec/repeated",
            Self::WrongValue { .. } => "spec/wrong-value",
            Self::Conflict(_) => "spec/conflict",
        }
    }
}
