//! Teeko's `shapes`: equal to a slow count over the displayed board, invariant under symmetries and swapped colours.

use zermelo_core::{Evaluator, Game, Notation, Position, Scene, SearchHints, Side, Square};
use zermelo_eval::{Evaluated, TeekoEvaluator, centrality};
use zermelo_games::teeko::{Teeko, TeekoPosition, Variant, squares};
use zermelo_testkit::evaluators::check_evaluator;
use zermelo_testkit::playout::random_game;
use zermelo_testkit::rng::TestRng;

/// Weights that distinguish the terms.
const ODD: &str = "shapes:pair=11,triple=101,near=7,mobility=2,centre=3,threat=600";

fn evaluator(spec: &str) -> TeekoEvaluator {
    Teeko::evaluator(&spec.parse().expect("well formed")).expect("known")
}

fn value(game: Teeko, position: &TeekoPosition, evaluator: TeekoEvaluator) -> i32 {
    evaluator.evaluate(&game, &evaluator.fresh(&game, position), position).value()
}

fn games() -> [Teeko; 2] {
    [Variant::Standard, Variant::Advanced].map(|variant| Teeko::new(variant, true))
}

#[test]
fn states_follow_the_moves() {
    for game in games() {
        for spec in ["shapes", ODD] {
            check_evaluator(&game, &evaluator(spec), 3);
        }
    }
}

fn at(square: Square) -> [i32; 2] {
    let square = i32::from(square.0);
    [square % 5, square / 5]
}

fn apart(a: Square, b: Square) -> i32 {
    let ([ax, ay], [bx, by]) = (at(a), at(b));
    (ax - bx).abs().max((ay - by).abs())
}

/// One side's terms, and the squares where it wins with its next move.
fn slow(game: Teeko, position: &TeekoPosition, side: Side) -> (i32, Vec<Square>) {
    let pieces = game.pieces(position);
    let of = |side: Side| -> Vec<Square> {
        pieces.iter().filter(|piece| piece.side == side).map(|piece| piece.square).collect()
    };
    let (own, other) = (of(side), of(side.opponent()));
    let mut value = 3 * centrality(position.of(side));
    for &man in &own {
        let cells = (0..25).map(Square);
        let is_step = |to: &Square| apart(man, *to) == 1 && !own.contains(to) && !other.contains(to);
        value += 2 * cells.filter(is_step).count() as i32;
    }
    let mut wins = Vec::new();
    for &pattern in game.patterns() {
        let cells: Vec<Square> = squares(pattern).collect();
        if cells.iter().any(|cell| other.contains(cell)) {
            continue;
        }
        let gaps: Vec<Square> = cells.iter().copied().filter(|cell| !own.contains(cell)).collect();
        match gaps[..] {
            [_, _] => value += 11,
            [gap] => {
                let far = own.iter().find(|man| !cells.contains(man)).map_or(0, |&man| apart(man, gap));
                value += 101 + 7 * (4 - far);
                if far <= 1 && !wins.contains(&gap) {
                    wins.push(gap);
                }
            }
            _ => {}
        }
    }
    (value, wins)
}

#[test]
fn equals_the_slow_count_and_is_symmetric() {
    let mut rng = TestRng::new(4);
    for game in games() {
        for _ in 0..20 {
            for position in random_game(&game, &mut rng, 80).line().positions() {
                if game.outcome(position).is_some() {
                    continue;
                }
                let mover = position.side_to_move();
                let [(own, wins), (other, threats)] = [mover, mover.opponent()].map(|side| slow(game, position, side));
                let expected = match (wins.len(), threats.len()) {
                    (1.., _) => 100_000,
                    (0, 0) => own - other,
                    (0, 1) => own - other - 600,
                    (0, _) => own - other - 2_000,
                };
                let text = game.position_text(position);
                assert_eq!(value(game, position, evaluator(ODD)), expected, "{text}");
                for symmetry in 0..game.symmetries() {
                    let image = game.transform(position, symmetry);
                    assert_eq!(value(game, &image, evaluator(ODD)), expected, "{symmetry}: {text}");
                }
                if wins.is_empty() && threats.is_empty() {
                    let passed = game.null_move(position).expect("Teeko allows it in thought");
                    assert_eq!(value(game, &passed, evaluator(ODD)), -expected, "the other side to move: {text}");
                }
            }
        }
    }
}
