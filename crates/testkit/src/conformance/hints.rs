//! The hints of a game for searches agree with its rules.

use std::collections::HashMap;

use zermelo_core::erased::Playable;
use zermelo_core::{Foresight, GameRecord, Outcome, Ply, Position, Searchable};

use super::context::{CheckContext, ensure};

/// Checks the immediate wins, sound moves, noisy moves and move codes of a position.
pub(super) fn check_move_hints<G: Playable + Searchable>(context: &CheckContext<G>, position: &G::Position) {
    let game = context.game;
    if game.outcome(position).is_some() {
        return;
    }
    let mut moves = Vec::new();
    game.generate(position, &mut moves);
    let has_noisy = moves.iter().any(|&mv| game.is_noisy(position, mv));
    ensure!(context, game.has_noisy(position) == has_noisy, "has_noisy should be {has_noisy}");

    let wins = immediate_wins(game, position);
    if let Some(mv) = game.winning_move(position) {
        ensure!(context, wins.contains(&mv), "winning_move is {mv:?}, but the immediate wins are {wins:?}");
    }
    let mut reported = Vec::new();
    let foresight = game.foresee(position, &mut reported);
    let is_sound = |&mv: &G::Move| {
        let mut after = *position;
        game.play_unchecked(&mut after, mv);
        game.outcome(&after).is_some() || immediate_wins(game, &after).is_empty()
    };
    let sound: Vec<G::Move> = moves.iter().copied().filter(is_sound).collect();
    match foresight {
        Foresight::Unknown => ensure!(context, reported.is_empty(), "foresee reports Unknown, but also sound moves"),
        Foresight::Win(mv) => {
            ensure!(context, reported.is_empty() && wins.contains(&mv), "foresee: {mv:?} does not win immediately");
        }
        Foresight::Lost => ensure!(
            context,
            reported.is_empty() && wins.is_empty() && sound.is_empty(),
            "foresee reports Lost, but the immediate wins are {wins:?} and the sound moves {sound:?}"
        ),
        Foresight::Sound => ensure!(
            context,
            wins.is_empty() && reported == sound && !sound.is_empty(),
            "foresee reports the sound moves {reported:?}; immediate wins: {wins:?}; sound moves: {sound:?}"
        ),
    }
    check_move_codes(context, position, &moves);
}

/// Checks `can_win` and `plies_to_draw` of every position of a game against the game's end.
pub(super) fn check_end_hints<G: Playable + Searchable>(context: &CheckContext<G>, record: &GameRecord<G>) {
    let game = context.game;
    let Some(outcome) = game.outcome(record.position()) else { return };
    for (at, position) in record.line().positions().iter().enumerate().take(record.ply().index()) {
        context.set_position(position);
        let left = record.ply().0 - at as u32;
        if let Outcome::Win(side) = outcome {
            let moves = if position.side_to_move() == side { left.div_ceil(2) } else { left / 2 };
            ensure!(
                context,
                game.can_win(position, side, moves),
                "{side:?} won with {moves} moves, but can_win is false"
            );
        }
        if let Some(Ply(plies)) = game.plies_to_draw(position) {
            let fits = if outcome == Outcome::Draw { plies == left } else { plies >= left };
            ensure!(context, fits, "plies_to_draw is {plies}, but the game ended after {left} plies: {outcome:?}");
        }
    }
}

/// The moves that win immediately.
fn immediate_wins<G: Playable>(game: &G, position: &G::Position) -> Vec<G::Move> {
    let mut moves = Vec::new();
    game.generate(position, &mut moves);
    let wins = |&mv: &G::Move| {
        let mut after = *position;
        game.play_unchecked(&mut after, mv);
        game.outcome(&after) == Some(Outcome::Win(position.side_to_move()))
    };
    moves.into_iter().filter(wins).collect()
}

/// Moves can share a code, but most codes must differ.
fn check_move_codes<G: Playable + Searchable>(context: &CheckContext<G>, position: &G::Position, moves: &[G::Move]) {
    let mut by_code: HashMap<u16, u32> = HashMap::new();
    for &mv in moves {
        *by_code.entry(context.game.move_code(position, mv)).or_default() += 1;
    }
    let shared = by_code.values().filter(|&&count| count > 1).count();
    ensure!(context, 4 * shared <= moves.len().max(8), "{shared} codes are shared by several of {} moves", moves.len());
}
