//! Solving all levels, in memory or into a file.

use std::fs;
use std::path::Path;

use zermelo_core::Ply;

use super::file::{self, TableError};
use super::level::{LevelError, Means, solve};
use super::work::Work;
use super::{Level, Ranked, Table};
use crate::disk::beside;

/// How far a build is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress<'a> {
    /// The level at work.
    pub level: &'a Level,
    /// Its number.
    pub number: usize,
    /// How many levels there are.
    pub levels: usize,
    /// The pass: positions that end in so many plies are known.
    pub pass: Ply,
}

/// Who hears how far a build is.
pub type Listener<'a> = dyn FnMut(Progress<'_>) + 'a;

/// Solves a game, in memory.
pub fn build<G: Ranked>(game: &G, means: &Means, progress: &mut Listener<'_>) -> Result<Table, TableError> {
    let levels = levels(game)?;
    let mut table = Table::new();
    while table.levels() < levels.len() {
        let bytes = next(game, &levels, &table, means, progress)?;
        table.push(bytes);
    }
    Ok(table)
}

/// Solves a game into a file. A build that was ended goes on with the first level that it had not solved; of two builds at once one waits, and
/// takes the other's table. Only `anew` replaces a table that is there.
pub fn build_file<G: Ranked>(
    game: &G,
    path: &Path,
    anew: bool,
    means: &Means,
    progress: &mut Listener<'_>,
) -> Result<Table, TableError> {
    let levels = levels(game)?;
    let part = beside(path, ".part");
    let unwritable = |error| TableError::Write { path: part.clone(), error };
    if path.exists() && !anew {
        return Err(TableError::Exists(path.to_owned()));
    }
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(|error| TableError::Write { path: folder.to_owned(), error })?;
    }
    let mut work = Work::open(&part, &means.stop).map_err(unwritable)?.ok_or(LevelError::Stopped)?;
    if path.exists() && !anew {
        // Another build made it while this one waited.
        let _ = fs::remove_file(&part);
        return file::open(path, game);
    }
    let sizes: Vec<u64> = levels.iter().map(|level| level.size).collect();
    let mut table = Table::new();
    for level in work.levels(&game.table_name(), &sizes).map_err(unwritable)? {
        table.push(level);
    }
    while table.levels() < levels.len() {
        let bytes = next(game, &levels, &table, means, progress)?;
        work.push(&bytes).map_err(unwritable)?;
        table.push(bytes);
    }
    file::save(path, game, &table)?;
    // The table is there; this is left over at worst.
    let _ = fs::remove_file(&part);
    Ok(table)
}

fn levels<G: Ranked>(game: &G) -> Result<Vec<Level>, TableError> {
    let levels = game.levels();
    if levels.is_empty() { Err(TableError::NoTable(game.table_name())) } else { Ok(levels) }
}

/// Solves the first level that the table does not have.
fn next<G: Ranked>(
    game: &G,
    levels: &[Level],
    table: &Table,
    means: &Means,
    progress: &mut Listener<'_>,
) -> Result<Vec<u8>, LevelError> {
    let number = table.levels();
    let level = &levels[number];
    let mut tell = |pass| progress(Progress { level, number, levels: levels.len(), pass });
    tell(Ply(0));
    solve(&game.table_game(), (number, level), table, means, &mut tell)
}
