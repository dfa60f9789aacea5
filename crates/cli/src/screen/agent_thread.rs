//! The agents run on a separate thread, so that the screen stays responsive during a search.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use zermelo_core::erased::{DynAgent, DynDecision, DynRecord, TextDecision};
use zermelo_core::{AgentError, SearchLimits, StopToken};

use super::model::Input;

/// The name of the thread.
pub const THREAD: &str = "agents";
/// The minimum interval between two progress reports.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// An agent with its limits.
pub struct LimitedAgent {
    pub agent: Box<dyn DynAgent>,
    /// The limits per move.
    pub limits: SearchLimits,
}

/// A job for an agent, which is given by its index.
enum AgentJob {
    NewGame { agent: usize, seed: u64 },
    Think { id: u64, agent: usize, record: Box<dyn DynRecord>, stop: StopToken },
}

/// The handle of the agents' thread.
pub struct AgentThread {
    jobs: Sender<AgentJob>,
    inputs: Receiver<Input>,
    stop: StopToken,
}

impl AgentThread {
    /// Starts the thread. `None` stands for a person.
    pub fn start(agents: Vec<Option<LimitedAgent>>) -> std::io::Result<Self> {
        let (jobs, received) = channel();
        let (sender, inputs) = channel();
        thread::Builder::new().name(THREAD.to_owned()).spawn(move || work(agents, &received, &sender))?;
        Ok(Self { jobs, inputs, stop: StopToken::new() })
    }

    /// Resets an agent for a new game.
    pub fn new_game(&self, agent: usize, seed: u64) {
        // Sending fails only if the thread has ended.
        let _ = self.jobs.send(AgentJob::NewGame { agent, seed });
    }

    /// Starts a search. Its results carry the number.
    pub fn think(&mut self, id: u64, agent: usize, record: Box<dyn DynRecord>) {
        // A new token for each search, so that stopping one does not affect the next.
        self.stop = StopToken::new();
        let _ = self.jobs.send(AgentJob::Think { id, agent, record, stop: self.stop.clone() });
    }

    /// Stops the last search.
    pub fn stop(&self) {
        self.stop.stop();
    }

    /// The next result, if one is available.
    pub fn next(&self) -> Option<Input> {
        self.inputs.try_recv().ok()
    }
}

impl Drop for AgentThread {
    fn drop(&mut self) {
        self.stop();
    }
}

fn work(mut agents: Vec<Option<LimitedAgent>>, jobs: &Receiver<AgentJob>, inputs: &Sender<Input>) {
    for job in jobs {
        match job {
            AgentJob::NewGame { agent, seed } => {
                if let Some(Some(agent)) = agents.get_mut(agent) {
                    agent.agent.new_game(seed);
                }
            }
            AgentJob::Think { id, agent, record, stop } => {
                let begun = Instant::now();
                let agent = agents.get_mut(agent).and_then(Option::as_mut);
                let result = agent.map_or_else(
                    || Err(AgentError::Crash("there is no such agent".to_owned())),
                    |agent| think(agent, record.as_ref(), &stop, id, inputs),
                );
                if inputs.send(Input::Answer(id, result, begun.elapsed())).is_err() {
                    break;
                }
            }
        }
    }
}

/// Runs a search. A panic of the agent becomes an error.
fn think(
    agent: &mut LimitedAgent,
    record: &dyn DynRecord,
    stop: &StopToken,
    id: u64,
    inputs: &Sender<Input>,
) -> Result<DynDecision, AgentError> {
    let mut told: Option<Instant> = None;
    let mut tell = |decision: &TextDecision| {
        if told.is_none_or(|at| at.elapsed() >= POLL_INTERVAL) {
            told = Some(Instant::now());
            let _ = inputs.send(Input::Progress(id, decision.clone()));
        }
    };
    let LimitedAgent { agent, limits } = agent;
    catch_unwind(AssertUnwindSafe(|| agent.choose(record, limits, stop, Some(&mut tell))))
        .unwrap_or_else(|_| Err(AgentError::Crash("it panicked".to_owned())))
}
