//! How games went by their first move: the file that `first=FILE` of an agent reads.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::error::ExportError;
use super::file::each;
use super::tables::CsvTable;
use crate::results::{GameFilter, ResultsReader};
use crate::stats::Counts;
use crate::tally::add_first_move;

/// The columns.
const COLUMNS: [&str; 6] = ["move", "games", "won", "drawn", "lost", "score"];

/// Writes the wanted games by their first move, the best first; the side that made it is the one that won, drew or lost.
pub(super) fn write(reader: &ResultsReader, filter: &GameFilter, folder: &Path) -> Result<PathBuf, ExportError> {
    let mut first_moves: BTreeMap<String, Counts> = BTreeMap::new();
    each(reader, filter, |stored| {
        add_first_move(&mut first_moves, stored);
        Ok(())
    })?;
    let mut rows: Vec<(&String, &Counts)> = first_moves.iter().collect();
    let score = |counts: &Counts| counts.score().unwrap_or_default();
    rows.sort_by(|(_, a), (_, b)| score(b).total_cmp(&score(a)));
    let mut table = CsvTable::create(folder.join("first-moves.csv"))?;
    table.row(COLUMNS.map(str::to_owned))?;
    for (mv, counts) in rows {
        let numbers = [counts.games(), counts.wins, counts.draws, counts.losses].map(|count| count.to_string());
        let [games, won, drawn, lost] = numbers;
        table.row([mv.clone(), games, won, drawn, lost, format!("{:.4}", score(counts))])?;
    }
    table.finish()
}
