//! Depth-first proof-number search (df-pn): proves who wins.
//!
//! Proof numbers: Allis, van der Meulen and van den Herik, "Proof-Number Search", 1994. Depth first with a table:
//! Nagai, "Df-pn Algorithm for Searching AND/OR Trees and Its Applications", 2002. The 1 + epsilon trick: Pawlewicz and
//! Lew, "Improving Depth-First PN-Search: 1 + epsilon Trick", 2007. Survey: Kishimoto, Winands, Müller and Saito,
//! "Game-Tree Search Using Proof Numbers: The First Twenty Years", 2012.
//!
//! ```text
//! options        configuration
//! numbers        proof and disproof numbers
//! proof_table    the table of positions
//! history_draws  draws by the record before the root
//! search         one win query: does the attacker win?
//! root_proof     two win queries give the value; the shortest win
//! decision       the move
//! oracle         the search as an oracle
//! ```
//!
//! In cyclic games a proof is a tree whose leaves are all wins on the board, so it holds on every path. A disproof may
//! depend on a repetition; then it is stored for that path only (Kishimoto and Müller, "A General Solution to the Graph
//! History Interaction Problem", 2004). `docs/search.md` explains why this is sound.

mod decision;
mod history_draws;
mod numbers;
mod options;
mod oracle;
mod proof_table;
mod root_proof;
mod search;

use std::fmt;

use zermelo_core::{Agent, AgentError, Decision, GameRecord, Observer, SearchLimits, Searchable, StopToken};

use self::history_draws::HistoryDraws;
pub use self::options::{DfpnOptions, ProofAggregation};
pub use self::oracle::{DfpnOracle, DfpnOracleError};
use self::proof_table::ProofTable;
use self::root_proof::RootProof;
use self::search::DfpnSearch;
use crate::budget::Budget;
use crate::memory;
use crate::preconditions::require_turns;

/// A player that proves wins. It plays a proven win; otherwise, among the moves that are not proven lost, the one with
/// the smallest proof number; in a lost position, the move that delays the loss most, as far as it knows.
///
/// It ends at its limit or when the value is known. Without a limit it fails with [`AgentError::Endless`] in games
/// whose positions can repeat. Its distances are those of the proof found, which need not be the shortest unless its
/// options ask for that.
pub struct DfpnAgent {
    options: DfpnOptions,
    table: Option<ProofTable>,
}

impl DfpnAgent {
    /// A player with its options.
    pub fn new(options: DfpnOptions) -> Self {
        Self { options, table: None }
    }

    /// Allocates the table if there is none or it is too small for these limits.
    fn table(&mut self, limits: &SearchLimits) -> Result<&mut ProofTable, AgentError> {
        let wanted = memory::useful_table_bytes(self.options.hash, limits.nodes).max(ProofTable::MIN_BYTES);
        let is_enough = |table: &ProofTable| table.bytes() >= wanted / ProofTable::MIN_BYTES * ProofTable::MIN_BYTES;
        let table = if let Some(table) = self.table.take().filter(is_enough) {
            table
        } else {
            self.options.check().map_err(|why| AgentError::NotStarted(why.to_string()))?;
            ProofTable::new(wanted)
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
        let mut search = DfpnSearch::new(record.game(), table, HistoryDraws::of(record), options, budget);
        let mut root_proof = RootProof::new(side, oracle::within(&limits));
        let mut moves = Vec::new();
        record.line().generate(&mut moves);
        root_proof.solve(&mut search, record.position(), |root_proof, search| {
            observer.progress(&decision::decide(root_proof, search, side, &moves));
        });
        if options.shortest
            && let Some(proven) = root_proof.proven()
        {
            proven.shorten(&mut search, record.position());
        }
        let decision = decision::decide(&root_proof, &mut search, side, &moves);
        observer.progress(&decision);
        Ok(decision)
    }
}
