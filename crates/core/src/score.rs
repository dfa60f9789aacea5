//! Scores: the value of a position, and the distances to the end in it.
//!
//! A score is an integer, from the side to move's point of view unless a function says otherwise:
//!
//! ```text
//!  -WIN ......... -WIN + MAX_PLIES | -MAX_ESTIMATE ... 0 ... MAX_ESTIMATE | WIN - MAX_PLIES ......... WIN
//!  lost at once   lost, far away   |      an estimate; 0 is a draw        | won, far away     won at once
//! ```
//!
//! Distances count from the root of a search, so a search only negates a score that it returns to the parent, and the bounds of
//! alpha-beta are plain integers. A transposition table stores distances from its own position: [`Score::from_root`] and
//! [`Score::from_node`] convert them.

use std::fmt;
use std::ops::Neg;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::{Ply, Wdl};

/// The value of a position for one side. The module documentation has the layout.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Score(i32);

const WIN: i32 = 1_000_000;
const MAX_PLIES: i32 = 100_000;
const MAX_ESTIMATE: i32 = WIN - MAX_PLIES - 1;

impl Score {
    /// A draw.
    pub const DRAW: Self = Self(0);
    /// Less than the score of every position: minus infinity of a search.
    pub const MIN: Self = Self(-WIN - 1);
    /// Greater than the score of every position: infinity of a search.
    pub const MAX: Self = Self(WIN + 1);

    /// An estimate by an evaluator, clamped so that it is never a proven score.
    #[inline]
    pub const fn estimate(value: i32) -> Self {
        if value > MAX_ESTIMATE {
            Self(MAX_ESTIMATE)
        } else if value < -MAX_ESTIMATE {
            Self(-MAX_ESTIMATE)
        } else {
            Self(value)
        }
    }

    /// A win: the last move is the `plies`-th from here.
    #[inline]
    pub const fn win_in(plies: Ply) -> Self {
        Self(WIN - if plies.0 > MAX_PLIES as u32 { MAX_PLIES } else { plies.0 as i32 })
    }

    /// A loss: the last move is the `plies`-th from here.
    #[inline]
    pub const fn loss_in(plies: Ply) -> Self {
        Self(-Self::win_in(plies).0)
    }

    /// The score of a finished position `plies` below the root, for the side with this result.
    #[inline]
    pub const fn finished(result: Wdl, plies: Ply) -> Self {
        match result {
            Wdl::Win => Self::win_in(plies),
            Wdl::Draw => Self::DRAW,
            Wdl::Loss => Self::loss_in(plies),
        }
    }

    /// The score of an integer that [`value`](Score::value) returned. Other integers are clamped.
    #[inline]
    pub const fn from_value(value: i32) -> Self {
        if value > WIN + 1 {
            Self::MAX
        } else if value < -WIN - 1 {
            Self::MIN
        } else {
            Self(value)
        }
    }

    /// The integer, for arithmetic and for printing.
    #[inline]
    pub const fn value(self) -> i32 {
        self.0
    }

    /// The next greater score: the upper bound of a null window.
    #[inline]
    #[must_use]
    pub const fn above(self) -> Self {
        Self(if self.0 > WIN { self.0 } else { self.0 + 1 })
    }

    /// The next smaller score.
    #[inline]
    #[must_use]
    pub const fn below(self) -> Self {
        Self(if self.0 < -WIN { self.0 } else { self.0 - 1 })
    }

    /// The proven result and the plies to the end; `None` for an estimate. A score of 0 counts as an estimate: only the search that
    /// computed it knows whether it is a proven draw.
    #[inline]
    pub const fn decided(self) -> Option<(Wdl, Ply)> {
        if self.0 > MAX_ESTIMATE {
            Some((Wdl::Win, Ply((WIN - self.0) as u32)))
        } else if self.0 < -MAX_ESTIMATE {
            Some((Wdl::Loss, Ply((WIN + self.0) as u32)))
        } else {
            None
        }
    }

    /// Converts distances from the root to distances from a node `ply` plies below it, for storing in a transposition table.
    #[inline]
    #[must_use]
    pub const fn from_root(self, ply: Ply) -> Self {
        if self.0 > MAX_ESTIMATE {
            Self(self.0 + ply.0 as i32)
        } else if self.0 < -MAX_ESTIMATE {
            Self(self.0 - ply.0 as i32)
        } else {
            self
        }
    }

    /// The inverse of [`Score::from_root`], for scores from a transposition table.
    #[inline]
    #[must_use]
    pub const fn from_node(self, ply: Ply) -> Self {
        if self.0 > MAX_ESTIMATE {
            Self(self.0 - ply.0 as i32)
        } else if self.0 < -MAX_ESTIMATE {
            Self(self.0 + ply.0 as i32)
        } else {
            self
        }
    }
}

impl Neg for Score {
    type Output = Self;

    #[inline]
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

/// `12`, `-3`, `win in 7`, `loss in 8`.
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.decided() {
            Some((Wdl::Win, plies)) => write!(f, "win in {plies}"),
            Some((_, plies)) => write!(f, "loss in {plies}"),
            None => self.0.fmt(f),
        }
    }
}

/// A number, or `{"win_in":7}`, `{"loss_in":8}` (plies).
impl Serialize for Score {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeMap;
        let Some((wdl, plies)) = self.decided() else { return serializer.serialize_i32(self.0) };
        let mut map = serializer.serialize_map(Some(1))?;
        map.serialize_entry(if wdl == Wdl::Win { "win_in" } else { "loss_in" }, &plies)?;
        map.end()
    }
}

/// The schema of the serialized form.
#[cfg(feature = "schema")]
impl utoipa::PartialSchema for Score {
    fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::schema::Schema> {
        use utoipa::openapi::schema::{ObjectBuilder, OneOfBuilder, SchemaType, Type};

        let number = || ObjectBuilder::new().schema_type(SchemaType::new(Type::Integer));
        let decided = |key: &str| ObjectBuilder::new().property(key, number()).required(key);
        let words = "An estimate as a number, or the number of plies in which the side wins or loses";
        OneOfBuilder::new()
            .item(number())
            .item(decided("win_in"))
            .item(decided("loss_in"))
            .description(Some(words))
            .into()
    }
}

#[cfg(feature = "schema")]
impl utoipa::ToSchema for Score {}

/// The inverse of `Serialize`. A number out of the range of estimates becomes the nearest estimate.
impl<'de> Deserialize<'de> for Score {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(
            untagged,
            deny_unknown_fields,
            expecting = "a score is a whole number, {\"win_in\":N} or {\"loss_in\":N}"
        )]
        enum ScoreRepr {
            Estimate(i32),
            Win { win_in: Ply },
            Loss { loss_in: Ply },
        }
        Ok(match ScoreRepr::deserialize(deserializer)? {
            ScoreRepr::Estimate(value) => Self::estimate(value),
            ScoreRepr::Win { win_in } => Self::win_in(win_in),
            ScoreRepr::Loss { loss_in } => Self::loss_in(loss_in),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shorter_wins_and_longer_losses_are_better() {
        assert!(Score::win_in(Ply(1)) > Score::win_in(Ply(3)));
        assert!(Score::loss_in(Ply(4)) > Score::loss_in(Ply(2)));
        assert!(Score::win_in(Ply(90_000)) > Score::estimate(i32::MAX));
        assert!(Score::estimate(i32::MIN) > Score::loss_in(Ply(90_000)));
        assert!(Score::MIN < Score::loss_in(Ply(0)) && Score::win_in(Ply(0)) < Score::MAX);
        assert_eq!(-Score::MIN, Score::MAX);
    }

    #[test]
    fn distances_move_between_root_and_node() {
        for score in [Score::win_in(Ply(9)), Score::loss_in(Ply(9)), Score::estimate(5), Score::DRAW] {
            assert_eq!(score.from_root(Ply(4)).from_node(Ply(4)), score);
        }
        assert_eq!(Score::win_in(Ply(9)).from_root(Ply(4)), Score::win_in(Ply(5)));
        assert_eq!(Score::loss_in(Ply(9)).from_root(Ply(4)), Score::loss_in(Ply(5)));
    }

    #[test]
    fn prints_what_it_means() {
        assert_eq!(Score::win_in(Ply(7)).to_string(), "win in 7");
        assert_eq!(Score::loss_in(Ply(8)).to_string(), "loss in 8");
        assert_eq!(Score::estimate(-12).to_string(), "-12");
    }
}
