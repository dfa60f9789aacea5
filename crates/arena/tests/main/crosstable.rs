use proptest::prelude::*;
use zermelo_arena::stats::{AverageScores, Confidence, Counts, CrossTable, FirstPlayer};
use zermelo_core::{Outcome, Side};

use super::elo::any_counts;
use super::support::assert_close;

/// Three players, one of whom never met another and one who met itself.
fn table() -> CrossTable {
    let mut table = CrossTable::new(3);
    let cells = [
        (0, 1, Counts::new(3, 0, 1)),
        (1, 0, Counts::new(1, 2, 1)),
        (0, 2, Counts::new(0, 2, 0)),
        (1, 1, Counts::new(4, 0, 0)),
    ];
    for (first, second, counts) in cells {
        table.add_counts(first, second, counts).unwrap();
    }
    table
}

#[test]
fn the_row_plays_first() {
    let mut table = CrossTable::new(2);
    table.add(0, 1, Outcome::Win(Side::First)).unwrap();
    table.add(0, 1, Outcome::Draw).unwrap();
    table.add(1, 0, Outcome::Win(Side::Second)).unwrap();
    assert_eq!(table.cell(0, 1), Ok(Counts::new(1, 1, 0)));
    assert_eq!(table.cell(1, 0), Ok(Counts::new(0, 0, 1)));
    assert_eq!(table.cell(0, 1).unwrap().score(), Some(0.75));
    assert_eq!(table.against(0, 1), Ok(Counts::new(2, 1, 0)));
    assert_eq!(table.all(), Counts::new(1, 1, 1));
    assert_eq!(table.played().collect::<Vec<_>>(), [(0, 1, Counts::new(1, 1, 0)), (1, 0, Counts::new(0, 0, 1))]);
}

#[test]
fn averages_weigh_cells_alike() {
    let table = table();
    // First: 3/4 and 1/2. Second: its opponent scored 1/2.
    assert_eq!(
        table.averages(0),
        Ok(AverageScores { as_first: Some(0.625), as_second: Some(0.5), mean: Some(0.5625) })
    );
    // First: 1/2, and 1 against itself. Second: 1/4, and 0 against itself.
    assert_eq!(
        table.averages(1),
        Ok(AverageScores { as_first: Some(0.75), as_second: Some(0.125), mean: Some(0.4375) })
    );
    assert_eq!(table.averages(2), Ok(AverageScores { as_first: None, as_second: Some(0.5), mean: Some(0.5) }));
    let empty = AverageScores { as_first: None, as_second: None, mean: None };
    assert_eq!(CrossTable::new(1).averages(0), Ok(empty));
}

#[test]
fn totals_leave_out_games_against_oneself() {
    let table = table();
    assert_eq!(table.total(0), Ok(Counts::new(4, 4, 2)));
    assert_eq!(table.total(1), Ok(Counts::new(2, 2, 4)));
    assert_eq!(table.against(1, 1), Ok(Counts::new(4, 0, 4)));
}

#[test]
fn unknown_players_are_refused() {
    let mut table = CrossTable::new(2);
    let message = "there is no player 2; the table has 2, numbered from 0";
    assert_eq!(table.add(0, 2, Outcome::Draw).unwrap_err().to_string(), message);
    assert_eq!(table.cell(2, 0).unwrap_err().to_string(), message);
    assert!(table.total(2).is_err() && table.averages(2).is_err() && table.against(1, 2).is_err());
    assert!(CrossTable::new(0).total(0).is_err());
    assert_eq!(table, CrossTable::new(2));
}

#[test]
fn beginning_has_its_worth() {
    let first = FirstPlayer::of(&table());
    assert_eq!(first.counts, Counts::new(8, 4, 2));
    assert_eq!(first.score(), Some(10.0 / 14.0));
    let elo = first.elo(Confidence::P95).unwrap();
    assert_close("2.5 to 1", elo.value, 400.0 * 2.5_f64.log10(), 1e-9);
    assert!(elo.interval.low > 0.0 && first.interval(Confidence::P95).unwrap().low > 0.5);
    let none = FirstPlayer::of(&CrossTable::new(3));
    assert_eq!((none.score(), none.elo(Confidence::P95), none.interval(Confidence::P95)), (None, None, None));
}

proptest! {
    #[test]
    fn points_are_shared_out(cells in prop::collection::vec((0..4_usize, 0..4_usize, any_counts()), 0..12)) {
        let mut table = CrossTable::new(4);
        for &(first, second, counts) in cells.iter().filter(|(first, second, _)| first != second) {
            table.add_counts(first, second, counts).unwrap();
        }
        let points: f64 = (0..4).map(|player| table.total(player).unwrap().points()).sum();
        assert_close("points", points, table.all().games() as f64, 1e-12);
        for player in 0..4 {
            for other in 0..4 {
                prop_assert_eq!(table.against(player, other), table.against(other, player).map(|counts| counts.reversed()));
            }
        }
    }
}
