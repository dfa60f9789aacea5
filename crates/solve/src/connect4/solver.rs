//! The solver of one board.

use std::fmt;
use std::sync::Arc;

use zermelo_core::{Column, Depth, Findings, Ply, Proven, Score};
use zermelo_games::bitboard::Bits;
use zermelo_games::connect4::Connect4;
use zermelo_games::stones::{StoneGame, Stones};
use zermelo_search::memory::TableTooLargeError;

use super::book::{self, Policy};
use super::question::{Answer, Bounds, Effort, Question, wdl};
use super::root::Errand;
use super::score;
use super::sizes::{Engine, Sizes};

/// Solves positions of one board, and remembers what it found. Questions may be asked from several threads at once.
pub struct Solver<S> {
    engine: Box<dyn Engine<S>>,
    area: i32,
    book: Option<Book<S>>,
    policy: Option<Arc<Policy<S>>>,
}

/// Scores that need no search; `None` for a position that is not among them.
type Book<S> = Box<dyn Fn(&Stones<S>) -> Option<i32> + Send + Sync>;

impl<S: Sizes> Solver<S> {
    /// A solver for a board of `width` columns and `height` rows, `k` in a row wins, whose table takes at most `bytes` (the power of two
    /// below, and at least one MiB).
    ///
    /// # Panics
    /// When a number is not from 1 to 16, or the columns do not fit `S` (see
    /// [`AnyConnect4`](zermelo_games::connect4::AnyConnect4)).
    pub fn new(width: u8, height: u8, k: u8, bytes: u64) -> Result<Self, TableTooLargeError> {
        let engine = S::engine([width, height, k].map(u32::from), bytes)?;
        Ok(Self { engine, area: i32::from(width) * i32::from(height), book: None, policy: None })
    }

    /// The solver of a game, with the books that the program has for it.
    pub fn of(game: &Connect4<S>, bytes: u64) -> Result<Self, TableTooLargeError> {
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
    pub(super) fn looked_up(&self, position: &Stones<S>) -> Option<i32> {
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
    pub(super) fn own_move(&self, position: &Stones<S>) -> Option<(i32, Column)> {
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
    pub(super) fn within(&self, position: &Stones<S>, depth: Depth) -> Question {
        let stones = position.occupied().count() as i32;
        let plies = depth.0.clamp(1, self.area as u32 + 1) as i32;
        // A win ends with the last of an odd number of plies, a loss with that of an even one.
        let after = |last: i32| score::of_win(self.area, stones + last - 1).max(1);
        Question::Sharp { lost: -after(plies / 2 * 2), won: after((plies - 1) / 2 * 2 + 1) }
    }

    /// A score in the words of a search.
    pub(super) fn score(&self, position: &Stones<S>, score: i32) -> Score {
        let Proven { wdl, plies, .. } = self.proven(position, score);
        Score::finished(wdl, plies.unwrap_or_default())
    }
}

impl<S> fmt::Debug for Solver<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Solver").field("area", &self.area).finish_non_exhaustive()
    }
}
