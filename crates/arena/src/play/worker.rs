//! Playing a job: one game after the other, each answer measured and judged.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::{Duration, Instant};

use zermelo_core::erased::{DynAgent, DynDecision, DynGame, DynOracle, DynRecord, TextDecision};
use zermelo_core::{AgentError, Clocks, Referee, SearchLimits, Side, Termination};
use zermelo_search::{Rng, derive};

use super::adjudication::Adjudicator;
use super::broken::Broken;
use super::clock::Allowance;
use super::desk::Desk;
use super::end::now;
use super::figures::MoveFigures;
use super::job::{GameResult, Job, PairResult, Terms};
use super::random::play_random;
use crate::Roster;

/// Plays a job from its beginning, on this thread. Nobody looks after an agent that does not answer at all: a
/// [`Crew`](crate::pool::Crew) does.
pub fn play_pair(job: &Job, roster: &Arc<dyn Roster>) -> Result<PairResult, Broken> {
    let desk = Desk::default();
    desk.take(job, Vec::new());
    let mut worker = Worker::new(Arc::clone(roster));
    worker.play(job, &desk)?;
    Ok(desk.result(job))
}

/// Plays jobs one after the other, and keeps the game and the agents for the next.
pub struct Worker {
    roster: Arc<dyn Roster>,
    kept: Option<Kept>,
}

/// What is made once for a tournament.
struct Kept {
    terms: Arc<Terms>,
    game: Box<dyn DynGame>,
    /// The initial position, copied for each game.
    start: Box<dyn DynRecord>,
    start_text: String,
    oracle: Option<Box<dyn DynOracle>>,
    /// The agents that are alive, the one that played last at the end.
    agents: Vec<(usize, Box<dyn DynAgent>)>,
}

/// So many agents are kept alive by one worker: a large pool of outside programs would fill the machine.
const ALIVE: usize = 8;

impl Worker {
    /// A worker without a job.
    pub fn new(roster: Arc<dyn Roster>) -> Self {
        Self { roster, kept: None }
    }

    /// Plays what is left of the job on the desk. What was played is on the desk then, finished or not.
    pub fn play(&mut self, job: &Job, desk: &Desk) -> Result<(), Broken> {
        if self.kept.as_ref().is_none_or(|kept| !Arc::ptr_eq(&kept.terms, &job.terms) && kept.terms != job.terms) {
            self.kept = Some(Kept::new(self.roster.as_ref(), &job.terms)?);
        }
        let Some(kept) = &mut self.kept else { return Err(Broken::Stopped) };
        for number in desk.games_done()..job.games {
            let seats = job.seats(number);
            let mut agents = kept.seat(self.roster.as_ref(), seats)?;
            let played = Table { kept, job, desk, seats, agents: &mut agents, seed: job.game_seed(number) }.play();
            // An agent that broke down is made anew for its next game.
            kept.agents.extend(seats.into_iter().zip(agents).filter_map(|(at, agent)| Some((at, agent?))));
            played?;
        }
        Ok(())
    }
}

impl Kept {
    fn new(roster: &dyn Roster, terms: &Arc<Terms>) -> Result<Self, Broken> {
        let spec = &terms.game;
        let game = roster.game(spec).map_err(|error| Broken::Spec { what: format!("game \"{spec}\""), error })?;
        let start = game.new_record();
        let start_text = start.start_text();
        let oracle = terms.rules.solver.then(|| roster.oracle(spec)).flatten();
        Ok(Self { terms: Arc::clone(terms), game, start, start_text, oracle, agents: Vec::new() })
    }

    /// Takes the agents of a game out, or makes them.
    fn seat(&mut self, roster: &dyn Roster, seats: [usize; 2]) -> Result<[Option<Box<dyn DynAgent>>; 2], Broken> {
        let mut take = |player: usize| {
            if let Some(at) = self.agents.iter().position(|(at, _)| *at == player) {
                return Ok(self.agents.remove(at).1);
            }
            let spec = &self.terms.players[player].spec;
            let made = roster.agent(spec, &self.terms.game);
            made.map_err(|error| Broken::Spec { what: format!("agent \"{spec}\""), error })
        };
        let taken = [Some(take(seats[0])?), Some(take(seats[1])?)];
        if self.agents.len() > ALIVE - 2 {
            self.agents.drain(..self.agents.len() + 2 - ALIVE);
        }
        Ok(taken)
    }
}

/// One game.
struct Table<'a> {
    kept: &'a Kept,
    job: &'a Job,
    desk: &'a Desk,
    seats: [usize; 2],
    /// By [`Side::index`]; taken away when it broke down.
    agents: &'a mut [Option<Box<dyn DynAgent>>; 2],
    seed: u64,
}

impl Table<'_> {
    /// Plays the game and puts it on the desk.
    fn play(&mut self) -> Result<(), Broken> {
        let record = self.open()?;
        let opening = record.ply().0;
        self.desk.begin(self.seats, self.seed, self.start(record.as_ref()), opening, record.as_ref());
        for side in Side::BOTH {
            self.new_game(side);
        }
        let allowances = self.seats.map(|player| self.kept.terms.players[player].allowance);
        let clocks = Clocks::new(allowances.map(|allowance| allowance.clock));
        let mut referee = Referee::new(record, clocks.with_margins(allowances.map(|allowance| allowance.margin)));
        let mut adjudicator = Adjudicator::new(&self.kept.terms.rules);
        let mut detail = None;
        let end = loop {
            match referee.ending() {
                Some(end) => break end,
                None => detail = self.turn(&mut referee, &mut adjudicator)?,
            }
        };
        self.desk.end(end.outcome, end.termination, detail, now());
        Ok(())
    }

    /// The record behind the opening.
    fn open(&self) -> Result<Box<dyn DynRecord>, Broken> {
        let opening = &self.job.opening;
        let refused = |why: String| Broken::Opening { opening: opening.moves.clone(), number: self.job.number, why };
        let mut record = match &opening.position {
            None => self.kept.start.boxed_clone(),
            Some(position) => self.kept.game.record_from(position).map_err(|why| refused(why.to_string()))?,
        };
        if !opening.moves.is_empty() {
            record.play_all(&opening.moves).map_err(|why| refused(why.to_string()))?;
        }
        let plies = self.kept.terms.random_first;
        if plies == 0 {
            return Ok(record);
        }
        // Both games of a pair get the same plies: the seed is the job's.
        let goes_on = (0..LOT_TRIES).find_map(|lot| {
            let mut tried = record.boxed_clone();
            play_random(tried.as_mut(), plies, &mut Rng::new(derive(self.job.seed ^ LOTS, lot))).then_some(tried)
        });
        goes_on.ok_or_else(|| refused(format!("the game is over after {plies} random plies, whatever chance plays")))
    }

    /// The position that the game starts from, where it is not the usual one.
    fn start(&self, record: &dyn DynRecord) -> Option<String> {
        self.job.opening.position.as_ref()?;
        Some(record.start_text()).filter(|text| *text != self.kept.start_text)
    }

    fn new_game(&mut self, side: Side) {
        let seed = derive(self.seed, side.index() as u64);
        let Some(agent) = &mut self.agents[side.index()] else { return };
        if catch_unwind(AssertUnwindSafe(|| agent.new_game(seed))).is_err() {
            self.agents[side.index()] = None;
        }
    }

    /// One turn; where it ends the game, what else there is to say about the end.
    fn turn(&mut self, referee: &mut Referee, adjudicator: &mut Adjudicator<'_>) -> Result<Option<String>, Broken> {
        let side = referee.side_to_move();
        let allowance = self.kept.terms.players[self.seats[side.index()]].allowance;
        let deadline = allowance.deadline(referee.clocks().deadline(side));
        let limits = SearchLimits { clock: referee.clocks().shown(side), ..allowance.limits };
        let Some(agent) = &mut self.agents[side.index()] else {
            referee.lose(side, Termination::Crash);
            return Ok(Some("it broke down at the start of the game".to_owned()));
        };

        let begun = Instant::now();
        let patience = deadline.unwrap_or(allowance.hang);
        let stop = self.desk.start_clock(begun, patience)?;
        let answer = catch_unwind(AssertUnwindSafe(|| agent.choose(referee.record(), &limits, &stop, None)));
        let took = begun.elapsed();
        let was_stopped = self.desk.stop_clock()?;

        // The time goes first: a late answer is late, whatever it says.
        if let Some((termination, detail)) = late(took, deadline, was_stopped, &allowance) {
            let broke = !matches!(answer, Ok(Ok(_)));
            if broke {
                self.agents[side.index()] = None;
            }
            referee.lose(side, termination);
            return Ok(Some(detail));
        }
        match answer {
            Ok(Ok(decision)) => Ok(self.act(referee, &decision, took, adjudicator)),
            Ok(Err(error)) => self.failed(referee, side, error).map(Some),
            Err(panic) => {
                self.agents[side.index()] = None;
                referee.lose(side, Termination::Crash);
                Ok(Some(panic_text(panic.as_ref())))
            }
        }
    }

    /// Ends the game of an agent that failed; an error where no game can be played.
    fn failed(&mut self, referee: &mut Referee, side: Side, error: AgentError) -> Result<String, Broken> {
        let Some(end) = referee.fail(side, &error) else {
            let agent = self.kept.terms.players[self.seats[side.index()]].name.clone();
            return Err(Broken::Unfit { agent, error });
        };
        if end.termination != Termination::IllegalMove {
            self.agents[side.index()] = None;
        }
        Ok(error.to_string())
    }

    /// Does what the agent decided.
    fn act(
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
            // It accepted a draw instead.
            return None;
        }
        self.desk.moved(mv.text(), figures(&decision.text, took));
        if referee.ending().is_some() {
            return None;
        }
        let oracle = self.kept.oracle.as_deref();
        let (outcome, why) = adjudicator.look(referee.record(), side, decision.text.score, oracle)?;
        referee.end(outcome, Termination::Adjudication);
        Some(why.to_owned())
    }
}

/// Keeps the lots of random plies apart from those of the players.
const LOTS: u64 = 0x6c6f_7473;
/// How many random openings are tried before giving up.
const LOT_TRIES: u64 = 1000;

/// How the game ends by a turn that took too long; `None` for one that did not.
fn late(
    took: Duration,
    deadline: Option<Duration>,
    was_stopped: bool,
    allowance: &Allowance,
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

impl Desk {
    /// What was played of a job.
    pub(crate) fn result(&self, job: &Job) -> PairResult {
        let games: Vec<GameResult> = self.clear();
        PairResult { id: job.id, number: job.number, round: job.round, pair: job.pair, players: job.players, games }
    }
}
