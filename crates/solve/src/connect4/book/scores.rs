//! Score books: the score of every position up to a number of stones.
//!
//! The file has the scores of the deepest positions, in the order of their keys. Reading the book computes the scores of the earlier
//! positions by minimax. Finished positions have no entry.

use std::fmt;

use zermelo_games::bitboard::Bits;
use zermelo_games::stones::Stones;

use super::super::score;
use super::error::BookError;
use super::file;
use super::header::{BoardSize, BookHeader, BookKind};
use super::positions::{BookBoard, MAX_POSITIONS};

/// A layer may have this many positions, whatever the size of the deepest layer.
const LAYER_ALLOWANCE: usize = 1 << 12;
/// A layer may have this many times the positions of the deepest layer, plus [`LAYER_ALLOWANCE`].
const LAYER_RATIO: usize = 16;

/// The unfinished positions of one number of stones: ascending keys and their entries.
pub(in super::super) struct BookLayer<S, T> {
    pub(in super::super) keys: Vec<S>,
    pub(in super::super) entries: Vec<T>,
}

impl<S: Bits, T: Copy> BookLayer<S, T> {
    pub(in super::super) fn find(&self, key: S) -> Option<T> {
        self.keys.binary_search(&key).ok().and_then(|at| self.entries.get(at).copied())
    }
}

/// A score book: the score of every position of one board up to a number of stones.
pub struct ScoreBook<S> {
    header: BookHeader,
    board: BookBoard<S>,
    layers: Vec<BookLayer<S, i8>>,
}

impl<S: Bits> ScoreBook<S> {
    /// Reads a file, of this board size if given.
    ///
    /// # Errors
    /// The file is not a valid score book of the board size.
    pub fn read(bytes: &[u8], size: Option<BoardSize>) -> Result<Self, BookError> {
        let (header, entries) = file::decode(bytes, BookKind::Scores, size)?;
        let board = BookBoard::try_new(header.size)?;
        let limit = max_layer(entries.len());
        let keys = layers(&board, header.plies, limit)
            .ok_or(BookError::Invalid("the board has more positions than the book"))?;
        let deepest = keys.last().map_or(&[][..], |keys| keys);
        if deepest.len() != entries.len() {
            return Err(BookError::Invalid("the number of scores is not the number of positions"));
        }
        let scores: Vec<i8> = entries.iter().map(|&entry| entry as i8).collect();
        let is_possible = |(&key, &score): (&S, &i8)| {
            let stones = board.stones(key);
            (board.min_score(stones)..=board.max_score(stones)).contains(&i32::from(score))
        };
        if !deepest.iter().zip(&scores).all(is_possible) {
            return Err(BookError::Invalid("a score is out of range"));
        }
        Ok(Self { header, board, layers: with_scores(&board, keys, scores) })
    }

    /// Encodes the book as a file.
    pub fn bytes(&self) -> Vec<u8> {
        let scores = self.layers.last().map_or(&[][..], |layer| &layer.entries);
        file::encode(self.header, bytemuck::cast_slice(scores))
    }

    /// The header.
    pub fn header(&self) -> BookHeader {
        self.header
    }

    /// The number of positions.
    pub fn len(&self) -> usize {
        self.layers.iter().map(|layer| layer.keys.len()).sum()
    }

    /// Whether the book has no positions; a valid book has the empty board.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The score of a position that a game reaches within the book's plies.
    pub fn probe(&self, position: &Stones<S>) -> Option<i32> {
        let (area, stones) = (self.board.area(), position.occupied().count() as i32);
        if position.is_won() {
            return Some(-score::of_win(area, stones - 1));
        }
        if stones == area {
            return Some(0);
        }
        let layer = self.layers.get(stones as usize)?;
        layer.find(self.board.canonical_key([position.mover(), position.other()]).key).map(i32::from)
    }

    pub(in super::super) fn board(&self) -> &BookBoard<S> {
        &self.board
    }

    /// The keys of all positions.
    pub(in super::super) fn keys(&self) -> impl Iterator<Item = S> {
        self.layers.iter().flat_map(|layer| layer.keys.iter().copied())
    }
}

impl<S> fmt::Debug for ScoreBook<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ScoreBook").field("header", &self.header).finish_non_exhaustive()
    }
}

/// The most positions of a layer in a book whose deepest layer has `count`. So the memory of reading a book is proportional to the length
/// of the file, even if the file is crafted.
pub(in super::super) fn max_layer(count: usize) -> usize {
    (count * LAYER_RATIO + LAYER_ALLOWANCE).min(MAX_POSITIONS)
}

/// The keys of the unfinished positions of 0 to `plies` stones; `None` if a layer has more than `limit`.
pub(in super::super) fn layers<S: Bits>(board: &BookBoard<S>, plies: u8, limit: usize) -> Option<Vec<Vec<S>>> {
    let mut layers = vec![vec![board.empty_key()]];
    for ply in 0..usize::from(plies) {
        let next = board.next_layer(&layers[ply]);
        if next.len() > limit {
            return None;
        }
        layers.push(next);
    }
    Some(layers)
}

/// Computes the scores of all layers from those of the deepest.
fn with_scores<S: Bits>(board: &BookBoard<S>, mut keys: Vec<Vec<S>>, scores: Vec<i8>) -> Vec<BookLayer<S, i8>> {
    let mut layers = vec![BookLayer { keys: keys.pop().unwrap_or_default(), entries: scores }];
    for keys in keys.into_iter().rev() {
        let below = &layers[layers.len() - 1];
        let score = |&key: &S| {
            let score = board.minimax(board.stones(key), |after| below.find(after).map(i32::from));
            // The layer below has all its successors.
            score.unwrap_or_default() as i8
        };
        let entries = keys.iter().map(score).collect();
        layers.push(BookLayer { keys, entries });
    }
    layers.reverse();
    layers
}

/// The indices of the deepest positions in the order of a depth-first walk. Neighbours share many positions, so the search finds them in
/// the transposition table.
pub(in super::super) fn depth_first_order<S: Bits>(board: &BookBoard<S>, layers: &[Vec<S>]) -> Vec<u32> {
    fn visit<S: Bits>(
        board: &BookBoard<S>,
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
        for after in board.successors(board.stones(key)) {
            visit(board, layers, after, ply + 1, seen, order);
        }
    }
    let mut seen: Vec<Vec<bool>> = layers.iter().map(|keys| vec![false; keys.len()]).collect();
    let mut order = Vec::new();
    visit(board, layers, board.empty_key(), 0, &mut seen, &mut order);
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn layers_above_the_limit_are_rejected() {
        let board = BookBoard::<u64>::new([7, 6, 4]);
        let counts = |plies, limit| Some(layers(&board, plies, limit)?.iter().map(Vec::len).collect::<Vec<_>>());
        assert_eq!(counts(4, 600), Some(vec![1, 4, 25, 121, 568]));
        assert_eq!(counts(4, 500), None);
    }

    #[test]
    fn the_depth_first_order_visits_every_position_once() {
        let board = BookBoard::<u64>::new([7, 6, 4]);
        let layers = layers(&board, 5, MAX_POSITIONS).unwrap();
        let mut order = depth_first_order(&board, &layers);
        assert_ne!(order[..3], [0, 1, 2]);
        order.sort_unstable();
        assert!(order.into_iter().eq(0..layers[5].len() as u32));
    }
}
