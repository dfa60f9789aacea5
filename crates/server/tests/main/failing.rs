//! A store that can't write, and a second server on the same folder.

use serde_json::json;
use sqlx::any::install_default_drivers;
use sqlx::{AnyConnection, Connection, Executor};
use zermelo_store::{Database, Durability, Store, StoreOptions};

use crate::test_server::{TestServer, unlimited_config};
use crate::test_socket::mv;

/// Another program that locks the database.
async fn hold(server: &TestServer) -> AnyConnection {
    install_default_drivers();
    let file = server.folder.path().join("zermelo.sqlite");
    let mut other = AnyConnection::connect(&format!("sqlite:{}", file.display())).await.expect("the database");
    other.execute("BEGIN IMMEDIATE").await.expect("the lock");
    other
}

#[tokio::test]
async fn a_locked_database_delays_events_and_loses_none() {
    let server = TestServer::start().await;
    let (ada, bob, eve) = (server.guest("Ada").await, server.guest("Bob").await, server.guest("Eve").await);
    let room = server.game(&ada, &bob, json!({"clock": "600+0"})).await;
    let open = server.room(&ada, &json!({"game": "tictactoe", "opponent": {"kind": "friend"}})).await;
    let (mut first, mut second) =
        (server.socket_in_room(Some(&ada), &room).await, server.socket_in_room(Some(&bob), &room).await);
    first.play(&room, 0, "a1").await;
    assert_eq!(second.event_of("moved").await["ply"], 0);
    let before = server.state(&room).await;

    let mut other = hold(&server).await;
    let id = second.act(&room, mv(1, "b1")).await;
    // The sender gets an error as soon as the store is failing. No one gets the event.
    let answer = second.receive_until(|received| received["id"] == id.as_str() || received["type"] == "event").await;
    assert_eq!((&answer["type"], &answer["error"]["code"]), (&json!("error"), &json!("store/unavailable")));
    // The move is still on the server's board, so the opponent can reply.
    let next = first.act(&room, mv(2, "a2")).await;
    assert_eq!(first.error().await, ("store/unavailable".to_owned(), Some(next)));
    // The same action again, and another one that is out of date.
    second.act_as(&room, &id, mv(1, "b1")).await;
    second.act(&room, mv(2, "b2")).await;
    assert_eq!(second.error().await.0, "move/stale");
    let unavailable = (503, "store/unavailable".to_owned());
    assert_eq!(server.get(&format!("/rooms/{room}"), None).await.error(), unavailable);
    assert_eq!(server.get(&format!("/rooms/{room}/export"), None).await.error(), unavailable);
    assert_eq!(server.post("/guest", None, &json!({"name": "Zoe"})).await.error(), unavailable);
    let request = json!({"game": "tictactoe", "opponent": {"kind": "friend"}});
    assert_eq!(server.post("/rooms", Some(&eve), &request).await.error(), unavailable);
    assert_eq!(server.post(&format!("/rooms/{open}/join"), Some(&eve), &json!({})).await.error(), unavailable);
    assert_eq!(server.http("GET /health", &[], b"").await.error(), unavailable);
    // A new follower gets the error, and the state when it is stored.
    let mut late = server.socket(None).await;
    late.send_json(&json!({"type": "follow", "room": room})).await;
    assert_eq!(late.error().await.0, "store/unavailable");

    other.execute("ROLLBACK").await.expect("unlocked");
    for socket in [&mut first, &mut second] {
        let events = [socket.event().await, socket.event().await];
        let seqs = events.each_ref().map(|event| (event["seq"].as_u64(), event["ply"].as_u64()));
        let last = before["seq"].as_u64().expect("a number");
        assert_eq!(seqs, [(Some(last + 1), Some(1)), (Some(last + 2), Some(2))], "{events:?}");
        // The time of storing is not charged to a clock.
        assert_eq!(events[1]["clocks_ms"], json!([600_000, 600_000]));
    }
    assert_eq!(late.receive_type("state").await["state"]["moves"], json!(["a1", "b1", "a2"]));
    second.play(&room, 3, "b2").await;
    // The join took effect, although its answer was an error.
    while server.state(&open).await["stage"] != "playing" {}
    assert_eq!(server.http("GET /health", &[], b"").await.status, 200);
}

#[tokio::test]
async fn a_second_server_on_the_same_folder_fails_with_a_message() {
    let server = TestServer::start().await;
    let database = Database::Sqlite { folder: server.folder.path().to_owned() };
    let refused =
        Store::open(&StoreOptions { database, durability: Durability::Process }).await.expect_err("one has it");
    assert!(refused.to_string().contains(&format!("process {}", std::process::id())), "{refused}");
    TestServer::in_folder(server.stop().await, unlimited_config()).await;
}
