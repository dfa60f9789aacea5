//! The contract of a game: rules over small, copyable positions.
//!
//! Rules alone are here. What only a search asks is in [`SearchHints`](crate::SearchHints), random games in
//! [`Playout`](crate::Playout), counting in [`PerftCount`](crate::PerftCount); a new game leaves all three empty.

use std::fmt::Debug;
use std::hash::Hash;

use crate::{Outcome, Side, Termination};

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

    /// Whether the sides move strictly in turn: each legal move gives the turn to the opponent. A side that may or must pass
    /// does so by a move of its own ([`generate`](Game::generate) gives it), so such a game alternates too. The conformance
    /// suite checks it; a search that negates values from ply to ply refuses a game that does not alternate.
    #[inline]
    fn alternates(&self) -> bool {
        true
    }

    /// The result, if the board alone decides it. `None`: the side to move has at least one legal move.
    fn outcome(&self, position: &Self::Position) -> Option<Outcome>;

    /// Why a position with an outcome is over.
    fn termination(&self, position: &Self::Position) -> Termination {
        match self.outcome(position) {
            Some(Outcome::Draw) => Termination::BoardFull,
            _ => Termination::Line,
        }
    }

    /// Appends the legal moves of an undecided position, in the order that the game's page documents. Appends none to a
    /// decided one.
    fn generate(&self, position: &Self::Position, moves: &mut Vec<Self::Move>);

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
}
