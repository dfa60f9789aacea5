//! One byte of a table.

use zermelo_core::{Ply, Proven, Wdl};

/// What a table says of a position, from the view of the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Entry(pub(super) u8);

impl Entry {
    /// The longest distance that has an entry.
    pub const MOST: Ply = Ply(253);
    /// A draw; while a table is made, what is not known yet.
    pub const DRAW: Self = Self(0);
    /// The side to move has lost already.
    pub const LOST: Self = Self(1);
    /// No position is here.
    pub const NOTHING: Self = Self(u8::MAX);

    /// A win, with an odd distance, or a loss, with an even one. `None` beyond [`MOST`](Entry::MOST).
    pub const fn ends_in(plies: Ply) -> Option<Self> {
        if plies.0 <= Self::MOST.0 { Some(Self(plies.0 as u8 + 1)) } else { None }
    }

    /// The distance to the end of a game that is not a draw.
    #[inline]
    pub const fn plies(self) -> Option<Ply> {
        match self {
            Self::DRAW | Self::NOTHING => None,
            Self(byte) => Some(Ply(byte as u32 - 1)),
        }
    }

    /// Whether the side to move wins, and when.
    #[inline]
    pub const fn win(self) -> Option<Ply> {
        match self.plies() {
            Some(plies) if plies.0 % 2 == 1 => Some(plies),
            _ => None,
        }
    }

    /// Whether it loses, and when.
    #[inline]
    pub const fn loss(self) -> Option<Ply> {
        match self.plies() {
            Some(plies) if plies.0.is_multiple_of(2) => Some(plies),
            _ => None,
        }
    }

    /// Win, draw or loss; `None` for [`NOTHING`](Entry::NOTHING).
    pub const fn wdl(self) -> Option<Wdl> {
        match (self, self.plies()) {
            (Self::NOTHING, _) => None,
            (_, None) => Some(Wdl::Draw),
            (_, Some(plies)) => Some(if plies.0 % 2 == 1 { Wdl::Win } else { Wdl::Loss }),
        }
    }

    /// The same as a proven value.
    pub const fn proven(self) -> Option<Proven> {
        match self.wdl() {
            Some(wdl) => Some(Proven { wdl, plies: self.plies(), score: None }),
            None => None,
        }
    }

    /// How good it is to hand this to the opponent: quick losses of his first, then draws, then his late wins.
    pub(super) const fn worth_leaving(self) -> i32 {
        const FAR: i32 = 1000;
        match self.plies() {
            None => 0,
            Some(Ply(plies)) if plies % 2 == 1 => plies as i32 - FAR,
            Some(Ply(plies)) => FAR - plies as i32,
        }
    }

    /// The entry of a position whose best move leads here. `None` where the distance has no entry.
    pub(super) const fn before(self) -> Option<Self> {
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
    fn a_byte_says_who_wins_and_when() {
        let of = |plies| Entry::ends_in(Ply(plies)).unwrap();
        assert_eq!(Entry::LOST, of(0));
        assert_eq!((of(0).wdl(), of(0).plies(), of(0).loss()), (Some(Wdl::Loss), Some(Ply(0)), Some(Ply(0))));
        assert_eq!((of(7).wdl(), of(7).win(), of(7).loss()), (Some(Wdl::Win), Some(Ply(7)), None));
        assert_eq!((Entry::DRAW.wdl(), Entry::DRAW.plies()), (Some(Wdl::Draw), None));
        assert_eq!((Entry::NOTHING.wdl(), Entry::NOTHING.plies()), (None, None));
        assert_eq!(Entry::ends_in(Entry::MOST).unwrap().plies(), Some(Entry::MOST));
        assert_eq!(Entry::ends_in(Ply(Entry::MOST.0 + 1)), None);
    }

    #[test]
    fn one_leaves_the_opponent_quick_losses_and_late_wins() {
        let order = [0, 2, 252].map(|plies| Entry::ends_in(Ply(plies)).unwrap()).into_iter();
        let order = order.chain([Entry::DRAW]).chain([253, 3, 1].map(|plies| Entry::ends_in(Ply(plies)).unwrap()));
        assert!(order.map(|entry| -entry.worth_leaving()).is_sorted_by(|a, b| a < b));
        assert_eq!(Entry::LOST.before(), Entry::ends_in(Ply(1)));
        assert_eq!(Entry::DRAW.before(), Some(Entry::DRAW));
        assert_eq!(Entry::ends_in(Entry::MOST).unwrap().before(), None);
    }
}
