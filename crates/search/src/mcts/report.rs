//! Which move plays, and what is told of the search.

use zermelo_core::{Bound, Decision, Depth, Ply, RootMove, Searchable, Wdl};

use super::arena::{Node, NodeId, Proof};
use super::options::Choice;
use super::tree::SearchTree;
use crate::budget::Budget;

/// The rank of a move: proven wins first, the quickest of them; then what is open, by visits or share; then proven losses, the
/// one that resists the longest.
fn rank<M>(node: &Node<M>, choice: Choice) -> (u8, f64, f64) {
    let visits = f64::from(node.visits());
    match node.proof() {
        Some(Proof { result: Wdl::Win, plies }) => (2, -f64::from(plies.0), visits),
        Some(Proof { result: Wdl::Loss, plies }) => (0, f64::from(plies.0), visits),
        _ => {
            // A move that was never tried is worse than any that was.
            let share = node.proof().map(Proof::share).or(node.share()).unwrap_or(-1.0);
            match choice {
                Choice::Visits => (1, visits, share),
                Choice::Score => (1, share, visits),
            }
        }
    }
}

/// The best of some moves, each with a name; the first of equals. A proven draw, which is not searched any further, goes before what was
/// searched more and looks worse than a draw.
fn best<'n, K: Copy, M: 'n>(mut moves: impl Iterator<Item = (K, &'n Node<M>)> + Clone, choice: Choice) -> Option<K> {
    let better = |best: (K, &'n Node<M>), next: (K, &'n Node<M>)| {
        if rank(next.1, choice) > rank(best.1, choice) { next } else { best }
    };
    let (name, node) = moves.clone().reduce(better)?;
    if node.proof().is_some() || node.share().is_some_and(|share| share >= 0.5) {
        return Some(name);
    }
    let is_drawn = |node: &Node<M>| node.proof().is_some_and(|proof| proof.result == Wdl::Draw);
    Some(moves.find(|(_, node)| is_drawn(node)).map_or(name, |(name, _)| name))
}

/// What a proof says as a bound: the forced line that was found may not be the shortest.
fn bound(proof: Proof) -> Bound {
    match proof.result {
        Wdl::Draw => Bound::Exact,
        Wdl::Win if proof.plies == Ply(0) => Bound::Exact,
        Wdl::Win => Bound::Lower,
        Wdl::Loss if proof.plies <= Ply(1) => Bound::Exact,
        Wdl::Loss => Bound::Upper,
    }
}

/// What a search has spent.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Spent {
    pub(super) nodes: u64,
    pub(super) playouts: u64,
}

impl Spent {
    pub(super) fn of(budget: &Budget) -> Self {
        Self { nodes: budget.nodes(), playouts: budget.playouts() }
    }

    /// Adds what came since.
    pub(super) fn add_since(&mut self, now: Self, then: Self) {
        self.nodes += now.nodes - then.nodes;
        self.playouts += now.playouts - then.playouts;
    }
}

/// What the trees know of a move at the root, added up.
fn merged<G: Searchable>(trees: &[SearchTree<G>], mv: G::Move) -> Option<Node<G::Move>> {
    let known = trees.iter().filter_map(|tree| tree.arena.child_by(tree.root, mv).map(|child| tree.arena[child]));
    known.reduce(|mut sum, node| {
        sum.add(node.visits(), node.points());
        sum.prove(sum.proof().or(node.proof()));
        sum
    })
}

/// The decision as the trees have it. `legal` are the root's moves in the order of generation; the roots are open.
pub(super) fn decide<G: Searchable>(
    trees: &[SearchTree<G>],
    legal: &[G::Move],
    choice: Choice,
    spent: Spent,
    longest: u32,
) -> Decision<G::Move> {
    let known: Vec<(G::Move, Node<G::Move>)> =
        legal.iter().filter_map(|&mv| merged(trees, mv).map(|node| (mv, node))).collect();
    let Some(at) = best(known.iter().map(|(_, node)| node).enumerate(), choice) else {
        return Decision::play(legal[0]);
    };
    let (chosen, node) = known[at];
    let moves = known
        .iter()
        .map(|&(mv, node)| RootMove {
            mv,
            score: node.proof().map(Proof::score),
            bound: node.proof().map_or(Bound::Exact, bound),
            share: node.share(),
            visits: u64::from(node.visits()),
        })
        .collect();
    let is_proven = trees.iter().any(|tree| tree.arena[tree.root].proof().is_some());
    Decision {
        score: node.proof().filter(|_| is_proven).map(Proof::score),
        share: node.share().or(node.proof().map(Proof::share)),
        depth: Depth(longest),
        nodes: spent.nodes,
        playouts: spent.playouts,
        pv: line_through(trees, chosen, choice),
        moves,
        ..Decision::play(chosen)
    }
}

/// The expected line through a move at the root, of the tree that went there most.
fn line_through<G: Searchable>(trees: &[SearchTree<G>], mv: G::Move, choice: Choice) -> Vec<G::Move> {
    let through = trees.iter().filter_map(|tree| tree.arena.child_by(tree.root, mv).map(|child| (&tree.arena, child)));
    let mut line = vec![mv];
    let Some((arena, mut at)) = through.max_by_key(|(arena, child)| arena[*child].visits()) else { return line };
    let known = |&child: &NodeId| arena[child].visits() > 0 || arena[child].proof().is_some();
    while let Some(next) = best(arena.children(at).filter(known).map(|child| (child, &arena[child])), choice) {
        line.push(arena.mv(next));
        at = next;
    }
    line
}
