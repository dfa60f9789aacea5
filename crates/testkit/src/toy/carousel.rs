//! A game whose sides do not move strictly in turn.

use zermelo_core::{CodedError, Game, Outcome, PerftCount, Playout, Position, SearchHints, Side};

use crate::mix::mix;

/// A token on a ring of three cells. Each move advances it by one cell, and the side that moves chooses the side to
/// move next. Neither side can win. The third occurrence of a position is a draw.
///
/// A side that keeps the turn three times repeats the position after an odd number of plies. The game has rules but no
/// notation.
#[derive(Clone, Copy, Debug)]
pub struct Carousel;

/// The cell of the token and the side to move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct CarouselPosition {
    at: u8,
    side: Side,
}

/// The choice of the side that moves next.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum CarouselMove {
    /// The same side moves again.
    Keep,
    /// The opponent moves.
    Give,
}

/// No move is ever illegal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CarouselMoveError {}

impl CodedError for CarouselMoveError {
    fn code(&self) -> &'static str {
        match *self {}
    }
}

impl Position for CarouselPosition {
    fn side_to_move(&self) -> Side {
        self.side
    }

    fn key(&self) -> u64 {
        mix([self.at, self.side as u8])
    }
}

impl Game for Carousel {
    type Position = CarouselPosition;
    type Move = CarouselMove;
    type MoveError = CarouselMoveError;
    type Counters = ();

    fn initial(&self) -> CarouselPosition {
        CarouselPosition { at: 0, side: Side::First }
    }

    fn is_acyclic(&self) -> bool {
        false
    }

    fn alternates(&self) -> bool {
        false
    }

    fn outcome(&self, _: &CarouselPosition) -> Option<Outcome> {
        None
    }

    fn generate(&self, _: &CarouselPosition, moves: &mut Vec<CarouselMove>) {
        moves.extend([CarouselMove::Keep, CarouselMove::Give]);
    }

    fn check(&self, _: &CarouselPosition, _: CarouselMove) -> Result<(), CarouselMoveError> {
        Ok(())
    }

    fn play_unchecked(&self, position: &mut CarouselPosition, mv: CarouselMove) {
        position.at = (position.at + 1) % 3;
        if mv == CarouselMove::Give {
            position.side = position.side.opponent();
        }
    }

    fn repetition_limit(&self) -> Option<u32> {
        Some(3)
    }
}

impl SearchHints for Carousel {}

impl Playout for Carousel {}

impl PerftCount for Carousel {}
