//! A game whose sides do not move strictly in turn.

use zermelo_core::{Game, Outcome, PerftCount, Playout, Position, CodedError, SearchHints, Side};

use crate::mix::mix;

/// A token on a ring of three cells, moved on by one cell each turn. The side that moves it keeps the turn or gives it to the
/// opponent, as it likes. Nobody can win; a position that comes up for the third time is a draw.
///
/// A side that keeps the turn three times brings the position back after an odd number of plies. The game has rules and no
/// texts.
#[derive(Clone, Copy, Debug)]
pub struct Carousel;

/// Where the token is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct CarouselPosition {
    at: u8,
    side: Side,
}

/// Who moves after the token.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum CarouselMove {
    /// The same side again.
    Keep,
    /// The opponent.
    Give,
}

/// No move is ever refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CarouselIllegal {}

impl CodedError for CarouselIllegal {
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
    type MoveError = CarouselIllegal;
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

    fn check(&self, _: &CarouselPosition, _: CarouselMove) -> Result<(), CarouselIllegal> {
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
