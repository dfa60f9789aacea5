//! Protection against pages of other sites: the check of the origin, and security headers.

use axum::extract::Request;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, Uri, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use zermelo_protocol::ErrorCode;

use crate::http_error::HttpError;

/// Headers of all responses that do not set their own. Only the page is a document; a browser that
/// shows another response must not run or load anything.
const HEADERS: [(HeaderName, HeaderValue); 7] = [
    (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
    (
        header::CONTENT_SECURITY_POLICY,
        HeaderValue::from_static("default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"),
    ),
    (header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
    (header::REFERRER_POLICY, HeaderValue::from_static("no-referrer")),
    (HeaderName::from_static("cross-origin-resource-policy"), HeaderValue::from_static("same-origin")),
    (HeaderName::from_static("cross-origin-opener-policy"), HeaderValue::from_static("same-origin")),
    (
        HeaderName::from_static("permissions-policy"),
        HeaderValue::from_static("camera=(), geolocation=(), microphone=()"),
    ),
];

/// Middleware that rejects cross-origin requests other than reads, and adds the security headers.
pub(crate) async fn protect(request: Request, next: Next) -> Response {
    let is_read_only = matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS);
    let mut response = if is_read_only || is_same_origin(request.headers()) {
        next.run(request).await
    } else {
        let message = "the request comes from a page of another site; open this server's own address";
        HttpError::new(ErrorCode::ForeignOrigin, message).into_response()
    };
    for (name, value) in HEADERS {
        response.headers_mut().entry(name).or_insert(value);
    }
    response
}

/// Whether a request comes from a page of this server, or from no page. Browsers set these headers,
/// and pages can't change them.
pub(crate) fn is_same_origin(headers: &HeaderMap) -> bool {
    let text = |name: HeaderName| headers.get(name).map(HeaderValue::to_str);
    if let Some(site) = text(HeaderName::from_static("sec-fetch-site"))
        && !matches!(site, Ok("same-origin" | "none"))
    {
        return false;
    }
    let Some(origin) = text(header::ORIGIN) else { return true };
    let origin = origin.ok().and_then(|origin| origin.parse::<Uri>().ok());
    let host = text(header::HOST).and_then(Result::ok);
    match (origin.as_ref().and_then(Uri::authority), host) {
        (Some(origin), Some(host)) => origin.as_str().eq_ignore_ascii_case(host),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn has_same_origin(headers: &[(&'static str, &'static str)]) -> bool {
        let pairs =
            headers.iter().map(|(name, value)| (HeaderName::from_static(name), HeaderValue::from_static(value)));
        is_same_origin(&pairs.collect())
    }

    #[test]
    fn programs_and_own_pages_are_accepted() {
        assert!(has_same_origin(&[("host", "localhost:8080")]));
        assert!(has_same_origin(&[("host", "localhost:8080"), ("origin", "http://localhost:8080")]));
        assert!(has_same_origin(&[("host", "localhost:8080"), ("sec-fetch-site", "same-origin")]));
    }

    #[test]
    fn pages_of_other_sites_are_rejected() {
        assert!(!has_same_origin(&[("host", "localhost:8080"), ("origin", "http://localhost:8081")]));
        assert!(!has_same_origin(&[("host", "localhost:8080"), ("origin", "null")]));
        assert!(!has_same_origin(&[("origin", "http://localhost:8080")]));
        assert!(!has_same_origin(&[("host", "localhost:8080"), ("sec-fetch-site", "cross-site")]));
        assert!(!has_same_origin(&[("host", "localhost:8080"), ("sec-fetch-site", "same-site")]));
    }
}
