//! Reading the results file.

use std::path::{Path, PathBuf};

use rusqlite::types::Value;
use rusqlite::{Connection, OpenFlags, OptionalExtension, Row, params_from_iter};
use serde::Deserialize;
use serde::de::IntoDeserializer;
use serde::de::value::{Error, StrDeserializer};
use zermelo_core::{Outcome, Side, Termination};

use zermelo_records::winner_text;

use super::error::{FORMAT, ResultsError};
use super::header::{ResultsHeader, word};
use crate::config::TournamentConfig;
use crate::play::{MoveFigures, pack};

/// A game of a results file.
#[derive(Clone, PartialEq, Debug)]
pub struct StoredGame {
    /// Its number: twice the number of its job, plus one for the second game of a pair.
    pub id: i64,
    /// The id of its job.
    pub job_id: String,
    /// The round, from 1.
    pub round: u32,
    /// The number of the game pair in its pairing, from 0.
    pub pair: u64,
    /// The two agents of the pairing, as indices into [`TournamentConfig::agents`].
    pub pairing: [usize; 2],
    /// The agents, by [`Side::index`].
    pub players: [usize; 2],
    /// The seed of its random numbers.
    pub seed: u64,
    /// The position that it began with; `None` for the initial position.
    pub start: Option<String>,
    /// The number of opening moves.
    pub opening: u32,
    /// The side to move after the opening.
    pub begins: Side,
    /// All moves, separated by spaces.
    pub moves: String,
    /// The number of moves.
    pub plies: u32,
    /// One entry for each move after the opening.
    pub figures: Vec<MoveFigures>,
    /// The winner, or a draw.
    pub outcome: Outcome,
    /// The reason for the end.
    pub termination: Termination,
    /// Details about the end, for people.
    pub detail: Option<String>,
    /// When it ended: milliseconds since 1970.
    pub ended: i64,
    /// The program that played it, with its version.
    pub program: String,
}

impl StoredGame {
    /// The number of its job.
    pub fn job(&self) -> u64 {
        (self.id / 2) as u64
    }

    /// The side that plays a ply, counted from 0. The sides alternate in every game.
    pub fn mover(&self, ply: usize) -> Side {
        if ply % 2 == self.opening as usize % 2 { self.begins } else { self.begins.opponent() }
    }

    /// The statistics of a ply, counted from 0; `None` for an opening move.
    pub fn figures_of(&self, ply: usize) -> Option<&MoveFigures> {
        self.figures.get(ply.checked_sub(self.opening as usize)?)
    }
}

/// Conditions on games; all games if nothing is set.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct GameFilter {
    /// Games of this agent.
    pub agent: Option<usize>,
    /// Games that this agent won.
    pub won_by: Option<usize>,
    /// Games with this outcome.
    pub outcome: Option<Outcome>,
    /// Games with this termination.
    pub termination: Option<Termination>,
    /// The game with this number.
    pub id: Option<i64>,
    /// The maximum number of games.
    pub limit: Option<u64>,
}

/// A results file, open for reading. Another process may write it at the same time.
pub struct ResultsReader {
    connection: Connection,
    path: PathBuf,
    header: ResultsHeader,
}

impl ResultsReader {
    /// Opens a file.
    pub fn open(path: &Path) -> Result<Self, ResultsError> {
        if !path.exists() {
            return Err(ResultsError::Missing(path.to_owned()));
        }
        let failed = |error| ResultsError::of(path, error);
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(path, flags).map_err(failed)?;
        connection.busy_timeout(std::time::Duration::from_secs(5)).map_err(failed)?;
        let header = header(&connection, path)?;
        Ok(Self { connection, path: path.to_owned(), header })
    }

    /// The header of the file.
    pub fn header(&self) -> &ResultsHeader {
        &self.header
    }

    /// The index of the agent with this name.
    pub fn agent(&self, name: &str) -> Option<usize> {
        self.header.config.agents.iter().position(|agent| agent.name() == name)
    }

    /// The name of an agent.
    pub fn name(&self, agent: usize) -> &str {
        self.header.config.agents.get(agent).map_or("?", |agent| agent.name())
    }

    /// The number of games.
    pub fn count(&self) -> Result<u64, ResultsError> {
        let count = self.connection.query_row("SELECT count(*) FROM games", [], |row| row.get::<_, i64>(0));
        count.map(|count| count as u64).map_err(|error| ResultsError::of(&self.path, error))
    }

    /// Calls `each` for all matching games, in the order of their numbers.
    pub fn for_each(
        &self,
        filter: &GameFilter,
        mut each: impl FnMut(StoredGame) -> Result<(), ResultsError>,
    ) -> Result<(), ResultsError> {
        let failed = |error| ResultsError::of(&self.path, error);
        let (text, values) = query(filter);
        let mut statement = self.connection.prepare(&text).map_err(failed)?;
        let mut rows = statement.query(params_from_iter(values)).map_err(failed)?;
        while let Some(row) = rows.next().map_err(failed)? {
            each(self.game_of(row)?)?;
        }
        Ok(())
    }

    /// A game by its number.
    pub fn game(&self, id: i64) -> Result<Option<StoredGame>, ResultsError> {
        let mut found = None;
        self.for_each(&GameFilter { id: Some(id), ..GameFilter::default() }, |game| {
            found = Some(game);
            Ok(())
        })?;
        Ok(found)
    }

    fn game_of(&self, row: &Row<'_>) -> Result<StoredGame, ResultsError> {
        let failed = |error| ResultsError::of(&self.path, error);
        let id: i64 = row.get(0).map_err(failed)?;
        let damaged = |why: String| ResultsError::Damaged { path: self.path.clone(), game: id, why };
        let players = self.header.config.agents.len();
        let player = |column| -> Result<usize, ResultsError> {
            let number: i64 = row.get(column).map_err(failed)?;
            usize::try_from(number).ok().filter(|&at| at < players).ok_or_else(|| damaged(format!("agent {number}")))
        };
        let begins: String = row.get(11).map_err(failed)?;
        let winner: String = row.get(15).map_err(failed)?;
        let termination: String = row.get(16).map_err(failed)?;
        let figures = row.get_ref(14).map_err(failed)?.as_blob().map_err(|error| damaged(error.to_string()))?;
        Ok(StoredGame {
            id,
            job_id: row.get(1).map_err(failed)?,
            round: row.get(2).map_err(failed)?,
            pair: row.get::<_, i64>(3).map_err(failed)? as u64,
            pairing: [player(4)?, player(5)?],
            players: [player(6)?, player(7)?],
            seed: row.get::<_, i64>(8).map_err(failed)? as u64,
            start: row.get(9).map_err(failed)?,
            opening: row.get(10).map_err(failed)?,
            begins: outcome(&begins)
                .and_then(Outcome::winner)
                .ok_or_else(|| damaged(format!("begins \"{begins}\"")))?,
            moves: row.get(12).map_err(failed)?,
            plies: row.get(13).map_err(failed)?,
            figures: pack::unpack(figures).ok_or_else(|| damaged("its figures".to_owned()))?,
            outcome: outcome(&winner).ok_or_else(|| damaged(format!("winner \"{winner}\"")))?,
            termination: read_termination(&termination).map_err(damaged)?,
            detail: row.get(17).map_err(failed)?,
            ended: row.get(18).map_err(failed)?,
            program: row.get(19).map_err(failed)?,
        })
    }
}

/// The SQL statement of a filter, with its parameters.
fn query(filter: &GameFilter) -> (String, Vec<Value>) {
    let mut wanted = Vec::new();
    let mut values = Vec::new();
    let mut add = |condition: &str, value: Value| {
        wanted.push(condition.to_owned());
        values.push(value);
    };
    if let Some(id) = filter.id {
        add("id = ?", Value::Integer(id));
    }
    if let Some(agent) = filter.agent {
        add("? IN (first, second)", Value::Integer(agent as i64));
    }
    if let Some(agent) = filter.won_by {
        let winner = "CASE winner WHEN 'first' THEN first WHEN 'second' THEN second END = ?";
        add(winner, Value::Integer(agent as i64));
    }
    if let Some(outcome) = filter.outcome {
        add("winner = ?", Value::Text(winner_text(outcome).to_owned()));
    }
    if let Some(termination) = filter.termination {
        add("termination = ?", Value::Text(word(termination)));
    }
    let wanted = if wanted.is_empty() { String::new() } else { format!(" WHERE {}", wanted.join(" AND ")) };
    let limit = filter.limit.map_or(String::new(), |limit| format!(" LIMIT {}", limit.min(i64::MAX as u64)));
    (format!("SELECT * FROM games{wanted} ORDER BY id{limit}"), values)
}

fn outcome(word: &str) -> Option<Outcome> {
    let all = [Outcome::Win(Side::First), Outcome::Win(Side::Second), Outcome::Draw];
    all.into_iter().find(|&outcome| winner_text(outcome) == word)
}

/// Parses the name of a termination as in JSON.
pub fn read_termination(word: &str) -> Result<Termination, String> {
    let word: StrDeserializer<'_, Error> = word.into_deserializer();
    Termination::deserialize(word).map_err(|why| why.to_string())
}

fn header(connection: &Connection, path: &Path) -> Result<ResultsHeader, ResultsError> {
    let failed = |error| ResultsError::of(path, error);
    let foreign = |why: &str| ResultsError::Foreign { path: path.to_owned(), why: why.to_owned() };
    let is_there = "SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name IN ('meta', 'games', 'players')";
    let tables: i64 = connection.query_row(is_there, [], |row| row.get(0)).map_err(failed)?;
    if tables != 3 {
        return Err(foreign("it lacks the tables meta, players and games"));
    }
    let value = |key: &str| -> Result<Value, ResultsError> {
        let found = connection.query_row("SELECT value FROM meta WHERE key = ?1", [key], |row| row.get(0)).optional();
        found.map_err(failed)?.ok_or_else(|| foreign(&format!("meta has no {key}")))
    };
    let text = |key: &str| match value(key)? {
        Value::Text(text) => Ok(text),
        _ => Err(foreign(&format!("{key} is not a text"))),
    };
    match value("format")? {
        Value::Integer(FORMAT) => {}
        Value::Integer(found) => return Err(ResultsError::TooNew { path: path.to_owned(), found }),
        _ => return Err(foreign("format is not a number")),
    }
    let config = TournamentConfig::parse(&text("config")?).map_err(|error| foreign(&error.to_string()))?;
    let tournament = u64::from_str_radix(&text("tournament")?, 16).map_err(|error| foreign(&error.to_string()))?;
    let run = text("run").map_or(Some(0), |run| u32::from_str_radix(&run, 16).ok());
    let run = run.ok_or_else(|| foreign("run is not a number"))?;
    Ok(ResultsHeader { config, tournament, program: text("program")?, begun: text("begun")?, run })
}
