//! Runs or resumes a tournament.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use zermelo_core::{StopToken, Wdl};

use crate::Roster;
use crate::executor::{AbandonedJob, ExecutorError, JobExecutor, list};
use crate::plan::{NextJob, Plan, PlanError, Scheduler, TournamentConfig};
use crate::play::JobError;
use crate::play::job::{Job, PairResult, TournamentTerms, wdl_of};
use crate::results::{GameFilter, ResultsError, ResultsFile, ResultsReader, ResultsWriter};
use crate::stats::{Counts, Hypotheses, OrderedSprt, Pentanomial, Sample, SprtVerdict, TrialCounts};
use crate::thread_pool::ThreadPool;

/// A failed run.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// The configuration is invalid.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// The results file can't be read or written.
    #[error(transparent)]
    Results(#[from] ResultsError),
    /// A job can't be played.
    #[error(transparent)]
    Job(#[from] JobError),
    /// Some jobs were abandoned; all others were played.
    #[error("{} of the pairs {} given up; all other results are kept:{}", .0.len(), if .0.len() == 1 { "was" } else { "were" }, list(.0))]
    Abandoned(Vec<AbandonedJob>),
    /// The executor failed.
    #[error("{0}")]
    Executor(String),
}

impl From<ExecutorError> for RunError {
    fn from(fault: ExecutorError) -> Self {
        match fault {
            ExecutorError::Job { error, .. } => Self::Job(error),
            ExecutorError::Abandoned(job) => Self::Abandoned(vec![job]),
            ExecutorError::Failed(why) => Self::Executor(why),
        }
    }
}

/// The progress of a run.
#[derive(Clone, Debug)]
pub struct RunProgress {
    /// Games played in this run.
    pub played: u64,
    /// Games from earlier runs.
    pub kept: u64,
    /// The total number of games, if it is known.
    pub expected: Option<u64>,
    /// The time since the start of the run.
    pub elapsed: Duration,
    /// The games of the first two agents against each other, as the first sees them.
    pub counts: Counts,
    /// The sample for the error bars of these games.
    pub sample: Sample,
    /// The sequential test, if there is one: the hypotheses, the log-likelihood ratio and the verdict.
    pub sprt: Option<(Hypotheses, f64, SprtVerdict)>,
}

/// The reason why a run ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RunEnd {
    /// All games were played.
    Done,
    /// It was interrupted.
    Stopped,
    /// The sequential test reached a decision.
    Decided(SprtVerdict),
}

/// The outcome of a run.
#[derive(Clone, Debug)]
pub struct RunOutcome {
    /// The progress at the end.
    pub progress: RunProgress,
    /// The reason for the end.
    pub ended: RunEnd,
    /// The agents, best first, if the format has its own ranking.
    pub ranking: Option<Vec<usize>>,
}

/// A run that is ready to start.
pub struct Run {
    scheduler: Scheduler,
    store: ResultsFile,
    known: PlayedJobs,
    live: LiveStats,
    workers: usize,
}

impl Run {
    /// Creates a results file for a new tournament.
    pub fn begin(config: TournamentConfig, path: &Path, roster: &dyn Roster) -> Result<Self, RunError> {
        let plan = Plan::new(config, roster)?;
        let store = ResultsFile::create(path, &plan.config)?;
        Ok(Self::new(plan, store, PlayedJobs::default()))
    }

    /// Resumes a tournament. `change` may change the number of games, the concurrency and the test, but not what makes the games.
    pub fn resume(
        path: &Path,
        roster: &dyn Roster,
        change: impl FnOnce(&mut TournamentConfig),
    ) -> Result<Self, RunError> {
        let mut store = ResultsFile::open(path)?;
        let mut config = store.header().config.clone();
        change(&mut config);
        if config != store.header().config {
            store.set_config(&config)?;
        }
        let plan = Plan::new(config, roster)?;
        let known = PlayedJobs::read(path)?;
        Ok(Self::new(plan, store, known))
    }

    fn new(plan: Plan, store: ResultsFile, known: PlayedJobs) -> Self {
        let workers = plan.concurrency();
        let live = LiveStats::new(plan.sprt, plan.config.pairs);
        Self { scheduler: plan.scheduler(), store, known, live, workers }
    }

    /// The settings that all jobs share.
    pub fn terms(&self) -> &Arc<TournamentTerms> {
        self.scheduler.terms()
    }

    /// A unique key of this results file. It stays the same when the run is resumed.
    pub fn key(&self) -> String {
        let header = self.store.header();
        format!("{:016x}-{:08x}", header.tournament, header.run)
    }

    /// Plays the missing games on a thread pool. `observer` is called several times a second.
    pub fn play(
        self,
        roster: &Arc<dyn Roster>,
        stop: &StopToken,
        observer: &mut dyn FnMut(&RunProgress),
    ) -> Result<RunOutcome, RunError> {
        let mut thread_pool = ThreadPool::new(Arc::clone(roster), self.workers);
        self.play_with(&mut thread_pool, stop, observer)
    }

    /// Plays the missing games with another executor.
    pub fn play_with(
        self,
        executor: &mut dyn JobExecutor,
        stop: &StopToken,
        observer: &mut dyn FnMut(&RunProgress),
    ) -> Result<RunOutcome, RunError> {
        let expected = self.scheduler.games();
        let min_in_flight = executor.min_in_flight();
        let mut active = ActiveRun {
            executor,
            writer: ResultsWriter::new(self.store),
            scheduler: self.scheduler,
            known: self.known,
            live: self.live,
            in_flight: 0,
            handed: 0,
            given_up: Vec::new(),
            target_in_flight: min_in_flight,
            min_in_flight,
            expected,
            played: 0,
            kept: 0,
            begun: Instant::now(),
        };
        let ended = active.play(stop, observer);
        active.executor.close();
        if matches!(ended, Ok(RunEnd::Stopped)) {
            // Games that finished before the stop count.
            active.take_ready();
        }
        let (progress, ranking) = (active.progress(), active.scheduler.ranking());
        let ActiveRun { executor, writer, handed, given_up, .. } = active;
        let written = writer.finish();
        if written.is_ok() {
            executor.kept(handed);
        }
        executor.leave(written.is_ok() && matches!(ended, Ok(RunEnd::Done | RunEnd::Decided(_))));
        written?;
        let ended = ended?;
        if given_up.is_empty() {
            Ok(RunOutcome { progress, ended, ranking })
        } else {
            Err(RunError::Abandoned(given_up))
        }
    }
}

/// A run in progress.
struct ActiveRun<'a> {
    scheduler: Scheduler,
    executor: &'a mut dyn JobExecutor,
    writer: ResultsWriter,
    known: PlayedJobs,
    live: LiveStats,
    /// Jobs that are queued or being played.
    in_flight: usize,
    /// Results that were passed to the writer.
    handed: u64,
    given_up: Vec<AbandonedJob>,
    /// The number of jobs to keep in flight. It grows when games are so short that submitting them takes a noticeable time.
    target_in_flight: usize,
    min_in_flight: usize,
    expected: Option<u64>,
    played: u64,
    kept: u64,
    begun: Instant,
}

/// The maximum number of jobs in flight.
const MAX_IN_FLIGHT: usize = 4096;
/// With more jobs in flight than this for each worker, games are very short. Results are then collected for [`POLL_INTERVAL`], because
/// waking this thread for each of them would cost about as much as its games.
const SHORT_JOBS_PER_WORKER: usize = 16;
const POLL_INTERVAL: Duration = Duration::from_millis(1);

impl ActiveRun<'_> {
    fn play(&mut self, stop: &StopToken, observer: &mut dyn FnMut(&RunProgress)) -> Result<RunEnd, ExecutorError> {
        loop {
            self.submit_jobs();
            if self.in_flight == 0 {
                // All jobs are played, or the schedule depends on abandoned jobs.
                observer(&self.progress());
                return Ok(self.live.decided().map_or(RunEnd::Done, RunEnd::Decided));
            }
            self.executor.kept(self.writer.kept());
            let Some(first) = self.executor.next(Duration::from_millis(50)) else {
                observer(&self.progress());
                if stop.is_stopped() {
                    return Ok(RunEnd::Stopped);
                }
                continue;
            };
            let is_kept = self.gather(first)?;
            observer(&self.progress());
            if !is_kept || stop.is_stopped() {
                // `writer.finish` reports the error.
                return Ok(RunEnd::Stopped);
            }
            if let Some(verdict) = self.live.decided() {
                self.drop_late();
                return Ok(RunEnd::Decided(verdict));
            }
            if !self.given_up.is_empty() && self.live.test.is_some() {
                // The test needs the results in order, so it can't reach a decision any more.
                return Ok(RunEnd::Done);
            }
            if self.target_in_flight > SHORT_JOBS_PER_WORKER * self.min_in_flight {
                std::thread::sleep(POLL_INTERVAL);
            }
        }
    }

    /// Records a result and all others that are available. Returns whether the writer accepts them.
    fn gather(&mut self, first: Result<PairResult, ExecutorError>) -> Result<bool, ExecutorError> {
        let mut results = Vec::new();
        let mut failed = None;
        let mut next = Some(first);
        while let Some(result) = next {
            match result {
                Ok(result) => results.push(result),
                Err(ExecutorError::Abandoned(job)) => {
                    self.in_flight -= 1;
                    self.given_up.push(job);
                }
                Err(fault) => failed = failed.or(Some(fault)),
            }
            next = self.executor.ready();
        }
        self.in_flight -= results.len();
        self.keep_pace(results.len());
        let is_kept = self.take(results);
        failed.map_or(Ok(is_kept), Err)
    }

    /// Records the results that are available when the run ends.
    fn take_ready(&mut self) {
        while let Some(result) = self.executor.ready() {
            if let Ok(result) = result {
                self.take(vec![result]);
            }
        }
    }

    /// Doubles the target when the workers finished half of the jobs since the last call, and lowers it slowly otherwise.
    fn keep_pace(&mut self, results: usize) {
        if self.in_flight < self.target_in_flight / 2 {
            self.target_in_flight = (2 * self.target_in_flight).min(MAX_IN_FLIGHT);
        } else if results < self.target_in_flight / 16 {
            self.target_in_flight = (self.target_in_flight - self.target_in_flight / 8).max(self.min_in_flight);
        }
    }

    /// Submits jobs until enough are in flight or the scheduler has none. Jobs that were played in an earlier run are only counted.
    fn submit_jobs(&mut self) {
        self.min_in_flight = self.executor.min_in_flight();
        self.target_in_flight = self.target_in_flight.max(self.min_in_flight);
        let mut jobs: Vec<Job> = Vec::new();
        while self.in_flight + jobs.len() < self.target_in_flight && self.live.decided().is_none() {
            match self.scheduler.next_job() {
                NextJob::Ready(job) => match self.known.result(&job) {
                    None => jobs.push(*job),
                    Some(result) => {
                        self.kept += result.games.len() as u64;
                        self.scheduler.record_known_games(&job, &result.games);
                        self.live.add(job.number, job.players, &result.games);
                    }
                },
                NextJob::Blocked | NextJob::Finished => break,
            }
        }
        self.in_flight += jobs.len();
        if !jobs.is_empty() {
            self.executor.submit(jobs);
        }
    }

    /// Counts results and passes them to the writer. Returns whether it accepts them.
    fn take(&mut self, results: Vec<PairResult>) -> bool {
        self.handed += results.len() as u64;
        for result in &results {
            let games: Vec<(Wdl, usize)> =
                result.wdls().zip(&result.games).map(|(wdl, game)| (wdl, game.players[0])).collect();
            self.played += games.len() as u64;
            self.scheduler.note(result);
            self.live.add(result.number, result.players, &games);
        }
        self.writer.add(results)
    }

    /// Removes the games after the deciding one: which of them were played depends on the concurrency.
    fn drop_late(&mut self) {
        if let Some(number) = self.live.decided_by() {
            // `writer.finish` reports an error.
            let _ = self.writer.drop_after(number);
        }
    }

    fn progress(&self) -> RunProgress {
        RunProgress {
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

/// Running statistics of the first two agents.
struct LiveStats {
    counts: Counts,
    pairs: Pentanomial,
    /// Whether some games are not in pairs.
    has_singles: bool,
    test: Option<LiveSprt>,
}

enum LiveSprt {
    Pairs(OrderedSprt<Pentanomial>),
    Games(OrderedSprt<Counts>),
}

impl LiveStats {
    fn new(sprt: Option<Hypotheses>, pairs: bool) -> Self {
        let test = sprt.map(|hypotheses| {
            if pairs {
                LiveSprt::Pairs(OrderedSprt::new(hypotheses))
            } else {
                LiveSprt::Games(OrderedSprt::new(hypotheses))
            }
        });
        Self { counts: Counts::default(), pairs: Pentanomial::default(), has_singles: false, test }
    }

    /// Counts the games of a job: each result for the first agent of the pairing, and the agent that moved first.
    fn add(&mut self, number: u64, players: [usize; 2], games: &[(Wdl, usize)]) {
        if players != [0, 1] && players != [1, 0] {
            return;
        }
        let own = |&(wdl, _): &(Wdl, usize)| if players[0] == 0 { wdl } else { wdl.reversed() };
        for game in games {
            TrialCounts::add(&mut self.counts, own(game));
        }
        let pair = match games {
            [a, b] => Some(crate::stats::PairOutcome(own(a), own(b))),
            _ => None,
        };
        match pair {
            Some(pair) => TrialCounts::add(&mut self.pairs, pair),
            None => self.has_singles = true,
        }
        // The scheduler uses each number once.
        let _ = match &mut self.test {
            None => Ok(SprtVerdict::Continue),
            Some(LiveSprt::Pairs(sprt)) => match pair {
                Some(pair) => sprt.add(number, pair),
                None => sprt.skip(number),
            },
            Some(LiveSprt::Games(sprt)) => match games {
                [game] => sprt.add(number, own(game)),
                _ => sprt.skip(number),
            },
        };
    }

    fn sample(&self) -> Sample {
        if self.has_singles { self.counts.sample() } else { self.pairs.sample() }
    }

    fn sprt(&self) -> Option<(Hypotheses, f64, SprtVerdict)> {
        match self.test.as_ref()? {
            LiveSprt::Pairs(sprt) => Some((*sprt.sprt().hypotheses(), sprt.sprt().ratio(), sprt.sprt().verdict())),
            LiveSprt::Games(sprt) => Some((*sprt.sprt().hypotheses(), sprt.sprt().ratio(), sprt.sprt().verdict())),
        }
    }

    fn decided(&self) -> Option<SprtVerdict> {
        self.sprt().map(|(_, _, verdict)| verdict).filter(|verdict| *verdict != SprtVerdict::Continue)
    }

    fn decided_by(&self) -> Option<u64> {
        match self.test.as_ref()? {
            LiveSprt::Pairs(sprt) => sprt.decided_by(),
            LiveSprt::Games(sprt) => sprt.decided_by(),
        }
    }
}

/// The results of the jobs that were played in earlier runs, one byte for each job.
#[derive(Default)]
struct PlayedJobs(Vec<u8>);

/// The results of a job from an earlier run.
struct PlayedJob {
    /// Each result for the first agent of the pairing, and the agent that moved first.
    games: Vec<(Wdl, usize)>,
}

impl PlayedJobs {
    fn read(path: &Path) -> Result<Self, ResultsError> {
        let mut known = Vec::new();
        ResultsReader::open(path)?.for_each(&GameFilter::default(), |game| {
            let job = game.job() as usize;
            if known.len() <= job {
                known.resize(job + 1, 0);
            }
            let wdl = wdl_of(game.pairing[0], game.players, game.outcome);
            let began = u8::from(game.players[0] == game.pairing[0]);
            let code = 1 + 2 * (wdl as u8) + began;
            // Each of two games has one of seven codes.
            known[job] += if game.id % 2 == 0 { code } else { 7 * code };
            Ok(())
        })?;
        Ok(Self(known))
    }

    /// The results of a job, if all of its games were played.
    fn result(&self, job: &Job) -> Option<PlayedJob> {
        let code = *self.0.get(usize::try_from(job.number).ok()?)?;
        let games: Vec<(Wdl, usize)> = [code % 7, code / 7]
            .into_iter()
            .filter_map(|code| code.checked_sub(1))
            .map(|code| {
                let wdl = [Wdl::Loss, Wdl::Draw, Wdl::Win][usize::from(code / 2)];
                (wdl, job.players[usize::from(code % 2 == 0)])
            })
            .collect();
        (games.len() == usize::from(job.games)).then_some(PlayedJob { games })
    }
}
