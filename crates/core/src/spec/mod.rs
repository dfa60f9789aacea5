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

mod amount;
mod error;
mod param;
mod parse;
mod quoted;

use std::fmt;

use crate::text::excerpt;
pub use amount::{parse_duration, parse_memory};
pub use error::SpecError;
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
