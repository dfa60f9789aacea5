//! Guests and their cookies.

use serde_json::{Value, json};
use zermelo_server::Config;

use crate::test_server::{Answer, Guest, TestServer, unlimited_config};

fn cookie(answer: &Answer) -> &str {
    answer.head.lines().find_map(|line| line.strip_prefix("set-cookie: ")).expect("a cookie")
}

#[tokio::test]
async fn a_guest_has_a_name_and_a_cookie() {
    let server = TestServer::start().await;
    let created = server.post("/guest", None, &json!({})).await;
    assert_eq!(created.status, 201);
    assert!(created.json()["name"].as_str().is_some_and(|name| name.starts_with("Guest ")), "{created:?}");
    let (pair, flags) = cookie(&created).split_once("; ").expect("flags");
    assert_eq!(flags, "HttpOnly; SameSite=Lax; Path=/; Max-Age=34560000");
    let secret = pair.strip_prefix("zermelo=").expect("its name");
    assert_eq!(secret.len(), 43, "256 bits");
    assert!(!created.body.contains(secret), "the secret is only in the cookie");
    let guest = Guest { id: created.json()["id"].as_str().expect("an id").to_owned(), cookie: pair.to_owned() };
    // The same guest with another name.
    let renamed = server.post("/guest", Some(&guest), &json!({"name": "Ada"})).await;
    assert_eq!((renamed.status, renamed.json()), (200, json!({"id": guest.id, "name": "Ada"})));
    assert_eq!(server.get("/guest", Some(&guest)).await.json(), renamed.json());
    // And after a restart.
    let server = TestServer::in_folder(server.stop().await, unlimited_config()).await;
    assert_eq!(server.get("/guest", Some(&guest)).await.json(), renamed.json());
}

#[tokio::test]
async fn over_https_the_cookie_is_secure() {
    let trusted_proxies = vec!["127.0.0.1".parse().expect("an address")];
    let server = TestServer::with_config(Config { trusted_proxies, ..unlimited_config() }).await;
    let body = json!({}).to_string();
    let headers = [("content-type", "application/json"), ("x-forwarded-proto", "https")];
    let created = server.http("POST /api/v1/guest", &headers, body.as_bytes()).await;
    assert!(cookie(&created).starts_with("__Host-zermelo="), "{created:?}");
    assert!(cookie(&created).ends_with("; HttpOnly; SameSite=Lax; Secure; Path=/; Max-Age=34560000"), "{created:?}");
    // The header of an untrusted client is ignored.
    let server = TestServer::start().await;
    let created = server.http("POST /api/v1/guest", &headers, body.as_bytes()).await;
    assert!(cookie(&created).starts_with("zermelo=") && !created.head.contains("Secure"), "{created:?}");
}

#[tokio::test]
async fn a_forged_cookie_is_rejected() {
    let server = TestServer::start().await;
    let ada = server.guest("Ada").await;
    let request = json!({"game": "tictactoe", "opponent": {"kind": "friend"}});
    let room = server.room(&ada, &request).await;
    let secret = ada.cookie.strip_prefix("zermelo=").expect("its name");
    let other = if secret.starts_with('A') { "B" } else { "A" };
    let nearly = format!("zermelo={other}{}", &secret[1..]);
    let id = format!("zermelo={}", ada.id);
    for cookie in [nearly.as_str(), id.as_str(), "zermelo=", "zermelo=x y", "zermelo=%00", "other=1"] {
        let forged = Guest { id: ada.id.clone(), cookie: cookie.to_owned() };
        let none = (401, "guest/none".to_owned());
        assert_eq!(server.get("/guest", Some(&forged)).await.error(), none, "{cookie}");
        assert_eq!(server.post("/rooms", Some(&forged), &request).await.error(), none, "{cookie}");
        assert_eq!(server.post(&format!("/rooms/{room}/join"), Some(&forged), &json!({})).await.error(), none);
        assert_eq!(server.get("/records", Some(&forged)).await.error(), none, "{cookie}");
        assert_eq!(server.get(&format!("/rooms/{room}"), Some(&forged)).await.json()["you"], Value::Null);
    }
}

#[tokio::test]
async fn a_name_has_visible_characters() {
    let server = TestServer::start().await;
    let many = "💥".repeat(10_000);
    for name in [many.as_str(), "", "   ", "a\u{202e}b", "\u{0}", "123456789012345678901"] {
        let refused = server.post("/guest", None, &json!({"name": name})).await;
        assert_eq!(refused.error(), (422, "guest/name".to_owned()), "{name:.20}");
        assert!(!refused.head.contains("set-cookie"));
    }
    for body in [json!({"name": 7}), json!({"nom": "Ada"})] {
        assert_eq!(server.post("/guest", None, &body).await.error(), (422, "request/message".to_owned()), "{body}");
    }
    assert_eq!(server.post("/guest", None, &json!({"name": " Zoé  💥 "})).await.json()["name"], "Zoé 💥");
}
