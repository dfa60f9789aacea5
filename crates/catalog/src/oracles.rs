//! The oracle of each game.

use zermelo_core::erased::{DynGame, DynOracle, ErasedGame, ErasedOracle};
use zermelo_core::spec::SpecError;
use zermelo_core::{Notation, SearchLimits};
use zermelo_search::{DfpnOptions, DfpnOracle};
use zermelo_solve::retrograde::{DynRankedGame, ErasedRankedGame, RankedGame};
use zermelo_solve::{SolverOptions, TableVisitor};

use crate::games::{CatalogGame, GAMES, GameVisitor, with_game};

/// The options of an oracle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OracleOptions {
    /// The limits of each query. A proof search needs limits in games in which positions can be repeated.
    pub limits: SearchLimits,
    /// Memory of the transposition table in bytes; 64 MiB by default.
    pub hash: u64,
    /// Search threads. A proof search uses one.
    pub threads: usize,
}

impl Default for OracleOptions {
    fn default() -> Self {
        let SolverOptions { limits, hash, threads } = SolverOptions::default();
        Self { limits, hash, threads }
    }
}

impl OracleOptions {
    fn for_solver(self) -> SolverOptions {
        let Self { limits, hash, threads } = self;
        SolverOptions { limits, hash, threads }
    }
}

/// The oracle of a game: its solver, otherwise a proof-number search.
pub fn oracle(game: &str, options: OracleOptions) -> Result<Box<dyn DynOracle>, SpecError> {
    struct BuildOracle(OracleOptions);

    impl GameVisitor for BuildOracle {
        type Output = Result<Box<dyn DynOracle>, SpecError>;

        fn visit<G: CatalogGame>(self, game: G) -> Self::Output {
            if let Some(solver) = build_solver(&game, self.0)? {
                return Ok(solver);
            }
            let OracleOptions { limits, hash, .. } = self.0;
            let options = DfpnOptions { limits, hash, shortest: true, ..DfpnOptions::default() };
            let oracle = DfpnOracle::new(game, options).map_err(|why| SpecError::Conflict(why.to_string()))?;
            Ok(Box::new(ErasedOracle::<G, _>::new(oracle)))
        }
    }

    with_game(&game.parse()?, BuildOracle(options))?
}

/// The solver of a game, if it can solve the initial position without limits. `None` also if the game spec is invalid.
pub fn solver(game: &str) -> Option<Box<dyn DynOracle>> {
    struct BuildSolver;

    impl GameVisitor for BuildSolver {
        type Output = Option<Box<dyn DynOracle>>;

        fn visit<G: CatalogGame>(self, game: G) -> Self::Output {
            let start = ErasedGame(game.clone()).new_record();
            let solver = build_solver(&game, OracleOptions::default()).ok()??;
            solver.endless_reason(start.as_ref()).is_none().then_some(solver)
        }
    }

    with_game(&game.parse().ok()?, BuildSolver).ok()?
}

fn build_solver<G: CatalogGame>(game: &G, options: OracleOptions) -> Result<Option<Box<dyn DynOracle>>, SpecError> {
    let Some(built) = game.oracle(&options.for_solver()) else { return Ok(None) };
    let oracle = built.map_err(|why| SpecError::Conflict(why.to_string()))?;
    Ok(Some(Box::new(ErasedOracle::<G, _>::new(oracle))))
}

/// The game of a spec, for work on its endgame table; `None` if the game can't have one.
///
/// # Errors
/// The spec is invalid.
pub fn ranked_game(game: &str) -> Result<Option<Box<dyn DynRankedGame>>, SpecError> {
    struct EraseGame;

    impl GameVisitor for EraseGame {
        type Output = Option<Box<dyn DynRankedGame>>;

        fn visit<G: CatalogGame>(self, game: G) -> Self::Output {
            game.visit_table(self)
        }
    }

    impl TableVisitor for EraseGame {
        type Output = Box<dyn DynRankedGame>;

        fn visit<G: RankedGame + Notation>(self, game: &G) -> Self::Output {
            Box::new(ErasedRankedGame(game.clone()))
        }
    }

    with_game(&game.parse()?, EraseGame)
}

/// Whether a game has a solver.
///
/// # Errors
/// The spec is invalid.
pub fn has_solver(game: &str) -> Result<bool, SpecError> {
    struct HasSolver;

    impl GameVisitor for HasSolver {
        type Output = bool;

        fn visit<G: CatalogGame>(self, game: G) -> bool {
            game.has_solver()
        }
    }

    with_game(&game.parse()?, HasSolver)
}

/// The games that have a solver with their default parameters.
pub fn solved_games() -> Vec<&'static str> {
    GAMES.iter().map(|info| info.name).filter(|name| has_solver(name) == Ok(true)).collect()
}
