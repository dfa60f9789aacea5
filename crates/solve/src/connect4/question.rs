//! What is asked of the solver, and what it answers.

use zermelo_core::{SearchLimits, StopToken, Wdl};

/// What is to be settled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Question {
    /// Win, draw or loss.
    Outcome,
    /// The score, and so how long the game lasts.
    Score,
    /// Whether the score is above this.
    Above(i32),
    /// The score, if it is at most `lost` (below 0) or at least `won` (above 0): what is won or lost soon.
    Sharp {
        /// At most this.
        lost: i32,
        /// At least this.
        won: i32,
    },
}

/// Bounds of a score: the stones that the winner has left, above 0 for the side to move, below for the other; 0 is a draw. Who wins with the
/// last of its stones scores 1, with the one before 2, and so on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bounds {
    /// It is at least this.
    pub lower: i32,
    /// It is at most this.
    pub upper: i32,
}

/// How to look for an answer.
#[derive(Clone, Debug)]
pub struct Effort {
    /// Nodes and time; the depth has no meaning here.
    pub limits: SearchLimits,
    /// How many threads. They change the time alone, not the answer.
    pub threads: usize,
    /// Ends the search; the bounds so far are the answer.
    pub stop: StopToken,
}

/// What was found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Answer {
    /// The score, or bounds where the search ended before.
    pub bounds: Bounds,
    /// The positions searched.
    pub nodes: u64,
}

impl Question {
    /// The same seen by the other side.
    pub(super) fn reversed(self) -> Self {
        match self {
            Self::Outcome | Self::Score => self,
            Self::Above(score) => Self::Above(-score - 1),
            Self::Sharp { lost, won } => Self::Sharp { lost: -won, won: -lost },
        }
    }
}

impl Bounds {
    /// No bounds at all.
    pub(super) const ALL: Self = Self { lower: i32::MIN + 1, upper: i32::MAX };

    pub(super) fn exactly(score: i32) -> Self {
        Self { lower: score, upper: score }
    }

    pub(super) fn and(self, other: Self) -> Self {
        Self { lower: self.lower.max(other.lower), upper: self.upper.min(other.upper) }
    }

    /// The part of them between two scores.
    pub(super) fn clamped(self, least: i32, most: i32) -> Self {
        Self { lower: self.lower.clamp(least, most), upper: self.upper.clamp(least, most) }
    }

    /// The same seen by the other side.
    #[must_use]
    pub fn reversed(self) -> Self {
        Self { lower: -self.upper, upper: -self.lower }
    }

    /// The score, where the bounds meet.
    pub fn score(self) -> Option<i32> {
        (self.lower == self.upper).then_some(self.lower)
    }

    /// Who wins, where the bounds tell.
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

impl Default for Effort {
    fn default() -> Self {
        Self { limits: SearchLimits::NONE, threads: 1, stop: StopToken::new() }
    }
}
