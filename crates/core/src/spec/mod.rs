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
//! A [`Spec`] is the parsed text. [`Params`] are its values, checked against a list of [`ParamInfo`]. A [`Param`] declares a parameter
//! with the type of its value.

mod amount;
mod error;
mod param;
mod parse;
mod quoted;

use std::fmt;

use crate::text::excerpt;
pub use amount::{parse_duration, parse_memory};
pub use error::SpecError;
pub use param::{Choice, DeclaredParam, Param, ParamInfo, ParamKind, ParamValue, SWITCH, TextParam};

/// A parsed specification whose values are not yet checked.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Spec {
    /// The name before the colon.
    pub name: String,
    /// The keys with their values, in the order of the text. Keys are unique.
    pub pairs: Vec<(String, String)>,
}

impl Spec {
    /// Checks all keys and values against the declared parameters.
    ///
    /// # Errors
    /// A key is unknown or a value is invalid.
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

/// The checked values of a specification.
#[derive(Clone, PartialEq, Debug)]
pub struct Params {
    infos: &'static [ParamInfo],
    pairs: Vec<(String, String)>,
}

impl Params {
    /// The value of a parameter, or its default.
    pub fn get<D: DeclaredParam>(&self, param: &D) -> D::Value {
        param.value(self.given(param.key()))
    }

    /// The text of a parameter; `None` if it is not given.
    pub fn text(&self, param: &TextParam) -> Option<&str> {
        self.given(param.info.key)
    }

    /// The value of a parameter as text, or its default; empty without a default.
    pub fn written(&self, info: &ParamInfo) -> String {
        self.given(info.key).map_or_else(|| info.default_text(), str::to_owned)
    }

    fn given(&self, key: &str) -> Option<&str> {
        self.pairs.iter().find(|(given, _)| given == key).map(|(_, value)| value.as_str())
    }

    /// The canonical specification: parameters in the declared order, without defaults.
    pub fn canonical(&self, name: &str) -> String {
        let given = self.infos.iter().filter_map(|info| {
            let value = self.given(info.key)?;
            (!info.is_default(value)).then(|| (info.key.to_owned(), value.to_owned()))
        });
        Spec { name: name.to_owned(), pairs: given.collect() }.to_string()
    }
}
