//! Proof and disproof numbers: the least number of leaves to prove in order to prove (or disprove) that the attacker
//! wins.

use zermelo_core::Ply;

/// The number of an impossible goal.
pub(super) const INFINITE: u32 = u32::MAX;
/// The greatest number of an unsolved node. A node that reaches it is given up.
pub(super) const MAX_FINITE: u32 = INFINITE - 1;

/// No limit of plies.
pub(super) const UNBOUNDED: u16 = u16::MAX;

/// The index of the proof number: the goal of the attacker.
pub(super) const PROOF: usize = 0;
/// The index of the disproof number: the goal of the defender.
pub(super) const DISPROOF: usize = 1;

/// The proof number and the disproof number of "the attacker wins".
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct ProofNumbers(pub(super) [u32; 2]);

impl ProofNumbers {
    /// Proven: the attacker wins.
    pub(super) const WON: Self = Self([0, INFINITE]);
    /// Disproven: the attacker does not win.
    pub(super) const FAILED: Self = Self([INFINITE, 0]);
    /// Unsolved, and given up.
    pub(super) const GIVEN_UP: Self = Self([MAX_FINITE, MAX_FINITE]);

    /// Whether it is proven (`true`) or disproven (`false`).
    #[inline]
    pub(super) fn answer(self) -> Option<bool> {
        match self {
            Self::WON => Some(true),
            Self::FAILED => Some(false),
            _ => None,
        }
    }

    /// Thresholds that are above `numbers` and at least these.
    #[inline]
    pub(super) fn above(self, numbers: Self) -> Self {
        let above = |kind: usize| self.0[kind].max(numbers.0[kind].saturating_add(1)).min(MAX_FINITE);
        Self([above(PROOF), above(DISPROOF)])
    }

    /// Whether one of the numbers reaches its threshold.
    #[inline]
    pub(super) fn reaches(self, bound: Self) -> bool {
        self.0[PROOF] >= bound.0[PROOF] || self.0[DISPROOF] >= bound.0[DISPROOF]
    }
}

/// What is known about a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct ProofResult {
    pub(super) numbers: ProofNumbers,
    /// If proven: the attacker wins in at most this many plies.
    pub(super) length: u16,
    /// If disproven: the first ply of the path that the disproof depends on by a repetition, or [`PATH_INDEPENDENT`].
    pub(super) repetition_ply: Ply,
}

/// The disproof does not depend on the path.
pub(super) const PATH_INDEPENDENT: Ply = Ply(u32::MAX);

impl ProofResult {
    pub(super) const FAILED: Self = Self { numbers: ProofNumbers::FAILED, length: 0, repetition_ply: PATH_INDEPENDENT };

    pub(super) fn won(length: u16) -> Self {
        Self { numbers: ProofNumbers::WON, length, repetition_ply: PATH_INDEPENDENT }
    }

    pub(super) fn open(numbers: ProofNumbers) -> Self {
        Self { numbers, length: 0, repetition_ply: PATH_INDEPENDENT }
    }

    pub(super) fn by_repetition(repetition_ply: Ply) -> Self {
        Self { repetition_ply, ..Self::FAILED }
    }
}
