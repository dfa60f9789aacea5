//! Who one is: by the cookie alone.

use serde_json::{Value, json};
use zermelo_server::Config;

use crate::house::{Answer, Guest, House, generous};

fn cookie(answer: &Answer) -> &str {
    answer.head.lines().find_map(|line| line.strip_prefix("set-cookie: ")).expect("a cookie")
}

#[tokio::test]
async fn a_guest_has_a_name_and_a_cookie() {
    let house = House::open().await;
    let made = house.post("/guest", None, &json!({})).await;
    assert_eq!(made.status, 201);
    assert!(made.json()["name"].as_str().is_some_and(|name| name.starts_with("Guest ")), "{made:?}");
    let (pair, flags) = cookie(&made).split_once("; ").expect("flags");
    assert_eq!(flags, "HttpOnly; SameSite=Lax; Path=/; Max-Age=34560000");
    let secret = pair.strip_prefix("zermelo=").expect("its name");
    assert_eq!(secret.len(), 43, "256 bits");
    assert!(!made.body.contains(secret), "the secret is in the cookie alone");
    let guest = Guest { id: made.json()["id"].as_str().expect("an id").to_owned(), cookie: pair.to_owned() };
    // The same person by another name.
    let renamed = house.post("/guest", Some(&guest), &json!({"name": "Ada"})).await;
    assert_eq!((renamed.status, renamed.json()), (200, json!({"id": guest.id, "name": "Ada"})));
    assert_eq!(house.get("/guest", Some(&guest)).await.json(), renamed.json());
    // And after the server was down.
    let house = House::at(house.close().await, generous()).await;
    assert_eq!(house.get("/guest", Some(&guest)).await.json(), renamed.json());
}

#[tokio::test]
async fn behind_an_encrypted_connection_the_cookie_is_for_that_alone() {
    let trusted_proxies = vec!["127.0.0.1".parse().expect("an address")];
    let house = House::with(Config { trusted_proxies, ..generous() }).await;
    let body = json!({}).to_string();
    let told = [("content-type", "application/json"), ("x-forwarded-proto", "https")];
    let made = house.http("POST /api/v1/guest", &told, body.as_bytes()).await;
    assert!(cookie(&made).starts_with("__Host-zermelo="), "{made:?}");
    assert!(cookie(&made).ends_with("; HttpOnly; SameSite=Lax; Secure; Path=/; Max-Age=34560000"), "{made:?}");
    // Whoever is not trusted can say what they like.
    let house = House::open().await;
    let made = house.http("POST /api/v1/guest", &told, body.as_bytes()).await;
    assert!(cookie(&made).starts_with("zermelo=") && !made.head.contains("Secure"), "{made:?}");
}

#[tokio::test]
async fn a_forged_cookie_is_nobody() {
    let house = House::open().await;
    let ada = house.guest("Ada").await;
    let wish = json!({"game": "tictactoe", "opponent": {"kind": "friend"}});
    let room = house.room(&ada, &wish).await;
    let secret = ada.cookie.strip_prefix("zermelo=").expect("its name");
    let other = if secret.starts_with('A') { "B" } else { "A" };
    let nearly = format!("zermelo={other}{}", &secret[1..]);
    let id = format!("zermelo={}", ada.id);
    for cookie in [nearly.as_str(), id.as_str(), "zermelo=", "zermelo=x y", "zermelo=%00", "other=1"] {
        let forged = Guest { id: ada.id.clone(), cookie: cookie.to_owned() };
        let none = (401, "guest/none".to_owned());
        assert_eq!(house.get("/guest", Some(&forged)).await.error(), none, "{cookie}");
        assert_eq!(house.post("/rooms", Some(&forged), &wish).await.error(), none, "{cookie}");
        assert_eq!(house.post(&format!("/rooms/{room}/join"), Some(&forged), &json!({})).await.error(), none);
        assert_eq!(house.get("/records", Some(&forged)).await.error(), none, "{cookie}");
        assert_eq!(house.get(&format!("/rooms/{room}"), Some(&forged)).await.json()["you"], Value::Null);
    }
}

#[tokio::test]
async fn a_name_is_one_that_people_can_see() {
    let house = House::open().await;
    let many = "💥".repeat(10_000);
    for name in [many.as_str(), "", "   ", "a\u{202e}b", "\u{0}", "123456789012345678901"] {
        let refused = house.post("/guest", None, &json!({"name": name})).await;
        assert_eq!(refused.error(), (422, "guest/name".to_owned()), "{name:.20}");
        assert!(!refused.head.contains("set-cookie"));
    }
    for body in [json!({"name": 7}), json!({"nom": "Ada"})] {
        assert_eq!(house.post("/guest", None, &body).await.error(), (422, "request/message".to_owned()), "{body}");
    }
    assert_eq!(house.post("/guest", None, &json!({"name": " Zoé  💥 "})).await.json()["name"], "Zoé 💥");
}
