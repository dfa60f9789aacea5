//! What a tournament is, as people write it: TOML.

use std::path::Path;

use serde::{Deserialize, Serialize};
use zermelo_core::TimeControl;

use crate::play::adjudication::AdjudicationRules;
use crate::stats::{EloModel, Hypotheses, HypothesesError};
use crate::values::{GameCount, Time};

/// A tournament. All keys but `game` and `agents` have defaults; a key that does not exist is refused.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TournamentConfig {
    /// What it is called.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The game's specification.
    pub game: String,
    /// Who meets whom.
    #[serde(default)]
    pub format: TournamentFormat,
    /// Games a pairing.
    #[serde(default)]
    pub games: GameCount,
    /// Rounds of a Swiss tournament; as many as it takes to find one winner if not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rounds: Option<u32>,
    /// How often a tied match of a knockout is played on; then the one listed first goes on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub extra_pairs: Option<u32>,
    /// Who gets which side.
    #[serde(default)]
    pub sides: Sides,
    /// Whether two games share an opening, with the sides swapped.
    #[serde(default = "yes")]
    pub pairs: bool,
    /// The seed of all chance.
    #[serde(default)]
    pub seed: u64,
    /// Plies that chance plays after the opening, for each pair of games anew.
    #[serde(default)]
    pub random_first: u32,
    /// Whether a pairing may replay the same game.
    #[serde(default)]
    pub allow_repeats: bool,
    /// Games at a time; as many as there are processors if not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub concurrency: Option<usize>,
    /// Where games begin; at the initial position if not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub openings: Option<OpeningsConfig>,
    /// Limits of all agents that don't set their own.
    #[serde(default, skip_serializing_if = "LimitsConfig::is_empty")]
    pub limits: LimitsConfig,
    /// When a game is decided beside the board.
    #[serde(default, skip_serializing_if = "AdjudicationRules::is_empty")]
    pub adjudication: AdjudicationRules,
    /// The test that can stop a match of two.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sprt: Option<SprtConfig>,
    /// How ratings are made.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rating: Option<RatingConfig>,
    /// Who plays.
    pub agents: Vec<AgentConfig>,
}

/// Who meets whom.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TournamentFormat {
    /// Everybody meets everybody.
    #[default]
    RoundRobin,
    /// The first agent meets all others.
    Gauntlet,
    /// A fixed number of rounds; in each, agents with about the same points meet.
    Swiss,
    /// The loser of a match is out.
    Knockout,
}

impl TournamentFormat {
    /// The word in a configuration.
    pub fn word(self) -> &'static str {
        match self {
            Self::RoundRobin => "round-robin",
            Self::Gauntlet => "gauntlet",
            Self::Swiss => "swiss",
            Self::Knockout => "knockout",
        }
    }
}

/// Who gets which side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Sides {
    /// Both agents of a pairing begin equally often.
    #[default]
    Both,
    /// The one listed first always begins.
    Fixed,
    /// By lot, each game anew.
    Random,
}

/// Where games begin. One of `plies`, `book` and `list`.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OpeningsConfig {
    /// So many random plies; never to a finished game, nor to one that is lost within two plies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plies: Option<u32>,
    /// With `plies`: only positions that are drawn by a solver, or that the judge holds for even.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub balanced: bool,
    /// With `balanced`: the agent that looks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub judge: Option<String>,
    /// With `balanced`: the greatest score, for either side, that the judge may find; any that decides nothing if not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub within: Option<i32>,
    /// A file of openings, one a line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub book: Option<String>,
    /// The openings themselves: moves, or a position and moves with `;` between.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub list: Option<Vec<String>>,
    /// Of a book or a list: in the order given, or shuffled by the seed.
    #[serde(default, skip_serializing_if = "OpeningOrder::is_given")]
    pub order: OpeningOrder,
}

/// The order of a list.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OpeningOrder {
    /// As it is given.
    #[default]
    Given,
    /// Shuffled by the seed.
    Random,
}

impl OpeningOrder {
    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for a reference")]
    fn is_given(&self) -> bool {
        *self == Self::Given
    }
}

/// What an agent may spend. The first limit that is reached ends a search; `time` and `clock` are measured by the arena, and whoever
/// passes them by more than the margin loses.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LimitsConfig {
    /// Time a move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time: Option<Time>,
    /// Time a game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<TimeControl>,
    /// Nodes a move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// Playouts a move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub playouts: Option<u64>,
    /// Plies to look ahead.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// How much later than its limit an answer may come; 100 ms if not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub margin: Option<Time>,
    /// How long an answer may take where time is not limited; 5 minutes if not given. Longer is a stall.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hang: Option<Time>,
}

impl LimitsConfig {
    fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// An agent. Limits that it does not set are those of the tournament.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AgentConfig {
    /// Its name; its specification if not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Its specification.
    pub spec: String,
    /// As in [`LimitsConfig`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time: Option<Time>,
    /// As in [`LimitsConfig`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<TimeControl>,
    /// As in [`LimitsConfig`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// As in [`LimitsConfig`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub playouts: Option<u64>,
    /// As in [`LimitsConfig`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// As in [`LimitsConfig`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub margin: Option<Time>,
    /// As in [`LimitsConfig`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hang: Option<Time>,
}

impl AgentConfig {
    /// An agent without limits of its own. `NAME=SPEC`, or a specification alone, which is the name too.
    pub fn parse(text: &str) -> Self {
        let (name, spec) = match text.split_once('=') {
            // A specification has its colon before its first equals sign.
            Some((name, spec)) if !name.contains(':') => (Some(name.trim().to_owned()), spec),
            _ => (None, text),
        };
        Self {
            name,
            spec: spec.to_owned(),
            time: None,
            clock: None,
            nodes: None,
            playouts: None,
            depth: None,
            margin: None,
            hang: None,
        }
    }

    /// Its name.
    pub fn name(&self) -> &str {
        self.name.as_deref().unwrap_or(&self.spec)
    }

    /// Its limits, where it sets none those given.
    pub fn limits(&self, common: &LimitsConfig) -> LimitsConfig {
        LimitsConfig {
            time: self.time.or(common.time),
            clock: self.clock.or(common.clock),
            nodes: self.nodes.or(common.nodes),
            playouts: self.playouts.or(common.playouts),
            depth: self.depth.or(common.depth),
            margin: self.margin.or(common.margin),
            hang: self.hang.or(common.hang),
        }
    }
}

/// A sequential test: the match ends as soon as one of two hypotheses is likely enough. The first agent's Elo against the second's.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SprtConfig {
    /// The difference by H0.
    pub elo0: f64,
    /// The difference by H1.
    pub elo1: f64,
    /// How often H1 may be accepted wrongly.
    #[serde(default = "five_per_cent")]
    pub alpha: f64,
    /// How often H0 may be accepted wrongly.
    #[serde(default = "five_per_cent")]
    pub beta: f64,
    /// What the Elo means.
    #[serde(default)]
    pub model: SprtModel,
}

/// What the Elo of a test means.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SprtModel {
    /// Normalised Elo.
    #[default]
    Normalized,
    /// Logistic Elo.
    Logistic,
}

impl SprtConfig {
    /// A test between two differences, with the usual chances of error.
    pub fn between(elo0: f64, elo1: f64) -> Self {
        Self { elo0, elo1, alpha: five_per_cent(), beta: five_per_cent(), model: SprtModel::default() }
    }

    /// What is tested.
    pub fn hypotheses(&self) -> Result<Hypotheses, HypothesesError> {
        let model = match self.model {
            SprtModel::Normalized => EloModel::Normalized,
            SprtModel::Logistic => EloModel::Logistic,
        };
        Hypotheses::new(model, self.elo0, self.elo1)?.with_errors(self.alpha, self.beta)
    }
}

/// How ratings are made.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RatingConfig {
    /// The agent that has the given value; the mean of all has it if not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub anchor: Option<String>,
    /// The value.
    #[serde(default)]
    pub value: f64,
    /// Imagined draws that pull ratings together.
    #[serde(default)]
    pub prior: f64,
}

fn yes() -> bool {
    true
}

fn five_per_cent() -> f64 {
    0.05
}

/// Why a configuration is not read.
#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    /// It is not TOML, or has a key or a value that does not exist. The text shows the line.
    #[error("{0}")]
    Syntax(#[from] toml::de::Error),
    /// The book of openings can't be read.
    #[error("openings.book \"{path}\": {error}")]
    Book {
        /// The file.
        path: String,
        /// Why.
        #[source]
        error: std::io::Error,
    },
}

impl TournamentConfig {
    /// Two or more agents at a game, everything else by default.
    pub fn new(game: &str, agents: &[&str]) -> Self {
        Self {
            name: None,
            game: game.to_owned(),
            format: TournamentFormat::default(),
            games: GameCount::default(),
            rounds: None,
            extra_pairs: None,
            sides: Sides::default(),
            pairs: true,
            seed: 0,
            random_first: 0,
            allow_repeats: false,
            concurrency: None,
            openings: None,
            limits: LimitsConfig::default(),
            adjudication: AdjudicationRules::default(),
            sprt: None,
            rating: None,
            agents: agents.iter().map(|text| AgentConfig::parse(text)).collect(),
        }
    }

    /// Reads a configuration.
    pub fn parse(text: &str) -> Result<Self, ConfigError> {
        Ok(toml::from_str(text)?)
    }

    /// The configuration as people write it.
    pub fn to_toml(&self) -> String {
        // Every value has a form in TOML; `what_is_printed_is_read_back` tells if that changes.
        toml::to_string(self).unwrap_or_default()
    }

    /// Reads the book of openings, if there is one, and puts its lines into the configuration: what is kept stands alone. A path is
    /// taken from `folder` on.
    pub fn with_book(mut self, folder: &Path) -> Result<Self, ConfigError> {
        let Some(openings) = &mut self.openings else { return Ok(self) };
        let Some(path) = openings.book.clone() else { return Ok(self) };
        if openings.list.is_none() {
            let text = std::fs::read_to_string(folder.join(&path));
            let text = text.map_err(|error| ConfigError::Book { path: path.clone(), error })?;
            openings.list = Some(text.lines().map(str::to_owned).collect());
        }
        Ok(self)
    }
}
