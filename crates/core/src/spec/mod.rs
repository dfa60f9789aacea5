//! Specifications of games, agents and evaluators: `name` or `name:key=value,key=value`.
//!
//! ```text
//! spec  = name [ ":" pair { "," pair } ]
//! pair  = key "=" value
//! value = bare | quoted | nested
//! bare  = characters other than , : = ( ) " and space
//! quoted = '"' any characters, with \" and \\ for the two special ones '"'
//! nested = "(" any characters, with balanced parentheses ")"
//! ```
//!
//! [`Spec`] is what the text says; [`Params`] is what is left when it was checked against a list of [`ParamInfo`]. A [`Param`] declares a
//! parameter with the type of its value.

mod param;
mod parse;
mod quoted;

use std::fmt;
use std::time::Duration;

use crate::text::{MAX_SPEC, excerpt, one_of};
pub use param::{Choice, Declared, Param, ParamInfo, ParamKind, ParamValue, SWITCH, TextParam};

/// A name with its values as written, not yet checked against anything.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Spec {
    /// The name before the colon.
    pub name: String,
    /// The pairs, in the order of the text. No key comes twice.
    pub pairs: Vec<(String, String)>,
}

impl Spec {
    /// Checks every pair against the parameters that the named thing has.
    pub fn check(&self, infos: &'static [ParamInfo]) -> Result<Params, SpecError> {
        for (key, value) in &self.pairs {
            let info = infos.iter().find(|info| info.key == key).ok_or_else(|| SpecError::UnknownKey {
                name: excerpt(&self.name),
                key: excerpt(key),
                known: infos.iter().map(|info| info.key).collect(),
            })?;
            info.kind.check(info.key, value)?;
        }
        Ok(Params { infos, pairs: self.pairs.clone() })
    }
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        for (at, (key, value)) in self.pairs.iter().enumerate() {
            let lead = if at == 0 { ':' } else { ',' };
            write!(f, "{lead}{key}={}", quoted::quoted(value))?;
        }
        Ok(())
    }
}

/// Checked values of a specification.
#[derive(Clone, PartialEq, Debug)]
pub struct Params {
    infos: &'static [ParamInfo],
    pairs: Vec<(String, String)>,
}

impl Params {
    /// The value of a declared parameter: as given, else its default.
    pub fn get<D: Declared>(&self, param: &D) -> D::Value {
        param.value(self.given(param.key()))
    }

    /// The text of a parameter; `None` when it is not given.
    pub fn text(&self, param: &TextParam) -> Option<&str> {
        self.given(param.info.key)
    }

    /// A parameter's value as it is written: as given, else its default; empty where there is none.
    pub fn written(&self, info: &ParamInfo) -> String {
        self.given(info.key).map_or_else(|| info.default_text(), str::to_owned)
    }

    fn given(&self, key: &str) -> Option<&str> {
        self.pairs.iter().find(|(given, _)| given == key).map(|(_, value)| value.as_str())
    }

    /// The specification in its shortest form: declared order, defaults left out.
    pub fn canonical(&self, name: &str) -> String {
        let given = self.infos.iter().filter_map(|info| {
            let value = self.given(info.key)?;
            (!info.is_default(value)).then(|| (info.key.to_owned(), value.to_owned()))
        });
        Spec { name: name.to_owned(), pairs: given.collect() }.to_string()
    }
}

/// Reads `250ms`, `2s`, `1.5s`, `2m`, `1h`; a time above zero.
pub fn parse_duration(text: &str) -> Option<Duration> {
    let unit_at = text.find(|c: char| c.is_ascii_alphabetic())?;
    let (number, unit) = text.split_at(unit_at);
    let seconds = match unit {
        "us" => 1e-6,
        "ms" => 1e-3,
        "s" => 1.0,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        _ => return None,
    };
    let number: f64 = number.parse().ok()?;
    Duration::try_from_secs_f64(number * seconds).ok().filter(|time| !time.is_zero())
}

/// Reads `512kb`, `64mb`, `2gb` (powers of 1024) as bytes; a whole number above zero.
pub fn parse_memory(text: &str) -> Option<u64> {
    let unit_at = text.find(|c: char| c.is_ascii_alphabetic())?;
    let (number, unit) = text.split_at(unit_at);
    let shift = match unit {
        "kb" => 10,
        "mb" => 20,
        "gb" => 30,
        "tb" => 40,
        _ => return None,
    };
    let number: u64 = number.parse().ok()?;
    number.checked_mul(1 << shift).filter(|&bytes| bytes > 0)
}

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
