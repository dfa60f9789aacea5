//! Type-erased moves.

use std::any::Any;
use std::fmt;
use std::sync::Arc;

use crate::Move;

/// A legal move of a position of any game, with its text. A record
/// ([`DynRecord::parse`](super::DynRecord::parse), [`DynRecord::legal`](super::DynRecord::legal)) or an agent returns it, and
/// [`DynRecord::play_move`](super::DynRecord::play_move) plays it without parsing the text again.
#[derive(Clone)]
pub struct DynMove {
    mv: Arc<dyn Any + Send + Sync>,
    text: String,
}

impl DynMove {
    /// A move with its canonical text.
    pub fn new<M: Move>(mv: M, text: String) -> Self {
        Self { mv: Arc::new(mv), text }
    }

    /// The move, if it is of this type.
    pub fn downcast<M: Move>(&self) -> Option<M> {
        self.mv.downcast_ref().copied()
    }

    /// The canonical text.
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
