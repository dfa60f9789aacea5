//! Playouts: random or nearly random games from a position to the end.

mod policy;

use zermelo_core::{History, Line, Outcome, Ply, Position, Searchable, Side};

use crate::budget::{Budget, InterruptedError};
use crate::rng::Rng;
pub use policy::{PlayoutGuide, PlayoutPolicy};

/// The default limit of a playout's length, in games whose positions can repeat.
pub const DEFAULT_CAP: Ply = Ply(1000);

/// Plays random games with uniformly chosen moves. It keeps its buffers from playout to playout.
#[derive(Clone, Debug)]
pub struct Playouts<G: Searchable> {
    moves: Vec<G::Move>,
    key_history: KeyHistory,
    cap: Ply,
}

impl<G: Searchable> Playouts<G> {
    /// `cap` bounds the plies of one playout in games whose positions can repeat; a playout that reaches it counts as a
    /// draw.
    pub fn new(cap: Ply) -> Self {
        Self { moves: Vec::new(), key_history: KeyHistory::default(), cap }
    }

    /// Plays one game to its end from the line's current position. The budget is ticked on each move, so that an
    /// interruption is noticed inside a long playout. A game with its own playout code
    /// ([`Playout::play_out`](zermelo_core::Playout::play_out)) counts as one tick.
    ///
    /// # Errors
    /// When the budget is spent or the search is stopped.
    #[inline]
    pub fn run(&mut self, line: &Line<G>, rng: &mut Rng, budget: &mut Budget) -> Result<Outcome, InterruptedError> {
        self.run_with_moves(line, rng, budget, &mut |_| ())
    }

    /// Like [`run`](Playouts::run); `on_move` is called with each move.
    ///
    /// # Errors
    /// When the budget is spent or the search is stopped.
    #[inline]
    pub fn run_with_moves(
        &mut self,
        line: &Line<G>,
        rng: &mut Rng,
        budget: &mut Budget,
        on_move: &mut impl FnMut(G::Move),
    ) -> Result<Outcome, InterruptedError> {
        let game = line.game();
        if !game.is_acyclic() {
            return self.run_with_history(line, budget, &mut uniform_picker(rng), on_move);
        }
        budget.tick()?;
        // `play_out` expects an undecided position.
        if let Some(outcome) = game.outcome(line.position()) {
            return Ok(outcome);
        }
        match game.play_out(line.position(), &mut || rng.bits(), on_move) {
            Some(outcome) => Ok(outcome),
            None => self.run_without_history(line, budget, &mut uniform_picker(rng), on_move),
        }
    }

    /// Like [`run_with_moves`](Playouts::run_with_moves), with moves chosen by `pick`, which returns `None` in a
    /// decided position.
    fn run_with_picker(
        &mut self,
        line: &Line<G>,
        budget: &mut Budget,
        pick: &mut impl FnMut(&G, &G::Position, &mut Vec<G::Move>) -> Option<G::Move>,
        on_move: &mut impl FnMut(G::Move),
    ) -> Result<Outcome, InterruptedError> {
        if line.game().is_acyclic() {
            budget.tick()?;
            self.run_without_history(line, budget, pick, on_move)
        } else {
            self.run_with_history(line, budget, pick, on_move)
        }
    }

    /// For acyclic games: the board alone ends the game, and no history is kept.
    fn run_without_history(
        &mut self,
        line: &Line<G>,
        budget: &mut Budget,
        pick: &mut impl FnMut(&G, &G::Position, &mut Vec<G::Move>) -> Option<G::Move>,
        on_move: &mut impl FnMut(G::Move),
    ) -> Result<Outcome, InterruptedError> {
        let game = line.game();
        let mut position = *line.position();
        loop {
            // A position with a legal move is undecided.
            let Some(mv) = pick(game, &position, &mut self.moves) else {
                return Ok(final_outcome(game, &position));
            };
            on_move(mv);
            game.play_unchecked(&mut position, mv);
            budget.tick()?;
        }
    }

    /// For games whose positions can repeat: the same rules of repetition and move limits as [`History`], with a faster
    /// lookup for positions that are new, as most are.
    fn run_with_history(
        &mut self,
        line: &Line<G>,
        budget: &mut Budget,
        pick: &mut impl FnMut(&G, &G::Position, &mut Vec<G::Move>) -> Option<G::Move>,
        on_move: &mut impl FnMut(G::Move),
    ) -> Result<Outcome, InterruptedError> {
        let game = line.game();
        let limit = game.repetition_limit();
        let mut position = *line.position();
        let mut counters = line.history().counters();
        let mut is_drawn = line.history().draw(game, &position).is_some();
        self.key_history.begin(line.history());
        // After an irreversible move, the key is computed only when a reversible move follows.
        let mut is_key_known = true;
        let mut plies = 0;
        loop {
            budget.tick()?;
            let Some(mv) = pick(game, &position, &mut self.moves) else {
                return Ok(final_outcome(game, &position));
            };
            if is_drawn || plies == self.cap.0 {
                return Ok(Outcome::Draw);
            }
            on_move(mv);
            let before = position;
            game.play_unchecked(&mut position, mv);
            counters = game.count(counters, &before, mv, &position);
            is_drawn = game.is_move_limit(counters, &position);
            if let Some(limit) = limit {
                if game.is_irreversible(&before, mv) {
                    self.key_history.forget();
                    is_key_known = false;
                } else {
                    if !is_key_known {
                        self.key_history.push(before.key());
                        is_key_known = true;
                    }
                    self.key_history.push(position.key());
                    is_drawn |= self.key_history.has_occurred(limit);
                }
            }
            plies += 1;
        }
    }
}

/// Picks each legal move with equal probability.
fn uniform_picker<G: Searchable>(rng: &mut Rng) -> impl FnMut(&G, &G::Position, &mut Vec<G::Move>) -> Option<G::Move> {
    |game, position, moves| game.random_move(position, rng.bits(), moves)
}

/// The keys since the last irreversible move, with a count of the keys per value of their highest bits.
#[derive(Clone, Debug)]
struct KeyHistory {
    keys: Vec<u64>,
    counts: Vec<u16>,
}

impl Default for KeyHistory {
    fn default() -> Self {
        Self { keys: Vec::new(), counts: vec![0; 1 << Self::BITS] }
    }
}

impl KeyHistory {
    const BITS: u32 = 12;

    fn begin<G: Searchable>(&mut self, history: &History<G>) {
        self.forget();
        for key in history.keys() {
            self.push(key);
        }
    }

    fn slot(key: u64) -> usize {
        (key >> (64 - Self::BITS)) as usize
    }

    #[inline]
    fn push(&mut self, key: u64) {
        let count = &mut self.counts[Self::slot(key)];
        *count = count.saturating_add(1);
        self.keys.push(key);
    }

    #[inline]
    fn forget(&mut self) {
        for key in self.keys.drain(..) {
            self.counts[Self::slot(key)] = 0;
        }
    }

    /// Whether the last position has occurred `times` times, this time included.
    #[inline]
    fn has_occurred(&self, times: u32) -> bool {
        let Some(&last) = self.keys.last() else { return false };
        u32::from(self.counts[Self::slot(last)]) >= times
            && self.keys.iter().rev().step_by(2).filter(|&&key| key == last).count() as u32 >= times
    }
}

/// The outcome of a position without a legal move.
#[cold]
fn final_outcome<G: Searchable>(game: &G, position: &G::Position) -> Outcome {
    let outcome = game.outcome(position);
    debug_assert!(outcome.is_some(), "an undecided position without a move");
    outcome.unwrap_or(Outcome::Draw)
}

/// The points of an outcome for a side: 1 for a win, 0 for a loss, `draw` for a draw.
#[inline]
pub(crate) fn points(outcome: Outcome, side: Side, draw: f64) -> f64 {
    match outcome {
        Outcome::Draw => draw,
        Outcome::Win(winner) if winner == side => 1.0,
        Outcome::Win(_) => 0.0,
    }
}
