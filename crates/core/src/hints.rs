//! What searches ask of a game beside its rules.

use std::hash::{Hash, Hasher};

use crate::{Game, PerftCount, Playout, Ply, Side};

/// What a board tells of the next two plies without playing them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Foresight<M> {
    /// Nothing: the moves have to be played.
    Unknown,
    /// This move wins at once.
    Win(M),
    /// No move wins at once, and after each the opponent does.
    Lost,
    /// No move wins at once. The sound moves are known: those after which the opponent has no such move either.
    Sound,
}

impl<M> Foresight<M> {
    /// The same of a move that is written otherwise.
    pub fn map<N>(self, write: impl FnOnce(M) -> N) -> Foresight<N> {
        match self {
            Self::Unknown => Foresight::Unknown,
            Self::Win(mv) => Foresight::Win(write(mv)),
            Self::Lost => Foresight::Lost,
            Self::Sound => Foresight::Sound,
        }
    }
}

/// What a game can tell a search of its positions and moves without a search. Each answer has a default that is right for every
/// game; a game writes those that make searches faster. The conformance suite compares them with the rules.
pub trait SearchHints: Game {
    /// Whether a legal move is noisy: it changes so much that a guess of the position before it means little (a capture).
    fn is_noisy(&self, position: &Self::Position, mv: Self::Move) -> bool {
        let _ = (position, mv);
        false
    }

    /// Whether a position has a noisy move.
    fn has_noisy(&self, position: &Self::Position) -> bool {
        let _ = position;
        false
    }

    /// A small number of a move, for what searches remember of moves: different moves of a position should have different
    /// numbers, moves to the same square in different positions the same. By default a hash of the move.
    fn move_code(&self, position: &Self::Position, mv: Self::Move) -> u16 {
        let _ = position;
        let mut hasher = Fold(0);
        mv.hash(&mut hasher);
        (hasher.0 >> 48) as u16
    }

    /// A move that wins at once in an undecided position, where the game finds one without playing the moves. `None` says nothing.
    fn winning_move(&self, position: &Self::Position) -> Option<Self::Move> {
        let _ = position;
        None
    }

    /// What the board tells of the next two plies of an undecided position; appends the sound moves, in the order of generation,
    /// where the answer is [`Foresight::Sound`], else nothing.
    fn foresee(&self, position: &Self::Position, sound: &mut Vec<Self::Move>) -> Foresight<Self::Move> {
        let _ = (position, sound);
        Foresight::Unknown
    }

    /// A number that tells apart the counters of a position where they can end the game within so many plies; 0 where they
    /// can't. A table of values mixes it into its keys.
    fn counters_key(&self, counters: Self::Counters, position: &Self::Position, within: Ply) -> u64 {
        let _ = (counters, position, within);
        0
    }

    /// How long a drawn game from here lasts, where all drawn games last as long: until the board is full. `None` where there is no
    /// such number.
    fn plies_to_draw(&self, position: &Self::Position) -> Option<Ply> {
        let _ = position;
        None
    }

    /// Whether a side can still win an undecided position with at most so many moves of its own, as far as a quick look tells. Errors on
    /// the side of `true` are safe.
    fn can_win(&self, position: &Self::Position, side: Side, moves: u32) -> bool {
        let _ = (position, side, moves);
        true
    }

    /// The same board with the other side to move (a null move), in games where that has a meaning (no captures, no forced
    /// moves); `None` elsewhere. No game needs to reach such a position, and it is no legal move: a pass that the rules know is
    /// a move that [`generate`](Game::generate) gives. The breadth-first player asks for it.
    fn null_move(&self, position: &Self::Position) -> Option<Self::Position> {
        let _ = position;
        None
    }
}

/// A game that every player of the search crate can play: rules with hints, random games and counting.
pub trait Searchable: SearchHints + Playout + PerftCount {}

impl<G: SearchHints + Playout + PerftCount> Searchable for G {}

/// A hash for moves: quick, the same on every machine of one byte order, its high bits the best mixed.
struct Fold(u64);

impl Hasher for Fold {
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
