//! Move generation, perft counts, move validation and `play` agree.

use std::collections::{BTreeMap, BTreeSet};

use zermelo_core::erased::Playable;
use zermelo_core::{CodedError, Depth, GameRecord, Outcome, PlayError, Position, RecordError, Searchable, Termination};

use super::context::{CheckContext, ensure};

/// The greatest number of moves in the pool, with which each position is checked.
const MAX_POOL: usize = 1500;

/// All moves that are legal in some of these positions, each with its text there; a sample if there are more than
/// [`MAX_POOL`].
pub(super) fn move_pool<G: Playable>(context: &CheckContext<G>, positions: &[G::Position]) -> Vec<(G::Move, String)> {
    let mut pool = BTreeMap::new();
    let mut moves = Vec::new();
    for position in positions {
        context.set_position(position);
        moves.clear();
        context.game.generate(position, &mut moves);
        for &mv in &moves {
            pool.entry(mv).or_insert_with(|| context.game.move_text(position, mv));
        }
    }
    let step = pool.len().div_ceil(MAX_POOL).max(1);
    pool.into_iter().step_by(step).collect()
}

/// Checks generation, counts, outcome and `play` of the legal moves of one position.
pub(super) fn check_moves<G: Playable + Searchable>(context: &CheckContext<G>, position: &G::Position) {
    let game = context.game;
    let mut moves = Vec::new();
    game.generate(position, &mut moves);
    let count = moves.len();
    ensure!(context, game.count_moves(position) == count, "{count} moves, but count_moves gives another number");
    let outcome = game.outcome(position);
    ensure!(context, outcome.is_some() == moves.is_empty(), "outcome {outcome:?}, but {count} legal moves");
    if let Some(outcome) = outcome {
        let termination = game.termination(position);
        let fits = match termination {
            Termination::Line | Termination::Connection => outcome != Outcome::Draw,
            Termination::NoMove | Termination::Points => true,
            Termination::BoardFull => outcome == Outcome::Draw,
            _ => false,
        };
        ensure!(context, fits, "{outcome:?} by {termination:?}");
        return;
    }
    let distinct: BTreeSet<G::Move> = moves.iter().copied().collect();
    ensure!(context, distinct.len() == count, "{count} moves, but only {} different moves", distinct.len());
    game.generate(position, &mut moves);
    ensure!(
        context,
        moves.len() == 2 * count && moves[..count] == moves[count..],
        "a second call of generate does not append the same moves"
    );
    moves.truncate(count);
    let mut leaves_at_2 = 0;
    for &mv in &moves {
        context.set_move(mv);
        let mut after = *position;
        game.play_unchecked(&mut after, mv);
        match game.play(position, mv) {
            Ok(checked) => ensure!(context, checked == after, "play and play_unchecked differ"),
            Err(why) => context.fail(&format!("a generated move is rejected: {why}")),
        }
        ensure!(context, after != *position, "a move does not change the position");
        let is_opponents_turn = after.side_to_move() == position.side_to_move().opponent();
        ensure!(
            context,
            is_opponents_turn || !game.alternates(),
            "{:?} is to move again after its move",
            position.side_to_move()
        );
        let mut replies = Vec::new();
        game.generate(&after, &mut replies);
        leaves_at_2 += replies.len() as u64;
    }
    context.set_position(position);
    for (depth, leaves) in [(0, 1), (1, count as u64), (2, leaves_at_2)] {
        let counted = game.count_leaves(position, Depth(depth));
        ensure!(
            context,
            counted.is_none_or(|counted| counted == leaves),
            "{leaves} leaves at depth {depth}, but count_leaves gives {counted:?}"
        );
    }
    check_null_move(context, position);
}

/// A null move gives the same board with the other side to move.
fn check_null_move<G: Playable + Searchable>(context: &CheckContext<G>, position: &G::Position) {
    let game = context.game;
    let Some(after) = game.null_move(position) else { return };
    ensure!(
        context,
        after.side_to_move() == position.side_to_move().opponent(),
        "a null move does not change the side to move"
    );
    ensure!(context, after.key() != position.key(), "the key does not depend on the side to move");
    ensure!(context, game.pieces(&after) == game.pieces(position), "a null move changes the pieces");
    ensure!(context, game.outcome(&after) == game.outcome(position), "a null move changes the outcome");
    ensure!(context, game.null_move(&after) == Some(*position), "two null moves do not restore the position");
}

/// `check` accepts a move of the pool exactly if the move is generated.
pub(super) fn check_against_pool<G: Playable>(
    context: &CheckContext<G>,
    position: &G::Position,
    pool: &[(G::Move, String)],
) {
    let game = context.game;
    let mut moves = Vec::new();
    game.generate(position, &mut moves);
    let legal: BTreeSet<G::Move> = moves.into_iter().collect();
    let mut record = GameRecord::from_position(game.clone(), *position);
    for &(mv, _) in pool {
        context.set_move(mv);
        let error = game.check(position, mv).err();
        match (legal.contains(&mv), error) {
            (true, None) => {}
            (true, Some(why)) => context.fail(&format!("a generated move is rejected: {why}")),
            (false, None) => context.fail("check accepts a move that is not generated"),
            (false, Some(why)) => check_illegal_move(context, position, mv, why, &mut record),
        }
    }
}

/// `play` and a record reject an illegal move with the same error as `check`, and the record does not change.
fn check_illegal_move<G: Playable>(
    context: &CheckContext<G>,
    position: &G::Position,
    mv: G::Move,
    why: G::MoveError,
    record: &mut GameRecord<G>,
) {
    ensure!(context, why.code().contains('/'), "the code \"{}\" has no namespace", why.code());
    let codes = <G::MoveError as CodedError>::CODES;
    ensure!(
        context,
        codes.is_empty() || codes.contains(&why.code()),
        "the code \"{}\" is missing from CODES",
        why.code()
    );
    ensure!(context, !why.to_string().is_empty(), "the error of an illegal move has no message");
    let played = context.game.play(position, mv);
    ensure!(
        context,
        played == Err(PlayError { mv, why: why.clone() }),
        "check rejects the move, but play returns {played:?}"
    );
    let recorded = record.play(mv, None);
    let expected = match record.ending() {
        Some(ending) => RecordError::Over(ending),
        None => RecordError::Illegal(PlayError { mv, why }),
    };
    ensure!(context, recorded == Err(expected), "check rejects the move, but a record returns {recorded:?}");
    ensure!(context, record.position() == position && record.moves().is_empty(), "a rejected move changed the record");
}
