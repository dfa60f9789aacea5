//! A textbook search, as the player around it sees it.

use std::fmt::Debug;

use zermelo_core::{Bound, Depth, Evaluator, Game, Score};

use crate::budget::Interrupted;
use crate::trace::Trace;
use crate::tree::Tree;

/// A textbook search below the root.
pub trait Algorithm: Clone + Copy + Debug + Default + Send + 'static {
    /// Its name, as specifications spell it.
    const NAME: &'static str;

    /// The value of the node where the tree stands, searched `depth` plies deep. The node lies one ply below the root; the
    /// value is from the view of the side that moves at the root.
    ///
    /// Whoever asks only cares for values above `floor`: a search that prunes may answer with an upper bound of a value that
    /// is not.
    fn value<G: Game, E: Evaluator<G>, T: Trace<G::Move>>(
        tree: &mut Tree<'_, G, E, T>,
        depth: Depth,
        floor: Score,
    ) -> Result<(Score, Bound), Interrupted>;
}
