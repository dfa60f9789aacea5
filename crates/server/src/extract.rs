//! Extractors of bodies and queries, whose errors have codes and messages.

use std::time::Duration;

use axum::Json;
use axum::extract::rejection::{JsonRejection, QueryRejection};
use axum::extract::{FromRequest, FromRequestParts, Query, Request};
use axum::http::StatusCode;
use axum::http::request::Parts;
use serde::de::DeserializeOwned;
use tokio::time::timeout;
use zermelo_protocol::ErrorCode;

use crate::http_error::HttpError;

/// The maximum size of a JSON body in bytes.
pub(crate) const MAX_BODY: usize = 64 << 10;

/// The maximum size of a file of games in bytes.
pub(crate) const MAX_FILE: usize = 1 << 20;

/// How long a client may take to send a body.
const BODY_TIMEOUT: Duration = Duration::from_secs(20);

/// A body in JSON.
pub(crate) struct JsonBody<T>(pub(crate) T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for JsonBody<T> {
    type Rejection = HttpError;

    async fn from_request(request: Request, state: &S) -> Result<Self, HttpError> {
        match timeout(BODY_TIMEOUT, Json::from_request(request, state)).await {
            Ok(Ok(Json(message))) => Ok(Self(message)),
            Ok(Err(why)) => Err(json_error(&why)),
            Err(_) => Err(body_timeout()),
        }
    }
}

/// A body in UTF-8.
pub(crate) struct TextBody(pub(crate) String);

impl<S: Send + Sync> FromRequest<S> for TextBody {
    type Rejection = HttpError;

    async fn from_request(request: Request, state: &S) -> Result<Self, HttpError> {
        match timeout(BODY_TIMEOUT, String::from_request(request, state)).await {
            Ok(Ok(text)) => Ok(Self(text)),
            Ok(Err(why)) if why.status() == StatusCode::PAYLOAD_TOO_LARGE => Err(HttpError::new(
                ErrorCode::TooLarge,
                format!("the file is too large: at most {MAX_FILE} bytes are read"),
            )),
            Ok(Err(_)) => Err(HttpError::new(ErrorCode::Message, "the file could not be read: it is not UTF-8")),
            Err(_) => Err(body_timeout()),
        }
    }
}

/// The query of the URL.
pub(crate) struct QueryParams<T>(pub(crate) T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for QueryParams<T> {
    type Rejection = HttpError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, HttpError> {
        let params = Query::from_request_parts(parts, state).await;
        let error = |why: QueryRejection| {
            HttpError::new(ErrorCode::Message, format!("the query after the ?: {}", innermost_error(&why)))
        };
        params.map(|Query(params)| Self(params)).map_err(error)
    }
}

fn body_timeout() -> HttpError {
    HttpError::new(ErrorCode::Slow, format!("the body did not come within {} seconds", BODY_TIMEOUT.as_secs()))
}

fn json_error(why: &JsonRejection) -> HttpError {
    match why {
        JsonRejection::JsonSyntaxError(_) => {
            HttpError::new(ErrorCode::Json, format!("the body is not JSON: {}", innermost_error(why)))
        }
        JsonRejection::JsonDataError(_) => HttpError::new(
            ErrorCode::Message,
            format!("the body is not a message of this endpoint: {}", innermost_error(why)),
        ),
        JsonRejection::MissingJsonContentType(_) => {
            HttpError::new(ErrorCode::ContentType, "send the body as content-type: application/json")
        }
        _ if why.status() == StatusCode::PAYLOAD_TOO_LARGE => {
            HttpError::new(ErrorCode::TooLarge, format!("the body is too large: at most {MAX_BODY} bytes are read"))
        }
        _ => HttpError::new(ErrorCode::Json, "the body could not be read"),
    }
}

/// The message of the innermost error: that of the parser, without axum's wrapping.
fn innermost_error(error: &dyn std::error::Error) -> String {
    let mut innermost = error;
    while let Some(next) = innermost.source() {
        innermost = next;
    }
    innermost.to_string()
}
