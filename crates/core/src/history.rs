//! The one judge of draws by repetition and by move limit.

use crate::{Game, Ply, Position, Termination};

/// What came before, as far as the rules care: the keys since the last irreversible move and the rule counters.
///
/// A game record and every line of a search carry one, moved by the same [`push`](History::push), so that they can't disagree
/// about a draw. Keys are 64 bits: two different positions of one game are taken for one with a chance of about 2^-64.
#[derive(Clone, Debug)]
pub struct History<G: Game> {
    entries: Vec<Entry<G::Counters>>,
    /// Whether the sides move strictly in turn ([`Game::alternates`]): then only every second entry can be equal, since the
    /// side to move is part of the key.
    alternates: bool,
}

/// Where the present position came up before.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Repetition {
    /// How often it has come up, this time included; at least 2.
    pub occurrences: u32,
    /// How many plies ago it came up last.
    pub last: Ply,
    /// How many plies ago it came up first, since the last irreversible move.
    pub first: Ply,
}

#[derive(Clone, Copy, Debug)]
struct Entry<C> {
    key: u64,
    /// Plies since the last irreversible move: how far back a repetition can lie.
    reversible: u32,
    counters: C,
}

impl<G: Game> History<G> {
    /// The history of a game that starts here, or a fresh one where nothing before counts.
    pub fn new(start: &G::Position) -> Self {
        Self::with_counters(start, G::Counters::default())
    }

    /// As [`new`](History::new), with the counters that a position's text carries.
    pub fn with_counters(start: &G::Position, counters: G::Counters) -> Self {
        Self { entries: vec![Entry { key: start.key(), reversible: 0, counters }], alternates: true }
    }

    /// Makes room for `plies` more pushes without allocation.
    pub fn reserve(&mut self, plies: usize) {
        self.entries.reserve(plies);
    }

    /// Notes a move that was played.
    #[inline]
    pub fn push(&mut self, game: &G, before: &G::Position, mv: G::Move, after: &G::Position) {
        if game.is_acyclic() {
            return;
        }
        // Nothing can be equal before the first move, so this is early enough.
        self.alternates = game.alternates();
        let last = self.last();
        let reversible = if game.is_irreversible(before, mv) { 0 } else { last.reversible + 1 };
        let counters = game.count(last.counters, before, mv, after);
        self.entries.push(Entry { key: after.key(), reversible, counters });
    }

    /// Takes back the last pushed move.
    ///
    /// # Panics
    /// In debug builds, when nothing was pushed.
    #[inline]
    pub fn pop(&mut self, game: &G) {
        if game.is_acyclic() {
            return;
        }
        debug_assert!(self.entries.len() > 1, "pop without a push");
        self.entries.pop();
    }

    /// Why the position reached is a draw by what came before, if it is. The board's own result goes first: ask
    /// [`Game::outcome`] before.
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

    /// How often the present position has come up, this time included.
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

    /// Where the present position came up before; `None` when it did not.
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

    /// The key of the present position. In an acyclic game nothing is kept, and this is the key of the start.
    #[inline]
    pub fn key(&self) -> u64 {
        self.last().key
    }

    /// The keys since the last irreversible move, the present one last.
    pub fn keys(&self) -> impl Iterator<Item = u64> {
        self.since_irreversible().iter().map(|entry| entry.key)
    }

    /// Whether nothing that came before can come up again.
    #[inline]
    pub fn is_fresh(&self) -> bool {
        self.last().reversible == 0
    }

    /// The rule counters of the present position.
    #[inline]
    pub fn counters(&self) -> G::Counters {
        self.last().counters
    }

    /// The rule counters that the history began with.
    pub fn start_counters(&self) -> G::Counters {
        self.entries[0].counters
    }

    /// The entries since the last irreversible move, the present one last.
    #[inline]
    fn since_irreversible(&self) -> &[Entry<G::Counters>] {
        let last = self.entries.len() - 1;
        &self.entries[last - (self.last().reversible as usize).min(last)..]
    }

    #[inline]
    fn last(&self) -> &Entry<G::Counters> {
        // `new` puts one entry in, and `pop` leaves it.
        &self.entries[self.entries.len() - 1]
    }
}
