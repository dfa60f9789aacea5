//! What every agent of the list says of itself.

use zermelo_core::Agent;
use zermelo_core::spec::{ParamInfo, Params, SpecError};

use crate::games::CatalogGame;

/// An agent, as people choose it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct AgentInfo {
    /// Its name in a specification.
    pub name: &'static str,
    /// Its parameters.
    pub params: &'static [ParamInfo],
    /// What it does, in a sentence.
    pub help: &'static str,
    /// A specification that shows its parameters.
    pub example: &'static str,
    /// The specification that people are offered who look for an opponent; `None`: only who asks for it by name gets it.
    pub offer: Option<&'static str>,
}

/// A name of the list with the agent behind it.
pub(super) trait Algorithm {
    const INFO: AgentInfo;
    /// Whether it can show the tree of its search.
    const HAS_TREE: bool = false;

    /// The agent that checked parameters name, for a game.
    fn build<G: CatalogGame>(game: &G, params: &Params) -> Result<impl Agent<G> + 'static, SpecError>;
}
