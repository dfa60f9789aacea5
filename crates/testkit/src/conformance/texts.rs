//! What is printed is read back; what is damaged is refused or reads as something whole.

use std::collections::HashSet;

use zermelo_core::erased::Playable;
use zermelo_core::spec::Spec;
use zermelo_core::text::MAX_TEXT;
use zermelo_core::{GameRecord, Line, Position, CodedError};

use super::witness::{Witness, demand};
use crate::dice::Dice;

/// How many texts of positions are damaged, and how often each.
const DAMAGED: usize = 20;
const WOUNDS: usize = 60;
/// How many foreign moves are read in each position.
const FOREIGN: usize = 100;

/// The game's specification can be read as one.
pub(super) fn spec<G: Playable>(witness: &Witness<G>) {
    let text = witness.game.spec();
    if let Err(why) = text.parse::<Spec>() {
        witness.fail(&format!("the specification \"{text}\" can't be read: {why}"));
    }
}

/// A record from a text that must be the usual one.
pub(super) fn start<G: Playable>(witness: &Witness<G>, text: &str) -> GameRecord<G> {
    let game = witness.game;
    match game.parse_start(text) {
        Ok((position, counters)) => {
            witness.at(&position);
            let printed = game.position_text(&position) + &game.counters_text(counters);
            demand!(witness, printed == text, "\"{text}\" is printed as \"{printed}\"");
            GameRecord::from_line(Line::with_counters(game.clone(), position, counters))
        }
        Err(why) => witness.fail(&format!("\"{text}\" is refused: {why}")),
    }
}

/// A position's text leads back to it, and so to the same key: the key that moves have kept is the one made afresh.
pub(super) fn position<G: Playable>(witness: &Witness<G>, position: &G::Position) {
    let game = witness.game;
    let text = game.position_text(position);
    demand!(witness, !text.is_empty() && text.len() <= MAX_TEXT, "the text of a position has {} bytes", text.len());
    match game.parse_position(&text) {
        Ok(read) => {
            demand!(witness, read == *position, "\"{text}\" is read as {read:?}");
            demand!(witness, read.key() == position.key(), "the key kept by moves is not the key made afresh");
            demand!(witness, game.position_text(&read) == text, "equal positions have two texts");
        }
        Err(why) => witness.fail(&format!("a position's own text \"{text}\" is refused: {why}")),
    }
    match game.parse_start(&text) {
        Ok((read, counters)) => {
            demand!(
                witness,
                read == *position && counters == G::Counters::default(),
                "parse_start and parse_position differ"
            );
        }
        Err(why) => witness.fail(&format!("parse_start refuses \"{text}\": {why}")),
    }
}

/// Each move's text leads back to it; the texts of other moves are refused, or are other forms of legal ones.
pub(super) fn moves<G: Playable>(witness: &Witness<G>, position: &G::Position, pool: &[(G::Move, String)]) {
    let game = witness.game;
    let mut moves = Vec::new();
    game.generate(position, &mut moves);
    let mut texts = HashSet::new();
    for &mv in &moves {
        witness.on(mv);
        let text = game.move_text(position, mv);
        demand!(witness, game.split_moves(&text) == [text.as_str()], "\"{text}\" is split as a list of moves");
        match game.parse_move(position, &text) {
            Ok(read) => demand!(witness, read == mv, "\"{text}\" is read as {read:?}"),
            Err(why) => witness.fail(&format!("a move's own text \"{text}\" is refused: {why}")),
        }
        demand!(witness, texts.insert(text.clone()), "two moves have the text \"{text}\"");
    }
    let mut foreign: Vec<String> = ["", " ", "?", "0", "-", "a0", "zz99", "\u{e9}\u{1f600}"].map(str::to_owned).into();
    let step = pool.len().div_ceil(FOREIGN).max(1);
    for (_, text) in pool.iter().step_by(step) {
        // Whole, cut short, doubled, in capitals: close enough to be read by a careless parser.
        foreign.extend([text.clone(), text.chars().skip(1).collect(), text.repeat(2), text.to_uppercase()]);
    }
    for text in &foreign {
        if let Ok(mv) = game.parse_move(position, text) {
            witness.on(mv);
            demand!(witness, game.check(position, mv).is_ok(), "\"{text}\" is read as an illegal move");
        }
    }
}

/// A damaged text is refused with words and a code, or it reads as a position that has a text of its own.
pub(super) fn damaged<G: Playable>(witness: &Witness<G>, sample: &[G::Position], dice: &mut Dice) {
    let game = witness.game;
    let step = sample.len().div_ceil(DAMAGED).max(1);
    for position in sample.iter().step_by(step) {
        witness.at(position);
        let whole: Vec<char> = game.position_text(position).chars().collect();
        for _ in 0..WOUNDS {
            let mut text = whole.clone();
            let at = dice.below(text.len());
            let other = whole[dice.below(whole.len())];
            match dice.below(6) {
                0 => text.truncate(at),
                1 => drop(text.remove(at)),
                2 => text[at] = other,
                3 => text.insert(at, other),
                4 => text[at] = ['9', '-', 'é', '0', ' ', '\0'][dice.below(6)],
                _ => text.swap(at, whole.len() / 2),
            }
            let text: String = text.into_iter().collect();
            match game.parse_start(&text) {
                Ok((read, counters)) => {
                    let printed = game.position_text(&read) + &game.counters_text(counters);
                    let again = game.parse_start(&printed);
                    demand!(witness, again == Ok((read, counters)), "\"{text}\" is read, but printed as \"{printed}\"");
                }
                Err(why) => {
                    demand!(witness, why.code().contains('/'), "the code \"{}\" has no namespace", why.code());
                    demand!(witness, !why.to_string().is_empty(), "\"{text}\" is refused without words");
                }
            }
        }
    }
}
