//! Type-erased games.

use std::fmt::Debug;

use super::{DynRecord, ErasedError, ErasedRecord, Playable};
use crate::text::MAX_TEXT;
use crate::view::Board;
use crate::{GameRecord, Line, PdnType, SideName};

/// A game of any type.
pub trait DynGame: Debug + Send + Sync {
    /// The specification: the name of the game with its parameters.
    fn spec(&self) -> String;

    /// The names of the sides.
    fn side_names(&self) -> [SideName; 2];

    /// The empty board.
    fn board(&self) -> Board;

    /// Whether no position can occur twice in a game.
    fn is_acyclic(&self) -> bool;

    /// The game type in Portable Draughts Notation, if the game has one.
    fn pdn(&self) -> Option<PdnType>;

    /// A game from the initial position.
    fn new_record(&self) -> Box<dyn DynRecord>;

    /// A game from a position given as text.
    ///
    /// # Errors
    /// The text is too long, malformed, or not a legal position.
    fn record_from(&self, position: &str) -> Result<Box<dyn DynRecord>, ErasedError>;
}

/// Implements [`DynGame`] for a game.
#[derive(Clone, Debug)]
pub struct ErasedGame<G>(pub G);

impl<G: Playable> DynGame for ErasedGame<G> {
    fn spec(&self) -> String {
        self.0.spec()
    }

    fn side_names(&self) -> [SideName; 2] {
        self.0.side_names()
    }

    fn board(&self) -> Board {
        self.0.board()
    }

    fn is_acyclic(&self) -> bool {
        self.0.is_acyclic()
    }

    fn pdn(&self) -> Option<PdnType> {
        self.0.pdn()
    }

    fn new_record(&self) -> Box<dyn DynRecord> {
        Box::new(ErasedRecord(GameRecord::new(self.0.clone())))
    }

    fn record_from(&self, position: &str) -> Result<Box<dyn DynRecord>, ErasedError> {
        if position.len() > MAX_TEXT {
            let message = format!("the position has {} bytes; at most {MAX_TEXT} are read", position.len());
            return Err(ErasedError { code: "position/too-long", message });
        }
        let (start, counters) = self.0.parse_start(position).map_err(|why| ErasedError::from_coded(&why))?;
        Ok(Box::new(ErasedRecord(GameRecord::from_line(Line::with_counters(self.0.clone(), start, counters)))))
    }
}
