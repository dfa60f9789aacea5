//! What the fuzz targets of the readers of games on file do with their bytes. The tests of `records` include this file as a
//! module and replay the corpus with it.

use std::fmt::Display;

use zermelo_records::csv::{GamesWriter, read_games};
use zermelo_records::pdn::{PdnGame, decode};
use zermelo_records::{jsonl, pdn};

/// More than any message needs: it shows an excerpt, never all it was given.
const LONGEST_MESSAGE: usize = 2000;

/// The input as JSON Lines: the games that are read are read again as they are written.
pub fn jsonl(data: &[u8]) {
    let games = kept(jsonl::read(data).map(|read| read.map(|(_, game)| game)));
    let mut writer = jsonl::Writer::new(Vec::new());
    for game in &games {
        writer.add(game).expect("memory takes every line");
    }
    let written = writer.into_inner();
    let again: Vec<_> = jsonl::read(written.as_slice()).map(|read| read.expect("a line of ours").1).collect();
    assert_eq!(again, games);
}

/// The input as a table of games: the rows that are read are read again as they are written.
pub fn csv(data: &[u8]) {
    let rows = match read_games(data) {
        Ok(rows) => kept(rows),
        Err(why) => return told(&why),
    };
    let mut written = Vec::new();
    let mut writer = GamesWriter::new(&mut written).expect("memory takes the titles");
    for row in &rows {
        writer.add(row).expect("memory takes every row");
    }
    let again = read_games(written.as_slice()).expect("our titles");
    assert_eq!(again.map(|row| row.expect("a row of ours")).collect::<Vec<_>>(), rows);
}

/// The input as PDN: the games that are read are read again as they are written.
pub fn pdn(data: &[u8]) {
    let text = decode(data);
    let games = kept(pdn::read(&text));
    let written: Vec<String> = games.iter().map(PdnGame::to_string).collect();
    let written = written.join("\n");
    let again: Vec<_> = pdn::read(&written).map(|game| game.unwrap_or_else(|why| panic!("{why}\n{written}"))).collect();
    assert_eq!(again.len(), games.len(), "{written}");
    for (again, game) in again.iter().zip(&games) {
        assert_eq!(again.to_string(), game.to_string());
        assert_eq!(texts(again), texts(game));
    }
}

/// The moves of a game with what is said of them.
fn texts(game: &PdnGame) -> Vec<&str> {
    game.moves.iter().map(|mv| mv.text.as_str()).collect()
}

/// What was read; each refusal has something to say.
fn kept<T, E: Display>(read: impl Iterator<Item = Result<T, E>>) -> Vec<T> {
    read.filter_map(|read| read.inspect_err(|why| told(why)).ok()).collect()
}

fn told(why: &impl Display) {
    let message = why.to_string();
    assert!(!message.is_empty() && message.len() <= LONGEST_MESSAGE, "a message of {} bytes", message.len());
}
