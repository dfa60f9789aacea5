//! Who knows the value of a game's positions.

use zermelo_core::SearchLimits;
use zermelo_core::erased::{DynGame, DynOracle, Entry, ErasedOracle};
use zermelo_core::spec::{Spec, SpecError};
use zermelo_search::{DfpnOptions, DfpnOracle};
use zermelo_solve::SolverOptions;

use crate::games::{CatalogGame, GAMES, GameVisitor, with_game};

/// How an oracle is set up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OracleOptions {
    /// The limits of each question. A proof search in a game in which positions can come back needs one.
    pub limits: SearchLimits,
    /// Memory of the table in bytes: 64 MiB by default.
    pub hash: u64,
    /// Threads that search. A proof search uses one.
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

/// The oracle for the game that a text names: its own solver, else a search for proofs.
pub fn oracle(game: &str, options: OracleOptions) -> Result<Box<dyn DynOracle>, SpecError> {
    struct Make(OracleOptions);

    impl GameVisitor for Make {
        type Output = Result<Box<dyn DynOracle>, SpecError>;

        fn visit<G: CatalogGame>(self, game: G) -> Self::Output {
            if let Some(solver) = own(&game, self.0)? {
                return Ok(solver);
            }
            let OracleOptions { limits, hash, .. } = self.0;
            let options = DfpnOptions { limits, hash, shortest: true, ..DfpnOptions::default() };
            let oracle = DfpnOracle::new(game, options).map_err(|why| SpecError::Conflict(why.to_string()))?;
            Ok(Box::new(ErasedOracle::<G, _>::new(oracle)))
        }
    }

    with_game(&game.parse()?, Make(options))?
}

/// The game's own solver, where it has one that knows the initial position, and so all of them; `None` also where the text names no game.
pub fn solver(game: &str) -> Option<Box<dyn DynOracle>> {
    struct Make;

    impl GameVisitor for Make {
        type Output = Option<Box<dyn DynOracle>>;

        fn visit<G: CatalogGame>(self, game: G) -> Self::Output {
            let start = Entry(game.clone()).new_record();
            let solver = own(&game, OracleOptions::default()).ok()??;
            solver.why_endless(start.as_ref()).is_none().then_some(solver)
        }
    }

    with_game(&game.parse().ok()?, Make).ok()?
}

fn own<G: CatalogGame>(game: &G, options: OracleOptions) -> Result<Option<Box<dyn DynOracle>>, SpecError> {
    let Some(made) = game.oracle(&options.for_solver()) else { return Ok(None) };
    let oracle = made.map_err(|why| SpecError::Conflict(why.to_string()))?;
    Ok(Some(Box::new(ErasedOracle::<G, _>::new(oracle))))
}

/// Whether the game that a specification names has a solver of its own.
pub(crate) fn has_solver(game: &Spec) -> Result<bool, SpecError> {
    struct HasSolver;

    impl GameVisitor for HasSolver {
        type Output = bool;

        fn visit<G: CatalogGame>(self, game: G) -> bool {
            game.has_solver()
        }
    }

    with_game(game, HasSolver)
}

/// The games that have a solver of their own with the parameters that they have by default.
pub fn solved_games() -> Vec<&'static str> {
    let is_solved = |name: &str| name.parse().and_then(|spec| has_solver(&spec)) == Ok(true);
    GAMES.iter().map(|info| info.name).filter(|name| is_solved(name)).collect()
}
