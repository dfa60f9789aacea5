//! `zermelo solve build` and `verify`: endgame tables of whole games.

use std::io::Write;
use std::thread;
use std::time::Instant;

use indicatif::ProgressBar;
use serde_json::{Value, json};
use zermelo_core::StopToken;
use zermelo_core::spec::SpecError;
use zermelo_core::text::excerpt;
use zermelo_solve::retrograde::{DynRankedGame, LevelError, TableError, TableOptions, TableProgress, user_tables};

use super::args::{BuildArgs, TableArgs};
use crate::error::CliError;
use crate::{input, progress};

/// Builds the table of a game.
pub fn build(args: &BuildArgs) -> Result<(), CliError> {
    let options = table_options(&args.table)?;
    let game = ranked_game(&args.table.game)?;
    let path = args.table.file.clone().or_else(|| game.user_path()).ok_or_else(no_folder)?;
    let begun = Instant::now();
    let mut progress_line = BuildProgress::new(game.as_ref());
    let built = game.build_file(&path, args.force, &options, &mut |progress| progress_line.show(progress));
    let (levels, done) = (game.levels(), progress_line.clear());
    let table = built.map_err(|error| match error {
        TableError::Level(LevelError::Stopped) => {
            CliError::Failed(format!("stopped after {done} of {levels} levels; the same command resumes from there"))
        }
        error => failure(&error),
    })?;
    let seconds = begun.elapsed().as_secs_f64();
    let name = game.table_name();
    let entries: usize = (0..levels).map(|level| table.level(level).len()).sum();
    say(
        args.table.json,
        &format!("{name}: {levels} levels, {entries} entries, {seconds:.1} s\nsaved in {}", path.display()),
        &json!({ "table": name, "levels": levels, "entries": entries, "file": path, "seconds": seconds }),
    )
}

/// Verifies a table: every entry against the values of its moves.
pub fn verify(args: &TableArgs) -> Result<(), CliError> {
    let options = table_options(args)?;
    let game = ranked_game(&args.game)?;
    let path = args.file.clone().or_else(|| game.user_path()).ok_or_else(no_folder)?;
    let begun = Instant::now();
    let table = game.open(&path).map_err(|error| failure(&error))?;
    let mismatches = game.check(&table, &options).map_err(|why| CliError::Failed(why.to_string()))?;
    if let Some(mismatch) = mismatches.first() {
        return Err(CliError::Failed(format!("{}: {mismatch}", path.display())));
    }
    let seconds = begun.elapsed().as_secs_f64();
    let entries: usize = (0..table.levels()).map(|level| table.level(level).len()).sum();
    say(
        args.json,
        &format!("The file is intact; {entries} entries agree with their moves, {seconds:.1} s"),
        &json!({ "table": game.table_name(), "entries": entries, "file": path, "seconds": seconds }),
    )
}

/// Builds the table of a game's solver, if it is missing, and shows the progress.
pub fn prepare(game: &str, stop: &StopToken) -> Result<(), CliError> {
    let wrong = |error| wrong(game, error);
    if !zermelo_catalog::has_solver(game).map_err(wrong)? {
        return Ok(());
    }
    let Some(game) = zermelo_catalog::ranked_game(game).map_err(wrong)? else { return Ok(()) };
    if !game.needs_long_build() {
        return Ok(());
    }
    let options = TableOptions { threads: cores(), stop: stop.clone() };
    let mut progress_line = BuildProgress::new(game.as_ref());
    let made = game.user_table(&options, &mut |progress| progress_line.show(progress));
    progress_line.clear();
    made.map(drop).map_err(|error| failure(&error))
}

/// The game of a specification, which must be able to have a table.
pub fn ranked_game(text: &str) -> Result<Box<dyn DynRankedGame>, CliError> {
    zermelo_catalog::ranked_game(text).map_err(|error| wrong(text, error))?.ok_or_else(|| {
        CliError::Usage(format!(
            "{} has no table; teeko has one, and mnk and connect3d on boards of at most 16 cells",
            excerpt(text)
        ))
    })
}

/// The threads and the stop token of a build.
pub fn table_options(args: &TableArgs) -> Result<TableOptions, CliError> {
    Ok(TableOptions {
        threads: args.threads.map_or_else(cores, |threads| threads as usize),
        stop: input::stop_on_interrupt()?,
    })
}

fn cores() -> usize {
    thread::available_parallelism().map_or(1, Into::into)
}

fn wrong(game: &str, error: SpecError) -> CliError {
    CliError::Spec { what: format!("game \"{}\"", excerpt(game)), error }
}

fn no_folder() -> CliError {
    CliError::Usage(format!("no data folder found for this user; give --file, or set {}", user_tables::DATA_VARIABLE))
}

/// Converts an error of a table.
pub fn failure(error: &TableError) -> CliError {
    match error {
        TableError::Exists(_) | TableError::NoTable(_) => CliError::Usage(error.to_string()),
        _ => CliError::Failed(error.to_string()),
    }
}

fn say(as_json: bool, text: &str, object: &Value) -> Result<(), CliError> {
    let line = if as_json { object.to_string() } else { text.to_owned() };
    writeln!(anstream::stdout(), "{line}")?;
    Ok(())
}

/// The progress of a build, shown only on a terminal.
pub struct BuildProgress {
    bar: Option<ProgressBar>,
    /// Finished levels.
    done: usize,
}

impl BuildProgress {
    /// The progress of a game's table.
    pub fn new(game: &dyn DynRankedGame) -> Self {
        let bar = progress::line("{spinner} {elapsed}  {prefix}  {msg}");
        if let Some(bar) = &bar {
            bar.set_prefix(format!("building the table of {}", game.table_name()));
        }
        Self { bar, done: 0 }
    }

    /// Updates the line.
    pub fn show(&mut self, progress: TableProgress<'_>) {
        let TableProgress { level, number, levels, pass } = progress;
        self.done = number;
        if let Some(bar) = &self.bar {
            bar.set_message(format!("level {} ({} of {levels}), {pass} plies", level.name, number + 1));
        }
    }

    /// Removes the line. Returns the number of finished levels.
    pub fn clear(&mut self) -> usize {
        if let Some(bar) = self.bar.take() {
            bar.finish_and_clear();
        }
        self.done
    }
}
