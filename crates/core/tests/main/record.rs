//! What a record takes and what it refuses.

use std::time::Duration;

use zermelo_core::erased::{DynGame, ErasedGame};
use zermelo_core::{
    Ending, GameRecord, Outcome, PlayError, PlayedMove, Ply, RecordError, Side, Square, Termination, parse_moves,
};
use zermelo_testkit::reference::SlowBox;
use zermelo_testkit::toy::{Pursuit, PursuitIllegal};

fn tictactoe() -> SlowBox<9> {
    SlowBox::flat(3, 3, 3, false)
}

#[test]
fn a_record_takes_no_move_after_the_end() {
    let game = tictactoe();
    let mut record = GameRecord::new(game.clone());
    for mv in parse_moves(&game, record.position(), "a1 a2 b1 b2 c1").unwrap() {
        record.play(mv, Some(Duration::from_millis(3))).unwrap();
    }
    let won = Ending { outcome: Outcome::Win(Side::First), termination: Termination::Line };
    assert_eq!(record.ending(), Some(won));
    let refused = record.play(record.moves()[0].mv, None);
    assert_eq!(refused, Err(RecordError::Over(won)));
    assert_eq!(refused.unwrap_err().to_string(), "the game is over: won by a completed line");
    // What happens beside the board afterwards changes nothing.
    record.end(Outcome::Win(Side::Second), Termination::Resignation);
    assert_eq!((record.ending(), record.ply()), (Some(won), Ply(5)));
}

#[test]
fn a_draw_by_repetition_takes_no_move_though_the_board_goes_on() {
    let mut record = ErasedGame(Pursuit::default()).new_record();
    let round = "a-b d-e b-a e-d";
    record.play_all(&format!("{round} {round}")).unwrap();
    assert!(record.legal_moves().is_empty() && record.view().moves.is_empty());
    let refused = record.play("a-b", None).unwrap_err();
    assert_eq!((refused.code, refused.message.as_str()), ("move/game-over", "the game is over: a draw by repetition"));
    assert_eq!(record.play_all("a-b").unwrap_err().code, "move/game-over");
    assert_eq!(record.ply(), Ply(8));
}

#[test]
fn a_draw_that_nobody_claims_may_be_played_on() {
    let mut record = ErasedGame(Pursuit::default()).new_record();
    let round = "a-b d-e b-a e-d";
    record.play_all(&format!("{round} {round}")).unwrap();
    assert_eq!(record.play_on("a-b", None).as_deref(), Ok("a-b"));
    assert_eq!(record.play_on("a-c", None).unwrap_err().code, "move/not-yours");
    // Away from what was there before: no draw to be claimed, until the players agree on one.
    assert_eq!(record.play_on("d-c", None).as_deref(), Ok("d-c"));
    assert_eq!(record.ending(), None);
    record.end(Outcome::Draw, Termination::Agreement);
    assert_eq!(record.play_on("b-a", None).unwrap_err().code, "move/game-over");
    // What the board decides is no claim.
    let mut record = ErasedGame(tictactoe()).new_record();
    record.play_all("a1 a2 b1 b2 c1").unwrap();
    assert_eq!(record.play_on("c2", None).unwrap_err().code, "move/game-over");
}

#[test]
fn a_refused_move_is_given_back_and_changes_nothing() {
    let mut record = GameRecord::new(Pursuit::default());
    let far = Square(3);
    let refused = record.play(far, None);
    assert_eq!(refused, Err(RecordError::Illegal(PlayError { mv: far, why: PursuitIllegal::OutOfReach })));
    assert_eq!(refused.unwrap_err().to_string(), "a token moves to a neighbouring cell, or once two cells on");
    assert_eq!((record.ply(), record.moves().len()), (Ply(0), 0));
}

#[test]
fn a_list_of_moves_is_played_whole_or_not_at_all() {
    let mut record = ErasedGame(tictactoe()).new_record();
    record.play_all("b2 a1").unwrap();
    let before = record.position_text();
    let refused = record.play_all("c1 a3 c1 a2").unwrap_err();
    assert_eq!(
        (refused.code, refused.message.as_str()),
        ("move/taken", "move 3: \"c1\" is not possible: this place is taken")
    );
    let refused = record.play_all("c1 d4").unwrap_err();
    assert_eq!(refused.code, "move/malformed");
    // Moves behind the end of the game, too.
    assert_eq!(record.play_all("b1 a2 b3 a3").unwrap_err().code, "move/game-over");
    assert_eq!((record.position_text(), record.ply()), (before, Ply(2)));
}

#[test]
fn an_ending_beside_the_board_is_taken_back_with_the_move_before_it() {
    let mut record = GameRecord::new(tictactoe());
    assert_eq!(record.undo(), None);
    let mv = parse_moves(record.game(), record.position(), "b2").unwrap()[0];
    let time = Some(Duration::from_secs(2));
    record.play(mv, time).unwrap();
    record.end(Outcome::Win(Side::First), Termination::Time);
    let refused = record.play(mv, None).unwrap_err();
    assert_eq!(refused.to_string(), "the game is over: won by time");
    assert_eq!(record.undo(), Some(PlayedMove { mv, time }));
    assert_eq!((record.ending(), record.ply(), record.side_to_move()), (None, Ply(0), Side::First));
}

#[test]
fn a_record_tells_its_start_and_its_moves() {
    let game = ErasedGame(Pursuit::default());
    let mut record = game.record_from("a- d- x:H5").unwrap();
    record.play("a-b", Some(Duration::from_millis(40))).unwrap();
    record.play("d-e", None).unwrap();
    assert_eq!((record.start_text(), record.position_text()), ("a- d- x:H5".to_owned(), "b- e- x:H7".to_owned()));
    assert_eq!(record.moves(), [("a-b".to_owned(), Some(Duration::from_millis(40))), ("d-e".to_owned(), None)]);
    let mut copy = record.boxed_clone();
    assert!(copy.undo() && copy.undo() && !copy.undo());
    assert_eq!(record.ply(), Ply(2), "a copy is a record of its own");
    let again = game.record_from(&copy.start_text()).unwrap();
    assert_eq!(again.position_text(), copy.position_text());
}
