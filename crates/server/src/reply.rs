//! Errors on the wire, and bodies that are read with errors in words.

use std::time::Duration;

use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::extract::rejection::QueryRejection;
use axum::extract::ws::Utf8Bytes;
use axum::extract::{FromRequest, FromRequestParts, Query, Request};
use axum::http::request::Parts;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use serde::de::DeserializeOwned;
use tokio::time::timeout;
use zermelo_protocol::{ApiError, ErrorCode, ErrorResponse};

/// The longest body that is read, in bytes.
pub(crate) const MAX_BODY: usize = 64 << 10;

/// The longest file of games, in bytes.
pub(crate) const MAX_FILE: usize = 1 << 20;

/// A refusal: a status, a problem, and after how many seconds it is worth to ask again.
#[derive(Debug)]
pub(crate) struct Refusal {
    status: StatusCode,
    problem: ApiError,
    retry_after: Option<u64>,
}

impl Refusal {
    /// A refusal with one of the server's own codes.
    pub(crate) fn new(code: ErrorCode, message: impl Into<String>) -> Self {
        Self { status: status(code), problem: ApiError::new(code, message), retry_after: None }
    }

    /// A request that is well formed and asks for what the rules refuse.
    pub(crate) fn unprocessable(problem: ApiError) -> Self {
        Self { status: StatusCode::UNPROCESSABLE_ENTITY, problem, retry_after: None }
    }

    /// The same, to be asked again after some seconds.
    pub(crate) fn after(self, seconds: u64) -> Self {
        Self { retry_after: Some(seconds.max(1)), ..self }
    }
}

/// A problem answers with the status of its code; those of games and agents are of requests that are well formed.
impl From<ApiError> for Refusal {
    fn from(problem: ApiError) -> Self {
        let code = ErrorCode::ALL.iter().copied().find(|code| code.text() == problem.code);
        Self { status: code.map_or(StatusCode::UNPROCESSABLE_ENTITY, status), problem, retry_after: None }
    }
}

/// A message as a frame of a socket.
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

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let mut response = (self.status, Json(ErrorResponse { error: self.problem })).into_response();
        if let Some(seconds) = self.retry_after {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        response
    }
}

/// How long a body may take to come.
const PATIENCE: Duration = Duration::from_secs(20);

/// A message in the body of a request.
pub(crate) struct Message<T>(pub(crate) T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Message<T> {
    type Rejection = Refusal;

    async fn from_request(request: Request, state: &S) -> Result<Self, Refusal> {
        match timeout(PATIENCE, Json::from_request(request, state)).await {
            Ok(Ok(Json(message))) => Ok(Self(message)),
            Ok(Err(why)) => Err(refused(&why)),
            Err(_) => Err(slow()),
        }
    }
}

/// A body that is a text.
pub(crate) struct Text(pub(crate) String);

impl<S: Send + Sync> FromRequest<S> for Text {
    type Rejection = Refusal;

    async fn from_request(request: Request, state: &S) -> Result<Self, Refusal> {
        match timeout(PATIENCE, String::from_request(request, state)).await {
            Ok(Ok(text)) => Ok(Self(text)),
            Ok(Err(why)) if why.status() == StatusCode::PAYLOAD_TOO_LARGE => Err(Refusal::new(
                ErrorCode::TooLarge,
                format!("the file is too large: at most {MAX_FILE} bytes are read"),
            )),
            Ok(Err(_)) => Err(Refusal::new(ErrorCode::Message, "the file could not be read: it is no text in UTF-8")),
            Err(_) => Err(slow()),
        }
    }
}

/// What an address asks for behind its `?`.
pub(crate) struct Asked<T>(pub(crate) T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for Asked<T> {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Refusal> {
        let asked = Query::from_request_parts(parts, state).await;
        let wrong = |why: QueryRejection| {
            Refusal::new(ErrorCode::Message, format!("what stands behind the ?: {}", source(&why)))
        };
        asked.map(|Query(asked)| Self(asked)).map_err(wrong)
    }
}

fn slow() -> Refusal {
    Refusal::new(ErrorCode::Slow, format!("the body did not come within {} seconds", PATIENCE.as_secs()))
}

fn refused(why: &JsonRejection) -> Refusal {
    match why {
        JsonRejection::JsonSyntaxError(_) => {
            Refusal::new(ErrorCode::Json, format!("the body is no JSON: {}", source(why)))
        }
        JsonRejection::JsonDataError(_) => {
            Refusal::new(ErrorCode::Message, format!("the body is not this address's message: {}", source(why)))
        }
        JsonRejection::MissingJsonContentType(_) => {
            Refusal::new(ErrorCode::ContentType, "send the body as content-type: application/json")
        }
        _ if why.status() == StatusCode::PAYLOAD_TOO_LARGE => {
            Refusal::new(ErrorCode::TooLarge, format!("the body is too large: at most {MAX_BODY} bytes are read"))
        }
        _ => Refusal::new(ErrorCode::Json, "the body could not be read"),
    }
}

/// The innermost error: what the parser of JSON says, without the words round it.
fn source(error: &dyn std::error::Error) -> String {
    let mut innermost = error;
    while let Some(next) = innermost.source() {
        innermost = next;
    }
    innermost.to_string()
}
