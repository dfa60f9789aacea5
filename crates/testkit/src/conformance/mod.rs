//! The suite that every game passes: along random games, rules, texts, symmetries and view agree.
//!
//! The suite does not depend on the rules of a game. It finds contradictions: between move generation and move
//! validation, between a position and its text, between the effects in the view and `play`, between history and record.
//! Perft fixtures and the reference implementations show that the rules are correct.

mod context;
mod hints;
mod history;
mod moves;
mod symmetry;
mod texts;
mod view;

use std::collections::{BTreeSet, HashMap, HashSet};

use zermelo_core::erased::Playable;
use zermelo_core::{CodedError, GameRecord, Position, Searchable};

use crate::rng::TestRng;
use context::{CheckContext, ensure};

/// Random games from the initial position.
const GAMES: usize = 30;
/// The greatest length of a random game.
const MAX_PLIES: usize = 200;
/// Random games from each position that the caller gives.
const GAMES_FROM_TEXT: usize = 4;
/// The number of positions that get the expensive checks.
const SAMPLE: usize = 300;

/// Runs the suite over random games from the initial position.
///
/// # Panics
/// When the game contradicts itself. The message contains the position and the seed.
pub fn check<G: Playable + Searchable>(game: &G, seed: u64) {
    let context = CheckContext::new(game, seed);
    run(&context, seed, &[GameRecord::new(game.clone())], GAMES);
}

/// Runs the suite over positions that random games seldom reach, given by their canonical texts, and over random games
/// from them.
///
/// # Panics
/// As [`check`]. Also when the game does not parse a text, or prints another text for that position.
pub fn check_positions<G: Playable + Searchable>(game: &G, seed: u64, positions: &[&str]) {
    let context = CheckContext::new(game, seed);
    let starts: Vec<_> = positions.iter().map(|text| texts::parse_start(&context, text)).collect();
    run(&context, seed, &starts, GAMES_FROM_TEXT);
}

/// Checks that each text is an invalid position, with the given error code.
///
/// # Panics
/// When the game parses a text, or gives another code.
pub fn check_invalid_positions<G: Playable>(game: &G, positions: &[(&str, &str)]) {
    for &(text, code) in positions {
        match game.parse_start(text) {
            Ok(_) => panic!("{} parses \"{text}\", expected the error {code}", game.spec()),
            Err(why) => assert_eq!(why.code(), code, "{}, \"{text}\": {why}", game.spec()),
        }
    }
}

fn run<G: Playable + Searchable>(context: &CheckContext<G>, seed: u64, starts: &[GameRecord<G>], games: usize) {
    texts::check_spec(context);
    view::check_board(context);
    let mut rng = TestRng::new(seed);
    let mut visited = VisitedPositions::default();
    for start in starts {
        for _ in 0..games {
            let record = history::play_random_game(context, start, &mut rng, MAX_PLIES);
            hints::check_end_hints(context, &record);
            record.line().positions().iter().for_each(|position| visited.add(position));
        }
    }
    let pool = moves::move_pool(context, &visited.positions);
    for position in &visited.positions {
        context.set_position(position);
        moves::check_moves(context, position);
        texts::check_position_text(context, position);
    }
    let step = visited.positions.len().div_ceil(SAMPLE);
    let sample: Vec<G::Position> = visited.positions.iter().step_by(step).copied().collect();
    let ends = decided_after_one_move(context, &sample);
    for position in sample.iter().chain(&ends) {
        context.set_position(position);
        moves::check_against_pool(context, position, &pool);
        texts::check_move_texts(context, position, &pool);
        symmetry::check_symmetries(context, position);
        hints::check_move_hints(context, position);
        view::check_view(context, position);
        visited.add(position);
    }
    for position in &ends {
        context.set_position(position);
        moves::check_moves(context, position);
        texts::check_position_text(context, position);
    }
    texts::check_corrupted_texts(context, &sample, &mut rng);
    check_distinct_keys(context, &visited.positions);
}

/// The different positions of all games, in the order of their first occurrence.
struct VisitedPositions<P> {
    positions: Vec<P>,
    known: HashSet<P>,
}

impl<P> Default for VisitedPositions<P> {
    fn default() -> Self {
        Self { positions: Vec::new(), known: HashSet::new() }
    }
}

impl<P: Position> VisitedPositions<P> {
    fn add(&mut self, position: &P) {
        if self.known.insert(*position) {
            self.positions.push(*position);
        }
    }
}

/// The decided positions one move after the given ones. Random games end too seldom to show every kind of ending.
fn decided_after_one_move<G: Playable>(context: &CheckContext<G>, positions: &[G::Position]) -> Vec<G::Position> {
    let game = context.game;
    let mut ends = BTreeSet::new();
    let mut moves = Vec::new();
    for position in positions {
        context.set_position(position);
        moves.clear();
        game.generate(position, &mut moves);
        for &mv in &moves {
            context.set_move(mv);
            let mut after = *position;
            game.play_unchecked(&mut after, mv);
            if game.outcome(&after).is_some() {
                ends.insert(after);
            }
        }
    }
    let step = ends.len().div_ceil(SAMPLE).max(1);
    ends.into_iter().step_by(step).collect()
}

/// Different positions have different keys: among these few positions an accidental collision of 64 bits is very
/// unlikely.
fn check_distinct_keys<G: Playable>(context: &CheckContext<G>, positions: &[G::Position]) {
    let mut by_key = HashMap::new();
    for position in positions {
        context.set_position(position);
        if let Some(other) = by_key.insert(position.key(), *position) {
            ensure!(context, other == *position, "two positions have the same key; the other is {other:?}");
        }
    }
}
