//! The sequential test of a match of two, as it went.

use crate::config::TournamentConfig;
use crate::stats::{Counts, DuplicateResultError};
use crate::stats::{Hypotheses, OrderedSprt, PairOutcome, Pentanomial, SprtVerdict};
use zermelo_core::Wdl;

/// The test with its log-likelihood ratio on the way.
#[derive(Debug)]
pub struct SprtTrace {
    sprt: SprtState,
    /// Trials and the ratio behind them, every `stride` trials.
    trace: Vec<(u64, f64)>,
    stride: u64,
    trials: u64,
}

#[derive(Debug)]
enum SprtState {
    Pairs(OrderedSprt<Pentanomial>),
    Games(OrderedSprt<Counts>),
}

/// So many points of the trace are kept.
const MOST: usize = 400;

impl SprtTrace {
    /// The test that a configuration asks for.
    pub(super) fn new(config: &TournamentConfig) -> Option<Self> {
        let hypotheses = config.sprt.as_ref()?.hypotheses().ok()?;
        let sprt = if config.pairs {
            SprtState::Pairs(OrderedSprt::new(hypotheses))
        } else {
            SprtState::Games(OrderedSprt::new(hypotheses))
        };
        Some(Self { sprt, trace: Vec::new(), stride: 1, trials: 0 })
    }

    /// Counts a job: its games as the first agent sees them.
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
        if self.trace.len() > MOST {
            self.stride *= 2;
            self.trace.retain(|(trials, _)| trials.is_multiple_of(self.stride));
        }
    }

    /// What is tested.
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

    /// Where it stands.
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

    /// How it went: trials and the ratio behind them, at most some 400 points, the last one where it was decided.
    pub fn trace(&self) -> &[(u64, f64)] {
        &self.trace
    }
}
