//! `solver`: perfect play, for the games that have a solver of their own.

use zermelo_core::spec::{ParamInfo, ParamKind, Params, SpecError};
use zermelo_core::{Agent, AgentError};
use zermelo_solve::SolverOptions;

use super::{AgentInfo, Algorithm, NODES, THREADS, TIME, limits, threads};
use crate::games::CatalogGame;
use crate::oracles::solved_games;

pub(super) struct Perfect;

impl Algorithm for Perfect {
    const INFO: AgentInfo = AgentInfo {
        name: "solver",
        params: &[
            NODES,
            TIME,
            ParamInfo { key: "hash", kind: ParamKind::Memory, default: "64mb", help: "memory of the table" },
            THREADS,
        ],
        help: "plays perfectly: the shortest win, else the move after which most replies are mistakes (connect4, teeko, small boards)",
        example: "solver:threads=2,hash=256mb",
        offer: Some("solver"),
    };

    fn build<G: CatalogGame>(game: &G, params: &Params) -> Result<impl Agent<G> + 'static, SpecError> {
        let options = SolverOptions {
            limits: limits(params, Self::INFO.params),
            hash: params.memory("hash").unwrap_or(SolverOptions::default().hash),
            threads: threads(params).get(),
        };
        options
            .check()
            .map_err(|why| SpecError::Conflict(format!("hash={}: {why}", params.text("hash").unwrap_or_default())))?;
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
