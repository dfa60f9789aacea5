//! `dfpn`: proof-number search.

use zermelo_core::Agent;
use zermelo_core::choice;
use zermelo_core::spec::{Choice, Param, Params, SpecError};
use zermelo_search::{DfpnAgent, DfpnOptions, ProofAggregation};

use super::factory::{AgentFactory, AgentInfo};
use super::shared::{DEPTH, HASH, NODES, TIME, hash_conflict, limits};
use crate::games::CatalogGame;

const SHORTEST: Param<bool> =
    Param::switch("shortest", DfpnOptions::DEFAULT.shortest, "after a proof of a win, search for the shortest win");
const EPSILON: Param<f64> = Param::real(
    "epsilon",
    0.0..=10.0,
    DfpnOptions::DEFAULT.epsilon as f64,
    "how much worse than the second best a move may become before the search leaves it (1 + epsilon)",
);
const ADDING: Choice<ProofAggregation> = choice!(
    "adding",
    "how the numbers of several moves add up: the maximum plus one for each other move, or the sum",
    "weak" => ProofAggregation::Weak,
    "sum" => ProofAggregation::Sum,
);
const SYMMETRY: Param<bool> =
    Param::switch("symmetry", DfpnOptions::DEFAULT.symmetry, "symmetric positions share entries");

pub(super) struct DfpnFactory;

impl AgentFactory for DfpnFactory {
    const INFO: AgentInfo = AgentInfo {
        name: "dfpn",
        params: &[
            DEPTH.info,
            NODES.info,
            TIME.info,
            HASH.info,
            SHORTEST.info,
            EPSILON.info,
            ADDING.info,
            SYMMETRY.info,
        ],
        help: "depth-first proof-number search: proves a win or loss and plays it",
        example: "dfpn:time=5s,hash=256mb,shortest=on",
        offer: None,
    };

    fn build<G: CatalogGame>(_: &G, params: &Params) -> Result<impl Agent<G> + 'static, SpecError> {
        Ok(DfpnAgent::new(options(params)?))
    }
}

/// The options, with the memory of the table checked.
fn options(params: &Params) -> Result<DfpnOptions, SpecError> {
    let options = DfpnOptions {
        limits: limits(params),
        hash: params.get(&HASH),
        shortest: params.get(&SHORTEST),
        epsilon: params.get(&EPSILON) as f32,
        adding: params.get(&ADDING),
        symmetry: params.get(&SYMMETRY),
    };
    options.check().map_err(|why| hash_conflict(params, &HASH, why))?;
    Ok(options)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agents::shared::defaults;

    #[test]
    fn defaults_are_those_of_the_search() {
        assert_eq!(options(&defaults(&DfpnFactory::INFO)), Ok(DfpnOptions::DEFAULT));
    }
}
