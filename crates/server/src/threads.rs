//! Threads for work that would block the runtime.

use std::any::Any;
use std::io;
use std::thread;

use zermelo_protocol::ErrorCode;

use crate::http_error::HttpError;

/// The niceness of search threads, so that requests are answered first.
const NICENESS: i32 = 10;

/// Runs a function on a new thread with low priority.
pub(crate) fn spawn_low_priority(name: &str, body: impl FnOnce() + Send + 'static) -> io::Result<()> {
    thread::Builder::new()
        .name(name.to_owned())
        .spawn(move || {
            // Some systems refuse it. The thread then has normal priority.
            let _ = rustix::process::nice(NICENESS);
            body();
        })
        .map(drop)
}

/// Runs a function on the runtime's pool for blocking work.
pub(crate) async fn run_blocking<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T, HttpError> {
    tokio::task::spawn_blocking(work).await.map_err(|why| {
        tracing::error!(%why, "blocking work failed");
        HttpError::new(ErrorCode::Internal, "the server failed; its log says why")
    })
}

/// The message of a panic.
pub(crate) fn panic_message(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<&str>().copied();
    text.or_else(|| panic.downcast_ref::<String>().map(String::as_str)).unwrap_or("a panic without a message")
}
