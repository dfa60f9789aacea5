//! Evaluators of Reversi: equal to a slow count over the displayed board, invariant under symmetries and swapped
//! colours.

use zermelo_core::{Evaluator, Game, Notation, Position, Side};
use zermelo_eval::{Evaluated, ReversiEvaluator};
use zermelo_games::bitboard::Bits;
use zermelo_games::reversi::{Reversi, ReversiMove, ReversiPosition};
use zermelo_testkit::evaluators::check_evaluator;
use zermelo_testkit::playout::random_game;
use zermelo_testkit::rng::TestRng;

/// Weights that distinguish the terms.
const ODD: &str = "mobility:mobility=990,frontier=770,corner=500,anchored=0,x-square=13,c-square=29";

fn evaluator(spec: &str) -> ReversiEvaluator {
    Reversi::<u64>::evaluator(&spec.parse().expect("well formed")).expect("known")
}

fn value<B: Bits>(game: &Reversi<B>, position: &ReversiPosition<B>, evaluator: ReversiEvaluator) -> i32 {
    evaluator.evaluate(game, &(), position).value()
}

#[test]
fn states_follow_the_moves() {
    for spec in ["mobility", "discs", "none", ODD] {
        check_evaluator(&Reversi::<u64>::new(4), &evaluator(spec), 3);
        check_evaluator(&Reversi::<u64>::new(8), &evaluator(spec), 3);
        check_evaluator(&Reversi::<u128>::new(10), &evaluator(spec), 3);
    }
}

/// The neighbours of a cell on a board of `size`.
fn neighbours([x, y]: [i32; 2], size: i32) -> Vec<[i32; 2]> {
    let around = (-1..=1).flat_map(|dx| (-1..=1).map(move |dy| [dx, dy]));
    let cells = around.filter(|&step| step != [0, 0]).map(|[dx, dy]| [x + dx, y + dy]);
    cells.filter(|cell| cell.iter().all(|at| (0..size).contains(at))).collect()
}

/// A side's counts: moves, empty squares next to the opponent, corners, X-squares, C-squares.
fn slow(game: &Reversi<u64>, position: &ReversiPosition<u64>, side: Side) -> [i32; 5] {
    let size = i32::from(game.size());
    let cells: Vec<[i32; 2]> = (0..size * size).map(|square| [square % size, square / size]).collect();
    let owner = |[x, y]: [i32; 2]| Side::BOTH.into_iter().find(|&side| position.of(side).has((y * size + x) as u32));
    let board = game.position_text(position);
    let (squares, _) = board.rsplit_once(' ').expect("a side to move");
    let mark = if side == Side::First { 'x' } else { 'o' };
    let to_move = game.parse_position(&format!("{squares} {mark}")).expect("the same discs");
    let mut moves = Vec::new();
    game.generate(&to_move, &mut moves);
    moves.retain(|&mv| mv != ReversiMove::Pass);
    let near = |&cell: &[i32; 2]| {
        owner(cell).is_none() && neighbours(cell, size).into_iter().any(|other| owner(other) == Some(side.opponent()))
    };
    let frontier = cells.iter().filter(|cell| near(cell)).count();
    let corners = [[0, 0], [size - 1, 0], [0, size - 1], [size - 1, size - 1]];
    let (mut corner, mut x_square, mut c_square) = (0, 0, 0);
    for at in corners {
        corner += i32::from(owner(at) == Some(side));
        if owner(at).is_none() {
            for cell in neighbours(at, size).into_iter().filter(|&cell| owner(cell) == Some(side)) {
                let is_diagonal = cell[0] != at[0] && cell[1] != at[1];
                *(if is_diagonal { &mut x_square } else { &mut c_square }) += 1;
            }
        }
    }
    [moves.len() as i32, frontier as i32, corner, x_square, c_square]
}

#[test]
fn values_equal_a_slow_count() {
    let game = Reversi::<u64>::new(8);
    let mut rng = TestRng::new(5);
    for _ in 0..20 {
        let record = random_game(&game, &mut rng, 512);
        for position in record.line().positions().iter().filter(|position| game.outcome(position).is_none()) {
            let side = position.side_to_move();
            let (own, other) = (slow(&game, position, side), slow(&game, position, side.opponent()));
            let share = |at: usize| (own[at] - other[at], own[at] + other[at] + 2);
            let [(moves, all_moves), (near, all_near)] = [share(0), share(1)];
            let expected = 990 * moves / all_moves + 770 * near / all_near + 500 * (own[2] - other[2])
                - 13 * (own[3] - other[3])
                - 29 * (own[4] - other[4]);
            assert_eq!(value(&game, position, evaluator(ODD)), expected, "{}", game.position_text(position));
            let discs = position.mover().count_ones() as i32 - position.other().count_ones() as i32;
            assert_eq!(value(&game, position, evaluator("discs")), discs);
            assert_eq!(value(&game, position, evaluator("none")), 0);
        }
    }
}

#[test]
fn symmetries_and_colours_change_nothing() {
    let game = Reversi::<u64>::new(8);
    let mut rng = TestRng::new(6);
    for _ in 0..10 {
        let record = random_game(&game, &mut rng, 512);
        for position in record.line().positions().iter().filter(|position| game.outcome(position).is_none()) {
            let usual = value(&game, position, evaluator("mobility"));
            for symmetry in 0..game.symmetries() {
                assert_eq!(value(&game, &game.transform(position, symmetry), evaluator("mobility")), usual);
            }
            let text = game.position_text(position);
            let swapped: String = text
                .chars()
                .map(|c| match c {
                    'x' => 'o',
                    'o' => 'x',
                    other => other,
                })
                .collect();
            let swapped = game.parse_position(&swapped).expect("the colours swapped");
            assert_eq!(value(&game, &swapped, evaluator("mobility")), usual, "{text}");
        }
    }
}

/// A corner is worth much more than its cost, and ranks first; a square next to it ranks last.
#[test]
fn corners_rank_first() {
    let game = Reversi::<u64>::new(8);
    // Black can take the corner a1.
    let position = game.parse_position("1ox5/2x5/2x1o3/3ooo2/3xo3/2x5/8/8 x").expect("a position");
    let mut moves = Vec::new();
    game.generate(&position, &mut moves);
    let usual = evaluator("mobility");
    let best = moves.iter().max_by_key(|&&mv| usual.rank(&game, &(), &position, mv)).expect("a move");
    assert_eq!(game.move_text(&position, *best), "a1");
}
