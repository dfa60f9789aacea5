//! The server: the doors of `docs/server-protocol.md` over HTTP. It decides no rule of a game: games, agents and oracles come erased from
//! the catalogue.
//!
//! [`app`] is all of it as one service, for tests too; [`serve`] gives it a socket until it is told to stop.

mod agent_cache;
mod analysis;
mod api;
mod catalogue;
mod computers;
mod config;
mod desk;
mod guard;
mod hall;
mod lists;
mod metrics;
mod page;
mod people;
mod person;
mod place;
mod rate;
mod records;
mod reply;
mod rooms;
mod router;
mod row;
mod settings;
mod socket;
mod state;
mod task;
mod work;

use std::future::Future;
use std::io;
use std::net::SocketAddr;

use axum::serve::ListenerExt;
use tokio::net::TcpListener;

use zermelo_store::Store;

pub use api::document;
pub use catalogue::{CatalogueError, catalogue};
pub use config::{Analysis, Computers, Config, Metrics, Rate, Rooms, Sockets};
pub use router::{App, app};
pub use settings::{SETTINGS, STORE_SETTINGS, Setting, SettingValue, StoreSetting, settings_table};

/// Answers at `listener` until `stop` is ready; then searches and sockets are ended, answers that are under way are finished, what
/// happened is stored, and it returns.
pub async fn serve(
    listener: TcpListener,
    config: Config,
    store: Store,
    stop: impl Future<Output = ()> + Send + 'static,
) -> Result<(), ServeError> {
    raise_open_files();
    let App { router, closing } = app(config, store.clone()).await?;
    // Small answers go at once: an event that waits for its acknowledgement is late by 40 ms.
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

/// Why a server ends that was not told to.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// What is stored can't be read.
    #[error(transparent)]
    Read(#[from] zermelo_store::ReadError),
    /// What happened could not be stored at the end.
    #[error(transparent)]
    Close(#[from] zermelo_store::CloseError),
    /// No connections can be taken.
    #[error("the server can't take connections: {0}")]
    Io(#[from] io::Error),
}

/// Every connection is an open file; the usual limit of 1,024 is for programs of another kind.
fn raise_open_files() {
    use rustix::process::{Resource, getrlimit, setrlimit};

    let mut limit = getrlimit(Resource::Nofile);
    limit.current = limit.maximum;
    if let Err(why) = setrlimit(Resource::Nofile, limit) {
        tracing::warn!(%why, "the limit of open files stays as it was");
    }
}
