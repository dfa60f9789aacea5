//! Games with computers, and between them.

use std::time::Duration;

use zermelo_core::erased::DynMove;
use zermelo_core::{Ending, Outcome, Ply, Side, Termination};
use zermelo_protocol::{EventKind, Offer, Opponent, RoomAction, RoomPlayer, Stage};

use crate::table::{ADA, AGAIN, BOB, Table, mv, offer, person, wish};

fn computer() -> RoomPlayer {
    RoomPlayer::Computer { agent: "random".to_owned() }
}

/// Ada against the computer, which has the second side.
fn against(clock: &str) -> Table {
    let mut table = Table::empty(wish("tictactoe", clock, Opponent::Computer { agent: "random".to_owned() }));
    table.seat(Side::First, person(ADA));
    table.seat(Side::Second, computer());
    table.comes(Side::First);
    table
}

/// Two computers, in a room of Ada's.
fn two() -> Table {
    let agent = || "random".to_owned();
    let mut table =
        Table::empty(wish("tictactoe", "none", Opponent::Watch { first: agent(), second: agent(), pace_ms: 100 }));
    table.seat(Side::First, computer());
    table.seat(Side::Second, computer());
    table
}

/// A move as an agent gives it, legal on the empty board.
fn chosen(text: &str) -> DynMove {
    zermelo_catalog::game("tictactoe").expect("a game").new_record().parse(text).expect("a move")
}

fn plays(table: &mut Table, side: Side, ply: u32, text: &str, took_ms: u64) -> Vec<EventKind> {
    let took = Duration::from_millis(took_ms);
    let events = table.room.computer_played(side, Ply(ply), &chosen(text), took, table.now()).expect("a legal move");
    table.took(events.clone());
    events.into_iter().map(|event| event.kind).collect()
}

#[test]
fn a_computer_plays_when_it_is_its_turn() {
    let mut table = against("none");
    assert_eq!(table.room.computer_to_move(), None);
    assert_eq!(plays(&mut table, Side::Second, 0, "a1", 1), []);
    table.does(ADA, &mv(0, "b2"));
    assert_eq!(table.room.computer_to_move(), Some((Side::Second, "random")));
    // It thought of another position.
    assert_eq!(plays(&mut table, Side::Second, 3, "a1", 1), []);
    assert_eq!(
        table
            .room
            .computer_played(Side::Second, Ply(1), &chosen("b2"), Duration::ZERO, table.now())
            .map_err(|why| why.code.starts_with("move/")),
        Err(true)
    );
    assert_eq!(
        plays(&mut table, Side::Second, 1, "a1", 7),
        [EventKind::Moved { ply: 1, mv: "a1".to_owned(), took_ms: 7, clocks_ms: None }]
    );
    assert!(table.state().presence.second, "a computer is always there");
}

#[test]
fn a_computers_time_is_what_it_thinks() {
    let mut table = against("60+1");
    table.does(ADA, &mv(0, "b2"));
    plays(&mut table, Side::Second, 1, "a1", 500);
    table.pass_ms(2000);
    table.does(ADA, &mv(2, "a2"));
    assert_eq!((table.clocks(), table.state().status.running), ([59_000, 60_000], None));
    // It waits for its turn to think, which costs nothing.
    assert_eq!(table.wait_ms(120_000), []);
    plays(&mut table, Side::Second, 3, "c2", 4000);
    assert_eq!((table.clocks(), table.state().status.running), ([59_000, 57_000], Some(Side::First)));
    let clock = table.room.clock(table.now().instant).expect("a clock");
    assert_eq!(clock.remaining, [59_000, 57_000].map(Duration::from_millis));
    table.does(ADA, &mv(4, "b1"));
    plays(&mut table, Side::Second, 5, "b3", 60_000);
    let ending = Ending { outcome: Outcome::Win(Side::First), termination: Termination::Time };
    assert_eq!(table.room.ending(), Some(ending));
}

#[test]
fn a_computer_agrees_to_take_back_and_to_play_again_and_to_no_draw() {
    let mut table = against("none");
    table.does(ADA, &mv(0, "b2"));
    // While it thinks: the move alone.
    assert_eq!(table.does(ADA, &offer(Offer::Takeback)), [EventKind::TakenBack { ply: 0, clocks_ms: None }]);
    table.does(ADA, &mv(0, "a2"));
    plays(&mut table, Side::Second, 1, "a1", 1);
    assert_eq!(table.refused(ADA, &offer(Offer::Draw)), "offer/not-now");
    assert_eq!(table.does(ADA, &offer(Offer::Takeback)), [EventKind::TakenBack { ply: 0, clocks_ms: None }]);
    table.does(ADA, &RoomAction::Resign);
    assert_eq!(table.does(ADA, &offer(Offer::Rematch)), [EventKind::Rematch { room: AGAIN.to_owned() }]);
}

#[test]
fn a_computer_that_gives_up_or_breaks_down_loses() {
    for termination in [Termination::Resignation, Termination::Crash] {
        let mut table = against("none");
        table.does(ADA, &mv(0, "b2"));
        let lost = table.room.computer_lost(Side::Second, termination, table.now());
        table.took(lost);
        assert_eq!(table.room.ending(), Some(Ending { outcome: Outcome::Win(Side::First), termination }));
        assert_eq!(table.room.computer_lost(Side::Second, termination, table.now()), []);
    }
}

#[test]
fn a_game_of_computers_is_steered_by_who_made_it() {
    let mut table = two();
    assert_eq!(table.room.computer_to_move(), Some((Side::First, "random")));
    assert_eq!(table.does(ADA, &RoomAction::Pause { on: true }), [EventKind::Paused { on: true }]);
    assert_eq!(table.room.computer_to_move(), None);
    assert_eq!(plays(&mut table, Side::First, 0, "a1", 1), []);
    table.does(ADA, &RoomAction::Pause { on: false });
    assert_eq!(table.does(ADA, &RoomAction::Pace { pace_ms: u64::MAX }), [EventKind::Paced { pace_ms: 60_000 }]);
    assert_eq!(table.room.pace(), Duration::from_mins(1));
    plays(&mut table, Side::First, 0, "a1", 1);
    for action in [mv(1, "a2"), RoomAction::Resign, offer(Offer::Draw)] {
        assert_eq!(table.refused(ADA, &action), "room/not-yours");
    }
    for action in [RoomAction::Pause { on: true }, RoomAction::Pace { pace_ms: 1 }, RoomAction::Abort] {
        assert_eq!(table.refused(BOB, &action), "room/not-yours");
    }
    table.does(ADA, &RoomAction::Abort);
    assert_eq!(table.room.stage(), Stage::Aborted);
    assert_eq!(table.refused(ADA, &RoomAction::Pause { on: true }), "room/not-playing");
}

#[test]
fn computers_play_again_with_sides_swapped() {
    let (first, second) = ("random".to_owned(), "greedy".to_owned());
    let table = Table::empty(wish("tictactoe", "none", Opponent::Watch { first, second, pace_ms: 5 }));
    let (next, _) = table.room.rematch_settings();
    let (first, second) = ("greedy".to_owned(), "random".to_owned());
    assert_eq!(next.opponent, Opponent::Watch { first, second, pace_ms: 5 });
}
