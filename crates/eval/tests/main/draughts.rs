//! Evaluators of draughts: equal to a slow count over the displayed board, antisymmetric, and different from each
//! other.

use std::collections::{HashMap, HashSet};

use zermelo_core::view::{Piece, PieceKind};
use zermelo_core::{Evaluator, Game, Notation, Position, Scene, Score, Side, Square};
use zermelo_eval::{DraughtsEvaluator, Evaluated};
use zermelo_games::bitboard::Bits;
use zermelo_games::draughts::rules::{English, International};
use zermelo_games::draughts::{AnyDraughts, Draughts, DraughtsPosition};
use zermelo_testkit::evaluators::check_evaluator;
use zermelo_testkit::playout::random_game;
use zermelo_testkit::rng::TestRng;

const NAMES: [&str; 7] = ["material", "advancement", "centre", "back-row", "mobility", "positional", "formation"];

fn evaluator(spec: &str) -> DraughtsEvaluator {
    Draughts::<u64>::evaluator(&spec.parse().expect("a specification")).expect("an evaluator")
}

/// One side's terms, counted piece by piece over the displayed board.
fn slow<B: Bits>(game: &Draughts<B>, position: &DraughtsPosition<B>, weights: DraughtsEvaluator, side: Side) -> i32 {
    let board = game.board();
    let at: HashMap<Square, [u8; 3]> = board.cells.iter().map(|cell| (cell.square, cell.at)).collect();
    let size = i32::from(board.size[0]);
    let mut value = 0;
    for piece in game.pieces(position).into_iter().filter(|piece| piece.side == side) {
        let [column, row, _] = at[&piece.square].map(i32::from);
        let ahead = if game.goes_down(side) { -1 } else { 1 };
        let from_edge = [column, row, size - 1 - column, size - 1 - row].into_iter().min().expect("four edges");
        value += weights.centre * from_edge;
        if piece.kind == PieceKind::King {
            value += weights.flying.filter(|_| game.rules().flying_kings).unwrap_or(weights.king);
            continue;
        }
        let gone = if game.goes_down(side) { size - 1 - row } else { row };
        value += weights.man + weights.advancement * gone + weights.back_row * i32::from(gone == 0);
        let is_ahead = |other: &&Piece, far: i32| {
            let [x, y, _] = at[&other.square].map(i32::from);
            let steps = (y - row) * ahead;
            steps == far && (x - column).abs() <= steps.abs()
        };
        let pieces = game.pieces(position);
        let own = || pieces.iter().filter(|other| other.side == side);
        value += weights.support * i32::from(own().any(|other| is_ahead(&other, -1)));
        let mut others = pieces.iter().filter(|other| other.side != side);
        let is_met = others.any(|other| (1..size).any(|far| is_ahead(&other, far)));
        value += weights.runaway * gone * i32::from(!is_met);
    }
    // The other side's moves: as if it were to move.
    let letter = if game.goes_down(side) { "B" } else { "W" };
    let text = game.position_text(position);
    let as_mover = game.parse_position(&format!("{letter}{}", &text[1..])).expect("the same pieces");
    let mut moves = Vec::new();
    game.generate(&as_mover, &mut moves);
    value + weights.mobility * moves.len() as i32
}

/// The value of being ahead, which grows as the board empties.
fn lead<B: Bits>(game: &Draughts<B>, position: &DraughtsPosition<B>, weights: DraughtsEvaluator, side: Side) -> i32 {
    let count = |pieces: Vec<Piece>, side| pieces.iter().filter(|piece| piece.side == side).count() as i32;
    let [own, other] = [side, side.opponent()].map(|side| count(game.pieces(position), side));
    let all = game.pieces(&game.initial()).len() as i32;
    weights.lead * (own - other) * (all - own - other) / all
}

fn agrees<B: Bits>(game: &Draughts<B>, seed: u64) {
    let mut rng = TestRng::new(seed);
    for _ in 0..10 {
        for position in random_game(game, &mut rng, 150).line().positions() {
            if game.outcome(position).is_some() {
                continue;
            }
            for name in NAMES {
                let weights = evaluator(name);
                let side = position.side_to_move();
                let terms = slow(game, position, weights, side) - slow(game, position, weights, side.opponent());
                let expected = terms + lead(game, position, weights, side) + weights.turn;
                let found = weights.evaluate(game, &weights.fresh(game, position), position);
                let text = game.position_text(position);
                assert_eq!(found, Score::estimate(expected), "{name}, {}, seed {seed}: {text}", game.spec());
            }
        }
    }
}

#[test]
fn terms_count_what_the_board_shows() {
    for (seed, game) in [
        (1, AnyDraughts::new::<English>(8)),
        (2, AnyDraughts::new::<English>(4)),
        (3, AnyDraughts::new::<International>(10)),
        (4, AnyDraughts::new::<International>(12)),
    ] {
        match game {
            AnyDraughts::Small(game) => agrees(&game, seed),
            AnyDraughts::Large(game) => agrees(&game, seed),
        }
    }
}

#[test]
fn states_follow_the_moves() {
    let AnyDraughts::Small(game) = AnyDraughts::new::<English>(8) else { unreachable!("8x8 fits 64 bits") };
    for name in NAMES {
        check_evaluator(&game, &evaluator(name), 5);
    }
}

/// Black has a man on 9, two rows advanced; White a king on 18 and a man on 32, its own first row.
#[test]
fn terms_by_hand() {
    let AnyDraughts::Small(game) = AnyDraughts::new::<English>(8) else { unreachable!("8x8 fits 64 bits") };
    let position = game.parse_position("B:WK18,32:B9").expect("a position");
    let value = |spec: &str| {
        let evaluator = evaluator(spec);
        evaluator.evaluate(&game, &evaluator.fresh(&game, &position), &position)
    };
    // Man 1 against man 1 and king 3; man 2 against man 2 and king 5.
    assert_eq!(value("material"), Score::estimate(-3));
    assert_eq!(value("material:man=2,king=5"), Score::estimate(-5));
    assert_eq!(value("advancement"), Score::estimate(2));
    // 9 is one step from the left edge, 18 three from the left and bottom edges, 32 on the bottom edge.
    assert_eq!(value("centre"), Score::estimate(1 - 3));
    assert_eq!(value("back-row"), Score::estimate(-1));
    // 9-13, 9-14 against four moves of the king and 32-27, 32-28.
    assert_eq!(value("mobility"), Score::estimate(2 - 6));
    assert_eq!(value("none"), Score::DRAW);
    assert_eq!(value("positional"), Score::estimate(-300 + 2 * 3 - 2 * 2 - 8 - 4 * 2));
}

/// No two terms are equivalent: on some position of a random game they prefer different sides.
#[test]
fn terms_differ() {
    let AnyDraughts::Small(game) = AnyDraughts::new::<English>(8) else { unreachable!("8x8 fits 64 bits") };
    let mut rng = TestRng::new(6);
    let mut verdicts: HashMap<&str, Vec<Score>> = HashMap::new();
    for position in random_game(&game, &mut rng, 150).line().positions() {
        for name in NAMES {
            let evaluator = evaluator(name);
            verdicts.entry(name).or_default().push(evaluator.evaluate(
                &game,
                &evaluator.fresh(&game, position),
                position,
            ));
        }
    }
    let different: HashSet<&Vec<Score>> = verdicts.values().collect();
    assert_eq!(different.len(), NAMES.len());
}
