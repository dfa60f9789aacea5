//! The suite that every game passes: rules, texts, symmetries and view agree with each other, along random games.
//!
//! It does not know the rules. What it finds are contradictions: between generating and checking moves, between a position
//! and its text, between the view's effects and `play`, between history and record. That the rules are the right ones is for
//! perft fixtures and for the slow reference to show.

mod foresight;
mod history;
mod moves;
mod symmetry;
mod texts;
mod view;
mod witness;

use std::collections::{BTreeSet, HashMap, HashSet};

use zermelo_core::erased::Playable;
use zermelo_core::{GameRecord, Position, CodedError, Searchable};

use crate::dice::Dice;
use witness::{Witness, demand};

/// Random games from the initial position, and their greatest length.
const GAMES: usize = 30;
const PLIES: usize = 200;
/// Random games from each position that is handed in.
const GAMES_FROM_TEXT: usize = 4;
/// How many positions get the checks that cost more than a look.
const CLOSE_LOOKS: usize = 300;

/// Runs the suite over random games from the initial position.
///
/// # Panics
/// When the game contradicts itself; the message says where, with the seed.
pub fn check<G: Playable + Searchable>(game: &G, seed: u64) {
    let witness = Witness::new(game, seed);
    run(&witness, seed, &[GameRecord::new(game.clone())], GAMES);
}

/// Runs the suite over positions that random games hardly reach, given by their usual texts, and over random games from there.
///
/// # Panics
/// As [`check`]; also when a text is refused or is not what the game prints for that position.
pub fn check_texts<G: Playable + Searchable>(game: &G, seed: u64, good: &[&str]) {
    let witness = Witness::new(game, seed);
    let starts: Vec<_> = good.iter().map(|text| texts::start(&witness, text)).collect();
    run(&witness, seed, &starts, GAMES_FROM_TEXT);
}

/// Makes sure that each text is refused as a position, with the code beside it.
///
/// # Panics
/// When one is read, or refused with another code.
pub fn check_refused<G: Playable>(game: &G, bad: &[(&str, &str)]) {
    for &(text, code) in bad {
        match game.parse_start(text) {
            Ok(_) => panic!("{} reads \"{text}\", which is to be refused with {code}", game.spec()),
            Err(why) => assert_eq!(why.code(), code, "{} refuses \"{text}\": {why}", game.spec()),
        }
    }
}

fn run<G: Playable + Searchable>(witness: &Witness<G>, seed: u64, starts: &[GameRecord<G>], games: usize) {
    texts::spec(witness);
    view::board(witness);
    let mut dice = Dice::new(seed);
    let mut seen = Seen::default();
    for start in starts {
        for _ in 0..games {
            let record = history::game(witness, start, &mut dice, PLIES);
            foresight::foresees_the_end(witness, &record);
            record.line().positions().iter().for_each(|position| seen.add(position));
        }
    }
    let pool = moves::pool(witness, &seen.positions);
    for position in &seen.positions {
        witness.at(position);
        moves::agree(witness, position);
        texts::position(witness, position);
    }
    let step = seen.positions.len().div_ceil(CLOSE_LOOKS);
    let sample: Vec<G::Position> = seen.positions.iter().step_by(step).copied().collect();
    let ends = decided_below(witness, &sample);
    for position in sample.iter().chain(&ends) {
        witness.at(position);
        moves::from_pool(witness, position, &pool);
        texts::moves(witness, position, &pool);
        symmetry::commutes(witness, position);
        foresight::agrees(witness, position);
        view::position(witness, position);
        seen.add(position);
    }
    for position in &ends {
        witness.at(position);
        moves::agree(witness, position);
        texts::position(witness, position);
    }
    texts::damaged(witness, &sample, &mut dice);
    keys_differ(witness, &seen.positions);
}

/// Different positions in the order in which they came up.
struct Seen<P> {
    positions: Vec<P>,
    known: HashSet<P>,
}

impl<P> Default for Seen<P> {
    fn default() -> Self {
        Self { positions: Vec::new(), known: HashSet::new() }
    }
}

impl<P: Position> Seen<P> {
    fn add(&mut self, position: &P) {
        if self.known.insert(*position) {
            self.positions.push(*position);
        }
    }
}

/// Finished positions one move below some others: random games end too seldom to show the many ways of ending.
fn decided_below<G: Playable>(witness: &Witness<G>, positions: &[G::Position]) -> Vec<G::Position> {
    let game = witness.game;
    let mut ends = BTreeSet::new();
    let mut moves = Vec::new();
    for position in positions {
        witness.at(position);
        moves.clear();
        game.generate(position, &mut moves);
        for &mv in &moves {
            witness.on(mv);
            let mut after = *position;
            game.play_unchecked(&mut after, mv);
            if game.outcome(&after).is_some() {
                ends.insert(after);
            }
        }
    }
    let step = ends.len().div_ceil(CLOSE_LOOKS).max(1);
    ends.into_iter().step_by(step).collect()
}

/// Two equal keys of 64 bits among so few positions are no accident.
fn keys_differ<G: Playable>(witness: &Witness<G>, positions: &[G::Position]) {
    let mut by_key = HashMap::new();
    for position in positions {
        witness.at(position);
        if let Some(other) = by_key.insert(position.key(), *position) {
            demand!(witness, other == *position, "two positions have one key; the other is {other:?}");
        }
    }
}
