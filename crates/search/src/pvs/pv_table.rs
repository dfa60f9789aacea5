//! The triangular PV table: the principal variation of each node on the current path.

use zermelo_core::Ply;

/// Row `n` is the principal variation of the node `n` plies below the root.
#[derive(Clone, Debug)]
pub(super) struct PvTable<M>(Vec<Vec<M>>);

impl<M> Default for PvTable<M> {
    fn default() -> Self {
        Self(vec![Vec::new()])
    }
}

impl<M: Copy> PvTable<M> {
    /// Clears a node's line when the node is entered.
    #[inline]
    pub(super) fn clear(&mut self, ply: Ply) {
        while self.0.len() <= ply.index() {
            self.0.push(Vec::new());
        }
        self.0[ply.index()].clear();
    }

    /// Sets a node's line to a move followed by the line of the child, which was searched last and was a PV node too.
    #[inline]
    pub(super) fn update(&mut self, ply: Ply, mv: M) {
        self.set_last(ply, mv);
        let (above, below) = self.0.split_at_mut(ply.index() + 1);
        if let (Some(line), Some(below)) = (above.last_mut(), below.first()) {
            line.extend_from_slice(below);
        }
    }

    /// Sets a node's line to a single move.
    #[inline]
    pub(super) fn set_last(&mut self, ply: Ply, mv: M) {
        self.clear(ply);
        self.0[ply.index()].push(mv);
    }

    /// The line of the node at a ply.
    pub(super) fn line(&self, ply: Ply) -> &[M] {
        self.0.get(ply.index()).map_or(&[], Vec::as_slice)
    }
}
