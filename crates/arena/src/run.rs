//! A tournament from its first job to its last, or from where it was left.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use zermelo_core::{StopToken, Wdl};

use crate::Roster;
use crate::job::{Job, PairResult, wdl_of};
use crate::plan::{Config, Deck, Draw, Plan, PlanError};
use crate::play::Broken;
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

    /// Plays what is not there yet. `observer` hears of it many times a second.
    pub fn play(
        self,
        roster: &Arc<dyn Roster>,
        stop: &StopToken,
        observer: &mut dyn FnMut(&Progress),
    ) -> Result<Finished, RunError> {
        let expected = self.deck.games();
        let mut floor = Floor {
            crew: Crew::new(Arc::clone(roster), self.workers),
            writer: Writer::new(self.store),
            deck: self.deck,
            known: self.known,
            live: self.live,
            in_flight: 0,
            ahead: 2 * self.workers,
            least_ahead: 2 * self.workers,
            expected,
            played: 0,
            kept: 0,
            begun: Instant::now(),
        };
        let ended = floor.play(stop, observer);
        floor.crew.close();
        if matches!(ended, Ok(Ended::Stopped)) {
            // What was done when the bell rang counts.
            while let Some(Ok(result)) = floor.crew.ready() {
                floor.take(vec![result]);
            }
        }
        let (progress, ranking) = (floor.progress(), floor.deck.ranking());
        floor.writer.finish()?;
        Ok(Finished { progress, ended: ended?, ranking })
    }
}

/// Where the games are played.
struct Floor {
    deck: Deck,
    crew: Crew,
    writer: Writer,
    known: Known,
    live: Live,
    /// Jobs that wait or are played.
    in_flight: usize,
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

impl Floor {
    fn play(&mut self, stop: &StopToken, observer: &mut dyn FnMut(&Progress)) -> Result<Ended, Broken> {
        loop {
            let is_over = self.deal();
            if self.in_flight == 0 && is_over {
                observer(&self.progress());
                return Ok(self.live.decided().map_or(Ended::Done, Ended::Decided));
            }
            let Some(first) = self.crew.next(Duration::from_millis(50)) else {
                observer(&self.progress());
                if stop.is_stopped() {
                    return Ok(Ended::Stopped);
                }
                continue;
            };
            let mut results = vec![first?];
            while let Some(result) = self.crew.ready() {
                results.push(result?);
            }
            self.in_flight -= results.len();
            self.keep_pace(results.len());
            let is_kept = self.take(results);
            observer(&self.progress());
            if !is_kept || stop.is_stopped() {
                // What went wrong is said when the writer is finished.
                return Ok(Ended::Stopped);
            }
            if let Some(verdict) = self.live.decided() {
                self.drop_late();
                return Ok(Ended::Decided(verdict));
            }
            if self.ahead > MANY * self.least_ahead {
                std::thread::sleep(NAP);
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

    /// Hands out jobs until enough of them wait; whether the deck is empty. Those whose games are there are counted.
    fn deal(&mut self) -> bool {
        let mut jobs: Vec<Job> = Vec::new();
        let mut is_over = false;
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
                Draw::Wait => break,
                Draw::Over => {
                    is_over = true;
                    break;
                }
            }
        }
        self.in_flight += jobs.len();
        if !jobs.is_empty() {
            self.crew.submit(jobs);
        }
        is_over || self.live.decided().is_some()
    }

    /// Counts results and hands them to the writer; whether it takes them.
    fn take(&mut self, results: Vec<PairResult>) -> bool {
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
