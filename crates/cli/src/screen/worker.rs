//! The agents, on a thread of their own, so that the screen answers while they think.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use zermelo_core::erased::{DynAgent, DynDecision, DynRecord, TextDecision};
use zermelo_core::{AgentError, SearchLimits, StopToken};

use super::model::Input;

/// The name of the thread.
pub const THREAD: &str = "agents";
/// No more often than this is progress told.
const BEAT: Duration = Duration::from_millis(50);

/// An agent at work.
pub struct Hired {
    /// The agent.
    pub agent: Box<dyn DynAgent>,
    /// What it may use for a move.
    pub limits: SearchLimits,
}

/// What an agent is told; each by its place among those that were hired.
enum Job {
    NewGame { agent: usize, seed: u64 },
    Think { id: u64, agent: usize, record: Box<dyn DynRecord>, stop: StopToken },
}

/// The way to the agents.
pub struct Worker {
    jobs: Sender<Job>,
    inputs: Receiver<Input>,
    stop: StopToken,
}

impl Worker {
    /// Starts the thread. A place without an agent is a person's.
    pub fn start(agents: Vec<Option<Hired>>) -> std::io::Result<Self> {
        let (jobs, received) = channel();
        let (sender, inputs) = channel();
        thread::Builder::new().name(THREAD.to_owned()).spawn(move || work(agents, &received, &sender))?;
        Ok(Self { jobs, inputs, stop: StopToken::new() })
    }

    /// Tells an agent that a new game begins.
    pub fn new_game(&self, agent: usize, seed: u64) {
        // A thread that is gone shows when its answer is waited for.
        let _ = self.jobs.send(Job::NewGame { agent, seed });
    }

    /// Lets an agent think. What it finds comes with the number.
    pub fn think(&mut self, id: u64, agent: usize, record: Box<dyn DynRecord>) {
        // A flag for each thought: to stop one does not touch the next.
        self.stop = StopToken::new();
        let _ = self.jobs.send(Job::Think { id, agent, record, stop: self.stop.clone() });
    }

    /// Ends the last thought.
    pub fn stop(&self) {
        self.stop.stop();
    }

    /// What came from the agents, if something did.
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

/// One decision. An agent that panics has broken down; the game goes on to say so.
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
