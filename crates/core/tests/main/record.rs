//! Records: moves, endings, undo and errors.

use std::time::Duration;

use zermelo_core::erased::{DynGame, ErasedGame};
use zermelo_core::{
    Ending, GameRecord, Outcome, PlayError, PlayedMove, Ply, RecordError, Side, Square, Termination, parse_moves,
};
use zermelo_testkit::reference::SlowBox;
use zermelo_testkit::toy::{Pursuit, PursuitMoveError};

fn tictactoe() -> SlowBox<9> {
    SlowBox::flat(3, 3, 3, false)
}

#[test]
fn a_move_after_the_end_is_an_error() {
    let game = tictactoe();
    let mut record = GameRecord::new(game.clone());
    for mv in parse_moves(&game, record.position(), "a1 a2 b1 b2 c1").unwrap() {
        record.play(mv, Some(Duration::from_millis(3))).unwrap();
    }
    let won = Ending { outcome: Outcome::Win(Side::First), termination: Termination::Line };
    assert_eq!(record.ending(), Some(won));
    let error = record.play(record.moves()[0].mv, None);
    assert_eq!(error, Err(RecordError::Over(won)));
    assert_eq!(error.unwrap_err().to_string(), "the game is over: won by a completed line");
    // Ending a finished game again does not change its ending.
    record.end(Outcome::Win(Side::Second), Termination::Resignation);
    assert_eq!((record.ending(), record.ply()), (Some(won), Ply(5)));
}

#[test]
fn a_move_after_a_draw_by_repetition_is_an_error() {
    let mut record = ErasedGame(Pursuit::default()).new_record();
    let cycle = "a-b d-e b-a e-d";
    record.play_all(&format!("{cycle} {cycle}")).unwrap();
    assert!(record.legal_moves().is_empty() && record.view().moves.is_empty());
    let error = record.play("a-b", None).unwrap_err();
    assert_eq!((error.code, error.message.as_str()), ("move/game-over", "the game is over: a draw by repetition"));
    assert_eq!(record.play_all("a-b").unwrap_err().code, "move/game-over");
    assert_eq!(record.ply(), Ply(8));
}

#[test]
fn play_on_continues_after_an_unclaimed_draw() {
    let mut record = ErasedGame(Pursuit::default()).new_record();
    let cycle = "a-b d-e b-a e-d";
    record.play_all(&format!("{cycle} {cycle}")).unwrap();
    assert_eq!(record.play_on("a-b", None).as_deref(), Ok("a-b"));
    assert_eq!(record.play_on("a-c", None).unwrap_err().code, "move/not-yours");
    // The new position has not occurred before, so there is no draw until the players agree on one.
    assert_eq!(record.play_on("d-c", None).as_deref(), Ok("d-c"));
    assert_eq!(record.ending(), None);
    record.end(Outcome::Draw, Termination::Agreement);
    assert_eq!(record.play_on("b-a", None).unwrap_err().code, "move/game-over");
    // A game that the board decides can't be continued.
    let mut record = ErasedGame(tictactoe()).new_record();
    record.play_all("a1 a2 b1 b2 c1").unwrap();
    assert_eq!(record.play_on("c2", None).unwrap_err().code, "move/game-over");
}

#[test]
fn an_illegal_move_is_returned_and_changes_nothing() {
    let mut record = GameRecord::new(Pursuit::default());
    let far = Square(3);
    let error = record.play(far, None);
    assert_eq!(error, Err(RecordError::Illegal(PlayError { mv: far, why: PursuitMoveError::OutOfReach })));
    assert_eq!(error.unwrap_err().to_string(), "a token moves to a neighbouring cell, or once two cells on");
    assert_eq!((record.ply(), record.moves().len()), (Ply(0), 0));
}

#[test]
fn a_list_of_moves_is_played_completely_or_not_at_all() {
    let mut record = ErasedGame(tictactoe()).new_record();
    record.play_all("b2 a1").unwrap();
    let before = record.position_text();
    let error = record.play_all("c1 a3 c1 a2").unwrap_err();
    assert_eq!(
        (error.code, error.message.as_str()),
        ("move/taken", "move 3: \"c1\" is not possible: this place is taken")
    );
    let error = record.play_all("c1 d4").unwrap_err();
    assert_eq!(error.code, "move/malformed");
    // Moves after the end of the game are an error too.
    assert_eq!(record.play_all("b1 a2 b3 a3").unwrap_err().code, "move/game-over");
    assert_eq!((record.position_text(), record.ply()), (before, Ply(2)));
}

#[test]
fn undo_takes_back_the_ending_and_the_last_move() {
    let mut record = GameRecord::new(tictactoe());
    assert_eq!(record.undo(), None);
    let mv = parse_moves(record.game(), record.position(), "b2").unwrap()[0];
    let time = Some(Duration::from_secs(2));
    record.play(mv, time).unwrap();
    record.end(Outcome::Win(Side::First), Termination::Time);
    let error = record.play(mv, None).unwrap_err();
    assert_eq!(error.to_string(), "the game is over: won by time");
    assert_eq!(record.undo(), Some(PlayedMove { mv, time }));
    assert_eq!((record.ending(), record.ply(), record.side_to_move()), (None, Ply(0), Side::First));
}

#[test]
fn a_record_gives_its_start_and_its_moves() {
    let game = ErasedGame(Pursuit::default());
    let mut record = game.record_from("a- d- x:H5").unwrap();
    record.play("a-b", Some(Duration::from_millis(40))).unwrap();
    record.play("d-e", None).unwrap();
    assert_eq!((record.start_text(), record.position_text()), ("a- d- x:H5".to_owned(), "b- e- x:H7".to_owned()));
    assert_eq!(record.moves(), [("a-b".to_owned(), Some(Duration::from_millis(40))), ("d-e".to_owned(), None)]);
    let mut copy = record.boxed_clone();
    assert!(copy.undo() && copy.undo() && !copy.undo());
    assert_eq!(record.ply(), Ply(2), "undo in the copy does not change the record");
    let again = game.record_from(&copy.start_text()).unwrap();
    assert_eq!(again.position_text(), copy.position_text());
}
