//! The final move, and the report of the search.

use zermelo_core::{Bound, Decision, Depth, Ply, RootMove, Searchable, Wdl};

use super::node_pool::{MctsNode, NodeId, NodePool, Proof};
use super::options::FinalMoveRule;
use super::tree::MctsTree;
use crate::budget::Budget;

/// The rank of a move: proven wins first, the shortest before longer ones; then unproven moves, by visits or mean; then
/// proven losses, the longest first.
fn rank<M>(node: &MctsNode<M>, choice: FinalMoveRule) -> (u8, f64, f64) {
    let visits = f64::from(node.visits());
    match node.proof() {
        Some(Proof { result: Wdl::Win, plies }) => (2, -f64::from(plies.0), visits),
        Some(Proof { result: Wdl::Loss, plies }) => (0, f64::from(plies.0), visits),
        _ => {
            // A move without a visit is worse than any with one.
            let share = node.proof().map(Proof::mean).or(node.mean()).unwrap_or(-1.0);
            match choice {
                FinalMoveRule::Visits => (1, visits, share),
                FinalMoveRule::Score => (1, share, visits),
            }
        }
    }
}

/// The best of several moves, each with a key; the first of equals. A proven draw, which gets no more visits, goes
/// before moves with more visits and a mean below 0.5.
fn best<'n, K: Copy, M: 'n>(
    mut moves: impl Iterator<Item = (K, &'n MctsNode<M>)> + Clone,
    choice: FinalMoveRule,
) -> Option<K> {
    let better = |best: (K, &'n MctsNode<M>), next: (K, &'n MctsNode<M>)| {
        if rank(next.1, choice) > rank(best.1, choice) { next } else { best }
    };
    let (key, node) = moves.clone().reduce(better)?;
    if node.proof().is_some() || node.mean().is_some_and(|share| share >= 0.5) {
        return Some(key);
    }
    let is_drawn = |node: &MctsNode<M>| node.proof().is_some_and(|proof| proof.result == Wdl::Draw);
    Some(moves.find(|(_, node)| is_drawn(node)).map_or(key, |(key, _)| key))
}

/// The index of the best root move.
fn best_root_move<M>(known: &[(M, MctsNode<M>)], choice: FinalMoveRule) -> Option<usize> {
    best(known.iter().map(|(_, node)| node).enumerate(), choice)
}

/// The bound of a proof: the forced line that was found need not be the shortest.
fn bound(proof: Proof) -> Bound {
    match proof.result {
        Wdl::Draw => Bound::Exact,
        Wdl::Win if proof.plies == Ply(0) => Bound::Exact,
        Wdl::Win => Bound::Lower,
        Wdl::Loss if proof.plies <= Ply(1) => Bound::Exact,
        Wdl::Loss => Bound::Upper,
    }
}

/// The node and playout counts of a search.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct SearchCounts {
    pub(super) nodes: u64,
    pub(super) playouts: u64,
}

impl SearchCounts {
    pub(super) fn of(budget: &Budget) -> Self {
        Self { nodes: budget.nodes(), playouts: budget.playouts() }
    }

    /// Adds the difference of two counts.
    pub(super) fn add_since(&mut self, now: Self, then: Self) {
        self.nodes += now.nodes - then.nodes;
        self.playouts += now.playouts - then.playouts;
    }
}

/// The statistics of a root move, added up over all trees.
fn merged<G: Searchable>(trees: &[MctsTree<G>], mv: G::Move) -> Option<MctsNode<G::Move>> {
    let known = trees.iter().filter_map(|tree| tree.pool.child_with_move(tree.root, mv).map(|child| tree.pool[child]));
    known.reduce(|mut sum, node| {
        sum.add(node.visits(), node.points());
        sum.prove(sum.proof().or(node.proof()));
        sum
    })
}

/// The decision from the trees. `legal` are the root's moves in the order of generation; the roots are expanded.
pub(super) fn decide<G: Searchable>(
    trees: &[MctsTree<G>],
    legal: &[G::Move],
    choice: FinalMoveRule,
    counts: SearchCounts,
    longest_path: u32,
) -> Decision<G::Move> {
    let known: Vec<(G::Move, MctsNode<G::Move>)> =
        legal.iter().filter_map(|&mv| merged(trees, mv).map(|node| (mv, node))).collect();
    let Some(at) = best_root_move(&known, choice) else {
        return Decision::play(legal[0]);
    };
    let (chosen, node) = known[at];
    let moves = known
        .iter()
        .map(|&(mv, node)| RootMove {
            mv,
            score: node.proof().map(Proof::score),
            bound: node.proof().map_or(Bound::Exact, bound),
            share: node.mean(),
            visits: u64::from(node.visits()),
        })
        .collect();
    let is_proven = trees.iter().any(|tree| tree.pool[tree.root].proof().is_some());
    Decision {
        score: node.proof().filter(|_| is_proven).map(Proof::score),
        share: node.mean().or(node.proof().map(Proof::mean)),
        depth: Depth(longest_path),
        nodes: counts.nodes,
        playouts: counts.playouts,
        pv: line_through(trees, chosen, choice),
        moves,
        ..Decision::play(chosen)
    }
}

/// The principal variation of a root move, in the tree that visited it most.
fn line_through<G: Searchable>(trees: &[MctsTree<G>], mv: G::Move, choice: FinalMoveRule) -> Vec<G::Move> {
    let through =
        trees.iter().filter_map(|tree| tree.pool.child_with_move(tree.root, mv).map(|child| (&tree.pool, child)));
    let mut line = vec![mv];
    let Some((pool, child)) = through.max_by_key(|(pool, child)| pool[*child].visits()) else { return line };
    extend_line(&mut line, pool, child, choice);
    line
}

/// Appends the principal variation below a node.
fn extend_line<M: Copy>(line: &mut Vec<M>, pool: &NodePool<M>, mut at: NodeId, choice: FinalMoveRule) {
    let known = |&child: &NodeId| pool[child].visits() > 0 || pool[child].proof().is_some();
    while let Some(next) = best(pool.children(at).filter(known).map(|child| (child, &pool[child])), choice) {
        line.push(pool.mv(next));
        at = next;
    }
}
