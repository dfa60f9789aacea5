//! Statistics of results: scores, Elo, sequential tests, ratings. No input or output.
//!
//! | figure | of | file |
//! |---|---|---|
//! | [`Counts`]: wins, draws, losses | games | [`wdl`] |
//! | [`Pentanomial`]: pairs of games by their points | pairs | [`pentanomial`] |
//! | [`Interval`] of the score | a [`Sample`] | [`interval`] |
//! | [`elo()`], [`normalized_elo`] with error bars | a [`Sample`] | [`mod@elo`] |
//! | [`likelihood_of_superiority`] | a [`Sample`] | [`los`] |
//! | [`Sprt`], [`OrderedSprt`]: the sequential test | games or pairs, one by one | [`sprt`], [`llr`], [`reorder`] |
//! | [`CrossTable`], [`AverageScores`] | a pool | [`crosstable`] |
//! | [`FirstPlayer`]: the advantage of moving first | a pool | [`first_player`] |
//! | [`rate`]: one rating for each player | a pool | [`ratings`] |
//! | [`Summary`], [`MoveSummary`]: time, nodes, depth | moves | [`summary`] |
//!
//! Two games of a pair (the same opening, sides swapped) are not independent of each other. With pairs, take the
//! figures from the sample of the pairs: error bars from single games are too wide where an opening favours a side, and may be
//! too narrow where the same player tends to win both. No function returns NaN: what is undefined is `None`, what is infinite
//! is an infinity.

pub mod crosstable;
pub mod elo;
pub mod first_player;
pub mod hypotheses;
pub mod interval;
pub mod llr;
pub mod los;
pub mod pentanomial;
pub mod ratings;
pub mod reorder;
pub mod sample;
pub mod sprt;
pub mod summary;
pub mod tally;
pub mod wdl;

pub use crosstable::{AverageScores, CrossTable, UnknownPlayerError};
pub use elo::{Estimate, elo, elo_to_score, normalized_elo, score_to_elo};
pub use first_player::FirstPlayer;
pub use hypotheses::{EloModel, Hypotheses, HypothesesError, SprtVerdict};
pub use interval::{Confidence, ConfidenceError, Interval, normal_interval, score_interval, wilson_interval};
pub use llr::log_likelihood_ratio;
pub use los::likelihood_of_superiority;
pub use pentanomial::{PairOutcome, Pentanomial};
pub use ratings::{Advantage, Anchor, ErrorBarMethod, PlayerRating, Ratings, RatingsError, RatingsOptions, rate};
pub use reorder::{DuplicateResultError, ReorderBuffer};
pub use sample::Sample;
pub use sprt::{OrderedSprt, Sprt};
pub use summary::{MoveSummary, Summary};
pub use tally::TrialCounts;
pub use wdl::Counts;
