//! A move and a score for every position that comes up while one side keeps to these moves, whatever the other side does.
//!
//! The entries are those of the empty board, of the positions after one stone, and so on: where the side to move has kept to its moves. The moves
//! tell which positions come next, so the file names none of them. Of mirror images one stands for both.

use std::fmt;

use zermelo_games::bitboard::Bits;
use zermelo_games::stones::Stones;

use super::error::BookError;
use super::file;
use super::positions::{After, Ground};
use super::scores::Layer;
use super::title::BoardSize;
use super::title::{Kind, Title};
use super::work::Entry;

/// A move and a score for every position that comes up while one side keeps to these moves.
pub struct Policy<S> {
    title: Title,
    ground: Ground<S>,
    layers: Vec<Layer<S, Entry>>,
}

impl<S: Bits> Policy<S> {
    /// Reads a file: one about this board, or about any.
    pub fn read(bytes: &[u8], size: Option<BoardSize>) -> Result<Self, BookError> {
        let (title, entries) = file::decode(bytes, Kind::Policy, size)?;
        let mut policy = Self { title, ground: Ground::fitting(title.size)?, layers: Vec::new() };
        let mut entries = entries.chunks_exact(2).map(|pair| Entry { score: pair[0] as i8, column: pair[1] });
        while let Some(keys) = policy.next() {
            let found: Vec<Entry> = entries.by_ref().take(keys.len()).collect();
            if found.len() != keys.len() {
                return Err(BookError::Impossible("it has not one move for every position"));
            }
            for (&key, entry) in keys.iter().zip(&found) {
                let stones = policy.ground.stones(key);
                if policy.ground.after(stones, entry.column).is_none() {
                    return Err(BookError::Impossible("a move goes into a column that is full or not there"));
                }
                if !(policy.ground.least(stones)..=policy.ground.most(stones)).contains(&i32::from(entry.score)) {
                    return Err(BookError::Impossible("a score is out of range"));
                }
            }
            policy.layers.push(Layer { keys, entries: found });
        }
        if entries.next().is_some() {
            return Err(BookError::Impossible("it has not one move for every position"));
        }
        Ok(policy)
    }

    /// The file.
    pub fn bytes(&self) -> Vec<u8> {
        let entries = self.layers.iter().flat_map(|layer| &layer.entries);
        file::encode(self.title, &entries.flat_map(|entry| [entry.score as u8, entry.column]).collect::<Vec<u8>>())
    }

    /// What it is about.
    pub fn title(&self) -> Title {
        self.title
    }

    /// How many positions it has.
    pub fn len(&self) -> usize {
        self.layers.iter().map(|layer| layer.keys.len()).sum()
    }

    /// Whether it has none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The score of a position of the book's board and the column to play.
    pub fn probe(&self, position: &Stones<S>) -> Option<(i32, u8)> {
        let layer = self.layers.get(position.occupied().count() as usize)?;
        let keyed = self.ground.keyed([position.mover(), position.other()]);
        let Entry { score, column } = layer.find(keyed.key)?;
        let column = if keyed.is_mirrored { self.ground.width() - 1 - column } else { column };
        Some((i32::from(score), column))
    }

    pub(in super::super) fn empty(title: Title) -> Self {
        Self { title, ground: Ground::new(title.size), layers: Vec::new() }
    }

    pub(in super::super) fn ground(&self) -> &Ground<S> {
        &self.ground
    }

    /// The keys of all positions.
    pub(in super::super) fn keys(&self) -> impl Iterator<Item = S> {
        self.layers.iter().flat_map(|layer| layer.keys.iter().copied())
    }

    /// The keys of the positions that come next, of one stone more; `None` at the end.
    pub(in super::super) fn next(&self) -> Option<Vec<S>> {
        let ply = self.layers.len();
        if ply >= usize::from(self.title.plies) {
            return None;
        }
        let mut keys = match ply.checked_sub(2) {
            None if ply == 0 => vec![self.ground.start()],
            None => self.ground.next(&[self.ground.start()]),
            Some(before) => {
                let Layer { keys, entries } = &self.layers[before];
                let own = keys.iter().zip(entries).filter_map(|(&key, entry)| {
                    match self.ground.after(self.ground.stones(key), entry.column)? {
                        After::On(stones) => Some(stones),
                        After::Won | After::Full => None,
                    }
                });
                own.flat_map(|stones| self.ground.on(stones)).collect()
            }
        };
        keys.sort_unstable();
        keys.dedup();
        Some(keys)
    }

    /// Adds what was found of the positions that come next.
    pub(in super::super) fn push(&mut self, keys: Vec<S>, entries: Vec<Entry>) {
        self.layers.push(Layer { keys, entries });
    }
}

impl<S> fmt::Debug for Policy<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Policy").field("title", &self.title).finish_non_exhaustive()
    }
}
