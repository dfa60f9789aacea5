//! Frames of the WebSocket.

use axum::extract::ws::Utf8Bytes;
use serde::Serialize;

/// A message as a text frame.
pub(crate) fn frame(message: &impl Serialize) -> Utf8Bytes {
    match serde_json::to_string(message) {
        Ok(text) => text.into(),
        Err(why) => {
            tracing::error!(%why, "a message has no JSON");
            Utf8Bytes::from_static(
                "{\"type\":\"error\",\"error\":{\"code\":\"server/internal\",\"message\":\"the server failed\"}}",
            )
        }
    }
}
