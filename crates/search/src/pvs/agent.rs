//! The agent and its state between decisions.

use std::sync::Arc;

use zermelo_core::{Oracle, Searchable};

use super::options::PvsOptions;
use super::ordering::MoveOrdering;
use crate::rng::Rng;
use crate::transposition_table::TranspositionTable;

/// A player that decides by principal-variation search or MTD(f).
///
/// It deepens iteratively. It ends at its limit, or when a deeper search could change nothing: no leaf was at the
/// horizon, or the root is won or lost and no shorter win (no longer loss) is possible. If the last depth was
/// interrupted after a better move was found, that move is played. Without a limit it fails with
/// [`AgentError::Endless`](zermelo_core::AgentError::Endless) in games whose positions can repeat.
pub struct PvsAgent<G: Searchable, E> {
    pub(super) options: PvsOptions,
    pub(super) evaluator: E,
    pub(super) oracle: Option<Arc<dyn Oracle<G>>>,
    pub(super) table: Option<TranspositionTable>,
    /// The move ordering tables of each thread.
    pub(super) orderings: Vec<MoveOrdering>,
    pub(super) rng: Rng,
}
