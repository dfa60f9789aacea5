//! Errors of invalid texts.

use zermelo_core::erased::{DynGame, ErasedGame, Playable};
use zermelo_core::{Notation, perft};
use zermelo_games::bitboard::Wide;
use zermelo_games::connect3d::Connect3d;
use zermelo_games::connect4::Connect4;
use zermelo_games::mnk::Mnk;
use zermelo_testkit::conformance::check_invalid_positions;

/// The code and the message of the error of a list of moves from the start.
fn refused(game: &impl Playable, moves: &str) -> (&'static str, String) {
    let mut record = ErasedGame(game.clone()).new_record();
    let refused = record.play_all(moves).expect_err("the moves are not legal");
    assert_eq!(record.ply().0, 0, "no move of an invalid list is played");
    (refused.code, refused.message)
}

#[test]
fn positions_of_a_grid() {
    check_invalid_positions(
        &Mnk::<u64>::new(3, 3, 3),
        &[
            ("", "position/no-side"),
            ("3/3/3", "position/no-side"),
            ("3/3/3 z", "position/no-side"),
            ("3/3 x", "position/row-count"),
            ("3/3/3/3 x", "position/row-count"),
            ("3/2/3 x", "position/row-length"),
            ("3/4/3 x", "position/row-length"),
            ("3/99999999999999999999999/3 x", "position/row-length"),
            ("3/1y1/3 x", "position/bad-character"),
            ("3/1é1/3 x", "position/bad-character"),
            ("3/3/3 | 3/3/3 x", "position/plane-count"),
            ("3/1o1/3 x", "position/unbalanced"),
            ("xx1/3/3 x", "position/unbalanced"),
            ("3/1x1/3 x", "position/unbalanced"),
            ("xxx/ooo/3 x", "position/both-won"),
            ("xxx/oo1/o2 x", "position/mover-won"),
            ("xxx/oo1/xoo o", "position/unbalanced"),
        ],
    );
    // Two lines that share no square can't both be made by the last stone.
    check_invalid_positions(&Mnk::<u64>::new(3, 5, 3), &[("xxx/oo1/1oo/o2/xxx o", "position/played-on")]);
}

#[test]
fn positions_with_gravity() {
    check_invalid_positions(
        &Connect4::<u64>::new(7, 6, 4),
        &[
            ("7/7/7/7/x6/7 o", "position/floating"),
            ("x6/x6/x6/x6/x6/x6/x6/x6 o", "position/row-count"),
            ("7/7/7/7/7/oo5 x", "position/unbalanced"),
            ("7/7/7/7/oooo3/xxxx3 x", "position/both-won"),
            ("7/7/7/7/ooo4/xxxx3 x", "position/unbalanced"),
            ("7/7/7/o6/ooo4/xxxx3 x", "position/mover-won"),
            ("44444444", "move/column-full"),
            ("8", "move/off-board"),
            ("4x", "move/malformed"),
        ],
    );
    // Every x of the bottom line lies under another disc, so none of them was the last.
    check_invalid_positions(&Connect4::<u64>::new(3, 3, 3), &[("o2/oox/xxx o", "position/played-on")]);
    check_invalid_positions(
        &Connect3d::<u64>::new([2, 2, 2], 2, true),
        &[
            ("2/2 x", "position/plane-count"),
            ("2/2 | x1/2 o", "position/floating"),
            ("2/2 | 2/x2 o", "position/row-length"),
        ],
    );
}

#[test]
fn moves() {
    let tictactoe = Mnk::<u64>::new(3, 3, 3);
    assert_eq!(
        refused(&tictactoe, "a1 a1"),
        ("move/taken", "move 2: \"a1\" is not possible: square a1 is taken".to_owned())
    );
    assert_eq!(refused(&tictactoe, "a1 b1 a2 b2 a3 c3").0, "move/game-over");
    for text in ["d1", "a4", "a0", "a01", "z9"] {
        assert_eq!(refused(&tictactoe, text).0, "move/off-board", "{text}");
    }
    for text in ["1a", "aa", "a", "1", "a-1", "a+1", "é1", "a1b1", "a１"] {
        assert_eq!(refused(&tictactoe, text).0, "move/malformed", "{text}");
    }
    let connect4 = Connect4::<u64>::new(7, 6, 4);
    let (code, message) = refused(&connect4, "4 4 9");
    assert_eq!(code, "move/off-board");
    assert_eq!(
        message,
        "move 3: \"9\" is not possible: there is no such place on this board; expected a column from 1 to 7"
    );
    let (code, message) = refused(&connect4, "4444444");
    assert_eq!((code, message.as_str()), ("move/column-full", "move 7: \"4\" is not possible: column 4 is full"));
    assert_eq!(refused(&connect4, "12121213").0, "move/game-over");
    assert_eq!(refused(&connect4, "0").0, "move/malformed");
    let posts = Connect3d::<u64>::new([4, 4, 4], 4, true);
    assert_eq!(refused(&posts, "a1 a1 a1 a1 a1").1, "move 5: \"a1\" is not possible: column a1 is full");
    assert_eq!(refused(&posts, "a5").0, "move/off-board");
    assert_eq!(refused(&posts, "a11").0, "move/malformed");
    let cube = Connect3d::<u64>::new([4, 4, 4], 4, false);
    assert_eq!(refused(&cube, "a11 a11").1, "move 2: \"a11\" is not possible: square a11 is taken");
    assert_eq!(refused(&cube, "a1").0, "move/malformed");
}

#[test]
fn equivalent_move_lists_are_parsed_alike() {
    let game = Connect4::<Wide<5>>::new(16, 16, 4);
    let mut dense = ErasedGame(game.clone()).new_record();
    let mut spaced = ErasedGame(game.clone()).new_record();
    dense.play_all("19agG").expect("columns from 1 to g");
    spaced.play_all(" 1 9 a\tg G ").expect("columns from 1 to g");
    assert_eq!(dense.position_text(), spaced.position_text());
    let start = game.parse_position("19agg").expect("moves stand for a position");
    assert_eq!(game.position_text(&start), dense.position_text());
    let small = Connect4::<u64>::new(7, 6, 4);
    let late = small.parse_position("44455554221").expect("the form of the public sets");
    assert_eq!(perft(&small, &late, zermelo_core::Depth(1)), 7);
}

#[test]
fn specifications_leave_defaults_out() {
    assert_eq!(Mnk::<u64>::new(3, 3, 3).spec(), "tictactoe");
    assert_eq!(Mnk::<Wide<4>>::new(15, 15, 5).spec(), "mnk");
    assert_eq!(Mnk::<u64>::new(5, 4, 4).spec(), "mnk:width=5,height=4,k=4");
    assert_eq!(Connect4::<u64>::new(7, 6, 4).spec(), "connect4");
    assert_eq!(Connect4::<u64>::new(7, 6, 5).spec(), "connect4:k=5");
    assert_eq!(Connect3d::<u64>::new([4, 4, 4], 4, false).spec(), "connect3d:width=4,depth=4,height=4,gravity=off");
}

/// Very long texts are rejected without parsing.
#[test]
fn long_texts() {
    let game = ErasedGame(Mnk::<u64>::new(3, 3, 3));
    let long = "x/".repeat(100_000_000);
    assert_eq!(game.record_from(&long).expect_err("too long").code, "position/too-long");
    assert_eq!(game.new_record().play_all(&long).expect_err("too long").code, "move/too-long");
    assert_eq!(
        game.0.parse_position(&long).expect_err("too long").to_string(),
        "the position has 200000000 bytes; at most 65536 are read"
    );
}
