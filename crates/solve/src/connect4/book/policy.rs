//! Policy books: a move and a score for every position that a side can meet while it follows the book, whatever the other side plays.
//!
//! The entries are ordered by the number of stones. The file has no positions, because the moves determine which positions come next.
//! Mirror images share an entry.

use std::fmt;

use zermelo_games::bitboard::Bits;
use zermelo_games::stones::Stones;

use super::error::BookError;
use super::file;
use super::header::{BoardSize, BookHeader, BookKind};
use super::partial::BookEntry;
use super::positions::{BookBoard, MoveOutcome};
use super::scores::BookLayer;

/// A policy book: a move and a score for every position that a side can meet while it follows the book.
pub struct PolicyBook<S> {
    header: BookHeader,
    board: BookBoard<S>,
    layers: Vec<BookLayer<S, BookEntry>>,
}

impl<S: Bits> PolicyBook<S> {
    /// Reads a file, of this board size if given.
    ///
    /// # Errors
    /// The file is not a valid policy book of the board size.
    pub fn read(bytes: &[u8], size: Option<BoardSize>) -> Result<Self, BookError> {
        let (header, entries) = file::decode(bytes, BookKind::Policy, size)?;
        let mut policy = Self { header, board: BookBoard::try_new(header.size)?, layers: Vec::new() };
        let mut entries = entries.chunks_exact(2).map(|pair| BookEntry { score: pair[0] as i8, column: pair[1] });
        while let Some(keys) = policy.next_layer() {
            let found: Vec<BookEntry> = entries.by_ref().take(keys.len()).collect();
            if found.len() != keys.len() {
                return Err(BookError::Invalid("the number of moves is not the number of positions"));
            }
            for (&key, entry) in keys.iter().zip(&found) {
                let stones = policy.board.stones(key);
                if policy.board.after(stones, entry.column).is_none() {
                    return Err(BookError::Invalid("a move goes into a column that is full or does not exist"));
                }
                if !(policy.board.min_score(stones)..=policy.board.max_score(stones)).contains(&i32::from(entry.score))
                {
                    return Err(BookError::Invalid("a score is out of range"));
                }
            }
            policy.layers.push(BookLayer { keys, entries: found });
        }
        if entries.next().is_some() {
            return Err(BookError::Invalid("the number of moves is not the number of positions"));
        }
        Ok(policy)
    }

    /// Encodes the book as a file.
    pub fn bytes(&self) -> Vec<u8> {
        let entries = self.layers.iter().flat_map(|layer| &layer.entries);
        file::encode(self.header, &entries.flat_map(|entry| [entry.score as u8, entry.column]).collect::<Vec<u8>>())
    }

    /// The header.
    pub fn header(&self) -> BookHeader {
        self.header
    }

    /// The number of positions.
    pub fn len(&self) -> usize {
        self.layers.iter().map(|layer| layer.keys.len()).sum()
    }

    /// Whether the book has no positions.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The score of a position and the column to play.
    pub fn probe(&self, position: &Stones<S>) -> Option<(i32, u8)> {
        let layer = self.layers.get(position.occupied().count() as usize)?;
        let canonical = self.board.canonical_key([position.mover(), position.other()]);
        let BookEntry { score, column } = layer.find(canonical.key)?;
        let column = if canonical.is_mirrored { self.board.width() - 1 - column } else { column };
        Some((i32::from(score), column))
    }

    pub(in super::super) fn empty(header: BookHeader) -> Self {
        Self { header, board: BookBoard::new(header.size), layers: Vec::new() }
    }

    pub(in super::super) fn board(&self) -> &BookBoard<S> {
        &self.board
    }

    /// The keys of all positions.
    pub(in super::super) fn keys(&self) -> impl Iterator<Item = S> {
        self.layers.iter().flat_map(|layer| layer.keys.iter().copied())
    }

    /// The keys of the next layer, in ascending order; `None` at the end of the book.
    pub(in super::super) fn next_layer(&self) -> Option<Vec<S>> {
        let ply = self.layers.len();
        if ply >= usize::from(self.header.plies) {
            return None;
        }
        let mut keys = match ply.checked_sub(2) {
            None if ply == 0 => vec![self.board.empty_key()],
            None => self.board.next_layer(&[self.board.empty_key()]),
            Some(before) => {
                let BookLayer { keys, entries } = &self.layers[before];
                let own = keys.iter().zip(entries).filter_map(|(&key, entry)| {
                    match self.board.after(self.board.stones(key), entry.column)? {
                        MoveOutcome::Continues(stones) => Some(stones),
                        MoveOutcome::Won | MoveOutcome::Full => None,
                    }
                });
                own.flat_map(|stones| self.board.successors(stones)).collect()
            }
        };
        keys.sort_unstable();
        keys.dedup();
        Some(keys)
    }

    /// Adds the next layer.
    pub(in super::super) fn push(&mut self, keys: Vec<S>, entries: Vec<BookEntry>) {
        self.layers.push(BookLayer { keys, entries });
    }
}

impl<S> fmt::Debug for PolicyBook<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PolicyBook").field("header", &self.header).finish_non_exhaustive()
    }
}
