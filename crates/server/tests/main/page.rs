//! The files of the page.

use axum::body::Body;
use axum::http::{Request, StatusCode, header};

use super::{Answer, send, service};

#[tokio::test]
async fn the_page_is_embedded() {
    let service = service().await;
    let get = async |path: &str| {
        Answer::of(send(&service, Request::get(path).body(Body::empty()).expect("a request")).await).await
    };
    let page = get("/").await;
    assert_eq!(page.status, StatusCode::OK);
    let policy = page.headers[header::CONTENT_SECURITY_POLICY].to_str().expect("text");
    assert!(policy.contains("script-src 'self'") && !policy.contains("unsafe"), "{policy}");
    let tag = page.headers[header::ETAG].clone();
    let known = Request::get("/").header(header::IF_NONE_MATCH, tag).body(Body::empty()).expect("a request");
    assert_eq!(send(&service, known).await.status(), StatusCode::NOT_MODIFIED);
    assert_eq!(get("/assets/nothing.js").await.error().1, "request/not-found");
}
