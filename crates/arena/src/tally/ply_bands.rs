//! Something for each ply of a game, however long games are.

/// What can be added up.
pub trait Merge: Default {
    /// Adds all that another one holds.
    fn merge(&mut self, other: &Self);
}

/// A thing for each band of plies. All bands are equally wide; where a game is longer than [`MOST`](Self::MOST) bands, each two become
/// one, so that the memory does not grow with the length of games.
#[derive(Clone, PartialEq, Debug)]
pub struct PlyBands<T> {
    width: u32,
    things: Vec<T>,
}

impl<T: Merge> PlyBands<T> {
    /// So many bands there are at most.
    pub const MOST: usize = 128;

    /// Nothing yet, in bands of so many plies, at least one.
    pub fn new(width: u32) -> Self {
        Self { width: width.max(1), things: Vec::new() }
    }

    /// The thing of a ply, counted from 0.
    pub fn at(&mut self, ply: u32) -> &mut T {
        while (ply / self.width) as usize >= Self::MOST {
            self.double();
        }
        let band = (ply / self.width) as usize;
        if self.things.len() <= band {
            self.things.resize_with(band + 1, T::default);
        }
        &mut self.things[band]
    }

    /// Plies in a band.
    pub fn width(&self) -> u32 {
        self.width
    }

    /// Each band: its first ply, counted from 0, and its thing.
    pub fn iter(&self) -> impl Iterator<Item = (u32, &T)> {
        self.things.iter().enumerate().map(|(band, thing)| (band as u32 * self.width, thing))
    }

    /// The same in at most so many bands.
    #[must_use]
    pub fn within(&self, most: usize) -> Self
    where
        T: Clone,
    {
        let mut bands = self.clone();
        while bands.things.len() > most.max(1) {
            bands.double();
        }
        bands
    }

    fn double(&mut self) {
        self.width = self.width.saturating_mul(2);
        let mut halves = std::mem::take(&mut self.things).into_iter();
        while let Some(mut thing) = halves.next() {
            if let Some(other) = halves.next() {
                thing.merge(&other);
            }
            self.things.push(thing);
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
    fn bands_widen_with_the_game_and_lose_nothing() {
        let mut bands: PlyBands<u64> = PlyBands::new(1);
        for ply in 0..5000 {
            *bands.at(ply) += 1;
        }
        assert_eq!(bands.width(), 64);
        assert!(bands.iter().count() <= PlyBands::<u64>::MOST);
        assert_eq!(bands.iter().map(|(_, count)| count).sum::<u64>(), 5000);
        assert!(bands.iter().take(78).all(|(_, &count)| count == 64));
        assert_eq!(bands.iter().nth(3), Some((192, &64)));
        let few = bands.within(10);
        assert_eq!((few.width(), few.iter().count()), (512, 10));
        assert_eq!(few.iter().map(|(_, count)| count).sum::<u64>(), 5000);
    }
}
