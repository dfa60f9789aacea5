//! The server goes down and is back: its events are the room, and the time since is nobody's.

use std::time::Duration;

use zermelo_core::{Ending, Outcome, Side, Termination};
use zermelo_protocol::{EventKind, RoomEvent, Stage};
use zermelo_room::{Room, Timestamp};

use crate::table::{ADA, BOB, CODE, Table, mv, record};

const HOUR: Duration = Duration::from_hours(1);

#[test]
fn the_time_while_the_server_is_down_is_nobodys() {
    let mut table = Table::after("60+0", &["a1", "a2"]);
    table.pass_ms(5000);
    let clocks_ms = [55_000, 60_000];
    assert_eq!(table.is_killed_for(HOUR), [EventKind::Interrupted { clocks_ms }]);
    assert_eq!((table.clocks(), table.state().status.running), (clocks_ms, None));
    // Her clock waits for her, and not for him.
    assert_eq!(table.comes(Side::Second), []);
    table.pass_ms(30_000);
    assert_eq!(table.comes(Side::First), [EventKind::Resumed]);
    assert_eq!((table.clocks(), table.state().status.running), (clocks_ms, Some(Side::First)));
    table.pass_ms(1000);
    table.does(ADA, &mv(2, "b1"));
    assert_eq!(table.clocks(), [54_000, 60_000]);
}

#[test]
fn a_clock_does_not_wait_for_ever() {
    let mut table = Table::after("60+0", &["a1", "a2"]);
    table.is_killed_for(HOUR);
    assert_eq!(table.wait_ms(39_999), []);
    assert_eq!(table.wait_ms(1), [EventKind::Resumed]);
    table.wait_ms(61_000);
    let ending = Ending { outcome: Outcome::Win(Side::Second), termination: Termination::Time };
    assert_eq!(table.room.ending(), Some(ending));
}

#[test]
fn a_server_that_goes_down_again_and_again_takes_nobodys_time() {
    let mut table = Table::after("60+0", &["a1", "a2"]);
    table.pass_ms(1000);
    table.is_killed_for(HOUR);
    for round in 0_u64..10 {
        // Before she is back: nothing is lost, and nothing more happens.
        assert_eq!(table.clocks(), [59_000 - 2000 * round, 60_000]);
        table.pass_ms(20_000);
        assert_eq!(table.is_killed_for(HOUR), []);
        table.pass_ms(10_000);
        // She thinks for two seconds.
        assert_eq!(table.comes(Side::First), [EventKind::Resumed]);
        table.pass_ms(2000);
        let clocks_ms = [59_000 - 2000 * (round + 1), 60_000];
        assert_eq!(table.is_killed_for(HOUR), [EventKind::Interrupted { clocks_ms }]);
    }
}

#[test]
fn a_server_that_never_said_that_it_was_there_takes_nobodys_time() {
    let mut table = Table::after("60+0", &["a1", "a2"]);
    table.pass(HOUR);
    let clocks_ms = [60_000, 60_000];
    assert_eq!(table.restarts(table.room.seq(), i64::MIN), [EventKind::Interrupted { clocks_ms }]);
}

#[test]
fn who_was_out_of_time_before_the_server_went_down_is_so_after_it() {
    let mut table = Table::after("60+0", &["a1", "a2"]);
    let alive_ms = table.now().unix_ms + 65_000;
    table.pass(HOUR);
    table.restarts(table.room.seq(), alive_ms);
    assert_eq!(table.clocks(), [0, 60_000]);
    table.comes(Side::First);
    table.wait_ms(500);
    assert_eq!(table.room.stage(), Stage::Ended);
}

#[test]
fn what_was_not_stored_never_was() {
    let mut table = Table::after("60+0", &["a1", "a2"]);
    let stored = table.room.seq();
    table.tells = false;
    table.plays(&["b1", "b2"]);
    let alive_ms = table.now().unix_ms;
    table.restarts(stored, alive_ms);
    assert_eq!(table.state().moves, ["a1", "a2"]);
    table.tells = true;
    table.comes(Side::First);
    table.plays(&["c1"]);
}

#[test]
fn a_clock_that_waits_lets_its_player_move() {
    let mut table = Table::after("60+2", &["a1", "a2"]);
    table.is_killed_for(HOUR);
    table.tells = false;
    table.comes(Side::First);
    // Her move comes before it is told that her clock goes on.
    table.pass_ms(3000);
    table.does(ADA, &mv(2, "b1"));
    assert_eq!(table.clocks(), [62_000, 60_000]);
    table.tell();
    table.pass_ms(1000);
    table.does(BOB, &mv(3, "b2"));
    assert_eq!(table.clocks(), [62_000, 61_000]);
}

#[test]
fn games_without_running_clocks_just_go_on() {
    for (clock, moves) in [("none", &["a1", "a2"][..]), ("60+0", &["a1"]), ("60+0", &[])] {
        let mut table = Table::after(clock, moves);
        assert_eq!(table.is_killed_for(HOUR), []);
        table.plays(&["c3"]);
    }
    let mut over = Table::after("60+0", &["a1", "b1", "a2", "b2", "a3"]);
    assert_eq!(over.is_killed_for(HOUR), []);
    // The minute for a first move begins anew.
    let mut early = Table::with_clock("60+0");
    early.is_killed_for(HOUR);
    assert_eq!(early.wait_ms(59_999), []);
    assert_eq!(early.wait_ms(1), [EventKind::Aborted]);
}

#[test]
fn days_go_on_too() {
    let mut table = Table::with_clock("days=1");
    table.pass(HOUR);
    let day = 24 * 3_600_000;
    assert_eq!(table.is_killed_for(HOUR * 20), [EventKind::Interrupted { clocks_ms: [day - 3_600_000, day] }]);
}

#[test]
fn events_that_make_no_room_are_refused_with_words() {
    let table = Table::after("none", &["a1", "a2", "b1"]);
    let now = Timestamp { ..table.now() };
    let restored = |events: Vec<RoomEvent>| {
        Room::restore(CODE.to_owned(), None, table.wish.clone(), record(&table.wish), events, now)
            .map(|room| room.seq())
            .map_err(|why| (why.seq, why.to_string()))
    };
    assert_eq!(restored(table.events.clone()), Ok(6));
    let mut gap = table.events.clone();
    gap.remove(3);
    let (seq, words) = restored(gap).expect_err("an event is missing");
    assert!(seq == 5 && words.contains("event 4 is missing"), "{words}");
    let mut twice = table.events.clone();
    twice[4].kind = twice[3].kind.clone();
    let (seq, words) = restored(twice).expect_err("a1 is taken");
    assert!(seq == 5 && words.starts_with("event 5"), "{words}");
}
