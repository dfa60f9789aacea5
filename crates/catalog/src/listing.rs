//! The catalogue as JSON: `zermelo games --json`, `zermelo agents --json` and the server's API.

use serde::Serialize;
use zermelo_core::spec::{ParamInfo, ParamKind, Spec, SpecError};
use zermelo_core::view::{BoardKind, SideName};

use crate::oracles::has_solver;
use crate::{AGENTS, AgentInfo, Evaluators, GAMES, GameInfo, LEVELS, Preset, evaluators, game};

/// A parameter.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ParamListing {
    /// The key.
    pub key: &'static str,
    /// The accepted values, for people.
    pub value: String,
    /// The accepted values as data.
    pub kind: KindListing,
    /// The default value, or `null`.
    #[cfg_attr(feature = "schema", schema(required))]
    pub default: Option<String>,
    /// A one-line description.
    pub help: &'static str,
}

/// The type of a parameter.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case", tag = "type")]
pub enum KindListing {
    /// A whole number.
    Integer {
        /// The least value.
        min: u64,
        /// The greatest value, absent if unlimited.
        #[serde(skip_serializing_if = "Option::is_none")]
        max: Option<u64>,
    },
    /// A number.
    Real {
        /// The least value.
        min: f64,
        /// The greatest value.
        max: f64,
    },
    /// One of several words.
    Choice {
        /// The words.
        words: &'static [&'static str],
    },
    /// A duration.
    Duration,
    /// An amount of memory.
    Memory,
    /// A spec.
    Spec,
    /// Any text.
    Text,
    /// A file.
    File,
}

impl From<ParamKind> for KindListing {
    fn from(kind: ParamKind) -> Self {
        match kind {
            ParamKind::Integer { min, max } => Self::Integer { min, max: (max < u64::MAX).then_some(max) },
            ParamKind::Real { min, max } => Self::Real { min, max },
            ParamKind::Choice(words) => Self::Choice { words },
            ParamKind::Duration => Self::Duration,
            ParamKind::Memory => Self::Memory,
            ParamKind::Spec => Self::Spec,
            ParamKind::Text => Self::Text,
            ParamKind::File => Self::File,
        }
    }
}

/// A well-known game: a family with some parameters fixed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct PresetListing {
    /// The id in URLs and in the keys of texts.
    pub id: &'static str,
    /// The title for people.
    pub title: &'static str,
    /// The game spec.
    pub game: &'static str,
    /// The parameters that distinguish it from other presets of the same game.
    pub marks: &'static [&'static str],
    /// The sort key among all presets, ascending.
    pub rank: u8,
    /// The kind of board.
    pub board: BoardKind,
    /// The names of the two sides.
    #[cfg_attr(feature = "schema", schema(min_items = 2, max_items = 2))]
    pub sides: [SideName; 2],
    /// Whether the agent `solver` plays it perfectly.
    pub solved: bool,
}

/// A game.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct GameListing {
    /// The name in specs.
    pub name: &'static str,
    /// The title for people.
    pub title: &'static str,
    /// A one-line description.
    pub help: &'static str,
    /// The parameters.
    pub params: Vec<ParamListing>,
    /// The evaluators.
    pub evaluators: Vec<EvaluatorListing>,
    /// The default evaluator of textbook agents.
    pub textbook: &'static str,
    /// The default evaluator of strong agents.
    pub strongest: &'static str,
    /// An example spec.
    pub example: &'static str,
    /// The well-known variants.
    pub presets: Vec<PresetListing>,
}

/// An evaluator.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct EvaluatorListing {
    /// The name in specs.
    pub name: &'static str,
    /// A one-line description.
    pub help: &'static str,
    /// The parameters.
    pub params: Vec<ParamListing>,
}

/// An agent.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct AgentListing {
    /// The name in specs.
    pub name: &'static str,
    /// A one-line description.
    pub help: &'static str,
    /// The parameters.
    pub params: Vec<ParamListing>,
    /// The levels, if the agent has any.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub levels: Vec<LevelsListing>,
    /// An example spec.
    pub example: &'static str,
    /// The spec in lists of opponents; absent if the agent is not listed there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub offer: Option<&'static str>,
}

/// The levels for some games.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct LevelsListing {
    /// The names of the games.
    pub games: &'static [&'static str],
    /// The agent specs, weakest first.
    pub agents: [&'static str; LEVELS],
}

fn params(infos: &'static [ParamInfo]) -> Vec<ParamListing> {
    let param = |info: &ParamInfo| ParamListing {
        key: info.key,
        value: info.kind.to_string(),
        kind: info.kind.into(),
        default: info.default.map(|value| value.to_string()),
        help: info.help,
    };
    infos.iter().map(param).collect()
}

impl GameListing {
    /// The listing of a game.
    ///
    /// # Errors
    /// A spec of the catalogue is invalid.
    pub fn of(info: &GameInfo) -> Result<Self, SpecError> {
        let spec = Spec { name: info.name.to_owned(), pairs: Vec::new() };
        let evaluator = |info: &zermelo_eval::EvaluatorInfo| EvaluatorListing {
            name: info.name,
            help: info.help,
            params: params(info.params),
        };
        let Evaluators { all, textbook, strongest } = evaluators(&spec)?;
        Ok(Self {
            name: info.name,
            title: info.title,
            help: info.help,
            params: params(info.params),
            evaluators: all.iter().map(evaluator).collect(),
            textbook,
            strongest,
            example: info.example,
            presets: info.presets.iter().map(PresetListing::of).collect::<Result<_, _>>()?,
        })
    }
}

impl PresetListing {
    /// The listing of a preset.
    ///
    /// # Errors
    /// The spec is invalid.
    pub fn of(preset: &Preset) -> Result<Self, SpecError> {
        let Preset { id, title, spec, marks, rank, demo: _ } = *preset;
        let game = game(spec)?;
        let solved = has_solver(spec)?;
        Ok(Self { id, title, game: spec, marks, rank, board: game.board().kind, sides: game.side_names(), solved })
    }
}

impl AgentListing {
    /// The listing of an agent.
    pub fn of(info: &AgentInfo) -> Self {
        let levels = info.ladders().iter().map(|ladder| LevelsListing { games: ladder.games, agents: ladder.specs });
        Self {
            name: info.name,
            help: info.help,
            params: params(info.params),
            levels: levels.collect(),
            example: info.example,
            offer: info.offer,
        }
    }
}

/// The listings of all games.
pub fn game_listings() -> Vec<GameListing> {
    GAMES.iter().filter_map(|info| GameListing::of(info).ok()).collect()
}

/// The listings of all agents.
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
