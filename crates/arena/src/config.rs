//! The configuration of a tournament, in TOML.

use std::path::Path;

use serde::{Deserialize, Serialize};
use zermelo_core::TimeControl;

use crate::play::adjudication::AdjudicationRules;
use crate::stats::{EloModel, Hypotheses, HypothesesError};
use crate::values::{GameCount, Time};

/// The configuration of a tournament. All keys but `game` and `agents` have defaults. Unknown keys are errors.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TournamentConfig {
    /// The name of the tournament.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The game's specification.
    pub game: String,
    /// The tournament format.
    #[serde(default)]
    pub format: TournamentFormat,
    /// Games for each pairing.
    #[serde(default)]
    pub games: GameCount,
    /// Rounds of a Swiss tournament; by default as many as a knockout would need.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rounds: Option<u32>,
    /// The maximum number of tie-break pairs in a knockout match. If it is still tied, the agent listed first advances.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub extra_pairs: Option<u32>,
    /// The assignment of sides.
    #[serde(default)]
    pub sides: Sides,
    /// Whether games are played in pairs: two games from one opening with the sides swapped.
    #[serde(default = "yes")]
    pub pairs: bool,
    /// The seed of all random numbers.
    #[serde(default)]
    pub seed: u64,
    /// The number of random plies after the opening, different for each game pair.
    #[serde(default)]
    pub random_first: u32,
    /// Whether a pairing may replay the same game.
    #[serde(default)]
    pub allow_repeats: bool,
    /// The number of concurrent games; by default the number of processors.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub concurrency: Option<usize>,
    /// The openings; by default the initial position.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub openings: Option<OpeningsConfig>,
    /// The limits of all agents that don't set their own.
    #[serde(default, skip_serializing_if = "LimitsConfig::is_empty")]
    pub limits: LimitsConfig,
    /// The adjudication rules.
    #[serde(default, skip_serializing_if = "AdjudicationRules::is_empty")]
    pub adjudication: AdjudicationRules,
    /// The sequential test that can stop a match of two agents.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sprt: Option<SprtConfig>,
    /// The options of the ratings.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rating: Option<RatingConfig>,
    /// The agents.
    pub agents: Vec<AgentConfig>,
}

/// The format of a tournament.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TournamentFormat {
    /// All agents play each other.
    #[default]
    RoundRobin,
    /// The first agent plays all others.
    Gauntlet,
    /// A fixed number of rounds; in each, agents with similar points play each other.
    Swiss,
    /// The loser of a match is eliminated.
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

/// The assignment of sides.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Sides {
    /// Both agents of a pairing move first equally often.
    #[default]
    Both,
    /// The agent listed first always moves first.
    Fixed,
    /// Random for each game.
    Random,
}

/// The openings: one of `plies`, `book` and `list`.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OpeningsConfig {
    /// The number of random plies. The game must not be over, nor lost within two plies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plies: Option<u32>,
    /// With `plies`: only balanced positions, by a solver or by the judge.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub balanced: bool,
    /// With `balanced`: the agent whose score decides.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub judge: Option<String>,
    /// With `balanced`: the maximum absolute score of the judge. By default only proven wins are excluded.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub within: Option<i32>,
    /// A file with one opening on each line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub book: Option<String>,
    /// A list of openings: moves, or a position and moves separated by `;`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub list: Option<Vec<String>>,
    /// The order of a book or list.
    #[serde(default, skip_serializing_if = "OpeningOrder::is_given")]
    pub order: OpeningOrder,
}

/// The order of openings.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OpeningOrder {
    /// The order of the book or list.
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

/// The limits of an agent. The first limit that is reached ends a search. The arena measures `time` and `clock`; an agent that exceeds
/// them by more than the margin loses.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LimitsConfig {
    /// Time for each move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time: Option<Time>,
    /// The time control.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<TimeControl>,
    /// Nodes for each move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// Playouts for each move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub playouts: Option<u64>,
    /// The search depth in plies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// The time margin; 100 ms by default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub margin: Option<Time>,
    /// The timeout for a move without a time limit; 5 minutes by default. Exceeding it is a stall.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hang: Option<Time>,
}

impl LimitsConfig {
    fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// An agent. Limits that it does not set are taken from the tournament.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AgentConfig {
    /// Its name; by default its specification.
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
    /// Parses `NAME=SPEC`, or a specification, which is then also the name. The agent has no limits of its own.
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

    /// Its limits, with `common` for those that it does not set.
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

/// A sequential probability ratio test (SPRT) of the Elo difference of the first agent to the second. It ends the match at a decision.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SprtConfig {
    /// The Elo difference under H0.
    pub elo0: f64,
    /// The Elo difference under H1.
    pub elo1: f64,
    /// The probability of accepting H1 when H0 is true.
    #[serde(default = "five_per_cent")]
    pub alpha: f64,
    /// The probability of accepting H0 when H1 is true.
    #[serde(default = "five_per_cent")]
    pub beta: f64,
    /// The Elo model.
    #[serde(default)]
    pub model: SprtModel,
}

/// The Elo model of a test.
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
    /// A test with the default error probabilities of 5 %.
    pub fn between(elo0: f64, elo1: f64) -> Self {
        Self { elo0, elo1, alpha: five_per_cent(), beta: five_per_cent(), model: SprtModel::default() }
    }

    /// The hypotheses of the test.
    pub fn hypotheses(&self) -> Result<Hypotheses, HypothesesError> {
        let model = match self.model {
            SprtModel::Normalized => EloModel::Normalized,
            SprtModel::Logistic => EloModel::Logistic,
        };
        Hypotheses::new(model, self.elo0, self.elo1)?.with_errors(self.alpha, self.beta)
    }
}

/// The options of the ratings.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RatingConfig {
    /// The agent whose rating is `value`; by default the mean of all ratings is `value`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub anchor: Option<String>,
    /// The rating of the anchor, in Elo.
    #[serde(default)]
    pub value: f64,
    /// The number of virtual draws that pull ratings together.
    #[serde(default)]
    pub prior: f64,
}

fn yes() -> bool {
    true
}

fn five_per_cent() -> f64 {
    0.05
}

/// An invalid configuration.
#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    /// A syntax error, or an unknown key or value, with its line.
    #[error("{0}")]
    Syntax(#[from] toml::de::Error),
    /// The book of openings can't be read.
    #[error("openings.book \"{path}\": {error}")]
    Book {
        /// The file.
        path: String,
        #[source]
        #[allow(missing_docs)]
        error: std::io::Error,
    },
}

impl TournamentConfig {
    /// A tournament of some agents, with defaults for everything else.
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

    /// Parses a configuration.
    pub fn parse(text: &str) -> Result<Self, ConfigError> {
        Ok(toml::from_str(text)?)
    }

    /// Formats the configuration as TOML.
    pub fn to_toml(&self) -> String {
        // Every value has a form in TOML; a round-trip test checks this.
        toml::to_string(self).unwrap_or_default()
    }

    /// Reads the opening book, if there is one, into the configuration, so that the results file does not depend on it. `folder` is the
    /// base of relative paths.
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
