//! The lists as data, for programs: `zermelo games --json`, `zermelo agents --json`, and the server's doors.

use serde::Serialize;
use zermelo_core::spec::{ParamInfo, ParamKind, Spec, SpecError};
use zermelo_core::view::{BoardKind, SideName};

use crate::oracles::has_solver;
use crate::{AGENTS, AgentInfo, Evaluators, GAMES, GameInfo, LEVELS, Preset, evaluators, game};

/// A parameter.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ParamListing {
    /// Its name.
    pub key: &'static str,
    /// What it takes, in words.
    pub value: String,
    /// The same as data.
    pub kind: KindListing,
    /// `null`: none.
    #[cfg_attr(feature = "schema", schema(required))]
    pub default: Option<&'static str>,
    /// What it is for.
    pub help: &'static str,
}

/// What a parameter takes.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case", tag = "type")]
pub enum KindListing {
    /// A whole number.
    Integer {
        /// The least.
        min: u64,
        /// The greatest; absent: none.
        #[serde(skip_serializing_if = "Option::is_none")]
        max: Option<u64>,
    },
    /// A number.
    Real {
        /// The least.
        min: f64,
        /// The greatest.
        max: f64,
    },
    /// One of some words.
    Choice {
        /// The words.
        words: &'static [&'static str],
    },
    /// A length of time.
    Duration,
    /// An amount of memory.
    Memory,
    /// A specification.
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

/// A game as people look for it: a family with some of its parameters chosen.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct PresetListing {
    /// Its name in addresses and in the keys of texts.
    pub id: &'static str,
    /// What people call it.
    pub title: &'static str,
    /// The specification.
    pub game: &'static str,
    /// The parameters that tell it from the other presets of the same game.
    pub marks: &'static [&'static str],
    /// Its rank among the presets of all games, the first first.
    pub rank: u8,
    /// How its board is drawn.
    pub board: BoardKind,
    /// What people call the two sides.
    #[cfg_attr(feature = "schema", schema(min_items = 2, max_items = 2))]
    pub sides: [SideName; 2],
    /// Whether there is a perfect player for it.
    pub solved: bool,
}

/// A game.
#[derive(Clone, PartialEq, Debug, Serialize)]
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
    /// The evaluators of its positions.
    pub evaluators: Vec<EvaluatorListing>,
    /// The evaluator that textbook players take by default.
    pub textbook: &'static str,
    /// The evaluator that strong players take by default.
    pub strongest: &'static str,
    /// A specification.
    pub example: &'static str,
    /// What people know it by.
    pub presets: Vec<PresetListing>,
}

/// An evaluator.
#[derive(Clone, PartialEq, Debug, Serialize)]
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
#[derive(Clone, PartialEq, Debug, Serialize)]
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
    /// The specification that people are offered who look for an opponent; absent: none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub offer: Option<&'static str>,
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
        kind: info.kind.into(),
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
    /// What is told of a preset.
    pub fn of(preset: &Preset) -> Result<Self, SpecError> {
        let Preset { id, title, spec, marks, rank, demo: _ } = *preset;
        let game = game(spec)?;
        let solved = has_solver(&spec.parse()?)?;
        Ok(Self { id, title, game: spec, marks, rank, board: game.board().kind, sides: game.side_names(), solved })
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
            offer: info.offer,
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
