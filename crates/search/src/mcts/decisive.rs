//! Decisive and anti-decisive moves at the root (Teytaud and Teytaud 2010): wins in one, and moves that let the
//! opponent win in one.

use zermelo_core::{GameRecord, Outcome, Searchable};

use crate::budget::{Budget, InterruptedError};
use crate::one_ply;

/// The result of the two-ply check.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum RootCheck<M> {
    /// This move wins at once.
    Win(M),
    /// Every move lets the opponent win at once; this one leaves it the fewest winning replies.
    Lost(M),
    /// Only this move does not let the opponent win at once.
    Forced(M),
    /// Several moves remain; the moves in the list let the opponent win at once.
    Open(Vec<M>),
}

/// Checks each move and each reply to it, for wins on the board. It plays up to the square of the number of moves;
/// replies are not checked unless the budget has twice as many nodes left.
///
/// # Errors
/// When the budget is spent or the search is stopped.
pub(super) fn check_root<G: Searchable>(
    record: &GameRecord<G>,
    moves: &[G::Move],
    budget: &mut Budget,
) -> Result<RootCheck<G::Move>, InterruptedError> {
    let game = record.game();
    let side = record.side_to_move();
    let mut after = Vec::with_capacity(moves.len());
    for &mv in moves {
        budget.count_node()?;
        let mut position = *record.position();
        game.play_unchecked(&mut position, mv);
        if game.outcome(&position) == Some(Outcome::Win(side)) {
            return Ok(RootCheck::Win(mv));
        }
        after.push(position);
    }
    if budget.nodes_left() / 2 < (moves.len() * moves.len()) as u64 {
        return Ok(RootCheck::Open(Vec::new()));
    }

    let mut replies = Vec::new();
    let mut lost = Vec::new();
    for (&mv, position) in moves.iter().zip(&after) {
        if game.outcome(position).is_some() {
            // Drawn, or lost by the move itself: there is no reply.
            continue;
        }
        replies.clear();
        game.generate(position, &mut replies);
        let mut wins = 0;
        for &reply in &replies {
            budget.count_node()?;
            wins += u32::from(one_ply::is_winning_move(game, position, reply));
        }
        if wins > 0 {
            lost.push((wins, mv));
        }
    }
    if lost.len() == moves.len()
        && let Some(&(_, mv)) = lost.iter().min_by_key(|(wins, _)| *wins)
    {
        return Ok(RootCheck::Lost(mv));
    }
    let lost: Vec<G::Move> = lost.into_iter().map(|(_, mv)| mv).collect();
    if lost.len() + 1 == moves.len()
        && let Some(&only) = moves.iter().find(|mv| !lost.contains(mv))
        && moves.len() > 1
    {
        return Ok(RootCheck::Forced(only));
    }
    Ok(RootCheck::Open(lost))
}
