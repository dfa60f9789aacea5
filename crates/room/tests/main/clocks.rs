//! Clocks: which runs, what a move costs, and what ends by them.

use std::time::Duration;

use zermelo_core::{Ending, Outcome, Side, Termination};
use zermelo_protocol::{EventKind, Stage};
use zermelo_room::ActionOutcome;

use crate::table::{ADA, BOB, Table, mv};

const fn by_time(winner: Side) -> Ending {
    Ending { outcome: Outcome::Win(winner), termination: Termination::Time }
}

#[test]
fn first_moves_cost_nothing() {
    let mut table = Table::with_clock("60+1");
    assert_eq!((table.clocks(), table.state().status.running), ([60_000; 2], None));
    table.pass_ms(30_000);
    let played = table.does(ADA, &mv(0, "a1"));
    assert_eq!(
        played,
        [EventKind::Moved { ply: 0, mv: "a1".to_owned(), took_ms: 30_000, clocks_ms: Some([60_000, 60_000]) }]
    );
    table.pass_ms(59_000);
    table.plays(&["a2"]);
    assert_eq!((table.clocks(), table.state().status.running), ([60_000; 2], Some(Side::First)));
    table.pass_ms(1);
    assert_eq!(table.clocks(), [59_999, 60_000]);
}

#[test]
fn a_game_is_called_off_when_a_first_move_takes_a_minute() {
    for moves in [&[][..], &["a1"]] {
        let mut table = Table::after("300+0", moves);
        assert_eq!(table.wait_ms(59_999), []);
        assert_eq!(table.wait_ms(1), [EventKind::Aborted]);
        assert_eq!(table.room.stage(), Stage::Aborted);
    }
    let mut untimed = Table::with_clock("none");
    assert_eq!(untimed.wait_ms(24 * 3_600_000), []);
}

#[test]
fn a_move_costs_its_time_and_gives_its_increment() {
    let mut table = Table::after("60+2", &["a1", "a2"]);
    table.pass_ms(5000);
    table.plays(&["b1"]);
    assert_eq!((table.clocks(), table.state().status.running), ([57_000, 60_000], Some(Side::Second)));
    table.pass_ms(500);
    table.plays(&["b2"]);
    assert_eq!(table.clocks(), [57_000, 61_500]);
    assert_eq!(table.state().took_ms, [0, 0, 5000, 500]);
}

#[test]
fn time_for_each_move_begins_anew() {
    let mut table = Table::after("move=10", &["a1", "a2"]);
    table.pass_ms(9000);
    table.plays(&["b1"]);
    assert_eq!(table.clocks(), [10_000, 10_000]);
    table.wait_ms(9999);
    table.plays(&["b2"]);
    assert_eq!(table.wait_ms(9999), []);
    assert_eq!(table.room.stage(), Stage::Playing);
}

#[test]
fn days_run_from_the_first_move_on() {
    const DAY: u64 = 24 * 3_600_000;
    let mut table = Table::with_clock("days=2");
    assert_eq!(table.state().status.running, Some(Side::First));
    assert_eq!(table.wait_ms(2 * DAY - 1000), []);
    table.plays(&["a1"]);
    assert_eq!((table.clocks(), table.state().status.running), ([2 * DAY; 2], Some(Side::Second)));
    table.wait_ms(2 * DAY + 60_000);
    assert_eq!(table.room.ending(), Some(by_time(Side::First)));
}

#[test]
fn who_has_no_time_left_loses() {
    let mut table = Table::after("60+0", &["a1", "a2"]);
    table.pass_ms(50_000);
    table.plays(&["b1"]);
    // Nobody is flagged for what the network may have taken.
    assert_eq!(table.wait_ms(60_000), []);
    let ended = table.wait_ms(1000);
    assert_eq!(ended, [EventKind::Ended { ending: by_time(Side::First), clocks_ms: Some([10_000, 0]) }]);
    assert_eq!(table.refused(BOB, &mv(3, "b2")), "room/not-playing");
}

#[test]
fn a_move_out_of_time_is_no_move() {
    let mut table = Table::after("60+0", &["a1", "a2"]);
    table.pass_ms(61_000);
    let Ok(ActionOutcome::Events(events)) = table.acts(ADA, &mv(2, "b1")) else { panic!("the game ends") };
    assert_eq!(events[0].kind, EventKind::Ended { ending: by_time(Side::Second), clocks_ms: Some([0, 60_000]) });
    assert_eq!((events.len(), table.state().moves.len()), (1, 2));
}

#[test]
fn the_opponents_clock_starts_when_the_move_is_told() {
    let mut table = Table::after("60+0", &["a1", "a2"]);
    table.tells = false;
    table.pass_ms(1000);
    table.plays(&["b1"]);
    // The store takes its time, which is nobody's.
    table.pass_ms(8000);
    assert_eq!((table.clocks(), table.state().status.running), ([59_000, 60_000], None));
    table.tell();
    table.pass_ms(2000);
    table.plays(&["b2"]);
    assert_eq!(table.clocks(), [59_000, 58_000]);
    // Only what was told last counts.
    let now = table.now().instant;
    table.room.mark_sent(table.room.seq() - 1, now);
    table.pass_ms(5000);
    assert_eq!(table.clocks(), [59_000, 58_000]);
}

#[test]
fn the_network_takes_its_own_time() {
    let mut table = Table::after("60+0", &["a1", "a2"]);
    let lag = Duration::from_millis(200);
    table.pass_ms(1200);
    table.acts_late(ADA, &mv(2, "b1"), lag).expect("a move");
    assert_eq!(table.clocks(), [59_000, 60_000]);
    // More than it took is not given.
    table.pass_ms(50);
    table.acts_late(BOB, &mv(3, "b2"), lag).expect("a move");
    assert_eq!(table.clocks(), [59_000, 60_000]);
    // And no more than was saved up: 3 gains of 0.39 s and one, less what was spent.
    table.pass_ms(30_000);
    table.acts_late(ADA, &mv(4, "c3"), Duration::from_secs(20)).expect("a move");
    assert_eq!(table.clocks()[0], 59_000 - 30_000 + (3 * 390 - 200 + 390));
}

#[test]
fn a_move_that_was_on_its_way_when_the_flag_fell_counts() {
    let mut table = Table::after("5+0", &["a1", "a2"]);
    table.pass_ms(1000);
    let lag = Duration::from_millis(120);
    table.acts_late(ADA, &mv(2, "b1"), lag).expect("a move");
    table.plays(&["b2"]);
    // 4.12 s are left; the move comes 0.1 s after them, and the network takes 0.12 s.
    assert_eq!(table.wait_ms(4220), []);
    table.acts_late(ADA, &mv(4, "c3"), lag).expect("a move");
    assert_eq!((table.room.stage(), table.clocks()[0]), (Stage::Playing, 20));
}
