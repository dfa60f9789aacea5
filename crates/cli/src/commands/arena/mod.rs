//! `zermelo arena`: tournaments.

pub mod args;
pub mod check;
mod config;
mod export;
mod file;
mod game;
mod json;
mod progress;
mod report;
mod run;
mod show;
mod tables;
mod worker;

use crate::error::CliError;
use args::{ArenaArgs, ArenaCommand};

/// Runs the subcommand.
pub fn run(args: &ArenaArgs) -> Result<(), CliError> {
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
