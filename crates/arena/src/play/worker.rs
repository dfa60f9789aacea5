//! Playing the games of a job.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::{Duration, Instant};

use zermelo_core::erased::{DynAgent, DynDecision, DynGame, DynOracle, DynRecord, TextDecision};
use zermelo_core::{AgentError, Clocks, Referee, SearchLimits, Side, Termination};
use zermelo_search::{Rng, derive};

use super::adjudication::Adjudicator;
use super::clock::AgentLimits;
use super::end::now;
use super::figures::MoveFigures;
use super::job::{GameResult, Job, PairResult, TournamentTerms};
use super::job_error::JobError;
use super::random::play_random;
use super::worker_state::WorkerState;
use crate::Roster;

/// Plays a job on this thread. It blocks while an agent does not answer; a [`ThreadPool`](crate::thread_pool::ThreadPool) does not.
pub fn play_pair(job: &Job, roster: &Arc<dyn Roster>) -> Result<PairResult, JobError> {
    let state = WorkerState::default();
    state.take(job, Vec::new());
    let mut worker = Worker::new(Arc::clone(roster));
    worker.play(job, &state)?;
    Ok(state.result(job))
}

/// Plays jobs, and caches the game and the agents between them.
pub struct Worker {
    roster: Arc<dyn Roster>,
    cache: Option<WorkerCache>,
}

/// The objects that are created once for a tournament.
struct WorkerCache {
    terms: Arc<TournamentTerms>,
    game: Box<dyn DynGame>,
    /// The initial position, copied for each game.
    start: Box<dyn DynRecord>,
    start_text: String,
    oracle: Option<Box<dyn DynOracle>>,
    /// The cached agents, least recently used first.
    agents: Vec<(usize, Box<dyn DynAgent>)>,
}

/// The maximum number of cached agents. Each may be a process of its own.
const MAX_CACHED_AGENTS: usize = 8;

impl Worker {
    /// A worker without a job.
    pub fn new(roster: Arc<dyn Roster>) -> Self {
        Self { roster, cache: None }
    }

    /// Plays the remaining games of the current job. The results are in `state`, even after an error.
    pub fn play(&mut self, job: &Job, state: &WorkerState) -> Result<(), JobError> {
        if self.cache.as_ref().is_none_or(|cache| !Arc::ptr_eq(&cache.terms, &job.terms) && cache.terms != job.terms) {
            self.cache = Some(WorkerCache::new(self.roster.as_ref(), &job.terms)?);
        }
        let Some(cache) = &mut self.cache else { return Err(JobError::Stopped) };
        for number in state.games_done()..job.games {
            let seats = job.seats(number);
            let mut agents = cache.take_agents(self.roster.as_ref(), seats)?;
            let played =
                GameRunner { cache, job, state, seats, agents: &mut agents, seed: job.game_seed(number) }.play();
            // An agent that crashed is created again for its next game.
            cache.agents.extend(seats.into_iter().zip(agents).filter_map(|(at, agent)| Some((at, agent?))));
            played?;
        }
        Ok(())
    }
}

impl WorkerCache {
    fn new(roster: &dyn Roster, terms: &Arc<TournamentTerms>) -> Result<Self, JobError> {
        let spec = &terms.game;
        let game = roster.game(spec).map_err(|error| JobError::Spec { what: format!("game \"{spec}\""), error })?;
        let start = game.new_record();
        let start_text = start.start_text();
        let oracle = terms.rules.solver.then(|| roster.oracle(spec)).flatten();
        Ok(Self { terms: Arc::clone(terms), game, start, start_text, oracle, agents: Vec::new() })
    }

    /// Takes the agents of a game from the cache, or creates them.
    fn take_agents(
        &mut self,
        roster: &dyn Roster,
        seats: [usize; 2],
    ) -> Result<[Option<Box<dyn DynAgent>>; 2], JobError> {
        let mut take = |player: usize| {
            if let Some(at) = self.agents.iter().position(|(at, _)| *at == player) {
                return Ok(self.agents.remove(at).1);
            }
            let spec = &self.terms.players[player].spec;
            let made = roster.agent(spec, &self.terms.game);
            made.map_err(|error| JobError::Spec { what: format!("agent \"{spec}\""), error })
        };
        let taken = [Some(take(seats[0])?), Some(take(seats[1])?)];
        if self.agents.len() > MAX_CACHED_AGENTS - 2 {
            self.agents.drain(..self.agents.len() + 2 - MAX_CACHED_AGENTS);
        }
        Ok(taken)
    }
}

/// Plays one game.
struct GameRunner<'a> {
    cache: &'a WorkerCache,
    job: &'a Job,
    state: &'a WorkerState,
    seats: [usize; 2],
    /// By [`Side::index`]; `None` after a crash.
    agents: &'a mut [Option<Box<dyn DynAgent>>; 2],
    seed: u64,
}

impl GameRunner<'_> {
    /// Plays the game and records it in the worker state.
    fn play(&mut self) -> Result<(), JobError> {
        let record = self.open()?;
        let opening = record.ply().0;
        self.state.begin(self.seats, self.seed, self.start(record.as_ref()), opening, record.as_ref());
        for side in Side::BOTH {
            self.new_game(side);
        }
        let allowances = self.seats.map(|player| self.cache.terms.players[player].allowance);
        let clocks = Clocks::new(allowances.map(|allowance| allowance.clock));
        let mut referee = Referee::new(record, clocks.with_margins(allowances.map(|allowance| allowance.margin)));
        let mut adjudicator = Adjudicator::new(&self.cache.terms.rules);
        let mut detail = None;
        let end = loop {
            match referee.ending() {
                Some(end) => break end,
                None => detail = self.play_turn(&mut referee, &mut adjudicator)?,
            }
        };
        self.state.end(end.outcome, end.termination, detail, now());
        Ok(())
    }

    /// The game record after the opening.
    fn open(&self) -> Result<Box<dyn DynRecord>, JobError> {
        let opening = &self.job.opening;
        let refused = |why: String| JobError::Opening { opening: opening.moves.clone(), number: self.job.number, why };
        let mut record = match &opening.position {
            None => self.cache.start.boxed_clone(),
            Some(position) => self.cache.game.record_from(position).map_err(|why| refused(why.to_string()))?,
        };
        if !opening.moves.is_empty() {
            record.play_all(&opening.moves).map_err(|why| refused(why.to_string()))?;
        }
        let plies = self.cache.terms.random_first;
        if plies == 0 {
            return Ok(record);
        }
        // Both games of a pair get the same random plies, because the seed is that of the job.
        let goes_on = (0..RANDOM_PLIES_TRIES).find_map(|lot| {
            let mut tried = record.boxed_clone();
            play_random(tried.as_mut(), plies, &mut Rng::new(derive(self.job.seed ^ RANDOM_PLIES_SEED, lot)))
                .then_some(tried)
        });
        goes_on.ok_or_else(|| refused(format!("the game is over after {plies} random plies, whatever chance plays")))
    }

    /// The start position, unless it is the initial one.
    fn start(&self, record: &dyn DynRecord) -> Option<String> {
        self.job.opening.position.as_ref()?;
        Some(record.start_text()).filter(|text| *text != self.cache.start_text)
    }

    fn new_game(&mut self, side: Side) {
        let seed = derive(self.seed, side.index() as u64);
        let Some(agent) = &mut self.agents[side.index()] else { return };
        if catch_unwind(AssertUnwindSafe(|| agent.new_game(seed))).is_err() {
            self.agents[side.index()] = None;
        }
    }

    /// Plays one turn. Returns the details if it ends the game.
    fn play_turn(
        &mut self,
        referee: &mut Referee,
        adjudicator: &mut Adjudicator<'_>,
    ) -> Result<Option<String>, JobError> {
        let side = referee.side_to_move();
        let allowance = self.cache.terms.players[self.seats[side.index()]].allowance;
        let deadline = allowance.deadline(referee.clocks().deadline(side));
        let limits = SearchLimits { clock: referee.clocks().shown(side), ..allowance.limits };
        let Some(agent) = &mut self.agents[side.index()] else {
            referee.lose(side, Termination::Crash);
            return Ok(Some("it crashed at the start of the game".to_owned()));
        };

        let begun = Instant::now();
        let patience = deadline.unwrap_or(allowance.hang);
        let stop = self.state.start_clock(begun, patience)?;
        let answer = catch_unwind(AssertUnwindSafe(|| agent.choose(referee.record(), &limits, &stop, None)));
        let took = begun.elapsed();
        let was_stopped = self.state.stop_clock()?;

        // The time is checked first: a late answer loses, whatever it is.
        if let Some((termination, detail)) = time_violation(took, deadline, was_stopped, &allowance) {
            let broke = !matches!(answer, Ok(Ok(_)));
            if broke {
                self.agents[side.index()] = None;
            }
            referee.lose(side, termination);
            return Ok(Some(detail));
        }
        match answer {
            Ok(Ok(decision)) => Ok(self.apply_decision(referee, &decision, took, adjudicator)),
            Ok(Err(error)) => self.handle_failure(referee, side, error).map(Some),
            Err(panic) => {
                self.agents[side.index()] = None;
                referee.lose(side, Termination::Crash);
                Ok(Some(panic_text(panic.as_ref())))
            }
        }
    }

    /// Ends the game of an agent that failed. An error means that the agent can't play at all.
    fn handle_failure(&mut self, referee: &mut Referee, side: Side, error: AgentError) -> Result<String, JobError> {
        let Some(end) = referee.fail(side, &error) else {
            let agent = self.cache.terms.players[self.seats[side.index()]].name.clone();
            return Err(JobError::Unfit { agent, error });
        };
        if end.termination != Termination::IllegalMove {
            self.agents[side.index()] = None;
        }
        Ok(error.to_string())
    }

    /// Applies the decision of an agent. Returns the details if it ends the game.
    fn apply_decision(
        &self,
        referee: &mut Referee,
        decision: &DynDecision,
        took: Duration,
        adjudicator: &mut Adjudicator<'_>,
    ) -> Option<String> {
        let (side, ply) = (referee.side_to_move(), referee.record().ply());
        let acted = referee.act(&decision.action, took);
        let mv = decision.action.mv()?;
        if let Err(why) = acted {
            referee.lose(side, Termination::IllegalMove);
            return Some(format!("{mv}: {why}"));
        }
        if referee.record().ply() == ply {
            // The agent accepted a draw instead of moving.
            return None;
        }
        self.state.moved(mv.text(), figures(&decision.text, took));
        if referee.ending().is_some() {
            return None;
        }
        let oracle = self.cache.oracle.as_deref();
        let (outcome, why) = adjudicator.adjudicate(referee.record(), side, decision.text.score, oracle)?;
        referee.end(outcome, Termination::Adjudication);
        Some(why.to_owned())
    }
}

/// Separates the seed of random plies from those of the agents.
const RANDOM_PLIES_SEED: u64 = 0x6c6f_7473;
/// The number of attempts to find random plies that do not end the game.
const RANDOM_PLIES_TRIES: u64 = 1000;

/// The end of the game by a turn that took too long; `None` if it was in time.
fn time_violation(
    took: Duration,
    deadline: Option<Duration>,
    was_stopped: bool,
    allowance: &AgentLimits,
) -> Option<(Termination, String)> {
    match deadline {
        Some(deadline) if took > deadline => {
            let allowed = deadline.saturating_sub(allowance.margin);
            let detail = format!("{} ms for a move, and {} ms were left", took.as_millis(), allowed.as_millis());
            Some((Termination::Time, detail))
        }
        None if was_stopped => {
            Some((Termination::Stall, format!("no answer within {} ms", allowance.hang.as_millis())))
        }
        _ => None,
    }
}

fn figures(decision: &TextDecision, took: Duration) -> MoveFigures {
    MoveFigures {
        nanoseconds: took.as_nanos() as u64,
        nodes: decision.nodes,
        playouts: decision.playouts,
        depth: decision.depth.0,
        score: decision.score,
        share: decision.share.map(|share| (share.clamp(0.0, 1.0) * 10_000.0).round() as u16),
    }
}

fn panic_text(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().copied().or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    format!("it panicked: {}", text.unwrap_or("without a word"))
}

impl WorkerState {
    /// The result of a job, taken from the state.
    pub(crate) fn result(&self, job: &Job) -> PairResult {
        let games: Vec<GameResult> = self.clear();
        PairResult { id: job.id, number: job.number, round: job.round, pair: job.pair, players: job.players, games }
    }
}
