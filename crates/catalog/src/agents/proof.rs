//! `dfpn`: proof-number search.

use zermelo_core::Agent;
use zermelo_core::spec::{ParamInfo, ParamKind, Params, SWITCH, SpecError};
use zermelo_search::{Adding, DfpnAgent, DfpnOptions};

use super::{AgentInfo, Algorithm, DEPTH, NODES, TIME, limits};
use crate::games::CatalogGame;

pub(super) struct Dfpn;

impl Algorithm for Dfpn {
    const INFO: AgentInfo = AgentInfo {
        name: "dfpn",
        params: &[
            DEPTH,
            NODES,
            TIME,
            ParamInfo { key: "hash", kind: ParamKind::Memory, default: "64mb", help: "memory of the table" },
            ParamInfo {
                key: "shortest",
                kind: SWITCH,
                default: "off",
                help: "once a win is proven, the shortest one is looked for",
            },
            ParamInfo {
                key: "epsilon",
                kind: ParamKind::Real { min: 0.0, max: 10.0 },
                default: "0.25",
                help: "how much worse than the next best a move may become before it is left",
            },
            ParamInfo {
                key: "adding",
                kind: ParamKind::Choice(&["weak", "sum"]),
                default: "weak",
                help: "how moves that all have to be dealt with count: the hardest and one for each other, or their sum",
            },
            ParamInfo { key: "symmetry", kind: SWITCH, default: "on", help: "symmetric positions share what is found" },
        ],
        help: "proof-number search: looks for a proof of who wins, and plays it",
        example: "dfpn:time=5s,hash=256mb,shortest=on",
        offer: None,
    };

    fn build<G: CatalogGame>(_: &G, params: &Params) -> Result<impl Agent<G> + 'static, SpecError> {
        let defaults = DfpnOptions::default();
        let options = DfpnOptions {
            limits: limits(params, Self::INFO.params),
            hash: params.memory("hash").unwrap_or(defaults.hash),
            shortest: params.is_on("shortest"),
            epsilon: params.real("epsilon").map_or(defaults.epsilon, |epsilon| epsilon as f32),
            adding: if params.text("adding") == Some("sum") { Adding::Sum } else { Adding::Weak },
            symmetry: params.is_on("symmetry"),
        };
        options
            .check()
            .map_err(|why| SpecError::Conflict(format!("hash={}: {why}", params.text("hash").unwrap_or_default())))?;
        Ok(DfpnAgent::new(options))
    }
}
