//! The search tree of one game, kept from decision to decision (tree reuse).

use zermelo_core::{GameRecord, Line, Searchable};

use super::node_pool::{NodeId, NodePool};
use crate::budget::Budget;
use crate::rng::Rng;

/// A tree and the line that leads to its root.
#[derive(Clone, Debug)]
pub(super) struct MctsTree<G: Searchable> {
    /// The line from the start of the game to the root.
    pub(super) line: Line<G>,
    pub(super) pool: NodePool<G::Move>,
    pub(super) root: NodeId,
}

impl<G: Searchable> MctsTree<G> {
    /// A new tree of at most `max_nodes` nodes.
    pub(super) fn new(record: &GameRecord<G>, has_extra_stats: bool, max_nodes: usize) -> Self {
        Self {
            line: record.line().clone(),
            pool: NodePool::new(has_extra_stats, max_nodes),
            root: NodePool::<G::Move>::ROOT,
        }
    }

    /// Moves the root to the record's position. `None` if the record does not continue the tree's line (another game,
    /// or a move taken back), or if it leaves the tree.
    pub(super) fn advance_to(mut self, record: &GameRecord<G>) -> Option<Self> {
        let known = self.line.positions();
        if record.line().positions().get(..known.len())? != known {
            return None;
        }
        let from = self.line.ply().index();
        for played in &record.moves()[from..] {
            self.root = self.pool.child_with_move(self.root, played.mv)?;
            self.line.push(played.mv);
        }
        let same = self.line.positions() == record.line().positions()
            && self.line.history().counters() == record.line().history().counters();
        same.then_some(self)
    }

    /// Makes sure that the root has a child for each legal move, since inside the tree some get none. `None` if it has
    /// others: then the tree belongs to another game.
    pub(super) fn with_root_expanded(mut self, legal: &[G::Move], rng: &mut Rng) -> Option<Self> {
        if self.pool[self.root].is_expanded() {
            if self.pool.children(self.root).any(|child| !legal.contains(&self.pool.mv(child))) {
                return None;
            }
            self.pool.add_missing_children(self.root, legal);
        } else {
            let mut moves = legal.to_vec();
            rng.shuffle(&mut moves);
            self.pool.expand_root(self.root, &moves);
        }
        // The root's proof must follow from its present children.
        let proof = self.pool.proof_from_children(self.root);
        self.pool[self.root].prove(proof);
        Some(self)
    }

    /// Frees unreachable nodes if the tree fills more than half of the pool.
    pub(super) fn recycle_if_half_full(&mut self, budget: &mut Budget) {
        if self.pool.len() > self.pool.max_nodes() / 2 {
            self.pool.recycle(self.root, usize::MAX, budget);
            self.pool.recycle_from = 0;
        }
    }
}
