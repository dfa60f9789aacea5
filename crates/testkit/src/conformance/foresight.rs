//! What a game tells searches of its moves is what playing them shows.

use std::collections::HashMap;

use zermelo_core::erased::Playable;
use zermelo_core::{Foresight, GameRecord, Outcome, Ply, Position, Searchable};

use super::witness::{Witness, demand};

/// Wins at once, sound moves, noisy moves and codes.
pub(super) fn agrees<G: Playable + Searchable>(witness: &Witness<G>, position: &G::Position) {
    let game = witness.game;
    if game.outcome(position).is_some() {
        return;
    }
    let mut moves = Vec::new();
    game.generate(position, &mut moves);
    let noisy = moves.iter().any(|&mv| game.is_noisy(position, mv));
    demand!(witness, game.has_noisy(position) == noisy, "it has a noisy move: {noisy}, and says otherwise");

    let wins = wins_at_once(game, position);
    if let Some(mv) = game.winning_move(position) {
        demand!(witness, wins.contains(&mv), "{mv:?} is said to win at once, the moves that do are {wins:?}");
    }
    let mut told = Vec::new();
    let foresight = game.foresee(position, &mut told);
    let is_sound = |&mv: &G::Move| {
        let mut after = *position;
        game.play_unchecked(&mut after, mv);
        game.outcome(&after).is_some() || wins_at_once(game, &after).is_empty()
    };
    let sound: Vec<G::Move> = moves.iter().copied().filter(is_sound).collect();
    match foresight {
        Foresight::Unknown => demand!(witness, told.is_empty(), "moves are told where nothing is known"),
        Foresight::Win(mv) => demand!(witness, told.is_empty() && wins.contains(&mv), "{mv:?} does not win at once"),
        Foresight::Lost => demand!(
            witness,
            told.is_empty() && wins.is_empty() && sound.is_empty(),
            "it is said to be lost; moves that win: {wins:?}; sound ones: {sound:?}"
        ),
        Foresight::Sound => demand!(
            witness,
            wins.is_empty() && told == sound && !sound.is_empty(),
            "told as sound: {told:?}; moves that win: {wins:?}; sound ones: {sound:?}"
        ),
    }
    codes_differ(witness, position, &moves);
}

/// What is told of how a game can end is true of how this one did.
pub(super) fn foresees_the_end<G: Playable + Searchable>(witness: &Witness<G>, record: &GameRecord<G>) {
    let game = witness.game;
    let Some(outcome) = game.outcome(record.position()) else { return };
    for (at, position) in record.line().positions().iter().enumerate().take(record.ply().index()) {
        witness.at(position);
        let left = record.ply().0 - at as u32;
        if let Outcome::Win(side) = outcome {
            let moves = if position.side_to_move() == side { left.div_ceil(2) } else { left / 2 };
            demand!(
                witness,
                game.can_win(position, side, moves),
                "{side:?} won with {moves} moves, and can't be able to"
            );
        }
        if let Some(Ply(plies)) = game.plies_to_draw(position) {
            let fits = if outcome == Outcome::Draw { plies == left } else { plies >= left };
            demand!(witness, fits, "a draw is said to take {plies} plies, the game took {left}: {outcome:?}");
        }
    }
}

/// The moves that win at once.
fn wins_at_once<G: Playable>(game: &G, position: &G::Position) -> Vec<G::Move> {
    let mut moves = Vec::new();
    game.generate(position, &mut moves);
    let wins = |&mv: &G::Move| {
        let mut after = *position;
        game.play_unchecked(&mut after, mv);
        game.outcome(&after) == Some(Outcome::Win(position.side_to_move()))
    };
    moves.into_iter().filter(wins).collect()
}

/// Codes are allowed to meet; most must not.
fn codes_differ<G: Playable + Searchable>(witness: &Witness<G>, position: &G::Position, moves: &[G::Move]) {
    let mut by_code: HashMap<u16, u32> = HashMap::new();
    for &mv in moves {
        *by_code.entry(witness.game.move_code(position, mv)).or_default() += 1;
    }
    let shared = by_code.values().filter(|&&count| count > 1).count();
    demand!(witness, 4 * shared <= moves.len().max(8), "{shared} of the codes of {} moves are shared", moves.len());
}
