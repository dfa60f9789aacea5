//! Writing the results file.

use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};
use std::path::{Path, PathBuf};

use rusqlite::{Connection, OpenFlags, params};
use zermelo_core::{Outcome, Termination};
use zermelo_records::winner_text;

use super::error::{FORMAT, ResultsError};
use super::header::{GAME_COLUMNS, ResultsHeader, word};
use super::lock::ResultsLock;
use super::read::ResultsReader;
use crate::config::TournamentConfig;
use crate::plan::{differences, tournament_id};
use crate::play::job::{GameResult, PairResult};
use crate::play::pack;

/// A results file, open for writing.
pub struct ResultsFile {
    connection: Connection,
    path: PathBuf,
    header: ResultsHeader,
    words: HashMap<Termination, String>,
    bytes: Vec<u8>,
    _lock: ResultsLock,
}

const SCHEMA: &str = "
CREATE TABLE meta (key TEXT PRIMARY KEY, value) WITHOUT ROWID;
CREATE TABLE players (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, spec TEXT NOT NULL);
CREATE TABLE games (
    id INTEGER PRIMARY KEY,            -- 2 * job + game, both from 0
    job_id TEXT NOT NULL,
    round INTEGER NOT NULL,
    pair INTEGER NOT NULL,
    player_a INTEGER NOT NULL,         -- as they are paired
    player_b INTEGER NOT NULL,
    first INTEGER NOT NULL REFERENCES players,
    second INTEGER NOT NULL REFERENCES players,
    seed INTEGER NOT NULL,
    start TEXT,                        -- NULL: the initial position
    opening INTEGER NOT NULL,          -- number of opening plies
    begins TEXT NOT NULL,              -- side to move after them: first, second
    moves TEXT NOT NULL,
    plies INTEGER NOT NULL,
    figures BLOB NOT NULL,             -- time, nodes, playouts, depth, score, share of each move after the opening
    winner TEXT NOT NULL,              -- first, second, draw
    termination TEXT NOT NULL,
    detail TEXT,
    ended INTEGER NOT NULL,            -- milliseconds since 1970
    program TEXT NOT NULL
);
";

/// This program and its version, stored with each game.
pub(crate) const PROGRAM: &str = concat!("zermelo ", env!("CARGO_PKG_VERSION"));

impl ResultsFile {
    /// Creates a file for a tournament. Fails if the file has games already; the error tells whether they are of another tournament.
    pub fn create(path: &Path, config: &TournamentConfig) -> Result<Self, ResultsError> {
        if std::fs::metadata(path).is_ok_and(|data| data.len() > 0) && !is_blank(path) {
            let found = ResultsReader::open(path)?;
            let differences = differences(&found.header().config, config);
            let path = path.to_owned();
            return Err(if differences.is_empty() {
                ResultsError::Exists { path }
            } else {
                ResultsError::OtherTournament { path, differences }
            });
        }
        let lock = ResultsLock::take(path)?;
        let connection = open(path, true)?;
        let header = ResultsHeader {
            config: config.clone(),
            tournament: tournament_id(config),
            program: PROGRAM.to_owned(),
            begun: jiff::Timestamp::now().round(jiff::Unit::Second).unwrap_or_default().to_string(),
            // The hasher of the standard library has a random seed. No game depends on it.
            run: RandomState::new().hash_one(path) as u32,
        };
        let store =
            Self { connection, path: path.to_owned(), header, words: HashMap::new(), bytes: Vec::new(), _lock: lock };
        store.write_header().map_err(|error| ResultsError::of(path, error))?;
        Ok(store)
    }

    /// Opens an existing file.
    pub fn open(path: &Path) -> Result<Self, ResultsError> {
        if !path.exists() {
            return Err(ResultsError::Missing(path.to_owned()));
        }
        let lock = ResultsLock::take(path)?;
        let header = ResultsReader::open(path)?.header().clone();
        let connection = open(path, false)?;
        Ok(Self { connection, path: path.to_owned(), header, words: HashMap::new(), bytes: Vec::new(), _lock: lock })
    }

    /// The header of the file.
    pub fn header(&self) -> &ResultsHeader {
        &self.header
    }

    /// The path of the file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Changes the configuration, as far as it does not affect the games: their number, and when the run ends.
    pub fn set_config(&mut self, config: &TournamentConfig) -> Result<(), ResultsError> {
        let differences = differences(&self.header.config, config);
        if !differences.is_empty() {
            return Err(ResultsError::OtherTournament { path: self.path.clone(), differences });
        }
        let text = config.to_toml();
        let written = self.connection.execute("UPDATE meta SET value = ?1 WHERE key = 'config'", [&text]);
        written.map_err(|error| ResultsError::of(&self.path, error))?;
        self.header.config = config.clone();
        Ok(())
    }

    fn write_header(&self) -> rusqlite::Result<()> {
        let transaction = self.connection.unchecked_transaction()?;
        transaction.execute_batch(SCHEMA)?;
        let mut meta = transaction.prepare("INSERT INTO meta VALUES (?1, ?2)")?;
        meta.execute(params!["format", FORMAT])?;
        meta.execute(params!["program", self.header.program])?;
        meta.execute(params!["begun", self.header.begun])?;
        meta.execute(params!["tournament", format!("{:016x}", self.header.tournament)])?;
        meta.execute(params!["run", format!("{:08x}", self.header.run)])?;
        meta.execute(params!["config", self.header.config.to_toml()])?;
        drop(meta);
        for (id, agent) in self.header.config.agents.iter().enumerate() {
            let values = params![id as i64, agent.name(), agent.spec];
            transaction.execute("INSERT INTO players VALUES (?1, ?2, ?3)", values)?;
        }
        transaction.commit()
    }

    /// Adds results in one transaction.
    pub fn add(&mut self, results: &[PairResult]) -> Result<(), ResultsError> {
        let failed = |error| ResultsError::of(&self.path, error);
        let transaction = self.connection.unchecked_transaction().map_err(failed)?;
        for result in results {
            for (at, game) in result.games.iter().enumerate() {
                pack::pack(&game.figures, &mut self.bytes);
                let word = self.words.entry(game.termination).or_insert_with(|| word(game.termination));
                insert(&transaction, result, at, game, word, &self.bytes).map_err(failed)?;
            }
        }
        transaction.commit().map_err(failed)
    }

    /// Deletes the games of all jobs after a number.
    pub fn drop_after(&mut self, number: u64) -> Result<(), ResultsError> {
        let last = 2 * number as i64 + 1;
        let done = self.connection.execute("DELETE FROM games WHERE id > ?1", [last]);
        done.map(|_| ()).map_err(|error| ResultsError::of(&self.path, error))
    }

    /// Moves the contents of the write-ahead log into the database file.
    pub fn finish(self) -> Result<(), ResultsError> {
        let done = self.connection.pragma_update(None, "wal_checkpoint", "TRUNCATE");
        done.map_err(|error| ResultsError::of(&self.path, error))
    }
}

/// Whether the file is an empty database, which a run leaves that was killed before its first commit.
fn is_blank(path: &Path) -> bool {
    let count =
        |connection: Connection| connection.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0));
    Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_ONLY).and_then(count) == Ok(0_i64)
}

fn open(path: &Path, create: bool) -> Result<Connection, ResultsError> {
    let mut flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    if create {
        flags |= OpenFlags::SQLITE_OPEN_CREATE;
    }
    let failed = |error| ResultsError::of(path, error);
    let connection = Connection::open_with_flags(path, flags).map_err(failed)?;
    connection.busy_timeout(std::time::Duration::from_secs(5)).map_err(failed)?;
    connection.pragma_update(None, "journal_mode", "WAL").map_err(failed)?;
    // Each commit is synced to the disk.
    connection.pragma_update(None, "synchronous", "FULL").map_err(failed)?;
    Ok(connection)
}

fn insert(
    connection: &Connection,
    result: &PairResult,
    at: usize,
    game: &GameResult,
    termination: &str,
    figures: &[u8],
) -> rusqlite::Result<()> {
    let plies = i64::from(game.opening) + game.figures.len() as i64;
    let mut statement = connection.prepare_cached(INSERT)?;
    statement.execute(params![
        2 * result.number as i64 + at as i64,
        result.id.to_string(),
        result.round,
        result.pair as i64,
        result.players[0] as i64,
        result.players[1] as i64,
        game.players[0] as i64,
        game.players[1] as i64,
        game.seed as i64,
        game.start,
        game.opening,
        winner_text(Outcome::Win(game.begins)),
        game.moves,
        plies,
        figures,
        winner_text(game.outcome),
        termination,
        game.detail,
        game.ended,
        PROGRAM,
    ])?;
    Ok(())
}

// `REPLACE`: a pair of which an earlier run played only the first game is played again completely.
const INSERT: &str = "INSERT OR REPLACE INTO games VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20)";

const _: () = assert!(GAME_COLUMNS == 20, "the statement has a place for each column");
