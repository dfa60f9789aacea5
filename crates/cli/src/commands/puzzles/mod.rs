//! `zermelo puzzles`: positions with exactly one winning move.

mod args;

use std::fs::File;
use std::io::Write;

use serde::Serialize;
use zermelo_catalog::{PuzzleSearchError, TextPuzzle};
use zermelo_core::text::excerpt;
use zermelo_solve::puzzles::{PuzzleProgress, PuzzleSearchEnd};

pub use self::args::PuzzlesArgs;
use super::solve::prepare;
use crate::error::CliError;
use crate::{input, progress};

/// A line of the output.
#[derive(Serialize)]
struct PuzzleLine<'a> {
    #[serde(flatten)]
    puzzle: &'a TextPuzzle,
    seed: u64,
}

/// Searches for puzzles and writes each immediately.
pub fn run(args: &PuzzlesArgs) -> Result<(), CliError> {
    let stop = input::stop_on_interrupt()?;
    prepare(&args.game, &stop)?;
    let mut search =
        zermelo_catalog::puzzles(&args.game, args.hash, args.options(), args.limits(), stop).map_err(|error| {
            match error {
                PuzzleSearchError::Game(error) => {
                    CliError::Spec { what: format!("game \"{}\"", excerpt(&args.game)), error }
                }
                PuzzleSearchError::NoPuzzles(why) => CliError::Usage(why.to_string()),
            }
        })?;
    let mut out = PuzzleOutput::open(args)?;
    let bar = progress::line("{spinner} {elapsed}  {msg}");
    let mut show = |progress: &PuzzleProgress| {
        if let Some(bar) = &bar {
            bar.set_message(format!(
                "{} of {} puzzles, {} positions tried",
                progress.found, args.count, progress.tried
            ));
        }
    };
    let mut end = None;
    while end.is_none() && search.progress().found < args.count {
        match search.next(&mut show) {
            Ok(puzzle) => {
                let line = serde_json::to_string(&PuzzleLine { puzzle: &puzzle, seed: args.seed });
                out.write(&line.map_err(std::io::Error::from)?)?;
            }
            Err(why) => end = Some(why),
        }
    }
    if let Some(bar) = &bar {
        bar.finish_and_clear();
    }
    match end {
        None => Ok(()),
        Some(end) => Err(CliError::Failed(too_few(args.count, &search.progress(), end))),
    }
}

fn too_few(count: u64, PuzzleProgress { games, tried, found, .. }: &PuzzleProgress, end: PuzzleSearchEnd) -> String {
    let hint = if matches!(end, PuzzleSearchEnd::Stopped) { "" } else { "; try another --plies, --effort or --seed" };
    format!("found {found} of {count} puzzles in {tried} positions of {games} games: {end}{hint}")
}

/// The output: standard output or a file.
enum PuzzleOutput {
    Screen,
    File { file: File, path: String },
}

impl PuzzleOutput {
    fn open(args: &PuzzlesArgs) -> Result<Self, CliError> {
        let Some(path) = &args.out else { return Ok(Self::Screen) };
        let name = path.display().to_string();
        match File::create(path) {
            Ok(file) => Ok(Self::File { file, path: name }),
            Err(error) => Err(CliError::File { path: name, error }),
        }
    }

    /// Writes a line and flushes it.
    fn write(&mut self, line: &str) -> Result<(), CliError> {
        let line = format!("{line}\n");
        match self {
            Self::Screen => {
                let mut out = anstream::stdout().lock();
                out.write_all(line.as_bytes())?;
                Ok(out.flush()?)
            }
            Self::File { file, path } => {
                file.write_all(line.as_bytes()).map_err(|error| CliError::File { path: path.clone(), error })
            }
        }
    }
}
