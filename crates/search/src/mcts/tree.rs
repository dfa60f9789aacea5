//! The tree of one game, carried from decision to decision.

use zermelo_core::{GameRecord, Line, Searchable};

use super::arena::{Arena, NodeId};
use crate::budget::Budget;
use crate::rng::Rng;

/// A tree of nodes and the line that leads to its root.
#[derive(Clone, Debug)]
pub(super) struct SearchTree<G: Searchable> {
    /// The line to the root.
    pub(super) line: Line<G>,
    pub(super) arena: Arena<G::Move>,
    pub(super) root: NodeId,
}

impl<G: Searchable> SearchTree<G> {
    /// A tree of at most so many nodes that knows nothing yet.
    pub(super) fn new(record: &GameRecord<G>, has_extras: bool, most: usize) -> Self {
        Self { line: record.line().clone(), arena: Arena::new(has_extras, most), root: Arena::<G::Move>::ROOT }
    }

    /// Moves the root along the moves that the record has more than the tree's line. `None` if the record is not a
    /// continuation of that line (another game, a move taken back), or goes where the tree never went.
    pub(super) fn follow(mut self, record: &GameRecord<G>) -> Option<Self> {
        let known = self.line.positions();
        if record.line().positions().get(..known.len())? != known {
            return None;
        }
        let from = self.line.ply().index();
        for played in &record.moves()[from..] {
            self.root = self.arena.child_by(self.root, played.mv)?;
            self.line.push(played.mv);
        }
        let same = self.line.positions() == record.line().positions()
            && self.line.history().counters() == record.line().history().counters();
        same.then_some(self)
    }

    /// Makes sure that the root has a child for each legal move: inside the tree some have got none. `None` if it has others: then
    /// the tree is of another game.
    pub(super) fn with_root_open(mut self, legal: &[G::Move], rng: &mut Rng) -> Option<Self> {
        if self.arena[self.root].is_open() {
            if self.arena.children(self.root).any(|child| !legal.contains(&self.arena.mv(child))) {
                return None;
            }
            self.arena.widen(self.root, legal);
        } else {
            let mut moves = legal.to_vec();
            rng.shuffle(&mut moves);
            self.arena.open_root(self.root, &moves);
        }
        // What was proven of the root must stand on children that are still there.
        let proof = self.arena.proof_by_children(self.root);
        self.arena[self.root].prove(proof);
        Some(self)
    }

    /// Gives back what can't be reached any more once the tree takes half of what it may.
    pub(super) fn make_room(&mut self, budget: &mut Budget) {
        if self.arena.len() > self.arena.most() / 2 {
            self.arena.recycle(self.root, usize::MAX, budget);
            self.arena.recycle_from = 0;
        }
    }
}
