//! How to rate.

use super::super::Confidence;

/// What fixes the level of the ratings; the games tell differences alone.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Anchor {
    /// The mean of the rated players.
    Mean(f64),
    /// One player, whose rating then has no error.
    Player {
        /// Who.
        player: usize,
        /// The rating.
        rating: f64,
    },
}

/// What the first side is worth, in Elo.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Advantage {
    /// As given; 0 for none.
    Fixed(f64),
    /// Fitted together with the ratings.
    Fitted,
}

/// What the error bars are made from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum ErrorBarMethod {
    /// The Fisher information of the model. It takes a draw for half a win and half a loss, so error bars are too wide where draws
    /// are many, and honest for few games.
    #[default]
    SprtModel,
    /// The observed variance of the results around what the ratings expect (the sandwich estimator; for two players it gives the
    /// error bars of [`elo()`](super::super::elo())). Right with draws, and too narrow for few games.
    Observed,
}

/// How to rate. The default: mean 0, no advantage, no prior, 95 %, error bars by the model.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RatingsOptions {
    /// The level.
    pub anchor: Anchor,
    /// What beginning is worth.
    pub advantage: Advantage,
    /// Imagined draws of each player with one of average strength; 0 for none. It pulls ratings together, the less the more games
    /// there are. A fitted advantage gets the same number of imagined draws.
    pub prior: f64,
    /// Of the error bars.
    pub confidence: Confidence,
    /// What the error bars are made from.
    pub errors: ErrorBarMethod,
}

impl Default for RatingsOptions {
    fn default() -> Self {
        Self {
            anchor: Anchor::Mean(0.0),
            advantage: Advantage::Fixed(0.0),
            prior: 0.0,
            confidence: Confidence::P95,
            errors: ErrorBarMethod::SprtModel,
        }
    }
}
