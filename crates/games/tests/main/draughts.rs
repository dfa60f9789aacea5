//! Draughts against the reference implementation of the test kit: random games have the same move
//! texts and the same results, including draws.

use std::collections::BTreeSet;

use zermelo_core::{Game, GameRecord, Notation, Outcome};
use zermelo_games::bitboard::Bits;
use zermelo_games::draughts::rules::{English, International};
use zermelo_games::draughts::{AnyDraughts, Draughts};
use zermelo_testkit::reference::slow_draughts::{SlowDraughts, draw_reason};
use zermelo_testkit::rng::TestRng;

const SEED: u64 = 11;
const GAMES: usize = 40;
const PLIES: usize = 300;

/// Plays a random game in both implementations. Returns whether it was drawn.
fn game<B: Bits>(fast: &Draughts<B>, slow: &SlowDraughts, start: &str, rng: &mut TestRng) -> bool {
    let position = fast.parse_position(start).expect("a position");
    let mut record = GameRecord::from_position(fast.clone(), position);
    let mut position = slow.parse_position(start).expect("a position");
    let mut played = Vec::new();
    for _ in 0..PLIES {
        let at = format!("{}, seed {SEED}: {}", fast.spec(), fast.position_text(record.position()));
        assert_eq!(fast.position_text(record.position()), slow.position_text(&position), "{at}");
        let legal = slow.legal_moves(&position);
        let drawn = draw_reason(slow, &played);
        let outcome = record.ending().map(|ending| ending.outcome);
        assert_eq!(fast.outcome(record.position()).is_some(), legal.is_empty(), "{at}");
        if legal.is_empty() {
            assert!(matches!(outcome, Some(Outcome::Win(_))), "{at}");
            return false;
        }
        assert_eq!(outcome, drawn.map(|_| Outcome::Draw), "{at}: {drawn:?}");
        if drawn.is_some() {
            return true;
        }
        let mut moves = Vec::new();
        fast.generate(record.position(), &mut moves);
        let texts: BTreeSet<String> = moves.iter().map(|&mv| fast.move_text(record.position(), mv)).collect();
        let slow_texts: BTreeSet<String> = legal.iter().map(|mv| slow.move_text(&position, mv)).collect();
        assert_eq!((&texts, moves.len()), (&slow_texts, legal.len()), "{at}");
        let mv = moves[rng.below(moves.len())];
        let text = fast.move_text(record.position(), mv);
        assert_eq!(fast.parse_move(record.position(), &text), Ok(mv), "{at}: {text}");
        let slow_mv = legal.into_iter().find(|mv| slow.move_text(&position, mv) == text).expect("the same moves");
        record.play(mv, None).unwrap_or_else(|why| panic!("{at}: {why}"));
        let after = slow.play(&position, &slow_mv);
        played.push((position, slow_mv));
        position = after;
    }
    false
}

fn agree(fast: &AnyDraughts, slow: &SlowDraughts, starts: &[&str], games: usize) -> usize {
    let mut rng = TestRng::new(SEED);
    let initial = slow.position_text(&slow.initial());
    let mut draws = 0;
    for start in starts.iter().copied().chain([initial.as_str()]) {
        for _ in 0..games {
            draws += usize::from(match fast {
                AnyDraughts::Small(fast) => game(fast, slow, start, &mut rng),
                AnyDraughts::Large(fast) => game(fast, slow, start, &mut rng),
            });
        }
    }
    draws
}

#[test]
fn english() {
    let mut draws = 0;
    for (size, start) in [
        (4, "W:WK8:BK1"),
        (6, "W:WK18,14:BK1,2"),
        (8, "W:WK29,31,K30:BK4,K1,2"),
        (10, "W:WK50,K46:BK1,K5"),
        (12, "W:WK72:BK1"),
    ] {
        let game = AnyDraughts::new::<English>(size);
        draws += agree(&game, &SlowDraughts::english(size as i8), &[start], GAMES);
    }
    assert!(draws > 0, "random games reach draws");
    let mut kings25 = SlowDraughts::english(8);
    kings25.draws.quiet = Some(25);
    let game = AnyDraughts::new::<English>(8).with_quiet_limit(25);
    assert!(agree(&game, &kings25, &["W:WK29,31,K30:BK4,K1,2"], GAMES) > 0, "random games reach draws");
}

#[test]
fn international() {
    let mut draws = 0;
    for (size, starts) in [
        (6, ["W:WK18,K16:BK1", "W:W7,K18:BK3", "W:WK1,K2,K3:BK18"]),
        (8, ["W:WK29,K30:BK4", "W:WK29,5:BK4,K3", "W:WK29,K30,6:BK4"]),
        (10, ["W:WK46,K47,8:BK5", "W:WK46,K47,K48:BK5", "W:WK46,K47,K48:BK5,K4,44"]),
        (12, ["W:WK72,K71,20:BK1", "W:WK72,K71,K70:BK1", "W:WK72,K71,K70,60:BK1,K2,3"]),
    ] {
        let game = AnyDraughts::new::<International>(size);
        draws += agree(&game, &SlowDraughts::international(size as i8), &starts, GAMES);
    }
    assert!(draws > 0, "random games reach draws");
}

/// The error of an illegal move has its code and lists legal moves.
#[test]
fn move_errors_list_legal_moves() {
    let AnyDraughts::Small(game) = AnyDraughts::new::<English>(8) else { unreachable!("8x8 fits 64 bits") };
    let at = |position: &str, mv: &str| {
        let position = game.parse_position(position).expect("a position");
        let why = game.parse_move(&position, mv).expect_err("no legal move");
        (why.code(), why.to_string())
    };
    let start = "B:W21-32:B1-12";
    let capture = "W:W22,25:B17,18,2";
    let looping = "W:WK7,27,30,31,32:BK29,8,10,11,17,18,19";
    for (position, mv, code, words) in [
        (start, "8-11", "move/blocked", "8 has no move"),
        (start, "11-17", "move/unreachable", "11-15 or 11-16"),
        (start, "4-8", "move/blocked", "4 has no move"),
        (start, "22-18", "move/not-yours", "black is to move"),
        (start, "16-20", "move/not-yours", "16"),
        (start, "11-33", "move/off-board", "from 1 to 32"),
        (start, "11", "move/malformed", "11-15 or 22x15"),
        (start, "e3-d4", "move/malformed", "11-15 or 22x15"),
        (capture, "25-21", "move/must-capture", "22x13 or 22x15"),
        (capture, "25x11", "move/other-capture", "22x13 or 22x15"),
        (looping, "7x21", "move/ambiguous", "7x14x21 or 7x16x23x14x21"),
        ("B:W32:B", "32-28", "move/game-over", "the game is over"),
    ] {
        let (found, told) = at(position, mv);
        assert_eq!(found, code, "{position} {mv}: {told}");
        assert!(told.contains(words), "{position} {mv}: {told}");
    }
}
