//! What is measured, as people write it: TOML.

use std::path::Path;

use serde::Deserialize;
use zermelo_arena::job::Opening;
use zermelo_arena::opening::Openings;
use zermelo_core::erased::{DynAgent, DynRecord, Refused};
use zermelo_core::spec::{Spec, SpecError};

use crate::failure::Failure;

/// A file of measurements.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Config {
    /// How often each search is timed; the median counts.
    #[serde(default = "one")]
    pub rounds: u32,
    /// What is measured.
    pub series: Vec<Series>,
}

/// Some agents on the same positions.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Series {
    /// What stands over the table; the game if not given.
    title: Option<String>,
    /// The game's specification.
    pub game: String,
    /// How many plies each agent looks ahead; what their specifications say if not given.
    depths: Option<Vec<u32>>,
    /// Where they look from, written as openings of a tournament; the initial position if not given.
    #[serde(default)]
    pub positions: Vec<String>,
    /// The evaluator of the agents that name none; their own default if not given.
    eval: Option<String>,
    /// Who looks. The others are compared with the first.
    #[serde(default)]
    pub agents: Vec<Contender>,
}

/// Who looks.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Contender {
    name: Option<String>,
    /// Its specification.
    pub spec: String,
}

impl Contender {
    /// An agent under its specification.
    pub fn new(spec: String) -> Self {
        Self { name: None, spec }
    }

    /// What it is called: its specification if not given.
    pub fn name(&self) -> &str {
        self.name.as_deref().unwrap_or(&self.spec)
    }
}

fn one() -> u32 {
    1
}

/// What is wrong with a file.
pub fn in_file(path: &Path, why: &str) -> Failure {
    Failure::Usage(format!("{}: {why}", path.display()))
}

impl Config {
    /// Reads a file.
    pub fn read(path: &Path) -> Result<Self, Failure> {
        let text = std::fs::read_to_string(path)
            .map_err(|error| Failure::Usage(format!("can't read {}: {error}", path.display())))?;
        let config: Self = toml::from_str(&text).map_err(|error| in_file(path, error.to_string().trim_end()))?;
        match config.rounds {
            0 => Err(in_file(path, "rounds = 0 measures nothing; give 1 or more")),
            _ => Ok(config),
        }
    }
}

impl Series {
    /// An agent for its game, with its evaluator.
    pub fn agent(&self, contender: &Contender) -> Result<Box<dyn DynAgent>, SpecError> {
        const EVAL: &str = "eval";
        let mut spec: Spec = contender.spec.parse()?;
        if let Some(eval) = self.eval.clone().filter(|_| spec.pairs.iter().all(|(key, _)| key != EVAL)) {
            spec.pairs.push((EVAL.to_owned(), eval));
        }
        zermelo_catalog::agent(&spec.to_string(), &self.game)
    }

    /// What stands over its table.
    pub fn title(&self) -> &str {
        self.title.as_deref().unwrap_or(&self.game)
    }

    /// The depths up to a greatest one, one after the other; `None`: what the agents' specifications say.
    pub fn depths(&self, greatest: u32) -> Vec<Option<u32>> {
        let depths = |depths: &Vec<u32>| depths.iter().copied().filter(|&depth| depth <= greatest).map(Some).collect();
        self.depths.as_ref().map_or_else(|| vec![None], depths)
    }

    /// Looks at all of it before anything is measured.
    pub fn check(&self) -> Result<(), String> {
        let title = self.title();
        if self.agents.is_empty() {
            return Err(format!("{title}: there is no agent to measure"));
        }
        if self.depths.as_ref().is_some_and(|depths| depths.is_empty() || depths.contains(&0)) {
            return Err(format!("{title}: depths are numbers from 1, such as [1, 2, 3]"));
        }
        for agent in &self.agents {
            self.agent(agent).map_err(|error| format!("{title}: agent {}: {error}", agent.name()))?;
        }
        self.records().map(drop)
    }

    /// The positions.
    pub fn records(&self) -> Result<Vec<Box<dyn DynRecord>>, String> {
        let title = self.title();
        let game = zermelo_catalog::game(&self.game).map_err(|error| format!("{title}: {error}"))?;
        if self.positions.is_empty() {
            return Ok(vec![game.new_record()]);
        }
        let openings = Openings::list(game.as_ref(), &self.positions, None);
        let openings = openings.map_err(|error| format!("{title}: {error}"))?;
        let record = |Opening { position, moves }: &Opening| {
            let mut record = position.as_ref().map_or_else(|| Ok(game.new_record()), |text| game.record_from(text))?;
            record.play_all(moves)?;
            Ok(record)
        };
        let all: Result<_, Refused> = openings.listed().iter().map(record).collect();
        all.map_err(|error| format!("{title}: {error}"))
    }
}
