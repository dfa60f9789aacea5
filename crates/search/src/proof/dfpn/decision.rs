//! The move, by what is known of both questions.

use std::cmp::Reverse;

use zermelo_core::{Bound, Decision, Depth, Ply, RootMove, Score, Searchable, Side, Wdl};

use super::numbers::PROOF;
use super::search::{End, Search};
use super::verdict::{Inquiry, Verdict};

/// The decision of the side to move among the root's legal moves.
pub(super) fn decide<G: Searchable>(
    verdict: &Verdict<G>,
    search: &mut Search<'_, G>,
    side: Side,
    moves: &[G::Move],
) -> Decision<G::Move> {
    let wdl = verdict.wdl();
    let proven = match wdl {
        Some(Wdl::Win) => Some(&verdict.win),
        Some(Wdl::Loss) => Some(&verdict.loss),
        _ => None,
    };
    let chosen = match proven.and_then(|inquiry| inquiry.win(side)) {
        Some((_, at)) => at,
        None => most_promising(verdict, moves.len()),
    };
    let mut root_moves: Vec<RootMove<G::Move>> = Vec::with_capacity(moves.len());
    for (at, &mv) in moves.iter().enumerate() {
        let (score, bound) = value_of(verdict, at).map_or((None, Bound::Exact), |(score, bound)| (Some(score), bound));
        root_moves.push(RootMove { mv, score, bound, share: None, visits: 0 });
    }
    if proven.is_some_and(|inquiry| inquiry.is_shortest)
        && let Some(best) = root_moves.get_mut(chosen)
    {
        best.bound = Bound::Exact;
    }
    let score = match wdl {
        Some(Wdl::Draw) => Some(Score::DRAW),
        _ => proven.and_then(|inquiry| inquiry.win(side)).map(|(plies, _)| {
            let wdl = wdl.unwrap_or(Wdl::Draw);
            Score::finished(wdl, Ply(u32::from(plies)))
        }),
    };
    let pv = match proven.and_then(|inquiry| Some((inquiry.attacker, inquiry.roots.get(chosen)?))) {
        Some((attacker, child)) => search.line(attacker, child),
        None => vec![moves[chosen]],
    };
    Decision {
        score,
        depth: Depth(search.deepest.0),
        nodes: search.budget.nodes(),
        elapsed: search.budget.elapsed(),
        pv,
        moves: root_moves,
        note: words(verdict, proven),
        ..Decision::play(moves[chosen])
    }
}

/// Of the moves that are not proven lost, the first whose win has the smallest proof number; where that says nothing, the one after which
/// the opponent's win has the greatest.
fn most_promising<G: Searchable>(verdict: &Verdict<G>, moves: usize) -> usize {
    let number =
        |inquiry: &Inquiry<G>, at: usize| inquiry.roots.get(at).map_or(1, |child| child.found.numbers.0[PROOF]);
    let open = (0..moves).filter(|&at| verdict.loss.won_after(at).is_none());
    open.min_by_key(|&at| (number(&verdict.win, at), Reverse(number(&verdict.loss, at)))).unwrap_or(0)
}

/// What is proven of a move of the root.
fn value_of<G: Searchable>(verdict: &Verdict<G>, at: usize) -> Option<(Score, Bound)> {
    let after = |plies: u16| Ply(u32::from(plies) + 1);
    if let Some(plies) = verdict.win.won_after(at) {
        return Some((Score::win_in(after(plies)), if plies == 0 { Bound::Exact } else { Bound::Lower }));
    }
    if let Some(plies) = verdict.loss.won_after(at) {
        return Some((Score::loss_in(after(plies)), if plies <= 1 { Bound::Exact } else { Bound::Upper }));
    }
    match (verdict.win.fails_after(at), verdict.loss.fails_after(at)) {
        (true, true) => Some((Score::DRAW, Bound::Exact)),
        (true, false) => Some((Score::DRAW, Bound::Upper)),
        (false, true) => Some((Score::DRAW, Bound::Lower)),
        (false, false) => None,
    }
}

/// What a person should know of it.
fn words<G: Searchable>(verdict: &Verdict<G>, proven: Option<&Inquiry<G>>) -> Option<String> {
    let words = match proven {
        Some(inquiry) if inquiry.is_shortest => return None,
        Some(inquiry) if inquiry.attacker == verdict.win.attacker => "a proven win, which may be shorter",
        Some(_) => "a proven loss, which may be longer",
        None => match (verdict.win.answer(), verdict.loss.answer()) {
            (Some(false), Some(false)) => return None,
            (Some(false), _) => "no win; a loss is neither proven nor ruled out",
            (_, Some(false)) => "no loss; a win is neither proven nor ruled out",
            _ => "nothing is proven",
        },
    };
    let is_given_up = [&verdict.win, &verdict.loss].iter().any(|inquiry| inquiry.end == Some(End::GivenUp));
    Some(if is_given_up { format!("{words}: the lines became too long") } else { words.to_owned() })
}
