//! The fuzz targets for record files. The tests of `records` include this file as a module and replay the corpus with
//! it.

use std::fmt::Display;

use zermelo_records::csv::{GamesWriter, read_games};
use zermelo_records::pdn::{PdnGame, decode};
use zermelo_records::{jsonl, pdn};

/// The greatest length of an error message: a message shows an excerpt of the input, not all of it.
const MAX_MESSAGE: usize = 2000;

/// Reads the input as JSON Lines. The valid games are written and read again; both must be equal.
pub fn jsonl(data: &[u8]) {
    let games = valid(jsonl::read(data).map(|read| read.map(|(_, game)| game)));
    let mut writer = jsonl::Writer::new(Vec::new());
    for game in &games {
        writer.add(game).expect("writing to memory does not fail");
    }
    let written = writer.into_inner();
    let again: Vec<_> =
        jsonl::read(written.as_slice()).map(|read| read.expect("a written line can be read").1).collect();
    assert_eq!(again, games);
}

/// Reads the input as a CSV table of games. The valid rows are written and read again; both must be equal.
pub fn csv(data: &[u8]) {
    let rows = match read_games(data) {
        Ok(rows) => valid(rows),
        Err(why) => return check_message(&why),
    };
    let mut written = Vec::new();
    let mut writer = GamesWriter::new(&mut written).expect("writing to memory does not fail");
    for row in &rows {
        writer.add(row).expect("writing to memory does not fail");
    }
    let again = read_games(written.as_slice()).expect("a written title row can be read");
    assert_eq!(again.map(|row| row.expect("a written row can be read")).collect::<Vec<_>>(), rows);
}

/// Reads the input as PDN. The valid games are written and read again; both must be equal.
pub fn pdn(data: &[u8]) {
    let text = decode(data);
    let games = valid(pdn::read(&text));
    let written: Vec<String> = games.iter().map(PdnGame::to_string).collect();
    let written = written.join("\n");
    let again: Vec<_> = pdn::read(&written).map(|game| game.unwrap_or_else(|why| panic!("{why}\n{written}"))).collect();
    assert_eq!(again.len(), games.len(), "{written}");
    for (again, game) in again.iter().zip(&games) {
        assert_eq!(again.to_string(), game.to_string());
        assert_eq!(texts(again), texts(game));
    }
}

/// The texts of a game's moves.
fn texts(game: &PdnGame) -> Vec<&str> {
    game.moves.iter().map(|mv| mv.text.as_str()).collect()
}

/// The items that could be read. Every error must have a message.
fn valid<T, E: Display>(read: impl Iterator<Item = Result<T, E>>) -> Vec<T> {
    read.filter_map(|read| read.inspect_err(|why| check_message(why)).ok()).collect()
}

fn check_message(why: &impl Display) {
    let message = why.to_string();
    assert!(!message.is_empty() && message.len() <= MAX_MESSAGE, "a message of {} bytes", message.len());
}
