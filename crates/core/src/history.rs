//! The history of a game: draws by repetition and by move limit.

use crate::{Game, Ply, Position, Termination};

/// The part of the past that the rules depend on: the keys of the positions since the last irreversible move, and the rule
/// counters.
///
/// Game records and searches both use it, so they agree about draws. Keys have 64 bits: two different positions have the same key
/// with a probability of about 2^-64.
#[derive(Clone, Debug)]
pub struct History<G: Game> {
    entries: Vec<HistoryEntry<G::Counters>>,
    /// Whether the sides move strictly in turn ([`Game::alternates`]). Then only every second entry can be equal, because the
    /// side to move is part of the key.
    alternates: bool,
}

/// The earlier occurrences of the current position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Repetition {
    /// The number of occurrences, including the current one; at least 2.
    pub occurrences: u32,
    /// Plies since the previous occurrence.
    pub last: Ply,
    /// Plies since the first occurrence after the last irreversible move.
    pub first: Ply,
}

#[derive(Clone, Copy, Debug)]
struct HistoryEntry<C> {
    key: u64,
    /// Plies since the last irreversible move: how far back a repetition can lie.
    reversible: u32,
    counters: C,
}

impl<G: Game> History<G> {
    /// A history that starts at a position.
    pub fn new(start: &G::Position) -> Self {
        Self::with_counters(start, G::Counters::default())
    }

    /// As [`new`](History::new), with rule counters.
    pub fn with_counters(start: &G::Position, counters: G::Counters) -> Self {
        Self { entries: vec![HistoryEntry { key: start.key(), reversible: 0, counters }], alternates: true }
    }

    /// Reserves memory for `plies` more moves.
    pub fn reserve(&mut self, plies: usize) {
        self.entries.reserve(plies);
    }

    /// Adds a move.
    #[inline]
    pub fn push(&mut self, game: &G, before: &G::Position, mv: G::Move, after: &G::Position) {
        if game.is_acyclic() {
            return;
        }
        // Set at the first move: before it there is nothing to compare.
        self.alternates = game.alternates();
        let last = self.last();
        let reversible = if game.is_irreversible(before, mv) { 0 } else { last.reversible + 1 };
        let counters = game.count(last.counters, before, mv, after);
        self.entries.push(HistoryEntry { key: after.key(), reversible, counters });
    }

    /// Removes the last move.
    ///
    /// # Panics
    /// In debug builds, if there is no move.
    #[inline]
    pub fn pop(&mut self, game: &G) {
        if game.is_acyclic() {
            return;
        }
        debug_assert!(self.entries.len() > 1, "pop without a push");
        self.entries.pop();
    }

    /// Whether the current position is a draw by repetition or move limit, and which. A result of the position itself has priority:
    /// call [`Game::outcome`] first.
    #[inline]
    pub fn draw(&self, game: &G, position: &G::Position) -> Option<Termination> {
        if game.is_acyclic() {
            return None;
        }
        debug_assert_eq!(self.last().key, position.key(), "the history belongs to another position");
        if game.repetition_limit().is_some_and(|limit| self.occurrences() >= limit) {
            return Some(Termination::Repetition);
        }
        game.is_move_limit(self.last().counters, position).then_some(Termination::MoveLimit)
    }

    /// The number of occurrences of the current position, including this one.
    #[inline]
    pub fn occurrences(&self) -> u32 {
        let key = self.last().key;
        let since = self.since_irreversible();
        if self.alternates {
            1 + since.iter().rev().skip(2).step_by(2).filter(|entry| entry.key == key).count() as u32
        } else {
            since.iter().filter(|entry| entry.key == key).count() as u32
        }
    }

    /// The earlier occurrences of the current position; `None` if there are none.
    #[inline]
    pub fn repetition(&self) -> Option<Repetition> {
        let key = self.last().key;
        let step = if self.alternates { 2 } else { 1 };
        let earlier = self.since_irreversible().iter().rev().enumerate().skip(step).step_by(step);
        let mut same = earlier.filter(|(_, entry)| entry.key == key).map(|(plies, _)| Ply(plies as u32));
        let nearest = same.next()?;
        let (mut occurrences, mut first) = (2, nearest);
        for plies in same {
            (occurrences, first) = (occurrences + 1, plies);
        }
        Some(Repetition { occurrences, last: nearest, first })
    }

    /// The key of the current position. In an acyclic game the history is empty, and this is the key of the start position.
    #[inline]
    pub fn key(&self) -> u64 {
        self.last().key
    }

    /// The keys since the last irreversible move; the current position is last.
    pub fn keys(&self) -> impl Iterator<Item = u64> {
        self.since_irreversible().iter().map(|entry| entry.key)
    }

    /// Whether no earlier position can occur again.
    #[inline]
    pub fn is_fresh(&self) -> bool {
        self.last().reversible == 0
    }

    /// The rule counters of the current position.
    #[inline]
    pub fn counters(&self) -> G::Counters {
        self.last().counters
    }

    /// The rule counters of the start position.
    pub fn start_counters(&self) -> G::Counters {
        self.entries[0].counters
    }

    /// The entries since the last irreversible move; the current position is last.
    #[inline]
    fn since_irreversible(&self) -> &[HistoryEntry<G::Counters>] {
        let last = self.entries.len() - 1;
        &self.entries[last - (self.last().reversible as usize).min(last)..]
    }

    #[inline]
    fn last(&self) -> &HistoryEntry<G::Counters> {
        // `new` puts one entry in, and `pop` leaves it.
        &self.entries[self.entries.len() - 1]
    }
}
