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
const BEAT: Duration = Duration::from_millis(50);

/// An agent with its limits.
pub struct Hired {
    pub agent: Box<dyn DynAgent>,
    /// The limits per move.
    pub limits: SearchLimits,
}

/// A job for an agent, which is given by its index.
enum Job {
    NewGame { agent: usize, seed: u64 },
    Think { id: u64, agent: usize, record: Box<dyn DynRecord>, stop: StopToken },
}

/// The handle of the agents' thread.
pub struct Worker {
    jobs: Sender<Job>,
    inputs: Receiver<Input>,
    stop: StopToken,
}

impl Worker {
    /// Starts the thread. `None` stands for a person.
    pub fn start(agents: Vec<Option<Hired>>) -> std::io::Result<Self> {
        let (jobs, received) = channel();
        let (sender, inputs) = channel();
        thread::Builder::new().name(THREAD.to_owned()).spawn(move || work(agents, &received, &sender))?;
        Ok(Self { jobs, inputs, stop: StopToken::new() })
    }

    /// Resets an agent for a new game.
    pub fn new_game(&self, agent: usize, seed: u64) {
        // Sending fails only if the thread has ended.
        let _ = self.jobs.send(Job::NewGame { agent, seed });
    }

    /// Starts a search. Its results carry the number.
    pub fn think(&mut self, id: u64, agent: usize, record: Box<dyn DynRecord>) {
        // A new token for each search, so that stopping one does not affect the next.
        self.stop = StopToken::new();
        let _ = self.jobs.send(Job::Think { id, agent, record, stop: self.stop.clone() });
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

impl Drop for Worker {
    fn drop(&mut self) {
        self.stop();
    }
}

fn work(mut agents: Vec<Option<Hired>>, jobs: &Receiver<Job>, inputs: &Sender<Input>) {
    for job in jobs {
        match job {
            Job::NewGame { agent, seed } => {
                if let Some(Some(hired)) = agents.get_mut(agent) {
                    hired.agent.new_game(seed);
                }
            }
            Job::Think { id, agent, record, stop } => {
                let begun = Instant::now();
                let hired = agents.get_mut(agent).and_then(Option::as_mut);
                let result = hired.map_or_else(
                    || Err(AgentError::Crash("there is no such agent".to_owned())),
                    |hired| think(hired, record.as_ref(), &stop, id, inputs),
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
    hired: &mut Hired,
    record: &dyn DynRecord,
    stop: &StopToken,
    id: u64,
    inputs: &Sender<Input>,
) -> Result<DynDecision, AgentError> {
    let mut told: Option<Instant> = None;
    let mut tell = |decision: &TextDecision| {
        if told.is_none_or(|at| at.elapsed() >= BEAT) {
            told = Some(Instant::now());
            let _ = inputs.send(Input::Progress(id, decision.clone()));
        }
    };
    let Hired { agent, limits } = hired;
    catch_unwind(AssertUnwindSafe(|| agent.choose(record, limits, stop, Some(&mut tell))))
        .unwrap_or_else(|_| Err(AgentError::Crash("it panicked".to_owned())))
}
