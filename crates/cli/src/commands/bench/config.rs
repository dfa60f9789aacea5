//! Benchmark files (TOML).

use std::path::Path;

use serde::Deserialize;
use zermelo_arena::job::Opening;
use zermelo_arena::opening::OpeningSource;
use zermelo_core::erased::{DynAgent, DynRecord, ErasedError};
use zermelo_core::spec::{Spec, SpecError};

use crate::error::CliError;

/// A benchmark file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BenchConfig {
    /// Repetitions of each search. The median time counts.
    #[serde(default = "one")]
    pub rounds: u32,
    pub series: Vec<BenchSeries>,
}

/// Agents measured on the same positions.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BenchSeries {
    /// The title of the table. Default: the game.
    title: Option<String>,
    /// The game's specification.
    pub game: String,
    /// Search depths in plies. Default: the limits of the specifications.
    depths: Option<Vec<u32>>,
    /// Positions, in the format of tournament openings. Default: the initial position.
    #[serde(default)]
    pub positions: Vec<String>,
    /// The evaluator of agents without `eval`. Default: that of the agent.
    eval: Option<String>,
    /// The agents. All are compared with the first.
    #[serde(default)]
    pub agents: Vec<BenchAgent>,
}

/// An agent to measure.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BenchAgent {
    name: Option<String>,
    /// Its specification.
    pub spec: String,
}

impl BenchAgent {
    /// An agent under its specification.
    pub fn new(spec: String) -> Self {
        Self { name: None, spec }
    }

    /// The name, by default the specification.
    pub fn name(&self) -> &str {
        self.name.as_deref().unwrap_or(&self.spec)
    }
}

fn one() -> u32 {
    1
}

/// An error in a file.
pub fn in_file(path: &Path, why: &str) -> CliError {
    CliError::Usage(format!("{}: {why}", path.display()))
}

impl BenchConfig {
    /// Reads a file.
    pub fn read(path: &Path) -> Result<Self, CliError> {
        let text = std::fs::read_to_string(path)
            .map_err(|error| CliError::Usage(format!("can't read {}: {error}", path.display())))?;
        let config: Self = toml::from_str(&text).map_err(|error| in_file(path, error.to_string().trim_end()))?;
        match config.rounds {
            0 => Err(in_file(path, "rounds must be at least 1")),
            _ => Ok(config),
        }
    }
}

impl BenchSeries {
    /// An agent for its game, with its evaluator.
    pub fn agent(&self, bench_agent: &BenchAgent) -> Result<Box<dyn DynAgent>, SpecError> {
        const EVAL: &str = "eval";
        let mut spec: Spec = bench_agent.spec.parse()?;
        if let Some(eval) = self.eval.clone().filter(|_| spec.pairs.iter().all(|(key, _)| key != EVAL)) {
            spec.pairs.push((EVAL.to_owned(), eval));
        }
        zermelo_catalog::agent(&spec.to_string(), &self.game)
    }

    /// The title of the table.
    pub fn title(&self) -> &str {
        self.title.as_deref().unwrap_or(&self.game)
    }

    /// The depths up to a maximum. `None` stands for the limits of the specifications.
    pub fn depths(&self, greatest: u32) -> Vec<Option<u32>> {
        let depths = |depths: &Vec<u32>| depths.iter().copied().filter(|&depth| depth <= greatest).map(Some).collect();
        self.depths.as_ref().map_or_else(|| vec![None], depths)
    }

    /// Validates the series before the measurement.
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
        let openings = OpeningSource::list(game.as_ref(), &self.positions, None);
        let openings = openings.map_err(|error| format!("{title}: {error}"))?;
        let record = |Opening { position, moves }: &Opening| {
            let mut record = position.as_ref().map_or_else(|| Ok(game.new_record()), |text| game.record_from(text))?;
            record.play_all(moves)?;
            Ok(record)
        };
        let all: Result<_, ErasedError> = openings.listed().iter().map(record).collect();
        all.map_err(|error| format!("{title}: {error}"))
    }
}
