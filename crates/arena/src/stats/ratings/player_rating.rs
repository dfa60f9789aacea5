//! The rating of a player.

use super::super::Estimate;

/// The rating of a player, if it is finite.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum PlayerRating {
    /// A rating with error bars.
    Rated(Estimate),
    /// Better than the rated players by more than any number: it gave no point to them, nor to anyone who did.
    Above,
    /// Worse than the rated players by more than any number.
    Below,
    /// No games connect it to the rated players, or only such that could lead either way.
    Unrelated,
}

impl PlayerRating {
    /// The rating; infinite above and below, `None` where nothing is known.
    pub fn value(&self) -> Option<f64> {
        match self {
            Self::Rated(estimate) => Some(estimate.value),
            Self::Above => Some(f64::INFINITY),
            Self::Below => Some(f64::NEG_INFINITY),
            Self::Unrelated => None,
        }
    }
}
