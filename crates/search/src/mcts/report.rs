//! Which move plays, and what is told of the search.

use zermelo_core::{Bound, Decision, Depth, Game, Ply, RootMove, Wdl};

use super::arena::{Arena, Node, NodeId, Proof};
use super::options::Choice;
use super::tree::SearchTree;
use crate::budget::Budget;

/// The rank of a move: proven wins first, the quickest of them; then what is open, by visits or share; then proven losses, the
/// one that resists the longest.
fn rank<M>(node: &Node<M>, choice: Choice) -> (u8, f64, f64) {
    let visits = f64::from(node.visits);
    match node.proof {
        Some(Proof { result: Wdl::Win, plies }) => (2, -f64::from(plies.0), visits),
        Some(Proof { result: Wdl::Loss, plies }) => (0, f64::from(plies.0), visits),
        _ => {
            // A move that was never tried is worse than any that was.
            let share = node.proof.map(Proof::share).or(node.share()).unwrap_or(-1.0);
            match choice {
                Choice::Visits => (1, visits, share),
                Choice::Score => (1, share, visits),
            }
        }
    }
}

/// The best of some children, the first of equals.
fn best<M: Copy>(arena: &Arena<M>, children: impl Iterator<Item = NodeId>, choice: Choice) -> Option<NodeId> {
    children.reduce(|best, child| if rank(&arena[child], choice) > rank(&arena[best], choice) { child } else { best })
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

/// The decision as the tree has it. `legal` are the root's moves in the order of generation; the root is open.
pub(super) fn decide<G: Game>(
    tree: &SearchTree<G>,
    legal: &[G::Move],
    choice: Choice,
    budget: &Budget,
    longest: u32,
) -> Decision<G::Move> {
    let arena = &tree.arena;
    let in_order = || legal.iter().filter_map(|&mv| arena.child_by(tree.root, mv));
    let Some(chosen) = best(arena, in_order(), choice) else {
        return Decision::play(legal[0]);
    };
    let moves = in_order()
        .map(|child| {
            let node = &arena[child];
            RootMove {
                mv: arena.mv(child),
                score: node.proof.map(Proof::score),
                bound: node.proof.map_or(Bound::Exact, bound),
                share: node.share(),
                visits: u64::from(node.visits),
            }
        })
        .collect();
    let mut pv = vec![arena.mv(chosen)];
    let mut at = chosen;
    let known = |&child: &NodeId| arena[child].visits > 0 || arena[child].proof.is_some();
    while let Some(next) = best(arena, arena.children(at).filter(known), choice) {
        pv.push(arena.mv(next));
        at = next;
    }
    let node = &arena[chosen];
    Decision {
        score: arena[tree.root].proof.and(node.proof).map(Proof::score),
        share: node.share().or(node.proof.map(Proof::share)),
        depth: Depth(longest),
        nodes: budget.nodes(),
        playouts: budget.playouts(),
        elapsed: budget.elapsed(),
        pv,
        moves,
        ..Decision::play(arena.mv(chosen))
    }
}
