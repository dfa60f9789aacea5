//! The interface of a textbook search.

use std::fmt::Debug;

use zermelo_core::{Bound, Depth, Evaluator, Game, Score};

use crate::budget::InterruptedError;
use crate::trace::Trace;
use crate::tree_walker::TreeWalker;

/// A textbook search below the root.
pub trait TextbookSearch: Clone + Copy + Debug + Default + Send + 'static {
    /// Its name in specifications.
    const NAME: &'static str;

    /// The value of the current node of the tree, searched to `depth`. The node is one ply below the root; the value is
    /// from the view of the side to move at the root.
    ///
    /// The caller needs only values above `floor`: for a smaller value, a search that prunes may return an upper bound.
    ///
    /// # Errors
    /// When the budget is spent or the search is stopped.
    fn value<G: Game, E: Evaluator<G>, T: Trace<G::Move>>(
        tree: &mut TreeWalker<'_, G, E, T>,
        depth: Depth,
        floor: Score,
    ) -> Result<(Score, Bound), InterruptedError>;
}
