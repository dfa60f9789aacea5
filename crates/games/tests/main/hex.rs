//! Hex: random games, all positions of small boards and swaps against the reference implementation;
//! invalid texts; playouts.

use std::collections::{HashMap, HashSet};

use zermelo_core::{
    Depth, Game, GameRecord, Notation, Outcome, Playout, Position, Scene, Side, Square, Termination, parse_moves,
    perft, perft_leaves,
};
use zermelo_games::bitboard::{Bits, Wide};
use zermelo_games::hex::{Hex, HexBoard, HexMove, STEPS};
use zermelo_games::stones::Stones;
use zermelo_testkit::conformance::check_invalid_positions;
use zermelo_testkit::fixture::Fixture;
use zermelo_testkit::playout::{random_game, random_records};
use zermelo_testkit::reference::SlowHex;
use zermelo_testkit::rng::TestRng;

use super::reference::agree;

const SEED: u64 = 5;

#[test]
fn random_games_equal_the_reference() {
    for swap in [true, false] {
        for size in [1, 2, 3, 4, 7] {
            agree(&Hex::<u64>::new(size, swap), &SlowHex { size: size.into(), swap }, 40);
        }
    }
    agree(&Hex::<u128>::new(11, true), &SlowHex { size: 11, swap: true }, 2);
    agree(&Hex::<Wide<4>>::new(14, false), &SlowHex { size: 14, swap: false }, 1);
}

/// Perft leaves and their results equal those of the reference implementation, so that the counts
/// of the fixtures have a second source.
#[test]
fn leaves() {
    for swap in [true, false] {
        for (size, depths) in [(1, 3), (2, 6), (3, 6), (5, 3)] {
            let (fast, slow) = (Hex::<u64>::new(size, swap), SlowHex { size: size.into(), swap });
            for depth in (0..=depths).map(Depth) {
                let leaves = perft_leaves(&slow, &slow.initial(), depth);
                assert_eq!(perft_leaves(&fast, &fast.initial(), depth), leaves, "{slow:?}, {depth:?}");
                assert_eq!(perft(&fast, &fast.initial(), depth), leaves.nodes, "{slow:?}, {depth:?}, in bulk");
            }
        }
    }
}

/// The texts of all positions that a game on a small board can reach.
fn reachable(game: &SlowHex) -> HashSet<String> {
    let mut texts = HashSet::new();
    let mut open = vec![game.initial()];
    while let Some(position) = open.pop() {
        if texts.insert(game.position_text(&position)) {
            let mut moves = Vec::new();
            game.generate(&position, &mut moves);
            open.extend(moves.into_iter().map(|mv| {
                let mut after = position;
                game.play_unchecked(&mut after, mv);
                after
            }));
        }
    }
    texts
}

/// Of all arrangements of stones, exactly those that a game can reach are accepted.
#[test]
fn positions_that_no_game_reaches_are_refused() {
    for size in 1..=3 {
        let cells = size * size;
        for swap in [true, false] {
            let (fast, slow) = (Hex::<u64>::new(size as u8, swap), SlowHex { size, swap });
            let reachable = reachable(&slow);
            let mut read = 0;
            for code in 0..3_usize.pow(cells as u32) {
                let mut stones = [0_u64; 2];
                for cell in 0..cells {
                    match code / 3_usize.pow(cell as u32) % 3 {
                        0 => {}
                        owner => stones[owner - 1] |= 1 << cell,
                    }
                }
                for side in Side::BOTH {
                    if let Ok(position) = fast.position_of(stones, side) {
                        let text = fast.position_text(&position);
                        assert!(reachable.contains(&text), "{}: no game reaches {text}", fast.spec());
                        read += 1;
                    }
                }
            }
            assert_eq!(read, reachable.len(), "{}", fast.spec());
        }
    }
}

#[test]
fn wrong_texts_are_refused() {
    check_invalid_positions(
        &Hex::<u64>::new(3, false),
        &[
            ("3/1x1/3", "position/no-side"),
            ("3/1x1 o", "position/row-count"),
            ("3/1x2/3 o", "position/row-length"),
            ("3/1y1/3 o", "position/bad-character"),
            ("3/1x1/3 x", "position/unbalanced"),
            ("3/1o1/3 x", "position/unbalanced"),
            ("xo1/xo1/x1o x", "position/mover-won"),
        ],
    );
    check_invalid_positions(&Hex::<u64>::new(4, false), &[("xoox/xoox/xoox/xo1x o", "position/played-on")]);
    check_invalid_positions(
        &Hex::<u64>::new(3, true),
        &[
            ("3/3/3 o", "position/unbalanced"),
            ("3/xx1/3 o", "position/unbalanced"),
            ("oo1/3/3 x", "position/unbalanced"),
        ],
    );
}

#[test]
fn wrong_moves_are_refused() {
    let refused = |swap: bool, before: &str, text: &str, code: &str, message: &str| {
        let game = Hex::<u64>::new(3, swap);
        let mut position = game.initial();
        for mv in parse_moves(&game, &position, before).expect("legal moves") {
            game.play_unchecked(&mut position, mv);
        }
        let why = game.parse_move(&position, text).expect_err(text);
        assert_eq!((why.code(), why.to_string().contains(message)), (code, true), "{text}: {why}");
    };
    refused(true, "", "swap", "move/no-swap", "only the second player's first move");
    refused(true, "b2 swap", "swap", "move/no-swap", "only the second player's first move");
    refused(true, "b2 a1", "swap", "move/no-swap", "only the second player's first move");
    refused(false, "b2", "swap", "move/no-swap", "swap=off");
    refused(true, "a1", "a1", "move/taken", "cell a1 is taken");
    refused(true, "a1", "d1", "move/off-board", "a column from a to c and a row from 1 to 3");
    refused(true, "a1", "a0", "move/off-board", "a row from 1 to 3");
    refused(true, "", "11", "move/malformed", "or swap");
    refused(false, "a1 b1 a2 b2 a3", "c1", "move/game-over", "the game is over");
}

/// The stone is reflected in the long diagonal, and the first side is to move.
#[test]
fn a_swap_mirrors_the_stone() {
    let game = Hex::<u128>::new(11, true);
    let play = |moves: &str| {
        let mut record = GameRecord::new(game.clone());
        for mv in parse_moves(&game, record.position(), moves).expect("legal moves") {
            record.play(mv, None).expect("the game goes on");
        }
        game.position_text(record.position())
    };
    assert_eq!(play("a3 swap"), "2o8/11/11/11/11/11/11/11/11/11/11 x");
    assert_eq!(play("b2 SWAP"), "11/1o9/11/11/11/11/11/11/11/11/11 x");
    assert_eq!(play("c1 swap k11"), "11/11/o10/11/11/11/11/11/11/11/10x o");
}

/// The reversed position has the same result with the sides exchanged.
#[test]
fn reversed_positions_have_reversed_results() {
    let game = Hex::<u64>::new(5, false);
    for record in random_records(&game, SEED, 20) {
        let positions = record.line().positions();
        for (before, after) in positions.iter().zip(&positions[1..]) {
            assert_eq!(game.reversed(&game.reversed(before)), *before);
            let (turned, winner) = (game.reversed(after), |position: &Stones<u64>| game.outcome(position));
            assert_eq!(turned.side_to_move(), before.side_to_move());
            let expected = winner(after).map(|outcome| match outcome {
                Outcome::Win(side) => Outcome::Win(side.opponent()),
                Outcome::Draw => Outcome::Draw,
            });
            assert_eq!(winner(&turned), expected);
            let side = turned.side_to_move().opponent();
            assert_eq!(game.board().connects(turned.other(), side), turned.is_won());
        }
    }
}

/// Each step from each cell against its columns and rows. Consecutive steps lead to adjacent cells.
#[test]
fn steps_go_to_the_neighbours() {
    fn check<B: Bits>(size: u8) {
        let board = HexBoard::<B>::new(size);
        let cell = |column: i8, row: i8| {
            let inside = 0..size as i8;
            let is_inside = inside.contains(&column) && inside.contains(&row);
            is_inside.then(|| u32::from(size) * row as u32 + column as u32)
        };
        for row in 0..size as i8 {
            for column in 0..size as i8 {
                let from = B::single(cell(column, row).expect("inside"));
                for (index, [dx, dy]) in STEPS.into_iter().enumerate() {
                    let to = cell(column + dx, row + dy).map_or(B::EMPTY, B::single);
                    assert_eq!(board.step(from, index), to, "size {size}, {column} {row}, step {index}");
                    let [nx, ny] = STEPS[(index + 1) % STEPS.len()];
                    assert!(STEPS.contains(&[nx - dx, ny - dy]), "steps {index} and the next are neighbours");
                }
            }
        }
    }
    check::<u64>(1);
    check::<u64>(2);
    check::<u64>(8);
    check::<u128>(11);
    check::<Wide<4>>(14);
}

/// The winning cells connect the edges, each is adjacent to the next, and no shorter chain exists.
#[test]
fn the_winning_cells_are_a_shortest_chain() {
    let game = Hex::<u64>::new(6, true);
    let mut rng = TestRng::new(SEED);
    for record in (0..60).map(|_| random_game(&game, &mut rng, 512)) {
        let position = record.position();
        let Some(Outcome::Win(winner)) = game.outcome(position) else { panic!("no game of Hex is drawn") };
        assert_eq!(record.ending().map(|ending| ending.termination), Some(Termination::Connection));
        let board = game.board();
        let chain = game.winning_cells(position);
        let [begin, end] = board.edges(winner);
        let single = |cell: &Square| 1_u64 << cell.0;
        assert!(begin & single(&chain[0]) != 0 && end & single(&chain[chain.len() - 1]) != 0);
        assert!(chain.windows(2).all(|pair| board.neighbours(single(&pair[0])) & single(&pair[1]) != 0));
        assert!(chain.iter().all(|cell| position.of(winner) & single(cell) != 0));
        let mut reached = begin & position.of(winner);
        for _ in 1..chain.len() {
            assert_eq!(reached & end, 0, "a shorter chain than {chain:?}: {}", game.position_text(position));
            reached |= board.neighbours(reached) & position.of(winner);
        }
    }
}

/// Playouts report legal moves up to the first connection, and the winner. Wins, swaps and plies
/// are as frequent as in games with random moves.
#[test]
fn playouts_are_legal_games() {
    const GAMES: usize = 4000;
    for swap in [true, false] {
        let game = Hex::<u64>::new(3, swap);
        let mut rng = TestRng::new(SEED);
        let (mut wins, mut swaps, mut plies) = (0, 0, 0);
        for _ in 0..GAMES {
            let mut reported = Vec::new();
            let mut bits = || (rng.below(1 << 32) as u64) << 32 | rng.below(1 << 32) as u64;
            let outcome = game.play_out(&game.initial(), &mut bits, &mut |mv| reported.push(mv)).expect("it can");
            let mut position = game.initial();
            for &mv in &reported {
                assert_eq!(game.outcome(&position), None);
                position = game.play(&position, mv).expect("a legal move");
            }
            assert_eq!(game.outcome(&position), Some(outcome));
            wins += usize::from(outcome == Outcome::Win(Side::First));
            swaps += usize::from(reported[1] == HexMove::Swap);
            plies += reported.len();
        }
        let records: Vec<_> = (0..GAMES).map(|_| random_game(&game, &mut rng, 512)).collect();
        let slow_wins = records
            .iter()
            .filter(|record| record.ending().is_some_and(|ending| ending.outcome == Outcome::Win(Side::First)));
        let slow_plies: usize = records.iter().map(|record| record.ply().index()).sum();
        assert!(wins.abs_diff(slow_wins.count()) < GAMES / 20, "{wins} wins");
        assert!(plies.abs_diff(slow_plies) < GAMES / 5, "{plies} plies, {slow_plies} move by move");
        let expected = if swap { GAMES / 9 } else { 0 };
        assert!(swaps.abs_diff(expected) < GAMES / 30, "{swaps} swaps");
    }
}

/// Whether the side to move wins, by exhaustive search with the cells near the middle first.
fn wins(game: &Hex<u64>, position: &Stones<u64>, known: &mut HashMap<Stones<u64>, bool>) -> bool {
    if game.outcome(position).is_some() {
        return false;
    }
    let key = game.canonical(position);
    if let Some(&known) = known.get(&key) {
        return known;
    }
    let mut moves = Vec::new();
    game.generate(position, &mut moves);
    let size = i32::from(game.board().size());
    moves.sort_by_key(|&mv| match mv {
        HexMove::Place(Square(cell)) => {
            let (column, row) = (i32::from(cell) % size, i32::from(cell) / size);
            (2 * column - size + 1).abs() + (2 * row - size + 1).abs()
        }
        HexMove::Swap => 0,
    });
    let won = moves.into_iter().any(|mv| !wins(game, &game.play(position, mv).expect("legal"), known));
    known.insert(key, won);
    won
}

/// Without the swap rule, the first player wins with exactly the openings of the fixture. With it,
/// the second player wins if a swap is possible.
#[test]
fn small_boards_have_known_winners() {
    for row in Fixture::load("hex/openings.txt").rows() {
        let size: u8 = row.number("size");
        let game = Hex::<u64>::new(size, false);
        let mut known = HashMap::new();
        let mut moves = Vec::new();
        game.generate(&game.initial(), &mut moves);
        let letters: Vec<char> = moves
            .iter()
            .map(|&mv| {
                let after = game.play(&game.initial(), mv).expect("legal");
                if wins(&game, &after, &mut known) { '.' } else { 'w' }
            })
            .collect();
        let rows: Vec<String> = letters.chunks(size.into()).map(|row| row.iter().collect()).collect();
        assert_eq!(rows.join("/"), row.text("wins"), "{}", row.place());
        let swap = Hex::<u64>::new(size, true);
        assert_eq!(wins(&swap, &swap.initial(), &mut HashMap::new()), size == 1, "{}: with the swap", row.place());
    }
}
