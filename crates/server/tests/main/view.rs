//! `/api/v1/view`.

use axum::body::Body;
use axum::http::{Request, StatusCode, header};
use serde_json::{Value, json};
use zermelo_catalog::GAMES;

use super::{Answer, post, request, send, service};

const VIEW: &str = "/api/v1/view";

#[tokio::test]
async fn every_game_has_the_view_of_its_rules() {
    let service = service().await;
    for info in GAMES {
        let mut record = zermelo_catalog::game(info.name).expect("a game").new_record();
        let mut moves = Vec::new();
        for _ in 0..4 {
            let mv = record.legal_moves().pop().expect("a move");
            moves.push(record.play(&mv, None).expect("a legal move"));
        }
        let answer = post(&service, VIEW, &json!({"game": info.name, "moves": moves})).await;
        assert_eq!(answer.status, StatusCode::OK, "{}: {}", info.name, answer.body);
        let mut shown = answer.json();
        let mut field = |name: &str| shown.as_object_mut().and_then(|shown| shown.remove(name)).expect("a field");
        assert_eq!(field("start"), record.start_text(), "{}", info.name);
        assert_eq!(field("position"), record.position_text(), "{}", info.name);
        assert_eq!(field("played"), json!(moves), "{}", info.name);
        assert_eq!(shown, serde_json::to_value(record.view()).expect("JSON"), "{}", info.name);
    }
}

#[tokio::test]
async fn a_start_position_is_used() {
    let body = json!({"game": "tictactoe", "start": "2o/1x1/xo1 x", "moves": ["a3"]});
    let shown = post(&*service().await, VIEW, &body).await.json();
    assert_eq!((&shown["start"], &shown["position"]), (&json!("2o/1x1/xo1 x"), &json!("x1o/1x1/xo1 o")));
}

#[tokio::test]
async fn an_illegal_move_is_reported_with_its_index_and_position() {
    let answer = post(&*service().await, VIEW, &json!({"game": "connect4", "moves": ["4", "4", "9", "1"]})).await;
    let error = &answer.json()["error"];
    assert_eq!((answer.status, &error["at"]), (StatusCode::UNPROCESSABLE_ENTITY, &json!(2)));
    assert!(error["code"].as_str().is_some_and(|code| code.starts_with("move/")), "{error}");
    assert!(error["message"].as_str().is_some_and(|words| words.starts_with("move 3, \"9\": ")), "{error}");
    assert_eq!(error["state"]["played"], json!(["4", "4"]));
    assert_eq!(error["state"]["moves"].as_array().map(Vec::len), Some(7));
}

#[tokio::test]
async fn invalid_requests_have_codes() {
    let service = service().await;
    let long: Vec<&str> = vec!["1"; 20_001];
    let cases: [(Value, u16, &str); 7] = [
        (json!({"game": "chess"}), 422, "game/unknown"),
        (json!({"game": "mnk:width=99"}), 422, "game/unknown"),
        (json!({"game": "tictactoe", "start": "9/9 x"}), 422, "position/"),
        (json!({"game": "tictactoe", "moves": "a1 b2"}), 422, "request/message"),
        (json!({"game": "tictactoe", "fen": "3/3/3 x"}), 422, "request/message"),
        (json!({"start": "3/3/3 x"}), 422, "request/message"),
        (json!({"game": "connect4", "moves": long}), 413, "request/too-large"),
    ];
    for (body, status, code) in cases {
        let (found, named, words) = post(&service, VIEW, &body).await.error();
        assert_eq!(found.as_u16(), status, "{words}");
        assert!(named.starts_with(code), "{named}: {words}");
    }
}

#[tokio::test]
async fn malformed_bodies_are_refused() {
    let service = service().await;
    let answer = async |request| Answer::of(send(&service, request).await).await.error();
    let (status, code, words) = answer(request(VIEW, "{\"game\": ")).await;
    assert_eq!((status.as_u16(), code.as_str()), (400, "request/json"), "{words}");
    assert_eq!(answer(request(VIEW, vec![0xff, 0xfe])).await.1, "request/json");
    let (status, code, _) = answer(request(VIEW, format!("{{\"game\": \"{}\"}}", "😀".repeat(10_000)))).await;
    assert_eq!((status.as_u16(), code.as_str()), (422, "game/unknown"));
    let (status, code, _) = answer(request(VIEW, vec![b' '; 1 << 20])).await;
    assert_eq!((status.as_u16(), code.as_str()), (413, "request/too-large"));
    let plain =
        Request::post(VIEW).header(header::CONTENT_TYPE, "text/plain").body(Body::from("{}")).expect("a request");
    assert_eq!(answer(plain).await.1, "request/content-type");
    let get = Request::get(VIEW).body(Body::empty()).expect("a request");
    assert_eq!(answer(get).await.1, "request/method");
    assert_eq!(answer(request("/nowhere", "{}")).await.1, "request/not-found");
}

/// The clock of the runtime is paused, so the test does not take 20 seconds.
#[tokio::test]
async fn a_missing_body_times_out() {
    let never = Body::from_stream(futures_util::stream::pending::<Result<&[u8], std::io::Error>>());
    let service = service().await;
    tokio::time::pause();
    let (status, code, _) = Answer::of(send(&service, request(VIEW, never)).await).await.error();
    assert_eq!((status.as_u16(), code.as_str()), (408, "request/slow"));
}

#[test]
fn the_documentation_has_every_code() {
    let page = include_str!("../../../../docs/server-protocol.md");
    for code in zermelo_protocol::ErrorCode::ALL {
        let row = format!("| `{}` |", code.text());
        assert!(page.contains(&row), "{row} in docs/server-protocol.md");
    }
}
