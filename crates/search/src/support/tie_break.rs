//! Tie-breaking: which of several equally good moves is played.

use crate::rng::{Rng, scale};

/// Which of several equally good moves is played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum TieBreak {
    /// The first in the order of generation.
    #[default]
    First,
    /// A random one, by the game's seed.
    Random,
}

impl TieBreak {
    /// Draws the random number that breaks ties in one decision. Every algorithm draws exactly one per decision, so
    /// that different algorithms that find the same best moves choose the same one.
    pub(crate) fn draw(self, rng: &mut Rng) -> TieDraw {
        match self {
            Self::First => TieDraw(0),
            Self::Random => TieDraw(rng.bits()),
        }
    }
}

/// The random number that breaks ties in one decision.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TieDraw(u64);

impl TieDraw {
    /// The index of the chosen item among those of the highest rank; `None` if no item has a rank.
    pub(crate) fn best<T: PartialOrd + Copy>(self, ranks: &[Option<T>]) -> Option<usize> {
        let best = ranks.iter().copied().flatten().reduce(|best, rank| if rank > best { rank } else { best })?;
        let mut equal = ranks.iter().enumerate().filter(|(_, rank)| **rank == Some(best)).map(|(index, _)| index);
        let count = equal.clone().count();
        // There is at least one item of rank `best`.
        equal.nth(scale(self.0, count.max(1)))
    }
}
