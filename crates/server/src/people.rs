//! People: a guest has a name, and a secret that only their cookie knows.

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

use crate::hall::{now, random};
use crate::person::Scheme;
use crate::reply::{Message, Refusal};
use crate::state::{Doors, SECRET, me};

/// The cookie's name where the connection is encrypted: browsers take it from this host alone, and send it to no other.
const SECURE: &str = "__Host-zermelo";
/// And where it is not, as on one's own machine.
const PLAIN: &str = "zermelo";

/// The longest name, in characters and in bytes.
const MAX_NAME: usize = 20;
const MAX_NAME_BYTES: usize = 80;

/// Whoever asks, as far as their cookie says.
pub(crate) struct Visitor(pub(crate) Option<Guest>);

impl<S: Send + Sync> FromRequestParts<S> for Visitor
where
    Doors: FromRef<S>,
{
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Refusal> {
        let Some(secret) = secret(&parts.headers) else { return Ok(Self(None)) };
        Ok(Self(Doors::from_ref(state).people.by_secret(&secret).await?))
    }
}

/// Somebody whom the server knows.
pub(crate) struct Known(pub(crate) Profile);

impl<S: Send + Sync> FromRequestParts<S> for Known
where
    Doors: FromRef<S>,
{
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Refusal> {
        let Visitor(guest) = Visitor::from_request_parts(parts, state).await?;
        let nobody = || {
            Refusal::new(ErrorCode::GuestNone, "the server does not know you; POST /api/v1/guest gives you a cookie")
        };
        guest.map(|guest| Self(me(&guest))).ok_or_else(nobody)
    }
}

/// The secret in the cookies of a request.
fn secret(headers: &HeaderMap) -> Option<String> {
    let of = |name: &str| {
        let lists = headers.get_all(axum::http::header::COOKIE).iter().filter_map(|value| value.to_str().ok());
        let mut cookies = lists.flat_map(|list| Cookie::split_parse(list.to_owned()).filter_map(Result::ok));
        cookies.find(|cookie| cookie.name() == name).map(|cookie| cookie.value().to_owned())
    };
    of(SECURE).or_else(|| of(PLAIN))
}

/// `GET /api/v1/guest`: who one is.
#[utoipa::path(get, path = "/guest", responses((status = 200, description = "Who one is", body = Profile), (status = "default", description = "What was wrong", body = ErrorResponse)))]
pub(crate) async fn who(Known(me): Known) -> Json<Profile> {
    Json(me)
}

/// `POST /api/v1/guest`: becomes somebody, or takes another name.
#[utoipa::path(post, path = "/guest", request_body = NewGuest, responses((status = 200, description = "Who one is", body = Profile), (status = 201, description = "Who one is now; with a cookie", body = Profile), (status = "default", description = "What was wrong", body = ErrorResponse)))]
pub(crate) async fn greet(
    State(doors): State<Doors>,
    Extension(scheme): Extension<Scheme>,
    Visitor(guest): Visitor,
    Message(wish): Message<NewGuest>,
) -> Result<Response, Refusal> {
    let name = wish.name.as_deref().map(checked_name).transpose()?;
    let now_ms = now().unix_ms;
    if let Some(guest) = guest {
        let Some(name) = name else { return Ok(Json(me(&guest)).into_response()) };
        let me = doors.people.keep(Guest { name, seen_ms: now_ms, ..guest }).await?;
        return Ok(Json(me).into_response());
    }
    let mut secret = [0; SECRET];
    random(&mut secret);
    let id = doors.hall.fresh_code();
    let name = name.unwrap_or_else(|| format!("Guest {}", &id[..4]));
    let guest = Guest { id, secret_hash: Sha256::digest(secret).into(), name, created_ms: now_ms, seen_ms: now_ms };
    let me = doors.people.keep(guest).await?;
    let cookie = cookie(&BASE64URL_NOPAD.encode(&secret), scheme);
    let value = HeaderValue::from_str(&cookie)
        .map_err(|_| Refusal::new(ErrorCode::Internal, "the server could not write its cookie"))?;
    Ok((StatusCode::CREATED, [(SET_COOKIE, value)], Json(me)).into_response())
}

fn cookie(secret: &str, scheme: Scheme) -> String {
    let is_secure = scheme == Scheme::Https;
    let name = if is_secure { SECURE } else { PLAIN };
    Cookie::build((name, secret))
        .path("/")
        .http_only(true)
        .secure(is_secure)
        .same_site(SameSite::Lax)
        // As long as browsers keep any.
        .max_age(time::Duration::days(400))
        .to_string()
}

/// A name that can be shown anywhere: without line breaks, without signs that nobody sees or that turn the text around.
fn checked_name(name: &str) -> Result<String, ApiError> {
    let wrong = |message: String| Err(ApiError::new(ErrorCode::GuestName, message));
    if name.len() > 16 * MAX_NAME_BYTES {
        return wrong(format!("a name has at most {MAX_NAME} characters"));
    }
    let name = name.split_whitespace().collect::<Vec<_>>().join(" ");
    if name.is_empty() {
        return wrong("a name has at least one character".to_owned());
    }
    if name.chars().count() > MAX_NAME || name.len() > MAX_NAME_BYTES {
        return wrong(format!("a name has at most {MAX_NAME} characters and {MAX_NAME_BYTES} bytes"));
    }
    if name.chars().any(|sign| sign.is_control() || is_invisible(sign)) {
        return wrong("a name has letters, digits and signs that one can see".to_owned());
    }
    Ok(name)
}

/// Signs of format: joiners, direction, byte order, tags.
fn is_invisible(sign: char) -> bool {
    matches!(sign,
        '\u{ad}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}'
        | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}'
        | '\u{fff0}'..='\u{fffb}' | '\u{e0000}'..='\u{e0fff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_seen() {
        assert_eq!(checked_name("  Ada \t Lovelace ").as_deref(), Ok("Ada Lovelace"));
        assert_eq!(checked_name("Zoé 🦀").as_deref(), Ok("Zoé 🦀"));
        let long = "🦀".repeat(10_000);
        for wrong in ["", " \n ", "a\u{202e}b", "\u{200b}", "a\u{7}b", "abcdefghijklmnopqrstu", long.as_str()] {
            assert_eq!(checked_name(wrong).map_err(|why| why.code), Err("guest/name"), "{wrong:?}");
        }
    }

    #[test]
    fn a_cookie_is_for_this_host_alone() {
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
