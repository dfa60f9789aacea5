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
//! [`Spec`] is what the text says; [`Params`] is what is left when it was checked against a list of [`ParamInfo`].

mod parse;
mod quoted;

use std::fmt;
use std::time::Duration;

use crate::text::{MAX_SPEC, excerpt, one_of};

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

/// One parameter of a game, an agent or an evaluator.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ParamInfo {
    /// Its key in a specification.
    pub key: &'static str,
    /// What its value looks like.
    pub kind: ParamKind,
    /// The value it has when it is not given; empty: none.
    pub default: &'static str,
    /// What it does, in a short sentence.
    pub help: &'static str,
}

/// What a parameter's value looks like.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum ParamKind {
    /// A whole number in a range, ends included.
    Integer {
        /// The least.
        min: u64,
        /// The greatest.
        max: u64,
    },
    /// A number in a range, ends included.
    Real {
        /// The least.
        min: f64,
        /// The greatest.
        max: f64,
    },
    /// One of some words.
    Choice(&'static [&'static str]),
    /// A length of time: `250ms`, `2s`, `1.5s`, `2m`.
    Duration,
    /// An amount of memory: `512kb`, `64mb`, `2gb`.
    Memory,
    /// A specification of its own, in parentheses where it has parameters.
    Spec,
    /// Any text, quoted where it needs to be.
    Text,
    /// The path of a file, quoted where it needs to be.
    File,
}

/// `on` or `off`.
pub const SWITCH: ParamKind = ParamKind::Choice(&["on", "off"]);

impl ParamKind {
    fn check(self, key: &'static str, value: &str) -> Result<(), SpecError> {
        let wrong = || SpecError::WrongValue { key, value: excerpt(value), expected: self.to_string() };
        let fits = match self {
            Self::Integer { min, max } => value.parse().is_ok_and(|n: u64| (min..=max).contains(&n)),
            Self::Real { min, max } => value.parse().is_ok_and(|n: f64| (min..=max).contains(&n)),
            Self::Choice(words) => words.contains(&value),
            Self::Duration => parse_duration(value).is_some(),
            Self::Memory => parse_memory(value).is_some(),
            Self::Spec | Self::Text | Self::File => true,
        };
        if fits { Ok(()) } else { Err(wrong()) }
    }
}

impl fmt::Display for ParamKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Integer { min, max: u64::MAX } => write!(f, "a whole number from {min}"),
            Self::Integer { min, max } => write!(f, "a whole number from {min} to {max}"),
            Self::Real { min, max } => write!(f, "a number from {min} to {max}"),
            Self::Choice(words) => f.write_str(&one_of(words)),
            Self::Duration => f.write_str("a time such as 250ms, 2s or 1m"),
            Self::Memory => f.write_str("an amount of memory such as 512kb, 64mb or 2gb"),
            Self::Spec => f.write_str("a specification such as name or (name:key=value)"),
            Self::Text => f.write_str("a text"),
            Self::File => f.write_str("a file"),
        }
    }
}

/// Checked values of a specification. The getters name a declared parameter: asking for another is a mistake in the program.
#[derive(Clone, PartialEq, Debug)]
pub struct Params {
    infos: &'static [ParamInfo],
    pairs: Vec<(String, String)>,
}

impl Params {
    /// Whether the specification gives this parameter itself.
    pub fn is_given(&self, key: &str) -> bool {
        self.pairs.iter().any(|(given, _)| given == key)
    }

    /// The value as text; `None` when it is not given and has no default.
    ///
    /// # Panics
    /// When no such parameter is declared.
    pub fn text(&self, key: &str) -> Option<&str> {
        let info = self.infos.iter().find(|info| info.key == key);
        let default = info.unwrap_or_else(|| panic!("no parameter {key} is declared")).default;
        let given = self.pairs.iter().find(|(given, _)| given == key).map(|(_, value)| value.as_str());
        given.or((!default.is_empty()).then_some(default))
    }

    /// The value of a whole number; `None` when it is not given and has no default.
    pub fn integer(&self, key: &str) -> Option<u64> {
        self.text(key).and_then(|text| text.parse().ok())
    }

    /// The value of a whole number that has a default and a range that fits `T`.
    ///
    /// # Panics
    /// When the declaration says otherwise.
    pub fn required<T: TryFrom<u64>>(&self, key: &str) -> T {
        let value = self.integer(key).unwrap_or_else(|| panic!("parameter {key} has no default"));
        T::try_from(value).unwrap_or_else(|_| panic!("the range of {key} does not fit"))
    }

    /// The value of a number; `None` when it is not given and has no default.
    pub fn real(&self, key: &str) -> Option<f64> {
        self.text(key).and_then(|text| text.parse().ok())
    }

    /// Whether a switch is on.
    pub fn is_on(&self, key: &str) -> bool {
        self.text(key) == Some("on")
    }

    /// A length of time; `None` when it is not given and has no default.
    pub fn duration(&self, key: &str) -> Option<Duration> {
        self.text(key).and_then(parse_duration)
    }

    /// An amount of memory in bytes; `None` when it is not given and has no default.
    pub fn memory(&self, key: &str) -> Option<u64> {
        self.text(key).and_then(parse_memory)
    }

    /// The specification in its shortest form: declared order, defaults left out.
    pub fn canonical(&self, name: &str) -> String {
        let given = self.infos.iter().filter_map(|info| {
            let value = self.text(info.key)?;
            (value != info.default).then(|| (info.key.to_owned(), value.to_owned()))
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
