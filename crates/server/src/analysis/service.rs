//! The state that all analyses share.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio_util::sync::CancellationToken;
use zermelo_catalog::AgentQuota;
use zermelo_core::SearchLimits;
use zermelo_core::erased::DynOracle;

use crate::client_address::ClientAddress;
use crate::computers::check_agent;
use crate::config::AnalysisLimits;
use crate::fair_queue::FairQueue;
use crate::http_error::HttpError;

/// The number of cached solvers, each with its table in memory.
const MAX_CACHED_SOLVERS: usize = 4;

/// Solvers by game, the most recently used at the end.
type Solvers = VecDeque<(String, Arc<dyn DynOracle>)>;

/// Finds the solver of a game and marks it as the most recently used.
fn find_and_touch(solvers: &mut Solvers, game: &str) -> Option<Arc<dyn DynOracle>> {
    let at = solvers.iter().position(|(name, _)| name == game)?;
    let entry = solvers.remove(at)?;
    let solver = Arc::clone(&entry.1);
    solvers.push_back(entry);
    Some(solver)
}

/// The queue, the limits and the cached solvers of all analyses.
pub(crate) struct AnalysisService {
    pub(super) limits: AnalysisLimits,
    pub(super) queue: Arc<FairQueue<ClientAddress>>,
    solvers: Mutex<Solvers>,
    pub(super) closing: CancellationToken,
}

impl AnalysisService {
    pub(crate) fn new(limits: AnalysisLimits, closing: CancellationToken) -> Self {
        let queue = FairQueue::new(limits.running, limits.per_person, limits.in_all);
        Self { limits, queue: Arc::new(queue), solvers: Mutex::default(), closing }
    }

    /// The solver of a game, if it has one. The first call can take long, because a table may have
    /// to be computed.
    pub(super) fn solver(&self, game: &str) -> Option<Arc<dyn DynOracle>> {
        let cache = || self.solvers.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(solver) = find_and_touch(&mut cache(), game) {
            return Some(solver);
        }
        // Without holding the lock, so that other analyses go on. Two threads that need the same
        // table compute it once.
        let solver = Arc::from(zermelo_catalog::solver(game)?);
        let mut cache = cache();
        if let Some(solver) = find_and_touch(&mut cache, game) {
            return Some(solver);
        }
        cache.push_back((game.to_owned(), Arc::clone(&solver)));
        if cache.len() > MAX_CACHED_SOLVERS {
            cache.pop_front();
        }
        Some(solver)
    }

    /// Checks that an agent exists and stays within the quota of remote users.
    pub(super) fn check_agent(&self, spec: &str, game: &str) -> Result<(), HttpError> {
        let AnalysisLimits { memory, threads, .. } = self.limits;
        Ok(check_agent(spec, game, AgentQuota { memory, threads })?)
    }

    /// The search limits of a request: the requested ones, at most those of the server.
    pub(super) fn limits(&self, nodes: Option<u64>, time_ms: Option<u64>) -> SearchLimits {
        let maximum = SearchLimits { nodes: Some(self.limits.nodes), ..SearchLimits::time(self.limits.time) };
        let time = time_ms.map(Duration::from_millis);
        maximum.tightened(SearchLimits { nodes, time, ..SearchLimits::NONE })
    }
}
