//! The values of moves follow from the values of positions.

use zermelo_core::erased::{DynGame, DynOracle, DynRecord, ErasedGame, ErasedOracle};
use zermelo_core::{GameRecord, Oracle, OracleQuery, Outcome, Ply, Proven, ProvenBounds, Side, Termination, Wdl};
use zermelo_testkit::playout::random_records;
use zermelo_testkit::reference::{SlowBox, SlowOracle};
use zermelo_testkit::toy::Subtraction;

/// Gives the value by the formula, only for piles of at most `max` stones.
struct FormulaOracle {
    max: u8,
}

impl Oracle<Subtraction> for FormulaOracle {
    fn probe(&self, record: &GameRecord<Subtraction>) -> Option<Proven> {
        (record.position().left() <= self.max).then(|| record.game().value(record.position()))
    }
}

fn proven(wdl: Wdl, plies: u32) -> Proven {
    Proven { wdl, plies: Some(Ply(plies)), score: None }
}

#[test]
fn the_value_of_a_move_is_the_value_after_it() {
    let record = GameRecord::new(Subtraction::new(6, 3));
    let moves = FormulaOracle { max: 6 }.probe_moves(&record).unwrap();
    // With 6 stones, taking 2 leaves 4, which is lost. The other moves leave a win for the opponent.
    assert_eq!(moves, [(1, proven(Wdl::Loss, 4)), (2, proven(Wdl::Win, 3)), (3, proven(Wdl::Loss, 2))]);
    assert_eq!(FormulaOracle { max: 6 }.probe(&record), Some(proven(Wdl::Win, 3)));
    assert_eq!(record.ply(), Ply(0));
}

#[test]
fn one_unknown_move_makes_all_unknown() {
    let record = GameRecord::new(Subtraction::new(6, 3));
    assert_eq!(FormulaOracle { max: 4 }.probe(&record), None);
    assert_eq!(FormulaOracle { max: 4 }.probe_moves(&record), None);
    assert!(FormulaOracle { max: 5 }.probe_moves(&record).is_some());
}

#[test]
fn the_best_move_has_the_value_of_the_position() {
    let game = SlowBox::<9>::flat(3, 3, 3, false);
    let oracle = SlowOracle::new(game.clone(), 1000);
    for record in random_records(&game, 5, 60) {
        let position_value = oracle.probe(&record).unwrap();
        let moves = oracle.probe_moves(&record).unwrap();
        let best = moves.iter().map(|(_, proven)| proven.wdl).max().unwrap();
        assert_eq!(best, position_value.wdl, "{record:?}");
        let plies = moves.iter().filter(|(_, proven)| proven.wdl == best).map(|(_, proven)| proven.plies);
        let expected = if best == Wdl::Win { plies.min() } else { plies.max() };
        assert_eq!(expected, Some(position_value.plies), "{record:?}");
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
fn an_erased_oracle_gives_texts_and_ignores_other_games() {
    let game = Subtraction::new(6, 3);
    let oracle: Box<dyn DynOracle> = Box::new(ErasedOracle::new(FormulaOracle { max: 6 }));
    let record = ErasedGame(game).new_record();
    let moves = oracle.probe_moves(record.as_ref()).unwrap();
    assert_eq!(moves.iter().map(|(text, _)| text.as_str()).collect::<Vec<_>>(), ["1", "2", "3"]);
    let other = ErasedGame(SlowBox::<9>::flat(3, 3, 3, false)).new_record();
    assert_eq!(oracle.probe(other.as_ref()), None);
    assert_eq!(oracle.probe_moves(other.as_ref()), None);
}

#[test]
fn equal_bounds_give_the_outcome() {
    let value = |wdl, plies| Some(proven(wdl, plies));
    let bounds = |lower, upper| ProvenBounds { lower, upper, nodes: 3 };
    let open = bounds(value(Wdl::Draw, 6), value(Wdl::Win, 3));
    assert_eq!((open.wdl(), open.proven()), (None, None));
    assert_eq!(open.before_move(), bounds(value(Wdl::Loss, 4), value(Wdl::Draw, 7)));
    let won = bounds(value(Wdl::Win, 9), value(Wdl::Win, 3));
    assert_eq!(won.proven(), Some(Proven { wdl: Wdl::Win, plies: None, score: None }));
    let exact = bounds(value(Wdl::Loss, 4), value(Wdl::Loss, 4));
    assert_eq!(exact.proven(), value(Wdl::Loss, 4));
    // A lower bound of a win and an upper bound of a loss are exact.
    assert_eq!(bounds(value(Wdl::Win, 9), None).wdl(), Some(Wdl::Win));
    assert_eq!(bounds(None, value(Wdl::Loss, 4)).wdl(), Some(Wdl::Loss));
    assert_eq!(ProvenBounds::default().wdl(), None);
    // An oracle that gives only exact values or nothing gives no bounds.
    let oracle: Box<dyn DynOracle> = Box::new(ErasedOracle::new(FormulaOracle { max: 4 }));
    let mut record = ErasedGame(Subtraction::new(6, 3)).new_record();
    let ask = |record: &dyn DynRecord| oracle.query(record, &OracleQuery::default(), &mut |_| {});
    assert_eq!(ask(record.as_ref()), ProvenBounds::default());
    record.play_all("2").unwrap();
    assert_eq!(ask(record.as_ref()), ProvenBounds::exactly(proven(Wdl::Loss, 2)));
}

/// After a resignation or a draw by repetition, the moves of the position still have values. A review uses them.
#[test]
fn a_resigned_game_can_be_reviewed() {
    let mut record = GameRecord::new(Subtraction::new(6, 3));
    record.end(Outcome::Win(Side::Second), Termination::Resignation);
    assert_eq!(FormulaOracle { max: 6 }.probe_moves(&record).map(|moves| moves.len()), Some(3));
}
