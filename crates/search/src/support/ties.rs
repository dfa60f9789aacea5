//! Which of several equal moves is played.

use crate::rng::{Rng, scale};

/// Which of several equal moves is played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Ties {
    /// The first in the order of generation.
    #[default]
    First,
    /// Any of them, by the game's seed.
    Random,
}

impl Ties {
    /// Draws the lot of one decision. One number a decision, whatever the algorithm: different algorithms that find the same
    /// equals choose the same one of them.
    pub(crate) fn draw(self, rng: &mut Rng) -> Lot {
        match self {
            Self::First => Lot(0),
            Self::Random => Lot(rng.bits()),
        }
    }
}

/// The lot of one decision.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lot(u64);

impl Lot {
    /// The index of the chosen one among the items whose rank is the greatest; `None` when no item has a rank.
    pub(crate) fn best<T: PartialOrd + Copy>(self, ranks: impl Iterator<Item = Option<T>> + Clone) -> Option<usize> {
        let best = ranks.clone().flatten().reduce(|best, rank| if rank > best { rank } else { best })?;
        let mut equal = ranks.enumerate().filter(|(_, rank)| *rank == Some(best)).map(|(index, _)| index);
        let count = equal.clone().count();
        // A rank equal to the best exists: `best` is one of them.
        equal.nth(scale(self.0, count.max(1)))
    }
}
