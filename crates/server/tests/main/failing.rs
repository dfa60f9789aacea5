//! A store that can't store, and a second server on the same folder.

use serde_json::json;
use sqlx::any::install_default_drivers;
use sqlx::{AnyConnection, Connection, Executor};
use zermelo_store::{Database, Durability, Store, StoreOptions};

use crate::house::{House, generous};
use crate::line::mv;

/// Another program that holds the database.
async fn hold(house: &House) -> AnyConnection {
    install_default_drivers();
    let file = house.folder.path().join("zermelo.sqlite");
    let mut other = AnyConnection::connect(&format!("sqlite:{}", file.display())).await.expect("the database");
    other.execute("BEGIN IMMEDIATE").await.expect("the lock");
    other
}

#[tokio::test]
async fn a_locked_database_holds_back_what_happens_and_loses_nothing() {
    let house = House::open().await;
    let (ada, bob, eve) = (house.guest("Ada").await, house.guest("Bob").await, house.guest("Eve").await);
    let room = house.game(&ada, &bob, json!({"clock": "600+0"})).await;
    let open = house.room(&ada, &json!({"game": "tictactoe", "opponent": {"kind": "friend"}})).await;
    let (mut first, mut second) = (house.seat(Some(&ada), &room).await, house.seat(Some(&bob), &room).await);
    first.plays(&room, 0, "a1").await;
    assert_eq!(second.event_of("moved").await["ply"], 0);
    let before = house.state(&room).await;

    let mut other = hold(&house).await;
    let id = second.acts(&room, mv(1, "b1")).await;
    // It is answered as soon as it is clear that it takes long, and told to nobody.
    let answer = second.hears_until(|heard| heard["id"] == id.as_str() || heard["type"] == "event").await;
    assert_eq!((&answer["type"], &answer["error"]["code"]), (&json!("error"), &json!("store/unavailable")));
    // It stands on the board of the server all the same: the other may go on, in order.
    let next = first.acts(&room, mv(2, "a2")).await;
    assert_eq!(first.error().await, ("store/unavailable".to_owned(), Some(next)));
    // Again, and out of turn.
    second.acts_as(&room, &id, mv(1, "b1")).await;
    second.acts(&room, mv(2, "b2")).await;
    assert_eq!(second.error().await.0, "move/stale");
    let unavailable = (503, "store/unavailable".to_owned());
    assert_eq!(house.get(&format!("/rooms/{room}"), None).await.error(), unavailable);
    assert_eq!(house.get(&format!("/rooms/{room}/export"), None).await.error(), unavailable);
    assert_eq!(house.post("/guest", None, &json!({"name": "Zoe"})).await.error(), unavailable);
    let wish = json!({"game": "tictactoe", "opponent": {"kind": "friend"}});
    assert_eq!(house.post("/rooms", Some(&eve), &wish).await.error(), unavailable);
    assert_eq!(house.post(&format!("/rooms/{open}/join"), Some(&eve), &json!({})).await.error(), unavailable);
    assert_eq!(house.http("GET /health", &[], b"").await.error(), unavailable);
    // Who comes now hears that, and of the room when it can be shown.
    let mut late = house.line(None).await;
    late.says(&json!({"type": "follow", "room": room})).await;
    assert_eq!(late.error().await.0, "store/unavailable");

    other.execute("ROLLBACK").await.expect("it lets go");
    for line in [&mut first, &mut second] {
        let told = [line.event().await, line.event().await];
        let seqs = told.each_ref().map(|event| (event["seq"].as_u64(), event["ply"].as_u64()));
        let last = before["seq"].as_u64().expect("a number");
        assert_eq!(seqs, [(Some(last + 1), Some(1)), (Some(last + 2), Some(2))], "{told:?}");
        // Storing was nobody's time: the clocks had stood.
        assert_eq!(told[1]["clocks_ms"], json!([600_000, 600_000]));
    }
    assert_eq!(late.hears_type("state").await["state"]["moves"], json!(["a1", "b1", "a2"]));
    second.plays(&room, 3, "b2").await;
    // Who joined is there, though the answer had been that it takes long.
    while house.state(&open).await["stage"] != "playing" {}
    assert_eq!(house.http("GET /health", &[], b"").await.status, 200);
}

#[tokio::test]
async fn a_second_server_on_the_same_folder_is_refused_with_words() {
    let house = House::open().await;
    let database = Database::Sqlite { folder: house.folder.path().to_owned() };
    let refused =
        Store::open(&StoreOptions { database, durability: Durability::Process }).await.expect_err("one has it");
    assert!(refused.to_string().contains(&format!("process {}", std::process::id())), "{refused}");
    House::at(house.close().await, generous()).await;
}
