//! `first=FILE`: the first move of an agent, from a table of moves with scores.
//!
//! ```text
//! move,score
//! c3,0.6125
//! b2,0.5710
//! ```
//!
//! Other columns are ignored; `arena export --format first-moves` also writes the number of games.

use std::fs::{self, File};
use std::io::Read;

use zermelo_core::spec::{Params, SpecError};
use zermelo_core::text::excerpt;
use zermelo_core::{Game, GameRecord, Notation};

use super::shared::FIRST;

/// The greatest length of a file in bytes.
const MAX_LENGTH: u64 = 64 << 10;

/// The first moves of a game, best first.
pub(super) struct FirstMoves<G: Game>(Vec<G::Move>);

impl<G: Game> FirstMoves<G> {
    /// The best legal move, if the side to move has not moved yet and the game began at the initial position.
    pub(super) fn best(&self, record: &GameRecord<G>) -> Option<G::Move> {
        let (game, line) = (record.game(), record.line());
        let is_first = record.moves().len() < 2 && line.positions().first() == Some(&game.initial());
        self.0.iter().copied().find(|&mv| is_first && game.check(record.position(), mv).is_ok())
    }
}

/// Reads the table of the parameter `first`.
pub(super) fn read<G: Notation>(game: &G, params: &Params) -> Result<Option<FirstMoves<G>>, SpecError> {
    let Some(path) = params.text(&FIRST) else { return Ok(None) };
    let wrong = |why: String| SpecError::Conflict(format!("first={}: {why}", excerpt(path)));
    let mut text = String::new();
    // Reading a pipe or a terminal would block.
    if !fs::metadata(path).map_err(|error| wrong(error.to_string()))?.is_file() {
        return Err(wrong("it is not a file".to_owned()));
    }
    let file = File::open(path).map_err(|error| wrong(error.to_string()))?;
    file.take(MAX_LENGTH + 1).read_to_string(&mut text).map_err(|error| wrong(error.to_string()))?;
    if text.len() as u64 > MAX_LENGTH {
        return Err(wrong(format!("a table of first moves has at most {} KiB", MAX_LENGTH >> 10)));
    }
    moves(game, &text).map(|moves| Some(FirstMoves(moves))).map_err(wrong)
}

/// The moves of a table, best first; ties in the order of the table.
fn moves<G: Notation>(game: &G, text: &str) -> Result<Vec<G::Move>, String> {
    let rows = read_rows(text)?;
    let start = game.initial();
    let mut moves: Vec<G::Move> = Vec::new();
    for Row { line, text, .. } in &rows {
        let mv = game.parse_move(&start, text).map_err(|error| format!("line {line}: {error}"))?;
        if moves.contains(&mv) {
            return Err(format!("line {line}: {} is listed twice", excerpt(text)));
        }
        moves.push(mv);
    }
    Ok(best_first(&rows).into_iter().map(|at| moves[at]).collect())
}

/// A row of a table.
struct Row {
    line: u64,
    /// The move.
    text: String,
    score: f64,
}

/// Reads a table of at least one row.
fn read_rows(text: &str) -> Result<Vec<Row>, String> {
    const EXPECTED: &str =
        "expected a table with the columns move and score, such as `arena export --format first-moves` writes";
    let mut reader = csv::ReaderBuilder::new().trim(csv::Trim::All).from_reader(text.as_bytes());
    let heads = reader.headers().map_err(|error| error.to_string())?;
    let column = |name| heads.iter().position(|head| head == name).ok_or(EXPECTED);
    let (mv, score) = (column("move")?, column("score")?);
    let mut rows = Vec::new();
    for row in reader.records() {
        let row = row.map_err(|error| error.to_string())?;
        let line = row.position().map_or(0, csv::Position::line);
        let text = row.get(mv).unwrap_or_default().to_owned();
        let score = row.get(score).and_then(|score| score.parse().ok()).filter(|score: &f64| score.is_finite());
        let score =
            score.ok_or_else(|| format!("line {line}: expected a number as the score of {}", excerpt(&text)))?;
        rows.push(Row { line, text, score });
    }
    if rows.is_empty() {
        return Err(format!("it has no move; {EXPECTED}"));
    }
    Ok(rows)
}

/// The indices of the rows by descending score.
fn best_first(rows: &[Row]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..rows.len()).collect();
    order.sort_by(|&a, &b| rows[b].score.total_cmp(&rows[a].score));
    order
}
