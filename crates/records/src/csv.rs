//! Tables for spreadsheets (RFC 4180, with column titles): one row per game, which can be read back, or one row per move.
//!
//! A table has less data than JSON Lines: the table of games has only the means of each side's figures.

use std::cell::Cell;
use std::io::{self, Read, Write};
use std::rc::Rc;

use csv::{ErrorKind, StringRecord};
use zermelo_core::text::excerpt;
use zermelo_core::{Outcome, Side, Termination};

use crate::saved::milliseconds;
use crate::words::{read_termination, read_winner, side_text, termination_text};
use crate::{MAX_LINE, SavedGame, winner_text};

/// The columns of the table of games.
pub const GAME_COLUMNS: [&str; 14] = [
    "date",
    "game",
    "start",
    "first",
    "second",
    "winner",
    "termination",
    "plies",
    "first_ms",
    "second_ms",
    "first_nodes",
    "second_nodes",
    "seed",
    "moves",
];

/// The columns of the table of moves.
pub const MOVE_COLUMNS: [&str; 9] = ["number", "ply", "side", "player", "move", "time_ms", "nodes", "depth", "score"];

/// A row of the table of games. A table does not distinguish empty and unknown texts.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct GameRow {
    /// The game, without the figures of its moves.
    pub game: SavedGame,
    /// The mean time of each side's moves in milliseconds, by [`Side::index`], over the moves with a known time.
    pub mean_ms: [Option<f64>; 2],
    /// The mean node count of each side's moves, by [`Side::index`], over the moves with a known count.
    pub mean_nodes: [Option<f64>; 2],
}

/// Why a table or a row can't be read.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// The first line does not have the titles of this table.
    #[error("line 1: expected the titles {}; found \"{found}\"", GAME_COLUMNS.join(","))]
    Titles {
        /// The found titles, shortened.
        found: String,
    },
    /// A row with a wrong number of fields.
    #[error("line {line}: {found} fields; expected {}, as there are titles", GAME_COLUMNS.len())]
    Fields {
        /// The line of the row.
        line: u64,
        /// The number of fields.
        found: u64,
    },
    /// A field with an invalid value.
    #[error("line {line}: {why}")]
    Field {
        /// The line of the row.
        line: u64,
        /// The field, and the valid values.
        why: String,
    },
    /// A row that is not UTF-8.
    #[error("line {line}: the row is not UTF-8")]
    NotUtf8 {
        /// The line of the row.
        line: u64,
    },
    /// The file can't be read, or a row is too long.
    #[error("the table can't be read on: {0}")]
    Io(#[from] io::Error),
}

impl GameRow {
    /// The row of a game. `first_to_move`: see [`SavedGame::first_to_move`].
    pub fn of(game: &SavedGame, first_to_move: Side) -> Self {
        let bare = SavedGame {
            times_ms: Vec::new(),
            nodes: Vec::new(),
            depths: Vec::new(),
            scores: Vec::new(),
            extra: serde_json::Map::new(),
            ..game.clone()
        };
        let means = |figure: &dyn Fn(usize) -> Option<f64>| {
            Side::BOTH.map(|side| {
                mean((0..game.moves.len()).filter(|&at| mover(first_to_move, at) == side).filter_map(figure))
            })
        };
        Self {
            game: bare,
            mean_ms: means(&|at| game.time(at).map(milliseconds)),
            mean_nodes: means(&|at| game.figures(at).nodes.map(|nodes| nodes as f64)),
        }
    }

    fn fields(&self) -> [String; GAME_COLUMNS.len()] {
        let game = &self.game;
        let number = |mean: Option<f64>| mean.map_or(String::new(), |mean| mean.to_string());
        let text = |text: &Option<String>| text.clone().unwrap_or_default();
        [
            text(&game.date),
            game.game.clone(),
            text(&game.start),
            text(&game.first),
            text(&game.second),
            game.winner.map_or(String::new(), |outcome| winner_text(outcome).to_owned()),
            game.termination.map_or(String::new(), termination_text),
            game.moves.len().to_string(),
            number(self.mean_ms[0]),
            number(self.mean_ms[1]),
            number(self.mean_nodes[0]),
            number(self.mean_nodes[1]),
            game.seed.map_or(String::new(), |seed| seed.to_string()),
            game.moves.join(" "),
        ]
    }

    /// Parses the fields of a row; there are as many as titles.
    fn read(fields: &StringRecord) -> Result<Self, String> {
        let at = |title: &str| {
            let column = GAME_COLUMNS.iter().position(|column| *column == title);
            column.and_then(|column| fields.get(column)).unwrap_or_default()
        };
        let text = |title| Some(at(title).to_owned()).filter(|text| !text.is_empty());
        let mean = |title| number::<f64>(title, at(title), "a number").and_then(|mean| plausible(title, mean));
        let winner: Option<Outcome> = text("winner").map(|word| read_winner(&word)).transpose()?;
        let termination: Option<Termination> = text("termination").map(|word| read_termination(&word)).transpose()?;
        let game = SavedGame {
            game: text("game").ok_or("game is empty: expected what was played, such as connect4")?,
            start: text("start"),
            moves: at("moves").split_whitespace().map(str::to_owned).collect(),
            winner,
            termination,
            first: text("first"),
            second: text("second"),
            seed: number("seed", at("seed"), "a whole number")?,
            date: text("date"),
            ..SavedGame::default()
        };
        let plies: Option<usize> = number("plies", at("plies"), "a whole number")?;
        if plies.is_some_and(|plies| plies != game.moves.len()) {
            return Err(format!("plies is {}, and there are {} moves", at("plies"), game.moves.len()));
        }
        let mean_ms = [mean("first_ms")?, mean("second_ms")?];
        let mean_nodes = [mean("first_nodes")?, mean("second_nodes")?];
        Ok(Self { game, mean_ms, mean_nodes })
    }
}

/// Writes a table of games, with one write per row.
#[derive(Debug)]
pub struct GamesWriter<W> {
    out: W,
}

impl<W: Write> GamesWriter<W> {
    /// A new table: writes the titles.
    pub fn new(mut out: W) -> io::Result<Self> {
        out.write_all(&row(GAME_COLUMNS)?)?;
        Ok(Self { out })
    }

    /// Appends a game.
    pub fn add(&mut self, game: &GameRow) -> io::Result<()> {
        self.out.write_all(&game_row(game)?)
    }
}

/// The line with the titles of the table of games.
pub(crate) fn titles() -> io::Result<Vec<u8>> {
    row(GAME_COLUMNS)
}

/// The line of a game.
pub(crate) fn game_row(game: &GameRow) -> io::Result<Vec<u8>> {
    row(game.fields())
}

/// Writes a table of moves, with one write per game.
#[derive(Debug)]
pub struct MovesWriter<W> {
    out: W,
}

impl<W: Write> MovesWriter<W> {
    /// A new table: writes the titles.
    pub fn new(mut out: W) -> io::Result<Self> {
        out.write_all(&row(MOVE_COLUMNS)?)?;
        Ok(Self { out })
    }

    /// Appends the moves of a game with its number. `first_to_move`: see [`SavedGame::first_to_move`].
    pub fn add(&mut self, number: usize, game: &SavedGame, first_to_move: Side) -> io::Result<()> {
        let mut rows = Vec::new();
        for (at, mv) in game.moves.iter().enumerate() {
            let side = mover(first_to_move, at);
            let player = if side == Side::First { &game.first } else { &game.second };
            let figures = game.figures(at);
            rows.extend(row([
                number.to_string(),
                (at + 1).to_string(),
                side_text(side).to_owned(),
                player.clone().unwrap_or_default(),
                mv.clone(),
                game.time(at).map_or(String::new(), |time| milliseconds(time).to_string()),
                figures.nodes.map_or(String::new(), |nodes| nodes.to_string()),
                figures.depth.map_or(String::new(), |depth| depth.to_string()),
                figures.score.map_or(String::new(), |score| score.to_string()),
            ])?);
        }
        self.out.write_all(&rows)
    }
}

/// Reads a table of games row by row. An invalid row is an error, and the rows after it are still read.
pub fn read_games<R: Read>(reader: R) -> Result<Games<R>, ReadError> {
    let left = Rc::new(Cell::new(MAX_LINE));
    let guard = Guard { inner: reader, left: Rc::clone(&left) };
    let mut rows = csv::ReaderBuilder::new().flexible(true).from_reader(guard);
    let titles = rows.headers().map_err(|why| fault(why, 1))?;
    let is_table = titles.iter().eq(GAME_COLUMNS);
    if !is_table {
        return Err(ReadError::Titles { found: excerpt(&titles.iter().collect::<Vec<_>>().join(",")) });
    }
    Ok(Games { rows, left, over: false })
}

/// The rows of a table of games; see [`read_games`].
pub struct Games<R> {
    rows: csv::Reader<Guard<R>>,
    left: Rc<Cell<usize>>,
    over: bool,
}

impl<R: Read> Iterator for Games<R> {
    type Item = Result<GameRow, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.over {
            return None;
        }
        self.left.set(MAX_LINE);
        let mut fields = StringRecord::new();
        match self.rows.read_record(&mut fields) {
            Ok(true) => {}
            Ok(false) => return None,
            Err(why) => {
                let why = fault(why, self.rows.position().line());
                self.over = matches!(why, ReadError::Io(_));
                return Some(Err(why));
            }
        }
        let line = fields.position().map_or(0, csv::Position::line);
        if fields.len() != GAME_COLUMNS.len() {
            return Some(Err(ReadError::Fields { line, found: fields.len() as u64 }));
        }
        Some(GameRow::read(&fields).map_err(|why| ReadError::Field { line, why }))
    }
}

/// A reader that fails in an endless row: the CSV library keeps a whole row in memory.
struct Guard<R> {
    inner: R,
    /// The bytes that the current row can still take. The library reads ahead by a buffer, which is small compared with this.
    left: Rc<Cell<usize>>,
}

impl<R: Read> Read for Guard<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let taken = self.inner.read(buffer)?;
        let left = self.left.get().checked_sub(taken).ok_or_else(|| {
            let message = format!("a row has more than {MAX_LINE} bytes; is a quotation mark left open?");
            io::Error::new(io::ErrorKind::InvalidData, message)
        })?;
        self.left.set(left);
        Ok(taken)
    }
}

/// Describes an error of the library. `line` is for errors without a position.
fn fault(why: csv::Error, line: u64) -> ReadError {
    let line = why.position().map_or(line, csv::Position::line);
    match why.into_kind() {
        ErrorKind::Io(why) => ReadError::Io(why),
        ErrorKind::UnequalLengths { len, .. } => ReadError::Fields { line, found: len },
        // The only other error is text that is not UTF-8.
        _ => ReadError::NotUtf8 { line },
    }
}

/// Formats fields as a line, with quotation marks where necessary.
fn row<I: IntoIterator<Item: AsRef<[u8]>>>(fields: I) -> io::Result<Vec<u8>> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(fields)?;
    writer.into_inner().map_err(|why| io::Error::other(why.to_string()))
}

/// The side of a move, counted from 0: the sides alternate in every game.
fn mover(first_to_move: Side, at: usize) -> Side {
    if at.is_multiple_of(2) { first_to_move } else { first_to_move.opponent() }
}

/// Rounds to three decimals, the precision of times.
fn mean(values: impl Iterator<Item = f64>) -> Option<f64> {
    let (sum, count) = values.fold((0.0, 0_u32), |(sum, count), value| (sum + value, count + 1));
    (count > 0).then(|| (sum / f64::from(count) * 1000.0).round() / 1000.0)
}

fn number<N: std::str::FromStr>(title: &str, text: &str, expected: &str) -> Result<Option<N>, String> {
    if text.is_empty() {
        return Ok(None);
    }
    text.parse().map(Some).map_err(|_| format!("{title} is \"{}\": expected {expected} or nothing", excerpt(text)))
}

fn plausible(title: &str, mean: Option<f64>) -> Result<Option<f64>, String> {
    match mean {
        Some(mean) if !(0.0..f64::INFINITY).contains(&mean) => Err(format!("{title} is {mean}: expected 0 or more")),
        mean => Ok(mean),
    }
}
