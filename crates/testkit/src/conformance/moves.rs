//! Generating, counting, checking and playing moves agree.

use std::collections::{BTreeMap, BTreeSet};

use zermelo_core::erased::Playable;
use zermelo_core::{Depth, GameRecord, Outcome, PlayError, Position, RecordError, CodedError, Searchable, Termination};

use super::witness::{Witness, demand};

/// How many moves of other positions each position is asked about.
const POOL: usize = 1500;

/// All moves that are legal anywhere in these positions, with their texts there, thinned out if there are very many.
pub(super) fn pool<G: Playable>(witness: &Witness<G>, positions: &[G::Position]) -> Vec<(G::Move, String)> {
    let mut pool = BTreeMap::new();
    let mut moves = Vec::new();
    for position in positions {
        witness.at(position);
        moves.clear();
        witness.game.generate(position, &mut moves);
        for &mv in &moves {
            pool.entry(mv).or_insert_with(|| witness.game.move_text(position, mv));
        }
    }
    let step = pool.len().div_ceil(POOL).max(1);
    pool.into_iter().step_by(step).collect()
}

/// What the game says of the moves of one position fits together.
pub(super) fn agree<G: Playable + Searchable>(witness: &Witness<G>, position: &G::Position) {
    let game = witness.game;
    let mut moves = Vec::new();
    game.generate(position, &mut moves);
    let count = moves.len();
    demand!(witness, game.count_moves(position) == count, "{count} moves, but count_moves says otherwise");
    let outcome = game.outcome(position);
    demand!(witness, outcome.is_some() == moves.is_empty(), "outcome {outcome:?}, but {count} legal moves");
    if let Some(outcome) = outcome {
        let termination = game.termination(position);
        let fits = match termination {
            Termination::Line | Termination::Connection => outcome != Outcome::Draw,
            Termination::NoMove | Termination::Points => true,
            Termination::BoardFull => outcome == Outcome::Draw,
            _ => false,
        };
        demand!(witness, fits, "{outcome:?} by {termination:?}");
        return;
    }
    let distinct: BTreeSet<G::Move> = moves.iter().copied().collect();
    demand!(witness, distinct.len() == count, "{count} moves, but only {} different ones", distinct.len());
    game.generate(position, &mut moves);
    demand!(
        witness,
        moves.len() == 2 * count && moves[..count] == moves[count..],
        "generate does not append the same moves"
    );
    moves.truncate(count);
    let mut below = 0;
    for &mv in &moves {
        witness.on(mv);
        let mut after = *position;
        game.play_unchecked(&mut after, mv);
        match game.play(position, mv) {
            Ok(checked) => demand!(witness, checked == after, "play and play_unchecked differ"),
            Err(why) => witness.fail(&format!("a generated move is refused: {why}")),
        }
        demand!(witness, after != *position, "a move that changes nothing");
        let flips = after.side_to_move() == position.side_to_move().opponent();
        demand!(witness, flips || !game.alternates(), "{:?} moved, and moves again", position.side_to_move());
        let mut replies = Vec::new();
        game.generate(&after, &mut replies);
        below += replies.len() as u64;
    }
    witness.at(position);
    for (depth, leaves) in [(0, 1), (1, count as u64), (2, below)] {
        let counted = game.count_leaves(position, Depth(depth));
        demand!(
            witness,
            counted.is_none_or(|counted| counted == leaves),
            "{leaves} leaves at depth {depth}, counted as {counted:?}"
        );
    }
    null_move(witness, position);
}

/// A null move gives the same board with the other side to move.
fn null_move<G: Playable + Searchable>(witness: &Witness<G>, position: &G::Position) {
    let game = witness.game;
    let Some(after) = game.null_move(position) else { return };
    demand!(
        witness,
        after.side_to_move() == position.side_to_move().opponent(),
        "a null move leaves the turn where it was"
    );
    demand!(witness, after.key() != position.key(), "the key does not hold the side to move");
    demand!(witness, game.pieces(&after) == game.pieces(position), "a null move moves pieces");
    demand!(witness, game.outcome(&after) == game.outcome(position), "a null move changes the result");
    demand!(witness, game.null_move(&after) == Some(*position), "two null moves do not lead back");
}

/// The legal moves are those of the pool that the rules let through.
pub(super) fn from_pool<G: Playable>(witness: &Witness<G>, position: &G::Position, pool: &[(G::Move, String)]) {
    let game = witness.game;
    let mut moves = Vec::new();
    game.generate(position, &mut moves);
    let legal: BTreeSet<G::Move> = moves.into_iter().collect();
    let mut record = GameRecord::from_position(game.clone(), *position);
    for &(mv, _) in pool {
        witness.on(mv);
        let refusal = game.check(position, mv).err();
        match (legal.contains(&mv), refusal) {
            (true, None) => {}
            (true, Some(why)) => witness.fail(&format!("a generated move is refused: {why}")),
            (false, None) => witness.fail("a move is let through that is not generated"),
            (false, Some(why)) => refused(witness, position, mv, why, &mut record),
        }
    }
}

/// An illegal move is refused by everyone, in the same words, and changes nothing.
fn refused<G: Playable>(
    witness: &Witness<G>,
    position: &G::Position,
    mv: G::Move,
    why: G::MoveError,
    record: &mut GameRecord<G>,
) {
    demand!(witness, why.code().contains('/'), "the code \"{}\" has no namespace", why.code());
    let codes = <G::MoveError as CodedError>::CODES;
    demand!(witness, codes.is_empty() || codes.contains(&why.code()), "the code \"{}\" is not listed", why.code());
    demand!(witness, !why.to_string().is_empty(), "a refusal without words");
    let played = witness.game.play(position, mv);
    demand!(witness, played == Err(PlayError { mv, why: why.clone() }), "check refuses, but play says {played:?}");
    let taken = record.play(mv, None);
    let expected = match record.ending() {
        Some(ending) => RecordError::Over(ending),
        None => RecordError::Illegal(PlayError { mv, why }),
    };
    demand!(witness, taken == Err(expected), "check refuses, but a record says {taken:?}");
    demand!(witness, record.position() == position && record.moves().is_empty(), "a refused move changed the record");
}
