//! Random numbers for tests.

use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// A random number generator that gives the same numbers for a seed on every machine.
#[derive(Clone, Debug)]
pub struct TestRng(Xoshiro256PlusPlus);

impl TestRng {
    /// The generator of a seed.
    pub fn new(seed: u64) -> Self {
        Self(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// A number from 0 to `bound - 1`. The bias of the remainder is below 2^-32 for every bound that a test uses.
    ///
    /// # Panics
    /// When `bound` is 0.
    pub fn below(&mut self, bound: usize) -> usize {
        assert!(bound > 0, "there is no number below 0");
        (self.0.next_u64() % bound as u64) as usize
    }

    /// A random item; `None` from an empty slice.
    pub fn pick<T: Copy>(&mut self, items: &[T]) -> Option<T> {
        if items.is_empty() { None } else { Some(items[self.below(items.len())]) }
    }
}
