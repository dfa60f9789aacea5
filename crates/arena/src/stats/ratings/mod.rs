//! One rating a player, from all games of a pool at once.
//!
//! The model is Bradley and Terry's on the scale of Elo, as Ordo takes it: a player rated `d` above its opponent scores
//! `1 / (1 + 10^(-d/400))` a game, and a draw is half a win and half a loss. The ratings are the most likely ones; every player's
//! expected points then equal its points. What it is worth to begin may be a number of the model too, added to `d`.
//!
//! Sources: Bradley and Terry 1952, <https://doi.org/10.2307/2334029>; Zermelo 1929, <https://doi.org/10.1007/BF01180541>, who
//! gave model and solution first; Ford 1957, <https://doi.org/10.2307/2308513>, on when a solution exists; Ordo,
//! <https://github.com/michiguel/Ordo>.
//!
//! **When a rating is finite.** Say that one player *took points* from another when it won or drew a game against it. Ratings of two
//! players have a finite difference exactly when points were taken along a chain from either to the other. Players tied so make a
//! group. The group of the anchor (without one: the largest) is rated; every other player is [above](PlayerRating::Above) it, when
//! a chain leads from the player to the group but none back, [below](PlayerRating::Below) it, or
//! [unrelated](PlayerRating::Unrelated). Games across groups say nothing about ratings within one. A
//! [prior](RatingsOptions::prior) ties everybody together and makes all ratings finite.

mod connectivity;
mod fit;
mod options;
mod player_rating;

use nalgebra::DMatrix;
use statrs::distribution::{ContinuousCDF, Normal};

use super::{CrossTable, Estimate, Interval, elo_to_score};
use fit::{LOGISTIC_SCALE, PairingGames, RatingFit};

pub use options::{Advantage, Anchor, ErrorBarMethod, RatingsOptions};
pub use player_rating::PlayerRating;

/// A pool that has no ratings, or options that make no sense.
#[derive(Clone, Copy, PartialEq, Debug, thiserror::Error)]
pub enum RatingsError {
    /// No player to use as the anchor.
    #[error("there is no player {player} to anchor the ratings to; the table has {players}, numbered from 0")]
    NoAnchor {
        /// The number that was given.
        player: usize,
        /// How many there are.
        players: usize,
    },
    /// A number of the options is out of range.
    #[error("{what} is {value}; it is a number from {low} to {high}")]
    Range {
        /// Which.
        what: &'static str,
        /// What was given.
        value: f64,
        /// The smallest.
        low: f64,
        /// The largest.
        high: f64,
    },
    /// No two players have a finite difference.
    #[error(
        "no two players took points from each other, not even along a chain, so all differences are infinite or unknown; \
         play more games, give a prior, or anchor the ratings to a player"
    )]
    NoGroup,
    /// The results leave the advantage of the first side open, or make it infinite.
    #[error(
        "the results don't tell the advantage of the first player from the ratings; let the players meet with either of \
         them first, give a prior, or fix the advantage"
    )]
    NoAdvantage,
    /// The iteration failed, by rounding: points so lopsided that numbers don't tell them from none at all.
    #[error("the ratings did not settle: the results are too lopsided; give a prior")]
    Unsettled,
}

/// The ratings of a pool.
#[derive(Clone, PartialEq, Debug)]
pub struct Ratings {
    standings: Vec<PlayerRating>,
    advantage: Option<Estimate>,
    /// What a comparison uses, fitted or fixed.
    advantage_value: f64,
    /// The index of a player in the covariance; `None` without a rating.
    rows: Vec<Option<usize>>,
    /// Of the ratings, in Elo squared.
    covariance: DMatrix<f64>,
}

impl Ratings {
    /// What is known of each player, in the order of the table.
    pub fn standings(&self) -> &[PlayerRating] {
        &self.standings
    }

    /// What the first side is worth, in Elo, where it was fitted.
    pub fn advantage(&self) -> Option<Estimate> {
        self.advantage
    }

    /// The score that the model expects of `first` moving first against `second`; `None` where either has no rating.
    pub fn expected(&self, first: usize, second: usize) -> Option<f64> {
        Some(elo_to_score(self.rating(first)? + self.advantage_value - self.rating(second)?))
    }

    /// The likelihood that one player is better than another, from 0 to 1; `None` where either has no rating, and for a player
    /// and itself.
    pub fn superiority(&self, player: usize, other: usize) -> Option<f64> {
        let lead = self.rating(player)? - self.rating(other)?;
        let (a, b) = (self.row(player)?, self.row(other)?);
        let variance = self.covariance[(a, a)] + self.covariance[(b, b)] - 2.0 * self.covariance[(a, b)];
        (variance > 0.0).then(|| Normal::standard().cdf(lead / variance.sqrt()))
    }

    fn rating(&self, player: usize) -> Option<f64> {
        match self.standings.get(player)? {
            PlayerRating::Rated(estimate) => Some(estimate.value),
            _ => None,
        }
    }

    fn row(&self, player: usize) -> Option<usize> {
        self.rows.get(player).copied().flatten()
    }
}

/// Rates the players of a table. Games of a player against itself tell the advantage of the first side alone.
pub fn rate(table: &CrossTable, options: &RatingsOptions) -> Result<Ratings, RatingsError> {
    check(table, options)?;
    let members = members(table, options)?;
    let rows = rows(&members, table.players());
    let games: Vec<PairingGames> = table
        .played()
        .filter_map(|(first, second, counts)| Some(PairingGames { first: rows[first]?, second: rows[second]?, counts }))
        .collect();
    let fitted = options.advantage == Advantage::Fitted;
    if fitted && options.prior <= 0.0 && !connectivity::advantage_is_finite(members.len(), &games) {
        return Err(RatingsError::NoAdvantage);
    }
    let mut fit = RatingFit::new(members.len(), &games, options).ok_or(RatingsError::Unsettled)?;
    let anchor = match options.anchor {
        Anchor::Player { player, .. } => rows[player],
        Anchor::Mean(_) => None,
    };
    fit.anchor(anchor);
    Ok(assemble(table, options, &members, rows, &fit))
}

fn check(table: &CrossTable, options: &RatingsOptions) -> Result<(), RatingsError> {
    const LARGEST: f64 = 10_000.0;
    let range = |what, value: f64, low, high| {
        // Written so that NaN is out of range.
        if value >= low && value <= high { Ok(()) } else { Err(RatingsError::Range { what, value, low, high }) }
    };
    range("the prior", options.prior, 0.0, 1e6)?;
    if let Advantage::Fixed(advantage) = options.advantage {
        range("the advantage", advantage, -LARGEST, LARGEST)?;
    }
    match options.anchor {
        Anchor::Mean(mean) => range("the mean", mean, -LARGEST, LARGEST),
        Anchor::Player { player, .. } if player >= table.players() => {
            Err(RatingsError::NoAnchor { player, players: table.players() })
        }
        Anchor::Player { rating, .. } => range("the anchor's rating", rating, -LARGEST, LARGEST),
    }
}

/// The players with a finite rating, in order.
fn members(table: &CrossTable, options: &RatingsOptions) -> Result<Vec<usize>, RatingsError> {
    if options.prior > 0.0 {
        return Ok((0..table.players()).collect());
    }
    let groups = connectivity::groups(table);
    match options.anchor {
        Anchor::Player { player, .. } => {
            Ok(groups.into_iter().find(|group| group.contains(&player)).unwrap_or_default())
        }
        Anchor::Mean(_) => {
            let largest = groups.into_iter().rev().max_by_key(Vec::len);
            largest.filter(|group| group.len() > 1).ok_or(RatingsError::NoGroup)
        }
    }
}

/// The index of each player among the members.
fn rows(members: &[usize], players: usize) -> Vec<Option<usize>> {
    let mut rows = vec![None; players];
    for (row, &player) in members.iter().enumerate() {
        rows[player] = Some(row);
    }
    rows
}

fn assemble(
    table: &CrossTable,
    options: &RatingsOptions,
    members: &[usize],
    rows: Vec<Option<usize>>,
    fit: &RatingFit,
) -> Ratings {
    let deviations = options.confidence.deviations();
    let estimate = |value: f64, variance: f64| {
        let half = deviations * variance.max(0.0).sqrt();
        Estimate { value, interval: Interval { low: value - half, high: value + half } }
    };
    let level = match options.anchor {
        Anchor::Mean(level) | Anchor::Player { rating: level, .. } => level,
    };
    let covariance = &fit.covariance * (LOGISTIC_SCALE * LOGISTIC_SCALE);
    let mut standings = connectivity::outside(table, members);
    for (row, &player) in members.iter().enumerate() {
        let rating = level + fit.values[row] * LOGISTIC_SCALE;
        standings[player] = PlayerRating::Rated(estimate(rating, covariance[(row, row)]));
    }
    let advantage = (options.advantage == Advantage::Fitted).then(|| {
        let last = members.len();
        estimate(fit.values[last] * LOGISTIC_SCALE, covariance[(last, last)])
    });
    let advantage_value = match (advantage, options.advantage) {
        (Some(fitted), _) => fitted.value,
        (None, Advantage::Fixed(value)) => value,
        (None, Advantage::Fitted) => 0.0,
    };
    Ratings { standings, advantage, advantage_value, rows, covariance }
}
