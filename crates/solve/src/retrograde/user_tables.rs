//! The user's tables: built on first use and kept in the user's data folder.

use std::collections::HashMap;
use std::env;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use directories::ProjectDirs;

use super::build::{ProgressFn, build, build_file};
use super::file::{TableError, open};
use super::level::TableOptions;
use super::{EndgameTable, RankedGame};

/// The environment variable for the data folder. The default is the system's data folder (on Linux `~/.local/share/zermelo`).
pub const DATA_VARIABLE: &str = "ZERMELO_DATA";

/// A table of fewer entries is built each time; it is not worth a file.
const MIN_FILE_ENTRIES: u64 = 1 << 20;

/// The tables in use, by name.
static IN_USE: Mutex<Option<HashMap<String, Weak<EndgameTable>>>> = Mutex::new(None);

/// The user's data folder; `None` if the system has none.
pub fn data_folder() -> Option<PathBuf> {
    match env::var_os(DATA_VARIABLE).filter(|folder| !folder.is_empty()) {
        Some(folder) => Some(PathBuf::from(folder)),
        None => Some(ProjectDirs::from("", "", "zermelo")?.data_dir().to_owned()),
    }
}

/// The path of the table of a game; `None` without a data folder.
pub fn path<G: RankedGame>(game: &G) -> Option<PathBuf> {
    Some(data_folder()?.join("tables").join(format!("{}.table", game.table_name())))
}

/// Whether [`table`] would have to build a large table.
pub fn needs_long_build<G: RankedGame>(game: &G) -> bool {
    !is_small(game) && path(game).is_none_or(|path| !path.exists())
}

fn is_small<G: RankedGame>(game: &G) -> bool {
    game.levels().iter().map(|level| level.size).sum::<u64>() < MIN_FILE_ENTRIES
}

/// The table of a game: opened from the data folder, or built and saved there. If the folder is not writable, the table is kept in memory.
///
/// # Errors
/// The game is too large for a table, its file is invalid, or the build failed or was stopped.
pub fn table<G: RankedGame>(
    game: &G,
    options: &TableOptions,
    progress: &mut ProgressFn<'_>,
) -> Result<Arc<EndgameTable>, TableError> {
    let name = game.table_name();
    if let Some(table) = in_use(|tables| tables.get(&name).and_then(Weak::upgrade)) {
        return Ok(table);
    }
    // The lock is not held during a build. The lock of the partial file makes a second build of the same table wait.
    let table = Arc::new(open_or_build(game, options, progress)?);
    in_use(|tables| tables.insert(name, Arc::downgrade(&table)));
    Ok(table)
}

/// Runs `look` on the tables in use. A poisoned lock is harmless: tables are inserted complete.
fn in_use<T>(look: impl FnOnce(&mut HashMap<String, Weak<EndgameTable>>) -> T) -> T {
    look(IN_USE.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert_default())
}

fn open_or_build<G: RankedGame>(
    game: &G,
    options: &TableOptions,
    progress: &mut ProgressFn<'_>,
) -> Result<EndgameTable, TableError> {
    let Some(path) = path(game).filter(|_| !is_small(game)) else { return build(game, options, progress) };
    if path.exists() {
        return open(&path, game);
    }
    match build_file(game, &path, false, options, progress) {
        // Another process finished it meanwhile.
        Err(TableError::Exists(_)) => open(&path, game),
        Err(TableError::Write { .. }) => build(game, options, progress),
        done => done,
    }
}
