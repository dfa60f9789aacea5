//! A table as an oracle.

use std::fmt;
use std::sync::Arc;

use zermelo_core::{Findings, GameRecord, Inquiry, Oracle, Proven};

use super::{Child, Entry, Ranked, Table};

/// Knows every position of a game.
pub struct TableOracle<G> {
    game: G,
    table: Arc<Table>,
}

impl<G> fmt::Debug for TableOracle<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TableOracle").finish_non_exhaustive()
    }
}

impl<G: Ranked> TableOracle<G> {
    /// An oracle of a game with its table.
    pub fn new(game: &G, table: Arc<Table>) -> Self {
        Self { game: game.clone(), table }
    }

    fn knows(&self, record: &GameRecord<G>) -> bool {
        record.game().table_name() == self.game.table_name()
    }
}

impl<G: Ranked> Oracle<G> for TableOracle<G> {
    fn probe(&self, record: &GameRecord<G>) -> Option<Proven> {
        if !self.knows(record) {
            return None;
        }
        proven(record.game(), record.position(), self.table.entry(record.game(), record.position())?)
    }

    fn inquire(&self, record: &GameRecord<G>, _: &Inquiry, progress: &mut dyn FnMut(&Findings)) -> Findings {
        let findings = self.probe(record).map_or_else(Findings::default, Findings::exactly);
        progress(&findings);
        findings
    }

    fn probe_moves(&self, record: &GameRecord<G>) -> Option<Vec<(G::Move, Proven)>> {
        if !self.knows(record) {
            return None;
        }
        let moves = self.table.moves(record.game(), record.position())?;
        let value =
            |child: Child<G>| Some((child.mv, proven(record.game(), &child.position, child.entry)?.before_move()));
        moves.into_iter().map(value).collect()
    }
}

/// What an entry says of a position; of a draw, when the board is full.
fn proven<G: Ranked>(game: &G, position: &G::Position, entry: Entry) -> Option<Proven> {
    let proven = entry.proven()?;
    Some(Proven { plies: proven.plies.or_else(|| game.plies_to_draw(position)), ..proven })
}
