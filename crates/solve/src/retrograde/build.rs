//! Solves all levels of a game.

use std::fs;
use std::path::Path;

use zermelo_core::Ply;

use super::file::{self, TableError};
use super::level::{LevelError, TableOptions, solve};
use super::partial::PartialTable;
use super::{EndgameTable, Level, RankedGame};
use crate::disk::with_suffix;

/// The progress of a build.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TableProgress<'a> {
    /// The level that is being solved.
    pub level: &'a Level,
    /// The number of the level, from 0.
    pub number: usize,
    /// The number of levels.
    pub levels: usize,
    /// The pass: positions that end in at most this many plies are known.
    pub pass: Ply,
}

/// A callback for the progress of a build.
pub type ProgressFn<'a> = dyn FnMut(TableProgress<'_>) + 'a;

/// Solves a game in memory.
///
/// # Errors
/// The game is too large for a table, a distance exceeds the entries, or the build was stopped.
pub fn build<G: RankedGame>(
    game: &G,
    options: &TableOptions,
    progress: &mut ProgressFn<'_>,
) -> Result<EndgameTable, TableError> {
    let levels = levels(game)?;
    let mut table = EndgameTable::new();
    while table.levels() < levels.len() {
        let bytes = solve_next(game, &levels, &table, options, progress)?;
        table.push(bytes);
    }
    Ok(table)
}

/// Solves a game into a file. An interrupted build continues with its first unsolved level. Of two simultaneous builds, one waits and then
/// opens the other's table. An existing table is replaced only if `force` is set.
///
/// # Errors
/// As for [`build`]; also if the file exists and `force` is not set, or can't be written.
pub fn build_file<G: RankedGame>(
    game: &G,
    path: &Path,
    force: bool,
    options: &TableOptions,
    progress: &mut ProgressFn<'_>,
) -> Result<EndgameTable, TableError> {
    let levels = levels(game)?;
    let part = with_suffix(path, ".part");
    let write_error = |error| TableError::Write { path: part.clone(), error };
    if path.exists() && !force {
        return Err(TableError::Exists(path.to_owned()));
    }
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(|error| TableError::Write { path: folder.to_owned(), error })?;
    }
    let mut partial = PartialTable::open(&part, &options.stop).map_err(write_error)?.ok_or(LevelError::Stopped)?;
    if path.exists() && !force {
        // Another build finished while this one waited.
        let _ = fs::remove_file(&part);
        return file::open(path, game);
    }
    let sizes: Vec<u64> = levels.iter().map(|level| level.size).collect();
    let mut table = EndgameTable::new();
    for level in partial.levels(&game.table_name(), &sizes).map_err(write_error)? {
        table.push(level);
    }
    while table.levels() < levels.len() {
        let bytes = solve_next(game, &levels, &table, options, progress)?;
        partial.push(&bytes).map_err(write_error)?;
        table.push(bytes);
    }
    file::save(path, game, &table)?;
    // Failing to remove the partial file does no harm.
    let _ = fs::remove_file(&part);
    Ok(table)
}

fn levels<G: RankedGame>(game: &G) -> Result<Vec<Level>, TableError> {
    let levels = game.levels();
    if levels.is_empty() { Err(TableError::NoTable(game.table_name())) } else { Ok(levels) }
}

/// Solves the first level that is not in the table.
fn solve_next<G: RankedGame>(
    game: &G,
    levels: &[Level],
    table: &EndgameTable,
    options: &TableOptions,
    progress: &mut ProgressFn<'_>,
) -> Result<Vec<u8>, LevelError> {
    let number = table.levels();
    let level = &levels[number];
    let mut report = |pass| progress(TableProgress { level, number, levels: levels.len(), pass });
    report(Ply(0));
    solve(&game.table_game(), (number, level), table, options, &mut report)
}
