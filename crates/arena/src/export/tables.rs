//! Two tables: a row a game, and a row a move.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use zermelo_core::Side;
use zermelo_core::erased::DynGame;
use zermelo_records::winner_text;

use super::error::ExportError;
use super::file::{ExportFile, each};
use super::phase::MovePhase;
use super::saved::{date, micros};
use crate::play::MoveFigures;
use crate::results::{GameFilter, ResultsReader, StoredGame};

/// The columns of the table of games that every game has.
const GAMES: [&str; 25] = [
    "number",
    "date",
    "game",
    "round",
    "pair",
    "first",
    "second",
    "first_kind",
    "second_kind",
    "winner",
    "winner_name",
    "termination",
    "rounds",
    "plies",
    "opening_plies",
    "first_ms",
    "second_ms",
    "first_nodes",
    "second_nodes",
    "first_depth",
    "second_depth",
    "first_playouts",
    "second_playouts",
    "seed",
    "start",
];
const MOVES: [&str; 12] =
    ["number", "round", "ply", "side", "player", "phase", "move", "time_ms", "nodes", "playouts", "depth", "score"];
/// Games that are looked at to see whether the game has phases.
const PROBED: u64 = 100;

pub(super) fn write(
    reader: &ResultsReader,
    game: &dyn DynGame,
    filter: &GameFilter,
    folder: &Path,
) -> Result<Vec<PathBuf>, ExportError> {
    let has_phases = has_phases(reader, game)?;
    let mut games = CsvTable::create(folder.join("games.csv"))?;
    let mut moves = CsvTable::create(folder.join("moves.csv"))?;
    games.row(titles(has_phases))?;
    moves.row(MOVES.map(str::to_owned))?;
    each(reader, filter, |stored| {
        let phases = if has_phases { phases(game, stored)? } else { Vec::new() };
        games.row(game_row(reader, game, stored, has_phases.then_some(&phases)))?;
        move_rows(reader, stored, &phases, &mut moves)
    })?;
    Ok(vec![games.finish()?, moves.finish()?])
}

pub(super) struct CsvTable {
    target: ExportFile,
}

impl CsvTable {
    pub(super) fn create(path: PathBuf) -> Result<Self, ExportError> {
        Ok(Self { target: ExportFile::create(path)? })
    }

    pub(super) fn row(&mut self, fields: impl IntoIterator<Item = String>) -> Result<(), ExportError> {
        self.target.write(|out| {
            let mut writer = csv::Writer::from_writer(out);
            writer.write_record(fields)?;
            writer.flush()
        })
    }

    pub(super) fn finish(self) -> Result<PathBuf, ExportError> {
        self.target.finish()
    }
}

fn titles(has_phases: bool) -> Vec<String> {
    let mut titles: Vec<String> = GAMES.map(str::to_owned).to_vec();
    if has_phases {
        for side in [Side::First, Side::Second] {
            for phase in MovePhase::BOTH {
                for figure in ["moves", "ms", "nodes"] {
                    titles.push(format!("{}_{}_{figure}", side_word(side), phase.word()));
                }
            }
        }
    }
    titles.push("moves".to_owned());
    titles
}

fn side_word(side: Side) -> &'static str {
    winner_text(zermelo_core::Outcome::Win(side))
}

/// Whether some of the first games have moves that drop a piece and moves that move one.
fn has_phases(reader: &ResultsReader, game: &dyn DynGame) -> Result<bool, ExportError> {
    let mut found = false;
    each(reader, &GameFilter { limit: Some(PROBED), ..GameFilter::default() }, |stored| {
        if !found {
            found = phases(game, stored)?.into_iter().collect::<HashSet<_>>().len() > 1;
        }
        Ok(())
    })?;
    Ok(found)
}

/// The phase of each move; a move without an effect counts as one that moves.
fn phases(game: &dyn DynGame, stored: &StoredGame) -> Result<Vec<MovePhase>, ExportError> {
    let refused = |why| ExportError::Replay { game: stored.id, why };
    let mut record = match &stored.start {
        None => game.new_record(),
        Some(start) => game.record_from(start).map_err(refused)?,
    };
    let mut phases = Vec::new();
    for mv in stored.moves.split(' ').filter(|text| !text.is_empty()) {
        record.play(mv, None).map_err(refused)?;
        phases.push(MovePhase::of_last(&record.view()).unwrap_or(MovePhase::Move));
    }
    Ok(phases)
}

fn game_row(
    reader: &ResultsReader,
    game: &dyn DynGame,
    stored: &StoredGame,
    phases: Option<&Vec<MovePhase>>,
) -> Vec<String> {
    let name = |side: Side| reader.name(stored.players[side.index()]).to_owned();
    let of = |side: Side, figure: &dyn Fn(&MoveFigures) -> Option<f64>| {
        mean(stored, figure, |ply| stored.mover(ply) == side)
    };
    let both = |figure: &dyn Fn(&MoveFigures) -> Option<f64>| [of(Side::First, figure), of(Side::Second, figure)];
    let known = |number: u64| (number > 0).then_some(number as f64);
    let mut fields = vec![
        stored.id.to_string(),
        date(stored.ended),
        game.spec(),
        stored.round.to_string(),
        stored.pair.to_string(),
        name(Side::First),
        name(Side::Second),
        // Everybody in the arena is a program; tables of games of people have the same column.
        "bot".to_owned(),
        "bot".to_owned(),
        winner_text(stored.outcome).to_owned(),
        stored.outcome.winner().map_or(String::new(), name),
        crate::tally::word(stored.termination),
        stored.plies.div_ceil(2).to_string(),
        stored.plies.to_string(),
        stored.opening.to_string(),
    ];
    fields.extend(both(&|it| Some(it.nanoseconds as f64 / 1e6)));
    fields.extend(both(&|it| known(it.nodes)));
    fields.extend(both(&|it| known(u64::from(it.depth))));
    fields.extend(both(&|it| known(it.playouts)));
    fields.push(stored.seed.to_string());
    fields.push(stored.start.clone().unwrap_or_default());
    if let Some(phases) = phases {
        for side in Side::BOTH {
            for phase in MovePhase::BOTH {
                let wanted = |ply: usize| stored.mover(ply) == side && phases.get(ply) == Some(&phase);
                let chosen = (stored.opening as usize..stored.plies as usize).filter(|&ply| wanted(ply)).count();
                fields.push(chosen.to_string());
                fields.push(mean(stored, &|it| Some(it.nanoseconds as f64 / 1e6), wanted));
                fields.push(mean(stored, &|it| known(it.nodes), wanted));
            }
        }
    }
    fields.push(stored.moves.clone());
    fields
}

/// The mean of a figure over the wanted moves that tell it, to a thousandth; empty where none does.
fn mean(stored: &StoredGame, figure: &dyn Fn(&MoveFigures) -> Option<f64>, wanted: impl Fn(usize) -> bool) -> String {
    let plies = (stored.opening as usize..).zip(&stored.figures);
    let values = plies.filter(|(ply, _)| wanted(*ply)).filter_map(|(_, it)| figure(it));
    let (sum, count) = values.fold((0.0, 0_u32), |(sum, count), value| (sum + value, count + 1));
    if count == 0 { String::new() } else { ((sum / f64::from(count) * 1000.0).round() / 1000.0).to_string() }
}

fn move_rows(
    reader: &ResultsReader,
    stored: &StoredGame,
    phases: &[MovePhase],
    table: &mut CsvTable,
) -> Result<(), ExportError> {
    let known = |number: u64| if number > 0 { number.to_string() } else { String::new() };
    for (ply, mv) in stored.moves.split(' ').filter(|text| !text.is_empty()).enumerate() {
        let side = stored.mover(ply);
        let it = stored.figures_of(ply);
        table.row([
            stored.id.to_string(),
            (ply / 2 + 1).to_string(),
            (ply + 1).to_string(),
            side_word(side).to_owned(),
            if it.is_some() { reader.name(stored.players[side.index()]).to_owned() } else { "opening".to_owned() },
            phases.get(ply).map_or(String::new(), |phase| phase.word().to_owned()),
            mv.to_owned(),
            it.map_or(String::new(), |it| micros(it.nanoseconds).to_string()),
            it.map_or(String::new(), |it| known(it.nodes)),
            it.map_or(String::new(), |it| known(it.playouts)),
            it.map_or(String::new(), |it| known(u64::from(it.depth))),
            it.and_then(|it| it.score).map_or(String::new(), |score| score.to_string()),
        ])?;
    }
    Ok(())
}
