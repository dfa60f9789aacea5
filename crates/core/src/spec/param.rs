//! Declarations of parameters: key, type, range, default and help.
//!
//! ```
//! use zermelo_core::spec::{Param, ParamInfo, Spec};
//!
//! const WIDTH: Param<u8> = Param::<u8>::integer("width", 1..=16, 7, "columns");
//! const PARAMS: &[ParamInfo] = &[WIDTH.info];
//!
//! let params = "connect4:width=8".parse::<Spec>()?.check(PARAMS)?;
//! assert_eq!(params.get(&WIDTH), 8);
//! # Ok::<(), zermelo_core::spec::SpecError>(())
//! ```

use std::fmt;
use std::ops::RangeInclusive;
use std::time::Duration;

use super::amount::{parse_duration, parse_memory};
use super::error::SpecError;
use crate::text::{excerpt, one_of};

/// The description of a parameter of a game, an agent or an evaluator, for lists and messages.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ParamInfo {
    /// The key in a specification.
    pub key: &'static str,
    /// The kind of value.
    pub kind: ParamKind,
    /// The default, if there is one.
    pub default: Option<ParamValue>,
    /// A short description.
    pub help: &'static str,
}

impl ParamInfo {
    /// The default as text; empty without a default.
    pub fn default_text(&self) -> String {
        self.default.map(|value| value.to_string()).unwrap_or_default()
    }

    /// Whether a text is the default.
    pub fn is_default(&self, text: &str) -> bool {
        self.default.is_some_and(|value| match value {
            ParamValue::Word(word) => word == text,
            other => other.to_string() == text,
        })
    }
}

/// The kind of value of a parameter.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum ParamKind {
    /// An integer in an inclusive range.
    #[allow(missing_docs)]
    Integer { min: u64, max: u64 },
    /// A number in an inclusive range.
    #[allow(missing_docs)]
    Real { min: f64, max: f64 },
    /// One of several words.
    Choice(&'static [&'static str]),
    /// A duration: `250ms`, `2s`, `1.5s`, `2m`.
    Duration,
    /// A memory size: `512kb`, `64mb`, `2gb`.
    Memory,
    /// A specification, in parentheses if it has parameters.
    Spec,
    /// A text, in quotes if necessary.
    Text,
    /// The path of a file, in quotes if necessary.
    File,
}

/// `on` or `off`.
pub const SWITCH: ParamKind = ParamKind::Choice(&["on", "off"]);

impl ParamKind {
    pub(super) fn check(self, key: &'static str, value: &str) -> Result<(), SpecError> {
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

/// The default of a parameter. `Display` formats it as in a specification.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum ParamValue {
    /// An integer.
    Integer(u64),
    /// A number.
    Real(f64),
    /// A word of a choice.
    Word(&'static str),
    /// A duration.
    Duration(Duration),
    /// A memory size in bytes.
    Memory(u64),
}

impl fmt::Display for ParamValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const KB: u64 = 1 << 10;
        const MB: u64 = 1 << 20;
        const GB: u64 = 1 << 30;
        match *self {
            Self::Integer(number) => write!(f, "{number}"),
            Self::Real(number) => write!(f, "{number}"),
            Self::Word(word) => f.write_str(word),
            Self::Duration(time) if time.subsec_nanos() == 0 => write!(f, "{}s", time.as_secs()),
            Self::Duration(time) => write!(f, "{}ms", time.as_millis()),
            Self::Memory(bytes) if bytes % GB == 0 => write!(f, "{}gb", bytes / GB),
            Self::Memory(bytes) if bytes % MB == 0 => write!(f, "{}mb", bytes / MB),
            Self::Memory(bytes) => write!(f, "{}kb", bytes / KB),
        }
    }
}

/// A parameter with values of type `T`. [`Params::get`](super::Params::get) reads it.
#[derive(Clone, Copy, Debug)]
pub struct Param<T> {
    /// The description.
    pub info: ParamInfo,
    default: T,
    read: fn(&str) -> Option<T>,
}

/// Compares the descriptions.
impl<T> PartialEq for Param<T> {
    fn eq(&self, other: &Self) -> bool {
        self.info == other.info
    }
}

/// A parameter whose values are words, each mapped to a value of type `T`. The first word is the default. The macro `choice!`
/// declares one.
#[derive(Clone, Copy, Debug)]
pub struct Choice<T: 'static> {
    /// The description.
    pub info: ParamInfo,
    words: &'static [&'static str],
    values: &'static [T],
}

/// A parameter without a default whose value is a text, a file or a specification. [`Params::text`](super::Params::text) reads
/// it.
#[derive(Clone, Copy, Debug)]
pub struct TextParam {
    /// The description.
    pub info: ParamInfo,
}

/// A declared parameter with a typed value.
pub trait DeclaredParam {
    /// The type of its value.
    type Value;

    /// The key.
    fn key(&self) -> &'static str;

    /// The value of a checked text, or the default for `None`.
    fn value(&self, given: Option<&str>) -> Self::Value;
}

impl<T: Copy> DeclaredParam for Param<T> {
    type Value = T;

    fn key(&self) -> &'static str {
        self.info.key
    }

    fn value(&self, given: Option<&str>) -> T {
        given.and_then(self.read).unwrap_or(self.default)
    }
}

impl<T: Copy> DeclaredParam for Choice<T> {
    type Value = T;

    fn key(&self) -> &'static str {
        self.info.key
    }

    fn value(&self, given: Option<&str>) -> T {
        let at = given.and_then(|text| self.words.iter().position(|word| *word == text));
        self.values[at.unwrap_or(0)]
    }
}

impl<T> Choice<T> {
    /// A choice between words. The first is the default.
    ///
    /// # Panics
    /// If there is no word, or a word has no value. In a constant this is a compile error.
    pub const fn new(
        key: &'static str,
        words: &'static [&'static str],
        values: &'static [T],
        help: &'static str,
    ) -> Self {
        assert!(!words.is_empty() && words.len() == values.len(), "each word has a value");
        let default = Some(ParamValue::Word(words[0]));
        Self { info: ParamInfo { key, kind: ParamKind::Choice(words), default, help }, words, values }
    }
}

/// Declares a [`Choice`](crate::spec::Choice): the key, the help, then the words with their values, with the default first.
#[macro_export]
macro_rules! choice {
    ($key:expr, $help:expr, $($word:literal => $value:expr),+ $(,)?) => {
        $crate::spec::Choice::new($key, &[$($word),+], &[$($value),+], $help)
    };
}

impl TextParam {
    /// A text.
    pub const fn text(key: &'static str, help: &'static str) -> Self {
        Self { info: ParamInfo { key, kind: ParamKind::Text, default: None, help } }
    }

    /// The path of a file.
    pub const fn file(key: &'static str, help: &'static str) -> Self {
        Self { info: ParamInfo { key, kind: ParamKind::File, default: None, help } }
    }

    /// A specification.
    pub const fn spec(key: &'static str, help: &'static str) -> Self {
        Self { info: ParamInfo { key, kind: ParamKind::Spec, default: None, help } }
    }
}

macro_rules! integers {
    ($($type:ident),*) => {$(
        impl Param<$type> {
            /// An integer in a range that includes the default.
            pub const fn integer(
                key: &'static str,
                range: RangeInclusive<$type>,
                default: $type,
                help: &'static str,
            ) -> Self {
                let (min, max) = (*range.start() as u64, *range.end() as u64);
                assert!(min <= default as u64 && default as u64 <= max, "the default lies in the range");
                let kind = ParamKind::Integer { min, max };
                let info = ParamInfo { key, kind, default: Some(ParamValue::Integer(default as u64)), help };
                Self { info, default, read: |text| text.parse().ok() }
            }

            /// One of several integers.
            pub const fn among(
                key: &'static str,
                numbers: &'static [&'static str],
                default: $type,
                help: &'static str,
            ) -> Self {
                let default_value = Some(ParamValue::Integer(default as u64));
                let info = ParamInfo { key, kind: ParamKind::Choice(numbers), default: default_value, help };
                Self { info, default, read: |text| text.parse().ok() }
            }
        }

        impl Param<Option<$type>> {
            /// An optional integer in a range.
            pub const fn optional(key: &'static str, range: RangeInclusive<$type>, help: &'static str) -> Self {
                let kind = ParamKind::Integer { min: *range.start() as u64, max: *range.end() as u64 };
                let info = ParamInfo { key, kind, default: None, help };
                Self { info, default: None, read: |text| text.parse().ok().map(Some) }
            }
        }
    )*};
}

integers!(u8, u16, u32, u64, usize);

impl Param<i32> {
    /// A non-negative integer in a range that includes the default.
    pub const fn integer(key: &'static str, range: RangeInclusive<u16>, default: u16, help: &'static str) -> Self {
        let info = Param::<u16>::integer(key, range, default, help).info;
        Self { info, default: default as i32, read: |text| text.parse().ok() }
    }
}

impl Param<f64> {
    /// A number in a range that includes the default.
    ///
    /// # Panics
    /// If the default is out of range. In a constant this is a compile error.
    pub const fn real(key: &'static str, range: RangeInclusive<f64>, default: f64, help: &'static str) -> Self {
        let (min, max) = (*range.start(), *range.end());
        assert!(min <= default && default <= max, "the default lies in the range");
        let info =
            ParamInfo { key, kind: ParamKind::Real { min, max }, default: Some(ParamValue::Real(default)), help };
        Self { info, default, read: |text| text.parse().ok() }
    }
}

impl Param<bool> {
    /// `on` or `off`.
    pub const fn switch(key: &'static str, default: bool, help: &'static str) -> Self {
        let word = ParamValue::Word(if default { "on" } else { "off" });
        let info = ParamInfo { key, kind: SWITCH, default: Some(word), help };
        Self { info, default, read: |text| Some(text == "on") }
    }
}

impl Param<Duration> {
    /// A duration.
    pub const fn duration(key: &'static str, default: Duration, help: &'static str) -> Self {
        let info = ParamInfo { key, kind: ParamKind::Duration, default: Some(ParamValue::Duration(default)), help };
        Self { info, default, read: parse_duration }
    }
}

impl Param<Option<Duration>> {
    /// An optional duration.
    pub const fn optional_duration(key: &'static str, help: &'static str) -> Self {
        let info = ParamInfo { key, kind: ParamKind::Duration, default: None, help };
        Self { info, default: None, read: |text| parse_duration(text).map(Some) }
    }
}

impl Param<u64> {
    /// A memory size in bytes.
    pub const fn memory(key: &'static str, default: u64, help: &'static str) -> Self {
        let info = ParamInfo { key, kind: ParamKind::Memory, default: Some(ParamValue::Memory(default)), help };
        Self { info, default, read: parse_memory }
    }
}

impl Param<Option<u64>> {
    /// An optional memory size in bytes.
    pub const fn optional_memory(key: &'static str, help: &'static str) -> Self {
        let info = ParamInfo { key, kind: ParamKind::Memory, default: None, help };
        Self { info, default: None, read: |text| parse_memory(text).map(Some) }
    }
}
