//! Connect Four on a board of any size, solved: who wins, and by how many stones.
//!
//! ```text
//! book      positions of the opening, solved before
//! board     squares and lines, for sizes known when the program is compiled and for any other
//! node      a position in a search; chains of forced replies
//! strategy  scores that a simple strategy holds
//! table     what is remembered
//! search    alpha-beta
//! root      the windows that settle a score; threads
//! score     stones that the winner has left
//! oracle    the solver as an oracle
//! agent     the solver as a player
//! ```
//!
//! After James D. Allen, "A Note on the Computer Solution of Connect-Four", and Victor Allis, "A Knowledge-Based Approach of
//! Connect-Four", both 1988, and Pascal Pons, <http://blog.gamesolver.org>. `docs/games/connect4.md` tells how it works.
#![expect(
    clippy::inline_always,
    reason = "a node of the search is one stretch of code: what it calls for each move is part of it"
)]

mod agent;
mod board;
pub mod book;
mod node;
mod oracle;
mod root;
mod score;
mod search;
mod sizes;
mod strategy;
mod table;
#[cfg(test)]
mod tests;

use std::fmt;
use std::sync::Arc;

use zermelo_core::{Column, Depth, Findings, Ply, Proven, Score, SearchLimits, StopToken, Wdl};
use zermelo_games::bitboard::Bits;
use zermelo_games::connect4::Connect4;
use zermelo_games::stones::{StoneGame, Stones};
use zermelo_search::memory::TooLarge;

pub use self::agent::SolverAgent;
use self::book::Policy;
pub use self::oracle::SolverOracle;
use self::root::Errand;
use self::sizes::Engine;
pub use self::sizes::Sizes;

/// Solves positions of one board, and remembers what it found. Questions may be asked from several threads at once.
pub struct Solver<S> {
    engine: Box<dyn Engine<S>>,
    area: i32,
    book: Option<Book<S>>,
    policy: Option<Arc<Policy<S>>>,
}

/// Scores that need no search; `None` for a position that is not among them.
type Book<S> = Box<dyn Fn(&Stones<S>) -> Option<i32> + Send + Sync>;

/// What is to be settled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Question {
    /// Win, draw or loss.
    Outcome,
    /// The score, and so how long the game lasts.
    Score,
    /// Whether the score is above this.
    Above(i32),
    /// The score, if it is at most `lost` (below 0) or at least `won` (above 0): what is won or lost soon.
    Sharp {
        /// At most this.
        lost: i32,
        /// At least this.
        won: i32,
    },
}

/// Bounds of a score: the stones that the winner has left, above 0 for the side to move, below for the other; 0 is a draw. Who wins with the
/// last of its stones scores 1, with the one before 2, and so on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bounds {
    /// It is at least this.
    pub lower: i32,
    /// It is at most this.
    pub upper: i32,
}

/// How to look for an answer.
#[derive(Clone, Debug)]
pub struct Effort {
    /// Nodes and time; the depth has no meaning here.
    pub limits: SearchLimits,
    /// How many threads. They change the time alone, not the answer.
    pub threads: usize,
    /// Ends the search; the bounds so far are the answer.
    pub stop: StopToken,
}

/// What was found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Answer {
    /// The score, or bounds where the search ended before.
    pub bounds: Bounds,
    /// The positions searched.
    pub nodes: u64,
}

impl Question {
    /// The same seen by the other side.
    fn reversed(self) -> Self {
        match self {
            Self::Outcome | Self::Score => self,
            Self::Above(score) => Self::Above(-score - 1),
            Self::Sharp { lost, won } => Self::Sharp { lost: -won, won: -lost },
        }
    }
}

impl<S: Sizes> Solver<S> {
    /// A solver for a board of `width` columns and `height` rows, `k` in a row wins, whose table takes at most `bytes` (the power of two
    /// below, and at least one MiB).
    ///
    /// # Panics
    /// When a number is not from 1 to 16, or the columns do not fit `S` (see
    /// [`AnyConnect4`](zermelo_games::connect4::AnyConnect4)).
    pub fn new(width: u8, height: u8, k: u8, bytes: u64) -> Result<Self, TooLarge> {
        let engine = S::engine([width, height, k].map(u32::from), bytes)?;
        Ok(Self { engine, area: i32::from(width) * i32::from(height), book: None, policy: None })
    }

    /// The solver of a game, with the books that the program has for it.
    pub fn of(game: &Connect4<S>, bytes: u64) -> Result<Self, TooLarge> {
        let [width, height, _] = game.lattice().size();
        let size = [width, height, game.lattice().k()];
        let solver = Self::new(width, height, size[2], bytes)?;
        let solver = match book::embedded::scores(size) {
            Some(scores) => solver.with_book(move |position| scores.probe(position)),
            None => solver,
        };
        Ok(Self { policy: book::embedded::policy(size), ..solver })
    }

    /// The same with scores that need no search: those that `book` gives.
    #[must_use]
    pub fn with_book(self, book: impl Fn(&Stones<S>) -> Option<i32> + Send + Sync + 'static) -> Self {
        Self { book: Some(Box::new(book)), ..self }
    }
}

impl<S: Bits> Solver<S> {
    /// The table's memory, in bytes.
    pub fn bytes(&self) -> u64 {
        self.engine.bytes()
    }

    /// Settles a position. `progress` hears of each new bound.
    pub fn solve(
        &self,
        position: &Stones<S>,
        question: Question,
        effort: &Effort,
        progress: &mut dyn FnMut(Bounds),
    ) -> Answer {
        if let Some(score) = self.looked_up(position) {
            return Answer { bounds: Bounds::exactly(score), nodes: 0 };
        }
        let Effort { limits, threads, ref stop } = *effort;
        let errand = Errand { limits, threads, stop, progress };
        let (bounds, nodes) = self.engine.settle([position.mover(), position.other()], question, errand);
        Answer { bounds, nodes }
    }

    /// The score of a position that is over or in the book.
    fn looked_up(&self, position: &Stones<S>) -> Option<i32> {
        let stones = position.occupied().count() as i32;
        if position.is_won() {
            Some(-score::of_win(self.area, stones - 1))
        } else if stones == self.area {
            Some(0)
        } else {
            self.book.as_ref().and_then(|book| book(position))
        }
    }

    /// The score of a position and the move to play, where the policy has it.
    fn own_move(&self, position: &Stones<S>) -> Option<(i32, Column)> {
        let (score, column) = self.policy.as_ref()?.probe(position)?;
        Some((score, Column(column)))
    }

    /// What a score says of a position.
    pub fn proven(&self, position: &Stones<S>, score: i32) -> Proven {
        let plies =
            if position.is_won() { Ply(0) } else { score::plies(self.area, position.occupied().count() as i32, score) };
        Proven { wdl: wdl(score), plies: Some(plies), score: Some(score) }
    }

    /// What bounds of the score say of a position.
    pub fn findings(&self, position: &Stones<S>, Answer { bounds, nodes }: Answer) -> Findings {
        let proven = |score| Some(self.proven(position, score));
        let (lower, upper) =
            if bounds == Bounds::ALL { (None, None) } else { (proven(bounds.lower), proven(bounds.upper)) };
        Findings { lower, upper, nodes }
    }

    /// The question for wins and losses of at most so many plies.
    fn within(&self, position: &Stones<S>, depth: Depth) -> Question {
        let stones = position.occupied().count() as i32;
        let plies = depth.0.clamp(1, self.area as u32 + 1) as i32;
        // A win ends with the last of an odd number of plies, a loss with that of an even one.
        let after = |last: i32| score::of_win(self.area, stones + last - 1).max(1);
        Question::Sharp { lost: -after(plies / 2 * 2), won: after((plies - 1) / 2 * 2 + 1) }
    }

    /// A score in the words of a search.
    fn score(&self, position: &Stones<S>, score: i32) -> Score {
        let Proven { wdl, plies, .. } = self.proven(position, score);
        Score::finished(wdl, plies.unwrap_or_default())
    }
}

impl<S> fmt::Debug for Solver<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Solver").field("area", &self.area).finish_non_exhaustive()
    }
}

impl Bounds {
    /// No bounds at all.
    const ALL: Self = Self { lower: i32::MIN + 1, upper: i32::MAX };

    fn exactly(score: i32) -> Self {
        Self { lower: score, upper: score }
    }

    fn and(self, other: Self) -> Self {
        Self { lower: self.lower.max(other.lower), upper: self.upper.min(other.upper) }
    }

    /// The part of them between two scores.
    fn clamped(self, least: i32, most: i32) -> Self {
        Self { lower: self.lower.clamp(least, most), upper: self.upper.clamp(least, most) }
    }

    /// The same seen by the other side.
    #[must_use]
    pub fn reversed(self) -> Self {
        Self { lower: -self.upper, upper: -self.lower }
    }

    /// The score, where the bounds meet.
    pub fn score(self) -> Option<i32> {
        (self.lower == self.upper).then_some(self.lower)
    }

    /// Who wins, where the bounds tell.
    pub fn wdl(self) -> Option<Wdl> {
        (wdl(self.lower) == wdl(self.upper)).then(|| wdl(self.lower))
    }
}

fn wdl(score: i32) -> Wdl {
    match score {
        1.. => Wdl::Win,
        0 => Wdl::Draw,
        _ => Wdl::Loss,
    }
}

impl Default for Effort {
    fn default() -> Self {
        Self { limits: SearchLimits::NONE, threads: 1, stop: StopToken::new() }
    }
}
