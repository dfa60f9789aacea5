//! What came before the root, as far as it decides what is below: draws by repetition and by move limit.

use zermelo_core::{GameRecord, Ply, Position, Searchable};

/// Which positions are drawn by what came before.
#[derive(Clone, Debug)]
pub(super) struct Judge<G: Searchable> {
    /// Positions of the record that are drawn when they come up once more, by their keys.
    spent: Vec<u64>,
    /// The counters of the root; `None`: move limits are not looked at.
    counters: Option<G::Counters>,
}

impl<G: Searchable> Judge<G> {
    /// A fresh history and no move limit: the value of the position alone.
    pub(super) fn fresh() -> Self {
        Self { spent: Vec::new(), counters: None }
    }

    /// The history of a record.
    pub(super) fn of(record: &GameRecord<G>) -> Self {
        let game = record.game();
        if game.is_acyclic() {
            return Self::fresh();
        }
        let history = record.line().history();
        let mut keys: Vec<u64> = history.keys().collect();
        keys.sort_unstable();
        let before_last = game.repetition_limit().map_or(usize::MAX, |limit| limit.saturating_sub(1).max(1) as usize);
        let spent = keys.chunk_by(PartialEq::eq).filter(|same| same.len() >= before_last).map(|same| same[0]).collect();
        Self { spent, counters: Some(history.counters()) }
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

    /// Whether a position that the board leaves open is drawn.
    #[inline]
    pub(super) fn is_drawn(&self, game: &G, position: &G::Position, counters: G::Counters) -> bool {
        let is_spent = !self.spent.is_empty() && self.spent.binary_search(&position.key()).is_ok();
        is_spent || self.counters.is_some() && game.is_move_limit(counters, position)
    }

    /// What tells apart counters that can end the game within so many plies.
    #[inline]
    pub(super) fn key(&self, game: &G, position: &G::Position, counters: G::Counters, within: Ply) -> u64 {
        if self.counters.is_none() {
            return 0;
        }
        game.counters_key(counters, position, within).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    /// Whether symmetric positions have the same value: no position of the record is in the way.
    pub(super) fn is_symmetric(&self) -> bool {
        self.spent.is_empty()
    }

    /// Keeps apart values for different histories.
    pub(super) fn salt(&self) -> u64 {
        self.spent.iter().fold(0, |salt: u64, key| (salt ^ key).wrapping_mul(0xa076_1d64_78bd_642f).rotate_left(29))
    }
}
