//! The queue of outgoing frames of a WebSocket.

use std::sync::atomic::{AtomicBool, Ordering};

use axum::extract::ws::Utf8Bytes;
use tokio::sync::Notify;
use tokio::sync::mpsc::{Receiver, Sender, channel};

/// The maximum number of queued frames. A socket that exceeds it is closed, so that slow readers do
/// not delay others.
const CAPACITY: usize = 128;

/// The sending half of the queue.
#[derive(Debug)]
pub(crate) struct Outbox {
    sender: Sender<Utf8Bytes>,
    has_overflowed: AtomicBool,
    overflow: Notify,
}

impl Outbox {
    /// An empty outbox and the receiver of its frames.
    pub(crate) fn new() -> (Self, Receiver<Utf8Bytes>) {
        let (sender, receiver) = channel(CAPACITY);
        (Self { sender, has_overflowed: AtomicBool::new(false), overflow: Notify::new() }, receiver)
    }

    /// Queues a frame. Returns `false` if the socket is closed or its queue has overflowed.
    pub(crate) fn send(&self, frame: Utf8Bytes) -> bool {
        if self.has_overflowed.load(Ordering::Relaxed) {
            return false;
        }
        if self.sender.try_send(frame).is_ok() {
            return true;
        }
        self.has_overflowed.store(true, Ordering::Relaxed);
        self.overflow.notify_one();
        false
    }

    /// Waits until the queue overflows.
    pub(crate) async fn overflowed(&self) {
        self.overflow.notified().await;
    }
}
