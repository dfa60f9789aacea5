//! How many requests a person may send.

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

use crate::config::Rate;
use crate::person::Person;
use crate::reply::Refusal;

/// Counts by [`Person`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct ByPerson;

impl KeyExtractor for ByPerson {
    type Key = Person;

    fn extract<T>(&self, request: &Request<T>) -> Result<Person, GovernorError> {
        request.extensions().get().copied().ok_or(GovernorError::UnableToExtractKey)
    }
}

type Counts = GovernorConfig<ByPerson, NoOpMiddleware>;

/// The counts of a rate.
pub(crate) fn counts(rate: Rate) -> Arc<Counts> {
    let each = (Duration::from_secs(1) / rate.per_second.max(1)).max(Duration::from_nanos(1));
    let mut builder = GovernorConfigBuilder::default().key_extractor(ByPerson);
    builder.period(each).burst_size(rate.burst.max(1));
    match builder.finish() {
        Some(counts) => Arc::new(counts),
        None => unreachable!("neither is zero"),
    }
}

/// The layer that counts.
pub(crate) fn layer(counts: &Arc<Counts>) -> GovernorLayer<ByPerson, NoOpMiddleware, Body> {
    GovernorLayer::new(Arc::clone(counts)).error_handler(|why| refusal(&why))
}

fn refusal(why: &GovernorError) -> Response<Body> {
    match why {
        GovernorError::TooManyRequests { wait_time, .. } => {
            Refusal::new(ErrorCode::TooMany, "too many requests from this address; wait a little").after(*wait_time)
        }
        GovernorError::UnableToExtractKey | GovernorError::Other { .. } => {
            Refusal::new(ErrorCode::Internal, "the sender of the request could not be told")
        }
    }
    .into_response()
}

/// Forgets people who have not asked for a while, now and then, as long as the counts are in use.
pub(crate) fn forget_in_time(counts: &Arc<Counts>) {
    let limiter = Arc::downgrade(counts.limiter());
    tokio::spawn(async move {
        let mut minutes = tokio::time::interval(Duration::from_mins(1));
        while let Some(limiter) = {
            minutes.tick().await;
            limiter.upgrade()
        } {
            limiter.retain_recent();
        }
    });
}
