//! Every game passes the conformance suite, on its usual board and on unusual ones: narrow boards,
//! boxes with three different sizes, and the largest board of each bitboard type.

use zermelo_games::bitboard::{Bits, Wide};
use zermelo_games::connect3d::Connect3d;
use zermelo_games::connect4::Connect4;
use zermelo_games::draughts::rules::{English, International};
use zermelo_games::draughts::{AnyDraughts, Draughts};
use zermelo_games::hex::Hex;
use zermelo_games::mnk::Mnk;
use zermelo_games::reversi::Reversi;
use zermelo_games::teeko::{Teeko, Variant};
use zermelo_testkit::conformance::{check, check_positions};

const SEED: u64 = 2024;

#[test]
fn mnk() {
    for (width, height, k) in [(3, 3, 3), (1, 1, 1), (5, 2, 3), (2, 5, 3), (4, 4, 7), (8, 8, 5)] {
        check(&Mnk::<u64>::new(width, height, k), SEED);
    }
    check(&Mnk::<u128>::new(9, 13, 5), SEED);
    check(&Mnk::<Wide<4>>::new(15, 15, 5), SEED);
    check_positions(&Mnk::<u64>::new(3, 3, 3), SEED, &["3/1x1/3 o", "xo1/1xo/2x o", "xox/xxo/o1o x"]);
}

#[test]
fn connect4() {
    for (width, height, k) in [(7, 6, 4), (1, 16, 4), (16, 1, 4), (3, 5, 3), (8, 7, 4), (4, 4, 1), (5, 5, 9)] {
        check(&Connect4::<u64>::new(width, height, k), SEED);
    }
    check(&Connect4::<u128>::new(9, 8, 5), SEED);
    check(&Connect4::<Wide<5>>::new(16, 16, 4), SEED);
    check_positions(&Connect4::<u64>::new(7, 6, 4), SEED, &["7/7/7/7/7/7 x", "7/7/o6/o6/o6/xxxx3 o"]);
}

#[test]
fn connect3d() {
    for (size, k, gravity) in [([4, 4, 4], 4, true), ([4, 4, 4], 4, false), ([3, 2, 4], 3, true), ([1, 1, 1], 1, true)]
    {
        check(&Connect3d::<u64>::new(size, k, gravity), SEED);
    }
    check(&Connect3d::<Wide<4>>::new([6, 5, 5], 4, true), SEED);
    check(&Connect3d::<Wide<4>>::new([3, 5, 4], 3, false), SEED);
    check(&Connect3d::<Wide<8>>::new([8, 5, 7], 4, false), SEED);
    check(&Connect3d::<Wide<8>>::new([8, 7, 8], 5, true), SEED);
}

/// Each size and bitboard type. Random games from the start rarely have kings, so some positions
/// begin with kings.
#[test]
fn draughts() {
    for size in [4, 6, 8, 10, 12] {
        check_any(AnyDraughts::new::<English>(size), &[]);
    }
    for size in [6, 10, 12] {
        check_any(AnyDraughts::new::<International>(size), &[]);
    }
    check_any(
        AnyDraughts::new::<English>(8),
        &["W:WK7,27,30-32:B8,10,11,17-19,K29", "B:WK1,K2:BK31,K32:H78", "W:W9,K20:B1,K30", "B:W21-32:B", "W:W:BK4"],
    );
    check_any(
        AnyDraughts::new::<International>(10),
        &[
            "W:WK3,K8,K20:BK45:H3:L3",
            "B:WK1,K6:BK50:L8",
            "W:W31-33,K46,K47:B7,8,12,13,18,23,K35",
            "B:W20,21,K23,27,37,K40,K46:B15-17",
        ],
    );
}

/// Each size and bitboard type. The texts add a pass and a game that ends with empty squares.
#[test]
fn reversi() {
    for size in [4, 6, 8] {
        check(&Reversi::<u64>::new(size), SEED);
    }
    check(&Reversi::<u128>::new(10), SEED);
    check_positions(&Reversi::<u64>::new(4), SEED, &["4/1ox1/1xo1/4 x", "xo2/xxo1/xxxx/xxxx o", "xxxx/xxxx/1xx1/4 o"]);
}

/// All options. The texts add positions at the beginning and the end of each phase.
#[test]
fn teeko() {
    for variant in [Variant::Standard, Variant::Advanced] {
        for first_centre in [true, false] {
            let game = Teeko::new(variant, first_centre);
            check(&game, SEED);
            check_positions(
                &game,
                SEED,
                &[
                    "5/5/5/5/5 x",
                    "5/5/5/1x3/5 o",
                    "xxx2/5/5/5/ooo2 x",
                    "xxx2/4x/5/5/ooo2 o",
                    "xx3/xx3/5/5/o1oo1 o",
                    "5/ox2o/3x1/ox1xo/5 x",
                    "5/ox2o/3x1/ox1xo/5 o",
                    "xxxx1/o3o/5/5/o3o o",
                ],
            );
        }
    }
}

/// Each bitboard type, with and without the swap rule. The texts add positions after a swap and
/// connections that are rare in random games.
#[test]
fn hex() {
    for swap in [true, false] {
        for size in [1, 2, 3, 5, 8] {
            check(&Hex::<u64>::new(size, swap), SEED);
        }
    }
    check(&Hex::<u128>::new(11, true), SEED);
    check(&Hex::<Wide<4>>::new(14, false), SEED);
    check_positions(
        &Hex::<u64>::new(3, true),
        SEED,
        &["3/3/3 x", "3/1x1/3 o", "3/1o1/3 x", "2o/1o1/x1x x", "1x1/1x1/xoo o", "ox1/1x1/xoo o"],
    );
    check_positions(&Hex::<u64>::new(3, false), SEED, &["3/1x1/3 o", "2x/o1x/o1x o", "xx1/ooo/x2 x"]);
}

fn check_any(game: AnyDraughts, texts: &[&str]) {
    match game {
        AnyDraughts::Small(game) => check_draughts(&game, texts),
        AnyDraughts::Large(game) => check_draughts(&game, texts),
    }
}

fn check_draughts<B: Bits>(game: &Draughts<B>, texts: &[&str]) {
    if texts.is_empty() {
        check(game, SEED);
    } else {
        check_positions(game, SEED, texts);
    }
}
