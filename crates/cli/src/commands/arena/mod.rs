//! `zermelo arena`: tournaments.

pub mod args;
pub mod check;
mod config;
mod export;
mod game;
mod json;
mod progress;
mod report;
mod roster;
mod run;
mod show;
mod tables;
mod worker;

use std::path::Path;

use zermelo_arena::plan::ConfigError;
use zermelo_arena::play::Broken;
use zermelo_arena::results::{Filter, Reader, ResultsError, read_termination};
use zermelo_arena::run::RunError;
use zermelo_core::text::excerpt;
use zermelo_core::{Outcome, Side};

use crate::failure::Failure;
use args::{ArenaArgs, ArenaCommand, FilterArgs};

/// Does what was asked for.
pub fn run(args: &ArenaArgs) -> Result<(), Failure> {
    match &args.command {
        ArenaCommand::Run(args) => run::run(args),
        ArenaCommand::Resume(args) => run::resume(args),
        ArenaCommand::Show(args) => show::run(args),
        ArenaCommand::Export(args) => export::run(args),
        ArenaCommand::Check(args) => check::run(args),
        ArenaCommand::Worker(args) => worker::run(args),
        ArenaCommand::Report(args) => report::run(args),
    }
}

/// Opens a results file.
fn open(path: &Path) -> Result<Reader, Failure> {
    Reader::open(path).map_err(results_failure)
}

/// The games that flags ask for.
fn filter(reader: &Reader, args: &FilterArgs) -> Result<Filter, Failure> {
    let agent = |flag: &str, name: &str| {
        reader.agent(name).ok_or_else(|| {
            let names: Vec<&str> =
                reader.header().config.agents.iter().map(zermelo_arena::plan::AgentConfig::name).collect();
            let known = zermelo_core::text::one_of(&names);
            Failure::Usage(format!("{flag}: no agent is called \"{}\"; there is {known}", excerpt(name)))
        })
    };
    let mut filter = Filter { limit: args.limit, ..Filter::default() };
    if let Some(name) = &args.agent {
        filter.agent = Some(agent("--agent", name)?);
    }
    match args.winner.as_deref() {
        None => {}
        Some("first") => filter.outcome = Some(Outcome::Win(Side::First)),
        Some("second") => filter.outcome = Some(Outcome::Win(Side::Second)),
        Some("draw") => filter.outcome = Some(Outcome::Draw),
        Some(name) => filter.won_by = Some(agent("--winner", name)?),
    }
    if let Some(word) = &args.termination {
        let read = read_termination(word);
        filter.termination = Some(read.map_err(|why| Failure::Usage(format!("--termination: {why}")))?);
    }
    Ok(filter)
}

/// What went wrong with a results file, with its exit code.
#[expect(clippy::needless_pass_by_value, reason = "it is what `map_err` hands over")]
fn results_failure(error: ResultsError) -> Failure {
    let message = error.to_string();
    match error {
        ResultsError::Missing(_)
        | ResultsError::Exists { .. }
        | ResultsError::Foreign { .. }
        | ResultsError::TooNew { .. }
        | ResultsError::OtherTournament { .. } => Failure::Usage(message),
        _ => Failure::Failed(message),
    }
}

/// What went wrong with a run.
fn run_failure(error: RunError) -> Failure {
    match error {
        RunError::Plan(error) => Failure::Usage(error.to_string()),
        RunError::Results(error) => results_failure(error),
        RunError::Broken(error @ (Broken::Spec { .. } | Broken::Unfit { .. })) => Failure::Usage(error.to_string()),
        RunError::Broken(error) => Failure::Failed(error.to_string()),
        error @ (RunError::GivenUp(_) | RunError::Force(_)) => Failure::Failed(error.to_string()),
    }
}

/// What is wrong with a configuration.
fn config_failure(path: &Path, error: &ConfigError) -> Failure {
    Failure::Usage(format!("{}: {}", path.display(), error.to_string().trim_end()))
}
