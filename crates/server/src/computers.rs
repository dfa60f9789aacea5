//! The computer players: a bounded number of threads of low priority, fair between those who play against them.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use tokio_util::sync::CancellationToken;
use zermelo_catalog::AgentQuota;
use zermelo_core::erased::{DynAgent, DynDecision, DynRecord};
use zermelo_core::spec::SpecError;
use zermelo_core::{AgentError, Clock, SearchLimits, StopToken};
use zermelo_protocol::{ApiError, ErrorCode};

use crate::agent_cache::{AgentCache, AgentPlace};
use crate::config;
use crate::desk::{Desk, Turn};
use crate::work::{low_priority, words};

/// All computer players.
pub(crate) struct Computers {
    limits: config::Computers,
    desk: Arc<Desk<String>>,
    cache: Arc<AgentCache>,
}

/// A move that a computer is to choose.
pub(crate) struct Task {
    /// For whom it plays: people take turns.
    pub(crate) person: String,
    /// The game so far.
    pub(crate) record: Box<dyn DynRecord>,
    /// Its specification.
    pub(crate) agent: String,
    /// Where its agent waits between its moves, with what it remembers of the game.
    pub(crate) place: AgentPlace,
    /// The seed of its chance, where it has no agent yet.
    pub(crate) seed: u64,
    /// The clocks.
    pub(crate) clock: Option<Clock>,
}

/// What it chose, or why it could not.
pub(crate) type Answer = Result<DynDecision, AgentError>;

/// A search that waits or runs; it ends when this is dropped.
pub(crate) struct Thinking {
    cancel: CancellationToken,
    stop: StopToken,
}

impl Drop for Thinking {
    fn drop(&mut self) {
        self.cancel.cancel();
        self.stop.stop();
    }
}

impl Computers {
    pub(crate) fn new(limits: config::Computers) -> Self {
        // Those that wait take as much memory at most as those that think.
        let cache = Arc::new(AgentCache::new(limits.memory.saturating_mul(limits.running as u64)));
        Self { desk: Arc::new(Desk::new(limits.running, usize::MAX, usize::MAX)), limits, cache }
    }

    /// Makes sure that an agent exists, and that it is one for strangers.
    pub(crate) fn check(&self, spec: &str, game: &str) -> Result<(), ApiError> {
        check_agent(spec, game, AgentQuota { memory: self.limits.memory, threads: self.limits.threads })
    }

    /// How many agents wait for their next move.
    pub(crate) fn waiting(&self) -> usize {
        self.cache.len()
    }

    /// Whether an agent is for strangers as it is by default.
    pub(crate) fn allows(&self, name: &str) -> bool {
        let quota = AgentQuota { memory: self.limits.memory, threads: self.limits.threads };
        name.parse().is_ok_and(|spec| quota.check(&spec).is_ok())
    }

    /// Starts to think as soon as it has its turn; `done` hears what came of it, unless it was not waited for.
    pub(crate) fn think(&self, task: Task, done: impl FnOnce(Answer) + Send + 'static) -> Thinking {
        let thinking = Thinking { cancel: CancellationToken::new(), stop: StopToken::new() };
        let Ok(ticket) = self.desk.enter(task.person.clone()) else { return thinking };
        let (cancel, stop, limits) = (thinking.cancel.clone(), thinking.stop.clone(), self.limits);
        let cache = Arc::clone(&self.cache);
        tokio::spawn(async move {
            tokio::select! {
                biased;
                () = cancel.cancelled() => {}
                turn = ticket.turn() => start(task, limits, cache, stop, turn, done),
            }
        });
        thinking
    }
}

/// Makes sure that an agent exists, and that it is one for strangers. It is made when its turn comes: who waits holds no memory.
pub(crate) fn check_agent(spec: &str, game: &str, quota: AgentQuota) -> Result<(), ApiError> {
    let unknown = |why: SpecError| ApiError::new(ErrorCode::Agent, why.to_string());
    let parsed = spec.parse().map_err(unknown)?;
    quota.check(&parsed).map_err(|why| ApiError::new(ErrorCode::AgentRefused, why.to_string()))?;
    zermelo_catalog::agent(spec, game).map(drop).map_err(unknown)
}

fn start(
    task: Task,
    limits: config::Computers,
    cache: Arc<AgentCache>,
    stop: StopToken,
    turn: Turn<String>,
    done: impl FnOnce(Answer) + Send + 'static,
) {
    let body = move || {
        let answer = catch_unwind(AssertUnwindSafe(|| choose(&task, limits, &cache, &stop)));
        let answer = answer.unwrap_or_else(|panic| {
            tracing::error!(why = words(panic.as_ref()), agent = task.agent, "a computer player failed");
            Err(AgentError::Crash("it failed".to_owned()))
        });
        // Whoever hears the answer finds the turn free and no handle of the agent's place here.
        drop((turn, task));
        done(answer);
    };
    if let Err(why) = low_priority("computer", body) {
        tracing::error!(%why, "no thread for a computer player");
    }
}

fn new_agent(task: &Task) -> Result<Box<dyn DynAgent>, AgentError> {
    let mut agent = zermelo_catalog::agent(&task.agent, &task.record.game_spec())
        .map_err(|why| AgentError::Crash(why.to_string()))?;
    agent.new_game(task.seed);
    Ok(agent)
}

/// The decision of the agent that played for this player before, or of a new one. One that failed does not play again.
fn choose(task: &Task, limits: config::Computers, cache: &AgentCache, stop: &StopToken) -> Answer {
    let mut agent = cache.take(&task.place).map_or_else(|| new_agent(task), Ok)?;
    let limits = SearchLimits { clock: task.clock, ..SearchLimits::time(limits.time) };
    let decision = agent.choose(task.record.as_ref(), &limits, stop, None)?;
    let bytes = task.agent.parse().map_or(0, |spec| zermelo_catalog::memory(&spec));
    cache.put(&task.place, agent, bytes);
    Ok(decision)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tokio::sync::oneshot;
    use zermelo_core::erased::TextDecision;

    use super::*;

    const PLAYOUTS: u64 = 300;

    fn computers(memory: u64) -> Computers {
        Computers::new(config::Computers { running: 1, time: Duration::from_mins(1), memory, threads: 1 })
    }

    fn record(moves: &str) -> Box<dyn DynRecord> {
        let mut record = zermelo_catalog::game("connect4").expect("a game").new_record();
        record.play_all(moves).expect("legal moves");
        record
    }

    /// The decision of a tree search after some moves, and how many playouts its tree has seen in all.
    async fn decides(computers: &Computers, place: &AgentPlace, moves: &str) -> (TextDecision, u64) {
        let task = Task {
            person: "ada".to_owned(),
            record: record(moves),
            agent: format!("mcts:playouts={PLAYOUTS}"),
            place: place.clone(),
            seed: 1,
            clock: None,
        };
        let (reply, answer) = oneshot::channel();
        let thinking = computers.think(task, move |answer| drop(reply.send(answer)));
        let decision = answer.await.expect("an answer").expect("a decision").text;
        drop(thinking);
        let visits = decision.moves.iter().map(|root| root.visits).sum();
        (decision, visits)
    }

    #[tokio::test]
    async fn an_agent_keeps_its_tree_from_move_to_move() {
        let (computers, place) = (computers(256 << 20), AgentPlace::default());
        let (decision, visits) = decides(&computers, &place, "4").await;
        assert!(visits <= PLAYOUTS, "{visits}");
        let reply = decision.pv.get(1).expect("an answer to its move");
        let moves = format!("4 {} {reply}", decision.pv[0]);
        let (_, visits) = decides(&computers, &place, &moves).await;
        assert!(visits > PLAYOUTS, "{visits} visits: the tree before is forgotten");
        // Another player of the same game has a tree of its own.
        let (_, visits) = decides(&computers, &AgentPlace::default(), &moves).await;
        assert!(visits <= PLAYOUTS, "{visits}");
    }

    #[tokio::test]
    async fn an_agent_that_kept_a_tree_follows_a_game_that_went_another_way() {
        let (computers, place) = (computers(256 << 20), AgentPlace::default());
        decides(&computers, &place, "4 4 4").await;
        // Moves were taken back and others played: three in a row, and the fourth place is free.
        let (decision, _) = decides(&computers, &place, "1 7 1 7 1 7 2").await;
        assert_eq!(decision.action.mv().map(String::as_str), Some("7"));
    }

    #[tokio::test]
    async fn without_memory_each_move_has_an_agent_of_its_own() {
        let (computers, place) = (computers(0), AgentPlace::default());
        let (decision, _) = decides(&computers, &place, "4").await;
        let moves = format!("4 {} 1", decision.pv[0]);
        let (_, visits) = decides(&computers, &place, &moves).await;
        assert!(visits <= PLAYOUTS, "{visits}");
    }
}
