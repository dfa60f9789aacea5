//! Turns of a game: time, moves, draw offers and endings.

use std::time::Duration;

use zermelo_core::erased::{DynGame, DynMove, ErasedGame};
use zermelo_core::{Action, AgentError, Clocks, Ending, Outcome, Ply, Referee, Side, Termination, TurnTime};
use zermelo_testkit::reference::SlowBox;

const TURN_TIME: Duration = Duration::from_millis(100);

/// A game of tic-tac-toe in which both sides have the same time control.
fn game(clock: &str) -> Referee {
    let record = ErasedGame(SlowBox::<9>::flat(3, 3, 3, false)).new_record();
    let control = clock.parse().unwrap();
    Referee::new(record, Clocks::new([control; 2]))
}

fn mv(referee: &Referee, text: &str) -> DynMove {
    referee.record().parse(text).unwrap()
}

#[track_caller]
fn play(referee: &mut Referee, text: &str) -> Option<Ending> {
    let action = Action::Play(mv(referee, text));
    referee.act(&action, TURN_TIME).unwrap()
}

#[track_caller]
fn play_and_offer(referee: &mut Referee, text: &str) -> Option<Ending> {
    let action = Action::OfferDraw(mv(referee, text));
    referee.act(&action, TURN_TIME).unwrap()
}

fn lost(side: Side, termination: Termination) -> Ending {
    Ending { outcome: Outcome::Win(side.opponent()), termination }
}

const AGREED: Option<Ending> = Some(Ending { outcome: Outcome::Draw, termination: Termination::Agreement });

#[test]
fn turns_alternate_until_the_rules_end_the_game() {
    let mut referee = game("none");
    for text in ["a1", "a2", "b1", "b2"] {
        assert_eq!(play(&mut referee, text), None);
    }
    assert_eq!((referee.side_to_move(), referee.ending()), (Side::First, None));
    let won = Some(lost(Side::Second, Termination::Line));
    let last = mv(&referee, "c1");
    assert_eq!(play(&mut referee, "c1"), won);
    assert_eq!(referee.record().moves().last(), Some(&("c1".to_owned(), Some(TURN_TIME))));
    // A finished game does not change.
    assert_eq!(referee.act(&Action::Play(last), TURN_TIME).unwrap_err().code, "move/game-over");
    assert_eq!(referee.act(&Action::Resign, TURN_TIME), Ok(won));
    assert_eq!(referee.offer_draw(Side::Second), None);
    assert_eq!(referee.lose(Side::First, Termination::Time), won);
    assert_eq!(referee.ending(), won);
}

#[test]
fn an_illegal_move_changes_nothing() {
    let mut referee = game("60+1");
    let taken = mv(&referee, "a1");
    play_and_offer(&mut referee, "a1");
    let clocks = *referee.clocks();
    for action in [Action::Play(taken.clone()), Action::OfferDraw(taken)] {
        // The draw offer accepts the opponent's offer, so its move is not checked.
        let result = referee.act(&action, TURN_TIME);
        match action {
            Action::Play(_) => {
                assert_eq!(result.unwrap_err().code, "move/taken");
                assert_eq!((referee.side_to_move(), *referee.clocks()), (Side::Second, clocks));
                assert!(referee.offers_draw(Side::First));
            }
            _ => assert_eq!(result, Ok(AGREED)),
        }
    }
    assert_eq!(referee.record().ply(), Ply(1));
}

#[test]
fn a_side_without_time_loses_with_every_action() {
    let late = Duration::from_secs(2);
    for (clock, is_late) in [("1+5", true), ("move=1", true), ("2+0", false), ("days=1", false), ("none", false)] {
        let mut referee = game(clock);
        let action = Action::Play(mv(&referee, "a1"));
        let expected = if is_late { Some(lost(Side::First, Termination::Time)) } else { None };
        assert_eq!(referee.act(&action, late), Ok(expected), "{clock}");
        assert_eq!(referee.record().ply(), Ply(u32::from(!is_late)), "{clock}");
        let mut resigned = game(clock);
        let termination = if is_late { Termination::Time } else { Termination::Resignation };
        assert_eq!(resigned.act(&Action::Resign, late), Ok(Some(lost(Side::First, termination))), "{clock}");
    }
}

#[test]
fn the_side_that_moves_spends_time() {
    let mut referee = game("1+0.05");
    play(&mut referee, "a1");
    play(&mut referee, "a2");
    play(&mut referee, "a3");
    let left = Side::BOTH.map(|side| referee.clocks().remaining(side).unwrap().as_millis());
    assert_eq!(left, [900, 950]);
    assert_eq!(referee.record().moves()[2], ("a3".to_owned(), Some(TURN_TIME)));
}

#[test]
fn an_offer_is_valid_until_the_opponent_moves() {
    let mut referee = game("none");
    assert_eq!(play_and_offer(&mut referee, "a1"), None);
    assert!(referee.offers_draw(Side::First) && !referee.offers_draw(Side::Second));
    assert_eq!(play(&mut referee, "a2"), None);
    assert!(!referee.offers_draw(Side::First));
    // An offer before the own move is still valid after it.
    assert_eq!(referee.offer_draw(Side::First), None);
    play(&mut referee, "a3");
    assert!(referee.offers_draw(Side::First));
    referee.decline_draw(Side::Second);
    assert_eq!(referee.offer_draw(Side::Second), None, "a new offer, because the first was declined");
    assert_eq!(referee.offer_draw(Side::First), AGREED);
}

#[test]
fn an_offer_in_answer_to_an_offer_is_a_draw() {
    let mut referee = game("none");
    play_and_offer(&mut referee, "a1");
    assert_eq!(play_and_offer(&mut referee, "a2"), AGREED);
    assert_eq!(referee.record().ply(), Ply(1), "the move of the answer is not played");
    assert!(Side::BOTH.iter().all(|side| !referee.offers_draw(*side)));
}

#[test]
fn a_winning_move_with_an_offer_wins() {
    let mut referee = game("none");
    for text in ["a1", "a2", "b1", "b2"] {
        play(&mut referee, text);
    }
    assert_eq!(play_and_offer(&mut referee, "c1"), Some(lost(Side::Second, Termination::Line)));
}

#[test]
fn a_program_that_fails_loses_by_it() {
    for (error, termination) in [
        (AgentError::Crash("gone".to_owned()), Some(Termination::Crash)),
        (AgentError::Malformed("what".to_owned()), Some(Termination::IllegalMove)),
        (AgentError::Endless, None),
    ] {
        let mut referee = game("none");
        let expected = termination.map(|termination| lost(Side::First, termination));
        assert_eq!(referee.fail(Side::First, &error), expected, "{error}");
        assert_eq!(referee.ending(), expected);
    }
}

#[test]
fn a_move_taken_back_gives_its_time_back() {
    let mut referee = game("2/1+0");
    let full = *referee.clocks();
    assert!(!referee.take_back());
    play(&mut referee, "a1");
    let after = *referee.clocks();
    play_and_offer(&mut referee, "a2");
    assert!(referee.take_back());
    assert_eq!(*referee.clocks(), after);
    assert!(!referee.offers_draw(Side::Second));
    referee.lose(Side::Second, Termination::Resignation);
    assert!(referee.take_back(), "with the end");
    assert_eq!((*referee.clocks(), referee.ending(), referee.record().ply()), (full, None, Ply(0)));
}

#[test]
fn a_turn_is_charged_what_another_clock_measured() {
    let mut referee = game("2+1");
    let seconds = Duration::from_secs;
    let left = |referee: &Referee| Side::BOTH.map(|side| referee.clocks().remaining(side).unwrap());
    // The clock does not run yet: no time is charged, and no increment is given.
    let free = TurnTime { took: seconds(30), charged: None };
    assert_eq!(referee.act(&Action::Play(mv(&referee, "a1")), free), Ok(None));
    assert_eq!(left(&referee), [seconds(2); 2]);
    assert_eq!(referee.record().moves()[0].1, Some(seconds(30)));
    let part = TurnTime { took: seconds(5), charged: Some(seconds(1)) };
    assert_eq!(referee.act(&Action::Play(mv(&referee, "a2")), part), Ok(None));
    assert_eq!(left(&referee), [seconds(2), seconds(2)]);
    referee.set_clocks([seconds(1), seconds(9)]);
    let late = TurnTime { took: seconds(0), charged: Some(seconds(2)) };
    let lost = Some(lost(Side::First, Termination::Time));
    assert_eq!(referee.act(&Action::Play(mv(&referee, "a3")), late), Ok(lost));
    assert_eq!(left(&referee), [seconds(0), seconds(9)]);
}

#[test]
fn taking_back_returns_to_clocks_that_were_set() {
    let mut referee = game("60+0");
    play(&mut referee, "a1");
    let set = [Duration::from_secs(50), Duration::from_secs(40)];
    referee.set_clocks(set);
    play(&mut referee, "a2");
    assert!(referee.take_back());
    assert_eq!(Side::BOTH.map(|side| referee.clocks().remaining(side).unwrap()), set);
}

#[test]
fn a_side_withdraws_its_own_offer() {
    let mut referee = game("none");
    referee.offer_draw(Side::Second);
    referee.withdraw_draw(Side::First);
    assert!(referee.offers_draw(Side::Second));
    referee.withdraw_draw(Side::Second);
    assert_eq!(referee.offer_draw(Side::First), None);
}
