//! Games played out at random, or nearly so.

mod policy;

use zermelo_core::{History, Line, Outcome, Ply, Position, Searchable, Side};

use crate::budget::{Budget, Interrupted};
use crate::rng::Rng;
pub use policy::{Guide, PlayoutPolicy};

/// How many plies a playout of a game with cycles may take unless an option says otherwise.
pub const DEFAULT_CAP: Ply = Ply(1000);

/// Plays games out at random: each legal move as likely. Keeps its buffers from game to game.
#[derive(Clone, Debug)]
pub struct Playouts<G: Searchable> {
    moves: Vec<G::Move>,
    past: Past,
    cap: Ply,
}

impl<G: Searchable> Playouts<G> {
    /// `cap` bounds the plies of one playout in games whose positions can come back; a game cut there counts as a draw.
    /// Playouts of other games end by themselves.
    pub fn new(cap: Ply) -> Self {
        Self { moves: Vec::new(), past: Past::default(), cap }
    }

    /// Plays the game out from where the line stands. The budget is asked for each move, so that an interruption is noticed
    /// inside a long game; a game that plays itself out ([`Playout::play_out`](zermelo_core::Playout::play_out)) is one step of work.
    #[inline]
    pub fn run(&mut self, line: &Line<G>, rng: &mut Rng, budget: &mut Budget) -> Result<Outcome, Interrupted> {
        self.run_told(line, rng, budget, &mut |_| ())
    }

    /// As [`run`](Playouts::run); `played` hears of the moves.
    #[inline]
    pub fn run_told(
        &mut self,
        line: &Line<G>,
        rng: &mut Rng,
        budget: &mut Budget,
        played: &mut impl FnMut(G::Move),
    ) -> Result<Outcome, Interrupted> {
        let game = line.game();
        if !game.is_acyclic() {
            return self.run_judged(line, budget, &mut by_chance(rng), played);
        }
        budget.work()?;
        // Who is handed a finished game has its result.
        if let Some(outcome) = game.outcome(line.position()) {
            return Ok(outcome);
        }
        match game.play_out(line.position(), &mut || rng.bits(), played) {
            Some(outcome) => Ok(outcome),
            None => self.run_free(line, budget, &mut by_chance(rng), played),
        }
    }

    /// As [`run_told`](Playouts::run_told), with moves picked by a policy: `pick` gives a legal move, `None` in a decided position.
    fn run_picked(
        &mut self,
        line: &Line<G>,
        budget: &mut Budget,
        pick: &mut impl FnMut(&G, &G::Position, &mut Vec<G::Move>) -> Option<G::Move>,
        played: &mut impl FnMut(G::Move),
    ) -> Result<Outcome, Interrupted> {
        if line.game().is_acyclic() {
            budget.work()?;
            self.run_free(line, budget, pick, played)
        } else {
            self.run_judged(line, budget, pick, played)
        }
    }

    /// Where no position can come back, the board alone ends a game: no history is kept.
    fn run_free(
        &mut self,
        line: &Line<G>,
        budget: &mut Budget,
        pick: &mut impl FnMut(&G, &G::Position, &mut Vec<G::Move>) -> Option<G::Move>,
        played: &mut impl FnMut(G::Move),
    ) -> Result<Outcome, Interrupted> {
        let game = line.game();
        let mut position = *line.position();
        loop {
            // Who has a move is not asked whether the game is over.
            let Some(mv) = pick(game, &position, &mut self.moves) else {
                return Ok(decided(game, &position));
            };
            played(mv);
            game.play_unchecked(&mut position, mv);
            budget.work()?;
        }
    }

    /// Where positions can come back, repetitions and move limits are judged as the line's history does, but on a memory of its own:
    /// most positions are new, which one look tells.
    fn run_judged(
        &mut self,
        line: &Line<G>,
        budget: &mut Budget,
        pick: &mut impl FnMut(&G, &G::Position, &mut Vec<G::Move>) -> Option<G::Move>,
        played: &mut impl FnMut(G::Move),
    ) -> Result<Outcome, Interrupted> {
        let game = line.game();
        let limit = game.repetition_limit();
        let mut position = *line.position();
        let mut counters = line.history().counters();
        let mut is_drawn = line.history().draw(game, &position).is_some();
        self.past.begin(line.history());
        // After an irreversible move, the key is asked for only when the next one is reversible.
        let mut is_known = true;
        let mut plies = 0;
        loop {
            budget.work()?;
            let Some(mv) = pick(game, &position, &mut self.moves) else {
                return Ok(decided(game, &position));
            };
            if is_drawn || plies == self.cap.0 {
                return Ok(Outcome::Draw);
            }
            played(mv);
            let before = position;
            game.play_unchecked(&mut position, mv);
            counters = game.count(counters, &before, mv, &position);
            is_drawn = game.is_move_limit(counters, &position);
            if let Some(limit) = limit {
                if game.is_irreversible(&before, mv) {
                    self.past.forget();
                    is_known = false;
                } else {
                    if !is_known {
                        self.past.push(before.key());
                        is_known = true;
                    }
                    self.past.push(position.key());
                    is_drawn |= self.past.has_come_up(limit);
                }
            }
            plies += 1;
        }
    }
}

/// Picks each legal move as likely.
fn by_chance<G: Searchable>(rng: &mut Rng) -> impl FnMut(&G, &G::Position, &mut Vec<G::Move>) -> Option<G::Move> {
    |game, position, moves| game.random_move(position, rng.bits(), moves)
}

/// The keys since the last irreversible move, with a count of those that share their highest bits.
#[derive(Clone, Debug)]
struct Past {
    keys: Vec<u64>,
    counts: Vec<u16>,
}

impl Default for Past {
    fn default() -> Self {
        Self { keys: Vec::new(), counts: vec![0; 1 << Self::BITS] }
    }
}

impl Past {
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

    /// Whether the last position has come up so many times, this time included.
    #[inline]
    fn has_come_up(&self, times: u32) -> bool {
        let Some(&last) = self.keys.last() else { return false };
        u32::from(self.counts[Self::slot(last)]) >= times
            && self.keys.iter().rev().step_by(2).filter(|&&key| key == last).count() as u32 >= times
    }
}

/// The result of a position without a move.
#[cold]
fn decided<G: Searchable>(game: &G, position: &G::Position) -> Outcome {
    let outcome = game.outcome(position);
    debug_assert!(outcome.is_some(), "an undecided position without a move");
    outcome.unwrap_or(Outcome::Draw)
}

/// What an outcome brings to a side: 1 for a win, 0 for a loss, `draw` for a draw.
#[inline]
pub(crate) fn points(outcome: Outcome, side: Side, draw: f64) -> f64 {
    match outcome {
        Outcome::Draw => draw,
        Outcome::Win(winner) if winner == side => 1.0,
        Outcome::Win(_) => 0.0,
    }
}
