//! The reference rules and searches against published numbers (their source is issue 2 of the project) and against each
//! other.

use std::collections::HashMap;

use zermelo_core::{
    Depth, Game, GameRecord, NoEvaluator, Notation, Oracle, Outcome, Ply, Position, Score, Side, Wdl, divide, perft,
    perft_leaves, totals,
};
use zermelo_testkit::playout::random_records;
use zermelo_testkit::reference::{SlowBox, SlowMove, SlowOracle, SlowSolver, slow_minimax};

fn tictactoe() -> SlowBox<9> {
    SlowBox::flat(3, 3, 3, false)
}

fn leaves<const CELLS: usize>(game: &SlowBox<CELLS>, depths: u32) -> Vec<u64> {
    (1..=depths).map(|depth| perft(game, &game.initial(), Depth(depth))).collect()
}

#[test]
fn complete_tree_of_tic_tac_toe() {
    let game = tictactoe();
    assert_eq!(leaves(&game, 9), [9, 72, 504, 3024, 15_120, 54_720, 148_176, 200_448, 127_872]);
    let totals = totals(&game, &game.initial(), Depth(9), u64::MAX).unwrap();
    assert_eq!((totals.nodes, totals.games), (549_946, 255_168));
    assert_eq!((totals.first_wins, totals.second_wins, totals.draws), (131_184, 77_904, 46_080));
    assert_eq!(totals.games_by_length, [0, 0, 0, 0, 0, 1440, 5328, 47_952, 72_576, 127_872]);
    assert_eq!((totals.positions, totals.positions_under_symmetry), (5478, 765));
}

#[test]
fn perft_of_larger_games() {
    assert_eq!(leaves(&SlowBox::<42>::flat(7, 6, 4, true), 6), [7, 49, 343, 2401, 16_807, 117_649]);
    assert_eq!(leaves(&SlowBox::<150>::new(6, 5, 5, 4, true), 3), [30, 900, 27_000]);
    assert_eq!(leaves(&SlowBox::<64>::new(4, 4, 4, 4, true), 3), [16, 256, 4096]);
    assert_eq!(leaves(&SlowBox::<64>::new(4, 4, 4, 4, false), 2), [64, 4032]);
}

#[test]
fn perft_counts_agree_with_each_other() {
    let game = tictactoe();
    let start = game.parse_position("3/1x1/o2 x").unwrap();
    for depth in 1..=5 {
        let leaves = perft_leaves(&game, &start, Depth(depth));
        let below: u64 = divide(&game, &start, Depth(depth)).iter().map(|(_, leaves)| leaves).sum();
        assert_eq!((leaves.nodes, below), (perft(&game, &start, Depth(depth)), leaves.nodes));
    }
    let last = perft_leaves(&game, &start, Depth(7));
    assert_eq!(last.won + last.drawn, last.nodes, "a full board is decided");
    assert_eq!(totals(&game, &start, Depth(9), 100).unwrap_err().limit, 100);
}

/// The number of lines by the axes along which they run.
fn lines_by_kind<const CELLS: usize>(game: &SlowBox<CELLS>) -> HashMap<[bool; 3], usize> {
    let mut kinds = HashMap::new();
    for line in game.windows() {
        let (a, b) = (line[0], line[1]);
        *kinds.entry([a.x != b.x, a.y != b.y, a.z != b.z]).or_default() += 1;
    }
    kinds
}

#[test]
fn lines_of_the_boxes() {
    let game = SlowBox::<150>::new(6, 5, 5, 4, true);
    let kinds = lines_by_kind(&game);
    let expected = [
        ([false, false, true], 60),
        ([true, false, false], 75),
        ([false, true, false], 60),
        ([true, false, true], 60),
        ([false, true, true], 48),
        ([true, true, false], 60),
        ([true, true, true], 48),
    ];
    assert_eq!(kinds, HashMap::from(expected));
    assert_eq!(SlowBox::<64>::new(4, 4, 4, 4, false).windows().len(), 76);
    assert_eq!(SlowBox::<27>::new(3, 3, 3, 3, false).windows().len(), 49);
    assert!(SlowBox::<9>::flat(3, 3, 4, false).windows().is_empty());
    // The number of lines through each cell of a plane.
    let plane = SlowBox::<30>::flat(6, 5, 4, true);
    let mut through = [[0; 6]; 5];
    for SlowMove { x, z, .. } in plane.windows().concat() {
        through[usize::from(z)][usize::from(x)] += 1;
    }
    let table = [[3, 4, 5, 5, 4, 3], [4, 6, 8, 8, 6, 4], [3, 6, 9, 9, 6, 3], [4, 6, 8, 8, 6, 4], [3, 4, 5, 5, 4, 3]];
    assert_eq!(through, table);
}

#[test]
fn symmetries_of_the_boxes() {
    for (symmetries, expected) in [
        (tictactoe().symmetries(), 8),
        (SlowBox::<12>::flat(4, 3, 3, false).symmetries(), 4),
        (SlowBox::<9>::flat(3, 3, 3, true).symmetries(), 2),
        (SlowBox::<27>::new(3, 3, 3, 3, false).symmetries(), 48),
        (SlowBox::<27>::new(3, 3, 3, 3, true).symmetries(), 8),
        (SlowBox::<18>::new(3, 2, 3, 3, true).symmetries(), 4),
        (SlowBox::<3>::new(1, 1, 3, 3, true).symmetries(), 1),
    ] {
        assert_eq!(symmetries, expected);
    }
}

#[test]
fn overlines_and_last_squares_win() {
    let overline = SlowBox::<10>::flat(5, 2, 3, false);
    let position = overline.parse_position("oo1oo/xx1xx x").unwrap();
    let mv = overline.parse_move(&position, "c1").unwrap();
    let after = overline.play(&position, mv).unwrap();
    assert_eq!(overline.outcome(&after), Some(Outcome::Win(Side::First)));
    assert_eq!(overline.lines(&after, Side::First).len(), 3);
    let game = tictactoe();
    let position = game.parse_position("xox/oxo/ox1 x").unwrap();
    let after = game.play(&position, game.parse_move(&position, "c1").unwrap()).unwrap();
    assert_eq!(game.outcome(&after), Some(Outcome::Win(Side::First)));
}

#[test]
fn moves_are_generated_in_the_documented_order() {
    let texts = |game: &dyn zermelo_core::erased::DynGame| game.new_record().legal_moves().join(" ");
    let game = zermelo_core::erased::ErasedGame(SlowBox::<8>::new(2, 2, 2, 2, true));
    assert_eq!(texts(&game), "a1 a2 b1 b2");
    let game = zermelo_core::erased::ErasedGame(SlowBox::<8>::new(2, 2, 2, 2, false));
    assert_eq!(texts(&game), "a11 a12 a21 a22 b11 b12 b21 b22");
    let game = zermelo_core::erased::ErasedGame(SlowBox::<22>::flat(11, 2, 4, true));
    assert_eq!(texts(&game), "1 2 3 4 5 6 7 8 9 a b");
    let game = zermelo_core::erased::ErasedGame(SlowBox::<4>::flat(2, 2, 2, false));
    assert_eq!(texts(&game), "a1 a2 b1 b2");
}

#[test]
fn small_boards_are_solved() {
    let value = |solver: &mut SlowSolver<SlowBox<15>>, game: &SlowBox<15>| solver.value(&game.initial()).unwrap().wdl;
    for (width, height, gravity, expected) in [
        (4, 3, true, Wdl::Win),
        (5, 3, true, Wdl::Win),
        (3, 4, true, Wdl::Draw),
        (3, 5, true, Wdl::Draw),
        (3, 3, false, Wdl::Draw),
        (4, 3, false, Wdl::Win),
        (3, 4, false, Wdl::Win),
        (5, 2, false, Wdl::Draw),
    ] {
        let game = SlowBox::flat(width, height, 3, gravity);
        let mut solver = SlowSolver::new(game.clone(), usize::MAX);
        assert_eq!(value(&mut solver, &game), expected, "{width}x{height}, gravity {gravity}");
    }
}

#[test]
fn a_solver_stops_at_its_limit() {
    let game = tictactoe();
    let mut solver = SlowSolver::new(game.clone(), 100);
    assert_eq!(solver.value(&game.initial()), None);
    assert_eq!(solver.positions(), 100);
    let mut solver = SlowSolver::new(game.clone(), 765);
    assert_eq!(solver.value(&game.initial()).map(|proven| proven.wdl), Some(Wdl::Draw));
    assert_eq!(solver.positions(), 765);
}

#[test]
fn minimax_searches_the_whole_tree_and_agrees_with_the_solver() {
    let game = tictactoe();
    let whole = slow_minimax(&GameRecord::new(game.clone()), None, &NoEvaluator);
    assert_eq!((whole.score, whole.nodes, whole.moves.len()), (Score::DRAW, 549_945, 9));
    let oracle = SlowOracle::new(game.clone(), 1000);
    for record in random_records(&game, 3, 40).iter().filter(|record| record.ply() >= Ply(2)) {
        let slow = slow_minimax(record, None, &NoEvaluator);
        let proven = oracle.probe(record).unwrap();
        let expected = proven.plies.map_or(Score::DRAW, |plies| Score::finished(proven.wdl, plies));
        assert_eq!(slow.score, expected, "{record:?}");
        let values: Vec<_> = oracle.probe_moves(record).unwrap();
        for ((mv, score), (same, proven)) in slow.moves.iter().zip(&values) {
            let expected = proven.plies.map_or(Score::DRAW, |plies| Score::finished(proven.wdl, plies));
            assert_eq!((mv, *score), (same, expected), "{record:?}");
        }
        assert!(slow.best().is_some());
    }
}

#[test]
fn minimax_stops_at_its_depth() {
    let game = tictactoe();
    let record = GameRecord::new(game);
    let nodes = [0, 1, 2, 3].map(|depth| slow_minimax(&record, Some(Depth(depth)), &NoEvaluator).nodes);
    assert_eq!(nodes, [0, 9, 9 + 72, 9 + 72 + 504]);
}

/// The position that issue 2 gives for Monte Carlo: `x` is to move and must play c2, not a2.
#[test]
fn the_only_move_is_found() {
    let game = tictactoe();
    let start = game.parse_position("x1o/1x1/2o x").unwrap();
    assert_eq!(start.side_to_move(), Side::First);
    let record = GameRecord::from_position(game.clone(), start);
    let slow = slow_minimax(&record, None, &NoEvaluator);
    let best = slow.best().map(|mv| game.move_text(&start, mv));
    assert_eq!(best.as_deref(), Some("c2"));
}
