//! All doors as one service.

use std::any::Any;
use std::sync::Arc;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::http::Method;
use axum::middleware::{from_fn, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use tokio_util::sync::CancellationToken;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::trace::TraceLayer;
use zermelo_protocol::Code;

use crate::analysis::{self, Analyses};
use crate::config::Config;
use crate::guard::guard;
use crate::person::identify;
use crate::place;
use crate::rate;
use crate::reply::Refusal;

/// The longest body that is read, in bytes.
pub(crate) const MAX_BODY: usize = 64 << 10;

/// The service, and how it is told to end what goes on.
pub struct App {
    /// All doors.
    pub router: Router,
    /// Ends every search that runs or waits.
    pub closing: CancellationToken,
}

/// The service of a configuration. Called within a runtime of tokio.
pub fn app(config: Config) -> App {
    let closing = CancellationToken::new();
    let counts = rate::counts(config.rate);
    rate::forget_in_time(&counts);
    let analyses = Arc::new(Analyses::new(config.analysis, closing.clone()));
    let doors = Router::new()
        .route("/api/v1/view", post(place::view))
        .route("/api/v1/analyse", post(analysis::analyse).with_state(analyses))
        .route_layer(rate::layer(&counts))
        // Watchdogs and proxies ask often, and from one address.
        .route("/health", get(health))
        .method_not_allowed_fallback(wrong_method)
        .fallback(nothing_here);
    let doors = if config.base_path.is_empty() {
        doors
    } else {
        Router::new().nest(&config.base_path, doors).fallback(nothing_here)
    };
    let trusted: Arc<[_]> = config.trusted_proxies.into();
    let router = doors
        .layer(DefaultBodyLimit::max(MAX_BODY))
        .layer(CatchPanicLayer::custom(|panic: Box<dyn Any + Send>| broken(panic.as_ref())))
        .layer(from_fn(guard))
        .layer(from_fn_with_state(trusted, identify))
        .layer(TraceLayer::new_for_http());
    App { router, closing }
}

/// Says that the server answers.
async fn health() -> &'static str {
    "ok\n"
}

async fn nothing_here() -> Refusal {
    Refusal::new(
        Code::NotFound,
        "there is nothing at this address; the doors are /api/v1/view, /api/v1/analyse and /health",
    )
}

async fn wrong_method(method: Method) -> Refusal {
    Refusal::new(Code::Method, format!("this address does not take {method}; the header Allow says what it takes"))
}

/// A bug of the server: the request fails, the server goes on. What was wrong stands in the log.
fn broken(panic: &(dyn Any + Send)) -> Response {
    tracing::error!(why = words(panic), "a request failed");
    Refusal::new(Code::Internal, "the server failed on this request; its log says why").into_response()
}

/// What a panic said.
pub(crate) fn words(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<&str>().copied();
    text.or_else(|| panic.downcast_ref::<String>().map(String::as_str)).unwrap_or("a panic without words")
}
