//! The command line: `zermelo`.

mod args;
mod board;
mod commands;
mod cpu;
mod error;
mod heat_map;
mod input;
mod online;
mod play;
mod progress;
mod save;
mod screen;
mod style;
mod text_table;

use std::process::ExitCode;

use clap::{CommandFactory, Parser};

use commands::{Command, Zermelo};
use error::CliError;

fn main() -> ExitCode {
    if let Some(missing) = cpu::missing_feature() {
        eprintln!(
            "error: this build needs a processor with {missing} (x86-64-v2); \
             build for this one with RUSTFLAGS=\"-C target-cpu=x86-64\" cargo build --release"
        );
        return ExitCode::FAILURE;
    }
    // For wrong usage, clap prints the error and exits with code 2.
    let command = Zermelo::parse().command;
    match run(&command) {
        Ok(()) => ExitCode::SUCCESS,
        // The reader of the pipe has closed it, as `head` does: not an error.
        Err(CliError::Output(error)) if error.kind() == std::io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(failure) => {
            anstream::eprintln!("{}error:{} {failure}", style::ERROR, style::ERROR.render_reset());
            failure.exit_code()
        }
    }
}

fn run(command: &Command) -> Result<(), CliError> {
    match command {
        Command::Games(args) => commands::games::run(args),
        Command::Agents(args) => commands::agents::run(args),
        Command::Play(args) => commands::play::run(args),
        Command::Perft(args) => commands::perft::run(args),
        Command::Analyse(args) => commands::analyse::run(args),
        Command::Solve(args) => commands::solve::run(args),
        Command::Puzzles(args) => commands::puzzles::run(args),
        Command::Book(args) => commands::book::run(args),
        Command::Tree(args) => commands::tree::run(args),
        Command::Bench(args) => commands::bench::run(args),
        Command::Engine(args) => commands::engine::run(args),
        Command::Arena(args) => commands::arena::run(args),
        Command::Serve(args) => commands::serve::run(args),
        Command::Completions(args) => commands::completions::run(args, Zermelo::command()),
        Command::Man(args) => commands::man::run(args, Zermelo::command()),
    }
}
