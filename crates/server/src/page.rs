//! The web page: the files of `web/dist`, embedded in the program.

use axum::http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, ETAG, IF_NONE_MATCH};
use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use data_encoding::BASE64URL_NOPAD;
use rust_embed::{EmbeddedFile, RustEmbed};

/// The files of the page, built by `cargo xtask web`.
#[derive(RustEmbed)]
#[folder = "../../web/dist"]
struct Files;

/// The content security policy of the page: everything comes from this server.
const POLICY: HeaderValue = HeaderValue::from_static(
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; \
     manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
);

/// A file of the page; `None` if there is no file at this path.
pub(crate) fn file(path: &Uri, headers: &HeaderMap) -> Option<Response> {
    let path = path.path().trim_start_matches('/');
    let path = if path.is_empty() { "index.html" } else { path };
    let EmbeddedFile { data, metadata } = Files::get(path)?;
    let tag = format!("\"{}\"", BASE64URL_NOPAD.encode(&metadata.sha256_hash()[..15]));
    let is_cached =
        headers.get_all(IF_NONE_MATCH).iter().any(|tags| tags.to_str().is_ok_and(|tags| tags.contains(&tag)));
    let tag = HeaderValue::from_str(&tag).ok()?;
    let kind = HeaderValue::from_str(metadata.mimetype()).ok()?;
    // File names do not change with their content, so browsers must revalidate: mostly 304 by the
    // ETag.
    let own = [(ETAG, tag), (CACHE_CONTROL, HeaderValue::from_static("no-cache")), (CONTENT_SECURITY_POLICY, POLICY)];
    if is_cached {
        return Some((StatusCode::NOT_MODIFIED, own).into_response());
    }
    Some((own, [(CONTENT_TYPE, kind)], data).into_response())
}
