//! What all analyses share.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio_util::sync::CancellationToken;
use zermelo_catalog::AgentQuota;
use zermelo_core::SearchLimits;
use zermelo_core::erased::DynOracle;

use crate::computers::check_agent;
use crate::config::Analysis;
use crate::desk::Desk;
use crate::person::Person;
use crate::reply::Refusal;

/// Solvers that are kept, each with its table in memory.
const KEPT_SOLVERS: usize = 4;

/// Solvers with the games that they know, the one used last at the end.
type Solvers = VecDeque<(String, Arc<dyn DynOracle>)>;

/// The solver of a game, now the one used last.
fn used(solvers: &mut Solvers, game: &str) -> Option<Arc<dyn DynOracle>> {
    let at = solvers.iter().position(|(name, _)| name == game)?;
    let entry = solvers.remove(at)?;
    let solver = Arc::clone(&entry.1);
    solvers.push_back(entry);
    Some(solver)
}

/// What all analyses share.
pub(crate) struct Analyses {
    pub(super) limits: Analysis,
    pub(super) desk: Arc<Desk<Person>>,
    solvers: Mutex<Solvers>,
    pub(super) closing: CancellationToken,
}

impl Analyses {
    pub(crate) fn new(limits: Analysis, closing: CancellationToken) -> Self {
        let desk = Desk::new(limits.running, limits.per_person, limits.in_all);
        Self { limits, desk: Arc::new(desk), solvers: Mutex::default(), closing }
    }

    /// The solver of a game, where it has one. May take long the first time: a table may have to be made.
    pub(super) fn solver(&self, game: &str) -> Option<Arc<dyn DynOracle>> {
        let kept = || self.solvers.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(solver) = used(&mut kept(), game) {
            return Some(solver);
        }
        // Made while others search: whoever else makes the same waits for the same table.
        let made = Arc::from(zermelo_catalog::solver(game)?);
        let mut kept = kept();
        if let Some(solver) = used(&mut kept, game) {
            return Some(solver);
        }
        kept.push_back((game.to_owned(), Arc::clone(&made)));
        if kept.len() > KEPT_SOLVERS {
            kept.pop_front();
        }
        Some(made)
    }

    /// Makes sure that an agent exists, and that it is one for strangers.
    pub(super) fn check_agent(&self, spec: &str, game: &str) -> Result<(), Refusal> {
        let Analysis { memory, threads, .. } = self.limits;
        Ok(check_agent(spec, game, AgentQuota { memory, threads })?)
    }

    /// What a request may spend.
    pub(super) fn limits(&self, nodes: Option<u64>, time_ms: Option<u64>) -> SearchLimits {
        let most = SearchLimits { nodes: Some(self.limits.nodes), ..SearchLimits::time(self.limits.time) };
        let time = time_ms.map(Duration::from_millis);
        most.tightened(SearchLimits { nodes, time, ..SearchLimits::NONE })
    }
}
