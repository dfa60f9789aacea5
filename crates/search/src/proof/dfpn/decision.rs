//! The decision, from the results of both win queries.

use std::cmp::Reverse;

use zermelo_core::{Bound, Decision, Depth, Ply, RootMove, Score, Searchable, Side, Wdl};

use super::numbers::PROOF;
use super::root_proof::{RootProof, WinQuery};
use super::search::{DfpnSearch, ProofStatus};

/// The decision of the side to move among the root's legal moves.
pub(super) fn decide<G: Searchable>(
    root_proof: &RootProof<G>,
    search: &mut DfpnSearch<'_, G>,
    side: Side,
    moves: &[G::Move],
) -> Decision<G::Move> {
    let wdl = root_proof.wdl();
    let proven = match wdl {
        Some(Wdl::Win) => Some(&root_proof.win),
        Some(Wdl::Loss) => Some(&root_proof.loss),
        _ => None,
    };
    let chosen = match proven.and_then(|query| query.win(side)) {
        Some((_, at)) => at,
        None => most_promising(root_proof, moves.len()),
    };
    let mut root_moves: Vec<RootMove<G::Move>> = Vec::with_capacity(moves.len());
    for (at, &mv) in moves.iter().enumerate() {
        let (score, bound) =
            proven_score(root_proof, at).map_or((None, Bound::Exact), |(score, bound)| (Some(score), bound));
        root_moves.push(RootMove { mv, score, bound, share: None, visits: 0 });
    }
    if proven.is_some_and(|query| query.is_shortest)
        && let Some(best) = root_moves.get_mut(chosen)
    {
        best.bound = Bound::Exact;
    }
    let score = match wdl {
        Some(Wdl::Draw) => Some(Score::DRAW),
        _ => proven.and_then(|query| query.win(side)).map(|(plies, _)| {
            let wdl = wdl.unwrap_or(Wdl::Draw);
            Score::finished(wdl, Ply(u32::from(plies)))
        }),
    };
    let pv = match proven.and_then(|query| Some((query.attacker, query.roots.get(chosen)?))) {
        Some((attacker, child)) => search.winning_line(attacker, child),
        None => vec![moves[chosen]],
    };
    Decision {
        score,
        depth: Depth(search.deepest.0),
        nodes: search.budget.nodes(),
        elapsed: search.budget.elapsed(),
        pv,
        moves: root_moves,
        note: note(root_proof, proven),
        ..Decision::play(moves[chosen])
    }
}

/// Among the moves that are not proven lost, the first with the smallest proof number for the side to move; ties are
/// broken by the largest proof number for the opponent.
fn most_promising<G: Searchable>(root_proof: &RootProof<G>, moves: usize) -> usize {
    let number = |query: &WinQuery<G>, at: usize| query.roots.get(at).map_or(1, |child| child.found.numbers.0[PROOF]);
    let open = (0..moves).filter(|&at| root_proof.loss.won_after(at).is_none());
    open.min_by_key(|&at| (number(&root_proof.win, at), Reverse(number(&root_proof.loss, at)))).unwrap_or(0)
}

/// The proven score or bound of a root move.
fn proven_score<G: Searchable>(root_proof: &RootProof<G>, at: usize) -> Option<(Score, Bound)> {
    let after = |plies: u16| Ply(u32::from(plies) + 1);
    if let Some(plies) = root_proof.win.won_after(at) {
        return Some((Score::win_in(after(plies)), if plies == 0 { Bound::Exact } else { Bound::Lower }));
    }
    if let Some(plies) = root_proof.loss.won_after(at) {
        return Some((Score::loss_in(after(plies)), if plies <= 1 { Bound::Exact } else { Bound::Upper }));
    }
    match (root_proof.win.fails_after(at), root_proof.loss.fails_after(at)) {
        (true, true) => Some((Score::DRAW, Bound::Exact)),
        (true, false) => Some((Score::DRAW, Bound::Upper)),
        (false, true) => Some((Score::DRAW, Bound::Lower)),
        (false, false) => None,
    }
}

/// A note on what is proven and what is not.
fn note<G: Searchable>(root_proof: &RootProof<G>, proven: Option<&WinQuery<G>>) -> Option<String> {
    let note = match proven {
        Some(query) if query.is_shortest => return None,
        Some(query) if query.attacker == root_proof.win.attacker => "a proven win, which may be shorter",
        Some(_) => "a proven loss, which may be longer",
        None => match (root_proof.win.answer(), root_proof.loss.answer()) {
            (Some(false), Some(false)) => return None,
            (Some(false), _) => "no win; a loss is neither proven nor ruled out",
            (_, Some(false)) => "no loss; a win is neither proven nor ruled out",
            _ => "nothing is proven",
        },
    };
    let is_given_up = [&root_proof.win, &root_proof.loss].iter().any(|query| query.end == Some(ProofStatus::GivenUp));
    Some(if is_given_up { format!("{note}: the lines became too long") } else { note.to_owned() })
}
