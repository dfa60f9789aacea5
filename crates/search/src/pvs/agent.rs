//! What the player keeps from decision to decision.

use std::sync::Arc;

use zermelo_core::{Oracle, Searchable};

use super::options::PvsOptions;
use super::ordering::Memory;
use crate::rng::Rng;
use crate::table::Table;

/// A player that decides by principal-variation search or MTD(f).
///
/// It searches to depth 1, 2, 3 and so on. It ends at its limit, or when a deeper search could change nothing: no leaf was cut by the
/// horizon, or the root is won or lost and no shorter win (no longer loss) is left to be found. Where the last depth was interrupted
/// after a better move had been found, that move plays. Without a limit it is refused with [`AgentError::Endless`] where positions can
/// come back.
pub struct PvsAgent<G: Searchable, E> {
    pub(super) options: PvsOptions,
    pub(super) evaluator: E,
    pub(super) oracle: Option<Arc<dyn Oracle<G>>>,
    pub(super) table: Option<Table>,
    /// What each thread remembers of moves.
    pub(super) memories: Vec<Memory>,
    pub(super) rng: Rng,
}
