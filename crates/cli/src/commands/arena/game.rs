//! One game of a results file, move by move.

use std::io::Write;

use zermelo_arena::export::{date, saved};
use zermelo_arena::results::{ResultsReader, StoredGame};
use zermelo_core::erased::DynGame;
use zermelo_core::{Outcome, Side};

use super::file::results_failure;
use crate::board;
use crate::error::CliError;
use crate::style::{QUIET, paint, side};

/// The game of a results file.
pub fn rules(reader: &ResultsReader) -> Result<Box<dyn DynGame>, CliError> {
    let spec = &reader.header().config.game;
    zermelo_catalog::game(spec).map_err(|error| CliError::Spec { what: format!("game \"{spec}\""), error })
}

/// Shows a game by its number.
pub fn show(reader: &ResultsReader, id: i64, every_board: bool, json: bool) -> Result<(), CliError> {
    let found = reader.game(id).map_err(results_failure)?;
    let Some(stored) = found else {
        let count = reader.count().map_err(results_failure)?;
        return Err(CliError::Usage(format!(
            "there is no game {id} among the {count} of the file; `arena show RESULTS --games` lists them"
        )));
    };
    let rules = rules(reader)?;
    let mut out = anstream::stdout().lock();
    if json {
        let saved = saved(reader, rules.as_ref(), &stored);
        writeln!(out, "{}", serde_json::to_string(&saved).map_err(std::io::Error::from)?)?;
        return Ok(());
    }
    let refused = |error| CliError::Refused { what: "the game", error };
    let mut record = match &stored.start {
        None => rules.new_record(),
        Some(start) => rules.record_from(start).map_err(refused)?,
    };
    writeln!(out, "{}\n", line(reader, &stored).trim_start())?;
    for (ply, mv) in stored.moves.split(' ').filter(|text| !text.is_empty()).enumerate() {
        record.play(mv, None).map_err(refused)?;
        writeln!(out, "{}", move_line(reader, &stored, ply, mv))?;
        if every_board {
            write!(out, "{}", board::draw(&record.view()))?;
        }
    }
    if !every_board {
        write!(out, "\n{}", board::draw(&record.view()))?;
    }
    Ok(())
}

/// A move with its search figures.
fn move_line(reader: &ResultsReader, stored: &StoredGame, ply: usize, mv: &str) -> String {
    let mover: Side = stored.mover(ply);
    let Some(figures) = stored.figures_of(ply) else {
        return format!("{:>4}  {mv:<8} {}", ply + 1, paint(QUIET, "opening"));
    };
    let mut parts = vec![format!("{:.3} ms", figures.nanoseconds as f64 / 1e6)];
    let mut add = |number: u64, word: &str| {
        if number > 0 {
            parts.push(format!("{word} {number}"));
        }
    };
    add(u64::from(figures.depth), "depth");
    add(figures.nodes, "nodes");
    add(figures.playouts, "playouts");
    parts.extend(figures.score.map(|score| format!("score {score}")));
    parts.extend(figures.share.map(|share| format!("points {:.1}%", f64::from(share) / 100.0)));
    let name = reader.name(stored.players[mover.index()]);
    format!("{:>4}  {mv:<8} {}  {}", ply + 1, paint(side(mover), name), paint(QUIET, parts.join("  ")))
}

/// A game on one line.
pub fn line(reader: &ResultsReader, stored: &StoredGame) -> String {
    let name = |side: Side| reader.name(stored.players[side.index()]);
    let won = match stored.outcome {
        Outcome::Win(side) => format!("{} wins by", name(side)),
        Outcome::Draw => "draw by".to_owned(),
    };
    let detail = stored.detail.as_ref().map_or(String::new(), |detail| format!(" ({detail})"));
    format!(
        "{:>6}  {} - {}  {won} {}{detail}  {} plies  {}",
        stored.id,
        name(Side::First),
        name(Side::Second),
        stored.termination.words(),
        stored.plies,
        paint(QUIET, date(stored.ended)),
    )
}
