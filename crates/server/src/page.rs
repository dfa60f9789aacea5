//! The page: the files of `web/dist`, which are part of the program.

use axum::http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, ETAG, IF_NONE_MATCH};
use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use data_encoding::BASE64URL_NOPAD;
use rust_embed::{EmbeddedFile, RustEmbed};

/// The page's files, as `cargo xtask web` makes them.
#[derive(RustEmbed)]
#[folder = "../../web/dist"]
struct Files;

/// What the page may do: everything comes from this server.
const POLICY: HeaderValue = HeaderValue::from_static(
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; \
     manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
);

/// A file of the page; `None` where there is none at this path.
pub(crate) fn file(path: &Uri, headers: &HeaderMap) -> Option<Response> {
    let path = path.path().trim_start_matches('/');
    let path = if path.is_empty() { "index.html" } else { path };
    let EmbeddedFile { data, metadata } = Files::get(path)?;
    let tag = format!("\"{}\"", BASE64URL_NOPAD.encode(&metadata.sha256_hash()[..15]));
    let is_known =
        headers.get_all(IF_NONE_MATCH).iter().any(|known| known.to_str().is_ok_and(|known| known.contains(&tag)));
    let tag = HeaderValue::from_str(&tag).ok()?;
    let kind = HeaderValue::from_str(metadata.mimetype()).ok()?;
    // The names stay when the contents change: a browser asks each time, and hears that it has the file.
    let own = [(ETAG, tag), (CACHE_CONTROL, HeaderValue::from_static("no-cache")), (CONTENT_SECURITY_POLICY, POLICY)];
    if is_known {
        return Some((StatusCode::NOT_MODIFIED, own).into_response());
    }
    Some((own, [(CONTENT_TYPE, kind)], data).into_response())
}
