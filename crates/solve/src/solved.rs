//! The solver of each game.

use std::thread;

use zermelo_core::{
    Agent, AgentError, Decision, Game, GameRecord, Notation, Observer, Oracle, Proven, SearchLimits, StopToken,
};
use zermelo_games::bitboard::Bits;
use zermelo_games::connect3d::Connect3d;
use zermelo_games::connect4::Connect4;
use zermelo_games::draughts::Draughts;
use zermelo_games::hex::Hex;
use zermelo_games::mnk::Mnk;
use zermelo_games::reversi::Reversi;
use zermelo_games::teeko::Teeko;
use zermelo_search::memory::TableTooLargeError;

use crate::connect4::{SolverAgent, SolverBits, SolverOracle};
use crate::options::SolverOptions;
use crate::retrograde::{RankedGame, TableAgent, TableError, TableOptions, TableOracle, user_tables};

/// A game that may have a solver.
pub trait SolvableGame: Game {
    /// The oracle: gives proven values.
    type Oracle: Oracle<Self> + 'static;
    /// The perfect player.
    type Agent: Agent<Self> + 'static;

    /// Whether the game with its parameters has a solver.
    fn has_solver(&self) -> bool;

    /// The oracle, with the memory and the threads of the options; `None` without a solver. The limits of the options are not used.
    ///
    /// # Errors
    /// The memory or the table is not available.
    fn oracle(&self, options: &SolverOptions) -> Option<Result<Self::Oracle, SolverError>>;

    /// Whether the oracle is a table lookup, fast enough for every node of a search.
    fn has_table_oracle(&self) -> bool {
        false
    }

    /// The perfect player; `None` without a solver.
    fn agent(&self, options: SolverOptions) -> Option<Self::Agent>;

    /// Runs a visitor if the game has an endgame table.
    fn visit_table<W: TableVisitor>(&self, visitor: W) -> Option<W::Output> {
        let _ = visitor;
        None
    }
}

/// An operation on the endgame table of any game.
pub trait TableVisitor {
    /// The result.
    type Output;

    /// Runs the operation.
    fn visit<G: RankedGame + Notation>(self, game: &G) -> Self::Output;
}

/// Why a solver is not available.
#[derive(Debug, thiserror::Error)]
pub enum SolverError {
    /// The transposition table does not fit into memory.
    #[error(transparent)]
    TableTooLargeError(#[from] TableTooLargeError),
    /// The endgame table is not available.
    #[error(transparent)]
    EndgameTable(#[from] TableError),
}

impl<S: SolverBits> SolvableGame for Connect4<S> {
    type Agent = SolverAgent<S>;
    type Oracle = SolverOracle<S>;

    fn has_solver(&self) -> bool {
        true
    }

    fn oracle(&self, options: &SolverOptions) -> Option<Result<SolverOracle<S>, SolverError>> {
        Some(SolverOracle::new(self, options.hash, options.threads).map_err(SolverError::from))
    }

    fn agent(&self, options: SolverOptions) -> Option<SolverAgent<S>> {
        Some(SolverAgent::new(options))
    }
}

/// The threads that build a missing table: all processors, because a table is built once.
fn build_threads() -> usize {
    thread::available_parallelism().map_or(1, Into::into)
}

macro_rules! impl_with_table {
    ($([$($set:ident)?] $game:ty, $has_solver:expr);* $(;)?) => {
        $(impl $(<$set: Bits>)? SolvableGame for $game {
            type Agent = TableAgent<Self>;
            type Oracle = TableOracle<Self>;

            fn has_solver(&self) -> bool {
                let has_solver: fn(&Self) -> bool = $has_solver;
                has_solver(self)
            }

            fn oracle(&self, _: &SolverOptions) -> Option<Result<TableOracle<Self>, SolverError>> {
                let options = TableOptions { threads: build_threads(), ..TableOptions::default() };
                let oracle = || Ok(TableOracle::new(self, user_tables::table(self, &options, &mut |_| {})?));
                self.has_solver().then(oracle)
            }

            fn has_table_oracle(&self) -> bool {
                self.has_solver()
            }

            fn agent(&self, _: SolverOptions) -> Option<TableAgent<Self>> {
                self.has_solver().then(|| TableAgent::new(self, build_threads()))
            }

            fn visit_table<W: TableVisitor>(&self, visitor: W) -> Option<W::Output> {
                (!self.levels().is_empty()).then(|| visitor.visit(self))
            }
        })*
    };
}

// Small boards have a table if it exists or is built quickly; otherwise a search is as good.
impl_with_table! {
    [] Teeko, |_| true;
    [B] Mnk<B>, |game| !game.levels().is_empty() && !user_tables::needs_long_build(game);
    [B] Hex<B>, |game| !game.levels().is_empty() && !user_tables::needs_long_build(game);
    [B] Connect3d<B>, |game| !game.levels().is_empty() && !user_tables::needs_long_build(game);
}

/// The uninhabited solver of games without one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoSolver {}

impl<G: Game> Oracle<G> for NoSolver {
    fn probe(&self, _: &GameRecord<G>) -> Option<Proven> {
        match *self {}
    }
}

impl<G: Game> Agent<G> for NoSolver {
    fn new_game(&mut self, _: u64) {}

    fn choose(
        &mut self,
        _: &GameRecord<G>,
        _: &SearchLimits,
        _: &StopToken,
        _: &mut dyn Observer<G::Move>,
    ) -> Result<Decision<G::Move>, AgentError> {
        match *self {}
    }
}

macro_rules! impl_without_solver {
    ($($game:ty),* $(,)?) => {
        $(impl<B: Bits> SolvableGame for $game {
            type Agent = NoSolver;
            type Oracle = NoSolver;

            fn has_solver(&self) -> bool {
                false
            }

            fn oracle(&self, _: &SolverOptions) -> Option<Result<NoSolver, SolverError>> {
                None
            }

            fn agent(&self, _: SolverOptions) -> Option<NoSolver> {
                None
            }
        })*
    };
}

impl_without_solver!(Draughts<B>, Reversi<B>);
