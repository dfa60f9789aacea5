//! The nodes of the tree, flat in one list; the children of a node lie side by side, a family.

use std::ops::{Index, IndexMut, Range};

use zermelo_core::{Ply, Score, Wdl};

use super::free_list::FreeList;

/// A node's place in the arena.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct NodeId(pub(super) u32);

/// A move and what was found about it. All values are from the view of the side that plays the move.
///
/// Kept small: a choice reads all children of a node, and most trees are larger than the nearest caches.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node<M> {
    /// The points that the visits brought, 1 for a win.
    points: f64,
    /// How often the search went here.
    visits: u32,
    pub(super) first_child: u32,
    pub(super) children: u16,
    proof: Packed,
    /// The move that leads here; `None` at the root of a fresh tree.
    mv: Option<M>,
}

/// What only some ways of selection ask about a node, from the same view.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Extra {
    /// The sum of the squares of its points.
    pub(super) squares: f64,
    /// The points of simulations in which its move was played later.
    pub(super) amaf_points: f64,
    /// How many they were.
    pub(super) amaf_visits: u32,
    /// What was thought of it beforehand: a chance from a network, or from -1 to 1 by an evaluator.
    pub(super) prior: f32,
}

/// A proven result, from the view of the side that plays the node's move.
///
/// The plies are those of the forced line that was found: a win may be nearer, a loss too.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Proof {
    pub(super) result: Wdl,
    /// Plies from the node to the end; 0 for draws.
    pub(super) plies: Ply,
}

impl Proof {
    /// The game is over at the node.
    pub(super) fn ended(result: Wdl) -> Self {
        Self { result, plies: Ply(0) }
    }

    /// The same seen from one node further up, by the other side.
    pub(super) fn one_up(self) -> Self {
        let plies = if self.result == Wdl::Draw { Ply(0) } else { self.plies.next() };
        Self { result: self.result.reversed(), plies }
    }

    /// As a score of the move, counted from before it.
    pub(super) fn score(self) -> Score {
        Score::finished(self.result, self.plies.next())
    }

    /// As a share of points.
    pub(super) fn share(self) -> f64 {
        match self.result {
            Wdl::Win => 1.0,
            Wdl::Draw => 0.5,
            Wdl::Loss => 0.0,
        }
    }
}

/// What is proven of a node, if anything: the result in the two lowest bits, the plies above them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Packed(u16);

impl Packed {
    const NOTHING: Self = Self(0);
    /// The most plies that are told; a longer line counts as one of these.
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

impl<M> Node<M> {
    fn new(mv: Option<M>) -> Self {
        Self { points: 0.0, visits: 0, first_child: 0, children: 0, proof: Packed::NOTHING, mv }
    }

    /// What is proven of it.
    #[inline]
    pub(super) fn proof(&self) -> Option<Proof> {
        self.proof.proof()
    }

    /// What it is worth to a choice, if it is proven: there is nothing left to be found in it. A loss is never chosen.
    #[inline]
    pub(super) fn proven_worth(&self) -> Option<f32> {
        const WORTH: [f32; 4] = [0.0, f32::NEG_INFINITY, 0.5, 1.0];
        (self.proof != Packed::NOTHING).then(|| WORTH[usize::from(self.proof.0 & 3)])
    }

    /// Notes what is proven of it.
    pub(super) fn prove(&mut self, proof: Option<Proof>) {
        self.proof = Packed::new(proof);
    }

    /// Whether it has its children.
    #[inline]
    pub(super) fn is_open(&self) -> bool {
        self.children > 0
    }

    /// How often the search went here.
    #[inline]
    pub(super) fn visits(&self) -> u32 {
        self.visits
    }

    /// The points that these visits brought, 1 for a win.
    #[inline]
    pub(super) fn points(&self) -> f64 {
        self.points
    }

    /// The mean of the points; `None` before the first visit.
    #[inline]
    pub(super) fn share(&self) -> Option<f64> {
        (self.visits > 0).then(|| self.points / f64::from(self.visits))
    }

    /// Notes visits and the points that they brought.
    #[inline]
    pub(super) fn add(&mut self, visits: u32, points: f64) {
        self.visits = self.visits.saturating_add(visits);
        self.points += points;
    }

    /// Takes back a visit that brought nothing.
    #[inline]
    pub(super) fn lift(&mut self) {
        self.visits -= 1;
    }
}

/// A tree of nodes.
#[derive(Clone, Debug)]
pub(super) struct Arena<M> {
    pub(super) nodes: Vec<Node<M>>,
    /// As long as `nodes`, or empty where nobody asks for it.
    extras: Vec<Extra>,
    has_extras: bool,
    pub(super) free: FreeList,
    /// How many nodes there may be; only the children of a root may go beyond.
    most: usize,
    /// With no more nodes than this it is not worth giving anything back.
    pub(super) recycle_from: usize,
    /// A family found no place since something was given back.
    pub(super) is_cramped: bool,
}

impl<M: Copy> Arena<M> {
    /// A root alone, in a tree of at most so many nodes.
    pub(super) fn new(has_extras: bool, most: usize) -> Self {
        let extras = if has_extras { vec![Extra::default()] } else { Vec::new() };
        let free = FreeList::default();
        Self { nodes: vec![Node::new(None)], extras, has_extras, free, most, recycle_from: 0, is_cramped: false }
    }

    /// The root of a fresh tree.
    pub(super) const ROOT: NodeId = NodeId(0);

    /// How many nodes there are, those that can't be reached any more included.
    pub(super) fn len(&self) -> usize {
        self.nodes.len() - self.free.nodes()
    }

    /// How many nodes there may be.
    pub(super) fn most(&self) -> usize {
        self.most
    }

    /// Gives a node its children, in this order; whether there was room for them.
    pub(super) fn open(&mut self, at: NodeId, moves: &[M]) -> bool {
        let place = self.free.take(moves.len()).or_else(|| {
            let is_room = self.nodes.len() + moves.len() <= self.most;
            is_room.then(|| self.append(moves.len()))
        });
        self.is_cramped |= place.is_none();
        place.is_some_and(|first| {
            self.fill(at, first, moves);
            true
        })
    }

    /// Gives a root its children, whatever there is room for.
    pub(super) fn open_root(&mut self, root: NodeId, moves: &[M]) {
        let first = self.place_at_a_root(moves.len());
        self.fill(root, first, moves);
    }

    fn fill(&mut self, at: NodeId, first: u32, moves: &[M]) {
        debug_assert!(!self[at].is_open() && !moves.is_empty());
        for (node, &mv) in self.nodes[first as usize..].iter_mut().zip(moves) {
            *node = Node::new(Some(mv));
        }
        if self.has_extras {
            self.extras[first as usize..first as usize + moves.len()].fill(Extra::default());
        }
        let node = &mut self[at];
        node.first_child = first;
        node.children = moves.len() as u16;
    }

    fn place_at_a_root(&mut self, size: usize) -> u32 {
        self.free.take(size).unwrap_or_else(|| self.append(size))
    }

    /// Room for a family at the end. What is asked of the system doubles, but stays within what the tree may take.
    fn append(&mut self, size: usize) -> u32 {
        let first = self.nodes.len();
        let len = first + size;
        if len > self.nodes.capacity() {
            let more = (2 * first).min(self.most).max(len) - first;
            self.nodes.reserve_exact(more);
            if self.has_extras {
                self.extras.reserve_exact(more);
            }
        }
        self.nodes.resize(len, Node::new(None));
        if self.has_extras {
            self.extras.resize(len, Extra::default());
        }
        first as u32
    }

    /// Gives an open root the children that it lacks of these moves; those that it has keep what is known.
    pub(super) fn widen(&mut self, at: NodeId, moves: &[M])
    where
        M: Eq,
    {
        let missing: Vec<M> = moves.iter().copied().filter(|&mv| self.child_by(at, mv).is_none()).collect();
        if missing.is_empty() {
            return;
        }
        let (from, known) = (self[at].first_child as usize, usize::from(self[at].children));
        let first = self.place_at_a_root(known + missing.len());
        self.nodes.copy_within(from..from + known, first as usize);
        if self.has_extras {
            self.extras.copy_within(from..from + known, first as usize);
            self.extras[first as usize + known..first as usize + known + missing.len()].fill(Extra::default());
        }
        for (node, &mv) in self.nodes[first as usize + known..].iter_mut().zip(&missing) {
            *node = Node::new(Some(mv));
        }
        self.free.give(from as u32, known);
        let node = &mut self[at];
        node.first_child = first;
        node.children = (known + missing.len()) as u16;
    }

    /// What only some ways of selection ask; all zero where it is not kept.
    #[inline]
    pub(super) fn extra(&self, at: NodeId) -> Extra {
        self.extras.get(at.0 as usize).copied().unwrap_or_default()
    }

    /// The same, to be changed; `None` where it is not kept.
    #[inline]
    pub(super) fn extra_mut(&mut self, at: NodeId) -> Option<&mut Extra> {
        self.extras.get_mut(at.0 as usize)
    }

    /// The children of a node; none before it is open.
    #[inline]
    pub(super) fn children(&self, at: NodeId) -> impl ExactSizeIterator<Item = NodeId> + Clone + use<M> {
        let node = &self[at];
        (node.first_child..node.first_child + u32::from(node.children)).map(NodeId)
    }

    /// The children of a node, with what is known of them.
    #[inline]
    pub(super) fn family(&self, at: NodeId) -> &[Node<M>] {
        let node = &self[at];
        let Range { start, end } = node.first_child as usize..node.first_child as usize + usize::from(node.children);
        &self.nodes[start..end]
    }

    /// The `index`-th child of an open node.
    #[inline]
    pub(super) fn child(&self, at: NodeId, index: usize) -> NodeId {
        NodeId(self[at].first_child + index as u32)
    }

    /// The child that a move leads to.
    pub(super) fn child_by(&self, at: NodeId, mv: M) -> Option<NodeId>
    where
        M: Eq,
    {
        self.children(at).find(|&child| self[child].mv == Some(mv))
    }

    /// The move that leads to a child.
    ///
    /// # Panics
    /// At the root of a fresh tree.
    #[inline]
    pub(super) fn mv(&self, child: NodeId) -> M {
        self[child].mv.expect("a child has a move")
    }

    /// What the children prove of their parent, if they do: one that wins proves a loss, the quickest of them; if all are
    /// proven and none wins, the best of them counts, among losses the one that resists the longest.
    pub(super) fn proof_by_children(&self, at: NodeId) -> Option<Proof> {
        let family = self.family(at);
        let wins = family.iter().filter_map(Node::proof).filter(|proof| proof.result == Wdl::Win);
        if let Some(quickest) = wins.min_by_key(|proof| proof.plies) {
            return Some(quickest.one_up());
        }
        let mut best: Option<Proof> = None;
        for child in family {
            let proof = child.proof()?;
            if best.is_none_or(|best| (proof.result, proof.plies) > (best.result, best.plies)) {
                best = Some(proof);
            }
        }
        best.map(Proof::one_up)
    }
}

impl<M> Index<NodeId> for Arena<M> {
    type Output = Node<M>;

    #[inline]
    fn index(&self, id: NodeId) -> &Node<M> {
        &self.nodes[id.0 as usize]
    }
}

impl<M> IndexMut<NodeId> for Arena<M> {
    #[inline]
    fn index_mut(&mut self, id: NodeId) -> &mut Node<M> {
        &mut self.nodes[id.0 as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn opened(proofs: &[Option<Proof>]) -> Arena<u8> {
        let mut arena = Arena::new(false, 100);
        let moves: Vec<u8> = (0..proofs.len() as u8).collect();
        arena.open_root(Arena::<u8>::ROOT, &moves);
        for (index, &proof) in proofs.iter().enumerate() {
            let child = arena.child(Arena::<u8>::ROOT, index);
            arena[child].prove(proof);
        }
        arena
    }

    #[test]
    fn children_prove_their_parent() {
        use Wdl::{Draw, Loss, Win};
        let proof = |result, plies| Some(Proof { result, plies: Ply(plies) });
        let by = |proofs: &[_]| opened(proofs).proof_by_children(Arena::<u8>::ROOT);
        assert_eq!(by(&[None, proof(Win, 4), proof(Win, 2)]), proof(Loss, 3));
        assert_eq!(by(&[None, proof(Loss, 1)]), None);
        assert_eq!(by(&[None, proof(Draw, 0)]), None);
        assert_eq!(by(&[proof(Loss, 1), proof(Loss, 5), proof(Loss, 3)]), proof(Win, 6));
        assert_eq!(by(&[proof(Loss, 1), proof(Draw, 0)]), proof(Draw, 0));
    }

    #[test]
    fn what_is_proven_comes_back() {
        let longest = Packed::LONGEST;
        for result in [Wdl::Loss, Wdl::Draw, Wdl::Win] {
            for (plies, told) in [(0, 0), (1, 1), (longest, longest), (longest + 1, longest), (u32::MAX, longest)] {
                let mut node = Node::new(Some(0_u8));
                assert_eq!((node.proof(), node.proven_worth()), (None, None));
                node.prove(Some(Proof { result, plies: Ply(plies) }));
                assert_eq!(node.proof(), Some(Proof { result, plies: Ply(told) }));
                let share = Proof::ended(result).share() as f32;
                let worth = if result == Wdl::Loss { f32::NEG_INFINITY } else { share };
                assert_eq!(node.proven_worth(), Some(worth));
            }
        }
    }

    #[test]
    fn a_full_tree_opens_no_node() {
        for has_extras in [false, true] {
            let mut arena = Arena::<u8>::new(has_extras, 5);
            assert!(arena.open(Arena::<u8>::ROOT, &[1, 2]));
            let [a, b] = [0, 1].map(|index| arena.child(Arena::<u8>::ROOT, index));
            assert!(!arena.open(a, &[1, 2, 3]) && !arena[a].is_open() && arena.is_cramped);
            assert!(arena.open(b, &[1, 2]));
            assert_eq!((arena.nodes.len(), arena.nodes.capacity()), (5, 5));
            arena.open_root(a, &[1, 2, 3]);
            assert_eq!(arena.children(a).len(), 3, "a root needs its children");
        }
    }

    /// As [`MctsOptions`](super::super::MctsOptions) and the docs say.
    #[test]
    fn nodes_are_as_large_as_is_said() {
        use zermelo_games::draughts::DraughtsMove;
        assert_eq!((size_of::<Node<u8>>(), size_of::<Node<u16>>(), size_of::<Extra>()), (24, 24, 24));
        assert_eq!((size_of::<Node<DraughtsMove<u64>>>(), size_of::<Node<DraughtsMove<u128>>>()), (40, 64));
    }
}
