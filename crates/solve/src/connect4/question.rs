//! Questions to the solver and its answers.

use zermelo_core::{SearchLimits, StopToken, Wdl};

/// What the solver has to find out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ScoreQuestion {
    /// Win, draw or loss.
    Outcome,
    /// The exact score, which implies the length of the game.
    Score,
    /// Whether the score is greater than this.
    Above(i32),
    /// The exact score if it is at most `lost` or at least `won`: a near win or loss.
    Decisive {
        /// Less than 0.
        lost: i32,
        /// Greater than 0.
        won: i32,
    },
}

/// Bounds of a score. A score is positive for a win of the side to move, negative for a loss, 0 for a draw. A win with the winner's last
/// stone scores 1, with the one before it 2, and so on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ScoreBounds {
    /// The score is at least this.
    pub lower: i32,
    /// The score is at most this.
    pub upper: i32,
}

/// The resources of a search.
#[derive(Clone, Debug)]
pub struct SolveLimits {
    /// Limits of nodes and time; the depth is ignored.
    pub limits: SearchLimits,
    /// Search threads. They affect the time, not the answer.
    pub threads: usize,
    /// Stops the search; the answer has the bounds found so far.
    pub stop: StopToken,
}

/// The answer of the solver.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SolverAnswer {
    /// The bounds of the score; they are equal if the search was not stopped by a limit.
    pub bounds: ScoreBounds,
    /// The nodes searched.
    pub nodes: u64,
}

impl ScoreQuestion {
    /// The same for the other side.
    pub(super) fn reversed(self) -> Self {
        match self {
            Self::Outcome | Self::Score => self,
            Self::Above(score) => Self::Above(-score - 1),
            Self::Decisive { lost, won } => Self::Decisive { lost: -won, won: -lost },
        }
    }
}

impl ScoreBounds {
    /// No information.
    pub(super) const ALL: Self = Self { lower: i32::MIN + 1, upper: i32::MAX };

    pub(super) fn exactly(score: i32) -> Self {
        Self { lower: score, upper: score }
    }

    pub(super) fn intersect(self, other: Self) -> Self {
        Self { lower: self.lower.max(other.lower), upper: self.upper.min(other.upper) }
    }

    /// The bounds clamped to a range.
    pub(super) fn clamped(self, least: i32, most: i32) -> Self {
        Self { lower: self.lower.clamp(least, most), upper: self.upper.clamp(least, most) }
    }

    /// The same for the other side.
    #[must_use]
    pub fn reversed(self) -> Self {
        Self { lower: -self.upper, upper: -self.lower }
    }

    /// The score, if the bounds are equal.
    pub fn score(self) -> Option<i32> {
        (self.lower == self.upper).then_some(self.lower)
    }

    /// The outcome, if the bounds determine it.
    pub fn wdl(self) -> Option<Wdl> {
        (wdl(self.lower) == wdl(self.upper)).then(|| wdl(self.lower))
    }
}

pub(super) fn wdl(score: i32) -> Wdl {
    match score {
        1.. => Wdl::Win,
        0 => Wdl::Draw,
        _ => Wdl::Loss,
    }
}

impl Default for SolveLimits {
    fn default() -> Self {
        Self { limits: SearchLimits::NONE, threads: 1, stop: StopToken::new() }
    }
}
