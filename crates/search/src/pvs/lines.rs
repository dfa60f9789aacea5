//! The principal variations of the open nodes, a row a ply.

use zermelo_core::Ply;

/// The rows. Row `n` is the best line from the node `n` plies below the root.
#[derive(Clone, Debug)]
pub(super) struct Lines<M>(Vec<Vec<M>>);

impl<M> Default for Lines<M> {
    fn default() -> Self {
        Self(vec![Vec::new()])
    }
}

impl<M: Copy> Lines<M> {
    /// A node is entered: nothing is known of it.
    #[inline]
    pub(super) fn clear(&mut self, ply: Ply) {
        while self.0.len() <= ply.index() {
            self.0.push(Vec::new());
        }
        self.0[ply.index()].clear();
    }

    /// The best line goes through a move and on as the node below has it, which was searched last and is of the same kind.
    #[inline]
    pub(super) fn put(&mut self, ply: Ply, mv: M) {
        self.end_with(ply, mv);
        let (above, below) = self.0.split_at_mut(ply.index() + 1);
        if let (Some(row), Some(below)) = (above.last_mut(), below.first()) {
            row.extend_from_slice(below);
        }
    }

    /// The best line ends with a move.
    #[inline]
    pub(super) fn end_with(&mut self, ply: Ply, mv: M) {
        self.clear(ply);
        self.0[ply.index()].push(mv);
    }

    /// The line from a ply on.
    pub(super) fn row(&self, ply: Ply) -> &[M] {
        self.0.get(ply.index()).map_or(&[], Vec::as_slice)
    }
}
