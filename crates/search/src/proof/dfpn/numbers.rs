//! Proof and disproof numbers: how many positions at least still have to be settled until a question is answered with yes, or no.

use zermelo_core::Ply;

/// The number of what can't be done any more.
pub(super) const NEVER: u32 = u32::MAX;
/// The greatest number of what is open. A node that reaches it is given up.
pub(super) const MOST: u32 = NEVER - 1;

/// As many plies as it takes: no bound.
pub(super) const ENDLESS: u16 = u16::MAX;

/// What a number counts towards, as its index: the side to move works for one of them.
pub(super) const PROOF: usize = 0;
/// See [`PROOF`].
pub(super) const DISPROOF: usize = 1;

/// The proof number and the disproof number of "the attacker wins".
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Numbers(pub(super) [u32; 2]);

impl Numbers {
    /// The attacker wins.
    pub(super) const WON: Self = Self([0, NEVER]);
    /// The attacker does not win.
    pub(super) const FAILED: Self = Self([NEVER, 0]);
    /// Open, and given up.
    pub(super) const GIVEN_UP: Self = Self([MOST, MOST]);

    /// The answer, if there is one.
    #[inline]
    pub(super) fn answer(self) -> Option<bool> {
        match self {
            Self::WON => Some(true),
            Self::FAILED => Some(false),
            _ => None,
        }
    }

    /// Bounds that numbers do not reach, and at least these.
    #[inline]
    pub(super) fn above(self, numbers: Self) -> Self {
        let above = |kind: usize| self.0[kind].max(numbers.0[kind].saturating_add(1)).min(MOST);
        Self([above(PROOF), above(DISPROOF)])
    }

    /// Whether one of them reaches its bound.
    #[inline]
    pub(super) fn reaches(self, bound: Self) -> bool {
        self.0[PROOF] >= bound.0[PROOF] || self.0[DISPROOF] >= bound.0[DISPROOF]
    }
}

/// What is known of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Found {
    pub(super) numbers: Numbers,
    /// Where the attacker wins: in at most so many plies.
    pub(super) length: u16,
    /// Where it does not: the first ply of the path whose position must not come back for this to be so; [`NOTHING`]: it is so
    /// whatever came before.
    pub(super) rests_on: Ply,
}

/// No ply of the path.
pub(super) const NOTHING: Ply = Ply(u32::MAX);

impl Found {
    pub(super) const FAILED: Self = Self { numbers: Numbers::FAILED, length: 0, rests_on: NOTHING };

    pub(super) fn won(length: u16) -> Self {
        Self { numbers: Numbers::WON, length, rests_on: NOTHING }
    }

    pub(super) fn open(numbers: Numbers) -> Self {
        Self { numbers, length: 0, rests_on: NOTHING }
    }

    pub(super) fn repeats(rests_on: Ply) -> Self {
        Self { rests_on, ..Self::FAILED }
    }
}
