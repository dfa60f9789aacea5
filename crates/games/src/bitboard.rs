//! Bitboards, which are sets of squares: `u64`, `u128`, and [`Wide`] for larger boards.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, Not};

/// A set of squares: square `n` is bit `n`.
pub trait Bits:
    Copy
    + Eq
    + Ord
    + Hash
    + Debug
    + Default
    + Send
    + Sync
    + 'static
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + BitAndAssign
    + BitOrAssign
{
    /// The number of squares that the type can hold.
    const CAPACITY: u32;
    /// The empty set.
    const EMPTY: Self;

    /// The set of the squares below 128 whose bits are set; squares from
    /// [`CAPACITY`](Bits::CAPACITY) on are dropped.
    fn from_u128(bits: u128) -> Self;

    /// The set of one square.
    ///
    /// # Panics
    /// In debug builds, when `square` is not below [`CAPACITY`](Bits::CAPACITY); the same holds for
    /// every square and shift here.
    fn single(square: u32) -> Self;

    /// Whether the square is in the set.
    fn has(self, square: u32) -> bool;

    /// Whether the set is empty.
    #[inline]
    fn is_empty(self) -> bool {
        self == Self::EMPTY
    }

    /// The number of squares in the set.
    fn count(self) -> u32;

    /// Shifts the bits towards square 0.
    #[must_use]
    fn down(self, by: u32) -> Self;

    /// Shifts the bits away from square 0.
    #[must_use]
    fn up(self, by: u32) -> Self;

    /// The sum of the sets as integers, without the carry out of the highest bit. Adding the lowest
    /// square of a column carries to the first empty square above the stones.
    #[must_use]
    fn plus(self, other: Self) -> Self;

    /// The lowest square; [`CAPACITY`](Bits::CAPACITY) for the empty set.
    fn lowest(self) -> u32;

    /// The set without its lowest square.
    #[must_use]
    fn without_lowest(self) -> Self;

    /// The 64 bits from square `64 * index` on.
    fn word(self, index: usize) -> u64;

    /// The squares, ascending.
    #[inline]
    fn squares(self) -> Squares<Self> {
        Squares { set: self, word: self.word(0), index: 0 }
    }

    /// Mixes the set into a running key.
    #[inline]
    fn mix_into(self, key: u64) -> u64 {
        (0..(Self::CAPACITY / 64) as usize).fold(key, |key, index| mix(key, self.word(index)))
    }
}

/// Mixes a word into a key: a folded multiplication, as in wyhash
/// (<https://github.com/wangyi-fudan/wyhash>).
#[inline]
pub fn mix(key: u64, word: u64) -> u64 {
    let product = u128::from(key ^ 0x9E37_79B9_7F4A_7C15) * u128::from(word ^ 0xD6E8_FEB8_6659_FD93);
    (product as u64) ^ ((product >> 64) as u64) ^ word.rotate_left(32)
}

/// The squares of a set, ascending.
#[derive(Clone, Debug)]
pub struct Squares<B> {
    set: B,
    /// The remaining bits of the word at `index`.
    word: u64,
    index: usize,
}

impl<B: Bits> Iterator for Squares<B> {
    type Item = u32;

    #[inline]
    fn next(&mut self) -> Option<u32> {
        while self.word == 0 {
            self.index += 1;
            if self.index >= (B::CAPACITY / 64) as usize {
                return None;
            }
            self.word = self.set.word(self.index);
        }
        let square = 64 * self.index as u32 + self.word.trailing_zeros();
        self.word &= self.word - 1;
        Some(square)
    }
}

macro_rules! primitive_bits {
    ($int:ty) => {
        impl Bits for $int {
            const CAPACITY: u32 = <$int>::BITS;
            const EMPTY: Self = 0;

            #[inline]
            fn from_u128(bits: u128) -> Self {
                bits as Self
            }

            #[inline]
            fn single(square: u32) -> Self {
                1 << square
            }

            #[inline]
            fn has(self, square: u32) -> bool {
                self >> square & 1 != 0
            }

            #[inline]
            fn count(self) -> u32 {
                self.count_ones()
            }

            #[inline]
            fn down(self, by: u32) -> Self {
                self >> by
            }

            #[inline]
            fn up(self, by: u32) -> Self {
                self << by
            }

            #[inline]
            fn plus(self, other: Self) -> Self {
                self.wrapping_add(other)
            }

            #[inline]
            fn lowest(self) -> u32 {
                self.trailing_zeros()
            }

            #[inline]
            fn without_lowest(self) -> Self {
                self & self.wrapping_sub(1)
            }

            #[inline]
            fn word(self, index: usize) -> u64 {
                (self >> (64 * index)) as u64
            }
        }
    };
}

primitive_bits!(u64);
primitive_bits!(u128);

/// A set of up to `64 * N` squares. Word 0 holds the lowest squares.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Wide<const N: usize>([u64; N]);

impl<const N: usize> Default for Wide<N> {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl<const N: usize> Wide<N> {
    #[inline]
    fn zip(self, other: Self, op: impl Fn(u64, u64) -> u64) -> Self {
        Self(std::array::from_fn(|at| op(self.0[at], other.0[at])))
    }
}

impl<const N: usize> BitAnd for Wide<N> {
    type Output = Self;

    #[inline]
    fn bitand(self, other: Self) -> Self {
        self.zip(other, |a, b| a & b)
    }
}

impl<const N: usize> BitOr for Wide<N> {
    type Output = Self;

    #[inline]
    fn bitor(self, other: Self) -> Self {
        self.zip(other, |a, b| a | b)
    }
}

impl<const N: usize> BitXor for Wide<N> {
    type Output = Self;

    #[inline]
    fn bitxor(self, other: Self) -> Self {
        self.zip(other, |a, b| a ^ b)
    }
}

impl<const N: usize> Not for Wide<N> {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        Self(self.0.map(|word| !word))
    }
}

impl<const N: usize> BitAndAssign for Wide<N> {
    #[inline]
    fn bitand_assign(&mut self, other: Self) {
        *self = *self & other;
    }
}

impl<const N: usize> BitOrAssign for Wide<N> {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

impl<const N: usize> Bits for Wide<N> {
    const CAPACITY: u32 = 64 * N as u32;
    const EMPTY: Self = Self([0; N]);

    fn from_u128(bits: u128) -> Self {
        let mut words = [0; N];
        words.iter_mut().zip([bits as u64, (bits >> 64) as u64]).for_each(|(word, bits)| *word = bits);
        Self(words)
    }

    #[inline]
    fn single(square: u32) -> Self {
        let mut words = [0; N];
        words[(square / 64) as usize] = 1 << (square % 64);
        Self(words)
    }

    #[inline]
    fn has(self, square: u32) -> bool {
        self.0[(square / 64) as usize] >> (square % 64) & 1 != 0
    }

    #[inline]
    fn count(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    #[inline]
    fn down(self, by: u32) -> Self {
        debug_assert!(by < Self::CAPACITY);
        let (words, bits) = ((by / 64) as usize, by % 64);
        let word = |at: usize| self.0.get(at).copied().unwrap_or(0);
        Self(std::array::from_fn(|at| {
            let (low, high) = (word(at + words), word(at + words + 1));
            if bits == 0 { low } else { low >> bits | high << (64 - bits) }
        }))
    }

    #[inline]
    fn up(self, by: u32) -> Self {
        debug_assert!(by < Self::CAPACITY);
        let (words, bits) = ((by / 64) as usize, by % 64);
        let word = |at: Option<usize>| at.map_or(0, |at| self.0[at]);
        Self(std::array::from_fn(|at| {
            let (high, low) = (word(at.checked_sub(words)), word(at.checked_sub(words + 1)));
            if bits == 0 { high } else { high << bits | low >> (64 - bits) }
        }))
    }

    #[inline]
    fn plus(self, other: Self) -> Self {
        let mut carry = false;
        Self(std::array::from_fn(|at| {
            let (sum, over) = self.0[at].overflowing_add(other.0[at]);
            let (sum, over_again) = sum.overflowing_add(u64::from(carry));
            carry = over || over_again;
            sum
        }))
    }

    #[inline]
    fn lowest(self) -> u32 {
        let word = self.0.iter().position(|&word| word != 0);
        word.map_or(Self::CAPACITY, |at| 64 * at as u32 + self.0[at].trailing_zeros())
    }

    #[inline]
    fn without_lowest(self) -> Self {
        let mut words = self.0;
        if let Some(word) = words.iter_mut().find(|word| **word != 0) {
            *word &= *word - 1;
        }
        Self(words)
    }

    #[inline]
    fn word(self, index: usize) -> u64 {
        self.0[index]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Compares the operations of `Wide<2>` with those of `u128`.
    #[test]
    fn wide_agrees_with_u128() {
        let samples =
            [0_u128, 1, 1 << 63, 1 << 64, u128::MAX, 0x0123_4567_89AB_CDEF_FEDC_BA98_7654_3210, u128::from(u64::MAX)];
        let wide = |n: u128| Wide([n as u64, (n >> 64) as u64]);
        for a in samples {
            for b in samples {
                assert_eq!(wide(a).plus(wide(b)), wide(a.wrapping_add(b)));
                assert_eq!(wide(a) & wide(b), wide(a & b));
                assert_eq!(wide(a) | wide(b), wide(a | b));
                assert_eq!(wide(a) ^ wide(b), wide(a ^ b));
            }
            for by in 0..128 {
                assert_eq!(wide(a).down(by), wide(a >> by));
                assert_eq!(wide(a).up(by), wide(a << by));
                assert_eq!(wide(a).has(by), a.has(by));
                assert_eq!(Wide::<2>::single(by), wide(1 << by));
            }
            assert_eq!(wide(a).count(), a.count_ones());
            assert_eq!(!wide(a), wide(!a));
            assert_eq!(wide(a).lowest(), Bits::lowest(a));
            assert_eq!(wide(a).squares().collect::<Vec<_>>(), a.squares().collect::<Vec<_>>());
        }
    }
}
