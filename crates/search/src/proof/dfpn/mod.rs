//! Depth-first proof-number search: who wins, and nothing else.
//!
//! Proof numbers: Allis, van der Meulen and van den Herik, "Proof-Number Search", 1994. Depth first with a table: Nagai, "Df-pn Algorithm for
//! Searching AND/OR Trees and Its Applications", 2002. Moves are left only when they are worse by a factor (1 + epsilon): Pawlewicz and Lew,
//! "Improving Depth-First PN-Search: 1 + epsilon Trick", 2007. Survey: Kishimoto, Winands, Müller and Saito, "Game-Tree Search Using Proof
//! Numbers: The First Twenty Years", 2012.
//!
//! ```text
//! options   how it is set up
//! numbers   proof and disproof numbers
//! table     what is remembered of positions
//! judge     draws by what came before the root
//! search    the answer to one question
//! verdict   two questions make a value; the shortest win
//! decision  the move
//! oracle    the search as an oracle
//! ```
//!
//! Where positions come back, a win is a tree that ends in wins everywhere: it holds on every path. A failure may rest on a position
//! that comes back; then it is remembered for that path alone (Kishimoto and Müller, "A General Solution to the Graph History Interaction
//! Problem", 2004). `docs/search.md` says why this is sound.

mod decision;
mod judge;
mod numbers;
mod options;
mod oracle;
mod search;
mod table;
mod verdict;

use std::fmt;

use zermelo_core::{Agent, AgentError, Decision, GameRecord, Observer, SearchLimits, Searchable, StopToken};

use self::judge::Judge;
pub use self::options::{Adding, DfpnOptions};
pub use self::oracle::{DfpnOracle, DfpnOracleError};
use self::search::Search;
use self::table::Table;
use self::verdict::Verdict;
use crate::budget::Budget;
use crate::memory;
use crate::preconditions::require_turns;

/// A player that proves: it plays a win that it has proven; else, of the moves that are not proven lost, the one whose proof looks
/// nearest; in a lost position the move that delays the end most, as far as it knows.
///
/// It ends at its limit or when the value is known. Without a limit it is refused with [`AgentError::Endless`] where positions can come
/// back. Its distances are those of the proof that it found, which need not be the shortest, unless its options ask for that.
pub struct DfpnAgent {
    options: DfpnOptions,
    table: Option<Table>,
}

impl DfpnAgent {
    /// A player with its options.
    pub fn new(options: DfpnOptions) -> Self {
        Self { options, table: None }
    }

    /// Makes sure that there is a table of the right size for these limits.
    fn table(&mut self, limits: &SearchLimits) -> Result<&mut Table, AgentError> {
        let wanted = memory::of_use(self.options.hash, limits.nodes).max(Table::LEAST);
        let is_enough = |table: &Table| table.bytes() >= wanted / Table::LEAST * Table::LEAST;
        let table = if let Some(table) = self.table.take().filter(is_enough) {
            table
        } else {
            self.options.check().map_err(|why| AgentError::NotStarted(why.to_string()))?;
            Table::new(wanted)
        };
        Ok(self.table.insert(table))
    }
}

impl Default for DfpnAgent {
    fn default() -> Self {
        Self::new(DfpnOptions::default())
    }
}

impl fmt::Debug for DfpnAgent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DfpnAgent").field("options", &self.options).finish_non_exhaustive()
    }
}

impl<G: Searchable> Agent<G> for DfpnAgent {
    fn new_game(&mut self, _: u64) {
        self.table = None;
    }

    fn own_limits(&self) -> SearchLimits {
        self.options.limits
    }

    fn is_deterministic(&self) -> bool {
        true
    }

    fn choose(
        &mut self,
        record: &GameRecord<G>,
        limits: &SearchLimits,
        stop: &StopToken,
        observer: &mut dyn Observer<G::Move>,
    ) -> Result<Decision<G::Move>, AgentError> {
        require_turns(record, "dfpn")?;
        let limits = limits.tightened(self.options.limits);
        let is_limited =
            limits.depth.is_some() || limits.nodes.is_some() || limits.time.is_some() || limits.clock.is_some();
        if !is_limited && !record.game().is_acyclic() {
            return Err(AgentError::Endless);
        }
        let options = self.options;
        let table = self.table(&limits)?;
        let side = record.side_to_move();
        let budget = Budget::start(&limits, side, stop);
        let mut search = Search::new(record.game(), table, Judge::of(record), options, budget);
        let mut verdict = Verdict::new(side, oracle::within(&limits));
        let mut moves = Vec::new();
        record.line().generate(&mut moves);
        verdict.find(&mut search, record.position(), |verdict, search| {
            observer.progress(&decision::decide(verdict, search, side, &moves));
        });
        if options.shortest
            && let Some(proven) = verdict.proven()
        {
            proven.shorten(&mut search, record.position());
        }
        let decision = decision::decide(&verdict, &mut search, side, &moves);
        observer.progress(&decision);
        Ok(decision)
    }
}
