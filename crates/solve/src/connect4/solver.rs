//! The solver of one board.

use std::fmt;
use std::sync::Arc;

use zermelo_core::{Column, Depth, Ply, Proven, ProvenBounds, Score};
use zermelo_games::bitboard::Bits;
use zermelo_games::connect4::Connect4;
use zermelo_games::stones::{StoneGame, Stones};
use zermelo_search::memory::TableTooLargeError;

use super::book::{self, PolicyBook};
use super::question::{ScoreBounds, ScoreQuestion, SolveLimits, SolverAnswer, wdl};
use super::root::SolveParams;
use super::score;
use super::solver_bits::{BoardSolver, SolverBits};

/// Solves positions of one board size. The transposition table is kept between questions. Several threads may ask at once.
pub struct Solver<S> {
    backend: Box<dyn BoardSolver<S>>,
    area: i32,
    book: Option<ScoreLookup<S>>,
    policy: Option<Arc<PolicyBook<S>>>,
}

/// Looks up a score; `None` for a position without one.
type ScoreLookup<S> = Box<dyn Fn(&Stones<S>) -> Option<i32> + Send + Sync>;

impl<S: SolverBits> Solver<S> {
    /// A solver without books, for a board of `width` columns and `height` rows on which `k` in a row win. The size of the transposition
    /// table is `bytes` rounded down to a power of two, at least one MiB.
    ///
    /// # Errors
    /// The table does not fit into memory.
    ///
    /// # Panics
    /// When a number is not from 1 to 16, or the columns do not fit `S` (see
    /// [`AnyConnect4`](zermelo_games::connect4::AnyConnect4)).
    pub fn new(width: u8, height: u8, k: u8, bytes: u64) -> Result<Self, TableTooLargeError> {
        let backend = S::board_solver([width, height, k].map(u32::from), bytes)?;
        Ok(Self { backend, area: i32::from(width) * i32::from(height), book: None, policy: None })
    }

    /// The solver of a game, with its embedded books.
    ///
    /// # Errors
    /// The transposition table does not fit into memory.
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

    /// The solver with a book of scores.
    #[must_use]
    pub fn with_book(self, book: impl Fn(&Stones<S>) -> Option<i32> + Send + Sync + 'static) -> Self {
        Self { book: Some(Box::new(book)), ..self }
    }
}

impl<S: Bits> Solver<S> {
    /// The memory of the transposition table in bytes.
    pub fn bytes(&self) -> u64 {
        self.backend.bytes()
    }

    /// Answers a question about a position. `progress` is called with each new bound.
    pub fn solve(
        &self,
        position: &Stones<S>,
        question: ScoreQuestion,
        limits: &SolveLimits,
        progress: &mut dyn FnMut(ScoreBounds),
    ) -> SolverAnswer {
        if let Some(score) = self.look_up(position) {
            return SolverAnswer { bounds: ScoreBounds::exactly(score), nodes: 0 };
        }
        let SolveLimits { limits, threads, ref stop } = *limits;
        let params = SolveParams { limits, threads, stop, progress };
        let (bounds, nodes) = self.backend.solve([position.mover(), position.other()], question, params);
        SolverAnswer { bounds, nodes }
    }

    /// The score of a position that is over or in the book.
    pub(super) fn look_up(&self, position: &Stones<S>) -> Option<i32> {
        let stones = position.occupied().count() as i32;
        if position.is_won() {
            Some(-score::of_win(self.area, stones - 1))
        } else if stones == self.area {
            Some(0)
        } else {
            self.book.as_ref().and_then(|book| book(position))
        }
    }

    /// The score of a position and the move to play, if the policy book has it.
    pub(super) fn policy_move(&self, position: &Stones<S>) -> Option<(i32, Column)> {
        let (score, column) = self.policy.as_ref()?.probe(position)?;
        Some((score, Column(column)))
    }

    /// A score as a proven value of a position.
    pub fn proven(&self, position: &Stones<S>, score: i32) -> Proven {
        let plies =
            if position.is_won() { Ply(0) } else { score::plies(self.area, position.occupied().count() as i32, score) };
        Proven { wdl: wdl(score), plies: Some(plies), score: Some(score) }
    }

    /// An answer as findings about a position.
    pub fn findings(&self, position: &Stones<S>, SolverAnswer { bounds, nodes }: SolverAnswer) -> ProvenBounds {
        let proven = |score| Some(self.proven(position, score));
        let (lower, upper) =
            if bounds == ScoreBounds::ALL { (None, None) } else { (proven(bounds.lower), proven(bounds.upper)) };
        ProvenBounds { lower, upper, nodes }
    }

    /// The question for wins and losses within `depth` plies.
    pub(super) fn question_within(&self, position: &Stones<S>, depth: Depth) -> ScoreQuestion {
        let stones = position.occupied().count() as i32;
        let plies = depth.0.clamp(1, self.area as u32 + 1) as i32;
        // Wins take an odd number of plies, losses an even one.
        let after = |last: i32| score::of_win(self.area, stones + last - 1).max(1);
        ScoreQuestion::Decisive { lost: -after(plies / 2 * 2), won: after((plies - 1) / 2 * 2 + 1) }
    }

    /// A score as a search score.
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
