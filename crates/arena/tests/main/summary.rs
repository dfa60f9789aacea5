use std::time::Duration;

use proptest::prelude::*;
use zermelo_arena::stats::{MoveSummary, Summary};
use zermelo_search::Rng;

use super::support::assert_close;

fn summary(values: &[u64]) -> Summary {
    let mut summary = Summary::new();
    for &value in values {
        summary.add(value);
    }
    summary
}

#[test]
fn nothing_has_no_figure() {
    let none = Summary::new();
    assert_eq!((none.count(), none.mean(), none.greatest(), none.p95()), (0, None, None, None));
    let none = MoveSummary::default();
    assert_eq!((none.mean_time(), none.p95_time()), (None, None));
}

#[test]
fn small_values_are_exact() {
    let twenty: Vec<u64> = (1..=20).collect();
    let summary = summary(&twenty);
    assert_eq!((summary.p95(), summary.mean(), summary.greatest()), (Some(19), Some(10.5), Some(20)));
    assert_eq!((summary.quantile(0.0), summary.quantile(1.0)), (Some(1), Some(20)));
    assert_eq!((summary.quantile(1.5), summary.quantile(f64::NAN)), (None, None));
    let zero = self::summary(&[0]);
    assert_eq!((zero.p95(), zero.mean()), (Some(0), Some(0.0)));
}

#[test]
fn values_beyond_the_ceiling_count_as_it() {
    let summary = summary(&[u64::MAX, 1 << 53]);
    assert_eq!((summary.count(), summary.greatest(), summary.p95()), (2, Some((1 << 53) - 1), Some((1 << 53) - 1)));
}

#[test]
fn a_million_values_are_close_to_the_truth() {
    let mut rng = Rng::new(5);
    let mut values: Vec<u64> = (0..1_000_000).map(|_| (rng.chance() * 22.0).exp() as u64).collect();
    let summary = summary(&values);
    values.sort_unstable();
    for share in [0.05_f64, 0.5, 0.95, 0.99] {
        let truth = values[(share * 1e6) as usize - 1] as f64;
        let found = summary.quantile(share).unwrap() as f64;
        assert!(found >= truth && found <= truth * 1.001 + 1.0, "{share}: {found} for {truth}");
    }
    let exact = values.iter().map(|&value| value as f64).sum::<f64>() / 1e6;
    assert_close("mean", summary.mean().unwrap(), exact, 1e-9);
}

#[test]
fn moves_that_tell_nothing_count_in_time_alone() {
    let mut moves = MoveSummary::default();
    moves.add(Duration::from_millis(2), Some(100), Some(4));
    moves.add(Duration::from_millis(4), None, None);
    assert_eq!(moves.mean_time(), Some(Duration::from_millis(3)));
    assert_eq!((moves.nodes.count(), moves.nodes.mean()), (1, Some(100.0)));
    assert_eq!((moves.depth.greatest(), moves.nanoseconds.count()), (Some(4), 2));
    let p95 = moves.p95_time().unwrap();
    assert_eq!(p95, Duration::from_millis(4));
    moves.add(Duration::MAX, None, None);
    assert!(moves.p95_time().unwrap() > Duration::from_hours(24 * 100));
}

proptest! {
    #[test]
    fn merged_is_as_if_counted_together(a in prop::collection::vec(any::<u64>(), 0..50), b in prop::collection::vec(0..5000_u64, 0..50)) {
        let mut merged = summary(&a);
        merged.merge(&summary(&b));
        let together = summary(&[a, b].concat());
        let figures = |summary: &Summary| (summary.count(), summary.mean(), summary.greatest(), summary.p95(), summary.quantile(0.5));
        prop_assert_eq!(figures(&merged), figures(&together));
    }
}
