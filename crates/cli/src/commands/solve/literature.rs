//! Published values, for positions that the search did not solve.

use serde::Serialize;
use zermelo_catalog::Literature;
use zermelo_core::erased::DynRecord;
use zermelo_core::{ProvenBounds, Wdl};

use super::text::ValueText;

/// A published value that this search has not proven.
#[derive(Serialize)]
pub struct PublishedValue {
    value: Wdl,
    source: &'static str,
}

impl PublishedValue {
    /// The published value of a position, unless the search has solved it.
    pub fn of(record: &dyn DynRecord, found: &ProvenBounds) -> Option<Self> {
        let Literature { value, source, .. } =
            *zermelo_catalog::literature(record).filter(|_| found.wdl().is_none())?;
        Some(Self { value, source })
    }

    /// The value as text.
    pub fn text(&self, text: &ValueText) -> String {
        let value = match self.value {
            Wdl::Win => format!("{} wins", text.mover()),
            Wdl::Draw => "a draw".to_owned(),
            Wdl::Loss => format!("{} loses", text.mover()),
        };
        format!("literature: {value} ({}), not proven here", self.source)
    }
}
