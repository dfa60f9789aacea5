//! All doors as one service.

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

use crate::analysis::{self, Analyses};
use crate::computers::Computers;
use crate::config::Config;
use crate::guard::guard;
use crate::hall::Hall;
use crate::person::identify;
use crate::reply::{MAX_BODY, Refusal};
use crate::state::{Doors, People};
use crate::work::words;
use crate::{api, metrics, page, rate, task};

/// The service, and how it is told to end what goes on.
pub struct App {
    /// All doors.
    pub router: Router,
    /// Ends every search that runs or waits, and every socket.
    pub closing: CancellationToken,
}

/// The service of a configuration, over what is stored: games that went on go on. Called within a runtime of tokio.
pub async fn app(config: Config, store: Store) -> Result<App, ReadError> {
    let closing = CancellationToken::new();
    let counts = rate::counts(config.rate);
    rate::forget_in_time(&counts);
    let analyses = Arc::new(Analyses::new(config.analysis, closing.clone()));
    let computers = Computers::new(config.computers);
    let hall = Hall::new(store.clone(), config.rooms, computers, closing.clone(), task::start);
    let taken_up = hall.take_up().await?;
    if taken_up > 0 {
        tracing::info!(rooms = taken_up, "games go on");
    }
    let doors = Doors {
        hall,
        people: Arc::new(People::new(store)),
        sockets: Arc::default(),
        limits: config.sockets,
        metrics: config.metrics,
    };
    let (api, document) = api::routes().split_for_parts();
    let searches = Router::new().route("/analyse", post(analysis::analyse).with_state(analyses));
    let api =
        api.merge(searches).route("/openapi.json", get(async move || Json(document))).route_layer(rate::layer(&counts));
    let routes = Router::new()
        .nest("/api/v1", api)
        // Watchdogs and proxies ask often, and from one address.
        .route("/health", get(health))
        .route("/metrics", get(metrics::metrics))
        .method_not_allowed_fallback(wrong_method)
        .fallback_service(any(page).layer(CompressionLayer::new()))
        .with_state(doors);
    let routes = if config.base_path.is_empty() {
        routes
    } else {
        Router::new().nest(&config.base_path, routes).fallback(nothing_at_all)
    };
    let trusted: Arc<[_]> = config.trusted_proxies.into();
    let router = routes
        .layer(DefaultBodyLimit::max(MAX_BODY))
        .layer(CatchPanicLayer::custom(|panic: Box<dyn Any + Send>| broken(panic.as_ref())))
        .layer(from_fn(guard))
        .layer(from_fn_with_state(trusted, identify))
        .layer(TraceLayer::new_for_http());
    Ok(App { router, closing })
}

/// Says that the server answers, and whether it can store what happens.
async fn health(State(doors): State<Doors>) -> Result<&'static str, Refusal> {
    match doors.hall.store.health() {
        Health::Ok => Ok("ok\n"),
        Health::Failing { code, .. } => Err(Refusal::new(
            ErrorCode::Store,
            format!("the server can't store anything at the moment ({code}); its log says why"),
        )),
    }
}

/// The page, or nothing.
async fn page(OriginalUri(asked): OriginalUri, method: Method, uri: Uri, headers: HeaderMap) -> Response {
    // The page's own addresses are relative to its folder.
    if uri.path() == "/" && !asked.path().ends_with('/') {
        return Redirect::permanent(&format!("{}/", asked.path())).into_response();
    }
    let reads = matches!(method, Method::GET | Method::HEAD);
    let file = reads.then(|| page::file(&uri, &headers)).flatten();
    file.unwrap_or_else(|| nothing_here().into_response())
}

async fn nothing_at_all() -> Refusal {
    nothing_here()
}

fn nothing_here() -> Refusal {
    let message = "there is nothing at this address; docs/server-protocol.md tells the doors, which begin with /api/v1";
    Refusal::new(ErrorCode::NotFound, message)
}

async fn wrong_method(method: Method) -> Refusal {
    Refusal::new(ErrorCode::Method, format!("this address does not take {method}; the header Allow says what it takes"))
}

/// A bug of the server: the request fails, the server goes on. What was wrong stands in the log.
fn broken(panic: &(dyn Any + Send)) -> Response {
    tracing::error!(why = words(panic), "a request failed");
    Refusal::new(ErrorCode::Internal, "the server failed on this request; its log says why").into_response()
}
