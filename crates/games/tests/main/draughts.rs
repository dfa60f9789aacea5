//! The fast rules of draughts against the slow ones of the test kit, along random games: same moves as they are printed, same
//! ends, the draws included.

use std::collections::BTreeSet;

use zermelo_core::{Game, GameRecord, Notation, Outcome};
use zermelo_games::bitboard::Bits;
use zermelo_games::draughts::rules::{English, International};
use zermelo_games::draughts::{AnyDraughts, Draughts};
use zermelo_testkit::dice::Dice;
use zermelo_testkit::reference::slow_draughts::{SlowDraughts, draw};

const SEED: u64 = 11;
const GAMES: usize = 40;
const PLIES: usize = 300;

/// Plays a game at random in both; whether it was drawn.
fn game<B: Bits>(fast: &Draughts<B>, slow: &SlowDraughts, start: &str, dice: &mut Dice) -> bool {
    let position = fast.parse_position(start).expect("a position");
    let mut record = GameRecord::from_position(fast.clone(), position);
    let mut position = slow.read(start).expect("a position");
    let mut played = Vec::new();
    for _ in 0..PLIES {
        let at = format!("{}, seed {SEED}: {}", fast.spec(), fast.position_text(record.position()));
        assert_eq!(fast.position_text(record.position()), slow.position_text(&position), "{at}");
        let legal = slow.legal(&position);
        let drawn = draw(slow, &played);
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
        let slow_texts: BTreeSet<String> = legal.iter().map(|mv| slow.text(&position, mv)).collect();
        assert_eq!((&texts, moves.len()), (&slow_texts, legal.len()), "{at}");
        let mv = moves[dice.below(moves.len())];
        let text = fast.move_text(record.position(), mv);
        assert_eq!(fast.parse_move(record.position(), &text), Ok(mv), "{at}: {text}");
        let slow_mv = legal.into_iter().find(|mv| slow.text(&position, mv) == text).expect("the same moves");
        record.play(mv, None).unwrap_or_else(|why| panic!("{at}: {why}"));
        let after = slow.play(&position, &slow_mv);
        played.push((position, slow_mv));
        position = after;
    }
    false
}

fn agree(fast: &AnyDraughts, slow: &SlowDraughts, starts: &[&str], games: usize) -> usize {
    let mut dice = Dice::new(SEED);
    let initial = slow.position_text(&slow.initial());
    let mut draws = 0;
    for start in starts.iter().copied().chain([initial.as_str()]) {
        for _ in 0..games {
            draws += usize::from(match fast {
                AnyDraughts::Small(fast) => game(fast, slow, start, &mut dice),
                AnyDraughts::Large(fast) => game(fast, slow, start, &mut dice),
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
