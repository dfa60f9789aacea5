//! The course of the sequential test of a match.

use crate::config::TournamentConfig;
use crate::stats::{Counts, DuplicateResultError};
use crate::stats::{Hypotheses, OrderedSprt, PairOutcome, Pentanomial, SprtVerdict};
use zermelo_core::Wdl;

/// The sequential test with the course of its log-likelihood ratio.
#[derive(Debug)]
pub struct SprtTrace {
    sprt: SprtState,
    /// The number of trials and the ratio after them, every `stride` trials.
    trace: Vec<(u64, f64)>,
    stride: u64,
    trials: u64,
}

#[derive(Debug)]
enum SprtState {
    Pairs(OrderedSprt<Pentanomial>),
    Games(OrderedSprt<Counts>),
}

/// The maximum number of points of the trace.
const MAX_POINTS: usize = 400;

impl SprtTrace {
    /// The test of a configuration, if it has one.
    pub(super) fn new(config: &TournamentConfig) -> Option<Self> {
        let hypotheses = config.sprt.as_ref()?.hypotheses().ok()?;
        let sprt = if config.pairs {
            SprtState::Pairs(OrderedSprt::new(hypotheses))
        } else {
            SprtState::Games(OrderedSprt::new(hypotheses))
        };
        Some(Self { sprt, trace: Vec::new(), stride: 1, trials: 0 })
    }

    /// Counts a job: the results for the first agent.
    pub(super) fn add(&mut self, number: u64, games: [Option<Wdl>; 2]) {
        let is_decided = self.verdict() != SprtVerdict::Continue;
        let added: Result<SprtVerdict, DuplicateResultError> = match (&mut self.sprt, games) {
            (SprtState::Pairs(sprt), [Some(a), Some(b)]) => sprt.add(number, PairOutcome(a, b)),
            (SprtState::Games(sprt), [Some(game), None]) => sprt.add(number, game),
            (SprtState::Pairs(sprt), _) => sprt.skip(number),
            (SprtState::Games(sprt), _) => sprt.skip(number),
        };
        if added.is_err() || is_decided {
            return;
        }
        self.trials += 1;
        if self.trials.is_multiple_of(self.stride) || self.verdict() != SprtVerdict::Continue {
            self.trace.push((self.trials, self.ratio()));
        }
        if self.trace.len() > MAX_POINTS {
            self.stride *= 2;
            self.trace.retain(|(trials, _)| trials.is_multiple_of(self.stride));
        }
    }

    /// The hypotheses.
    pub fn hypotheses(&self) -> &Hypotheses {
        match &self.sprt {
            SprtState::Pairs(sprt) => sprt.sprt().hypotheses(),
            SprtState::Games(sprt) => sprt.sprt().hypotheses(),
        }
    }

    /// The log-likelihood ratio.
    pub fn ratio(&self) -> f64 {
        match &self.sprt {
            SprtState::Pairs(sprt) => sprt.sprt().ratio(),
            SprtState::Games(sprt) => sprt.sprt().ratio(),
        }
    }

    /// The state of the test.
    pub fn verdict(&self) -> SprtVerdict {
        match &self.sprt {
            SprtState::Pairs(sprt) => sprt.sprt().verdict(),
            SprtState::Games(sprt) => sprt.sprt().verdict(),
        }
    }

    /// Whether a trial is a pair of games.
    pub fn is_of_pairs(&self) -> bool {
        matches!(self.sprt, SprtState::Pairs(_))
    }

    /// The number of trials and the ratio after them, at most about 400 points. The last point is the decision.
    pub fn trace(&self) -> &[(u64, f64)] {
        &self.trace
    }
}
