//! The rate limit of requests by client address.

use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::http::{Request, Response};
use axum::response::IntoResponse;
use governor::middleware::NoOpMiddleware;
use tower_governor::governor::{GovernorConfig, GovernorConfigBuilder};
use tower_governor::key_extractor::KeyExtractor;
use tower_governor::{GovernorError, GovernorLayer};
use zermelo_protocol::ErrorCode;

use crate::client_address::ClientAddress;
use crate::config::RateLimit;
use crate::http_error::HttpError;

/// The key of the rate limit: the [`ClientAddress`] of the request.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AddressKeyExtractor;

impl KeyExtractor for AddressKeyExtractor {
    type Key = ClientAddress;

    fn extract<T>(&self, request: &Request<T>) -> Result<ClientAddress, GovernorError> {
        request.extensions().get().copied().ok_or(GovernorError::UnableToExtractKey)
    }
}

type LimiterConfig = GovernorConfig<AddressKeyExtractor, NoOpMiddleware>;

/// The configuration and the state of a rate limiter.
pub(crate) fn limiter_config(rate: RateLimit) -> Arc<LimiterConfig> {
    let period = (Duration::from_secs(1) / rate.per_second.max(1)).max(Duration::from_nanos(1));
    let mut builder = GovernorConfigBuilder::default().key_extractor(AddressKeyExtractor);
    builder.period(period).burst_size(rate.burst.max(1));
    match builder.finish() {
        Some(config) => Arc::new(config),
        None => unreachable!("neither is zero"),
    }
}

/// The middleware that applies the limit.
pub(crate) fn layer(config: &Arc<LimiterConfig>) -> GovernorLayer<AddressKeyExtractor, NoOpMiddleware, Body> {
    GovernorLayer::new(Arc::clone(config)).error_handler(|why| rate_limit_error(&why))
}

fn rate_limit_error(why: &GovernorError) -> Response<Body> {
    match why {
        GovernorError::TooManyRequests { wait_time, .. } => {
            HttpError::new(ErrorCode::TooMany, "too many requests from this address; wait a little")
                .retry_after(*wait_time)
        }
        GovernorError::UnableToExtractKey | GovernorError::Other { .. } => {
            HttpError::new(ErrorCode::Internal, "the address of the client is unknown")
        }
    }
    .into_response()
}

/// Spawns a task that removes idle addresses every minute, until the limiter is dropped.
pub(crate) fn spawn_cleanup(config: &Arc<LimiterConfig>) {
    let limiter = Arc::downgrade(config.limiter());
    tokio::spawn(async move {
        let mut interval = tokio::time::interval(Duration::from_mins(1));
        while let Some(limiter) = {
            interval.tick().await;
            limiter.upgrade()
        } {
            limiter.retain_recent();
        }
    });
}
