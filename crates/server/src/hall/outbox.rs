//! What waits to be sent to one socket.

use std::sync::atomic::{AtomicBool, Ordering};

use axum::extract::ws::Utf8Bytes;
use tokio::sync::Notify;
use tokio::sync::mpsc::{Receiver, Sender, channel};

/// Frames that wait for a socket; one that does not read them is closed, and holds nobody up.
const WAITING: usize = 128;

/// The side of those who tell.
#[derive(Debug)]
pub(crate) struct Outbox {
    sender: Sender<Utf8Bytes>,
    is_late: AtomicBool,
    late: Notify,
}

impl Outbox {
    /// An outbox, and what comes out of it.
    pub(crate) fn new() -> (Self, Receiver<Utf8Bytes>) {
        let (sender, receiver) = channel(WAITING);
        (Self { sender, is_late: AtomicBool::new(false), late: Notify::new() }, receiver)
    }

    /// Sends a frame. Whether the socket still hears: one that is gone or does not read does not.
    pub(crate) fn tell(&self, frame: Utf8Bytes) -> bool {
        if self.is_late.load(Ordering::Relaxed) {
            return false;
        }
        if self.sender.try_send(frame).is_ok() {
            return true;
        }
        self.is_late.store(true, Ordering::Relaxed);
        self.late.notify_one();
        false
    }

    /// Ready when the socket has not read what it was sent.
    pub(crate) async fn late(&self) {
        self.late.notified().await;
    }
}
