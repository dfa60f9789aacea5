//! The node pool: all nodes of a tree in one array. The children of a node are a contiguous block.

use std::ops::{Index, IndexMut, Range};

use zermelo_core::{Ply, Score, Wdl};

use super::free_list::FreeList;

/// The index of a node in the pool.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct NodeId(pub(super) u32);

/// A move and its statistics. All values are from the view of the side that plays the move.
///
/// It is kept small, since selection reads all children of a node and most trees are larger than the caches.
#[derive(Clone, Copy, Debug)]
pub(super) struct MctsNode<M> {
    /// The sum of the results of its visits, 1 for a win.
    points: f64,
    /// The number of simulations through this node.
    visits: u32,
    pub(super) first_child: u32,
    pub(super) children: u16,
    proof: PackedProof,
    /// The move that leads here; `None` at the root of a new tree.
    mv: Option<M>,
}

/// Statistics that only some selection rules need, from the same view.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct ExtraStats {
    /// The sum of the squared results.
    pub(super) squares: f64,
    /// The sum of the results of simulations in which the move was played later.
    pub(super) amaf_points: f64,
    /// The number of these simulations.
    pub(super) amaf_visits: u32,
    /// The prior: a probability from a network, or a value from -1 to 1 from an evaluator.
    pub(super) prior: f32,
}

/// A proven result, from the view of the side that plays the node's move.
///
/// `plies` is the length of the forced line that was found; shorter wins and losses may exist.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Proof {
    pub(super) result: Wdl,
    /// Plies from the node to the end; 0 for draws.
    pub(super) plies: Ply,
}

impl Proof {
    /// The game is over at the node.
    pub(super) fn terminal(result: Wdl) -> Self {
        Self { result, plies: Ply(0) }
    }

    /// The same result from the view of the parent.
    pub(super) fn for_parent(self) -> Self {
        let plies = if self.result == Wdl::Draw { Ply(0) } else { self.plies.next() };
        Self { result: self.result.reversed(), plies }
    }

    /// The score of the move, counted from the position before it.
    pub(super) fn score(self) -> Score {
        Score::finished(self.result, self.plies.next())
    }

    /// The result as a mean: 1, 0.5 or 0.
    pub(super) fn mean(self) -> f64 {
        match self.result {
            Wdl::Win => 1.0,
            Wdl::Draw => 0.5,
            Wdl::Loss => 0.0,
        }
    }
}

/// An optional [`Proof`] in 16 bits: the result in the two lowest bits, the plies above them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct PackedProof(u16);

impl PackedProof {
    const NOTHING: Self = Self(0);
    /// The most plies that can be stored; longer lines are stored as this.
    const LONGEST: u32 = (u16::MAX >> 2) as u32;

    fn new(proof: Option<Proof>) -> Self {
        let Some(Proof { result, plies }) = proof else { return Self::NOTHING };
        let result = match result {
            Wdl::Loss => 1,
            Wdl::Draw => 2,
            Wdl::Win => 3,
        };
        Self((plies.0.min(Self::LONGEST) as u16) << 2 | result)
    }

    #[inline]
    fn proof(self) -> Option<Proof> {
        let result = match self.0 & 3 {
            0 => return None,
            1 => Wdl::Loss,
            2 => Wdl::Draw,
            _ => Wdl::Win,
        };
        Some(Proof { result, plies: Ply(u32::from(self.0 >> 2)) })
    }
}

impl<M> MctsNode<M> {
    fn new(mv: Option<M>) -> Self {
        Self { points: 0.0, visits: 0, first_child: 0, children: 0, proof: PackedProof::NOTHING, mv }
    }

    /// The proven result, if there is one.
    #[inline]
    pub(super) fn proof(&self) -> Option<Proof> {
        self.proof.proof()
    }

    /// The value of a proven node in selection, where no exploration is added. A proven loss is never selected.
    #[inline]
    pub(super) fn proven_value(&self) -> Option<f32> {
        const WORTH: [f32; 4] = [0.0, f32::NEG_INFINITY, 0.5, 1.0];
        (self.proof != PackedProof::NOTHING).then(|| WORTH[usize::from(self.proof.0 & 3)])
    }

    /// Sets the proven result.
    pub(super) fn prove(&mut self, proof: Option<Proof>) {
        self.proof = PackedProof::new(proof);
    }

    /// Whether its children are in the tree.
    #[inline]
    pub(super) fn is_expanded(&self) -> bool {
        self.children > 0
    }

    /// The number of visits.
    #[inline]
    pub(super) fn visits(&self) -> u32 {
        self.visits
    }

    /// The sum of the results of the visits, 1 for a win.
    #[inline]
    pub(super) fn points(&self) -> f64 {
        self.points
    }

    /// The mean result; `None` before the first visit.
    #[inline]
    pub(super) fn mean(&self) -> Option<f64> {
        (self.visits > 0).then(|| self.points / f64::from(self.visits))
    }

    /// Adds visits and the sum of their results.
    #[inline]
    pub(super) fn add(&mut self, visits: u32, points: f64) {
        self.visits = self.visits.saturating_add(visits);
        self.points += points;
    }

    /// Removes a virtual loss: a visit with the result 0.
    #[inline]
    pub(super) fn remove_virtual_loss(&mut self) {
        self.visits -= 1;
    }
}

/// The nodes of a tree.
#[derive(Clone, Debug)]
pub(super) struct NodePool<M> {
    pub(super) nodes: Vec<MctsNode<M>>,
    /// As long as `nodes`, or empty if they are not needed.
    extra_stats: Vec<ExtraStats>,
    has_extra_stats: bool,
    pub(super) free: FreeList,
    /// The most nodes; only the children of a root may exceed it.
    max_nodes: usize,
    /// A pool of at most this size is not recycled again.
    pub(super) recycle_from: usize,
    /// Whether a block could not be allocated since the last recycling.
    pub(super) allocation_failed: bool,
}

impl<M: Copy> NodePool<M> {
    /// A pool with a root alone, for at most `max_nodes` nodes.
    pub(super) fn new(has_extra_stats: bool, max_nodes: usize) -> Self {
        let extra_stats = if has_extra_stats { vec![ExtraStats::default()] } else { Vec::new() };
        let free = FreeList::default();
        Self {
            nodes: vec![MctsNode::new(None)],
            extra_stats,
            has_extra_stats,
            free,
            max_nodes,
            recycle_from: 0,
            allocation_failed: false,
        }
    }

    /// The root of a new tree.
    pub(super) const ROOT: NodeId = NodeId(0);

    /// The number of allocated nodes, including those that are not reachable any more.
    pub(super) fn len(&self) -> usize {
        self.nodes.len() - self.free.nodes()
    }

    /// The most nodes.
    pub(super) fn max_nodes(&self) -> usize {
        self.max_nodes
    }

    /// Expands a node: gives it its children, in this order. Returns whether there was room for them.
    pub(super) fn expand(&mut self, at: NodeId, moves: &[M]) -> bool {
        let place = self.free.allocate(moves.len()).or_else(|| {
            let is_room = self.nodes.len() + moves.len() <= self.max_nodes;
            is_room.then(|| self.append(moves.len()))
        });
        self.allocation_failed |= place.is_none();
        place.is_some_and(|first| {
            self.fill(at, first, moves);
            true
        })
    }

    /// Expands a root, beyond the limit if necessary.
    pub(super) fn expand_root(&mut self, root: NodeId, moves: &[M]) {
        let first = self.allocate_at_root(moves.len());
        self.fill(root, first, moves);
    }

    fn fill(&mut self, at: NodeId, first: u32, moves: &[M]) {
        debug_assert!(!self[at].is_expanded() && !moves.is_empty());
        for (node, &mv) in self.nodes[first as usize..].iter_mut().zip(moves) {
            *node = MctsNode::new(Some(mv));
        }
        if self.has_extra_stats {
            self.extra_stats[first as usize..first as usize + moves.len()].fill(ExtraStats::default());
        }
        let node = &mut self[at];
        node.first_child = first;
        node.children = moves.len() as u16;
    }

    fn allocate_at_root(&mut self, size: usize) -> u32 {
        self.free.allocate(size).unwrap_or_else(|| self.append(size))
    }

    /// Appends a block to the array. The capacity doubles, up to the limit.
    fn append(&mut self, size: usize) -> u32 {
        let first = self.nodes.len();
        let len = first + size;
        if len > self.nodes.capacity() {
            let more = (2 * first).min(self.max_nodes).max(len) - first;
            self.nodes.reserve_exact(more);
            if self.has_extra_stats {
                self.extra_stats.reserve_exact(more);
            }
        }
        self.nodes.resize(len, MctsNode::new(None));
        if self.has_extra_stats {
            self.extra_stats.resize(len, ExtraStats::default());
        }
        first as u32
    }

    /// Gives an expanded root the children that it lacks of these moves; the existing children keep their statistics.
    pub(super) fn add_missing_children(&mut self, at: NodeId, moves: &[M])
    where
        M: Eq,
    {
        let missing: Vec<M> = moves.iter().copied().filter(|&mv| self.child_with_move(at, mv).is_none()).collect();
        if missing.is_empty() {
            return;
        }
        let (from, known) = (self[at].first_child as usize, usize::from(self[at].children));
        let first = self.allocate_at_root(known + missing.len());
        self.nodes.copy_within(from..from + known, first as usize);
        if self.has_extra_stats {
            self.extra_stats.copy_within(from..from + known, first as usize);
            self.extra_stats[first as usize + known..first as usize + known + missing.len()]
                .fill(ExtraStats::default());
        }
        for (node, &mv) in self.nodes[first as usize + known..].iter_mut().zip(&missing) {
            *node = MctsNode::new(Some(mv));
        }
        self.free.release(from as u32, known);
        let node = &mut self[at];
        node.first_child = first;
        node.children = (known + missing.len()) as u16;
    }

    /// The extra statistics of a node; all zero if they are not kept.
    #[inline]
    pub(super) fn extra_stats(&self, at: NodeId) -> ExtraStats {
        self.extra_stats.get(at.0 as usize).copied().unwrap_or_default()
    }

    /// Mutable access to the extra statistics; `None` if they are not kept.
    #[inline]
    pub(super) fn extra_stats_mut(&mut self, at: NodeId) -> Option<&mut ExtraStats> {
        self.extra_stats.get_mut(at.0 as usize)
    }

    /// The ids of a node's children; empty before it is expanded.
    #[inline]
    pub(super) fn children(&self, at: NodeId) -> impl ExactSizeIterator<Item = NodeId> + Clone + use<M> {
        let node = &self[at];
        (node.first_child..node.first_child + u32::from(node.children)).map(NodeId)
    }

    /// The children of a node.
    #[inline]
    pub(super) fn child_nodes(&self, at: NodeId) -> &[MctsNode<M>] {
        let node = &self[at];
        let Range { start, end } = node.first_child as usize..node.first_child as usize + usize::from(node.children);
        &self.nodes[start..end]
    }

    /// The child at `index` of an expanded node.
    #[inline]
    pub(super) fn child(&self, at: NodeId, index: usize) -> NodeId {
        NodeId(self[at].first_child + index as u32)
    }

    /// The child that a move leads to.
    pub(super) fn child_with_move(&self, at: NodeId, mv: M) -> Option<NodeId>
    where
        M: Eq,
    {
        self.children(at).find(|&child| self[child].mv == Some(mv))
    }

    /// The move that leads to a child.
    ///
    /// # Panics
    /// At the root of a new tree.
    #[inline]
    pub(super) fn mv(&self, child: NodeId) -> M {
        self[child].mv.expect("a child has a move")
    }

    /// The result that the children prove for their parent (MCTS-Solver): a winning child proves a loss, by the
    /// shortest of the wins. If all children are proven and none wins, the best of them counts; among losses, the
    /// longest.
    pub(super) fn proof_from_children(&self, at: NodeId) -> Option<Proof> {
        let child_nodes = self.child_nodes(at);
        let wins = child_nodes.iter().filter_map(MctsNode::proof).filter(|proof| proof.result == Wdl::Win);
        if let Some(quickest) = wins.min_by_key(|proof| proof.plies) {
            return Some(quickest.for_parent());
        }
        let mut best: Option<Proof> = None;
        for child in child_nodes {
            let proof = child.proof()?;
            if best.is_none_or(|best| (proof.result, proof.plies) > (best.result, best.plies)) {
                best = Some(proof);
            }
        }
        best.map(Proof::for_parent)
    }
}

impl<M> Index<NodeId> for NodePool<M> {
    type Output = MctsNode<M>;

    #[inline]
    fn index(&self, id: NodeId) -> &MctsNode<M> {
        &self.nodes[id.0 as usize]
    }
}

impl<M> IndexMut<NodeId> for NodePool<M> {
    #[inline]
    fn index_mut(&mut self, id: NodeId) -> &mut MctsNode<M> {
        &mut self.nodes[id.0 as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn opened(proofs: &[Option<Proof>]) -> NodePool<u8> {
        let mut pool = NodePool::new(false, 100);
        let moves: Vec<u8> = (0..proofs.len() as u8).collect();
        pool.expand_root(NodePool::<u8>::ROOT, &moves);
        for (index, &proof) in proofs.iter().enumerate() {
            let child = pool.child(NodePool::<u8>::ROOT, index);
            pool[child].prove(proof);
        }
        pool
    }

    #[test]
    fn children_prove_their_parent() {
        use Wdl::{Draw, Loss, Win};
        let proof = |result, plies| Some(Proof { result, plies: Ply(plies) });
        let by = |proofs: &[_]| opened(proofs).proof_from_children(NodePool::<u8>::ROOT);
        assert_eq!(by(&[None, proof(Win, 4), proof(Win, 2)]), proof(Loss, 3));
        assert_eq!(by(&[None, proof(Loss, 1)]), None);
        assert_eq!(by(&[None, proof(Draw, 0)]), None);
        assert_eq!(by(&[proof(Loss, 1), proof(Loss, 5), proof(Loss, 3)]), proof(Win, 6));
        assert_eq!(by(&[proof(Loss, 1), proof(Draw, 0)]), proof(Draw, 0));
    }

    #[test]
    fn packed_proofs_round_trip() {
        let longest_path = PackedProof::LONGEST;
        for result in [Wdl::Loss, Wdl::Draw, Wdl::Win] {
            for (plies, stored) in [
                (0, 0),
                (1, 1),
                (longest_path, longest_path),
                (longest_path + 1, longest_path),
                (u32::MAX, longest_path),
            ] {
                let mut node = MctsNode::new(Some(0_u8));
                assert_eq!((node.proof(), node.proven_value()), (None, None));
                node.prove(Some(Proof { result, plies: Ply(plies) }));
                assert_eq!(node.proof(), Some(Proof { result, plies: Ply(stored) }));
                let share = Proof::terminal(result).mean() as f32;
                let worth = if result == Wdl::Loss { f32::NEG_INFINITY } else { share };
                assert_eq!(node.proven_value(), Some(worth));
            }
        }
    }

    #[test]
    fn a_full_pool_expands_no_node() {
        for has_extra_stats in [false, true] {
            let mut pool = NodePool::<u8>::new(has_extra_stats, 5);
            assert!(pool.expand(NodePool::<u8>::ROOT, &[1, 2]));
            let [a, b] = [0, 1].map(|index| pool.child(NodePool::<u8>::ROOT, index));
            assert!(!pool.expand(a, &[1, 2, 3]) && !pool[a].is_expanded() && pool.allocation_failed);
            assert!(pool.expand(b, &[1, 2]));
            assert_eq!((pool.nodes.len(), pool.nodes.capacity()), (5, 5));
            pool.expand_root(a, &[1, 2, 3]);
            assert_eq!(pool.children(a).len(), 3, "a root needs its children");
        }
    }

    /// The sizes that [`MctsOptions`](super::super::MctsOptions) and the docs state.
    #[test]
    fn nodes_have_the_documented_size() {
        use zermelo_games::draughts::DraughtsMove;
        assert_eq!((size_of::<MctsNode<u8>>(), size_of::<MctsNode<u16>>(), size_of::<ExtraStats>()), (24, 24, 24));
        assert_eq!((size_of::<MctsNode<DraughtsMove<u64>>>(), size_of::<MctsNode<DraughtsMove<u128>>>()), (40, 64));
    }
}
