//! What an oracle says of moves follows from what it says of positions.

use zermelo_core::erased::{DynGame, DynOracle, DynRecord, ErasedGame, ErasedOracle};
use zermelo_core::{ProvenBounds, GameRecord, OracleQuery, Oracle, Outcome, Ply, Proven, Side, Termination, Wdl};
use zermelo_testkit::playout::random_records;
use zermelo_testkit::reference::{SlowBox, SlowOracle};
use zermelo_testkit::toy::Subtraction;

/// Knows the formula, and only what is at most as large as `knows`.
struct Formula {
    knows: u8,
}

impl Oracle<Subtraction> for Formula {
    fn probe(&self, record: &GameRecord<Subtraction>) -> Option<Proven> {
        (record.position().left() <= self.knows).then(|| record.game().value(record.position()))
    }
}

fn proven(wdl: Wdl, plies: u32) -> Proven {
    Proven { wdl, plies: Some(Ply(plies)), score: None }
}

#[test]
fn moves_are_worth_what_they_lead_to() {
    let record = GameRecord::new(Subtraction::new(6, 3));
    let moves = Formula { knows: 6 }.probe_moves(&record).unwrap();
    // Of 6 stones 2 must be taken, to leave 4; the other moves leave a win in 3.
    assert_eq!(moves, [(1, proven(Wdl::Loss, 4)), (2, proven(Wdl::Win, 3)), (3, proven(Wdl::Loss, 2))]);
    assert_eq!(Formula { knows: 6 }.probe(&record), Some(proven(Wdl::Win, 3)));
    assert_eq!(record.ply(), Ply(0));
}

#[test]
fn one_unknown_move_is_no_answer() {
    let record = GameRecord::new(Subtraction::new(6, 3));
    assert_eq!(Formula { knows: 4 }.probe(&record), None);
    assert_eq!(Formula { knows: 4 }.probe_moves(&record), None);
    assert!(Formula { knows: 5 }.probe_moves(&record).is_some());
}

#[test]
fn the_best_move_is_worth_what_the_position_is() {
    let game = SlowBox::<9>::flat(3, 3, 3, false);
    let oracle = SlowOracle::new(game.clone(), 1000);
    for record in random_records(&game, 5, 60) {
        let here = oracle.probe(&record).unwrap();
        let moves = oracle.probe_moves(&record).unwrap();
        let best = moves.iter().map(|(_, proven)| proven.wdl).max().unwrap();
        assert_eq!(best, here.wdl, "{record:?}");
        let plies = moves.iter().filter(|(_, proven)| proven.wdl == best).map(|(_, proven)| proven.plies);
        let expected = if best == Wdl::Win { plies.min() } else { plies.max() };
        assert_eq!(expected, Some(here.plies), "{record:?}");
    }
}

#[test]
fn a_finished_game_has_a_value_and_no_moves() {
    let game = SlowBox::<9>::flat(3, 3, 3, false);
    let mut record = ErasedGame(game.clone()).new_record();
    record.play_all("a1 a2 b1 b2 c1").unwrap();
    let oracle = ErasedOracle::new(SlowOracle::new(game, 1000));
    assert_eq!(oracle.probe(record.as_ref()), Some(proven(Wdl::Loss, 0)));
    assert_eq!(oracle.probe_moves(record.as_ref()), Some(Vec::new()));
}

#[test]
fn behind_a_pointer_moves_are_texts_and_other_games_unknown() {
    let game = Subtraction::new(6, 3);
    let oracle: Box<dyn DynOracle> = Box::new(ErasedOracle::new(Formula { knows: 6 }));
    let record = ErasedGame(game).new_record();
    let moves = oracle.probe_moves(record.as_ref()).unwrap();
    assert_eq!(moves.iter().map(|(text, _)| text.as_str()).collect::<Vec<_>>(), ["1", "2", "3"]);
    let other = ErasedGame(SlowBox::<9>::flat(3, 3, 3, false)).new_record();
    assert_eq!(oracle.probe(other.as_ref()), None);
    assert_eq!(oracle.probe_moves(other.as_ref()), None);
}

#[test]
fn bounds_tell_who_wins_when_they_agree() {
    let value = |wdl, plies| Some(proven(wdl, plies));
    let findings = |lower, upper| ProvenBounds { lower, upper, nodes: 3 };
    let open = findings(value(Wdl::Draw, 6), value(Wdl::Win, 3));
    assert_eq!((open.wdl(), open.proven()), (None, None));
    assert_eq!(open.before_move(), findings(value(Wdl::Loss, 4), value(Wdl::Draw, 7)));
    let won = findings(value(Wdl::Win, 9), value(Wdl::Win, 3));
    assert_eq!(won.proven(), Some(Proven { wdl: Wdl::Win, plies: None, score: None }));
    let exact = findings(value(Wdl::Loss, 4), value(Wdl::Loss, 4));
    assert_eq!(exact.proven(), value(Wdl::Loss, 4));
    // Nothing is less than a loss, nothing more than a win.
    assert_eq!(findings(value(Wdl::Win, 9), None).wdl(), Some(Wdl::Win));
    assert_eq!(findings(None, value(Wdl::Loss, 4)).wdl(), Some(Wdl::Loss));
    assert_eq!(ProvenBounds::default().wdl(), None);
    // An oracle that only knows or does not knows no bounds.
    let oracle: Box<dyn DynOracle> = Box::new(ErasedOracle::new(Formula { knows: 4 }));
    let mut record = ErasedGame(Subtraction::new(6, 3)).new_record();
    let ask = |record: &dyn DynRecord| oracle.query(record, &OracleQuery::default(), &mut |_| {});
    assert_eq!(ask(record.as_ref()), ProvenBounds::default());
    record.play_all("2").unwrap();
    assert_eq!(ask(record.as_ref()), ProvenBounds::exactly(proven(Wdl::Loss, 2)));
}

/// A resigned game, or one that repetition ended, has a position whose moves can still be judged: a review asks for that.
#[test]
fn a_resigned_game_can_be_reviewed() {
    let mut record = GameRecord::new(Subtraction::new(6, 3));
    record.end(Outcome::Win(Side::Second), Termination::Resignation);
    assert_eq!(Formula { knows: 6 }.probe_moves(&record).map(|moves| moves.len()), Some(3));
}
