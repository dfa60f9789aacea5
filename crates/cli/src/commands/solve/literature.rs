//! What others have proven, where the search did not come to its end.

use serde::Serialize;
use zermelo_catalog::Literature;
use zermelo_core::erased::DynRecord;
use zermelo_core::{Findings, Wdl};

use super::words::Words;

/// A value that is not proven here.
#[derive(Serialize)]
pub struct Told {
    value: Wdl,
    source: &'static str,
}

impl Told {
    /// What is said of a position of which the search did not find the value.
    pub fn of(record: &dyn DynRecord, found: &Findings) -> Option<Self> {
        let Literature { value, source, .. } =
            *zermelo_catalog::literature(record).filter(|_| found.wdl().is_none())?;
        Some(Self { value, source })
    }

    /// The same for people.
    pub fn words(&self, words: &Words) -> String {
        let value = match self.value {
            Wdl::Win => format!("{} wins", words.mover()),
            Wdl::Draw => "a draw".to_owned(),
            Wdl::Loss => format!("{} loses", words.mover()),
        };
        format!("literature: {value} ({}), not proven here", self.source)
    }
}
