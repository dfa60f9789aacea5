//! MTD(f) as a player: the strong search that finds the value of the root by null windows alone.

use zermelo_core::Searchable;

use super::{Method, PvsAgent, PvsOptions};

/// A player that searches by MTD(f).
pub fn agent<G: Searchable, E>(options: PvsOptions, evaluator: E) -> PvsAgent<G, E> {
    PvsAgent::new(PvsOptions { method: Method::Mtdf, ..options }, evaluator)
}
