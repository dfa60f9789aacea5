//! The sequential test of a match of two, as it went.

use crate::config::Config;
use crate::stats::{Counts, Repeated};
use crate::stats::{Hypotheses, OrderedSprt, PairResult, Pentanomial, Verdict};
use zermelo_core::Wdl;

/// The test with its log-likelihood ratio on the way.
#[derive(Debug)]
pub struct Test {
    sprt: Form,
    /// Trials and the ratio behind them, every `stride` trials.
    trace: Vec<(u64, f64)>,
    stride: u64,
    trials: u64,
}

#[derive(Debug)]
enum Form {
    Pairs(OrderedSprt<Pentanomial>),
    Games(OrderedSprt<Counts>),
}

/// So many points of the trace are kept.
const MOST: usize = 400;

impl Test {
    /// The test that a configuration asks for.
    pub(super) fn new(config: &Config) -> Option<Self> {
        let hypotheses = config.sprt.as_ref()?.hypotheses().ok()?;
        let sprt = if config.pairs {
            Form::Pairs(OrderedSprt::new(hypotheses))
        } else {
            Form::Games(OrderedSprt::new(hypotheses))
        };
        Some(Self { sprt, trace: Vec::new(), stride: 1, trials: 0 })
    }

    /// Counts a job: its games as the first agent sees them.
    pub(super) fn add(&mut self, number: u64, games: [Option<Wdl>; 2]) {
        let is_decided = self.verdict() != Verdict::Continue;
        let added: Result<Verdict, Repeated> = match (&mut self.sprt, games) {
            (Form::Pairs(sprt), [Some(a), Some(b)]) => sprt.add(number, PairResult(a, b)),
            (Form::Games(sprt), [Some(game), None]) => sprt.add(number, game),
            (Form::Pairs(sprt), _) => sprt.skip(number),
            (Form::Games(sprt), _) => sprt.skip(number),
        };
        if added.is_err() || is_decided {
            return;
        }
        self.trials += 1;
        if self.trials.is_multiple_of(self.stride) || self.verdict() != Verdict::Continue {
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
            Form::Pairs(sprt) => sprt.sprt().hypotheses(),
            Form::Games(sprt) => sprt.sprt().hypotheses(),
        }
    }

    /// The log-likelihood ratio.
    pub fn ratio(&self) -> f64 {
        match &self.sprt {
            Form::Pairs(sprt) => sprt.sprt().ratio(),
            Form::Games(sprt) => sprt.sprt().ratio(),
        }
    }

    /// Where it stands.
    pub fn verdict(&self) -> Verdict {
        match &self.sprt {
            Form::Pairs(sprt) => sprt.sprt().verdict(),
            Form::Games(sprt) => sprt.sprt().verdict(),
        }
    }

    /// Whether a trial is a pair of games.
    pub fn is_of_pairs(&self) -> bool {
        matches!(self.sprt, Form::Pairs(_))
    }

    /// How it went: trials and the ratio behind them, at most some 400 points, the last one where it was decided.
    pub fn trace(&self) -> &[(u64, f64)] {
        &self.trace
    }
}
