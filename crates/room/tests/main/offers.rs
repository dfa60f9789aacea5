//! Proposals: made, taken, refused, and crossing each other.

use zermelo_core::{Ending, Outcome, Side, Termination};
use zermelo_protocol::{EventKind, NewRoom, Offer, Opponent, RoomEvent, SideChoice, Stage};

use crate::table::{ADA, AGAIN, BOB, Table, decline, mv, names, offer, wish};

const AGREED: Ending = Ending { outcome: Outcome::Draw, termination: Termination::Agreement };

#[test]
fn a_draw_is_agreed() {
    let mut table = Table::after("60+0", &["a1", "a2"]);
    assert_eq!(table.does(ADA, &offer(Offer::Draw)), [EventKind::Offered { offer: Offer::Draw }]);
    assert_eq!(table.state().status.offers, [(Side::First, Offer::Draw)]);
    assert_eq!(table.refused(ADA, &offer(Offer::Draw)), "offer/not-now");
    table.does(BOB, &offer(Offer::Draw));
    assert_eq!((table.room.stage(), table.room.ending()), (Stage::Ended, Some(AGREED)));
    assert_eq!(table.state().status.offers, []);
}

#[test]
fn of_two_draws_proposed_at_once_the_second_is_the_answer() {
    // Neither has heard of the other's.
    let mut table = Table::after("none", &["a1", "a2"]);
    table.tells = false;
    table.does(BOB, &offer(Offer::Draw));
    table.does(ADA, &offer(Offer::Draw));
    assert_eq!(table.room.ending(), Some(AGREED));
}

#[test]
fn a_draw_is_proposed_once_a_move_and_not_before_each_has_moved() {
    let mut table = Table::after("none", &["a1"]);
    assert_eq!(table.refused(BOB, &offer(Offer::Draw)), "offer/not-now");
    table.plays(&["a2"]);
    table.does(ADA, &offer(Offer::Draw));
    table.does(BOB, &decline(Offer::Draw));
    assert_eq!(table.refused(ADA, &offer(Offer::Draw)), "offer/not-now");
    table.plays(&["b2", "c3"]);
    table.does(ADA, &offer(Offer::Draw));
}

#[test]
fn a_move_ends_what_was_proposed_but_the_movers_own_draw_offer() {
    let mut table = Table::after("none", &["a1", "a2"]);
    table.does(ADA, &offer(Offer::Takeback));
    table.plays(&["b2"]);
    assert_eq!(table.state().status.offers, []);
    assert_eq!(table.refused(BOB, &decline(Offer::Takeback)), "offer/none");
    table.does(BOB, &offer(Offer::Draw));
    table.plays(&["c3"]);
    assert_eq!(table.state().status.offers, [(Side::Second, Offer::Draw)], "it waits for her answer");
    table.plays(&["c1"]);
    assert_eq!(table.state().status.offers, [], "her move declines it");
    table.does(ADA, &offer(Offer::Draw));
    assert_eq!(table.room.ending(), None, "an offer of its own");
}

#[test]
fn a_draw_is_agreed_after_the_move_of_who_offered_it() {
    let mut table = Table::after("none", &["a1", "a2"]);
    table.does(ADA, &offer(Offer::Draw));
    table.plays(&["b2"]);
    table.does(BOB, &offer(Offer::Draw));
    assert_eq!(table.room.ending(), Some(AGREED));
}

#[test]
fn offers_stored_when_every_move_ended_them_are_restored() {
    let mut table = Table::after("none", &["a1", "a2"]);
    table.does(ADA, &offer(Offer::Draw));
    table.plays(&["b2"]);
    // The server of that time took this for an offer, not for an answer.
    let at_ms = table.now().unix_ms;
    let kind = EventKind::Offered { offer: Offer::Draw };
    table.events.push(RoomEvent { seq: table.room.seq() + 1, at_ms, by: Some(Side::Second), id: None, kind });
    table.restarts(table.room.seq() + 1, at_ms);
    assert_eq!((table.room.stage(), table.state().status.offers), (Stage::Playing, vec![(Side::Second, Offer::Draw)]));
    table.does(ADA, &offer(Offer::Draw));
    assert_eq!(table.room.ending(), Some(AGREED));
}

#[test]
fn a_proposal_is_refused_or_taken_back() {
    for who in [ADA, BOB] {
        let mut table = Table::after("none", &["a1", "a2"]);
        table.does(ADA, &offer(Offer::Takeback));
        assert_eq!(table.does(who, &decline(Offer::Takeback)), [EventKind::Declined { offer: Offer::Takeback }]);
        assert_eq!(table.refused(who, &decline(Offer::Takeback)), "offer/none");
        // A move may be asked for again.
        table.does(ADA, &offer(Offer::Takeback));
    }
}

#[test]
fn the_last_move_of_who_asks_is_taken_back() {
    // Ada's turn: Bob's answer goes with her move.
    let mut table = Table::after("none", &["a1", "a2", "b1", "b2"]);
    table.does(ADA, &offer(Offer::Takeback));
    assert_eq!(table.does(BOB, &offer(Offer::Takeback)), [EventKind::TakenBack { ply: 2, clocks_ms: None }]);
    assert_eq!(table.state().moves, ["a1", "a2"]);
    // Bob's last move, though it is not his turn.
    table.does(BOB, &offer(Offer::Takeback));
    assert_eq!(table.does(ADA, &offer(Offer::Takeback)), [EventKind::TakenBack { ply: 1, clocks_ms: None }]);
    // He has none any more.
    assert_eq!(table.refused(BOB, &offer(Offer::Takeback)), "offer/not-now");
    table.plays(&["c1"]);
}

#[test]
fn of_two_takebacks_proposed_at_once_the_first_holds() {
    let mut table = Table::after("none", &["a1", "a2", "b1"]);
    table.tells = false;
    table.does(ADA, &offer(Offer::Takeback));
    assert_eq!(table.does(BOB, &offer(Offer::Takeback)), [EventKind::TakenBack { ply: 2, clocks_ms: None }]);
}

#[test]
fn takebacks_restore_the_clocks() {
    let mut table = Table::after("60+2", &["a1", "a2"]);
    let mut shown = Vec::new();
    for (ms, text) in [(5000, "b1"), (7000, "b2"), (1000, "c3")] {
        shown.push(table.clocks());
        table.pass_ms(ms);
        table.plays(&[text]);
    }
    assert_eq!(table.clocks(), [60_000 - 5000 + 2000 - 1000 + 2000, 60_000 - 7000 + 2000]);
    table.pass_ms(20_000);
    table.does(ADA, &offer(Offer::Takeback));
    table.pass_ms(3000);
    table.does(BOB, &offer(Offer::Takeback));
    // Bob has what he had when she moved, and her clock runs.
    assert_eq!((table.clocks(), table.state().status.running), (shown[2], Some(Side::First)));
    table.pass_ms(500);
    assert_eq!(table.clocks()[0], shown[2][0] - 500);
    // To the very first move, when no clock had run.
    table.does(ADA, &offer(Offer::Takeback));
    table.does(BOB, &offer(Offer::Takeback));
    assert_eq!((table.clocks(), table.state().status.running), ([60_000; 2], Some(Side::First)));
    table.does(ADA, &offer(Offer::Takeback));
    table.does(BOB, &offer(Offer::Takeback));
    assert_eq!((table.clocks(), table.state().status.running, table.room.record().ply().0), ([60_000; 2], None, 0));
}

#[test]
fn an_agreed_draw_ends_the_clock_of_who_was_to_move() {
    let mut table = Table::after("60+0", &["a1", "a2"]);
    table.does(ADA, &offer(Offer::Draw));
    table.pass_ms(10_000);
    table.does(BOB, &offer(Offer::Draw));
    table.pass_ms(10_000);
    assert_eq!((table.clocks(), table.state().status.running), ([50_000, 60_000], None));
}

#[test]
fn players_play_again_with_sides_swapped() {
    let mut table = Table::after("60+0", &["a1", "b1", "a2", "b2", "a3"]);
    assert_eq!(names(&table.does(BOB, &offer(Offer::Rematch))), ["offered"]);
    assert_eq!(table.refused(BOB, &offer(Offer::Rematch)), "offer/not-now");
    assert_eq!(table.does(ADA, &offer(Offer::Rematch)), [EventKind::Rematch { room: AGAIN.to_owned() }]);
    assert_eq!(table.state().status.rematch.as_deref(), Some(AGAIN));
    assert_eq!(table.refused(BOB, &offer(Offer::Rematch)), "offer/not-now");
    let (next, [first, second]) = table.room.rematch_settings();
    assert_eq!(next, NewRoom { side: SideChoice::Random, ..table.wish.clone() });
    let [before_first, before_second] = table.room.players().map(Option::<&_>::cloned);
    assert_eq!((first, second), (before_second, before_first));
}

#[test]
fn a_rematch_may_be_refused() {
    let mut table = Table::after("none", &["a1", "b1", "a2", "b2", "a3"]);
    table.does(ADA, &offer(Offer::Rematch));
    table.does(BOB, &decline(Offer::Rematch));
    assert_eq!(table.state().status.offers, []);
    table.does(BOB, &offer(Offer::Rematch));
    table.does(ADA, &offer(Offer::Rematch));
    assert_eq!(table.state().status.rematch.as_deref(), Some(AGAIN));
}

#[test]
fn strangers_play_again_with_each_other() {
    for stranger in [Opponent::Pool, Opponent::Anyone] {
        let mut table = Table::of(wish("tictactoe", "none", stranger));
        table.does(ADA, &mv(0, "a1"));
        let (next, _) = table.room.rematch_settings();
        assert_eq!(next.opponent, Opponent::Friend);
    }
}
