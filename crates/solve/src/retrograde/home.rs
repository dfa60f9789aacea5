//! The tables of the user: made when they are first asked for, kept in the user's folder of data.

use std::collections::HashMap;
use std::env;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use directories::ProjectDirs;

use super::build::{Listener, build, build_file};
use super::file::{TableError, open};
use super::level::Means;
use super::{Ranked, Table};

/// The variable that names the folder of data; without it, it is the one that the system has for this (on Linux
/// `~/.local/share/zermelo`).
pub const VARIABLE: &str = "ZERMELO_DATA";

/// A table of fewer entries is made each time: that is quicker than looking for it.
const SMALL: u64 = 1 << 20;

/// The tables that are in use.
static IN_USE: Mutex<Option<HashMap<String, Weak<Table>>>> = Mutex::new(None);

/// The user's folder of data; `None` where there is none.
pub fn folder() -> Option<PathBuf> {
    match env::var_os(VARIABLE).filter(|folder| !folder.is_empty()) {
        Some(folder) => Some(PathBuf::from(folder)),
        None => Some(ProjectDirs::from("", "", "zermelo")?.data_dir().to_owned()),
    }
}

/// Where the table of a game is kept; `None` where the user has no folder.
pub fn path<G: Ranked>(game: &G) -> Option<PathBuf> {
    Some(folder()?.join("tables").join(format!("{}.table", game.table_name())))
}

/// Whether [`table`] would take a while: it is not there, and not small.
pub fn takes_a_while<G: Ranked>(game: &G) -> bool {
    !is_small(game) && path(game).is_none_or(|path| !path.exists())
}

fn is_small<G: Ranked>(game: &G) -> bool {
    game.levels().iter().map(|level| level.size).sum::<u64>() < SMALL
}

/// The table of a game: that of the user's folder, else one that is made now and kept there. Where nothing can be kept it is for this run
/// alone.
pub fn table<G: Ranked>(game: &G, means: &Means, progress: &mut Listener<'_>) -> Result<Arc<Table>, TableError> {
    let name = game.table_name();
    if let Some(table) = in_use(|tables| tables.get(&name).and_then(Weak::upgrade)) {
        return Ok(table);
    }
    // Nobody is kept waiting meanwhile: of two builds the file lets one wait, as long as it is not stopped.
    let table = Arc::new(find(game, means, progress)?);
    in_use(|tables| tables.insert(name, Arc::downgrade(&table)));
    Ok(table)
}

/// Looks at the tables that are in use. A thread that panicked left no half table there.
fn in_use<T>(look: impl FnOnce(&mut HashMap<String, Weak<Table>>) -> T) -> T {
    look(IN_USE.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert_default())
}

fn find<G: Ranked>(game: &G, means: &Means, progress: &mut Listener<'_>) -> Result<Table, TableError> {
    let Some(path) = path(game).filter(|_| !is_small(game)) else { return build(game, means, progress) };
    if path.exists() {
        return open(&path, game);
    }
    match build_file(game, &path, false, means, progress) {
        // Made by somebody else just now.
        Err(TableError::Exists(_)) => open(&path, game),
        Err(TableError::Write { .. }) => build(game, means, progress),
        done => done,
    }
}
