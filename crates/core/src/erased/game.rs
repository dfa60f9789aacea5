//! A game behind a pointer.

use std::fmt::Debug;

use super::{DynRecord, ErasedRecord, Playable, Refused};
use crate::text::MAX_TEXT;
use crate::view::Board;
use crate::{GameRecord, Line, PdnType, SideName};

/// A game, whichever it is.
pub trait DynGame: Debug + Send + Sync {
    /// The text that names it with its parameters.
    fn spec(&self) -> String;

    /// What people call the sides.
    fn side_names(&self) -> [SideName; 2];

    /// The empty board.
    fn board(&self) -> Board;

    /// Whether no position can come up twice.
    fn is_acyclic(&self) -> bool;

    /// What it is called in Portable Draughts Notation, if it is written so.
    fn pdn(&self) -> Option<PdnType>;

    /// A game from the initial position.
    fn new_record(&self) -> Box<dyn DynRecord>;

    /// A game from a position's text.
    fn record_from(&self, position: &str) -> Result<Box<dyn DynRecord>, Refused>;
}

/// The wrapper that makes a [`DynGame`] of a game.
#[derive(Clone, Debug)]
pub struct Entry<G>(pub G);

impl<G: Playable> DynGame for Entry<G> {
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

    fn record_from(&self, position: &str) -> Result<Box<dyn DynRecord>, Refused> {
        if position.len() > MAX_TEXT {
            let message = format!("the position has {} bytes; at most {MAX_TEXT} are read", position.len());
            return Err(Refused { code: "position/too-long", message });
        }
        let (start, counters) = self.0.parse_start(position).map_err(|why| Refused::from_refusal(&why))?;
        Ok(Box::new(ErasedRecord(GameRecord::from_line(Line::with_counters(self.0.clone(), start, counters)))))
    }
}
