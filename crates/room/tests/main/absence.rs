//! Players who leave, and wishes that nobody waits for.

use zermelo_core::{Ending, Outcome, Side, Termination};
use zermelo_protocol::{Claim, EventKind, Opponent, RoomAction, Stage};

use crate::table::{ADA, BOB, Table, person, wish};

const WIN: RoomAction = RoomAction::Claim { claim: Claim::Win };
const DRAW: RoomAction = RoomAction::Claim { claim: Claim::Draw };

const fn abandoned(outcome: Outcome) -> Ending {
    Ending { outcome, termination: Termination::Abandoned }
}

#[test]
fn a_game_is_claimed_when_the_countdown_is_over() {
    // How long the game is, and the grace for who closed the page and for a lost connection.
    for (clock, polite, lost) in [("60+0", 10, 40), ("600+0", 20, 80), ("1800+20", 30, 120), ("none", 300, 300)] {
        for (politely, grace) in [(true, polite), (false, lost)] {
            let mut table = Table::after(clock, &["a1", "a2"]);
            assert_eq!(table.state().presence.claim_in_ms, None);
            table.leaves(Side::First, politely);
            assert_eq!(table.state().presence.claim_in_ms, Some(grace * 1000), "{clock}");
            assert!(!table.state().presence.first);
            table.pass_ms(grace * 1000 - 1);
            assert_eq!(table.state().presence.claim_in_ms, Some(1));
            assert_eq!(table.refused(BOB, &WIN), "claim/not-yet");
            table.pass_ms(1);
            assert_eq!(table.state().presence.claim_in_ms, Some(0));
            assert_eq!(table.refused(ADA, &WIN), "claim/not-yet", "she is the one who left");
            let (action, outcome) = if politely { (WIN, Outcome::Win(Side::Second)) } else { (DRAW, Outcome::Draw) };
            table.does(BOB, &action);
            assert_eq!(table.room.ending(), Some(abandoned(outcome)));
        }
    }
}

#[test]
fn nothing_is_claimed_from_who_is_back_or_not_to_move() {
    let mut table = Table::after("none", &["a1", "a2"]);
    table.leaves(Side::First, true);
    table.pass_ms(600_000);
    table.comes(Side::First);
    assert_eq!((table.state().presence.claim_in_ms, table.refused(BOB, &WIN)), (None, "claim/not-yet"));
    // It is her turn: that he is away costs him nothing.
    table.leaves(Side::Second, true);
    table.pass_ms(600_000);
    assert_eq!((table.state().presence.claim_in_ms, table.refused(ADA, &WIN)), (None, "claim/not-yet"));
    table.plays(&["b1"]);
    assert_eq!(table.state().presence.claim_in_ms, Some(0));
    table.does(ADA, &WIN);
}

#[test]
fn nothing_is_claimed_before_each_has_moved_or_where_there_are_days() {
    let mut early = Table::after("none", &["a1"]);
    early.leaves(Side::Second, true);
    early.pass_ms(600_000);
    assert_eq!(early.refused(ADA, &WIN), "claim/not-yet");
    let mut days = Table::after("days=3", &["a1", "a2"]);
    days.leaves(Side::First, true);
    days.pass_ms(48 * 3_600_000);
    assert_eq!((days.refused(BOB, &WIN), days.state().presence.claim_in_ms), ("claim/not-yet", None));
}

#[test]
fn a_game_without_a_clock_is_lost_by_who_is_gone_for_a_month() {
    const MONTH: u64 = 30 * 24 * 3_600_000;
    let mut table = Table::after("none", &["a1", "a2"]);
    table.leaves(Side::First, true);
    assert_eq!(table.wait_ms(MONTH - 1), []);
    table.wait_ms(1);
    assert_eq!(table.room.ending(), Some(abandoned(Outcome::Win(Side::Second))));
}

#[test]
fn a_wish_waits_for_who_made_it() {
    for opponent in [Opponent::Anyone, Opponent::Pool] {
        let mut table = Table::empty(wish("tictactoe", "none", opponent));
        table.seat(Side::Second, person(ADA));
        assert_eq!(table.wait_ms(9999), []);
        table.comes(Side::Second);
        assert_eq!(table.wait_ms(3_600_000), []);
        table.leaves(Side::Second, true);
        assert_eq!(table.wait_ms(9999), []);
        assert_eq!(table.wait_ms(1), [EventKind::Aborted]);
    }
}

#[test]
fn a_friends_code_is_good_for_a_week() {
    const WEEK: u64 = 7 * 24 * 3_600_000;
    let mut table = Table::empty(wish("tictactoe", "none", Opponent::Friend));
    table.seat(Side::First, person(ADA));
    assert_eq!(table.wait_ms(WEEK - 1), []);
    assert_eq!(table.wait_ms(1), [EventKind::Aborted]);
    assert_eq!(table.room.stage(), Stage::Aborted);
}

#[test]
fn watchers_are_counted() {
    let mut table = Table::after("none", &["a1"]);
    table.room.set_watchers(3);
    assert_eq!((table.state().presence.watchers, table.room.watchers()), (3, 3));
}
