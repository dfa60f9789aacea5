//! The computer players: a bounded number of threads of low priority, fair between those who play against them.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use tokio_util::sync::CancellationToken;
use zermelo_catalog::Allowance;
use zermelo_core::erased::{DynDecision, DynRecord};
use zermelo_core::spec::SpecError;
use zermelo_core::{AgentError, Clock, SearchLimits, StopToken};
use zermelo_protocol::{Code, Problem};

use crate::config;
use crate::desk::{Desk, Turn};
use crate::work::{low_priority, words};

/// All computer players.
pub(crate) struct Computers {
    limits: config::Computers,
    desk: Arc<Desk<String>>,
}

/// A move that a computer is to choose.
pub(crate) struct Task {
    /// For whom it plays: people take turns.
    pub(crate) person: String,
    /// The game so far.
    pub(crate) record: Box<dyn DynRecord>,
    /// Its specification.
    pub(crate) agent: String,
    /// The seed of its chance.
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
        Self { desk: Arc::new(Desk::new(limits.running, usize::MAX, usize::MAX)), limits }
    }

    /// Makes sure that an agent exists, and that it is one for strangers.
    pub(crate) fn check(&self, spec: &str, game: &str) -> Result<(), Problem> {
        check_agent(spec, game, Allowance { memory: self.limits.memory, threads: self.limits.threads })
    }

    /// Whether an agent is for strangers as it is by default.
    pub(crate) fn allows(&self, name: &str) -> bool {
        let allowance = Allowance { memory: self.limits.memory, threads: self.limits.threads };
        name.parse().is_ok_and(|spec| allowance.check(&spec).is_ok())
    }

    /// Starts to think as soon as it has its turn; `done` hears what came of it, unless it was not waited for.
    pub(crate) fn think(&self, task: Task, done: impl FnOnce(Answer) + Send + 'static) -> Thinking {
        let thinking = Thinking { cancel: CancellationToken::new(), stop: StopToken::new() };
        let Ok(ticket) = self.desk.enter(task.person.clone()) else { return thinking };
        let (cancel, stop, limits) = (thinking.cancel.clone(), thinking.stop.clone(), self.limits);
        tokio::spawn(async move {
            tokio::select! {
                biased;
                () = cancel.cancelled() => {}
                turn = ticket.turn() => start(task, limits, stop, turn, done),
            }
        });
        thinking
    }
}

/// Makes sure that an agent exists, and that it is one for strangers. It is made when its turn comes: who waits holds no memory.
pub(crate) fn check_agent(spec: &str, game: &str, allowance: Allowance) -> Result<(), Problem> {
    let unknown = |why: SpecError| Problem::new(Code::Agent, why.to_string());
    let parsed = spec.parse().map_err(unknown)?;
    allowance.check(&parsed).map_err(|why| Problem::new(Code::AgentRefused, why.to_string()))?;
    zermelo_catalog::agent(spec, game).map(drop).map_err(unknown)
}

fn start(
    task: Task,
    limits: config::Computers,
    stop: StopToken,
    turn: Turn<String>,
    done: impl FnOnce(Answer) + Send + 'static,
) {
    let body = move || {
        let answer = catch_unwind(AssertUnwindSafe(|| choose(&task, limits, &stop)));
        drop(turn);
        done(answer.unwrap_or_else(|panic| {
            tracing::error!(why = words(panic.as_ref()), agent = task.agent, "a computer player failed");
            Err(AgentError::Crash("it failed".to_owned()))
        }));
    };
    if let Err(why) = low_priority("computer", body) {
        tracing::error!(%why, "no thread for a computer player");
    }
}

fn choose(task: &Task, limits: config::Computers, stop: &StopToken) -> Answer {
    let mut agent = zermelo_catalog::agent(&task.agent, &task.record.game_spec())
        .map_err(|why| AgentError::Crash(why.to_string()))?;
    agent.new_game(task.seed);
    let limits = SearchLimits { clock: task.clock, ..SearchLimits::time(limits.time) };
    agent.choose(task.record.as_ref(), &limits, stop, None)
}
