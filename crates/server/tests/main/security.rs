//! Security headers, cross-origin requests and rate limits.

use axum::body::Body;
use axum::http::{Request, StatusCode, header};
use serde_json::json;
use zermelo_server::{Config, RateLimit};

use super::{Answer, post, request, send, service, with};

#[tokio::test]
async fn every_response_has_security_headers() {
    let service = service().await;
    let get = |path: &str| Request::get(path).body(Body::empty()).expect("a request");
    for request in [get("/health"), get("/nowhere"), request("/api/v1/view", "{}")] {
        let answer = Answer::of(send(&service, request).await).await;
        let header = |name: &str| answer.headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default();
        assert!(header("content-security-policy").starts_with("default-src 'none'"), "{:?}", answer.headers);
        assert_eq!(header("x-content-type-options"), "nosniff");
        assert_eq!(header("referrer-policy"), "no-referrer");
        assert_eq!(header("cache-control"), "no-store");
    }
}

#[tokio::test]
async fn pages_of_other_sites_are_refused() {
    let service = service().await;
    let from = |origin: &'static str| {
        let mut request = request("/api/v1/view", json!({"game": "tictactoe"}).to_string());
        request.headers_mut().insert(header::HOST, "zermelo.example".parse().expect("a host"));
        request.headers_mut().insert(header::ORIGIN, origin.parse().expect("an origin"));
        request
    };
    assert_eq!(send(&service, from("https://zermelo.example")).await.status(), StatusCode::OK);
    let (status, code, _) = Answer::of(send(&service, from("https://evil.example")).await).await.error();
    assert_eq!((status, code.as_str()), (StatusCode::FORBIDDEN, "request/foreign-origin"));
}

#[tokio::test]
async fn requests_beyond_the_rate_limit_are_refused() {
    let rate = RateLimit { per_second: 1, burst: 3 };
    let router = with(Config { rate, ..Config::default() }).await;
    let body = json!({"game": "tictactoe"});
    let mut refused = None;
    // On a busy machine a second can pass in between, which allows another request.
    for _ in 0..200 {
        let answer = post(&router, "/api/v1/view", &body).await;
        if answer.status != StatusCode::OK {
            refused = Some(answer);
            break;
        }
    }
    let refused = refused.expect("200 requests are too many for 1 a second");
    assert_eq!(refused.error().1, "request/too-many");
    assert!(refused.headers.contains_key(header::RETRY_AFTER));
    let health = Request::get("/health").body(Body::empty()).expect("a request");
    assert_eq!(send(&router, health).await.status(), StatusCode::OK);
}

#[tokio::test]
async fn a_base_path_prefixes_every_endpoint() {
    let router = with(Config { base_path: "/play".to_owned(), ..Config::default() }).await;
    let body = json!({"game": "tictactoe"});
    assert_eq!(post(&router, "/play/api/v1/view", &body).await.status, StatusCode::OK);
    assert_eq!(post(&router, "/api/v1/view", &body).await.error().1, "request/not-found");
}

#[tokio::test]
async fn any_rate_limit_is_accepted() {
    for (per_second, burst) in [(0, 0), (u32::MAX, u32::MAX)] {
        let router = with(Config { rate: RateLimit { per_second, burst }, ..Config::default() }).await;
        assert_eq!(post(&router, "/api/v1/view", &json!({"game": "tictactoe"})).await.status, StatusCode::OK);
    }
}
