//! Pairs of games: the same opening twice, with the sides swapped.
//!
//! A pair brings 0, 1/2, 1, 3/2 or 2 points. Its two games share the opening and so depend on each other; the pairs are
//! independent of one another. Error bars and tests from the five counts of pairs are therefore right where those from single
//! games are not (<https://www.cantate.be/Fishtest/support_MLE_multinomial.pdf>; official-stockfish/fishtest#355).

use std::ops::AddAssign;

use serde::{Deserialize, Serialize};
use zermelo_core::Wdl;

use super::{Counts, Sample, TrialCounts};

/// The two games of a pair as one player sees them; their order counts for nothing.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct PairOutcome(pub Wdl, pub Wdl);

impl PairOutcome {
    /// The same pair as the opponent sees it.
    #[must_use]
    pub fn reversed(self) -> Self {
        Self(self.0.reversed(), self.1.reversed())
    }
}

/// How a player's pairs ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Pentanomial {
    /// Two losses.
    pub ll: u64,
    /// A loss and a draw.
    pub ld: u64,
    /// A win and a loss: a point, as with two draws.
    pub wl: u64,
    /// Two draws.
    pub dd: u64,
    /// A win and a draw.
    pub wd: u64,
    /// Two wins.
    pub ww: u64,
}

impl Pentanomial {
    /// All pairs, at most [`u64::MAX`].
    pub fn pairs(&self) -> u64 {
        self.sample().trials()
    }

    /// The games of all pairs, one by one.
    pub fn counts(&self) -> Counts {
        let sum = |terms: [u64; 4]| terms.into_iter().fold(0, u64::saturating_add);
        Counts {
            wins: sum([self.ww, self.ww, self.wd, self.wl]),
            draws: sum([self.dd, self.dd, self.wd, self.ld]),
            losses: sum([self.ll, self.ll, self.ld, self.wl]),
        }
    }

    /// Points per game, from 0 to 1; `None` without a pair.
    pub fn score(&self) -> Option<f64> {
        self.sample().mean()
    }

    /// The share of pairs that brought one point each, from 0 to 1; `None` without a pair.
    pub fn draw_ratio(&self) -> Option<f64> {
        let pairs = self.sample().total();
        (pairs > 0.0).then(|| (self.wl as f64 + self.dd as f64) / pairs)
    }

    /// Pairs won per pair lost; infinite where none was lost, `None` where none was decided.
    pub fn pairs_ratio(&self) -> Option<f64> {
        ratio(self.ww as f64 + self.wd as f64, self.ld as f64 + self.ll as f64)
    }

    /// Even pairs with two decided games per even pair with two draws: high where the openings decide the games. Infinite
    /// where no pair was drawn twice, `None` where no pair was even.
    pub fn decided_ratio(&self) -> Option<f64> {
        ratio(self.wl as f64, self.dd as f64)
    }

    /// The same pairs as the opponent sees them.
    #[must_use]
    pub fn reversed(&self) -> Self {
        Self { ll: self.ww, ld: self.wd, wl: self.wl, dd: self.dd, wd: self.ld, ww: self.ll }
    }
}

/// A quotient with an explicit infinity; `None` for nothing by nothing.
fn ratio(above: f64, below: f64) -> Option<f64> {
    match (above > 0.0, below > 0.0) {
        (_, true) => Some(above / below),
        (true, false) => Some(f64::INFINITY),
        (false, false) => None,
    }
}

impl AddAssign for Pentanomial {
    fn add_assign(&mut self, other: Self) {
        self.ll = self.ll.saturating_add(other.ll);
        self.ld = self.ld.saturating_add(other.ld);
        self.wl = self.wl.saturating_add(other.wl);
        self.dd = self.dd.saturating_add(other.dd);
        self.wd = self.wd.saturating_add(other.wd);
        self.ww = self.ww.saturating_add(other.ww);
    }
}

impl TrialCounts for Pentanomial {
    type Result = PairOutcome;

    fn add(&mut self, result: PairOutcome) {
        let count = match (result.0.min(result.1), result.0.max(result.1)) {
            (Wdl::Loss, Wdl::Loss) => &mut self.ll,
            (Wdl::Loss, Wdl::Draw) => &mut self.ld,
            (Wdl::Loss, Wdl::Win) => &mut self.wl,
            (Wdl::Draw, Wdl::Win) => &mut self.wd,
            (Wdl::Win, _) => &mut self.ww,
            (Wdl::Draw, _) => &mut self.dd,
        };
        *count = count.saturating_add(1);
    }

    fn sample(&self) -> Sample {
        Sample::of_pairs([self.ll, self.ld, self.wl.saturating_add(self.dd), self.wd, self.ww])
    }
}
