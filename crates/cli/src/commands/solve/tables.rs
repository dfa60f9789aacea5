//! `zermelo solve build` and `verify`: endgame tables of whole games.

use std::io::Write;
use std::thread;
use std::time::Instant;

use indicatif::ProgressBar;
use serde_json::{Value, json};
use zermelo_catalog::{CatalogGame, GameVisitor, with_game};
use zermelo_core::StopToken;
use zermelo_core::spec::SpecError;
use zermelo_core::text::excerpt;
use zermelo_solve::TableVisitor;
use zermelo_solve::retrograde::{self, LevelError, RankedGame, TableError, TableOptions, TableProgress, user_tables};

use super::args::{BuildArgs, TableArgs};
use crate::error::CliError;
use crate::{input, progress};

/// Builds the table of a game.
pub fn build(args: &BuildArgs) -> Result<(), CliError> {
    struct BuildWork<'a> {
        args: &'a BuildArgs,
        means: TableOptions,
    }

    impl TableVisitor for BuildWork<'_> {
        type Output = Result<(), CliError>;

        fn visit<G: RankedGame>(self, game: &G) -> Self::Output {
            let Self { args, means } = self;
            let path = args.table.file.clone().or_else(|| user_tables::path(game)).ok_or_else(no_folder)?;
            let begun = Instant::now();
            let mut progress_line = BuildProgress::new(game);
            let built =
                retrograde::build_file(game, &path, args.force, &means, &mut |progress| progress_line.show(progress));
            let (levels, done) = (game.levels().len(), progress_line.clear());
            let table = built.map_err(|error| match error {
                TableError::Level(LevelError::Stopped) => CliError::Failed(format!(
                    "stopped after {done} of {levels} levels; the same command resumes from there"
                )),
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
    }

    let means = means(&args.table)?;
    on_table(&args.table.game, BuildWork { args, means })?
}

/// Verifies a table: every entry against the values of its moves.
pub fn verify(args: &TableArgs) -> Result<(), CliError> {
    struct VerifyWork<'a> {
        args: &'a TableArgs,
        means: TableOptions,
    }

    impl TableVisitor for VerifyWork<'_> {
        type Output = Result<(), CliError>;

        fn visit<G: RankedGame>(self, game: &G) -> Self::Output {
            let path = self.args.file.clone().or_else(|| user_tables::path(game)).ok_or_else(no_folder)?;
            let begun = Instant::now();
            let table = retrograde::open(&path, game).map_err(|error| failure(&error))?;
            let faults =
                retrograde::check(game, &table, &self.means).map_err(|why| CliError::Failed(why.to_string()))?;
            if let Some(fault) = faults.first() {
                return Err(CliError::Failed(format!("{}: {fault}", path.display())));
            }
            let seconds = begun.elapsed().as_secs_f64();
            let entries: usize = (0..table.levels()).map(|level| table.level(level).len()).sum();
            say(
                self.args.json,
                &format!("The file is intact; {entries} entries agree with their moves, {seconds:.1} s"),
                &json!({ "table": game.table_name(), "entries": entries, "file": path, "seconds": seconds }),
            )
        }
    }

    let means = means(args)?;
    on_table(&args.game, VerifyWork { args, means })?
}

/// Builds the table of a game's solver, if it is missing, and shows the progress.
pub fn prepare(game: &str, stop: &StopToken) -> Result<(), CliError> {
    struct PrepareWork<'a>(&'a StopToken);

    impl GameVisitor for PrepareWork<'_> {
        type Output = Result<(), CliError>;

        fn visit<G: CatalogGame>(self, game: G) -> Self::Output {
            if game.has_solver() { game.visit_table(self).unwrap_or(Ok(())) } else { Ok(()) }
        }
    }

    impl TableVisitor for PrepareWork<'_> {
        type Output = Result<(), CliError>;

        fn visit<G: RankedGame>(self, game: &G) -> Self::Output {
            if !user_tables::needs_long_build(game) {
                return Ok(());
            }
            let options = TableOptions { threads: cores(), stop: self.0.clone() };
            let mut progress_line = BuildProgress::new(game);
            let made = user_tables::table(game, &options, &mut |progress| progress_line.show(progress));
            progress_line.clear();
            made.map(drop).map_err(|error| failure(&error))
        }
    }

    with_game(&game.parse().map_err(|error| wrong(game, error))?, PrepareWork(stop))
        .map_err(|error| wrong(game, error))?
}

/// Runs work on the table of a game's specification.
pub fn on_table<W: TableVisitor>(text: &str, work: W) -> Result<W::Output, CliError> {
    struct OnTable<W>(W);

    impl<W: TableVisitor> GameVisitor for OnTable<W> {
        type Output = Option<W::Output>;

        fn visit<G: CatalogGame>(self, game: G) -> Self::Output {
            game.visit_table(self.0)
        }
    }

    let spec = text.parse().map_err(|error| wrong(text, error))?;
    with_game(&spec, OnTable(work)).map_err(|error| wrong(text, error))?.ok_or_else(|| {
        CliError::Usage(format!(
            "{} has no table; teeko has one, and mnk and connect3d on boards of at most 16 cells",
            excerpt(text)
        ))
    })
}

/// The threads and the stop token of a build.
pub fn means(args: &TableArgs) -> Result<TableOptions, CliError> {
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
    pub fn new<G: RankedGame>(game: &G) -> Self {
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
