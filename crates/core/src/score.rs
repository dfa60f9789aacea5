//! What a position is worth to one side, and all arithmetic of distances to the end.
//!
//! A score is an integer from the view of the side to move (unless a function says otherwise):
//!
//! ```text
//!  -WIN ......... -WIN + MAX_PLIES | -MAX_ESTIMATE ... 0 ... MAX_ESTIMATE | WIN - MAX_PLIES ......... WIN
//!  lost at once   lost, far away   |      an estimate; 0 is a draw        | won, far away     won at once
//! ```
//!
//! Distances are counted from the root of a search, so that a score is handed up the tree by a change of sign alone and the
//! windows of alpha-beta stay plain integers. A table that outlives one root keeps distances from its own position:
//! [`Score::from_root`] and [`Score::from_node`] turn one into the other.

use std::fmt;
use std::ops::Neg;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::{Ply, Wdl};

/// The value of a position to one side. See the module's text for the layout.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Score(i32);

const WIN: i32 = 1_000_000;
const MAX_PLIES: i32 = 100_000;
const MAX_ESTIMATE: i32 = WIN - MAX_PLIES - 1;

impl Score {
    /// Neither side wins.
    pub const DRAW: Self = Self(0);
    /// Below every score that a position can have: where a search for the best starts.
    pub const MIN: Self = Self(-WIN - 1);
    /// Above every score that a position can have.
    pub const MAX: Self = Self(WIN + 1);

    /// A guess by an evaluator, kept clear of the proven scores.
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

    /// The side wins, and its last move is the `plies`-th from here.
    #[inline]
    pub const fn win_in(plies: Ply) -> Self {
        Self(WIN - if plies.0 > MAX_PLIES as u32 { MAX_PLIES } else { plies.0 as i32 })
    }

    /// The side loses, and the opponent's last move is the `plies`-th from here.
    #[inline]
    pub const fn loss_in(plies: Ply) -> Self {
        Self(-Self::win_in(plies).0)
    }

    /// The score of a finished position `plies` below the root, for the side that has this result.
    #[inline]
    pub const fn finished(result: Wdl, plies: Ply) -> Self {
        match result {
            Wdl::Win => Self::win_in(plies),
            Wdl::Draw => Self::DRAW,
            Wdl::Loss => Self::loss_in(plies),
        }
    }

    /// The score of a plain number, as [`value`](Score::value) gives it; the nearest one for a number that no score has.
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

    /// The plain number, for sums and for printing.
    #[inline]
    pub const fn value(self) -> i32 {
        self.0
    }

    /// The score one above: the upper end of a null window.
    #[inline]
    #[must_use]
    pub const fn above(self) -> Self {
        Self(if self.0 > WIN { self.0 } else { self.0 + 1 })
    }

    /// The score one below.
    #[inline]
    #[must_use]
    pub const fn below(self) -> Self {
        Self(if self.0 < -WIN { self.0 } else { self.0 - 1 })
    }

    /// What is certain about it; `None` for an estimate. A score of exactly 0 is an estimate here: only the search that
    /// made it knows whether it is a proven draw.
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

    /// A score that counts from a node `ply` below the root, made of one that counts from the root: what a table stores.
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

    /// The inverse of [`Score::from_root`]: what a search makes of a table's score.
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

/// As it is written.
#[cfg(feature = "schema")]
impl utoipa::PartialSchema for Score {
    fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::schema::Schema> {
        use utoipa::openapi::schema::{ObjectBuilder, OneOfBuilder, SchemaType, Type};

        let number = || ObjectBuilder::new().schema_type(SchemaType::new(Type::Integer));
        let decided = |key: &str| ObjectBuilder::new().property(key, number()).required(key);
        let words = "A guess as a number, or in how many plies the side wins or loses";
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

/// As it is written. A number beyond the estimates is read as the nearest estimate.
impl<'de> Deserialize<'de> for Score {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(
            untagged,
            deny_unknown_fields,
            expecting = "a score is a whole number, {\"win_in\":N} or {\"loss_in\":N}"
        )]
        enum Form {
            Estimate(i32),
            Win { win_in: Ply },
            Loss { loss_in: Ply },
        }
        Ok(match Form::deserialize(deserializer)? {
            Form::Estimate(value) => Self::estimate(value),
            Form::Win { win_in } => Self::win_in(win_in),
            Form::Loss { loss_in } => Self::loss_in(loss_in),
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
