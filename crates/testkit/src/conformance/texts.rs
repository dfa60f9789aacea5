//! Printed texts are parsed as the same positions and moves. Corrupted texts are rejected, or parsed as valid
//! positions.

use std::collections::HashSet;

use zermelo_core::erased::Playable;
use zermelo_core::spec::Spec;
use zermelo_core::text::MAX_TEXT;
use zermelo_core::{CodedError, GameRecord, Line, Position};

use super::context::{CheckContext, ensure};
use crate::rng::TestRng;

/// The number of positions whose texts are corrupted.
const CORRUPTED_POSITIONS: usize = 20;
/// The number of corrupted texts made from each of them.
const CORRUPTIONS: usize = 60;
/// The number of moves of other positions that are parsed in each position.
const FOREIGN_MOVES: usize = 100;

/// The game's specification can be parsed.
pub(super) fn check_spec<G: Playable>(context: &CheckContext<G>) {
    let text = context.game.spec();
    if let Err(why) = text.parse::<Spec>() {
        context.fail(&format!("the specification \"{text}\" can't be parsed: {why}"));
    }
}

/// A record that starts from a text, which must be the canonical one.
pub(super) fn parse_start<G: Playable>(context: &CheckContext<G>, text: &str) -> GameRecord<G> {
    let game = context.game;
    match game.parse_start(text) {
        Ok((position, counters)) => {
            context.set_position(&position);
            let printed = game.position_text(&position) + &game.counters_text(counters);
            ensure!(context, printed == text, "\"{text}\" is printed as \"{printed}\"");
            GameRecord::from_line(Line::with_counters(game.clone(), position, counters))
        }
        Err(why) => context.fail(&format!("\"{text}\" is rejected: {why}")),
    }
}

/// A position's text is parsed as the same position. Its key, which moves have updated, must equal the key of the
/// parsed one.
pub(super) fn check_position_text<G: Playable>(context: &CheckContext<G>, position: &G::Position) {
    let game = context.game;
    let text = game.position_text(position);
    ensure!(context, !text.is_empty() && text.len() <= MAX_TEXT, "the text of a position has {} bytes", text.len());
    match game.parse_position(&text) {
        Ok(read) => {
            ensure!(context, read == *position, "\"{text}\" is parsed as {read:?}");
            ensure!(
                context,
                read.key() == position.key(),
                "the incrementally updated key differs from the key of the parsed position"
            );
            ensure!(context, game.position_text(&read) == text, "equal positions have different texts");
        }
        Err(why) => context.fail(&format!("the position's own text \"{text}\" is rejected: {why}")),
    }
    match game.parse_start(&text) {
        Ok((read, counters)) => {
            ensure!(
                context,
                read == *position && counters == G::Counters::default(),
                "parse_start and parse_position give different positions or counters"
            );
        }
        Err(why) => context.fail(&format!("parse_start rejects \"{text}\": {why}")),
    }
}

/// The text of each move is parsed as that move. The texts of other moves are rejected, or parsed as legal moves.
pub(super) fn check_move_texts<G: Playable>(
    context: &CheckContext<G>,
    position: &G::Position,
    pool: &[(G::Move, String)],
) {
    let game = context.game;
    let mut moves = Vec::new();
    game.generate(position, &mut moves);
    let mut texts = HashSet::new();
    for &mv in &moves {
        context.set_move(mv);
        let text = game.move_text(position, mv);
        ensure!(
            context,
            game.split_moves(&text) == [text.as_str()],
            "split_moves splits the text \"{text}\" of one move"
        );
        match game.parse_move(position, &text) {
            Ok(read) => ensure!(context, read == mv, "\"{text}\" is parsed as {read:?}"),
            Err(why) => context.fail(&format!("the move's own text \"{text}\" is rejected: {why}")),
        }
        ensure!(context, texts.insert(text.clone()), "two moves have the same text \"{text}\"");
    }
    let mut foreign: Vec<String> = ["", " ", "?", "0", "-", "a0", "zz99", "\u{e9}\u{1f600}"].map(str::to_owned).into();
    let step = pool.len().div_ceil(FOREIGN_MOVES).max(1);
    for (_, text) in pool.iter().step_by(step) {
        // Complete, shortened, doubled, in upper case: a careless parser would accept some of these.
        foreign.extend([text.clone(), text.chars().skip(1).collect(), text.repeat(2), text.to_uppercase()]);
    }
    for text in &foreign {
        if let Ok(mv) = game.parse_move(position, text) {
            context.set_move(mv);
            ensure!(context, game.check(position, mv).is_ok(), "\"{text}\" is parsed as an illegal move");
        }
    }
}

/// A corrupted text is rejected with a message and a code, or parsed as a position whose own text can be parsed.
pub(super) fn check_corrupted_texts<G: Playable>(context: &CheckContext<G>, sample: &[G::Position], rng: &mut TestRng) {
    let game = context.game;
    let step = sample.len().div_ceil(CORRUPTED_POSITIONS).max(1);
    for position in sample.iter().step_by(step) {
        context.set_position(position);
        let original: Vec<char> = game.position_text(position).chars().collect();
        for _ in 0..CORRUPTIONS {
            let mut text = original.clone();
            let at = rng.below(text.len());
            let other = original[rng.below(original.len())];
            match rng.below(6) {
                0 => text.truncate(at),
                1 => drop(text.remove(at)),
                2 => text[at] = other,
                3 => text.insert(at, other),
                4 => text[at] = ['9', '-', 'é', '0', ' ', '\0'][rng.below(6)],
                _ => text.swap(at, original.len() / 2),
            }
            let text: String = text.into_iter().collect();
            match game.parse_start(&text) {
                Ok((read, counters)) => {
                    let printed = game.position_text(&read) + &game.counters_text(counters);
                    let again = game.parse_start(&printed);
                    ensure!(
                        context,
                        again == Ok((read, counters)),
                        "\"{text}\" is parsed, but its printed form \"{printed}\" is not parsed as the same position"
                    );
                }
                Err(why) => {
                    ensure!(context, why.code().contains('/'), "the code \"{}\" has no namespace", why.code());
                    ensure!(context, !why.to_string().is_empty(), "\"{text}\" is rejected without a message");
                }
            }
        }
    }
}
