//! Wins, draws and losses of one side.

use std::ops::AddAssign;

use serde::{Deserialize, Serialize};
use zermelo_core::Wdl;

use super::{Sample, TrialCounts};

/// How a side's games ended. A draw is half a point.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Counts {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
}

impl Counts {
    /// Counts by name: wins, draws, losses.
    pub fn new(wins: u64, draws: u64, losses: u64) -> Self {
        Self { wins, draws, losses }
    }

    /// All games, at most [`u64::MAX`].
    pub fn games(&self) -> u64 {
        self.sample().trials()
    }

    /// Points: a win 1, a draw 1/2.
    pub fn points(&self) -> f64 {
        self.wins as f64 + self.draws as f64 / 2.0
    }

    /// Points per game, from 0 to 1; `None` without a game.
    pub fn score(&self) -> Option<f64> {
        self.sample().mean()
    }

    /// The share of draws, from 0 to 1; `None` without a game.
    pub fn draw_ratio(&self) -> Option<f64> {
        let games = self.sample().total();
        (games > 0.0).then(|| self.draws as f64 / games)
    }

    /// The same games as the opponent sees them.
    #[must_use]
    pub fn reversed(&self) -> Self {
        Self { wins: self.losses, draws: self.draws, losses: self.wins }
    }
}

impl AddAssign for Counts {
    fn add_assign(&mut self, other: Self) {
        self.wins = self.wins.saturating_add(other.wins);
        self.draws = self.draws.saturating_add(other.draws);
        self.losses = self.losses.saturating_add(other.losses);
    }
}

impl TrialCounts for Counts {
    type Result = Wdl;

    fn add(&mut self, result: Wdl) {
        let count = match result {
            Wdl::Win => &mut self.wins,
            Wdl::Draw => &mut self.draws,
            Wdl::Loss => &mut self.losses,
        };
        *count = count.saturating_add(1);
    }

    fn sample(&self) -> Sample {
        Sample::of_games([self.losses, self.draws, self.wins])
    }
}
