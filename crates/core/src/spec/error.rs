//! Errors in specifications.

use crate::text::{MAX_SPEC, one_of};

/// Why a specification is invalid.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SpecError {
    /// The specification is too long.
    #[error("the specification has {found} bytes; at most {MAX_SPEC} are read")]
    TooLong {
        /// Its length in bytes.
        found: usize,
    },
    /// A syntax error.
    #[error("\"{text}\", character {at}: expected {expected}")]
    Syntax {
        /// The specification, shortened.
        text: String,
        /// The position of the error, in characters from 1.
        at: usize,
        /// What was expected there.
        expected: &'static str,
    },
    /// Unknown name.
    #[error("there is no {what} \"{name}\"; there is {}", one_of(.known))]
    UnknownName {
        /// The kind of the name: game, agent, evaluator.
        what: &'static str,
        /// The name, shortened.
        name: String,
        /// The known names.
        known: Vec<&'static str>,
    },
    /// Unknown parameter.
    #[error("{name} has no parameter \"{key}\"; it has {}", one_of(.known))]
    UnknownKey {
        /// The name of the game, agent or evaluator.
        name: String,
        /// The key, shortened.
        key: String,
        /// The known parameters.
        known: Vec<&'static str>,
    },
    /// A parameter is given twice.
    #[error("\"{key}\" is given twice; give it once")]
    Repeated {
        /// The key, shortened.
        key: String,
    },
    /// The value of a parameter is invalid.
    #[error("{key}={value}: {key} is {expected}")]
    WrongValue {
        /// The parameter.
        key: &'static str,
        /// The value, shortened.
        value: String,
        /// The valid values.
        expected: String,
    },
    /// The values of several parameters contradict each other.
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
