//! The score of every position of up to so many stones.
//!
//! The entries are the scores of the deepest positions, in the order of their keys. Those of fewer stones follow by minimax when the book is
//! read, and a position that is over needs none.

use std::fmt;

use zermelo_games::bitboard::Bits;
use zermelo_games::stones::Stones;

use super::super::score;
use super::error::BookError;
use super::file;
use super::positions::{Ground, MOST};
use super::title::BoardSize;
use super::title::{Kind, Title};

/// A book of this many positions or more can be as small as it likes.
const FEW: usize = 1 << 12;
/// So many times as many positions as at its end a book may have before.
const BULGE: usize = 16;

/// The positions that are not over, of one number of stones: keys, ascending, and what is known of each.
pub(in super::super) struct Layer<S, T> {
    pub(in super::super) keys: Vec<S>,
    pub(in super::super) entries: Vec<T>,
}

impl<S: Bits, T: Copy> Layer<S, T> {
    pub(in super::super) fn find(&self, key: S) -> Option<T> {
        self.keys.binary_search(&key).ok().and_then(|at| self.entries.get(at).copied())
    }
}

/// The score of every position of up to so many stones on one board.
pub struct Book<S> {
    title: Title,
    ground: Ground<S>,
    layers: Vec<Layer<S, i8>>,
}

impl<S: Bits> Book<S> {
    /// Reads a file: one about this board, or about any.
    pub fn read(bytes: &[u8], size: Option<BoardSize>) -> Result<Self, BookError> {
        let (title, entries) = file::decode(bytes, Kind::Scores, size)?;
        let ground = Ground::fitting(title.size)?;
        let most = most_before(entries.len());
        let keys = layers(&ground, title.plies, most)
            .ok_or(BookError::Impossible("there are more positions than it has room for"))?;
        let deepest = keys.last().map_or(&[][..], |keys| keys);
        if deepest.len() != entries.len() {
            return Err(BookError::Impossible("it has not one score for every position"));
        }
        let scores: Vec<i8> = entries.iter().map(|&entry| entry as i8).collect();
        let is_possible = |(&key, &score): (&S, &i8)| {
            let stones = ground.stones(key);
            (ground.least(stones)..=ground.most(stones)).contains(&i32::from(score))
        };
        if !deepest.iter().zip(&scores).all(is_possible) {
            return Err(BookError::Impossible("a score is out of range"));
        }
        Ok(Self { title, ground, layers: with_scores(&ground, keys, scores) })
    }

    /// The file.
    pub fn bytes(&self) -> Vec<u8> {
        let scores = self.layers.last().map_or(&[][..], |layer| &layer.entries);
        file::encode(self.title, bytemuck::cast_slice(scores))
    }

    /// What it is about.
    pub fn title(&self) -> Title {
        self.title
    }

    /// How many positions it answers that are not over.
    pub fn len(&self) -> usize {
        self.layers.iter().map(|layer| layer.keys.len()).sum()
    }

    /// Whether it answers none; a book always has the empty board.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The score of a position of the book's board: of any that came up in a game of at most so many plies as the book has.
    pub fn probe(&self, position: &Stones<S>) -> Option<i32> {
        let (area, stones) = (self.ground.area(), position.occupied().count() as i32);
        if position.is_won() {
            return Some(-score::of_win(area, stones - 1));
        }
        if stones == area {
            return Some(0);
        }
        let layer = self.layers.get(stones as usize)?;
        layer.find(self.ground.keyed([position.mover(), position.other()]).key).map(i32::from)
    }

    pub(in super::super) fn ground(&self) -> &Ground<S> {
        &self.ground
    }

    /// The keys of all positions.
    pub(in super::super) fn keys(&self) -> impl Iterator<Item = S> {
        self.layers.iter().flat_map(|layer| layer.keys.iter().copied())
    }
}

impl<S> fmt::Debug for Book<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Book").field("title", &self.title).finish_non_exhaustive()
    }
}

/// The most positions of one number of stones that a book may have whose deepest are `count`: its reader takes memory in proportion to the
/// file, whatever the file says.
pub(in super::super) fn most_before(count: usize) -> usize {
    (count * BULGE + FEW).min(MOST)
}

/// The keys of the positions of 0, 1, .. `plies` stones that are not over; `None` where there are more than `most` of one number.
pub(in super::super) fn layers<S: Bits>(ground: &Ground<S>, plies: u8, most: usize) -> Option<Vec<Vec<S>>> {
    let mut layers = vec![vec![ground.start()]];
    for ply in 0..usize::from(plies) {
        let next = ground.next(&layers[ply]);
        if next.len() > most {
            return None;
        }
        layers.push(next);
    }
    Some(layers)
}

/// Puts scores to all positions, given those of the deepest.
fn with_scores<S: Bits>(ground: &Ground<S>, mut keys: Vec<Vec<S>>, scores: Vec<i8>) -> Vec<Layer<S, i8>> {
    let mut layers = vec![Layer { keys: keys.pop().unwrap_or_default(), entries: scores }];
    for keys in keys.into_iter().rev() {
        let below = &layers[layers.len() - 1];
        let score = |&key: &S| {
            let score = ground.minimax(ground.stones(key), |after| below.find(after).map(i32::from));
            // All positions after it are in the layer below.
            score.unwrap_or_default() as i8
        };
        let entries = keys.iter().map(score).collect();
        layers.push(Layer { keys, entries });
    }
    layers.reverse();
    layers
}

/// The places of the deepest positions in the order in which lines of play, from the left, come to them: neighbours have much in
/// common, and a search finds what it needs in the table.
pub(in super::super) fn by_lines<S: Bits>(ground: &Ground<S>, layers: &[Vec<S>]) -> Vec<u32> {
    fn visit<S: Bits>(
        ground: &Ground<S>,
        layers: &[Vec<S>],
        key: S,
        ply: usize,
        seen: &mut [Vec<bool>],
        order: &mut Vec<u32>,
    ) {
        let Ok(at) = layers[ply].binary_search(&key) else { return };
        if std::mem::replace(&mut seen[ply][at], true) {
            return;
        }
        if ply + 1 == layers.len() {
            return order.push(at as u32);
        }
        for after in ground.on(ground.stones(key)) {
            visit(ground, layers, after, ply + 1, seen, order);
        }
    }
    let mut seen: Vec<Vec<bool>> = layers.iter().map(|keys| vec![false; keys.len()]).collect();
    let mut order = Vec::new();
    visit(ground, layers, ground.start(), 0, &mut seen, &mut order);
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_positions_than_allowed_are_not_listed() {
        let ground = Ground::<u64>::new([7, 6, 4]);
        let counts = |plies, most| Some(layers(&ground, plies, most)?.iter().map(Vec::len).collect::<Vec<_>>());
        assert_eq!(counts(4, 600), Some(vec![1, 4, 25, 121, 568]));
        assert_eq!(counts(4, 500), None);
    }

    #[test]
    fn lines_come_to_every_position_once() {
        let ground = Ground::<u64>::new([7, 6, 4]);
        let layers = layers(&ground, 5, MOST).unwrap();
        let mut order = by_lines(&ground, &layers);
        assert_ne!(order[..3], [0, 1, 2]);
        order.sort_unstable();
        assert!(order.into_iter().eq(0..layers[5].len() as u32));
    }
}
