//! Games over `WebSocket`s, and the limits of a `WebSocket`.

use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::{Error, Message};
use zermelo_protocol::MAX_FRAME;
use zermelo_server::{Config, RateLimit, SocketLimits};

use crate::test_server::{TestServer, unlimited_config};
use crate::test_socket::{TestSocket, mv, offer};

#[tokio::test]
async fn friends_play_a_game_and_a_rematch() {
    let server = TestServer::start().await;
    let (ada, bob) = (server.guest("Ada").await, server.guest("Bob").await);
    let room = server.game(&ada, &bob, json!({"clock": "60+0"})).await;
    let (mut first, mut second) = (server.socket(Some(&ada)).await, server.socket(Some(&bob)).await);
    assert_eq!(first.follow(&room).await["you"], "first");
    assert_eq!(second.follow(&room).await["you"], "second");
    let moves = ["a1", "b1", "a2", "b2", "a3"];
    let mut seq = 3;
    for (ply, text) in (0..).zip(moves) {
        let (mover, other) = if ply % 2 == 0 { (&mut first, &mut second) } else { (&mut second, &mut first) };
        let event = mover.play(&room, ply, text).await;
        assert_eq!(
            other.event().await,
            Value::Object({
                // All followers get the same event.
                event.as_object().expect("fields").clone()
            })
        );
        seq += 1;
        assert_eq!((&event["seq"], &event["ply"], &event["move"]), (&json!(seq), &json!(ply), &json!(text)));
    }
    for socket in [&mut first, &mut second] {
        let ended = socket.event().await;
        assert_eq!(
            (&ended["what"], &ended["ending"]),
            (&json!("ended"), &json!({"outcome": {"win": "first"}, "termination": "line"}))
        );
    }
    second.act(&room, offer("rematch")).await;
    first.event_of("offered").await;
    first.act(&room, offer("rematch")).await;
    let next = second.event_of("rematch").await["room"].as_str().expect("a room").to_owned();
    assert_eq!(first.follow(&next).await["you"], "second");
    assert_eq!(second.follow(&next).await["you"], "first");
    second.play(&next, 0, "b2").await;
    assert_eq!(server.state(&room).await["rematch"], json!(next));
    assert_eq!(server.get("/records", Some(&ada)).await.json()["rooms"].as_array().map(Vec::len), Some(2));
}

#[tokio::test]
async fn followers_with_views_get_the_status_with_each_event() {
    let server = TestServer::start().await;
    let (ada, bob) = (server.guest("Ada").await, server.guest("Bob").await);
    let room = server.game(&ada, &bob, json!({"clock": "60+0"})).await;
    let (mut first, mut second) = (server.socket_in_room(Some(&ada), &room).await, server.socket(Some(&bob)).await);
    second.send_json(&json!({"type": "follow", "room": room, "views": true})).await;
    assert!(second.receive_type("state").await["view"]["moves"].is_array());
    first.play(&room, 0, "a1").await;
    let moved = second.receive_type("event").await;
    assert_eq!((&moved["status"]["stage"], &moved["status"]["running"]), (&json!("playing"), &Value::Null));
    assert_eq!((&moved["view"]["ply"], &moved["view"]["board"]), (&json!(1), &Value::Null));
    second.play(&room, 1, "a2").await;
    second.act(&room, offer("draw")).await;
    let offered = second.receive_type("event").await;
    assert_eq!((&offered["status"]["offers"], &offered["view"]), (&json!([["second", "draw"]]), &Value::Null));
    assert_eq!(offered["status"]["running"], "first");
    // Followers without views get the plain event.
    let plain = first.receive_until(|received| received["event"]["what"] == "offered").await;
    assert_eq!((&plain["event"], plain.get("status")), (&offered["event"], None));
    first.play(&room, 2, "b1").await;
    let moved = second.receive_type("event").await;
    assert_eq!((&moved["status"]["offers"], &moved["status"]["running"]), (&json!([]), &json!("second")));
    // The status equals that of the state which a new follower gets.
    let state = server.state(&room).await;
    for field in ["first", "second", "stage", "offers", "said", "ending", "rematch", "paused", "pace_ms"] {
        assert_eq!(moved["status"][field], state[field], "{field}");
    }
}

#[tokio::test]
async fn a_computer_moves_and_accepts_a_takeback() {
    let server = TestServer::start().await;
    let ada = server.guest("Ada").await;
    let request = json!({"game": "tictactoe", "opponent": {"kind": "computer", "agent": "random"}, "side": "first"});
    let room = server.room(&ada, &request).await;
    let mut socket = server.socket_in_room(Some(&ada), &room).await;
    socket.play(&room, 0, "b2").await;
    let answer = socket.event_of("moved").await;
    assert_eq!((&answer["by"], &answer["ply"]), (&json!("second"), &json!(1)));
    socket.act(&room, offer("takeback")).await;
    assert_eq!(socket.event_of("taken_back").await["ply"], 0);
    socket.play(&room, 0, "a1").await;
    socket.event_of("moved").await;
    socket.act(&room, json!({"do": "resign"})).await;
    socket.event_of("ended").await;
    socket.act(&room, offer("rematch")).await;
    let next = socket.event_of("rematch").await["room"].as_str().expect("a room").to_owned();
    assert_eq!(socket.follow(&next).await["you"], "second");
    // The computer begins.
    let state = server.state(&next).await;
    assert!(
        state["moves"].as_array().is_some_and(|moves| moves.len() == 1) || socket.event_of("moved").await["ply"] == 0
    );
}

#[tokio::test]
async fn a_computers_agent_is_kept_until_a_takeback_or_the_end() {
    let server = TestServer::start().await;
    let ada = server.guest("Ada").await;
    let opponent = json!({"kind": "computer", "agent": "mcts:playouts=10"});
    let room = server.room(&ada, &json!({"game": "tictactoe", "opponent": opponent, "side": "first"})).await;
    let mut socket = server.socket_in_room(Some(&ada), &room).await;
    let waiting = async || {
        let figures = server.http("GET /metrics", &[], b"").await.body;
        let figure = figures.lines().find_map(|line| line.strip_prefix("zermelo_agents_waiting "));
        figure.and_then(|figure| figure.parse::<u32>().ok()).unwrap_or_else(|| panic!("{figures}"))
    };
    for _ in 0..2 {
        socket.play(&room, 0, "b2").await;
        socket.event_of("moved").await;
        assert_eq!(waiting().await, 1, "the agent is kept");
        socket.act(&room, offer("takeback")).await;
        socket.event_of("taken_back").await;
        assert_eq!(waiting().await, 0, "the agent is dropped by a takeback");
    }
    socket.play(&room, 0, "b2").await;
    socket.event_of("moved").await;
    socket.act(&room, json!({"do": "resign"})).await;
    socket.event_of("ended").await;
    assert_eq!(waiting().await, 0, "the game is over");
}

#[tokio::test]
async fn computers_play_each_other_at_a_pace_and_pause() {
    let server = TestServer::start().await;
    let (ada, bob) = (server.guest("Ada").await, server.guest("Bob").await);
    let opponent = json!({"kind": "watch", "first": "random", "second": "random", "pace_ms": 60_000});
    let room = server.room(&ada, &json!({"game": "mnk:width=9,height=9,k=9", "opponent": opponent})).await;
    let (mut owner, mut other) =
        (server.socket_in_room(Some(&ada), &room).await, server.socket_in_room(Some(&bob), &room).await);
    // At this pace no move is played during the test. Only the owner can change it.
    other.act(&room, json!({"do": "pace", "pace_ms": 0})).await;
    assert_eq!(other.error().await.0, "room/not-yours");
    owner.act(&room, json!({"do": "pause", "on": true})).await;
    owner.event_of("paused").await;
    owner.act(&room, json!({"do": "pace", "pace_ms": 0})).await;
    owner.event_of("paced").await;
    let still = server.state(&room).await;
    assert_eq!((&still["paused"], &still["pace_ms"]), (&json!(true), &json!(0)));
    owner.act(&room, json!({"do": "pause", "on": false})).await;
    let from = still["moves"].as_array().expect("moves").len();
    let first = owner.event_of("moved").await["ply"].as_u64().expect("a number");
    assert_eq!(first, from as u64);
    // The game ends after at most 81 moves.
    owner.event_of("ended").await;
    let state = server.state(&room).await;
    assert_eq!((&state["stage"], &state["presence"]["watchers"]), (&json!("ended"), &json!(2)));
}

#[tokio::test]
async fn watchers_are_counted_and_cannot_act() {
    let server = TestServer::start().await;
    let (ada, bob, eve) = (server.guest("Ada").await, server.guest("Bob").await, server.guest("Eve").await);
    let room = server.game(&ada, &bob, json!({})).await;
    let mut first = server.socket_in_room(Some(&ada), &room).await;
    let (mut nobody, mut watcher) = (server.socket(None).await, server.socket(Some(&eve)).await);
    for socket in [&mut nobody, &mut watcher] {
        assert_eq!(socket.follow(&room).await["you"], Value::Null);
    }
    first.receive_until(|received| received["presence"]["watchers"] == 2).await;
    for socket in [&mut nobody, &mut watcher] {
        // Claims of an identity in the message are ignored.
        let mut action = mv(0, "a1");
        action.as_object_mut().expect("fields").extend(
            json!({"by": "first", "you": "first", "person": ada.id, "cookie": ada.cookie})
                .as_object()
                .cloned()
                .expect("fields"),
        );
        let id = socket.act(&room, action).await;
        assert_eq!(socket.error().await, ("room/not-yours".to_owned(), Some(id)));
        for action in
            [json!({"do": "resign"}), json!({"do": "abort"}), offer("draw"), json!({"do": "say", "saying": "hello"})]
        {
            socket.act(&room, action).await;
            assert_eq!(socket.error().await.0, "room/not-yours");
        }
    }
    first.play(&room, 0, "b2").await;
    for socket in [&mut nobody, &mut watcher] {
        assert_eq!(socket.event_of("moved").await["move"], "b2");
    }
    nobody.close().await;
    watcher.send_json(&json!({"type": "unfollow", "room": room})).await;
    first.receive_until(|received| received["presence"]["watchers"] == 0).await;
    watcher.act(&room, mv(1, "a1")).await;
    assert_eq!(watcher.error().await.0, "room/not-followed");
}

#[tokio::test]
async fn two_tabs_of_one_person_both_follow() {
    let server = TestServer::start().await;
    let (ada, bob) = (server.guest("Ada").await, server.guest("Bob").await);
    let room = server.game(&ada, &bob, json!({})).await;
    let mut second = server.socket_in_room(Some(&bob), &room).await;
    let (mut one, mut two) =
        (server.socket_in_room(Some(&ada), &room).await, server.socket_in_room(Some(&ada), &room).await);
    let done = one.play(&room, 0, "a1").await;
    assert_eq!(two.event_of("moved").await["ply"], 0);
    second.play(&room, 1, "b1").await;
    for socket in [&mut one, &mut two] {
        assert_eq!(socket.receive_until(|received| received["event"]["ply"] == 1).await["event"]["move"], "b1");
    }
    // An action of one tab is a duplicate when the other tab sends it.
    two.act_as(&room, done["id"].as_str().expect("an id"), mv(0, "a1")).await;
    assert_eq!(two.event().await, done);
    one.close().await;
    second.sync().await;
    assert_eq!(server.state(&room).await["presence"]["first"], true);
    two.close().await;
    let gone = second.receive_until(|received| received["presence"]["first"] == false).await;
    assert!(gone["presence"]["claim_in_ms"].as_u64().is_some_and(|ms| ms > 0 && ms <= 300_000), "{gone}");
    second.act(&room, json!({"do": "claim", "claim": "win"})).await;
    assert_eq!(second.error().await.0, "claim/not-yet");
    let _back = server.socket_in_room(Some(&ada), &room).await;
    second
        .receive_until(|received| {
            received["presence"]["first"] == true && received["presence"]["claim_in_ms"].is_null()
        })
        .await;
}

#[tokio::test]
async fn a_reconnect_receives_only_missed_events() {
    let server = TestServer::start().await;
    let (ada, bob) = (server.guest("Ada").await, server.guest("Bob").await);
    let room = server.game(&ada, &bob, json!({"game": "connect4"})).await;
    let (mut first, second) =
        (server.socket_in_room(Some(&ada), &room).await, server.socket_in_room(Some(&bob), &room).await);
    first.play(&room, 0, "1").await;
    second.close().await;
    first.act(&room, json!({"do": "say", "saying": "oops"})).await;
    let last = first.event_of("said").await["seq"].as_u64().expect("a number");
    let mut back = server.socket(Some(&bob)).await;
    back.send_json(&json!({"type": "follow", "room": room, "since": last - 2})).await;
    let received = [back.receive().await, back.receive().await];
    let seqs = received.each_ref().map(|received| received["event"]["seq"].as_u64());
    assert_eq!(seqs, [Some(last - 1), Some(last)], "{received:?}");
    back.receive_type("presence").await;
    // Nothing was missed.
    back.send_json(&json!({"type": "follow", "room": room, "since": last})).await;
    assert_eq!(back.receive().await["type"], "presence");
    // An event number from the future.
    back.send_json(&json!({"type": "follow", "room": room, "since": 4_000_000_000_u32})).await;
    assert_eq!(back.receive_type("state").await["state"]["seq"], last);
}

#[tokio::test]
async fn a_reconnect_after_too_many_events_receives_the_state() {
    let server = TestServer::start().await;
    let ada = server.guest("Ada").await;
    let opponent = json!({"kind": "watch", "first": "random", "second": "random", "pace_ms": 60_000});
    let room = server.room(&ada, &json!({"game": "tictactoe", "opponent": opponent})).await;
    let mut owner = server.socket_in_room(Some(&ada), &room).await;
    let mut last = 0;
    for count in 0..70 {
        owner.act(&room, json!({"do": "pause", "on": count % 2 == 0})).await;
        last = owner.event_of("paused").await["seq"].as_u64().expect("a number");
    }
    owner.send_json(&json!({"type": "follow", "room": room, "since": last - 60})).await;
    assert_eq!(owner.receive_until(|received| received["type"] != "presence").await["event"]["seq"], last - 59);
    owner.receive_until(|received| received["event"]["seq"] == last).await;
    owner.send_json(&json!({"type": "follow", "room": room, "since": last - 69})).await;
    assert_eq!(owner.receive_until(|received| received["type"] != "presence").await["type"], "state");
}

/// A socket that does not read is closed and does not delay others.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_socket_that_does_not_read_is_closed() {
    let server = TestServer::start().await;
    let (ada, eve) = (server.guest("Ada").await, server.guest("Eve").await);
    // A large view with about 500 moves, sent with each event.
    let opponent = json!({"kind": "watch", "first": "random", "second": "random", "pace_ms": 60_000});
    let game = "connect3d:width=8,depth=8,height=8,gravity=off";
    let room = server.room(&ada, &json!({"game": game, "opponent": opponent})).await;
    let mut owner = server.socket_in_room(Some(&ada), &room).await;
    let mut slow = server.socket(Some(&eve)).await;
    slow.send_json(&json!({"type": "follow", "room": room, "views": true})).await;
    owner.receive_until(|received| received["presence"]["watchers"] == 2).await;
    let mut sent = 0;
    // Until the buffers of the system and the outbox of the socket are full.
    let gone = loop {
        let id = owner.act(&room, json!({"do": "pause", "on": sent % 2 == 0})).await;
        sent += 1;
        let received = owner
            .receive_until(|received| received["event"]["id"] == id.as_str() || received["type"] == "presence")
            .await;
        if received["type"] == "presence" {
            break received;
        }
        assert!(sent < 20_000, "the socket is never closed");
    };
    assert_eq!(gone["presence"]["watchers"], 1, "the owner is a watcher too");
    owner.sync().await;
    // When it reads again, it finds the close code or a lost connection.
    let closed = slow.close_code().await;
    assert!(closed.is_none_or(|code| code == 4000), "{closed:?}");
    let mut again = server.socket(Some(&eve)).await;
    assert_eq!(again.follow(&room).await["state"]["stage"], "playing");
}

#[tokio::test]
async fn a_cross_origin_socket_is_refused() {
    let server = TestServer::start().await;
    let ada = server.guest("Ada").await;
    for headers in [[("origin", "https://evil.example")], [("origin", "null")], [("sec-fetch-site", "cross-site")]] {
        let refused = TestSocket::open(server.address, Some(&ada.cookie), &headers).await;
        let Err(Error::Http(answer)) = refused.map(|_| ()) else { panic!("{headers:?} gets a socket") };
        let body = String::from_utf8(answer.body().clone().unwrap_or_default()).expect("text");
        assert_eq!(answer.status().as_u16(), 403);
        assert!(body.contains("request/foreign-origin"), "{body}");
    }
    let own = format!("http://{}", server.address);
    assert!(TestSocket::open(server.address, Some(&ada.cookie), &[("origin", &own)]).await.is_ok());
    let no_socket = server.get("/socket", None).await;
    assert_eq!(no_socket.error(), (426, "socket/upgrade".to_owned()));
}

#[tokio::test]
async fn a_frame_beyond_the_limit_closes_the_socket() {
    let server = TestServer::start().await;
    let mut socket = server.socket(None).await;
    // A malformed message of the maximum length is answered.
    socket.send(Message::text(" ".repeat(MAX_FRAME))).await;
    assert_eq!(socket.error().await.0, "request/message");
    socket.send(Message::text("x".repeat(MAX_FRAME + 1))).await;
    assert_eq!(socket.close_code().await, Some(1009));
}

/// The server stops reading. Whether its close frame arrives before the connection breaks depends
/// on the system.
#[tokio::test]
async fn a_megabyte_closes_only_its_own_socket() {
    let server = TestServer::start().await;
    let ada = server.guest("Ada").await;
    let mut socket = server.socket(Some(&ada)).await;
    let mut other = server.socket(Some(&ada)).await;
    let closed = socket.send_oversized(Message::text("x".repeat(1 << 20))).await;
    assert!(closed.is_none_or(|code| code == 1009), "{closed:?}");
    other.sync().await;
}

#[tokio::test]
async fn malformed_messages_are_answered_up_to_a_limit() {
    let server = TestServer::start().await;
    let mut socket = server.socket(None).await;
    let malformed = [
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
    for message in &malformed {
        socket.send(message.clone()).await;
        assert_eq!(socket.error().await.0, "request/message", "{message:?}");
    }
    // A valid message resets the count.
    socket.sync().await;
    for message in &malformed {
        socket.send(message.clone()).await;
        socket.error().await;
    }
    socket.send(Message::text("{")).await;
    assert_eq!(socket.close_code().await, Some(1007));
}

#[tokio::test]
async fn an_illegal_move_is_answered_with_the_state() {
    let server = TestServer::start().await;
    let (ada, bob, eve) = (server.guest("Ada").await, server.guest("Bob").await, server.guest("Eve").await);
    let room = server.game(&ada, &bob, json!({})).await;
    let other = server.game(&bob, &eve, json!({})).await;
    let (mut first, mut second) =
        (server.socket_in_room(Some(&ada), &room).await, server.socket_in_room(Some(&bob), &room).await);
    // A room that is not followed, and a room of other players.
    first.act(&other, mv(0, "a1")).await;
    assert_eq!(first.error().await.0, "room/not-followed");
    first.follow(&other).await;
    first.act(&other, mv(0, "a1")).await;
    assert_eq!(first.error().await.0, "room/not-yours");
    first.act("zzzzzzzzzz", mv(0, "a1")).await;
    assert_eq!(first.error().await.0, "room/not-followed");
    let cases = [(1, "b1", "move/stale"), (0, "z9", "move/"), (0, "a1 b1", "move/")];
    for (ply, text, code) in cases {
        let id = first.act(&room, mv(ply, text)).await;
        let (found, named) = first.error().await;
        assert!(found.starts_with(code) && named == Some(id), "{found}");
        assert_eq!(first.receive_type("state").await["state"]["moves"], json!([]));
    }
    second.act(&room, mv(0, "a1")).await;
    assert_eq!(second.error().await.0, "move/not-your-turn");
    assert_eq!(second.receive_type("state").await["you"], "second");
    // An action that is sent twice is done once; both messages are answered with its event.
    let done = first.play(&room, 0, "a1").await;
    first.act_as(&room, done["id"].as_str().expect("an id"), mv(0, "a1")).await;
    assert_eq!(first.event().await, done);
    first.act_as(&room, "another", mv(0, "a1")).await;
    assert_eq!(first.error().await.0, "move/stale");
    first.act(&room, json!({"do": "resign"})).await;
    first.event_of("ended").await;
    first.act(&room, mv(1, "b1")).await;
    assert_eq!(first.error().await.0, "room/not-playing");
    assert_eq!(first.receive_type("state").await["state"]["stage"], "ended");
    let state = server.state(&room).await;
    assert_eq!((&state["moves"], &state["seq"]), (&json!(["a1"]), &json!(5)));
}

#[tokio::test]
async fn a_socket_beyond_the_rate_limit_is_closed() {
    let sockets = SocketLimits { rate: RateLimit { per_second: 1, burst: 20 }, ..Config::default().sockets };
    let server = TestServer::with_config(Config { sockets, ..unlimited_config() }).await;
    let mut socket = server.socket(None).await;
    let closed = loop {
        socket.send_json(&json!({"type": "ping"})).await;
        match socket.frame().await {
            Some(Message::Close(frame)) => break frame.map(|frame| u16::from(frame.code)),
            Some(_) => {}
            None => break None,
        }
    };
    assert_eq!(closed, Some(1008));
}

#[tokio::test]
async fn every_message_of_a_burst_is_answered() {
    let server = TestServer::start().await;
    let mut socket = server.socket(None).await;
    for _ in 0..1000 {
        socket.send_json(&json!({"type": "ping"})).await;
    }
    for _ in 0..1000 {
        socket.receive_type("pong").await;
    }
}

#[tokio::test]
async fn followed_rooms_per_socket_are_limited() {
    let server = TestServer::start().await;
    let ada = server.guest("Ada").await;
    let mut socket = server.socket(Some(&ada)).await;
    for count in 0..17 {
        let room = server.room(&ada, &json!({"game": "tictactoe", "opponent": {"kind": "friend"}})).await;
        socket.send_json(&json!({"type": "follow", "room": room})).await;
        if count < 16 {
            socket.receive_type("state").await;
        } else {
            assert_eq!(socket.error().await.0, "room/too-many");
        }
    }
    socket.send_json(&json!({"type": "follow", "room": "zzzzzzzzzz"})).await;
    assert_eq!(socket.error().await.0, "room/too-many");
}

#[tokio::test]
async fn a_restarted_server_continues_every_game() {
    let server = TestServer::start().await;
    let (ada, bob) = (server.guest("Ada").await, server.guest("Bob").await);
    let room = server.game(&ada, &bob, json!({"clock": "600+0"})).await;
    let (mut first, mut second) =
        (server.socket_in_room(Some(&ada), &room).await, server.socket_in_room(Some(&bob), &room).await);
    first.play(&room, 0, "a1").await;
    let done = second.play(&room, 1, "b1").await;
    first.play(&room, 2, "a2").await;
    let before = server.state(&room).await;
    let server = {
        let closing = tokio::spawn(server.stop());
        assert_eq!(first.close_code().await, Some(1012));
        assert_eq!(second.close_code().await, Some(1012));
        TestServer::in_folder(closing.await.expect("it stops"), unlimited_config()).await
    };
    let after = server.state(&room).await;
    for field in ["first", "second", "stage", "moves", "offers", "opening", "start", "game", "clock"] {
        assert_eq!(after[field], before[field], "{field}");
    }
    let (mut second, mut first) = (server.socket(Some(&bob)).await, server.socket_in_room(Some(&ada), &room).await);
    // Bob's clock is stopped until he is back.
    assert_eq!((&after["running"], &after["presence"]["second"]), (&Value::Null, &json!(false)));
    second.send_json(&json!({"type": "follow", "room": room, "since": before["seq"]})).await;
    let interrupted = second.receive_until(|received| received["type"] != "presence").await;
    assert_eq!(interrupted["event"]["what"], "interrupted", "{interrupted}");
    second.event_of("resumed").await;
    second.play(&room, 3, "b2").await;
    assert_eq!(first.event_of("moved").await["ply"], 3);
    // An action from before the restart, which the client may send again.
    second.act_as(&room, done["id"].as_str().expect("an id"), mv(1, "b1")).await;
    assert_eq!(second.receive_until(|received| received["type"] != "presence").await["type"], "state");
}
