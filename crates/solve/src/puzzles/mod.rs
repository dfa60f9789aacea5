//! Puzzles: positions with exactly one winning move, which wins in a given number of plies.
//!
//! ```text
//! mod          the search for puzzles
//! random_game  random games, the source of positions
//! checker      decides with an oracle whether a position is a puzzle, and finds the solution
//! ```
//!
//! Positions come from random games. Most of these games avoid moves that lose at once, so they last longer and end by a mistake that is
//! harder to see. The positions of a game are tried in random order. The oracle is first asked about the position within the puzzle's
//! depth, and about the exact values of the other moves only if that succeeds. The random numbers of each game depend only on the seed and
//! the number of the game, so a seed gives the same puzzles in the same order under any limit.

mod checker;
mod random_game;

use std::collections::HashSet;
use std::fmt;

use zermelo_core::{Oracle, Ply, Position, SearchLimits, Searchable, Side, StopToken};
use zermelo_search::SharedBudget;
use zermelo_search::rng::derive;

use self::checker::PuzzleChecker;
use self::random_game::RandomGame;

/// The search ends after this many consecutive games without a new position.
const MAX_STALE_GAMES: u64 = 1000;
/// The search ends after this many consecutive positions without a puzzle.
const MAX_FAILURES: u64 = 100_000;

/// The puzzles to search for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PuzzleOptions {
    /// The length of the win in plies: an odd number.
    pub plies: Ply,
    /// The seed of the random games.
    pub seed: u64,
    /// The node limit per position; positions that need more are skipped.
    pub nodes_per_position: u64,
}

impl PuzzleOptions {
    /// The default of [`nodes_per_position`](Self::nodes_per_position).
    pub const DEFAULT_NODES: u64 = 30_000;
}

/// A position with one winning move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Puzzle<M> {
    /// The moves from the initial position to the puzzle.
    pub moves: Vec<M>,
    /// The main line: the quickest win against the longest defence. Ties go to the first move in the order of generation.
    pub solution: Vec<M>,
    /// The number of the winner's moves in the solution that are the only winning ones, including the first.
    pub unique: u32,
}

/// Why the game has no such puzzles.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PuzzleError {
    /// The number of plies is even. The side to move wins with its own move.
    #[error(
        "a win in {0} is impossible: the side to move wins with its own move, so a win takes 1, 3, 5 or another odd number of plies"
    )]
    Even(Ply),
    /// No game has that many plies.
    #[error("a win in {plies} is impossible: a game lasts at most {longest} plies")]
    TooLong {
        /// The plies of the puzzle.
        plies: Ply,
        /// The plies of the longest game.
        longest: Ply,
    },
    /// No line fits the board.
    #[error("neither side can win this game: no line fits the board")]
    NeverWon,
}

/// Why the search for puzzles ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PuzzleSearchEnd {
    /// The limit of nodes or time is reached.
    LimitReached,
    /// The stop token was raised.
    Stopped,
    /// Many consecutive games had no new position.
    NoNewPosition,
    /// Many consecutive positions were not puzzles.
    NoPuzzle,
    /// Many games were all too short for the puzzle.
    TooShort,
}

impl fmt::Display for PuzzleSearchEnd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::LimitReached => f.write_str("the limit is reached"),
            Self::Stopped => f.write_str("stopped"),
            Self::NoNewPosition => write!(f, "{MAX_STALE_GAMES} consecutive games had no new position"),
            Self::NoPuzzle => write!(f, "{MAX_FAILURES} consecutive positions were not puzzles"),
            Self::TooShort => write!(f, "all of {MAX_STALE_GAMES} random games were too short"),
        }
    }
}

/// The progress of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PuzzleProgress {
    /// Random games played.
    pub games: u64,
    /// Positions that the oracle was asked about.
    pub tried: u64,
    /// Puzzles found.
    pub found: u64,
    /// Nodes searched by the oracle.
    pub nodes: u64,
}

/// The search for puzzles of one game.
pub struct PuzzleSearch<G: Searchable, O> {
    game: G,
    oracle: O,
    options: PuzzleOptions,
    budget: SharedBudget,
    stop: StopToken,
    /// The canonical forms of the positions tried.
    seen: HashSet<G::Position>,
    progress: PuzzleProgress,
    /// Consecutive games without a new position.
    stale_games: u64,
    /// Consecutive positions that were not puzzles.
    failures: u64,
    /// The plies of the longest game so far.
    longest: Ply,
}

impl<G: Searchable, O: Oracle<G>> PuzzleSearch<G, O> {
    /// A search with a total limit. The oracle should use one thread, because several threads make limited searches non-deterministic.
    ///
    /// # Errors
    /// The game can have no such puzzles.
    pub fn new(
        game: G,
        oracle: O,
        options: PuzzleOptions,
        limits: SearchLimits,
        stop: StopToken,
    ) -> Result<Self, PuzzleError> {
        let (plies, start) = (options.plies, game.initial());
        if plies.0 % 2 == 0 {
            return Err(PuzzleError::Even(plies));
        }
        if !Side::BOTH.iter().any(|&side| game.can_win(&start, side, u32::MAX)) {
            return Err(PuzzleError::NeverWon);
        }
        if let Some(longest) = game.plies_to_draw(&start).filter(|&longest| longest < plies) {
            return Err(PuzzleError::TooLong { plies, longest });
        }
        Ok(Self {
            budget: SharedBudget::new(limits, start.side_to_move()),
            game,
            oracle,
            options,
            stop,
            seen: HashSet::new(),
            progress: PuzzleProgress::default(),
            stale_games: 0,
            failures: 0,
            longest: Ply(0),
        })
    }

    /// The game.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// The progress.
    pub fn progress(&self) -> PuzzleProgress {
        self.progress
    }

    /// Finds the next puzzle. `on_progress` is called after each position tried.
    ///
    /// # Errors
    /// Why the search ended without another puzzle.
    pub fn next(&mut self, on_progress: &mut dyn FnMut(&PuzzleProgress)) -> Result<Puzzle<G::Move>, PuzzleSearchEnd> {
        loop {
            self.check()?;
            let played = RandomGame::play(&self.game, derive(self.options.seed, self.progress.games));
            self.progress.games += 1;
            self.stale_games += 1;
            self.longest = self.longest.max(Ply(played.moves.len() as u32));
            if let Some(puzzle) = self.try_game(&played, on_progress)? {
                self.progress.found += 1;
                self.failures = 0;
                return Ok(puzzle);
            }
        }
    }

    /// Tries the positions of a game until one is a puzzle.
    fn try_game(
        &mut self,
        played: &RandomGame<G>,
        on_progress: &mut dyn FnMut(&PuzzleProgress),
    ) -> Result<Option<Puzzle<G::Move>>, PuzzleSearchEnd> {
        let PuzzleOptions { plies, nodes_per_position, .. } = self.options;
        for &at in &played.order {
            let position = &played.positions[at];
            let checker = PuzzleChecker { game: &self.game, oracle: &self.oracle, plies, stop: &self.stop };
            if !checker.is_candidate(position) || !self.seen.insert(self.game.canonical(position)) {
                continue;
            }
            self.check()?;
            let checker = PuzzleChecker { game: &self.game, oracle: &self.oracle, plies, stop: &self.stop };
            let found = checker.check(position, self.budget.part(1).tightened(SearchLimits::nodes(nodes_per_position)));
            self.budget.spend(found.nodes);
            self.progress =
                PuzzleProgress { tried: self.progress.tried + 1, nodes: self.budget.spent(), ..self.progress };
            (self.stale_games, self.failures) = (0, self.failures + 1);
            on_progress(&self.progress);
            if let Some(solution) = found.solution {
                let moves = played.moves[..at].to_vec();
                return Ok(Some(Puzzle { moves, solution: solution.moves, unique: solution.unique }));
            }
        }
        Ok(None)
    }

    /// Whether the search has to end.
    fn check(&self) -> Result<(), PuzzleSearchEnd> {
        let left = self.budget.part(1);
        if self.stop.is_stopped() {
            Err(PuzzleSearchEnd::Stopped)
        } else if left.nodes == Some(0) || left.time.is_some_and(|time| time.is_zero()) {
            Err(PuzzleSearchEnd::LimitReached)
        } else if self.stale_games >= MAX_STALE_GAMES {
            Err(if self.longest < self.options.plies {
                PuzzleSearchEnd::TooShort
            } else {
                PuzzleSearchEnd::NoNewPosition
            })
        } else if self.failures >= MAX_FAILURES {
            Err(PuzzleSearchEnd::NoPuzzle)
        } else {
            Ok(())
        }
    }
}

impl<G: Searchable, O> fmt::Debug for PuzzleSearch<G, O> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PuzzleSearch")
            .field("options", &self.options)
            .field("progress", &self.progress)
            .finish_non_exhaustive()
    }
}
