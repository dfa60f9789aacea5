//! The lists as data, for programs: `zermelo games --json`, `zermelo agents --json`, and the server's doors.

use serde::Serialize;
use zermelo_core::spec::{ParamInfo, Spec, SpecError};

use crate::{AGENTS, AgentInfo, GAMES, GameInfo, LEVELS, evaluators};

/// A parameter.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ParamListing {
    /// Its name.
    pub key: &'static str,
    /// What it takes, in words.
    pub value: String,
    /// `null`: none.
    #[cfg_attr(feature = "schema", schema(required))]
    pub default: Option<&'static str>,
    /// What it is for.
    pub help: &'static str,
}

/// A game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct GameListing {
    /// Its name in specifications.
    pub name: &'static str,
    /// What people call it.
    pub title: &'static str,
    /// What it is.
    pub help: &'static str,
    /// Its parameters.
    pub params: Vec<ParamListing>,
    /// The evaluators of its positions; the first is the default.
    pub evaluators: Vec<EvaluatorListing>,
    /// A specification.
    pub example: &'static str,
}

/// An evaluator.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct EvaluatorListing {
    /// Its name in specifications.
    pub name: &'static str,
    /// What it knows.
    pub help: &'static str,
    /// Its parameters.
    pub params: Vec<ParamListing>,
}

/// An agent.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct AgentListing {
    /// Its name in specifications.
    pub name: &'static str,
    /// What it is.
    pub help: &'static str,
    /// Its parameters.
    pub params: Vec<ParamListing>,
    /// What its levels stand for, where it has some.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub levels: Vec<LevelsListing>,
    /// A specification.
    pub example: &'static str,
}

/// What the levels of some games stand for, the weakest first.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct LevelsListing {
    /// The games, by name.
    pub games: &'static [&'static str],
    /// The agents.
    pub agents: [&'static str; LEVELS],
}

fn params(infos: &'static [ParamInfo]) -> Vec<ParamListing> {
    let param = |info: &ParamInfo| ParamListing {
        key: info.key,
        value: info.kind.to_string(),
        default: (!info.default.is_empty()).then_some(info.default),
        help: info.help,
    };
    infos.iter().map(param).collect()
}

impl GameListing {
    /// What is told of a game.
    pub fn of(info: &GameInfo) -> Result<Self, SpecError> {
        let spec = Spec { name: info.name.to_owned(), pairs: Vec::new() };
        let evaluator = |info: &zermelo_eval::EvaluatorInfo| EvaluatorListing {
            name: info.name,
            help: info.help,
            params: params(info.params),
        };
        Ok(Self {
            name: info.name,
            title: info.title,
            help: info.help,
            params: params(info.params),
            evaluators: evaluators(&spec)?.iter().map(evaluator).collect(),
            example: info.example,
        })
    }
}

impl AgentListing {
    /// What is told of an agent.
    pub fn of(info: &AgentInfo) -> Self {
        let levels = info.ladders().iter().map(|ladder| LevelsListing { games: ladder.games, agents: ladder.specs });
        Self {
            name: info.name,
            help: info.help,
            params: params(info.params),
            levels: levels.collect(),
            example: info.example,
        }
    }
}

/// Every game.
pub fn game_listings() -> Vec<GameListing> {
    GAMES.iter().filter_map(|info| GameListing::of(info).ok()).collect()
}

/// Every agent.
pub fn agent_listings() -> Vec<AgentListing> {
    AGENTS.iter().map(AgentListing::of).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_is_listed() {
        assert_eq!(game_listings().len(), GAMES.len());
        assert_eq!(agent_listings().len(), AGENTS.len());
    }
}
