//! The entry of a position: one byte.

use zermelo_core::{Ply, Proven, Wdl};

/// The value of a position and its distance to the end, for the side to move. The byte is 0 for a draw and `plies + 1` otherwise.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct TableEntry(pub(super) u8);

impl TableEntry {
    /// The longest distance that an entry can hold.
    pub const MAX_PLIES: Ply = Ply(253);
    /// A draw; during a build also a position that is not decided yet.
    pub const DRAW: Self = Self(0);
    /// The game is over and the side to move has lost.
    pub const LOST: Self = Self(1);
    /// No position has this index.
    pub const NONE: Self = Self(u8::MAX);

    /// A decided game: a win if the distance is odd, else a loss. `None` beyond [`MAX_PLIES`](TableEntry::MAX_PLIES).
    pub const fn ends_in(plies: Ply) -> Option<Self> {
        if plies.0 <= Self::MAX_PLIES.0 { Some(Self(plies.0 as u8 + 1)) } else { None }
    }

    /// The distance to the end; `None` for a draw.
    #[inline]
    pub const fn plies(self) -> Option<Ply> {
        match self {
            Self::DRAW | Self::NONE => None,
            Self(byte) => Some(Ply(byte as u32 - 1)),
        }
    }

    /// The distance if the side to move wins.
    #[inline]
    pub const fn win(self) -> Option<Ply> {
        match self.plies() {
            Some(plies) if plies.0 % 2 == 1 => Some(plies),
            _ => None,
        }
    }

    /// The distance if the side to move loses.
    #[inline]
    pub const fn loss(self) -> Option<Ply> {
        match self.plies() {
            Some(plies) if plies.0.is_multiple_of(2) => Some(plies),
            _ => None,
        }
    }

    /// Win, draw or loss; `None` for [`NOTHING`](TableEntry::NONE).
    pub const fn wdl(self) -> Option<Wdl> {
        match (self, self.plies()) {
            (Self::NONE, _) => None,
            (_, None) => Some(Wdl::Draw),
            (_, Some(plies)) => Some(if plies.0 % 2 == 1 { Wdl::Win } else { Wdl::Loss }),
        }
    }

    /// The entry as a proven value.
    pub const fn proven(self) -> Option<Proven> {
        match self.wdl() {
            Some(wdl) => Some(Proven { wdl, plies: self.plies(), score: None }),
            None => None,
        }
    }

    /// The preference of the side that moves to this position: quick losses of the opponent, then draws, then late wins of the opponent.
    pub(super) const fn preference(self) -> i32 {
        const FAR: i32 = 1000;
        match self.plies() {
            None => 0,
            Some(Ply(plies)) if plies % 2 == 1 => plies as i32 - FAR,
            Some(Ply(plies)) => FAR - plies as i32,
        }
    }

    /// The entry of a position whose best move leads to this one. `None` if its distance exceeds [`MAX_PLIES`](Self::MAX_PLIES).
    pub(super) const fn predecessor(self) -> Option<Self> {
        match self.plies() {
            None => Some(Self::DRAW),
            Some(Ply(plies)) => Self::ends_in(Ply(plies + 1)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_encode_outcome_and_distance() {
        let of = |plies| TableEntry::ends_in(Ply(plies)).unwrap();
        assert_eq!(TableEntry::LOST, of(0));
        assert_eq!((of(0).wdl(), of(0).plies(), of(0).loss()), (Some(Wdl::Loss), Some(Ply(0)), Some(Ply(0))));
        assert_eq!((of(7).wdl(), of(7).win(), of(7).loss()), (Some(Wdl::Win), Some(Ply(7)), None));
        assert_eq!((TableEntry::DRAW.wdl(), TableEntry::DRAW.plies()), (Some(Wdl::Draw), None));
        assert_eq!((TableEntry::NONE.wdl(), TableEntry::NONE.plies()), (None, None));
        assert_eq!(TableEntry::ends_in(TableEntry::MAX_PLIES).unwrap().plies(), Some(TableEntry::MAX_PLIES));
        assert_eq!(TableEntry::ends_in(Ply(TableEntry::MAX_PLIES.0 + 1)), None);
    }

    #[test]
    fn quick_losses_and_late_wins_of_the_opponent_are_preferred() {
        let order = [0, 2, 252].map(|plies| TableEntry::ends_in(Ply(plies)).unwrap()).into_iter();
        let order =
            order.chain([TableEntry::DRAW]).chain([253, 3, 1].map(|plies| TableEntry::ends_in(Ply(plies)).unwrap()));
        assert!(order.map(|entry| -entry.preference()).is_sorted_by(|a, b| a < b));
        assert_eq!(TableEntry::LOST.predecessor(), TableEntry::ends_in(Ply(1)));
        assert_eq!(TableEntry::DRAW.predecessor(), Some(TableEntry::DRAW));
        assert_eq!(TableEntry::ends_in(TableEntry::MAX_PLIES).unwrap().predecessor(), None);
    }
}
