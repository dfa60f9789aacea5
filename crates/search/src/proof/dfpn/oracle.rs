//! Proof-number search as an oracle.

use std::fmt;
use std::sync::{Mutex, PoisonError};

use zermelo_core::{
    GameRecord, Oracle, OracleQuery, Ply, Position, Proven, ProvenBounds, SearchLimits, Searchable, StopToken, Wdl,
};

use super::history_draws::HistoryDraws;
use super::numbers::UNBOUNDED;
use super::options::DfpnOptions;
use super::proof_table::ProofTable;
use super::root_proof::RootProof;
use super::search::DfpnSearch;
use crate::budget::Budget;
use crate::memory::TableTooLargeError;

/// The reasons for which an oracle can't be created.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum DfpnOracleError {
    /// Positions can repeat, and no limit ends the search.
    #[error("positions can repeat in this game, so a search without a limit may not end; set nodes or time")]
    Endless,
    /// The sides do not move strictly in turn ([`Game::alternates`](zermelo_core::Game::alternates)).
    #[error("the sides do not move strictly in turn, so proof-number search can't play this game")]
    NotAlternating,
    /// The table does not fit into the memory.
    #[error(transparent)]
    TableTooLargeError(#[from] TableTooLargeError),
}

/// Proves values by search, and keeps its table from query to query. The value is that of the position: repetitions of
/// positions in the record and move limits are ignored. There is no value if a query reaches its limits.
///
/// `plies` is the exact distance if the options ask for the shortest win, and `None` otherwise.
pub struct DfpnOracle<G: Searchable> {
    game: G,
    options: DfpnOptions,
    stop: StopToken,
    table: Mutex<ProofTable>,
}

impl<G: Searchable> DfpnOracle<G> {
    /// An oracle for a game. The limits apply to each query; a depth restricts it to wins and losses of at most that
    /// many plies.
    ///
    /// # Errors
    /// When the game is not suitable, or the table does not fit into the memory.
    pub fn new(game: G, options: DfpnOptions) -> Result<Self, DfpnOracleError> {
        let DfpnOptions { limits: SearchLimits { depth, nodes, time, .. }, hash, .. } = options;
        if !game.is_acyclic() && depth.is_none() && nodes.is_none() && time.is_none() {
            return Err(DfpnOracleError::Endless);
        }
        if !game.alternates() {
            return Err(DfpnOracleError::NotAlternating);
        }
        options.check()?;
        Ok(Self { game, options, stop: StopToken::new(), table: Mutex::new(ProofTable::new(hash)) })
    }

    /// A token that stops the current query, which then has no answer.
    pub fn stop(&self) -> StopToken {
        self.stop.clone()
    }
}

impl<G: Searchable> fmt::Debug for DfpnOracle<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DfpnOracle").field("game", &self.game).field("options", &self.options).finish_non_exhaustive()
    }
}

impl<G: Searchable> Oracle<G> for DfpnOracle<G> {
    fn probe(&self, record: &GameRecord<G>) -> Option<Proven> {
        let query =
            OracleQuery { outcome_only: !self.options.shortest, stop: self.stop.clone(), ..OracleQuery::default() };
        self.query(record, &query, &mut |_| {}).proven()
    }

    fn query(
        &self,
        record: &GameRecord<G>,
        query: &OracleQuery,
        progress: &mut dyn FnMut(&ProvenBounds),
    ) -> ProvenBounds {
        let position = record.position();
        let side = position.side_to_move();
        if let Some(outcome) = self.game.outcome(position) {
            let wdl = outcome.wdl(side);
            let plies = if wdl == Wdl::Draw { self.game.plies_to_draw(position) } else { Some(Ply(0)) };
            return ProvenBounds::exactly(Proven { wdl, plies, score: None });
        }
        // Every entry of the table is valid on its own, even after a panic during a search.
        let mut table = self.table.lock().unwrap_or_else(PoisonError::into_inner);
        let limits = query.limits.tightened(self.options.limits);
        let budget = Budget::start(&limits, side, &query.stop);
        let mut search = DfpnSearch::new(&self.game, &mut table, HistoryDraws::fresh(), self.options, budget);
        let mut root_proof = RootProof::new(side, within(&limits));
        let mut known = ProvenBounds::default();
        root_proof.solve(&mut search, position, |root_proof, search| {
            let found = findings(root_proof, search);
            if (found.lower, found.upper) != (known.lower, known.upper) {
                known = found;
                progress(&known);
            }
        });
        let found = findings(&root_proof, &search);
        if query.outcome_only {
            return found;
        }
        if let Some(proven) = found.proven().filter(|proven| proven.wdl == Wdl::Draw) {
            let plies = self.game.plies_to_draw(position);
            return ProvenBounds { nodes: found.nodes, ..ProvenBounds::exactly(Proven { plies, ..proven }) };
        }
        let Some(proven) = root_proof.proven() else { return found };
        proven.shorten(&mut search, position);
        let plies = proven.win(side).filter(|_| proven.is_shortest).map(|(plies, _)| Ply(u32::from(plies)));
        let exactly = |proven: Proven| ProvenBounds::exactly(Proven { plies, ..proven });
        ProvenBounds { nodes: search.budget.nodes(), ..found.proven().map_or(found, exactly) }
    }
}

/// The findings from the results of both win queries.
fn findings<G: Searchable>(root_proof: &RootProof<G>, search: &DfpnSearch<'_, G>) -> ProvenBounds {
    let value = |wdl| Some(Proven { wdl, plies: None, score: None });
    let (lower, upper) = match root_proof.wdl() {
        Some(wdl) => (value(wdl), value(wdl)),
        // A win may still be longer than the depth allows.
        None if root_proof.is_bounded() => (None, None),
        None => (
            value(Wdl::Draw).filter(|_| root_proof.loss.answer() == Some(false)),
            value(Wdl::Draw).filter(|_| root_proof.win.answer() == Some(false)),
        ),
    };
    ProvenBounds { lower, upper, nodes: search.budget.nodes() }
}

/// The most plies of a win, by the depth limit.
pub(super) fn within(limits: &SearchLimits) -> u16 {
    limits.depth.map_or(UNBOUNDED, |depth| {
        u16::try_from(depth.0.max(1)).map_or(UNBOUNDED - 1, |plies| plies.min(UNBOUNDED - 1))
    })
}
