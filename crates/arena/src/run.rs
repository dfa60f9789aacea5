//! A tournament from its first job to its last, or from where it was left.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use zermelo_core::{StopToken, Wdl};

use crate::Roster;
use crate::force::{Fault, Force, GivenUp, list};
use crate::plan::{Config, Deck, Draw, Plan, PlanError};
use crate::play::Broken;
use crate::play::job::{Job, PairResult, Terms, wdl_of};
use crate::pool::Crew;
use crate::results::{Filter, Reader, ResultsError, Store, Writer};
use crate::stats::{Counts, Hypotheses, OrderedSprt, Pentanomial, Sample, Tally, Verdict};

/// Why a run ended before its end.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// It can't be played.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// The results can't be kept.
    #[error(transparent)]
    Results(#[from] ResultsError),
    /// A job can't be played.
    #[error(transparent)]
    Broken(#[from] Broken),
    /// Some jobs were given up; all others are played.
    #[error("{} of the pairs {} given up; all else is kept:{}", .0.len(), if .0.len() == 1 { "was" } else { "were" }, list(.0))]
    GivenUp(Vec<GivenUp>),
    /// Those who play are lost.
    #[error("{0}")]
    Force(String),
}

impl From<Fault> for RunError {
    fn from(fault: Fault) -> Self {
        match fault {
            Fault::Broken { error, .. } => Self::Broken(error),
            Fault::GivenUp(job) => Self::GivenUp(vec![job]),
            Fault::Failed(why) => Self::Force(why),
        }
    }
}

/// How far a run is.
#[derive(Clone, Debug)]
pub struct Progress {
    /// Games of this run.
    pub played: u64,
    /// Games that were there before.
    pub kept: u64,
    /// Games in all, as far as that is known.
    pub expected: Option<u64>,
    /// Since the run began.
    pub elapsed: Duration,
    /// The games of the first two agents against each other, as the first sees them.
    pub counts: Counts,
    /// What their error bars are made from.
    pub sample: Sample,
    /// The test, where there is one: what is tested, the log-likelihood ratio, where it stands.
    pub sprt: Option<(Hypotheses, f64, Verdict)>,
}

/// Why a run ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ended {
    /// All games were played.
    Done,
    /// Somebody stopped it.
    Stopped,
    /// The test has decided.
    Decided(Verdict),
}

/// A run that ended.
#[derive(Clone, Debug)]
pub struct Finished {
    /// How far it came.
    pub progress: Progress,
    /// Why it ended.
    pub ended: Ended,
    /// The agents, the best first, where the format ranks them by itself.
    pub ranking: Option<Vec<usize>>,
}

/// A run, ready to go.
pub struct Run {
    deck: Deck,
    store: Store,
    known: Known,
    live: Live,
    workers: usize,
}

impl Run {
    /// A new tournament in a new file.
    pub fn begin(config: Config, path: &Path, roster: &dyn Roster) -> Result<Self, RunError> {
        let plan = Plan::new(config, roster)?;
        let store = Store::create(path, &plan.config)?;
        Ok(Self::new(plan, store, Known::default()))
    }

    /// A tournament that was left. `change` may ask for more games, another number at a time, or another test; not for other games.
    pub fn resume(path: &Path, roster: &dyn Roster, change: impl FnOnce(&mut Config)) -> Result<Self, RunError> {
        let mut store = Store::open(path)?;
        let mut config = store.header().config.clone();
        change(&mut config);
        if config != store.header().config {
            store.set_config(&config)?;
        }
        let plan = Plan::new(config, roster)?;
        let known = Known::read(path)?;
        Ok(Self::new(plan, store, known))
    }

    fn new(plan: Plan, store: Store, known: Known) -> Self {
        let workers = plan.concurrency();
        let live = Live::new(plan.sprt, plan.config.pairs);
        Self { deck: plan.deck(), store, known, live, workers }
    }

    /// What all jobs of the run share.
    pub fn terms(&self) -> &Arc<Terms> {
        self.deck.terms()
    }

    /// The name of this run among all others, of the same tournament too; the same each time it is resumed.
    pub fn key(&self) -> String {
        let header = self.store.header();
        format!("{:016x}-{:08x}", header.tournament, header.run)
    }

    /// Plays what is not there yet, on threads of this machine. `observer` hears of it many times a second.
    pub fn play(
        self,
        roster: &Arc<dyn Roster>,
        stop: &StopToken,
        observer: &mut dyn FnMut(&Progress),
    ) -> Result<Finished, RunError> {
        let mut crew = Crew::new(Arc::clone(roster), self.workers);
        self.play_with(&mut crew, stop, observer)
    }

    /// The same with another work force.
    pub fn play_with(
        self,
        force: &mut dyn Force,
        stop: &StopToken,
        observer: &mut dyn FnMut(&Progress),
    ) -> Result<Finished, RunError> {
        let expected = self.deck.games();
        let appetite = force.appetite();
        let mut floor = Floor {
            force,
            writer: Writer::new(self.store),
            deck: self.deck,
            known: self.known,
            live: self.live,
            in_flight: 0,
            handed: 0,
            given_up: Vec::new(),
            ahead: appetite,
            least_ahead: appetite,
            expected,
            played: 0,
            kept: 0,
            begun: Instant::now(),
        };
        let ended = floor.play(stop, observer);
        floor.force.close();
        if matches!(ended, Ok(Ended::Stopped)) {
            // What was done when the bell rang counts.
            floor.take_ready();
        }
        let (progress, ranking) = (floor.progress(), floor.deck.ranking());
        let Floor { force, writer, handed, given_up, .. } = floor;
        let written = writer.finish();
        if written.is_ok() {
            force.kept(handed);
        }
        force.leave(written.is_ok() && matches!(ended, Ok(Ended::Done | Ended::Decided(_))));
        written?;
        let ended = ended?;
        if given_up.is_empty() { Ok(Finished { progress, ended, ranking }) } else { Err(RunError::GivenUp(given_up)) }
    }
}

/// Where the games are played.
struct Floor<'a> {
    deck: Deck,
    force: &'a mut dyn Force,
    writer: Writer,
    known: Known,
    live: Live,
    /// Jobs that wait or are played.
    in_flight: usize,
    /// Results that the writer was given.
    handed: u64,
    given_up: Vec<GivenUp>,
    /// How many there should be: a few, and more where games are so short that handing them over counts.
    ahead: usize,
    least_ahead: usize,
    expected: Option<u64>,
    played: u64,
    kept: u64,
    begun: Instant,
}

/// So many jobs wait at most.
const MOST_AHEAD: usize = 4096;
/// Where more jobs than this wait for each worker, they are short, and their results are let come together for a moment: one that
/// wakes us would cost about as much as its games.
const MANY: usize = 16;
/// That moment.
const NAP: Duration = Duration::from_millis(1);

impl Floor<'_> {
    fn play(&mut self, stop: &StopToken, observer: &mut dyn FnMut(&Progress)) -> Result<Ended, Fault> {
        loop {
            self.deal();
            if self.in_flight == 0 {
                // All is played, or the schedule waits for jobs that were given up.
                observer(&self.progress());
                return Ok(self.live.decided().map_or(Ended::Done, Ended::Decided));
            }
            self.force.kept(self.writer.kept());
            let Some(first) = self.force.next(Duration::from_millis(50)) else {
                observer(&self.progress());
                if stop.is_stopped() {
                    return Ok(Ended::Stopped);
                }
                continue;
            };
            let is_kept = self.gather(first)?;
            observer(&self.progress());
            if !is_kept || stop.is_stopped() {
                // What went wrong is said when the writer is finished.
                return Ok(Ended::Stopped);
            }
            if let Some(verdict) = self.live.decided() {
                self.drop_late();
                return Ok(Ended::Decided(verdict));
            }
            if !self.given_up.is_empty() && self.live.test.is_some() {
                // The test goes by the order of the jobs: it can't be decided any more.
                return Ok(Ended::Done);
            }
            if self.ahead > MANY * self.least_ahead {
                std::thread::sleep(NAP);
            }
        }
    }

    /// Takes a result and all that are there by now; whether the writer takes them.
    fn gather(&mut self, first: Result<PairResult, Fault>) -> Result<bool, Fault> {
        let mut results = Vec::new();
        let mut failed = None;
        let mut next = Some(first);
        while let Some(result) = next {
            match result {
                Ok(result) => results.push(result),
                Err(Fault::GivenUp(job)) => {
                    self.in_flight -= 1;
                    self.given_up.push(job);
                }
                Err(fault) => failed = failed.or(Some(fault)),
            }
            next = self.force.ready();
        }
        self.in_flight -= results.len();
        self.keep_pace(results.len());
        let is_kept = self.take(results);
        failed.map_or(Ok(is_kept), Err)
    }

    /// Takes the results that are there when the run ends.
    fn take_ready(&mut self) {
        while let Some(result) = self.force.ready() {
            if let Ok(result) = result {
                self.take(vec![result]);
            }
        }
    }

    /// Lets more jobs wait where the workers get through half of them between two looks, and slowly fewer where they don't.
    fn keep_pace(&mut self, results: usize) {
        if self.in_flight < self.ahead / 2 {
            self.ahead = (2 * self.ahead).min(MOST_AHEAD);
        } else if results < self.ahead / 16 {
            self.ahead = (self.ahead - self.ahead / 8).max(self.least_ahead);
        }
    }

    /// Hands out jobs until enough of them wait, or no more can be had for now. Those whose games are there are counted.
    fn deal(&mut self) {
        self.least_ahead = self.force.appetite();
        self.ahead = self.ahead.max(self.least_ahead);
        let mut jobs: Vec<Job> = Vec::new();
        while self.in_flight + jobs.len() < self.ahead && self.live.decided().is_none() {
            match self.deck.draw() {
                Draw::Job(job) => match self.known.result(&job) {
                    None => jobs.push(*job),
                    Some(result) => {
                        self.kept += result.games.len() as u64;
                        self.deck.note_wdls(&job, &result.games);
                        self.live.add(job.number, job.players, &result.games);
                    }
                },
                Draw::Wait | Draw::Over => break,
            }
        }
        self.in_flight += jobs.len();
        if !jobs.is_empty() {
            self.force.submit(jobs);
        }
    }

    /// Counts results and hands them to the writer; whether it takes them.
    fn take(&mut self, results: Vec<PairResult>) -> bool {
        self.handed += results.len() as u64;
        for result in &results {
            let games: Vec<(Wdl, usize)> =
                result.wdls().zip(&result.games).map(|(wdl, game)| (wdl, game.players[0])).collect();
            self.played += games.len() as u64;
            self.deck.note(result);
            self.live.add(result.number, result.players, &games);
        }
        self.writer.add(results)
    }

    /// Games behind the one that decided don't count: which of them were played depends on how many are played at once.
    fn drop_late(&mut self) {
        if let Some(number) = self.live.decided_by() {
            // A file that can't be written is told when the writer is finished.
            let _ = self.writer.drop_after(number);
        }
    }

    fn progress(&self) -> Progress {
        Progress {
            played: self.played,
            kept: self.kept,
            expected: self.expected,
            elapsed: self.begun.elapsed(),
            counts: self.live.counts,
            sample: self.live.sample(),
            sprt: self.live.sprt(),
        }
    }
}

/// The running figures of the first two agents.
struct Live {
    counts: Counts,
    pairs: Pentanomial,
    /// Not all games are in pairs.
    has_singles: bool,
    test: Option<Test>,
}

enum Test {
    Pairs(OrderedSprt<Pentanomial>),
    Games(OrderedSprt<Counts>),
}

impl Live {
    fn new(sprt: Option<Hypotheses>, pairs: bool) -> Self {
        let test = sprt.map(|hypotheses| {
            if pairs { Test::Pairs(OrderedSprt::new(hypotheses)) } else { Test::Games(OrderedSprt::new(hypotheses)) }
        });
        Self { counts: Counts::default(), pairs: Pentanomial::default(), has_singles: false, test }
    }

    /// Counts the games of a job: how each ended for the first agent of its pairing.
    fn add(&mut self, number: u64, players: [usize; 2], games: &[(Wdl, usize)]) {
        if players != [0, 1] && players != [1, 0] {
            return;
        }
        let own = |&(wdl, _): &(Wdl, usize)| if players[0] == 0 { wdl } else { wdl.reversed() };
        for game in games {
            Tally::add(&mut self.counts, own(game));
        }
        let pair = match games {
            [a, b] => Some(crate::stats::PairResult(own(a), own(b))),
            _ => None,
        };
        match pair {
            Some(pair) => Tally::add(&mut self.pairs, pair),
            None => self.has_singles = true,
        }
        // The deck gives each number once.
        let _ = match &mut self.test {
            None => Ok(Verdict::Continue),
            Some(Test::Pairs(sprt)) => match pair {
                Some(pair) => sprt.add(number, pair),
                None => sprt.skip(number),
            },
            Some(Test::Games(sprt)) => match games {
                [game] => sprt.add(number, own(game)),
                _ => sprt.skip(number),
            },
        };
    }

    fn sample(&self) -> Sample {
        if self.has_singles { self.counts.sample() } else { self.pairs.sample() }
    }

    fn sprt(&self) -> Option<(Hypotheses, f64, Verdict)> {
        match self.test.as_ref()? {
            Test::Pairs(sprt) => Some((*sprt.sprt().hypotheses(), sprt.sprt().ratio(), sprt.sprt().verdict())),
            Test::Games(sprt) => Some((*sprt.sprt().hypotheses(), sprt.sprt().ratio(), sprt.sprt().verdict())),
        }
    }

    fn decided(&self) -> Option<Verdict> {
        self.sprt().map(|(_, _, verdict)| verdict).filter(|verdict| *verdict != Verdict::Continue)
    }

    fn decided_by(&self) -> Option<u64> {
        match self.test.as_ref()? {
            Test::Pairs(sprt) => sprt.decided_by(),
            Test::Games(sprt) => sprt.decided_by(),
        }
    }
}

/// The jobs whose games are there already, a byte each: what the schedule and the running figures have to know of them.
#[derive(Default)]
struct Known(Vec<u8>);

/// What is known of a job that is done.
struct KnownResult {
    /// How each game ended for the first agent of the pairing, and who began.
    games: Vec<(Wdl, usize)>,
}

impl Known {
    fn read(path: &Path) -> Result<Self, ResultsError> {
        let mut known = Vec::new();
        Reader::open(path)?.for_each(&Filter::default(), |game| {
            let job = game.job() as usize;
            if known.len() <= job {
                known.resize(job + 1, 0);
            }
            let wdl = wdl_of(game.pairing[0], game.players, game.outcome);
            let began = u8::from(game.players[0] == game.pairing[0]);
            let code = 1 + 2 * (wdl as u8) + began;
            // Seven codes for each of two games.
            known[job] += if game.id % 2 == 0 { code } else { 7 * code };
            Ok(())
        })?;
        Ok(Self(known))
    }

    /// The result of a job, if all of its games are there.
    fn result(&self, job: &Job) -> Option<KnownResult> {
        let code = *self.0.get(usize::try_from(job.number).ok()?)?;
        let games: Vec<(Wdl, usize)> = [code % 7, code / 7]
            .into_iter()
            .filter_map(|code| code.checked_sub(1))
            .map(|code| {
                let wdl = [Wdl::Loss, Wdl::Draw, Wdl::Win][usize::from(code / 2)];
                (wdl, job.players[usize::from(code % 2 == 0)])
            })
            .collect();
        (games.len() == usize::from(job.games)).then_some(KnownResult { games })
    }
}
