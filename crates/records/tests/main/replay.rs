//! The rules have the last word on a game that is read.

use proptest::prelude::{ProptestConfig, prop_assert, prop_assert_eq, proptest};
use zermelo_core::erased::{DynGame, ErasedGame};
use zermelo_core::{Outcome, Side, Termination};
use zermelo_records::{Draws, ReplayError, SavedGame};
use zermelo_testkit::toy::{Pursuit, Subtraction};

use super::games::{example, saved_games, toys};

fn rules() -> Box<dyn DynGame> {
    Box::new(ErasedGame(Subtraction::new(7, 3)))
}

fn refusal(game: &SavedGame) -> String {
    game.replay(rules().as_ref(), Draws::AtOnce).expect_err("a refusal").to_string()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_game_is_saved_and_played_again((index, game) in saved_games()) {
        let record = game.replay(toys()[index].as_ref(), Draws::AtOnce).expect("a game of ours");
        let again = SavedGame::of(record.as_ref(), ["", ""]);
        prop_assert_eq!(&again.moves, &game.moves);
        prop_assert_eq!(&again.times_ms, &game.times_ms);
        prop_assert_eq!((again.winner, again.termination, again.start), (game.winner, game.termination, game.start));
    }

    #[test]
    fn a_false_winner_is_found((index, game) in saved_games()) {
        let other = match game.winner {
            Some(Outcome::Draw) => Outcome::Win(Side::First),
            _ => Outcome::Draw,
        };
        let is_by_rules = game.termination.is_some_and(Termination::is_by_rules);
        let forged = SavedGame { winner: Some(other), ..game };
        let replayed = forged.replay(toys()[index].as_ref(), Draws::AtOnce);
        prop_assert_eq!(replayed.is_err(), is_by_rules);
        if let Err(why) = replayed {
            prop_assert!(matches!(why, ReplayError::Result { .. }), "{}", why);
        }
    }
}

#[test]
fn refusals_name_the_move_and_the_reason() {
    let game = example();
    assert!(game.replay(rules().as_ref(), Draws::AtOnce).is_ok());
    let moves = |moves: &[&str]| SavedGame { moves: moves.iter().map(|mv| (*mv).to_owned()).collect(), ..example() };
    for (wrong, said) in [
        (moves(&["3", "four", "3"]), "move 2, \"four\": \"four\" is not a move: expected a number of stones"),
        (moves(&["3", "4", "3"]), "move 2, \"4\": \"4\" is not possible: take 1 to 3 stones"),
        (moves(&["3", "3", "1", "1"]), "move 4, \"1\": \"1\" is not possible: the game is over"),
        (moves(&["3", "1"]), "the file says won by the first side (no_move), and by the rules it is not over"),
        (
            moves(&["3", "1", "2", "1"]),
            "the file says won by the first side (no_move), and by the rules it is won by the second side (no_move)",
        ),
        (
            SavedGame { termination: Some(Termination::Time), ..example() },
            "the file says won by the first side (time), and by the rules it is won by the first side (no_move)",
        ),
        (
            SavedGame { winner: Some(Outcome::Draw), termination: None, ..example() },
            "the file says a draw, and by the rules it is won by the first side (no_move)",
        ),
        (SavedGame { start: Some("8 x".to_owned()), ..example() }, "the start \"8 x\": no game leads to this position"),
        (
            SavedGame { game: "leapers".to_owned(), ..example() },
            "it is a game of \"leapers\", not of subtraction:pile=7,most=3",
        ),
    ] {
        assert_eq!(refusal(&wrong), said);
    }
}

#[test]
fn what_is_not_said_is_not_contradicted() {
    let silent = SavedGame { winner: None, termination: None, ..example() };
    let record = silent.replay(rules().as_ref(), Draws::AtOnce).expect("nothing is said");
    assert_eq!(record.ending().map(|ending| ending.outcome), Some(Outcome::Win(Side::First)));
    let resigned = SavedGame { moves: vec!["3".to_owned()], termination: None, ..example() };
    let ending = resigned.replay(rules().as_ref(), Draws::AtOnce).expect("a resignation").ending().expect("it is over");
    assert_eq!((ending.outcome, ending.termination), (Outcome::Win(Side::First), Termination::Resignation));
}

#[test]
fn people_may_go_on_after_a_draw_that_nobody_claims() {
    let game = ErasedGame(Pursuit::default());
    let mut record = game.new_record();
    let round = "a-b d-e b-a e-d";
    record.play_all(&format!("{round} {round}")).expect("legal moves");
    let mut more = SavedGame::of(record.as_ref(), ["a", "b"]);
    assert_eq!(more.termination, Some(Termination::Repetition));
    more.moves.push("a-b".to_owned());
    more.termination = Some(Termination::Agreement);
    let why = more.replay(&game, Draws::AtOnce).expect_err("over").to_string();
    assert_eq!(why, "move 9, \"a-b\": the game is over: a draw by repetition");
    assert!(more.replay(&game, Draws::Claimed).is_err(), "the position is repeated again, by the rules");
    more.moves.push("d-c".to_owned());
    let replayed = more.replay(&game, Draws::Claimed).expect("nobody claims");
    assert_eq!(replayed.moves().len(), more.moves.len());
}

#[test]
fn the_start_tells_who_moves_first() {
    let game = SavedGame { start: Some("6 o".to_owned()), ..example() };
    assert_eq!(game.first_to_move(rules().as_ref()), Ok(Side::Second));
    assert_eq!(example().first_to_move(rules().as_ref()), Ok(Side::First));
}
