//! Draws in the tree that follow from the record before the root: by repetition and by move limit.

use zermelo_core::{GameRecord, Ply, Position, Searchable};

/// Decides which positions are drawn because of the record.
#[derive(Clone, Debug)]
pub(super) struct HistoryDraws<G: Searchable> {
    /// The keys of positions that are drawn at their next occurrence.
    drawing_keys: Vec<u64>,
    /// The counters of the root; `None` to ignore move limits.
    counters: Option<G::Counters>,
}

impl<G: Searchable> HistoryDraws<G> {
    /// Without a history and without move limits: the value of the position alone.
    pub(super) fn fresh() -> Self {
        Self { drawing_keys: Vec::new(), counters: None }
    }

    /// With the history of a record.
    pub(super) fn of(record: &GameRecord<G>) -> Self {
        let game = record.game();
        if game.is_acyclic() {
            return Self::fresh();
        }
        let history = record.line().history();
        let mut keys: Vec<u64> = history.keys().collect();
        keys.sort_unstable();
        let before_last = game.repetition_limit().map_or(usize::MAX, |limit| limit.saturating_sub(1).max(1) as usize);
        let drawing_keys =
            keys.chunk_by(PartialEq::eq).filter(|same| same.len() >= before_last).map(|same| same[0]).collect();
        Self { drawing_keys, counters: Some(history.counters()) }
    }

    /// The counters of the root.
    pub(super) fn root_counters(&self) -> G::Counters {
        self.counters.unwrap_or_default()
    }

    /// The counters after a move.
    #[inline]
    pub(super) fn count(
        &self,
        game: &G,
        counters: G::Counters,
        before: &G::Position,
        mv: G::Move,
        after: &G::Position,
    ) -> G::Counters {
        if self.counters.is_some() { game.count(counters, before, mv, after) } else { counters }
    }

    /// Whether a position that is undecided on the board is drawn.
    #[inline]
    pub(super) fn is_drawn(&self, game: &G, position: &G::Position, counters: G::Counters) -> bool {
        let is_repetition = !self.drawing_keys.is_empty() && self.drawing_keys.binary_search(&position.key()).is_ok();
        is_repetition || self.counters.is_some() && game.is_move_limit(counters, position)
    }

    /// A key that separates counters that can end the game within `within` plies.
    #[inline]
    pub(super) fn key(&self, game: &G, position: &G::Position, counters: G::Counters, within: Ply) -> u64 {
        if self.counters.is_none() {
            return 0;
        }
        game.counters_key(counters, position, within).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    /// Whether symmetric positions have the same value, which holds if no position is drawn by repetition.
    pub(super) fn is_symmetric(&self) -> bool {
        self.drawing_keys.is_empty()
    }

    /// Separates the table entries of different histories.
    pub(super) fn salt(&self) -> u64 {
        self.drawing_keys
            .iter()
            .fold(0, |salt: u64, key| (salt ^ key).wrapping_mul(0xa076_1d64_78bd_642f).rotate_left(29))
    }
}
