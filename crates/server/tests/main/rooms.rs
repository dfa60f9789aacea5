//! The doors of rooms: wishes, partners, the lobby.

use std::collections::HashMap;

use futures_util::future::join_all;
use serde_json::{Value, json};
use zermelo_server::{Config, Rooms};

use crate::house::{Guest, House, generous};

fn friend() -> Value {
    json!({"game": "tictactoe", "opponent": {"kind": "friend"}})
}

#[tokio::test]
async fn a_friend_comes_by_the_code() {
    let house = House::open().await;
    let (ada, bob, eve) = (house.guest("Ada").await, house.guest("Bob").await, house.guest("Eve").await);
    let wish = json!({"game": "tictactoe", "opponent": {"kind": "friend"}, "side": "second", "clock": "60+1"});
    let room = house.room(&ada, &wish).await;
    let waiting = house.state(&room).await;
    assert_eq!(
        (&waiting["stage"], &waiting["first"], &waiting["second"]["name"]),
        (&json!("waiting"), &Value::Null, &json!("Ada"))
    );
    let join = format!("/rooms/{room}/join");
    assert_eq!(house.post(&join, Some(&ada), &json!({})).await.error(), (409, "room/own".to_owned()));
    let joined = house.post(&join, Some(&bob), &json!({})).await.json();
    assert_eq!((&joined["state"]["stage"], &joined["state"]["first"]["id"]), (&json!("playing"), &json!(bob.id)));
    assert_eq!(house.post(&join, Some(&eve), &json!({})).await.error(), (409, "room/full".to_owned()));
    assert_eq!(house.post(&join, Some(&bob), &json!({})).await.error(), (409, "room/own".to_owned()));
    // The clock and the board are shown to whoever asks.
    let shown = house.get(&format!("/rooms/{room}?views=true"), None).await.json();
    assert_eq!((&shown["state"]["clock"], &shown["state"]["clocks_ms"]), (&json!("60+1"), &json!([60_000, 60_000])));
    assert_eq!(shown["view"]["moves"].as_array().map(Vec::len), Some(9));
}

#[tokio::test]
async fn rooms_that_are_not_there_are_said_to_be_so() {
    let house = House::open().await;
    let ada = house.guest("Ada").await;
    for code in ["zzzzzzzzzz", "x", "12345678901234567", "%F0%9F%92%A5", "a%20b", "..%2F..", "%00"] {
        let unknown = (404, "room/unknown".to_owned());
        assert_eq!(house.get(&format!("/rooms/{code}"), None).await.error(), unknown, "{code}");
        assert_eq!(house.post(&format!("/rooms/{code}/join"), Some(&ada), &json!({})).await.error(), unknown, "{code}");
        assert_eq!(house.get(&format!("/rooms/{code}/export"), None).await.error(), unknown, "{code}");
    }
}

#[tokio::test]
async fn a_wish_that_cant_be_is_refused_with_a_code() {
    let house = House::open().await;
    let ada = house.guest("Ada").await;
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
    for (wish, status, code) in cases {
        let (found, named) = house.post("/rooms", Some(&ada), &wish).await.error();
        assert!(found == status && named.starts_with(code), "{wish}: {found} {named}");
    }
    for asked in ["views=maybe", "views=%FF"] {
        let wrong = house.get(&format!("/rooms/zzzzzzzzzz?{asked}"), None).await;
        assert_eq!(wrong.error(), (422, "request/message".to_owned()), "{asked}");
    }
}

/// However they come, two who wish the same never both wait.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_pool_brings_together_who_wishes_the_same() {
    let house = House::open().await;
    let people: Vec<Guest> = join_all((0..20).map(|n| {
        let house = &house;
        async move { house.guest(&format!("Guest {n}")).await }
    }))
    .await;
    let wish = json!({"game": "connect4:k=4", "opponent": {"kind": "pool"}, "clock": "60+0"});
    let same = json!({"game": "connect4", "opponent": {"kind": "pool"}, "clock": "60+0"});
    // Each follows the room at once, as a client does: a wish of somebody who is gone is called off.
    let sat = people.iter().enumerate().map(|(n, guest)| {
        let (house, wish) = (&house, if n % 2 == 0 { &wish } else { &same });
        async move {
            let room = house.room(guest, wish).await;
            let line = house.seat(Some(guest), &room).await;
            (room, line)
        }
    });
    let sat = join_all(sat).await;
    let mut rooms: HashMap<&str, u32> = HashMap::new();
    for (room, _) in &sat {
        *rooms.entry(room).or_default() += 1;
    }
    assert_eq!((rooms.len(), rooms.values().all(|count| *count == 2)), (10, true), "{rooms:?}");
    for room in rooms.keys() {
        assert_eq!(house.state(room).await["stage"], "playing");
    }
    assert_eq!(house.get("/lobby", None).await.json()["pools"], json!([]));
}

#[tokio::test]
async fn who_waits_in_a_pool_waits_once() {
    let house = House::open().await;
    let (ada, bob, eve) = (house.guest("Ada").await, house.guest("Bob").await, house.guest("Eve").await);
    let wish = |side: &str, clock: &str| json!({"game": "tictactoe", "opponent": {"kind": "pool"}, "side": side, "clock": clock});
    let room = house.room(&ada, &wish("first", "60+0")).await;
    let _there = house.seat(Some(&ada), &room).await;
    assert_eq!(house.room(&ada, &wish("first", "60+0")).await, room, "one's own wish again");
    let pools = &house.get("/lobby", None).await.json()["pools"];
    assert_eq!(pools, &json!([{"game": "tictactoe", "clock": "60+0", "waiting": 1}]));
    // Another clock does not fit.
    assert_ne!(house.room(&bob, &wish("random", "60+1")).await, room);
    assert_eq!(house.room(&eve, &wish("second", "60+0")).await, room);
    assert_eq!(house.state(&room).await["first"]["id"], json!(ada.id));
}

#[tokio::test]
async fn who_waits_longest_plays_first() {
    let house = House::open().await;
    let wish = |side: &str| json!({"game": "connect4", "opponent": {"kind": "pool"}, "side": side, "clock": "60+0"});
    let mut waiting = Vec::new();
    for name in ["Ada", "Bob", "Cleo", "Dan"] {
        let guest = house.guest(name).await;
        let room = house.room(&guest, &wish("first")).await;
        let seat = house.seat(Some(&guest), &room).await;
        waiting.push((room, seat));
    }
    for (room, _) in &waiting {
        let other = house.guest("Eve").await;
        assert_eq!(house.room(&other, &wish("second")).await, *room);
    }
}

/// Somebody waits on a side by chance, and somebody else wishes that very side.
#[tokio::test]
async fn who_takes_either_side_makes_room_for_who_does_not() {
    let house = House::open().await;
    for (side, other) in [("first", "second"), ("second", "first")].repeat(3) {
        let (ada, bob) = (house.guest("Ada").await, house.guest("Bob").await);
        let wish = |side: &str| json!({"game": "tictactoe", "opponent": {"kind": "pool"}, "side": side});
        let room = house.room(&ada, &wish("random")).await;
        let mut line = house.line(Some(&ada)).await;
        let waits = line.follows(&room).await["you"].clone();
        assert_eq!(house.room(&bob, &wish(side)).await, room);
        let state = house.state(&room).await;
        assert_eq!((&state[side]["id"], &state[other]["id"]), (&json!(bob.id), &json!(ada.id)));
        line.event_of("began").await;
        if waits != other {
            assert_eq!(line.hears_type("state").await["you"], other);
        }
        assert_eq!(house.state(&room).await["presence"][other], true);
    }
}

#[tokio::test]
async fn a_seek_stands_in_the_lobby_until_somebody_takes_it() {
    let house = House::open().await;
    let (ada, bob) = (house.guest("Ada").await, house.guest("Bob").await);
    let mut watcher = house.line(None).await;
    watcher.says(&json!({"type": "follow_lobby"})).await;
    assert_eq!(watcher.hears_type("lobby").await["lobby"]["seeks"], json!([]));
    let wish = json!({"game": "tictactoe", "opponent": {"kind": "anyone"}, "side": "first"});
    let room = house.room(&ada, &wish).await;
    let _there = house.seat(Some(&ada), &room).await;
    let told = watcher.hears_until(|heard| heard["lobby"]["seeks"][0]["room"] == room.as_str()).await;
    let seek = &told["lobby"]["seeks"][0];
    assert_eq!((&seek["side"], &seek["player"]["name"]), (&json!("second"), &json!("Ada")));
    assert_eq!(house.get("/lobby", None).await.json()["seeks"][0], *seek);
    house.post(&format!("/rooms/{room}/join"), Some(&bob), &json!({})).await;
    let told = watcher.hears_until(|heard| heard["lobby"]["live"][0]["room"] == room.as_str()).await;
    assert_eq!((&told["lobby"]["seeks"], &told["lobby"]["playing"]), (&json!([]), &json!(1)));
}

#[tokio::test]
async fn one_person_has_so_many_games() {
    let rooms = Rooms { per_person: 2, ..Config::default().rooms };
    let house = House::with(Config { rooms, ..generous() }).await;
    let (ada, bob) = (house.guest("Ada").await, house.guest("Bob").await);
    let first = house.room(&ada, &friend()).await;
    house.room(&ada, &friend()).await;
    let too_many = (429, "room/too-many".to_owned());
    assert_eq!(house.post("/rooms", Some(&ada), &friend()).await.error(), too_many);
    house.room(&bob, &friend()).await;
    let mut line = house.seat(Some(&ada), &first).await;
    line.acts(&first, json!({"do": "abort"})).await;
    line.event_of("aborted").await;
    house.room(&ada, &friend()).await;
    // Those that went on when the server went down count.
    let house = House::at(house.close().await, Config { rooms, ..generous() }).await;
    assert_eq!(house.post("/rooms", Some(&ada), &friend()).await.error(), too_many);
}
