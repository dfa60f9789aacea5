//! The contract of a game: rules over small, copyable positions.

use std::fmt::Debug;
use std::hash::{Hash, Hasher};

use crate::{Depth, Outcome, Ply, Side, Termination};

/// A playable state, small, copyable and hashable. Equal positions have equal futures, history apart.
///
/// A half-valid position does not exist: one comes from [`Game::initial`], from a checked or trusted move, or from text that
/// was read and then validated ([`Notation::parse_position`](crate::Notation::parse_position)).
pub trait Position: Copy + Eq + Ord + Hash + Debug + Send + Sync + 'static {
    /// Who moves next. In a finished position: who would.
    fn side_to_move(&self) -> Side;

    /// A well-mixed 64-bit key of everything that makes two positions differ, the side to move included.
    fn key(&self) -> u64;
}

/// A move: small, copyable; ordered, so that sets of moves can be compared.
pub trait Move: Copy + Eq + Ord + Hash + Debug + Send + Sync + 'static {}

impl<T: Copy + Eq + Ord + Hash + Debug + Send + Sync + 'static> Move for T {}

/// Why something from outside was refused: an error with a stable code for programs beside its words for people.
pub trait Refusal: std::error::Error + Clone + Eq + Send + Sync + 'static {
    /// Every code that it may give, for those who need a text for each. Empty: they are not listed.
    const CODES: &'static [&'static str] = &[];

    /// A stable code with a namespace, such as `move/column-full`.
    fn code(&self) -> &'static str;
}

/// A move that the rules refuse, given back with the reason.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{why}")]
pub struct PlayError<M: Debug, I: Refusal> {
    /// The refused move.
    pub mv: M,
    /// Why.
    #[source]
    pub why: I,
}

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

/// A game: its rules with its parameters. Cheap to clone (tables are shared).
///
/// Three names, three contracts: [`check`](Game::check) says why a move is refused, [`play`](Game::play) checks and plays,
/// [`play_unchecked`](Game::play_unchecked) trusts the caller.
///
/// Draws that depend on what came before (repetition, move limits) are not seen here: [`History`](crate::History) alone
/// judges them, by the parameters that the game declares below.
pub trait Game: Clone + Debug + Send + Sync + 'static {
    /// A playable state.
    type Position: Position;
    /// A move.
    type Move: Move;
    /// Why a move is refused.
    type Illegal: Refusal;
    /// What the rules count beside the position (plies without progress and the like); `()` for most games.
    type Counters: Copy + Eq + Default + Debug + Send + Sync + 'static;

    /// The position that games start from.
    fn initial(&self) -> Self::Position;

    /// Whether no position can come up twice in a game. An exhaustive search without a limit is refused where it can.
    fn is_acyclic(&self) -> bool;

    /// The result, if the board alone decides it. `None`: the side to move has at least one legal move.
    fn outcome(&self, position: &Self::Position) -> Option<Outcome>;

    /// Why a position with an outcome is over.
    fn termination(&self, position: &Self::Position) -> Termination {
        match self.outcome(position) {
            Some(Outcome::Draw) => Termination::BoardFull,
            _ => Termination::Line,
        }
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

    /// Appends the legal moves of an undecided position, in the order that the game's page documents. Appends none to a
    /// decided one.
    fn generate(&self, position: &Self::Position, moves: &mut Vec<Self::Move>);

    /// The number of legal moves, without making a list of them where the game can.
    fn count_moves(&self, position: &Self::Position) -> usize {
        let mut moves = Vec::new();
        self.generate(position, &mut moves);
        moves.len()
    }

    /// The number of perft leaves, where the game knows it without making lists of moves or playing them all; `None` elsewhere. A
    /// decided position has none but at depth 0.
    fn count_leaves(&self, position: &Self::Position, depth: Depth) -> Option<u64> {
        match depth.0 {
            0 => Some(1),
            1 => Some(self.count_moves(position) as u64),
            _ => None,
        }
    }

    /// Whether a move is legal, and if not, why.
    fn check(&self, position: &Self::Position, mv: Self::Move) -> Result<(), Self::Illegal>;

    /// Plays a legal move.
    ///
    /// # Panics
    /// May panic, or leave a meaningless position, when the move is not legal. Never undefined behaviour.
    fn play_unchecked(&self, position: &mut Self::Position, mv: Self::Move);

    /// Checks a move and gives the position after it.
    fn play(
        &self,
        position: &Self::Position,
        mv: Self::Move,
    ) -> Result<Self::Position, PlayError<Self::Move, Self::Illegal>> {
        self.check(position, mv).map_err(|why| PlayError { mv, why })?;
        let mut after = *position;
        self.play_unchecked(&mut after, mv);
        Ok(after)
    }

    /// How many symmetries the game has, the identity included.
    fn symmetries(&self) -> usize {
        1
    }

    /// The image of a position under symmetry number `symmetry` (0 is the identity).
    fn transform(&self, position: &Self::Position, symmetry: usize) -> Self::Position {
        debug_assert_eq!(symmetry, 0, "this game has no symmetry but the identity");
        *position
    }

    /// The image of a move under the same symmetry: transform, then play, equals play, then transform.
    fn transform_move(&self, mv: Self::Move, symmetry: usize) -> Self::Move {
        debug_assert_eq!(symmetry, 0, "this game has no symmetry but the identity");
        mv
    }

    /// The representative of all positions that are symmetric to this one: the smallest.
    fn canonical(&self, position: &Self::Position) -> Self::Position {
        (1..self.symmetries()).map(|symmetry| self.transform(position, symmetry)).fold(*position, Ord::min)
    }

    /// The same board with the other side to move, in games where a standing opponent has a meaning (no captures,
    /// nobody is forced); `None` elsewhere. Such a position may be one that no game reaches; the breadth-first player asks for it.
    fn pass(&self, position: &Self::Position) -> Option<Self::Position> {
        let _ = position;
        None
    }

    /// How often a position may come up before the game is a draw (3: the third time ends it); `None` for never.
    fn repetition_limit(&self) -> Option<u32> {
        None
    }

    /// Whether no position from before this move can come up after it. Errors on the side of `false` are safe.
    fn is_irreversible(&self, before: &Self::Position, mv: Self::Move) -> bool {
        let _ = (before, mv);
        self.is_acyclic()
    }

    /// The counters after a move.
    fn count(
        &self,
        counters: Self::Counters,
        before: &Self::Position,
        mv: Self::Move,
        after: &Self::Position,
    ) -> Self::Counters {
        let _ = (counters, before, mv, after);
        Self::Counters::default()
    }

    /// Whether the counters end the game as a draw.
    fn is_move_limit(&self, counters: Self::Counters, position: &Self::Position) -> bool {
        let _ = (counters, position);
        false
    }

    /// A number that tells apart the counters of a position where they can end the game within so many plies; 0 where they
    /// can't. A table of values mixes it into its keys.
    fn counters_key(&self, counters: Self::Counters, position: &Self::Position, within: Ply) -> u64 {
        let _ = (counters, position, within);
        0
    }

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

    /// A legal move, each as likely, picked by 64 random bits as [`scale`] does; `None` in a decided position. `moves` is room for a
    /// list, where the game has to make one.
    fn random_move(&self, position: &Self::Position, bits: u64, moves: &mut Vec<Self::Move>) -> Option<Self::Move> {
        moves.clear();
        self.generate(position, moves);
        (!moves.is_empty()).then(|| moves[scale(bits, moves.len())])
    }

    /// Plays a game out from an undecided position, each legal move as likely, where the game can without positions and lists of
    /// moves; `None` where it can't. `bits` gives 64 random bits at a time, `played` hears of the moves. Only for games in which no
    /// position can come back.
    fn play_out(
        &self,
        position: &Self::Position,
        bits: &mut impl FnMut() -> u64,
        played: &mut impl FnMut(Self::Move),
    ) -> Option<Outcome> {
        let _ = (position, bits, played);
        None
    }
}

/// 64 random bits made into a number from 0 to `n - 1` by one multiplication
/// (Lemire, "Fast random integer generation in an interval", <https://arxiv.org/abs/1805.10941>, without the rejection): each as
/// likely but for a bias below `n / 2^32`.
#[inline]
pub fn scale(bits: u64, n: usize) -> usize {
    debug_assert!(n > 0 && u32::try_from(n).is_ok(), "nothing to choose from, or far too much");
    (((bits >> 32) * n as u64) >> 32) as usize
}

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
