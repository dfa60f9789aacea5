//! Which games have a solver of their own.

use zermelo_core::{Agent, AgentError, Decision, Game, GameRecord, Observer, Oracle, Proven, SearchLimits, StopToken};
use zermelo_games::bitboard::Bits;
use zermelo_games::connect3d::Connect3d;
use zermelo_games::connect4::Connect4;
use zermelo_games::draughts::Draughts;
use zermelo_games::mnk::Mnk;
use zermelo_games::teeko::Teeko;
use zermelo_search::memory::TooLarge;

use crate::connect4::{Sizes, SolverAgent, SolverOptions, SolverOracle};

/// A game, with the solver that was written for it, if one was.
pub trait Solved: Game {
    /// Who tells values.
    type Oracle: Oracle<Self>;
    /// Who plays by them.
    type Agent: Agent<Self> + 'static;
    /// Whether there is a solver.
    const HAS_SOLVER: bool;

    /// The oracle, with the memory and the threads of the options; their limits are not its own.
    fn oracle(&self, options: &SolverOptions) -> Option<Result<Self::Oracle, TooLarge>>;

    /// The player.
    fn agent(options: SolverOptions) -> Option<Self::Agent>;
}

impl<S: Sizes> Solved for Connect4<S> {
    type Agent = SolverAgent<S>;
    type Oracle = SolverOracle<S>;

    const HAS_SOLVER: bool = true;

    fn oracle(&self, options: &SolverOptions) -> Option<Result<SolverOracle<S>, TooLarge>> {
        Some(SolverOracle::new(self, options.hash, options.threads))
    }

    fn agent(options: SolverOptions) -> Option<SolverAgent<S>> {
        Some(SolverAgent::new(options))
    }
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
    ($([$($set:ident)?] $game:ty),* $(,)?) => {
        $(impl $(<$set: Bits>)? Solved for $game {
            type Agent = NoSolver;
            type Oracle = NoSolver;

            const HAS_SOLVER: bool = false;

            fn oracle(&self, _: &SolverOptions) -> Option<Result<NoSolver, TooLarge>> {
                None
            }

            fn agent(_: SolverOptions) -> Option<NoSolver> {
                None
            }
        })*
    };
}

unsolved!([B] Connect3d<B>, [B] Draughts<B>, [B] Mnk<B>, [] Teeko);
