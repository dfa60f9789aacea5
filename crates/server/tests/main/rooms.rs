//! The endpoints of rooms, pools and the lobby.

use std::collections::HashMap;

use futures_util::future::join_all;
use serde_json::{Value, json};
use zermelo_server::{Config, RoomLimits};

use crate::test_server::{Guest, TestServer, unlimited_config};

fn friend() -> Value {
    json!({"game": "tictactoe", "opponent": {"kind": "friend"}})
}

#[tokio::test]
async fn a_friend_joins_by_code() {
    let server = TestServer::start().await;
    let (ada, bob, eve) = (server.guest("Ada").await, server.guest("Bob").await, server.guest("Eve").await);
    let request = json!({"game": "tictactoe", "opponent": {"kind": "friend"}, "side": "second", "clock": "60+1"});
    let room = server.room(&ada, &request).await;
    let waiting = server.state(&room).await;
    assert_eq!(
        (&waiting["stage"], &waiting["first"], &waiting["second"]["name"]),
        (&json!("waiting"), &Value::Null, &json!("Ada"))
    );
    let join = format!("/rooms/{room}/join");
    assert_eq!(server.post(&join, Some(&ada), &json!({})).await.error(), (409, "room/own".to_owned()));
    let joined = server.post(&join, Some(&bob), &json!({})).await.json();
    assert_eq!((&joined["state"]["stage"], &joined["state"]["first"]["id"]), (&json!("playing"), &json!(bob.id)));
    assert_eq!(server.post(&join, Some(&eve), &json!({})).await.error(), (409, "room/full".to_owned()));
    assert_eq!(server.post(&join, Some(&bob), &json!({})).await.error(), (409, "room/own".to_owned()));
    // Anyone can see the clock and the board.
    let shown = server.get(&format!("/rooms/{room}?views=true"), None).await.json();
    assert_eq!((&shown["state"]["clock"], &shown["state"]["clocks_ms"]), (&json!("60+1"), &json!([60_000, 60_000])));
    assert_eq!(shown["view"]["moves"].as_array().map(Vec::len), Some(9));
}

#[tokio::test]
async fn unknown_rooms_are_reported() {
    let server = TestServer::start().await;
    let ada = server.guest("Ada").await;
    for code in ["zzzzzzzzzz", "x", "12345678901234567", "%F0%9F%92%A5", "a%20b", "..%2F..", "%00"] {
        let unknown = (404, "room/unknown".to_owned());
        assert_eq!(server.get(&format!("/rooms/{code}"), None).await.error(), unknown, "{code}");
        assert_eq!(
            server.post(&format!("/rooms/{code}/join"), Some(&ada), &json!({})).await.error(),
            unknown,
            "{code}"
        );
        assert_eq!(server.get(&format!("/rooms/{code}/export"), None).await.error(), unknown, "{code}");
    }
}

#[tokio::test]
async fn an_invalid_request_is_refused_with_a_code() {
    let server = TestServer::start().await;
    let ada = server.guest("Ada").await;
    let computer = |agent: &str| json!({"game": "tictactoe", "opponent": {"kind": "computer", "agent": agent}});
    let cases = [
        (json!({"game": "chess", "opponent": {"kind": "friend"}}), 422, "game/unknown"),
        (json!({"game": "mnk:width=99", "opponent": {"kind": "friend"}}), 422, "game/unknown"),
        (json!({"game": "tictactoe"}), 422, "request/message"),
        (json!({"game": "tictactoe", "opponent": {"kind": "dog"}}), 422, "request/message"),
        (json!({"game": "tictactoe", "opponent": {"kind": "friend"}, "clock": "fast"}), 422, "request/message"),
        (json!({"game": "tictactoe", "opponent": {"kind": "friend"}, "owner": "eve"}), 422, "request/message"),
        (json!({"game": "tictactoe", "opponent": {"kind": "friend"}, "start": "9/9 x"}), 422, "position/"),
        (json!({"game": "tictactoe", "opponent": {"kind": "friend"}, "opening": ["a1", "a1"]}), 422, "move/"),
        (json!({"game": "tictactoe", "opponent": {"kind": "pool"}, "opening": ["a1"]}), 422, "request/message"),
        (computer("deep-thought"), 422, "agent/unknown"),
        (computer("external:cmd=rm"), 403, "agent/refused-here"),
        (
            json!({"game": "tictactoe", "opponent": {"kind": "watch", "first": "random", "second": "?"}}),
            422,
            "agent/unknown",
        ),
    ];
    for (request, status, code) in cases {
        let (found, named) = server.post("/rooms", Some(&ada), &request).await.error();
        assert!(found == status && named.starts_with(code), "{request}: {found} {named}");
    }
    for query in ["views=maybe", "views=%FF"] {
        let wrong = server.get(&format!("/rooms/zzzzzzzzzz?{query}"), None).await;
        assert_eq!(wrong.error(), (422, "request/message".to_owned()), "{query}");
    }
}

/// Two people with the same request never both wait, in whatever order the requests arrive.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_pool_pairs_equal_requests() {
    let server = TestServer::start().await;
    let people: Vec<Guest> = join_all((0..20).map(|n| {
        let server = &server;
        async move { server.guest(&format!("Guest {n}")).await }
    }))
    .await;
    let request = json!({"game": "connect4:k=4", "opponent": {"kind": "pool"}, "clock": "60+0"});
    let same = json!({"game": "connect4", "opponent": {"kind": "pool"}, "clock": "60+0"});
    // Each follows the room at once, as clients do: the server cancels waiting rooms without their
    // owner.
    let sat = people.iter().enumerate().map(|(n, guest)| {
        let (server, request) = (&server, if n % 2 == 0 { &request } else { &same });
        async move {
            let room = server.room(guest, request).await;
            let socket = server.socket_in_room(Some(guest), &room).await;
            (room, socket)
        }
    });
    let sat = join_all(sat).await;
    let mut rooms: HashMap<&str, u32> = HashMap::new();
    for (room, _) in &sat {
        *rooms.entry(room).or_default() += 1;
    }
    assert_eq!((rooms.len(), rooms.values().all(|count| *count == 2)), (10, true), "{rooms:?}");
    for room in rooms.keys() {
        assert_eq!(server.state(room).await["stage"], "playing");
    }
    assert_eq!(server.get("/lobby", None).await.json()["pools"], json!([]));
}

#[tokio::test]
async fn a_person_waits_once_in_a_pool() {
    let server = TestServer::start().await;
    let (ada, bob, eve) = (server.guest("Ada").await, server.guest("Bob").await, server.guest("Eve").await);
    let request = |side: &str, clock: &str| json!({"game": "tictactoe", "opponent": {"kind": "pool"}, "side": side, "clock": clock});
    let room = server.room(&ada, &request("first", "60+0")).await;
    let _there = server.socket_in_room(Some(&ada), &room).await;
    assert_eq!(server.room(&ada, &request("first", "60+0")).await, room, "the same request again");
    let pools = &server.get("/lobby", None).await.json()["pools"];
    assert_eq!(pools, &json!([{"game": "tictactoe", "clock": "60+0", "waiting": 1}]));
    // A request with another clock does not match.
    assert_ne!(server.room(&bob, &request("random", "60+1")).await, room);
    assert_eq!(server.room(&eve, &request("second", "60+0")).await, room);
    assert_eq!(server.state(&room).await["first"]["id"], json!(ada.id));
}

#[tokio::test]
async fn the_longest_waiting_person_is_paired_first() {
    let server = TestServer::start().await;
    let request = |side: &str| json!({"game": "connect4", "opponent": {"kind": "pool"}, "side": side, "clock": "60+0"});
    let mut waiting = Vec::new();
    for name in ["Ada", "Bob", "Cleo", "Dan"] {
        let guest = server.guest(name).await;
        let room = server.room(&guest, &request("first")).await;
        let seat = server.socket_in_room(Some(&guest), &room).await;
        waiting.push((room, seat));
    }
    for (room, _) in &waiting {
        let other = server.guest("Eve").await;
        assert_eq!(server.room(&other, &request("second")).await, *room);
    }
}

/// A person waits with a random side, and another person requests that side.
#[tokio::test]
async fn a_person_with_a_random_side_changes_sides_for_the_partner() {
    let server = TestServer::start().await;
    for (side, other) in [("first", "second"), ("second", "first")].repeat(3) {
        let (ada, bob) = (server.guest("Ada").await, server.guest("Bob").await);
        let request = |side: &str| json!({"game": "tictactoe", "opponent": {"kind": "pool"}, "side": side});
        let room = server.room(&ada, &request("random")).await;
        let mut socket = server.socket(Some(&ada)).await;
        let waits = socket.follow(&room).await["you"].clone();
        assert_eq!(server.room(&bob, &request(side)).await, room);
        let state = server.state(&room).await;
        assert_eq!((&state[side]["id"], &state[other]["id"]), (&json!(bob.id), &json!(ada.id)));
        socket.event_of("began").await;
        if waits != other {
            assert_eq!(socket.receive_type("state").await["you"], other);
        }
        assert_eq!(server.state(&room).await["presence"][other], true);
    }
}

#[tokio::test]
async fn a_seek_is_in_the_lobby_until_it_is_accepted() {
    let server = TestServer::start().await;
    let (ada, bob) = (server.guest("Ada").await, server.guest("Bob").await);
    let mut watcher = server.socket(None).await;
    watcher.send_json(&json!({"type": "follow_lobby"})).await;
    assert_eq!(watcher.receive_type("lobby").await["lobby"]["seeks"], json!([]));
    let request = json!({"game": "tictactoe", "opponent": {"kind": "anyone"}, "side": "first"});
    let room = server.room(&ada, &request).await;
    let _there = server.socket_in_room(Some(&ada), &room).await;
    let message = watcher.receive_until(|received| received["lobby"]["seeks"][0]["room"] == room.as_str()).await;
    let seek = &message["lobby"]["seeks"][0];
    assert_eq!((&seek["side"], &seek["player"]["name"]), (&json!("second"), &json!("Ada")));
    assert_eq!(server.get("/lobby", None).await.json()["seeks"][0], *seek);
    server.post(&format!("/rooms/{room}/join"), Some(&bob), &json!({})).await;
    let message = watcher.receive_until(|received| received["lobby"]["live"][0]["room"] == room.as_str()).await;
    assert_eq!((&message["lobby"]["seeks"], &message["lobby"]["playing"]), (&json!([]), &json!(1)));
}

#[tokio::test]
async fn unfinished_games_per_person_are_limited() {
    let rooms = RoomLimits { per_person: 2, ..Config::default().rooms };
    let server = TestServer::with_config(Config { rooms, ..unlimited_config() }).await;
    let (ada, bob) = (server.guest("Ada").await, server.guest("Bob").await);
    let first = server.room(&ada, &friend()).await;
    server.room(&ada, &friend()).await;
    let too_many = (429, "room/too-many".to_owned());
    assert_eq!(server.post("/rooms", Some(&ada), &friend()).await.error(), too_many);
    server.room(&bob, &friend()).await;
    let mut socket = server.socket_in_room(Some(&ada), &first).await;
    socket.act(&first, json!({"do": "abort"})).await;
    socket.event_of("aborted").await;
    server.room(&ada, &friend()).await;
    // Restored rooms count too.
    let server = TestServer::in_folder(server.stop().await, Config { rooms, ..unlimited_config() }).await;
    assert_eq!(server.post("/rooms", Some(&ada), &friend()).await.error(), too_many);
}
