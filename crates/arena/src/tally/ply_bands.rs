//! Statistics by ply, in a bounded number of bands.

/// Values that can be merged.
pub trait Merge: Default {
    /// Adds the contents of another value.
    fn merge(&mut self, other: &Self);
}

/// A value for each band of plies. All bands have the same width. When a game needs more than [`MAX`](Self::MAX) bands, adjacent bands are
/// merged, so that memory does not grow with the length of games.
#[derive(Clone, PartialEq, Debug)]
pub struct PlyBands<T> {
    width: u32,
    values: Vec<T>,
}

impl<T: Merge> PlyBands<T> {
    /// The maximum number of bands.
    pub const MAX: usize = 128;

    /// Empty bands; `width` is in plies, at least 1.
    pub fn new(width: u32) -> Self {
        Self { width: width.max(1), values: Vec::new() }
    }

    /// The value of a ply, counted from 0.
    pub fn at(&mut self, ply: u32) -> &mut T {
        while (ply / self.width) as usize >= Self::MAX {
            self.double();
        }
        let band = (ply / self.width) as usize;
        if self.values.len() <= band {
            self.values.resize_with(band + 1, T::default);
        }
        &mut self.values[band]
    }

    /// The width of a band in plies.
    pub fn width(&self) -> u32 {
        self.width
    }

    /// The first ply, counted from 0, and the value of each band.
    pub fn iter(&self) -> impl Iterator<Item = (u32, &T)> {
        self.values.iter().enumerate().map(|(band, value)| (band as u32 * self.width, value))
    }

    /// Merges bands until there are at most `most`.
    #[must_use]
    pub fn within(&self, most: usize) -> Self
    where
        T: Clone,
    {
        let mut bands = self.clone();
        while bands.values.len() > most.max(1) {
            bands.double();
        }
        bands
    }

    fn double(&mut self) {
        self.width = self.width.saturating_mul(2);
        let mut halves = std::mem::take(&mut self.values).into_iter();
        while let Some(mut value) = halves.next() {
            if let Some(other) = halves.next() {
                value.merge(&other);
            }
            self.values.push(value);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    impl Merge for u64 {
        fn merge(&mut self, other: &Self) {
            *self += other;
        }
    }

    #[test]
    fn bands_widen_with_the_game_and_lose_novalue() {
        let mut bands: PlyBands<u64> = PlyBands::new(1);
        for ply in 0..5000 {
            *bands.at(ply) += 1;
        }
        assert_eq!(bands.width(), 64);
        assert!(bands.iter().count() <= PlyBands::<u64>::MAX);
        assert_eq!(bands.iter().map(|(_, count)| count).sum::<u64>(), 5000);
        assert!(bands.iter().take(78).all(|(_, &count)| count == 64));
        assert_eq!(bands.iter().nth(3), Some((192, &64)));
        let few = bands.within(10);
        assert_eq!((few.width(), few.iter().count()), (512, 10));
        assert_eq!(few.iter().map(|(_, count)| count).sum::<u64>(), 5000);
    }
}
