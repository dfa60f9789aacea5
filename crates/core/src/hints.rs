//! Hints that a game gives to searches in addition to its rules.

use std::hash::{Hash, Hasher};

use crate::{Game, PerftCount, Playout, Ply, Side};

/// What a game knows about the next two plies without playing them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Foresight<M> {
    /// Nothing: the search has to play the moves.
    Unknown,
    /// This move wins immediately.
    Win(M),
    /// No move wins immediately, and after each move the opponent wins immediately.
    Lost,
    /// No move wins immediately. The sound moves are known: after them, the opponent has no immediate win either.
    Sound,
}

impl<M> Foresight<M> {
    /// Converts the move.
    pub fn map<N>(self, convert: impl FnOnce(M) -> N) -> Foresight<N> {
        match self {
            Self::Unknown => Foresight::Unknown,
            Self::Win(mv) => Foresight::Win(convert(mv)),
            Self::Lost => Foresight::Lost,
            Self::Sound => Foresight::Sound,
        }
    }
}

/// Facts about positions and moves that make searches faster. Each method has a default that is correct for every game. The
/// conformance suite compares the implementations with the rules.
pub trait SearchHints: Game {
    /// Whether a legal move is noisy, such as a capture: a static evaluation before it is unreliable, so quiescence search plays it.
    fn is_noisy(&self, position: &Self::Position, mv: Self::Move) -> bool {
        let _ = (position, mv);
        false
    }

    /// Whether a position has a noisy move.
    fn has_noisy(&self, position: &Self::Position) -> bool {
        let _ = position;
        false
    }

    /// A 16-bit code of a move, for transposition tables, killer moves and history tables. Different moves of a position should have
    /// different codes, and moves to the same square in different positions the same code. By default a hash of the move.
    fn move_code(&self, position: &Self::Position, mv: Self::Move) -> u16 {
        let _ = position;
        let mut hasher = MoveHasher(0);
        mv.hash(&mut hasher);
        (hasher.0 >> 48) as u16
    }

    /// An immediately winning move of an undecided position, if the game finds one without playing the moves. `None` does not mean
    /// that there is no such move.
    fn winning_move(&self, position: &Self::Position) -> Option<Self::Move> {
        let _ = position;
        None
    }

    /// What the game knows about the next two plies of an undecided position. For [`Foresight::Sound`] it appends the sound moves,
    /// in the order of generation, and otherwise nothing.
    fn foresee(&self, position: &Self::Position, sound: &mut Vec<Self::Move>) -> Foresight<Self::Move> {
        let _ = (position, sound);
        Foresight::Unknown
    }

    /// A hash of the rule counters if they can end the game within `within` plies; 0 if they can't. A transposition table adds it to
    /// its keys.
    fn counters_key(&self, counters: Self::Counters, position: &Self::Position, within: Ply) -> u64 {
        let _ = (counters, position, within);
        0
    }

    /// The number of plies to a draw, in games in which a draw always fills the board; `None` in other games.
    fn plies_to_draw(&self, position: &Self::Position) -> Option<Ply> {
        let _ = position;
        None
    }

    /// A quick test whether a side can still win an undecided position with at most `moves` moves of its own. `true` is always safe.
    fn can_win(&self, position: &Self::Position, side: Side, moves: u32) -> bool {
        let _ = (position, side, moves);
        true
    }

    /// The same board with the other side to move (a null move), in games without captures and forced moves; `None` in other games.
    /// It need not be a reachable position. A null move is not a pass: a pass is a legal move of the rules. The breadth-first player
    /// uses it.
    fn null_move(&self, position: &Self::Position) -> Option<Self::Position> {
        let _ = position;
        None
    }
}

/// A game that every algorithm of the search crate can play: rules with hints, random games and perft.
pub trait Searchable: SearchHints + Playout + PerftCount {}

impl<G: SearchHints + Playout + PerftCount> Searchable for G {}

/// A fast hasher for moves, equal on all machines of one byte order. Its high bits are mixed best.
struct MoveHasher(u64);

impl Hasher for MoveHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(u64::from(byte));
        }
    }

    #[inline]
    fn write_u8(&mut self, word: u8) {
        self.write_u64(u64::from(word));
    }

    #[inline]
    fn write_u16(&mut self, word: u16) {
        self.write_u64(u64::from(word));
    }

    #[inline]
    fn write_u32(&mut self, word: u32) {
        self.write_u64(u64::from(word));
    }

    #[inline]
    fn write_u64(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(5) ^ word.wrapping_add(1)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }

    #[inline]
    fn write_usize(&mut self, word: usize) {
        self.write_u64(word as u64);
    }

    #[inline]
    fn write_isize(&mut self, word: isize) {
        self.write_u64(word as u64);
    }
}
