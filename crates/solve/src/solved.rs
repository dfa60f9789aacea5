//! Which games have a solver of their own.

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

use crate::connect4::{Sizes, SolverAgent, SolverOracle};
use crate::options::SolverOptions;
use crate::retrograde::{Means, Ranked, TableAgent, TableError, TableOracle, home};

/// A game, with the solver that was written for it, if one was.
pub trait Solved: Game {
    /// Who tells values.
    type Oracle: Oracle<Self> + 'static;
    /// Who plays by them.
    type Agent: Agent<Self> + 'static;

    /// Whether there is a solver for this game with its parameters.
    fn has_solver(&self) -> bool;

    /// The oracle, with the memory and the threads of the options; their limits are not its own.
    fn oracle(&self, options: &SolverOptions) -> Option<Result<Self::Oracle, SolverError>>;

    /// Whether its oracle looks values up in a table, and can be asked about each position of a search.
    fn looks_up(&self) -> bool {
        false
    }

    /// The player.
    fn agent(&self, options: SolverOptions) -> Option<Self::Agent>;

    /// Does a piece of work on the game's table; `None` where it can have none.
    fn with_table<W: TableWork>(&self, work: W) -> Option<W::Output> {
        let _ = work;
        None
    }
}

/// A piece of work on the table of a game, whichever it is.
pub trait TableWork {
    /// What it gives.
    type Output;

    /// Does it.
    fn run<G: Ranked + Notation>(self, game: &G) -> Self::Output;
}

/// Why a solver can't be had.
#[derive(Debug, thiserror::Error)]
pub enum SolverError {
    /// The memory for the table of a search is not there.
    #[error(transparent)]
    TooLarge(#[from] TableTooLargeError),
    /// The table of the game can't be had.
    #[error(transparent)]
    Table(#[from] TableError),
}

impl<S: Sizes> Solved for Connect4<S> {
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

/// The threads that make a table that is not there: all that the machine has, since it is done once.
fn cores() -> usize {
    thread::available_parallelism().map_or(1, Into::into)
}

macro_rules! tabled {
    ($([$($set:ident)?] $game:ty, $has_solver:expr);* $(;)?) => {
        $(impl $(<$set: Bits>)? Solved for $game {
            type Agent = TableAgent<Self>;
            type Oracle = TableOracle<Self>;

            fn has_solver(&self) -> bool {
                let has_solver: fn(&Self) -> bool = $has_solver;
                has_solver(self)
            }

            fn oracle(&self, _: &SolverOptions) -> Option<Result<TableOracle<Self>, SolverError>> {
                let means = Means { threads: cores(), ..Means::default() };
                let oracle = || Ok(TableOracle::new(self, home::table(self, &means, &mut |_| {})?));
                self.has_solver().then(oracle)
            }

            fn looks_up(&self) -> bool {
                self.has_solver()
            }

            fn agent(&self, _: SolverOptions) -> Option<TableAgent<Self>> {
                self.has_solver().then(|| TableAgent::new(self, cores()))
            }

            fn with_table<W: TableWork>(&self, work: W) -> Option<W::Output> {
                (!self.levels().is_empty()).then(|| work.run(self))
            }
        })*
    };
}

// A board of stones has its table where that is quickly had; else a search is as good.
tabled! {
    [] Teeko, |_| true;
    [B] Mnk<B>, |game| !game.levels().is_empty() && !home::takes_a_while(game);
    [B] Hex<B>, |game| !game.levels().is_empty() && !home::takes_a_while(game);
    [B] Connect3d<B>, |game| !game.levels().is_empty() && !home::takes_a_while(game);
}

/// The solver of games that have none.
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

macro_rules! unsolved {
    ($($game:ty),* $(,)?) => {
        $(impl<B: Bits> Solved for $game {
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

unsolved!(Draughts<B>, Reversi<B>);
