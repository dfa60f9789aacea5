//! Guests: people with a name and a secret, which is only in their cookie.

use axum::extract::{FromRef, FromRequestParts, State};
use axum::http::header::SET_COOKIE;
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use cookie::{Cookie, SameSite, time};
use data_encoding::BASE64URL_NOPAD;
use sha2::{Digest, Sha256};
use zermelo_protocol::{ApiError, ErrorCode, ErrorResponse, NewGuest, Profile};
use zermelo_store::Guest;

use crate::client_address::Scheme;
use crate::extract::JsonBody;
use crate::http_error::HttpError;
use crate::room_registry::{fill_random, now};
use crate::state::{AppState, SECRET_BYTES, profile};

/// The name of the cookie on an encrypted connection. With this prefix, browsers accept it only
/// from this host and send it to no other.
const SECURE_COOKIE: &str = "__Host-zermelo";
/// The name of the cookie on an unencrypted connection, as on a local machine.
const PLAIN_COOKIE: &str = "zermelo";

/// The maximum length of a name, in characters and in bytes.
const MAX_NAME: usize = 20;
const MAX_NAME_BYTES: usize = 80;

/// The guest of the request's cookie, if there is one.
pub(crate) struct OptionalGuest(pub(crate) Option<Guest>);

impl<S: Send + Sync> FromRequestParts<S> for OptionalGuest
where
    AppState: FromRef<S>,
{
    type Rejection = HttpError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, HttpError> {
        let Some(secret) = secret(&parts.headers) else { return Ok(Self(None)) };
        Ok(Self(AppState::from_ref(state).guests.by_secret(&secret).await?))
    }
}

/// The guest of the request's cookie. Requests without one are rejected.
pub(crate) struct CurrentGuest(pub(crate) Profile);

impl<S: Send + Sync> FromRequestParts<S> for CurrentGuest
where
    AppState: FromRef<S>,
{
    type Rejection = HttpError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, HttpError> {
        let OptionalGuest(guest) = OptionalGuest::from_request_parts(parts, state).await?;
        let unknown = || {
            HttpError::new(ErrorCode::GuestNone, "the server does not know you; POST /api/v1/guest gives you a cookie")
        };
        guest.map(|guest| Self(profile(&guest))).ok_or_else(unknown)
    }
}

/// The secret in the cookies of a request.
fn secret(headers: &HeaderMap) -> Option<String> {
    let cookie_named = |name: &str| {
        let lists = headers.get_all(axum::http::header::COOKIE).iter().filter_map(|value| value.to_str().ok());
        let mut cookies = lists.flat_map(|list| Cookie::split_parse(list.to_owned()).filter_map(Result::ok));
        cookies.find(|cookie| cookie.name() == name).map(|cookie| cookie.value().to_owned())
    };
    cookie_named(SECURE_COOKIE).or_else(|| cookie_named(PLAIN_COOKIE))
}

/// `GET /api/v1/guest`: the profile of the guest.
#[utoipa::path(get, path = "/guest", operation_id = "who", responses((status = 200, description = "The profile of the guest", body = Profile), (status = "default", description = "What was wrong", body = ErrorResponse)))]
pub(crate) async fn show_guest(CurrentGuest(me): CurrentGuest) -> Json<Profile> {
    Json(me)
}

/// `POST /api/v1/guest`: creates a guest, or renames one.
#[utoipa::path(post, path = "/guest", operation_id = "greet", request_body = NewGuest, responses((status = 200, description = "The profile of the guest", body = Profile), (status = 201, description = "The profile of the new guest; with a cookie", body = Profile), (status = "default", description = "What was wrong", body = ErrorResponse)))]
pub(crate) async fn create_or_rename_guest(
    State(state): State<AppState>,
    Extension(scheme): Extension<Scheme>,
    OptionalGuest(guest): OptionalGuest,
    JsonBody(request): JsonBody<NewGuest>,
) -> Result<Response, HttpError> {
    let name = request.name.as_deref().map(checked_name).transpose()?;
    let now_ms = now().unix_ms;
    if let Some(guest) = guest {
        let Some(name) = name else { return Ok(Json(profile(&guest)).into_response()) };
        let me = state.guests.save(Guest { name, seen_ms: now_ms, ..guest }).await?;
        return Ok(Json(me).into_response());
    }
    let mut secret = [0; SECRET_BYTES];
    fill_random(&mut secret);
    let id = state.registry.new_code();
    let name = name.unwrap_or_else(|| format!("Guest {}", &id[..4]));
    let guest = Guest { id, secret_hash: Sha256::digest(secret).into(), name, created_ms: now_ms, seen_ms: now_ms };
    let me = state.guests.save(guest).await?;
    let cookie = cookie(&BASE64URL_NOPAD.encode(&secret), scheme);
    let value = HeaderValue::from_str(&cookie)
        .map_err(|_| HttpError::new(ErrorCode::Internal, "the server could not write its cookie"))?;
    Ok((StatusCode::CREATED, [(SET_COOKIE, value)], Json(me)).into_response())
}

fn cookie(secret: &str, scheme: Scheme) -> String {
    let is_secure = scheme == Scheme::Https;
    let name = if is_secure { SECURE_COOKIE } else { PLAIN_COOKIE };
    Cookie::build((name, secret))
        .path("/")
        .http_only(true)
        .secure(is_secure)
        .same_site(SameSite::Lax)
        // The maximum of browsers.
        .max_age(time::Duration::days(400))
        .to_string()
}

/// Checks that a name can be shown anywhere: no line breaks, invisible characters or changes of
/// text direction.
fn checked_name(name: &str) -> Result<String, ApiError> {
    let error = |message: String| Err(ApiError::new(ErrorCode::GuestName, message));
    if name.len() > 16 * MAX_NAME_BYTES {
        return error(format!("a name has at most {MAX_NAME} characters"));
    }
    let name = name.split_whitespace().collect::<Vec<_>>().join(" ");
    if name.is_empty() {
        return error("a name has at least one character".to_owned());
    }
    if name.chars().count() > MAX_NAME || name.len() > MAX_NAME_BYTES {
        return error(format!("a name has at most {MAX_NAME} characters and {MAX_NAME_BYTES} bytes"));
    }
    if name.chars().any(|character| character.is_control() || is_invisible(character)) {
        return error("a name has only visible characters".to_owned());
    }
    Ok(name)
}

/// Format characters: joiners, direction marks, byte order marks, tags.
fn is_invisible(character: char) -> bool {
    matches!(character,
        '\u{ad}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}'
        | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}'
        | '\u{fff0}'..='\u{fffb}' | '\u{e0000}'..='\u{e0fff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_normalised_and_invisible_characters_refused() {
        assert_eq!(checked_name("  Ada \t Lovelace ").as_deref(), Ok("Ada Lovelace"));
        assert_eq!(checked_name("Zoé 🦀").as_deref(), Ok("Zoé 🦀"));
        let long = "🦀".repeat(10_000);
        for name in ["", " \n ", "a\u{202e}b", "\u{200b}", "a\u{7}b", "abcdefghijklmnopqrstu", long.as_str()] {
            assert_eq!(checked_name(name).map_err(|why| why.code), Err("guest/name"), "{name:?}");
        }
    }

    #[test]
    fn a_cookie_is_for_this_host_only() {
        let plain = cookie("s", Scheme::Http);
        assert_eq!(plain, "zermelo=s; HttpOnly; SameSite=Lax; Path=/; Max-Age=34560000");
        let secure = cookie("s", Scheme::Https);
        assert_eq!(secure, "__Host-zermelo=s; HttpOnly; SameSite=Lax; Secure; Path=/; Max-Age=34560000");
    }

    #[test]
    fn a_secret_is_found_among_cookies() {
        let mut headers = HeaderMap::new();
        headers.append("cookie", HeaderValue::from_static("a=b; zermelo=plain"));
        assert_eq!(secret(&headers).as_deref(), Some("plain"));
        headers.append("cookie", HeaderValue::from_static("__Host-zermelo=secure"));
        assert_eq!(secret(&headers).as_deref(), Some("secure"));
        assert_eq!(secret(&HeaderMap::new()), None);
    }
}
