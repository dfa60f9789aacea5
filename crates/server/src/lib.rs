//! The server: the HTTP API of `docs/server-protocol.md`. It has no rules of games: games, agents
//! and oracles come from the catalogue as trait objects.
//!
//! [`app`] is the whole service, also for tests; [`serve`] runs it on a listener until it is
//! stopped.

mod agent_cache;
mod analysis;
mod api;
mod catalogue;
mod client_address;
mod computers;
mod config;
mod extract;
mod fair_queue;
mod frame;
mod guests;
mod http_error;
mod lists;
mod metrics;
mod page;
mod rate_limit;
mod records;
mod room_actor;
mod room_registry;
mod rooms;
mod router;
mod row;
mod security;
mod settings;
mod socket;
mod state;
mod threads;
mod view;

use std::future::Future;
use std::io;
use std::net::SocketAddr;

use axum::serve::ListenerExt;
use tokio::net::TcpListener;

use zermelo_store::Store;

pub use api::document;
pub use catalogue::{CatalogueError, catalogue};
pub use config::{AnalysisLimits, ComputerLimits, Config, MetricsAccess, RateLimit, RoomLimits, SocketLimits};
pub use router::{App, app};
pub use settings::{SETTINGS, STORE_SETTINGS, Setting, SettingValue, StoreSetting, settings_table};

/// Serves requests until `stop` is ready. Then it cancels searches, closes `WebSockets`, finishes the
/// requests in progress, stores all events, and returns.
///
/// # Errors
///
/// Fails if the store can't be read or closed, or if the listener fails.
pub async fn serve(
    listener: TcpListener,
    config: Config,
    store: Store,
    stop: impl Future<Output = ()> + Send + 'static,
) -> Result<(), ServeError> {
    raise_open_files();
    let App { router, closing } = app(config, store.clone()).await?;
    // Without TCP_NODELAY, a small frame can wait 40 ms for the acknowledgement of the frame
    // before.
    let listener = listener.tap_io(|socket| {
        if let Err(why) = socket.set_nodelay(true) {
            tracing::debug!(%why, "a socket without TCP_NODELAY");
        }
    });
    let service = router.into_make_service_with_connect_info::<SocketAddr>();
    axum::serve(listener, service)
        .with_graceful_shutdown(async move {
            stop.await;
            tracing::info!("stopping");
            closing.cancel();
        })
        .await?;
    store.close().await?;
    Ok(())
}

/// An error of [`serve`].
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// The store can't be read.
    #[error(transparent)]
    Read(#[from] zermelo_store::ReadError),
    /// The last events could not be stored.
    #[error(transparent)]
    Close(#[from] zermelo_store::CloseError),
    /// The listener fails.
    #[error("the server can't accept connections: {0}")]
    Io(#[from] io::Error),
}

/// Raises the limit of open files to its maximum. Every connection is an open file, and the usual
/// limit is 1,024.
fn raise_open_files() {
    use rustix::process::{Resource, getrlimit, setrlimit};

    let mut limit = getrlimit(Resource::Nofile);
    limit.current = limit.maximum;
    if let Err(why) = setrlimit(Resource::Nofile, limit) {
        tracing::warn!(%why, "the limit of open files can't be raised");
    }
}
