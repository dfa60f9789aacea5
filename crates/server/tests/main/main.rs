//! The endpoints of the server, tested over HTTP and `WebSocket`s.

mod analyse;
mod document;
mod failing;
mod guests;
mod page;
mod records;
mod rooms;
mod security;
mod socket;
mod test_server;
mod test_socket;
mod view;

use std::ops::Deref;
use std::path::Path;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::{HeaderMap, Request, StatusCode, header};
use axum::response::Response;
use serde_json::Value;
use tempfile::TempDir;
use tokio_util::sync::CancellationToken;
use tower::ServiceExt;
use zermelo_server::{App, Config, app};
use zermelo_store::{Database, Durability, Store, StoreOptions};

/// A service with its own data folder.
struct TestService {
    router: Router,
    closing: CancellationToken,
    _folder: TempDir,
}

impl Deref for TestService {
    type Target = Router;

    fn deref(&self) -> &Router {
        &self.router
    }
}

/// A service with the default settings.
async fn service() -> TestService {
    with(Config::default()).await
}

async fn with(config: Config) -> TestService {
    let folder = tempfile::tempdir().expect("a folder");
    let App { router, closing } = app(config, store(folder.path()).await).await.expect("an empty store");
    TestService { router, closing, _folder: folder }
}

async fn store(folder: &Path) -> Store {
    let database = Database::Sqlite { folder: folder.to_owned() };
    let options = StoreOptions { database, durability: Durability::Process };
    Store::open(&options).await.unwrap_or_else(|why| panic!("{why}"))
}

/// A response.
struct Answer {
    status: StatusCode,
    headers: HeaderMap,
    body: String,
}

impl Answer {
    async fn of(response: Response) -> Self {
        let (parts, body) = response.into_parts();
        let body = to_bytes(body, 16 << 20).await.expect("a body");
        let body = String::from_utf8(body.to_vec()).expect("text");
        Self { status: parts.status, headers: parts.headers, body }
    }

    fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|why| panic!("{}: {why}", self.body))
    }

    /// The status, code and message of an error.
    fn error(&self) -> (StatusCode, String, String) {
        let error = &self.json()["error"];
        let text = |key: &str| error[key].as_str().expect("a text").to_owned();
        (self.status, text("code"), text("message"))
    }

    fn events(&self) -> Vec<(String, Value)> {
        let event = |block: &str| {
            let field = |name: &str| block.lines().find_map(|line| line.strip_prefix(name)).map(str::trim);
            let data = field("data:")?;
            Some((field("event:")?.to_owned(), serde_json::from_str(data).expect("JSON")))
        };
        self.body.split("\n\n").filter_map(event).collect()
    }
}

fn request(path: &str, body: impl Into<Body>) -> Request<Body> {
    let request = Request::post(path).header(header::CONTENT_TYPE, "application/json");
    request.body(body.into()).expect("a request")
}

async fn send(service: &Router, request: Request<Body>) -> Response {
    match service.clone().oneshot(request).await {
        Ok(response) => response,
        Err(never) => match never {},
    }
}

async fn post(service: &Router, path: &str, body: &Value) -> Answer {
    Answer::of(send(service, request(path, body.to_string())).await).await
}
