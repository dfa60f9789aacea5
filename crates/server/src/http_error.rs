//! Errors of HTTP requests.

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use zermelo_protocol::{ApiError, ErrorCode, ErrorResponse};

/// An error response: a status, an error in the body, and an optional `Retry-After` in seconds.
#[derive(Debug)]
pub(crate) struct HttpError {
    status: StatusCode,
    error: ApiError,
    retry_after: Option<u64>,
}

impl HttpError {
    /// An error with a code of the server, which determines the status.
    pub(crate) fn new(code: ErrorCode, message: impl Into<String>) -> Self {
        Self { status: status(code), error: ApiError::new(code, message), retry_after: None }
    }

    /// A well-formed request that the rules of a game do not allow.
    pub(crate) fn unprocessable(error: ApiError) -> Self {
        Self { status: StatusCode::UNPROCESSABLE_ENTITY, error, retry_after: None }
    }

    /// Sets `Retry-After`, to at least one second.
    pub(crate) fn retry_after(self, seconds: u64) -> Self {
        Self { retry_after: Some(seconds.max(1)), ..self }
    }
}

/// The status follows from the code. Codes of games and agents are for well-formed requests.
impl From<ApiError> for HttpError {
    fn from(error: ApiError) -> Self {
        let code = ErrorCode::ALL.iter().copied().find(|code| code.text() == error.code);
        Self { status: code.map_or(StatusCode::UNPROCESSABLE_ENTITY, status), error, retry_after: None }
    }
}

/// The status of a code.
fn status(code: ErrorCode) -> StatusCode {
    match code {
        ErrorCode::Json => StatusCode::BAD_REQUEST,
        ErrorCode::Message
        | ErrorCode::Game
        | ErrorCode::Agent
        | ErrorCode::GuestName
        | ErrorCode::RecordUnreadable => StatusCode::UNPROCESSABLE_ENTITY,
        ErrorCode::GuestNone => StatusCode::UNAUTHORIZED,
        ErrorCode::RoomFull
        | ErrorCode::RoomOwn
        | ErrorCode::RoomNotFollowed
        | ErrorCode::RoomNotPlaying
        | ErrorCode::RoomTooLate
        | ErrorCode::MoveTurn
        | ErrorCode::MoveStale
        | ErrorCode::OfferNone
        | ErrorCode::OfferNotNow
        | ErrorCode::ClaimNotYet => StatusCode::CONFLICT,
        ErrorCode::SocketUpgrade => StatusCode::UPGRADE_REQUIRED,
        ErrorCode::Slow => StatusCode::REQUEST_TIMEOUT,
        ErrorCode::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
        ErrorCode::ContentType => StatusCode::UNSUPPORTED_MEDIA_TYPE,
        ErrorCode::NotFound | ErrorCode::RoomUnknown => StatusCode::NOT_FOUND,
        ErrorCode::Method => StatusCode::METHOD_NOT_ALLOWED,
        ErrorCode::ForeignOrigin | ErrorCode::AgentRefused | ErrorCode::RoomNotYours => StatusCode::FORBIDDEN,
        ErrorCode::TooMany | ErrorCode::Busy | ErrorCode::RoomTooMany | ErrorCode::SayTooMuch => {
            StatusCode::TOO_MANY_REQUESTS
        }
        ErrorCode::Stopping | ErrorCode::Store | ErrorCode::RoomHeld => StatusCode::SERVICE_UNAVAILABLE,
        ErrorCode::Internal => StatusCode::INTERNAL_SERVER_ERROR,
    }
}

impl IntoResponse for HttpError {
    fn into_response(self) -> Response {
        let mut response = (self.status, Json(ErrorResponse { error: self.error })).into_response();
        if let Some(seconds) = self.retry_after {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        response
    }
}
