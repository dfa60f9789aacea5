//! The router of all endpoints.

use std::any::Any;
use std::sync::Arc;

use axum::extract::{DefaultBodyLimit, OriginalUri, State};
use axum::http::{HeaderMap, Method, Uri};
use axum::middleware::{from_fn, from_fn_with_state};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::{any, get, post};
use axum::{Json, Router};
use tokio_util::sync::CancellationToken;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use tower_http::trace::TraceLayer;
use zermelo_protocol::ErrorCode;
use zermelo_store::{Health, ReadError, Store};

use crate::analysis::{self, AnalysisService};
use crate::client_address::identify;
use crate::computers::ComputerPlayers;
use crate::config::Config;
use crate::extract::MAX_BODY;
use crate::http_error::HttpError;
use crate::room_registry::RoomRegistry;
use crate::security::protect;
use crate::state::{AppState, Guests};
use crate::threads::panic_message;
use crate::{api, metrics, page, rate_limit, room_actor};

/// The HTTP service and its shutdown token.
pub struct App {
    /// All endpoints.
    pub router: Router,
    /// Cancels all searches and closes all `WebSockets`.
    pub closing: CancellationToken,
}

/// The service of a configuration. Restores the unfinished games of the store. Must be called
/// within a tokio runtime.
///
/// # Errors
///
/// Fails if the store can't be read.
pub async fn app(config: Config, store: Store) -> Result<App, ReadError> {
    let closing = CancellationToken::new();
    let limiter = rate_limit::limiter_config(config.rate);
    rate_limit::spawn_cleanup(&limiter);
    let analysis_service = Arc::new(AnalysisService::new(config.analysis, closing.clone()));
    let computers = ComputerPlayers::new(config.computers);
    let registry = RoomRegistry::new(store.clone(), config.rooms, computers, closing.clone(), room_actor::start);
    let restored = registry.restore_unfinished().await?;
    if restored > 0 {
        tracing::info!(rooms = restored, "restored unfinished games");
    }
    let state = AppState {
        registry,
        guests: Arc::new(Guests::new(store)),
        sockets: Arc::default(),
        socket_limits: config.sockets,
        metrics_access: config.metrics,
    };
    let (api, document) = api::routes().split_for_parts();
    let searches = Router::new().route("/analyse", post(analysis::analyse).with_state(analysis_service));
    let api = api
        .merge(searches)
        .route("/openapi.json", get(async move || Json(document)))
        .route_layer(rate_limit::layer(&limiter));
    let routes = Router::new()
        .nest("/api/v1", api)
        // Without a rate limit, because monitors and proxies poll these from one address.
        .route("/health", get(health))
        .route("/metrics", get(metrics::metrics))
        .method_not_allowed_fallback(method_not_allowed)
        .fallback_service(any(page).layer(CompressionLayer::new()))
        .with_state(state);
    let routes = if config.base_path.is_empty() {
        routes
    } else {
        Router::new().nest(&config.base_path, routes).fallback(not_found_outside_base)
    };
    let trusted_proxies: Arc<[_]> = config.trusted_proxies.into();
    let router = routes
        .layer(DefaultBodyLimit::max(MAX_BODY))
        .layer(CatchPanicLayer::custom(|panic: Box<dyn Any + Send>| panic_response(panic.as_ref())))
        .layer(from_fn(protect))
        .layer(from_fn_with_state(trusted_proxies, identify))
        .layer(TraceLayer::new_for_http());
    Ok(App { router, closing })
}

/// `GET /health`: whether the server can store events.
async fn health(State(state): State<AppState>) -> Result<&'static str, HttpError> {
    match state.registry.store.health() {
        Health::Ok => Ok("ok\n"),
        Health::Failing { code, .. } => Err(HttpError::new(
            ErrorCode::Store,
            format!("the server can't store anything at the moment ({code}); its log says why"),
        )),
    }
}

/// A file of the page, or the error for unknown addresses.
async fn page(OriginalUri(original): OriginalUri, method: Method, uri: Uri, headers: HeaderMap) -> Response {
    // The URLs in the page are relative to its folder.
    if uri.path() == "/" && !original.path().ends_with('/') {
        return Redirect::permanent(&format!("{}/", original.path())).into_response();
    }
    let is_read = matches!(method, Method::GET | Method::HEAD);
    let file = is_read.then(|| page::file(&uri, &headers)).flatten();
    file.unwrap_or_else(|| not_found().into_response())
}

async fn not_found_outside_base() -> HttpError {
    not_found()
}

fn not_found() -> HttpError {
    let message = "there is nothing at this address; the endpoints are under /api/v1, see docs/server-protocol.md";
    HttpError::new(ErrorCode::NotFound, message)
}

async fn method_not_allowed(method: Method) -> HttpError {
    HttpError::new(
        ErrorCode::Method,
        format!("this address does not take {method}; the header Allow says what it takes"),
    )
}

/// The response to a request whose handler panicked. The panic is logged, and the server continues.
fn panic_response(panic: &(dyn Any + Send)) -> Response {
    tracing::error!(why = panic_message(panic), "a request failed");
    HttpError::new(ErrorCode::Internal, "the server failed on this request; its log says why").into_response()
}
