//! An oracle that looks positions up in a table.

use std::fmt;
use std::sync::Arc;

use zermelo_core::{GameRecord, Oracle, OracleQuery, Proven, ProvenBounds};

use super::{EndgameTable, RankedGame, TableChild, TableEntry};

/// Gives the value of every position of a game.
pub struct TableOracle<G> {
    game: G,
    table: Arc<EndgameTable>,
}

impl<G> fmt::Debug for TableOracle<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TableOracle").finish_non_exhaustive()
    }
}

impl<G: RankedGame> TableOracle<G> {
    /// An oracle with the table of a game.
    pub fn new(game: &G, table: Arc<EndgameTable>) -> Self {
        Self { game: game.clone(), table }
    }

    fn is_same_table(&self, record: &GameRecord<G>) -> bool {
        record.game().table_name() == self.game.table_name()
    }
}

impl<G: RankedGame> Oracle<G> for TableOracle<G> {
    fn probe(&self, record: &GameRecord<G>) -> Option<Proven> {
        if !self.is_same_table(record) {
            return None;
        }
        proven(record.game(), record.position(), self.table.entry(record.game(), record.position())?)
    }

    fn query(&self, record: &GameRecord<G>, _: &OracleQuery, progress: &mut dyn FnMut(&ProvenBounds)) -> ProvenBounds {
        let findings = self.probe(record).map_or_else(ProvenBounds::default, ProvenBounds::exactly);
        progress(&findings);
        findings
    }

    fn probe_moves(&self, record: &GameRecord<G>) -> Option<Vec<(G::Move, Proven)>> {
        if !self.is_same_table(record) {
            return None;
        }
        let moves = self.table.moves(record.game(), record.position())?;
        let value =
            |child: TableChild<G>| Some((child.mv, proven(record.game(), &child.position, child.entry)?.before_move()));
        moves.into_iter().map(value).collect()
    }
}

/// The proven value of an entry. The distance of a draw is the number of plies until the board is full, if the game has such a limit.
fn proven<G: RankedGame>(game: &G, position: &G::Position, entry: TableEntry) -> Option<Proven> {
    let proven = entry.proven()?;
    Some(Proven { plies: proven.plies.or_else(|| game.plies_to_draw(position)), ..proven })
}
