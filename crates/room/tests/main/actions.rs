//! Every action, allowed and refused.

use std::time::Duration;

use zermelo_core::{Ending, Outcome, Side, Termination};
use zermelo_protocol::{ChatPhrase, Claim, EventKind, NewRoom, Offer, Opponent, RoomAction, SideChoice, Stage};
use zermelo_room::{ActionOutcome, Room};

use crate::table::{ADA, BOB, EVE, Table, decline, mv, names, offer, person, record, wish};

fn friend(clock: &str) -> NewRoom {
    wish("tictactoe", clock, Opponent::Friend)
}

/// Each action once, as a move of the first player.
fn all() -> Vec<RoomAction> {
    let mut all =
        vec![mv(0, "a1"), RoomAction::Resign, RoomAction::Abort, RoomAction::Say { saying: ChatPhrase::Hello }];
    for what in [Offer::Draw, Offer::Takeback, Offer::Rematch] {
        all.extend([offer(what), decline(what)]);
    }
    all.extend([Claim::Win, Claim::Draw].map(|claim| RoomAction::Claim { claim }));
    all.extend([RoomAction::Pause { on: true }, RoomAction::Pace { pace_ms: 1 }]);
    all
}

#[test]
fn a_game_begins_when_both_sides_have_players() {
    let mut table = Table::empty(friend("none"));
    assert_eq!(table.room.stage(), Stage::Waiting);
    table.seat(Side::Second, person(ADA));
    assert_eq!(table.room.stage(), Stage::Waiting);
    let joined = table.room.join(BOB, "Bob", table.now()).expect("a free side");
    table.took(joined);
    assert_eq!(table.room.stage(), Stage::Playing);
    let whats: Vec<EventKind> = table.events.iter().map(|event| event.kind.clone()).collect();
    assert_eq!(names(&whats), ["joined", "joined", "began"]);
    assert_eq!((table.room.side_of(ADA), table.room.side_of(BOB)), (Some(Side::Second), Some(Side::First)));
}

#[test]
fn a_side_is_taken_once_and_nobody_plays_themselves() {
    let mut table = Table::empty(friend("none"));
    table.seat(Side::First, person(ADA));
    let now = table.now();
    let code = |result: Result<_, zermelo_protocol::ApiError>| result.map(|_: Vec<_>| ()).map_err(|why| why.code);
    assert_eq!(code(table.room.seat(Side::First, person(BOB), now)), Err("room/full"));
    assert_eq!(code(table.room.join(ADA, "Ada", now)), Err("room/own"));
    table.seat(Side::Second, person(BOB));
    assert_eq!(code(table.room.join(EVE, "Eve", now)), Err("room/full"));
    let mut off = Table::empty(friend("none"));
    off.seat(Side::First, person(ADA));
    off.does(ADA, &RoomAction::Abort);
    assert_eq!(code(off.room.join(BOB, "Bob", off.now())), Err("room/full"));
}

#[test]
fn whoever_would_play_either_side_makes_room() {
    for side in Side::BOTH {
        let pool = |side: SideChoice| NewRoom { side, ..wish("tictactoe", "none", Opponent::Pool) };
        let mut table = Table::empty(pool(SideChoice::Random));
        table.seat(side, person(ADA));
        table.comes(side);
        let joined = table.room.join_as(side, BOB, "Bob", table.now()).expect("she makes room");
        table.took(joined);
        assert_eq!((table.room.side_of(BOB), table.room.side_of(ADA)), (Some(side), Some(side.opponent())));
        let presence = table.state().presence;
        let there = [presence.first, presence.second];
        assert!(there[side.opponent().index()] && !there[side.index()], "she is there all the same");
        // Whoever chose a side keeps it.
        let mut table = Table::empty(pool(if side == Side::First { SideChoice::First } else { SideChoice::Second }));
        table.seat(side, person(ADA));
        let joined = table.room.join_as(side, BOB, "Bob", table.now()).expect("a free side");
        table.took(joined);
        assert_eq!(table.room.side_of(ADA), Some(side));
    }
}

#[test]
fn strangers_and_nobody_may_do_nothing() {
    let mut table = Table::after("none", &["b2"]);
    for action in all() {
        for who in [EVE, ""] {
            assert_eq!(table.refused(who, &action), "room/not-yours", "{action:?}");
        }
    }
}

#[test]
fn nothing_is_played_before_the_game_begins() {
    let mut table = Table::empty(friend("none"));
    table.seat(Side::First, person(ADA));
    for (action, code) in [
        (mv(0, "a1"), "room/not-playing"),
        (RoomAction::Resign, "room/not-playing"),
        (offer(Offer::Draw), "room/not-playing"),
        (offer(Offer::Takeback), "room/not-playing"),
        (offer(Offer::Rematch), "offer/not-now"),
        (decline(Offer::Draw), "offer/none"),
        (RoomAction::Claim { claim: Claim::Win }, "room/not-playing"),
        (RoomAction::Say { saying: ChatPhrase::Hello }, "room/not-playing"),
        (RoomAction::Pause { on: true }, "room/not-yours"),
    ] {
        assert_eq!(table.refused(ADA, &action), code, "{action:?}");
    }
    assert_eq!(names(&table.does(ADA, &RoomAction::Abort)), ["aborted"]);
}

#[test]
fn a_move_is_for_its_position_and_by_whose_turn_it_is() {
    let mut table = Table::with_clock("none");
    assert_eq!(table.refused(BOB, &mv(0, "a1")), "move/not-your-turn");
    assert_eq!(table.refused(ADA, &mv(1, "a1")), "move/stale");
    let played = table.does(ADA, &mv(0, "A1"));
    assert_eq!(played, [EventKind::Moved { ply: 0, mv: "a1".to_owned(), took_ms: 0, clocks_ms: None }]);
    assert_eq!(table.refused(ADA, &mv(0, "a1")), "move/stale");
    assert_eq!(table.refused(ADA, &mv(1, "b1")), "move/not-your-turn");
    assert!(table.refused(BOB, &mv(1, "a1")).starts_with("move/"));
    for nonsense in ["", "z9", "a1 b2", "\0", "💥"] {
        let code = table.refused(BOB, &mv(1, nonsense));
        assert!(code.starts_with("move/"), "{nonsense:?}: {code}");
    }
}

#[test]
fn a_game_ends_by_its_rules() {
    let mut table = Table::after("60+0", &["a1", "b1", "a2", "b2"]);
    let ended = table.does(ADA, &mv(4, "a3"));
    assert_eq!(names(&ended), ["moved", "ended"]);
    let ending = Ending { outcome: Outcome::Win(Side::First), termination: Termination::Line };
    assert_eq!(ended[1], EventKind::Ended { ending, clocks_ms: Some([60_000, 60_000]) });
    assert_eq!((table.room.stage(), table.state().status.running), (Stage::Ended, None));
}

#[test]
fn nothing_is_played_after_the_end() {
    let mut table = Table::after("none", &["a1", "b1", "a2", "b2", "a3"]);
    for (action, code) in [
        (mv(5, "c1"), "room/not-playing"),
        (mv(4, "a3"), "room/not-playing"),
        (RoomAction::Resign, "room/not-playing"),
        (RoomAction::Abort, "room/not-playing"),
        (offer(Offer::Draw), "room/not-playing"),
        (offer(Offer::Takeback), "room/not-playing"),
        (RoomAction::Claim { claim: Claim::Draw }, "room/not-playing"),
        (decline(Offer::Rematch), "offer/none"),
    ] {
        assert_eq!(table.refused(BOB, &action), code, "{action:?}");
    }
    assert_eq!(names(&table.does(BOB, &RoomAction::Say { saying: ChatPhrase::GoodGame })), ["said"]);
}

#[test]
fn who_gives_up_loses() {
    for (who, winner) in [(ADA, Side::Second), (BOB, Side::First)] {
        let mut table = Table::after("none", &["a1"]);
        table.does(who, &RoomAction::Resign);
        let ending = Ending { outcome: Outcome::Win(winner), termination: Termination::Resignation };
        assert_eq!(table.room.ending(), Some(ending));
    }
}

#[test]
fn a_game_is_called_off_before_each_side_has_moved() {
    for (moves, who) in [(&[][..], BOB), (&["a1"][..], ADA)] {
        let mut table = Table::after("none", moves);
        assert_eq!(table.does(who, &RoomAction::Abort), [EventKind::Aborted]);
        assert_eq!(table.room.stage(), Stage::Aborted);
        assert_eq!(table.refused(who, &RoomAction::Abort), "room/not-playing");
        assert_eq!(table.refused(who, &RoomAction::Say { saying: ChatPhrase::Goodbye }), "room/not-playing");
        assert_eq!(table.refused(who, &offer(Offer::Rematch)), "offer/not-now");
    }
    let mut late = Table::after("none", &["a1", "a2"]);
    assert_eq!(late.refused(ADA, &RoomAction::Abort), "room/too-late");
}

#[test]
fn three_sayings_in_ten_seconds_are_enough() {
    let mut table = Table::after("none", &["a1"]);
    let say = RoomAction::Say { saying: ChatPhrase::Oops };
    for _ in 0..3 {
        table.does(ADA, &say);
        table.pass_ms(1000);
    }
    assert_eq!(table.refused(ADA, &say), "say/too-much");
    table.does(BOB, &say);
    table.pass_ms(7000);
    table.does(ADA, &say);
    assert_eq!(table.refused(ADA, &say), "say/too-much");
    for _ in 0..10 {
        table.pass_ms(4000);
        table.does(ADA, &say);
    }
    assert_eq!(table.state().status.said.len(), 8, "who comes late is shown the last ones");
}

#[test]
fn what_is_sent_twice_is_done_once() {
    let mut table = Table::with_clock("none");
    let none = Duration::ZERO;
    let twice = |table: &mut Table, who: &str, id: &str, action: &RoomAction| {
        let Ok(ActionOutcome::Events(events)) = table.acts_as(who, id, none, action) else {
            panic!("{action:?} is allowed")
        };
        let before = table.state();
        assert_eq!(table.acts_as(who, id, none, action), Ok(ActionOutcome::Duplicate(events[0].seq)), "{action:?}");
        // Whatever is sent with the name of something that is done.
        assert_eq!(
            table.acts_as(who, id, none, &RoomAction::Resign),
            Ok(ActionOutcome::Duplicate(events[0].seq)),
            "{action:?}"
        );
        assert_eq!(table.state(), before);
    };
    twice(&mut table, ADA, "1", &mv(0, "a1"));
    // The names of each are their own.
    twice(&mut table, BOB, "1", &mv(1, "b1"));
    twice(&mut table, ADA, "2", &offer(Offer::Draw));
    twice(&mut table, BOB, "2", &decline(Offer::Draw));
    twice(&mut table, ADA, "3", &RoomAction::Say { saying: ChatPhrase::Hello });
    twice(&mut table, BOB, "3", &RoomAction::Resign);
    twice(&mut table, ADA, "4", &offer(Offer::Rematch));
    twice(&mut table, BOB, "4", &offer(Offer::Rematch));
    // The server was down.
    table.is_killed_for(Duration::from_secs(1));
    assert_eq!(table.acts_as(ADA, "1", none, &mv(0, "a1")), Ok(ActionOutcome::Duplicate(4)));
    assert_eq!(table.acts_as(BOB, "1", none, &mv(1, "b1")), Ok(ActionOutcome::Duplicate(5)));
}

#[test]
fn what_was_refused_may_be_sent_again() {
    let mut table = Table::with_clock("none");
    let none = Duration::ZERO;
    let early = table.acts_as(BOB, "1", none, &mv(1, "b1")).map_err(|why| why.code);
    assert_eq!(early, Err("move/stale"));
    table.plays(&["a1"]);
    assert!(matches!(table.acts_as(BOB, "1", none, &mv(1, "b1")), Ok(ActionOutcome::Events(_))));
}

#[test]
fn an_action_has_a_name_of_some_length() {
    let mut table = Table::with_clock("none");
    for id in ["", "x".repeat(65).as_str()] {
        let refused = table.acts_as(ADA, id, Duration::ZERO, &mv(0, "a1")).map_err(|why| why.code);
        assert_eq!(refused, Err("request/message"));
    }
    let longest = "x".repeat(64);
    assert!(table.acts_as(ADA, &longest, Duration::ZERO, &mv(0, "a1")).is_ok());
}

#[test]
fn the_last_names_are_remembered_however_long_a_game_is() {
    let mut table = Table::after("none", &["a1"]);
    let say = RoomAction::Say { saying: ChatPhrase::Hello };
    for n in 0..2000 {
        table.pass_ms(5000);
        let id = n.to_string();
        let Ok(ActionOutcome::Events(events)) = table.acts_as(ADA, &id, Duration::ZERO, &say) else {
            panic!("it is allowed")
        };
        // 200 before this one, and this one.
        let before = n.max(200) - 200;
        let seq = events[0].seq - (n - before);
        assert_eq!(table.acts_as(ADA, &before.to_string(), Duration::ZERO, &say), Ok(ActionOutcome::Duplicate(seq)));
    }
}

#[test]
fn an_opening_is_played_and_can_be_refused() {
    let with = |opening: &[&str]| NewRoom {
        opening: opening.iter().map(|mv| (*mv).to_owned()).collect(),
        ..wish("tictactoe", "60+0", Opponent::Friend)
    };
    let mut table = Table::of(with(&["b2", "a1"]));
    assert_eq!((table.state().opening, table.state().moves.len()), (2, 2));
    assert_eq!(table.refused(ADA, &offer(Offer::Takeback)), "offer/not-now");
    table.plays(&["c3"]);
    assert_eq!(table.refused(BOB, &offer(Offer::Takeback)), "offer/not-now");
    let now = table.now();
    for (opening, at, code) in
        [(&["b2", "b2"][..], Some(1), "move/"), (&["a1", "b1", "a2", "b2", "a3"], None, "move/game-over")]
    {
        let wish = with(opening);
        let record = record(&wish);
        let why = Room::new("x".to_owned(), None, wish, record, now).expect_err("no room");
        assert!(why.code.starts_with(code) && why.at == at, "{why:?}");
    }
}
