//! Lists of games, import, export and conversion.

use serde_json::{Value, json};

use crate::test_server::{Guest, TestServer};

/// A file of games of tic-tac-toe, one per line.
fn games(count: usize) -> String {
    let game = |n: usize| {
        let record = json!({
            "game": "tictactoe", "moves": ["a1", "b1", "a2", "b2", "a3"], "first": format!("Ada {n}"), "second": "Bob",
            "outcome": {"win": "first"}, "termination": "line",
        });
        format!("{record}\n")
    };
    (0..count).map(game).collect()
}

async fn import(server: &TestServer, guest: &Guest, format: &str, file: &str) -> Value {
    let path = format!("POST /api/v1/import?format={format}");
    let answer = server.http(&path, &[("cookie", &guest.cookie)], file.as_bytes()).await;
    assert_eq!(answer.status, 200, "{answer:?}");
    answer.json()
}

#[tokio::test]
async fn rooms_are_listed_in_pages() {
    let server = TestServer::start().await;
    let ada = server.guest("Ada").await;
    let imported = import(&server, &ada, "json", &games(120)).await;
    assert_eq!((imported["rooms"].as_array().map(Vec::len), &imported["refused"]), (Some(120), &json!([])));
    let mut rooms = Vec::new();
    let mut path = "/records".to_owned();
    let mut pages = Vec::new();
    loop {
        let page = server.get(&path, Some(&ada)).await.json();
        let entries = page["rooms"].as_array().expect("rooms");
        pages.push(entries.len());
        rooms.extend(entries.iter().map(|entry| entry["room"].clone()));
        let Some(more) = page["more"].as_str() else { break };
        path = format!("/records?before={more}");
    }
    assert_eq!(pages, [50, 50, 20]);
    let mut imported = imported["rooms"].as_array().expect("rooms").clone();
    for list in [&mut rooms, &mut imported] {
        list.sort_by_key(Value::to_string);
    }
    assert_eq!(rooms, imported, "each once");
    for before in ["x", "1", "-", "99999999999999999999-a"] {
        let wrong = server.get(&format!("/records?before={before}"), Some(&ada)).await;
        assert_eq!(wrong.error(), (422, "request/message".to_owned()), "{before}");
    }
}

#[tokio::test]
async fn an_exported_game_is_imported_unchanged() {
    let server = TestServer::start().await;
    let (ada, bob) = (server.guest("Ada").await, server.guest("Bob").await);
    let room = server.game(&ada, &bob, json!({"game": "draughts-english", "clock": "60+1"})).await;
    let (mut first, mut second) =
        (server.socket_in_room(Some(&ada), &room).await, server.socket_in_room(Some(&bob), &room).await);
    for (ply, text) in (0..).zip(["11-15", "22-18", "15x22", "25x18"]) {
        if ply % 2 == 0 { &mut first } else { &mut second }.play(&room, ply, text).await;
    }
    second.act(&room, json!({"do": "resign"})).await;
    first.event_of("ended").await;
    for format in ["json", "csv", "pdn"] {
        let file = server.get(&format!("/rooms/{room}/export?format={format}"), None).await;
        assert_eq!(file.status, 200, "{file:?}");
        assert!(file.head.contains(&format!("zermelo-{room}.")), "{file:?}");
        let all = server.get(&format!("/records/export?format={format}"), Some(&ada)).await;
        assert_eq!(all.status, 200, "{all:?}");
        let eve = server.guest("Eve").await;
        for file in [&file.body, &all.body] {
            let imported = import(&server, &eve, format, file).await;
            let copy = imported["rooms"][0].as_str().expect("a room");
            let (state, copied) = (server.state(&room).await, server.state(copy).await);
            for field in ["game", "start", "moves", "ending", "stage"] {
                assert_eq!(copied[field], state[field], "{field} by {format}");
            }
            for side in ["first", "second"] {
                assert_eq!(copied[side]["name"], state[side]["name"], "{format}");
                assert_eq!(copied[side]["id"], "", "a name in a file proves nothing");
            }
        }
        let listed = server.get("/records", Some(&eve)).await.json();
        assert_eq!(listed["rooms"].as_array().map(Vec::len), Some(2));
    }
    let listed = &server.get("/records", Some(&ada)).await.json()["rooms"][0];
    assert_eq!(
        (&listed["room"], &listed["plies"], &listed["termination"]),
        (&json!(room), &json!(4), &json!("resignation"))
    );
}

#[tokio::test]
async fn an_invalid_file_is_refused_with_a_code() {
    let server = TestServer::start().await;
    let ada = server.guest("Ada").await;
    let cookie = [("cookie", ada.cookie.as_str())];
    let refused = async |format: &str, file: &[u8]| {
        server.http(&format!("POST /api/v1/import?format={format}"), &cookie, file).await.error()
    };
    for (format, file) in [("json", "{}"), ("json", ""), ("csv", "a,b\n1,2\n"), ("pdn", "[Event"), ("json", "\u{0}")] {
        assert_eq!(refused(format, file.as_bytes()).await, (422, "record/unreadable".to_owned()), "{format} {file}");
    }
    assert_eq!(refused("json", b"\xff\xfe").await, (422, "request/message".to_owned()));
    assert_eq!(refused("docx", b"{}").await, (422, "request/message".to_owned()));
    assert_eq!(refused("json", &vec![b' '; (1 << 20) + 1]).await, (413, "request/too-large".to_owned()));
    // Valid games are imported; errors have a line number.
    let mixed = format!("{}{{\"game\": \"tictactoe\", \"moves\": [\"z9\"]}}\n", games(1));
    let imported = import(&server, &ada, "json", &mixed).await;
    assert_eq!(imported["rooms"].as_array().map(Vec::len), Some(1));
    assert!(imported["refused"][0].as_str().is_some_and(|why| why.contains("line 2")), "{imported}");
    let room = imported["rooms"][0].as_str().expect("a room");
    let no_pdn = server.get(&format!("/rooms/{room}/export?format=pdn"), None).await;
    assert_eq!(no_pdn.error(), (422, "record/unreadable".to_owned()));
}

#[tokio::test]
async fn a_file_is_converted_and_nothing_is_stored() {
    let server = TestServer::start().await;
    let convert = async |from: &str, to: &str, file: &[u8]| {
        server.http(&format!("POST /api/v1/convert?from={from}&to={to}"), &[], file).await
    };
    let game = "{\"game\": \"draughts-english\", \"first\": \"Ada\", \"moves\": [\"11-15\", \"22-18\", \"15x22\"]}\n";
    let json = convert("json", "json", game.as_bytes()).await;
    assert_eq!(json.status, 200, "{json:?}");
    // The game is the same after a conversion to every other format and back.
    for kind in ["csv", "pdn"] {
        let other = convert("json", kind, game.as_bytes()).await;
        assert_eq!(other.status, 200, "{other:?}");
        assert!(other.head.contains(&format!("zermelo-games.{kind}")), "{other:?}");
        let back = convert(kind, "json", other.body.as_bytes()).await.json();
        for field in ["game", "first", "moves"] {
            assert_eq!(back[field], json.json()[field], "{field} by {kind}");
        }
    }
    for file in ["", "{}", "{\"game\": \"tictactoe\", \"moves\": [\"z9\"]}", "{\"game\": \"go\", \"moves\": []}"] {
        assert_eq!(
            convert("json", "csv", file.as_bytes()).await.error(),
            (422, "record/unreadable".to_owned()),
            "{file}"
        );
    }
    assert_eq!(convert("json", "pdn", games(1).as_bytes()).await.error(), (422, "record/unreadable".to_owned()));
    assert_eq!(convert("json", "csv", &vec![b' '; (1 << 20) + 1]).await.error(), (413, "request/too-large".to_owned()));
}
