//! Games over real sockets, and what a socket may not do.

use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::{Error, Message};
use zermelo_protocol::MAX_FRAME;
use zermelo_server::{Config, Rate, Sockets};

use crate::house::{House, generous};
use crate::line::{Line, mv, offer};

#[tokio::test]
async fn friends_play_a_game_and_another_with_sides_swapped() {
    let house = House::open().await;
    let (ada, bob) = (house.guest("Ada").await, house.guest("Bob").await);
    let room = house.game(&ada, &bob, json!({"clock": "60+0"})).await;
    let (mut first, mut second) = (house.line(Some(&ada)).await, house.line(Some(&bob)).await);
    assert_eq!(first.follows(&room).await["you"], "first");
    assert_eq!(second.follows(&room).await["you"], "second");
    let moves = ["a1", "b1", "a2", "b2", "a3"];
    let mut seq = 3;
    for (ply, text) in (0..).zip(moves) {
        let (mover, other) = if ply % 2 == 0 { (&mut first, &mut second) } else { (&mut second, &mut first) };
        let told = mover.plays(&room, ply, text).await;
        assert_eq!(
            other.event().await,
            Value::Object({
                // Whoever it is told to: the same event.
                told.as_object().expect("fields").clone()
            })
        );
        seq += 1;
        assert_eq!((&told["seq"], &told["ply"], &told["move"]), (&json!(seq), &json!(ply), &json!(text)));
    }
    for line in [&mut first, &mut second] {
        let ended = line.event().await;
        assert_eq!(
            (&ended["what"], &ended["ending"]),
            (&json!("ended"), &json!({"outcome": {"win": "first"}, "termination": "line"}))
        );
    }
    second.acts(&room, offer("rematch")).await;
    first.event_of("offered").await;
    first.acts(&room, offer("rematch")).await;
    let next = second.event_of("rematch").await["room"].as_str().expect("a room").to_owned();
    assert_eq!(first.follows(&next).await["you"], "second");
    assert_eq!(second.follows(&next).await["you"], "first");
    second.plays(&next, 0, "b2").await;
    assert_eq!(house.state(&room).await["rematch"], json!(next));
    assert_eq!(house.get("/records", Some(&ada)).await.json()["rooms"].as_array().map(Vec::len), Some(2));
}

#[tokio::test]
async fn who_wants_views_is_told_how_the_room_stands_with_each_event() {
    let house = House::open().await;
    let (ada, bob) = (house.guest("Ada").await, house.guest("Bob").await);
    let room = house.game(&ada, &bob, json!({"clock": "60+0"})).await;
    let (mut first, mut second) = (house.seat(Some(&ada), &room).await, house.line(Some(&bob)).await);
    second.says(&json!({"type": "follow", "room": room, "views": true})).await;
    assert!(second.hears_type("state").await["view"]["moves"].is_array());
    first.plays(&room, 0, "a1").await;
    let moved = second.hears_type("event").await;
    assert_eq!((&moved["status"]["stage"], &moved["status"]["running"]), (&json!("playing"), &Value::Null));
    assert_eq!((&moved["view"]["ply"], &moved["view"]["board"]), (&json!(1), &Value::Null));
    second.plays(&room, 1, "a2").await;
    second.acts(&room, offer("draw")).await;
    let offered = second.hears_type("event").await;
    assert_eq!((&offered["status"]["offers"], &offered["view"]), (&json!([["second", "draw"]]), &Value::Null));
    assert_eq!(offered["status"]["running"], "first");
    // Who has rules applies events without help.
    let plain = first.hears_until(|heard| heard["event"]["what"] == "offered").await;
    assert_eq!((&plain["event"], plain.get("status")), (&offered["event"], None));
    first.plays(&room, 2, "b1").await;
    let moved = second.hears_type("event").await;
    assert_eq!((&moved["status"]["offers"], &moved["status"]["running"]), (&json!([]), &json!("second")));
    // The same as who comes now is shown.
    let state = house.state(&room).await;
    for field in ["first", "second", "stage", "offers", "said", "ending", "rematch", "paused", "pace_ms"] {
        assert_eq!(moved["status"][field], state[field], "{field}");
    }
}

#[tokio::test]
async fn a_computer_answers_and_agrees_to_take_back() {
    let house = House::open().await;
    let ada = house.guest("Ada").await;
    let wish = json!({"game": "tictactoe", "opponent": {"kind": "computer", "agent": "random"}, "side": "first"});
    let room = house.room(&ada, &wish).await;
    let mut line = house.seat(Some(&ada), &room).await;
    line.plays(&room, 0, "b2").await;
    let answer = line.event_of("moved").await;
    assert_eq!((&answer["by"], &answer["ply"]), (&json!("second"), &json!(1)));
    line.acts(&room, offer("takeback")).await;
    assert_eq!(line.event_of("taken_back").await["ply"], 0);
    line.plays(&room, 0, "a1").await;
    line.event_of("moved").await;
    line.acts(&room, json!({"do": "resign"})).await;
    line.event_of("ended").await;
    line.acts(&room, offer("rematch")).await;
    let next = line.event_of("rematch").await["room"].as_str().expect("a room").to_owned();
    assert_eq!(line.follows(&next).await["you"], "second");
    // The computer begins.
    let state = house.state(&next).await;
    assert!(
        state["moves"].as_array().is_some_and(|moves| moves.len() == 1) || line.event_of("moved").await["ply"] == 0
    );
}

#[tokio::test]
async fn computers_play_each_other_at_a_pace_and_stand_still() {
    let house = House::open().await;
    let (ada, bob) = (house.guest("Ada").await, house.guest("Bob").await);
    let opponent = json!({"kind": "watch", "first": "random", "second": "random", "pace_ms": 60_000});
    let room = house.room(&ada, &json!({"game": "mnk:width=9,height=9,k=9", "opponent": opponent})).await;
    let (mut owner, mut other) = (house.seat(Some(&ada), &room).await, house.seat(Some(&bob), &room).await);
    // At this pace nothing happens here; who did not make the room has no say.
    other.acts(&room, json!({"do": "pace", "pace_ms": 0})).await;
    assert_eq!(other.error().await.0, "room/not-yours");
    owner.acts(&room, json!({"do": "pause", "on": true})).await;
    owner.event_of("paused").await;
    owner.acts(&room, json!({"do": "pace", "pace_ms": 0})).await;
    owner.event_of("paced").await;
    let still = house.state(&room).await;
    assert_eq!((&still["paused"], &still["pace_ms"]), (&json!(true), &json!(0)));
    owner.acts(&room, json!({"do": "pause", "on": false})).await;
    let from = still["moves"].as_array().expect("moves").len();
    let first = owner.event_of("moved").await["ply"].as_u64().expect("a number");
    assert_eq!(first, from as u64);
    // To the end, which has no more than 81 moves.
    owner.event_of("ended").await;
    let state = house.state(&room).await;
    assert_eq!((&state["stage"], &state["presence"]["watchers"]), (&json!("ended"), &json!(2)));
}

#[tokio::test]
async fn watchers_are_counted_and_may_do_nothing() {
    let house = House::open().await;
    let (ada, bob, eve) = (house.guest("Ada").await, house.guest("Bob").await, house.guest("Eve").await);
    let room = house.game(&ada, &bob, json!({})).await;
    let mut first = house.seat(Some(&ada), &room).await;
    let (mut nobody, mut watcher) = (house.line(None).await, house.line(Some(&eve)).await);
    for line in [&mut nobody, &mut watcher] {
        assert_eq!(line.follows(&room).await["you"], Value::Null);
    }
    first.hears_until(|heard| heard["presence"]["watchers"] == 2).await;
    for line in [&mut nobody, &mut watcher] {
        // Whatever the message says of who it comes from.
        let mut action = mv(0, "a1");
        action.as_object_mut().expect("fields").extend(
            json!({"by": "first", "you": "first", "person": ada.id, "cookie": ada.cookie})
                .as_object()
                .cloned()
                .expect("fields"),
        );
        let id = line.acts(&room, action).await;
        assert_eq!(line.error().await, ("room/not-yours".to_owned(), Some(id)));
        for action in
            [json!({"do": "resign"}), json!({"do": "abort"}), offer("draw"), json!({"do": "say", "saying": "hello"})]
        {
            line.acts(&room, action).await;
            assert_eq!(line.error().await.0, "room/not-yours");
        }
    }
    first.plays(&room, 0, "b2").await;
    for line in [&mut nobody, &mut watcher] {
        assert_eq!(line.event_of("moved").await["move"], "b2");
    }
    nobody.leaves().await;
    watcher.says(&json!({"type": "unfollow", "room": room})).await;
    first.hears_until(|heard| heard["presence"]["watchers"] == 0).await;
    watcher.acts(&room, mv(1, "a1")).await;
    assert_eq!(watcher.error().await.0, "room/not-followed");
}

#[tokio::test]
async fn two_tabs_of_one_person_follow_both() {
    let house = House::open().await;
    let (ada, bob) = (house.guest("Ada").await, house.guest("Bob").await);
    let room = house.game(&ada, &bob, json!({})).await;
    let mut second = house.seat(Some(&bob), &room).await;
    let (mut one, mut two) = (house.seat(Some(&ada), &room).await, house.seat(Some(&ada), &room).await);
    let done = one.plays(&room, 0, "a1").await;
    assert_eq!(two.event_of("moved").await["ply"], 0);
    second.plays(&room, 1, "b1").await;
    for line in [&mut one, &mut two] {
        assert_eq!(line.hears_until(|heard| heard["event"]["ply"] == 1).await["event"]["move"], "b1");
    }
    // What one tab did is done, whichever sends it again.
    two.acts_as(&room, done["id"].as_str().expect("an id"), mv(0, "a1")).await;
    assert_eq!(two.event().await, done);
    one.leaves().await;
    second.is_through().await;
    assert_eq!(house.state(&room).await["presence"]["first"], true);
    two.leaves().await;
    let gone = second.hears_until(|heard| heard["presence"]["first"] == false).await;
    assert!(gone["presence"]["claim_in_ms"].as_u64().is_some_and(|ms| ms > 0 && ms <= 300_000), "{gone}");
    second.acts(&room, json!({"do": "claim", "claim": "win"})).await;
    assert_eq!(second.error().await.0, "claim/not-yet");
    let _back = house.seat(Some(&ada), &room).await;
    second.hears_until(|heard| heard["presence"]["first"] == true && heard["presence"]["claim_in_ms"].is_null()).await;
}

#[tokio::test]
async fn who_comes_back_hears_what_was_missed_and_no_more() {
    let house = House::open().await;
    let (ada, bob) = (house.guest("Ada").await, house.guest("Bob").await);
    let room = house.game(&ada, &bob, json!({"game": "connect4"})).await;
    let (mut first, second) = (house.seat(Some(&ada), &room).await, house.seat(Some(&bob), &room).await);
    first.plays(&room, 0, "1").await;
    second.leaves().await;
    first.acts(&room, json!({"do": "say", "saying": "oops"})).await;
    let last = first.event_of("said").await["seq"].as_u64().expect("a number");
    let mut back = house.line(Some(&bob)).await;
    back.says(&json!({"type": "follow", "room": room, "since": last - 2})).await;
    let heard = [back.hears().await, back.hears().await];
    let seqs = heard.each_ref().map(|heard| heard["event"]["seq"].as_u64());
    assert_eq!(seqs, [Some(last - 1), Some(last)], "{heard:?}");
    back.hears_type("presence").await;
    // Nothing was missed.
    back.says(&json!({"type": "follow", "room": room, "since": last})).await;
    assert_eq!(back.hears().await["type"], "presence");
    // What nobody can know, and what is kept no more.
    back.says(&json!({"type": "follow", "room": room, "since": 4_000_000_000_u32})).await;
    assert_eq!(back.hears_type("state").await["state"]["seq"], last);
}

#[tokio::test]
async fn who_missed_too_much_is_shown_the_whole() {
    let house = House::open().await;
    let ada = house.guest("Ada").await;
    let opponent = json!({"kind": "watch", "first": "random", "second": "random", "pace_ms": 60_000});
    let room = house.room(&ada, &json!({"game": "tictactoe", "opponent": opponent})).await;
    let mut owner = house.seat(Some(&ada), &room).await;
    let mut last = 0;
    for count in 0..70 {
        owner.acts(&room, json!({"do": "pause", "on": count % 2 == 0})).await;
        last = owner.event_of("paused").await["seq"].as_u64().expect("a number");
    }
    owner.says(&json!({"type": "follow", "room": room, "since": last - 60})).await;
    assert_eq!(owner.hears_until(|heard| heard["type"] != "presence").await["event"]["seq"], last - 59);
    owner.hears_until(|heard| heard["event"]["seq"] == last).await;
    owner.says(&json!({"type": "follow", "room": room, "since": last - 69})).await;
    assert_eq!(owner.hears_until(|heard| heard["type"] != "presence").await["type"], "state");
}

/// A socket that does not read is closed, and holds nobody up.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn who_does_not_read_is_sent_away() {
    let house = House::open().await;
    let (ada, eve) = (house.guest("Ada").await, house.guest("Eve").await);
    // A view of half a thousand moves, told with each change.
    let opponent = json!({"kind": "watch", "first": "random", "second": "random", "pace_ms": 60_000});
    let game = "connect3d:width=8,depth=8,height=8,gravity=off";
    let room = house.room(&ada, &json!({"game": game, "opponent": opponent})).await;
    let mut owner = house.seat(Some(&ada), &room).await;
    let mut deaf = house.line(Some(&eve)).await;
    deaf.says(&json!({"type": "follow", "room": room, "views": true})).await;
    owner.hears_until(|heard| heard["presence"]["watchers"] == 2).await;
    let mut told = 0;
    // Until the buffers of the system are full, and the room's queue for this socket with them.
    let gone = loop {
        let id = owner.acts(&room, json!({"do": "pause", "on": told % 2 == 0})).await;
        told += 1;
        let heard = owner.hears_until(|heard| heard["event"]["id"] == id.as_str() || heard["type"] == "presence").await;
        if heard["type"] == "presence" {
            break heard;
        }
        assert!(told < 20_000, "it is never sent away");
    };
    assert_eq!(gone["presence"]["watchers"], 1, "who made the room watches, too");
    owner.is_through().await;
    // It finds out when it reads at last: that it has to come again, or that nobody is there.
    let closed = deaf.closes().await;
    assert!(closed.is_none_or(|code| code == 4000), "{closed:?}");
    let mut again = house.line(Some(&eve)).await;
    assert_eq!(again.follows(&room).await["state"]["stage"], "playing");
}

#[tokio::test]
async fn a_page_of_another_site_gets_no_socket() {
    let house = House::open().await;
    let ada = house.guest("Ada").await;
    for headers in [[("origin", "https://evil.example")], [("origin", "null")], [("sec-fetch-site", "cross-site")]] {
        let refused = Line::open(house.address, Some(&ada.cookie), &headers).await;
        let Err(Error::Http(answer)) = refused.map(|_| ()) else { panic!("{headers:?} gets a socket") };
        let body = String::from_utf8(answer.body().clone().unwrap_or_default()).expect("text");
        assert_eq!(answer.status().as_u16(), 403);
        assert!(body.contains("request/foreign-origin"), "{body}");
    }
    let own = format!("http://{}", house.address);
    assert!(Line::open(house.address, Some(&ada.cookie), &[("origin", &own)]).await.is_ok());
    let no_socket = house.get("/socket", None).await;
    assert_eq!(no_socket.error(), (426, "socket/upgrade".to_owned()));
}

#[tokio::test]
async fn a_frame_that_is_too_long_closes_the_socket() {
    let house = House::open().await;
    let mut line = house.line(None).await;
    // The longest that is read, in one frame: no message, and answered.
    line.sends(Message::text(" ".repeat(MAX_FRAME))).await;
    assert_eq!(line.error().await.0, "request/message");
    line.sends(Message::text("x".repeat(MAX_FRAME + 1))).await;
    assert_eq!(line.closes().await, Some(1009));
}

/// The server does not read on: whether its farewell arrives before the connection breaks is the system's affair.
#[tokio::test]
async fn a_megabyte_closes_the_socket_and_nothing_else() {
    let house = House::open().await;
    let ada = house.guest("Ada").await;
    let mut line = house.line(Some(&ada)).await;
    let mut other = house.line(Some(&ada)).await;
    let closed = line.throws(Message::text("x".repeat(1 << 20))).await;
    assert!(closed.is_none_or(|code| code == 1009), "{closed:?}");
    other.is_through().await;
}

#[tokio::test]
async fn what_is_no_message_is_answered_and_in_the_end_not() {
    let house = House::open().await;
    let mut line = house.line(None).await;
    let nonsense = [
        Message::text(""),
        Message::text("{"),
        Message::text("null"),
        Message::text("[]"),
        Message::text("{\"type\": \"weather\"}"),
        Message::text("{\"type\": \"act\", \"room\": \"x\"}"),
        Message::text("{\"type\": \"follow\", \"room\": 7}"),
        Message::binary(vec![1, 2, 3]),
        Message::text(format!("{}1{}", "[".repeat(3000), "]".repeat(3000))),
    ];
    for message in &nonsense {
        line.sends(message.clone()).await;
        assert_eq!(line.error().await.0, "request/message", "{message:?}");
    }
    // One that is one, and the count begins anew.
    line.is_through().await;
    for message in &nonsense {
        line.sends(message.clone()).await;
        line.error().await;
    }
    line.sends(Message::text("{")).await;
    assert_eq!(line.closes().await, Some(1007));
}

#[tokio::test]
async fn a_move_that_cant_be_is_answered_with_the_state() {
    let house = House::open().await;
    let (ada, bob, eve) = (house.guest("Ada").await, house.guest("Bob").await, house.guest("Eve").await);
    let room = house.game(&ada, &bob, json!({})).await;
    let other = house.game(&bob, &eve, json!({})).await;
    let (mut first, mut second) = (house.seat(Some(&ada), &room).await, house.seat(Some(&bob), &room).await);
    // A game that one does not follow, and one that one does not play.
    first.acts(&other, mv(0, "a1")).await;
    assert_eq!(first.error().await.0, "room/not-followed");
    first.follows(&other).await;
    first.acts(&other, mv(0, "a1")).await;
    assert_eq!(first.error().await.0, "room/not-yours");
    first.acts("zzzzzzzzzz", mv(0, "a1")).await;
    assert_eq!(first.error().await.0, "room/not-followed");
    let cases = [(1, "b1", "move/stale"), (0, "z9", "move/"), (0, "a1 b1", "move/")];
    for (ply, text, code) in cases {
        let id = first.acts(&room, mv(ply, text)).await;
        let (found, named) = first.error().await;
        assert!(found.starts_with(code) && named == Some(id), "{found}");
        assert_eq!(first.hears_type("state").await["state"]["moves"], json!([]));
    }
    second.acts(&room, mv(0, "a1")).await;
    assert_eq!(second.error().await.0, "move/not-your-turn");
    assert_eq!(second.hears_type("state").await["you"], "second");
    // Twice: done once, and both are told which event it was.
    let done = first.plays(&room, 0, "a1").await;
    first.acts_as(&room, done["id"].as_str().expect("an id"), mv(0, "a1")).await;
    assert_eq!(first.event().await, done);
    first.acts_as(&room, "another", mv(0, "a1")).await;
    assert_eq!(first.error().await.0, "move/stale");
    first.acts(&room, json!({"do": "resign"})).await;
    first.event_of("ended").await;
    first.acts(&room, mv(1, "b1")).await;
    assert_eq!(first.error().await.0, "room/not-playing");
    assert_eq!(first.hears_type("state").await["state"]["stage"], "ended");
    let state = house.state(&room).await;
    assert_eq!((&state["moves"], &state["seq"]), (&json!(["a1"]), &json!(5)));
}

#[tokio::test]
async fn a_socket_that_says_too_much_is_closed() {
    let sockets = Sockets { rate: Rate { per_second: 1, burst: 20 }, ..Config::default().sockets };
    let house = House::with(Config { sockets, ..generous() }).await;
    let mut line = house.line(None).await;
    let closed = loop {
        line.says(&json!({"type": "ping"})).await;
        match line.frame().await {
            Some(Message::Close(frame)) => break frame.map(|frame| u16::from(frame.code)),
            Some(_) => {}
            None => break None,
        }
    };
    assert_eq!(closed, Some(1008));
}

#[tokio::test]
async fn a_burst_is_answered_to_the_last() {
    let house = House::open().await;
    let mut line = house.line(None).await;
    for _ in 0..1000 {
        line.says(&json!({"type": "ping"})).await;
    }
    for _ in 0..1000 {
        line.hears_type("pong").await;
    }
}

#[tokio::test]
async fn one_socket_follows_so_many_rooms() {
    let house = House::open().await;
    let ada = house.guest("Ada").await;
    let mut line = house.line(Some(&ada)).await;
    for count in 0..17 {
        let room = house.room(&ada, &json!({"game": "tictactoe", "opponent": {"kind": "friend"}})).await;
        line.says(&json!({"type": "follow", "room": room})).await;
        if count < 16 {
            line.hears_type("state").await;
        } else {
            assert_eq!(line.error().await.0, "room/too-many");
        }
    }
    line.says(&json!({"type": "follow", "room": "zzzzzzzzzz"})).await;
    assert_eq!(line.error().await.0, "room/too-many");
}

#[tokio::test]
async fn a_server_that_stops_says_so_and_goes_on_with_every_game() {
    let house = House::open().await;
    let (ada, bob) = (house.guest("Ada").await, house.guest("Bob").await);
    let room = house.game(&ada, &bob, json!({"clock": "600+0"})).await;
    let (mut first, mut second) = (house.seat(Some(&ada), &room).await, house.seat(Some(&bob), &room).await);
    first.plays(&room, 0, "a1").await;
    let done = second.plays(&room, 1, "b1").await;
    first.plays(&room, 2, "a2").await;
    let before = house.state(&room).await;
    let house = {
        let closing = tokio::spawn(house.close());
        assert_eq!(first.closes().await, Some(1012));
        assert_eq!(second.closes().await, Some(1012));
        House::at(closing.await.expect("it stops"), generous()).await
    };
    let after = house.state(&room).await;
    for field in ["first", "second", "stage", "moves", "offers", "opening", "start", "game", "clock"] {
        assert_eq!(after[field], before[field], "{field}");
    }
    let (mut second, mut first) = (house.line(Some(&bob)).await, house.seat(Some(&ada), &room).await);
    // Bob's clock stands until he is back.
    assert_eq!((&after["running"], &after["presence"]["second"]), (&Value::Null, &json!(false)));
    second.says(&json!({"type": "follow", "room": room, "since": before["seq"]})).await;
    let interrupted = second.hears_until(|heard| heard["type"] != "presence").await;
    assert_eq!(interrupted["event"]["what"], "interrupted", "{interrupted}");
    second.event_of("resumed").await;
    second.plays(&room, 3, "b2").await;
    assert_eq!(first.event_of("moved").await["ply"], 3);
    // What was sent before, and perhaps not answered.
    second.acts_as(&room, done["id"].as_str().expect("an id"), mv(1, "b1")).await;
    assert_eq!(second.hears_until(|heard| heard["type"] != "presence").await["type"], "state");
}
