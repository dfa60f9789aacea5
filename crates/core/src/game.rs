//! The [`Game`] trait: rules over small, copyable positions.
//!
//! This module has only the rules. Hints for searches are in [`SearchHints`](crate::SearchHints), random games in
//! [`Playout`](crate::Playout), perft in [`PerftCount`](crate::PerftCount). All three have default implementations, so a new
//! game can start with empty ones.

use std::fmt::Debug;
use std::hash::Hash;

use crate::{Outcome, Side, Termination};

/// A position of a game: small, copyable and hashable. Equal positions have the same legal moves and results, except for draws
/// that depend on the history.
///
/// Every value is valid: it comes from [`Game::initial`], from a legal move, or from a text that
/// [`Notation::parse_position`](crate::Notation::parse_position) has checked.
pub trait Position: Copy + Eq + Ord + Hash + Debug + Send + Sync + 'static {
    /// The side to move. Finished positions have one too: the side that would move next.
    fn side_to_move(&self) -> Side;

    /// A well-mixed 64-bit hash of the whole position, including the side to move.
    fn key(&self) -> u64;
}

/// A move: small and copyable. It is ordered so that sets of moves can be compared.
pub trait Move: Copy + Eq + Ord + Hash + Debug + Send + Sync + 'static {}

impl<T: Copy + Eq + Ord + Hash + Debug + Send + Sync + 'static> Move for T {}

/// An error of a game, with a stable code for programs. Its `Display` text is for people.
pub trait CodedError: std::error::Error + Clone + Eq + Send + Sync + 'static {
    /// All codes that [`code`](CodedError::code) can return, for translations. Empty when they are not listed.
    const CODES: &'static [&'static str] = &[];

    /// A stable code with a namespace, such as `move/column-full`.
    fn code(&self) -> &'static str;
}

/// An illegal move, with the reason.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{why}")]
pub struct PlayError<M: Debug, I: CodedError> {
    /// The illegal move.
    pub mv: M,
    /// Why the move is illegal.
    #[source]
    pub why: I,
}

/// The rules of a game, with their parameters. Cheap to clone: tables are shared.
///
/// Three methods handle a move: [`check`](Game::check) returns why a move is illegal, [`play`](Game::play) checks and plays,
/// [`play_unchecked`](Game::play_unchecked) plays without a check.
///
/// These methods see one position. [`History`](crate::History) decides the draws that depend on earlier positions (repetition,
/// move limits), with the parameters that the game gives below.
pub trait Game: Clone + Debug + Send + Sync + 'static {
    /// A position.
    type Position: Position;
    /// A move.
    type Move: Move;
    /// Why a move is illegal.
    type MoveError: CodedError;
    /// Counters of the rules that are not part of the position, such as plies without progress. `()` for most games.
    type Counters: Copy + Eq + Default + Debug + Send + Sync + 'static;

    /// The initial position.
    fn initial(&self) -> Self::Position;

    /// Whether no position can occur twice in a game. Otherwise an exhaustive search needs a limit.
    fn is_acyclic(&self) -> bool;

    /// Whether the sides move strictly in turn: each legal move gives the turn to the opponent. A pass is a legal move of its
    /// own, so a game with passes alternates too. The conformance suite checks this. A negamax search rejects a game that does
    /// not alternate.
    #[inline]
    fn alternates(&self) -> bool {
        true
    }

    /// The result of the game if the position alone decides it. `None`: the side to move has at least one legal move.
    fn outcome(&self, position: &Self::Position) -> Option<Outcome>;

    /// Why the game is over in a position that has an outcome.
    fn termination(&self, position: &Self::Position) -> Termination {
        match self.outcome(position) {
            Some(Outcome::Draw) => Termination::BoardFull,
            _ => Termination::Line,
        }
    }

    /// Appends the legal moves of a position, in the order that the page of the game documents. A decided position has none.
    fn generate(&self, position: &Self::Position, moves: &mut Vec<Self::Move>);

    /// Checks that a move is legal.
    ///
    /// # Errors
    /// Why the move is illegal.
    fn check(&self, position: &Self::Position, mv: Self::Move) -> Result<(), Self::MoveError>;

    /// Plays a legal move.
    ///
    /// # Panics
    /// May panic, or leave a meaningless position, when the move is illegal. It never causes undefined behaviour.
    fn play_unchecked(&self, position: &mut Self::Position, mv: Self::Move);

    /// Checks a move and returns the position after it.
    ///
    /// # Errors
    /// [`PlayError`] if the move is illegal.
    fn play(
        &self,
        position: &Self::Position,
        mv: Self::Move,
    ) -> Result<Self::Position, PlayError<Self::Move, Self::MoveError>> {
        self.check(position, mv).map_err(|why| PlayError { mv, why })?;
        let mut after = *position;
        self.play_unchecked(&mut after, mv);
        Ok(after)
    }

    /// The number of symmetries, including the identity.
    fn symmetries(&self) -> usize {
        1
    }

    /// The image of a position under a symmetry. Symmetry 0 is the identity.
    fn transform(&self, position: &Self::Position, symmetry: usize) -> Self::Position {
        debug_assert_eq!(symmetry, 0, "this game has no symmetry but the identity");
        *position
    }

    /// The image of a move under a symmetry. Transforming and then playing gives the same position as playing and then
    /// transforming.
    fn transform_move(&self, mv: Self::Move, symmetry: usize) -> Self::Move {
        debug_assert_eq!(symmetry, 0, "this game has no symmetry but the identity");
        mv
    }

    /// The smallest of the positions that are symmetric to this one.
    fn canonical(&self, position: &Self::Position) -> Self::Position {
        (1..self.symmetries()).map(|symmetry| self.transform(position, symmetry)).fold(*position, Ord::min)
    }

    /// The number of occurrences of a position that makes the game a draw (3: threefold repetition). `None`: no such rule.
    fn repetition_limit(&self) -> Option<u32> {
        None
    }

    /// Whether no earlier position can occur again after this move. `false` is always safe.
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
}
