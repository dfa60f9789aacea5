//! The search as an oracle: the value of any position that it can settle within its limits.

use std::fmt;
use std::sync::{Mutex, PoisonError};

use zermelo_core::{
    Findings, GameRecord, Inquiry, Oracle, Ply, Position, Proven, SearchLimits, Searchable, StopToken, Wdl,
};

use super::judge::Judge;
use super::numbers::ENDLESS;
use super::options::DfpnOptions;
use super::search::Search;
use super::table::Table;
use super::verdict::Verdict;
use crate::budget::Budget;
use crate::memory::TooLarge;

/// Why an oracle can't be made.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum DfpnOracleError {
    /// Positions can come back, and nothing limits the search.
    #[error("in this game positions can come back, so a search without a limit need not end; set nodes or time")]
    Endless,
    /// The sides do not move in turn ([`Game::alternates`](zermelo_core::Game::alternates)).
    #[error("the sides do not move strictly in turn, so proof-number search can't play this game")]
    NotAlternating,
    /// The memory for the table is not there.
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
}

/// Proves values by search and remembers what it found. A value is that of the position: repetitions in the record and move limits are
/// not looked at. `None` where the limits of a question were reached.
///
/// Where the options ask for the shortest win, `plies` is the exact distance; else it is not told.
pub struct DfpnOracle<G: Searchable> {
    game: G,
    options: DfpnOptions,
    stop: StopToken,
    table: Mutex<Table>,
}

impl<G: Searchable> DfpnOracle<G> {
    /// An oracle of a game. The limits hold for each question; a depth limits it to wins and losses of so many plies.
    pub fn new(game: G, options: DfpnOptions) -> Result<Self, DfpnOracleError> {
        let DfpnOptions { limits: SearchLimits { depth, nodes, time, .. }, hash, .. } = options;
        if !game.is_acyclic() && depth.is_none() && nodes.is_none() && time.is_none() {
            return Err(DfpnOracleError::Endless);
        }
        if !game.alternates() {
            return Err(DfpnOracleError::NotAlternating);
        }
        options.check()?;
        Ok(Self { game, options, stop: StopToken::new(), table: Mutex::new(Table::new(hash)) })
    }

    /// The flag that ends a question at once; it stays without an answer.
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
        let inquiry = Inquiry { outcome_only: !self.options.shortest, stop: self.stop.clone(), ..Inquiry::default() };
        self.inquire(record, &inquiry, &mut |_| {}).proven()
    }

    fn inquire(&self, record: &GameRecord<G>, inquiry: &Inquiry, progress: &mut dyn FnMut(&Findings)) -> Findings {
        let position = record.position();
        let side = position.side_to_move();
        if let Some(outcome) = self.game.outcome(position) {
            let wdl = outcome.wdl(side);
            let plies = if wdl == Wdl::Draw { self.game.plies_to_draw(position) } else { Some(Ply(0)) };
            return Findings::exactly(Proven { wdl, plies, score: None });
        }
        // What a search that panicked left in the table is as true as before.
        let mut table = self.table.lock().unwrap_or_else(PoisonError::into_inner);
        let limits = inquiry.limits.tightened(self.options.limits);
        let budget = Budget::start(&limits, side, &inquiry.stop);
        let mut search = Search::new(&self.game, &mut table, Judge::fresh(), self.options, budget);
        let mut verdict = Verdict::new(side, within(&limits));
        let mut known = Findings::default();
        verdict.find(&mut search, position, |verdict, search| {
            let found = findings(verdict, search);
            if (found.lower, found.upper) != (known.lower, known.upper) {
                known = found;
                progress(&known);
            }
        });
        let found = findings(&verdict, &search);
        if inquiry.outcome_only {
            return found;
        }
        if let Some(proven) = found.proven().filter(|proven| proven.wdl == Wdl::Draw) {
            let plies = self.game.plies_to_draw(position);
            return Findings { nodes: found.nodes, ..Findings::exactly(Proven { plies, ..proven }) };
        }
        let Some(proven) = verdict.proven() else { return found };
        proven.shorten(&mut search, position);
        let plies = proven.win(side).filter(|_| proven.is_shortest).map(|(plies, _)| Ply(u32::from(plies)));
        let exactly = |proven: Proven| Findings::exactly(Proven { plies, ..proven });
        Findings { nodes: search.budget.nodes(), ..found.proven().map_or(found, exactly) }
    }
}

/// What the answers to both questions say.
fn findings<G: Searchable>(verdict: &Verdict<G>, search: &Search<'_, G>) -> Findings {
    let value = |wdl| Some(Proven { wdl, plies: None, score: None });
    let (lower, upper) = match verdict.wdl() {
        Some(wdl) => (value(wdl), value(wdl)),
        // A win that is looked for within a depth may still come later.
        None if verdict.is_bounded() => (None, None),
        None => (
            value(Wdl::Draw).filter(|_| verdict.loss.answer() == Some(false)),
            value(Wdl::Draw).filter(|_| verdict.win.answer() == Some(false)),
        ),
    };
    Findings { lower, upper, nodes: search.budget.nodes() }
}

/// Within how many plies a win is looked for.
pub(super) fn within(limits: &SearchLimits) -> u16 {
    limits
        .depth
        .map_or(ENDLESS, |depth| u16::try_from(depth.0.max(1)).map_or(ENDLESS - 1, |plies| plies.min(ENDLESS - 1)))
}
