//! Work that is done beside the doors.

use std::any::Any;
use std::io;
use std::thread;

use zermelo_protocol::ErrorCode;

use crate::reply::Refusal;

/// How much nicer than the doors a search is.
const NICE: i32 = 10;

/// Does something on a thread of its own, at low priority.
pub(crate) fn low_priority(name: &str, body: impl FnOnce() + Send + 'static) -> io::Result<()> {
    thread::Builder::new()
        .name(name.to_owned())
        .spawn(move || {
            // Refused by some systems; then it is as any other thread.
            let _ = rustix::process::nice(NICE);
            body();
        })
        .map(drop)
}

/// Work that may take more than a moment, on a thread where nobody else waits.
pub(crate) async fn aside<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T, Refusal> {
    tokio::task::spawn_blocking(work).await.map_err(|why| {
        tracing::error!(%why, "a request was not answered");
        Refusal::new(ErrorCode::Internal, "the server failed; its log says why")
    })
}

/// What a panic said.
pub(crate) fn words(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<&str>().copied();
    text.or_else(|| panic.downcast_ref::<String>().map(String::as_str)).unwrap_or("a panic without words")
}
