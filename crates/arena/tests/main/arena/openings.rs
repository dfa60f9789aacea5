//! Openings by chance and from lists.

use std::collections::HashSet;

use zermelo_arena::Roster;
use zermelo_arena::opening::{BalanceFilter, OpeningSource};
use zermelo_core::erased::{DynGame, DynRecord};
use zermelo_core::{Score, SearchLimits, StopToken, Wdl};

use super::fixtures::TestRoster;

fn game(spec: &str) -> Box<dyn DynGame> {
    TestRoster.game(spec).unwrap()
}

fn after(game: &dyn DynGame, moves: &str) -> Box<dyn DynRecord> {
    let mut record = game.new_record();
    record.play_all(moves).unwrap();
    record
}

/// What a search of two plies says, with nothing but the rules.
fn two_plies(record: &dyn DynRecord) -> Option<Score> {
    let mut agent = TestRoster.agent("minimax:depth=2,eval=none", &record.game_spec()).unwrap();
    agent.choose(record, &SearchLimits::NONE, &StopToken::new(), None).unwrap().text.score
}

#[test]
fn no_opening_is_over_or_decided_within_two_plies() {
    for spec in ["connect4", "tictactoe", "draughts-english"] {
        let game = game(spec);
        let mut openings = OpeningSource::chance(self::game(spec), 5, 4, None).unwrap();
        for pair in 0..300 {
            let opening = openings.get(pair);
            let record = after(game.as_ref(), &opening.moves);
            assert_eq!((record.ply().0, record.ending()), (4, None), "{opening:?}");
            let score = two_plies(record.as_ref());
            assert_eq!(score.and_then(Score::decided), None, "{spec} {opening:?}");
        }
    }
}

#[test]
fn openings_differ_as_long_as_there_are_others() {
    let mut few = OpeningSource::chance(game("connect4"), 1, 1, None).unwrap();
    assert_eq!(few.different(1000), 7);
    let first: HashSet<String> = (0..7).map(|pair| few.get(pair).moves).collect();
    assert_eq!(first.len(), 7);
    assert_eq!(few.get(7), few.get(0), "then the first comes again");
    let mut many = OpeningSource::chance(game("connect4"), 1, 6, None).unwrap();
    assert_eq!(many.different(500), 500);
    let positions: HashSet<String> =
        (0..500).map(|pair| after(game("connect4").as_ref(), &many.get(pair).moves).position_text()).collect();
    assert_eq!(positions.len(), 500, "not the same position by other moves either");
}

#[test]
fn an_opening_depends_on_seed_and_number_alone() {
    let made = |seed| OpeningSource::chance(game("connect4"), seed, 4, None).unwrap();
    let (mut forwards, mut backwards) = (made(3), made(3));
    let ahead: Vec<_> = (0..50).map(|pair| forwards.get(pair)).collect();
    let back: Vec<_> = (0..50).rev().map(|pair| backwards.get(pair)).collect();
    assert!(ahead.iter().eq(back.iter().rev()));
    assert_ne!(made(4).get(0), ahead[0]);
}

#[test]
fn balanced_ones_are_drawn_where_an_oracle_knows() {
    let balance = || BalanceFilter { oracle: TestRoster.oracle("tictactoe"), judge: None, within: None };
    let mut openings = OpeningSource::chance(game("tictactoe"), 1, 2, Some(balance())).unwrap();
    let oracle = TestRoster.oracle("tictactoe").unwrap();
    let wdl = |moves: &str| oracle.probe(after(game("tictactoe").as_ref(), moves).as_ref()).map(|proven| proven.wdl);
    let count = openings.different(1000);
    assert!((0..count).all(|pair| wdl(&openings.get(pair).moves) == Some(Wdl::Draw)));
    let all = OpeningSource::chance(game("tictactoe"), 1, 2, None).unwrap().different(1000);
    assert!(count < all, "{count} of {all} are drawn");
}

#[test]
fn balanced_ones_are_even_to_the_judge_elsewhere() {
    let judge = || TestRoster.agent("alphabeta:depth=3", "connect4").unwrap();
    let balance = BalanceFilter { oracle: None, judge: Some(judge()), within: Some(2) };
    let mut openings = OpeningSource::chance(game("connect4"), 1, 4, Some(balance)).unwrap();
    for pair in 0..30 {
        let record = after(game("connect4").as_ref(), &openings.get(pair).moves);
        let found = judge().choose(record.as_ref(), &SearchLimits::NONE, &StopToken::new(), None).unwrap().text;
        assert!(found.score.is_some_and(|score| score.value().abs() <= 2), "{found:?}");
    }
}

#[test]
fn lists_are_taken_in_turn_and_shuffled_by_a_seed() {
    let lines: Vec<String> = ["# comment", "4", "", "1 2", "7/7/7/7/7/3x3 o; 4"].map(str::to_owned).to_vec();
    let game = game("connect4");
    let mut list = OpeningSource::list(game.as_ref(), &lines, None).unwrap();
    let texts: Vec<_> = (0..4).map(|pair| list.get(pair)).collect();
    assert_eq!((texts[0].moves.as_str(), texts[1].moves.as_str(), texts[2].moves.as_str()), ("4", "1 2", "4"));
    assert_eq!(texts[2].position.as_deref(), Some("7/7/7/7/7/3x3 o"));
    assert_eq!(texts[3], texts[0]);
    let orders: HashSet<Vec<_>> = (0..20)
        .map(|seed| {
            let mut list = OpeningSource::list(game.as_ref(), &lines, Some(seed)).unwrap();
            (0..3).map(|pair| list.get(pair)).collect()
        })
        .collect();
    assert!(orders.len() > 1);
    assert!(OpeningSource::list(game.as_ref(), &["# nothing".to_owned()], None).is_err());
}
