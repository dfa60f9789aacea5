//! The description and construction of agents.

use zermelo_core::Agent;
use zermelo_core::spec::{ParamInfo, Params, SpecError};

use crate::games::CatalogGame;

/// An agent in the catalogue.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct AgentInfo {
    /// The name in specs.
    pub name: &'static str,
    /// The parameters.
    pub params: &'static [ParamInfo],
    /// A one-line description.
    pub help: &'static str,
    /// An example spec with parameters.
    pub example: &'static str,
    /// The spec in lists of opponents; `None` if the agent is not listed there.
    pub offer: Option<&'static str>,
}

/// An entry of the catalogue and the construction of its agent.
pub(super) trait AgentFactory {
    const INFO: AgentInfo;
    /// Whether the agent can record its search tree.
    const HAS_TREE: bool = false;

    /// Builds the agent from checked parameters.
    fn build<G: CatalogGame>(game: &G, params: &Params) -> Result<impl Agent<G> + 'static, SpecError>;
}
