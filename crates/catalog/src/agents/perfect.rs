//! `solver`: perfect play, for the games with a solver.

use zermelo_core::spec::{Params, SpecError};
use zermelo_core::{Agent, AgentError};
use zermelo_solve::SolverOptions;

use super::factory::{AgentFactory, AgentInfo};
use super::shared::{HASH, NODES, THREADS, TIME, hash_conflict, limits, threads};
use crate::games::CatalogGame;
use crate::oracles::solved_games;

pub(super) struct SolverFactory;

impl AgentFactory for SolverFactory {
    const INFO: AgentInfo = AgentInfo {
        name: "solver",
        params: &[NODES.info, TIME.info, HASH.info, THREADS.info],
        help: "perfect play: the shortest win, else the move with the most mistakes among the replies (connect4, teeko, small boards)",
        example: "solver:threads=2,hash=256mb",
        offer: Some("solver"),
    };

    fn build<G: CatalogGame>(game: &G, params: &Params) -> Result<impl Agent<G> + 'static, SpecError> {
        let options = SolverOptions { limits: limits(params), hash: params.get(&HASH), threads: threads(params).get() };
        options.check().map_err(|why| hash_conflict(params, &HASH, why))?;
        game.agent(options).ok_or_else(|| {
            let unfit = AgentError::UnfitGame {
                agent: Self::INFO.name.to_owned(),
                game: game.spec(),
                why: format!("it solves {} and boards of few cells", solved_games().join(", ")),
            };
            SpecError::Conflict(unfit.to_string())
        })
    }
}
