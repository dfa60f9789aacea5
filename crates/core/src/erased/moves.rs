//! A move behind a pointer.

use std::any::Any;
use std::fmt;
use std::sync::Arc;

use crate::Move;

/// A legal move of a position, whichever game it is of: the move itself for the rules, and its text for people and files. It
/// comes from the record at that position ([`DynRecord::parse`](super::DynRecord::parse),
/// [`DynRecord::legal`](super::DynRecord::legal)) or from an agent that was asked about it, and goes back to the record
/// ([`DynRecord::play_move`](super::DynRecord::play_move)) without being read again.
#[derive(Clone)]
pub struct DynMove {
    mv: Arc<dyn Any + Send + Sync>,
    text: String,
}

impl DynMove {
    /// A move with its usual text.
    pub fn new<M: Move>(mv: M, text: String) -> Self {
        Self { mv: Arc::new(mv), text }
    }

    /// The move, if it is of this type.
    pub fn downcast<M: Move>(&self) -> Option<M> {
        self.mv.downcast_ref().copied()
    }

    /// Its usual text.
    pub fn text(&self) -> &str {
        &self.text
    }
}

impl fmt::Display for DynMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl fmt::Debug for DynMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "DynMove({})", self.text)
    }
}
