//! The computer players: a bounded number of low-priority threads, shared fairly between the people
//! who play against them.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use tokio_util::sync::CancellationToken;
use zermelo_catalog::AgentQuota;
use zermelo_core::erased::{DynAgent, DynDecision, DynRecord};
use zermelo_core::spec::SpecError;
use zermelo_core::{AgentError, Clock, SearchLimits, StopToken};
use zermelo_protocol::{ApiError, ErrorCode};

use crate::agent_cache::{AgentCache, AgentSlot};
use crate::config;
use crate::fair_queue::{FairQueue, RunPermit};
use crate::threads::{panic_message, spawn_low_priority};

/// All computer players.
pub(crate) struct ComputerPlayers {
    limits: config::ComputerLimits,
    queue: Arc<FairQueue<String>>,
    cache: Arc<AgentCache>,
}

/// A request for the move of a computer player.
pub(crate) struct MoveJob {
    /// The owner of the room, by whom the queue is fair.
    pub(crate) person: String,
    /// The game so far.
    pub(crate) record: Box<dyn DynRecord>,
    /// The specification of the agent.
    pub(crate) agent: String,
    /// Where the agent is kept between its moves.
    pub(crate) slot: AgentSlot,
    /// The random seed of a new agent.
    pub(crate) seed: u64,
    /// The clocks; `None` without a time control.
    pub(crate) clock: Option<Clock>,
}

/// The decision of an agent, or its failure.
pub(crate) type AgentResult = Result<DynDecision, AgentError>;

/// A queued or running search. Dropping the handle cancels it.
pub(crate) struct SearchHandle {
    cancel: CancellationToken,
    stop: StopToken,
}

impl Drop for SearchHandle {
    fn drop(&mut self) {
        self.cancel.cancel();
        self.stop.stop();
    }
}

impl ComputerPlayers {
    pub(crate) fn new(limits: config::ComputerLimits) -> Self {
        // Idle agents can use as much memory as running ones.
        let cache = Arc::new(AgentCache::new(limits.memory.saturating_mul(limits.running as u64)));
        Self { queue: Arc::new(FairQueue::new(limits.running, usize::MAX, usize::MAX)), limits, cache }
    }

    /// Checks that an agent exists and stays within the quota of remote users.
    pub(crate) fn check(&self, spec: &str, game: &str) -> Result<(), ApiError> {
        check_agent(spec, game, AgentQuota { memory: self.limits.memory, threads: self.limits.threads })
    }

    /// The number of agents that are kept for their next move.
    pub(crate) fn idle_agents(&self) -> usize {
        self.cache.len()
    }

    /// Whether an agent with its default settings is within the quota of remote users.
    pub(crate) fn allows(&self, name: &str) -> bool {
        let quota = AgentQuota { memory: self.limits.memory, threads: self.limits.threads };
        name.parse().is_ok_and(|spec| quota.check(&spec).is_ok())
    }

    /// Queues a search. `on_finished` receives the result, unless the search is cancelled while it
    /// is queued.
    pub(crate) fn start(&self, job: MoveJob, on_finished: impl FnOnce(AgentResult) + Send + 'static) -> SearchHandle {
        let search = SearchHandle { cancel: CancellationToken::new(), stop: StopToken::new() };
        let Ok(queue_slot) = self.queue.enqueue(job.person.clone()) else { return search };
        let (cancel, stop, limits) = (search.cancel.clone(), search.stop.clone(), self.limits);
        let cache = Arc::clone(&self.cache);
        tokio::spawn(async move {
            tokio::select! {
                biased;
                () = cancel.cancelled() => {}
                permit = queue_slot.permit() => run_search(job, limits, cache, stop, permit, on_finished),
            }
        });
        search
    }
}

/// Checks that an agent exists and stays within a quota. The agent is dropped again, so that queued
/// searches hold no memory.
pub(crate) fn check_agent(spec: &str, game: &str, quota: AgentQuota) -> Result<(), ApiError> {
    let unknown = |why: SpecError| ApiError::new(ErrorCode::Agent, why.to_string());
    let parsed = spec.parse().map_err(unknown)?;
    quota.check(&parsed).map_err(|why| ApiError::new(ErrorCode::AgentRefused, why.to_string()))?;
    zermelo_catalog::agent(spec, game).map(drop).map_err(unknown)
}

/// Runs a search on a thread of its own.
fn run_search(
    job: MoveJob,
    limits: config::ComputerLimits,
    cache: Arc<AgentCache>,
    stop: StopToken,
    permit: RunPermit<String>,
    on_finished: impl FnOnce(AgentResult) + Send + 'static,
) {
    let body = move || {
        let result = catch_unwind(AssertUnwindSafe(|| choose_move(&job, limits, &cache, &stop)));
        let result = result.unwrap_or_else(|panic| {
            tracing::error!(why = panic_message(panic.as_ref()), agent = job.agent, "a computer player failed");
            Err(AgentError::Crash("it failed".to_owned()))
        });
        // Before the result is received, the permit must be free and the agent's slot released.
        drop((permit, job));
        on_finished(result);
    };
    if let Err(why) = spawn_low_priority("computer", body) {
        tracing::error!(%why, "no thread for a computer player");
    }
}

fn new_agent(job: &MoveJob) -> Result<Box<dyn DynAgent>, AgentError> {
    let mut agent = zermelo_catalog::agent(&job.agent, &job.record.game_spec())
        .map_err(|why| AgentError::Crash(why.to_string()))?;
    agent.new_game(job.seed);
    Ok(agent)
}

/// The decision of the kept agent, or of a new one. An agent that fails is dropped.
fn choose_move(job: &MoveJob, limits: config::ComputerLimits, cache: &AgentCache, stop: &StopToken) -> AgentResult {
    let mut agent = cache.take(&job.slot).map_or_else(|| new_agent(job), Ok)?;
    let limits = SearchLimits { clock: job.clock, ..SearchLimits::time(limits.time) };
    let decision = agent.choose(job.record.as_ref(), &limits, stop, None)?;
    let bytes = job.agent.parse().map_or(0, |spec| zermelo_catalog::memory(&spec));
    cache.put(&job.slot, agent, bytes);
    Ok(decision)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tokio::sync::oneshot;
    use zermelo_core::erased::TextDecision;

    use super::*;

    const PLAYOUTS: u64 = 300;

    fn computers(memory: u64) -> ComputerPlayers {
        ComputerPlayers::new(config::ComputerLimits { running: 1, time: Duration::from_mins(1), memory, threads: 1 })
    }

    fn record(moves: &str) -> Box<dyn DynRecord> {
        let mut record = zermelo_catalog::game("connect4").expect("a game").new_record();
        record.play_all(moves).expect("legal moves");
        record
    }

    /// The decision of a tree search after some moves, and the number of playouts in its tree.
    async fn decision_after(computers: &ComputerPlayers, slot: &AgentSlot, moves: &str) -> (TextDecision, u64) {
        let job = MoveJob {
            person: "ada".to_owned(),
            record: record(moves),
            agent: format!("mcts:playouts={PLAYOUTS}"),
            slot: slot.clone(),
            seed: 1,
            clock: None,
        };
        let (reply, result) = oneshot::channel();
        let search = computers.start(job, move |result| drop(reply.send(result)));
        let decision = result.await.expect("an answer").expect("a decision").text;
        drop(search);
        let visits = decision.moves.iter().map(|root| root.visits).sum();
        (decision, visits)
    }

    #[tokio::test]
    async fn an_agent_keeps_its_tree_from_move_to_move() {
        let (computers, slot) = (computers(256 << 20), AgentSlot::default());
        let (decision, visits) = decision_after(&computers, &slot, "4").await;
        assert!(visits <= PLAYOUTS, "{visits}");
        let reply = decision.pv.get(1).expect("an answer to its move");
        let moves = format!("4 {} {reply}", decision.pv[0]);
        let (_, visits) = decision_after(&computers, &slot, &moves).await;
        assert!(visits > PLAYOUTS, "{visits} visits: the tree was not reused");
        // A player with another slot has another tree.
        let (_, visits) = decision_after(&computers, &AgentSlot::default(), &moves).await;
        assert!(visits <= PLAYOUTS, "{visits}");
    }

    #[tokio::test]
    async fn an_agent_with_a_kept_tree_follows_other_moves_after_a_takeback() {
        let (computers, slot) = (computers(256 << 20), AgentSlot::default());
        decision_after(&computers, &slot, "4 4 4").await;
        // After a takeback other moves were played: three in a row, and the fourth cell is free.
        let (decision, _) = decision_after(&computers, &slot, "1 7 1 7 1 7 2").await;
        assert_eq!(decision.action.mv().map(String::as_str), Some("7"));
    }

    #[tokio::test]
    async fn without_memory_each_move_has_a_new_agent() {
        let (computers, slot) = (computers(0), AgentSlot::default());
        let (decision, _) = decision_after(&computers, &slot, "4").await;
        let moves = format!("4 {} 1", decision.pv[0]);
        let (_, visits) = decision_after(&computers, &slot, &moves).await;
        assert!(visits <= PLAYOUTS, "{visits}");
    }
}
