//! A look at the root before the search: wins in one, and the opponent's.

use zermelo_core::{GameRecord, Outcome, Searchable};

use crate::budget::{Budget, Interrupted};
use crate::one_ply;

/// What two plies show.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Look<M> {
    /// This move wins at once.
    Win(M),
    /// Every move lets the opponent win at once; this one leaves it the fewest ways.
    Lost(M),
    /// Only this move does not let the opponent win at once.
    Forced(M),
    /// Several moves are left; these ones let the opponent win at once.
    Open(Vec<M>),
}

/// Looks at each move, and at each reply. Only the board's own results count. Plays up to the square of the number of moves;
/// where the budget has not twice as many left, replies are not looked at.
pub(super) fn look<G: Searchable>(
    record: &GameRecord<G>,
    moves: &[G::Move],
    budget: &mut Budget,
) -> Result<Look<G::Move>, Interrupted> {
    let game = record.game();
    let side = record.side_to_move();
    let mut after = Vec::with_capacity(moves.len());
    for &mv in moves {
        budget.node()?;
        let mut position = *record.position();
        game.play_unchecked(&mut position, mv);
        if game.outcome(&position) == Some(Outcome::Win(side)) {
            return Ok(Look::Win(mv));
        }
        after.push(position);
    }
    if budget.nodes_left() / 2 < (moves.len() * moves.len()) as u64 {
        return Ok(Look::Open(Vec::new()));
    }

    let mut replies = Vec::new();
    let mut lost = Vec::new();
    for (&mv, position) in moves.iter().zip(&after) {
        if game.outcome(position).is_some() {
            // A draw, or a game in which a move can lose by itself: nothing for the opponent to do.
            continue;
        }
        replies.clear();
        game.generate(position, &mut replies);
        let mut wins = 0;
        for &reply in &replies {
            budget.node()?;
            wins += u32::from(one_ply::wins(game, position, reply));
        }
        if wins > 0 {
            lost.push((wins, mv));
        }
    }
    if lost.len() == moves.len()
        && let Some(&(_, mv)) = lost.iter().min_by_key(|(wins, _)| *wins)
    {
        return Ok(Look::Lost(mv));
    }
    let lost: Vec<G::Move> = lost.into_iter().map(|(_, mv)| mv).collect();
    if lost.len() + 1 == moves.len()
        && let Some(&only) = moves.iter().find(|mv| !lost.contains(mv))
        && moves.len() > 1
    {
        return Ok(Look::Forced(only));
    }
    Ok(Look::Open(lost))
}
