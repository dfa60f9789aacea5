use proptest::prelude::*;
use zermelo_arena::stats::{
    Confidence, Counts, Estimate, Pentanomial, Sample, TrialCounts, elo, elo_to_score, likelihood_of_superiority,
    normalized_elo, score_to_elo,
};
use zermelo_testkit::fixture::{Fixture, Row};

use super::support::{assert_close, counts, either, pairs};

fn elo95(sample: &Sample) -> Estimate {
    elo(sample, Confidence::P95).expect("there are trials")
}

/// Compares what a row has with what is computed; the tolerance is half a unit of the last digit printed, and some rounding.
fn compare(row: &Row, column: &str, found: Option<f64>, tolerance: f64) {
    if let Some(wanted) = row.optional_number(column) {
        let found = found.unwrap_or_else(|| panic!("{}: no {column}", row.place()));
        assert_close(&format!("{} {column}", row.place()), found, wanted, tolerance);
    }
}

#[test]
fn figures_that_fastchess_publishes() {
    let fixture = Fixture::load("stats/fastchess-elo.txt");
    for row in fixture.rows() {
        let sample = either(row);
        let (logistic, normalized) = (elo95(&sample), normalized_elo(&sample, Confidence::P95));
        compare(row, "score", sample.mean(), 0.000_51);
        compare(row, "elo", Some(logistic.value), 0.0051);
        compare(row, "error", logistic.error(), 0.0051);
        compare(row, "nelo", normalized.map(|nelo| nelo.value), 0.0051);
        compare(row, "nelo-error", normalized.and_then(|nelo| nelo.error()), 0.0051);
        compare(row, "los", likelihood_of_superiority(&sample).map(|los| los * 100.0), 0.0051);
    }
}

/// The columns that trinomial and pentanomial fixtures share.
fn compare_computed(row: &Row, sample: &Sample) {
    let (logistic, normalized) = (elo95(sample), normalized_elo(sample, Confidence::P95));
    compare(row, "f-score", sample.mean(), 1e-8);
    compare(row, "f-elo", Some(logistic.value), 1e-7);
    compare(row, "f-nelo", normalized.map(|nelo| nelo.value), 1e-7);
    compare(row, "f-nelo-error", normalized.and_then(|nelo| nelo.error()), 1e-7);
    // All trials alike: there we differ, and say so below.
    if normalized.is_some() {
        compare(row, "f-error", logistic.error(), 1e-7);
        compare(row, "f-los", likelihood_of_superiority(sample).map(|los| los * 100.0), 0.0051);
    }
    if sample.counts().iter().all(|&count| count > 0) {
        compare(row, "t-elo", Some(logistic.value), 1e-7);
        compare(row, "t-error", logistic.error(), 1e-7);
        compare(row, "t-los", likelihood_of_superiority(sample), 1e-9);
    }
}

#[test]
fn figures_that_fastchess_and_fishtest_compute_for_games() {
    let fixture = Fixture::load("stats/elo-trinomial.txt");
    for row in fixture.rows() {
        let counts = counts(row, ["wins", "draws", "losses"]);
        compare_computed(row, &counts.sample());
        compare(row, "f-draws", counts.draw_ratio().map(|ratio| ratio * 100.0), 1e-7);
    }
}

#[test]
fn figures_that_fastchess_and_fishtest_compute_for_pairs() {
    let fixture = Fixture::load("stats/elo-pentanomial.txt");
    for row in fixture.rows() {
        let pairs = pairs(row);
        compare_computed(row, &pairs.sample());
        compare(row, "f-draws", pairs.draw_ratio().map(|ratio| ratio * 100.0), 1e-7);
        compare(row, "f-pairs", pairs.pairs_ratio().filter(|ratio| ratio.is_finite()), 1e-7);
    }
}

#[test]
fn no_trial_has_no_figure() {
    for sample in [Counts::default().sample(), Pentanomial::default().sample()] {
        assert_eq!(elo(&sample, Confidence::P95), None);
        assert_eq!(normalized_elo(&sample, Confidence::P95), None);
        assert_eq!(likelihood_of_superiority(&sample), None);
    }
}

#[test]
fn all_points_are_an_infinite_value_with_one_finite_end() {
    for (sample, trials) in [(Counts::new(10, 0, 0).sample(), 10), (Sample::of_pairs([0, 0, 0, 0, 10]), 10)] {
        let Estimate { value, interval } = elo95(&sample);
        assert_eq!((value, interval.high), (f64::INFINITY, f64::INFINITY));
        // Wilson's lower end for n of n: n / (n + z^2).
        let low = f64::from(trials) / (f64::from(trials) + Confidence::P95.deviations().powi(2));
        assert_close("lower end", interval.low, score_to_elo(low), 1e-9);
        assert_eq!(elo95(&sample).error(), None);
        assert_eq!(normalized_elo(&sample, Confidence::P95), None);
        assert_close("superiority", likelihood_of_superiority(&sample).unwrap(), 1.0 - 0.5_f64.powi(11), 1e-12);
    }
    let lost = elo95(&Counts::new(0, 0, 10).sample());
    assert_eq!((lost.value, lost.interval.low), (f64::NEG_INFINITY, f64::NEG_INFINITY));
    assert!(lost.interval.high.is_finite() && lost.interval.high < 0.0);
}

#[test]
fn equal_results_leave_doubt() {
    let drawn = Counts::new(0, 10, 0).sample();
    let Estimate { value, interval } = elo95(&drawn);
    assert!(value.to_bits() == 0, "{value} is 0 and not -0");
    assert!(interval.low < -50.0 && interval.high > 50.0, "ten draws prove little: {interval:?}");
    assert_eq!(likelihood_of_superiority(&drawn), Some(0.5));
    let one = Sample::of_pairs([0, 0, 0, 1, 0]);
    assert_close("one pair", elo95(&one).value, score_to_elo(0.75), 1e-12);
    assert!(elo95(&one).interval.low < 0.0, "one pair proves nothing");
    assert_eq!(likelihood_of_superiority(&one), Some(0.75));
}

#[test]
fn an_end_beyond_all_points_is_infinite() {
    let Estimate { value, interval } = elo95(&Counts::new(9, 0, 1).sample());
    assert!(value.is_finite() && interval.low.is_finite());
    assert_eq!(interval.high.to_bits(), f64::INFINITY.to_bits());
}

#[test]
fn an_even_opening_makes_pairs_and_games_agree() {
    // 16 pairs of independent games, half of them won: the pairs' distribution is the square of the games'.
    let (games, pairs) = (Counts::new(16, 0, 16).sample(), Sample::of_pairs([4, 0, 8, 0, 4]));
    let (a, b) = (normalized_elo(&games, Confidence::P95), normalized_elo(&pairs, Confidence::P95));
    assert_eq!((a, elo(&games, Confidence::P95)), (b, elo(&pairs, Confidence::P95)));
}

/// Any games, few or many.
pub(super) fn any_counts() -> impl Strategy<Value = Counts> {
    let count = || prop_oneof![Just(0), 0..20_u64, 0..100_000_u64];
    (count(), count(), count()).prop_map(|(wins, draws, losses)| Counts { wins, draws, losses })
}

/// Any pairs, few or many.
pub(super) fn any_pairs() -> impl Strategy<Value = Pentanomial> {
    prop::array::uniform6(prop_oneof![Just(0), 0..20_u64, 0..100_000_u64])
        .prop_map(|[ll, ld, wl, dd, wd, ww]| Pentanomial { ll, ld, wl, dd, wd, ww })
}

fn any_sample() -> impl Strategy<Value = (Sample, Sample)> {
    prop_oneof![
        any_counts().prop_map(|counts| (counts.sample(), counts.reversed().sample())),
        any_pairs().prop_map(|pairs| (pairs.sample(), pairs.reversed().sample())),
    ]
}

fn assert_mirrored(a: Option<Estimate>, b: Option<Estimate>) {
    let (Some(a), Some(b)) = (a, b) else {
        assert_eq!(a, b);
        return;
    };
    let mirrored =
        |a: f64, b: f64| a.is_infinite() && a.to_bits() == (-b).to_bits() || (a + b).abs() <= 1e-9 * a.abs().max(1.0);
    assert!(mirrored(a.value, b.value), "{a:?} {b:?}");
    assert!(mirrored(a.interval.low, b.interval.high) && mirrored(a.interval.high, b.interval.low), "{a:?} {b:?}");
}

proptest! {
    #[test]
    fn the_opponent_sees_the_opposite((sample, reversed) in any_sample()) {
        assert_mirrored(elo(&sample, Confidence::P95), elo(&reversed, Confidence::P95));
        assert_mirrored(normalized_elo(&sample, Confidence::P95), normalized_elo(&reversed, Confidence::P95));
        if let (Some(a), Some(b)) = (likelihood_of_superiority(&sample), likelihood_of_superiority(&reversed)) {
            assert_close("superiority", a + b, 1.0, 1e-9);
        }
    }

    #[test]
    fn nothing_is_nan_and_the_value_lies_within((sample, _) in any_sample()) {
        for estimate in [elo(&sample, Confidence::P95), normalized_elo(&sample, Confidence::P95)].into_iter().flatten() {
            prop_assert!(!estimate.value.is_nan());
            prop_assert!(estimate.interval.low <= estimate.value && estimate.value <= estimate.interval.high);
            prop_assert!(estimate.error().is_none_or(|error| error >= 0.0));
        }
        prop_assert!(likelihood_of_superiority(&sample).is_none_or(|los| (0.0..=1.0).contains(&los)));
    }

    #[test]
    fn a_win_more_is_never_worse(counts in any_counts().prop_filter("a game", |counts| counts.games() > 0)) {
        let more = Counts { wins: counts.wins + 1, ..counts };
        prop_assert!(elo95(&more.sample()).value >= elo95(&counts.sample()).value);
    }

    #[test]
    fn more_of_the_same_is_surer(counts in any_counts().prop_filter("two kinds", |counts| counts.wins > 0 && counts.losses > 0)) {
        let Counts { wins, draws, losses } = counts;
        let fourfold = Counts { wins: 4 * wins, draws: 4 * draws, losses: 4 * losses };
        let error = |counts: Counts| normalized_elo(&counts.sample(), Confidence::P95).and_then(|nelo| nelo.error()).unwrap();
        assert_close("half the error", error(fourfold), error(counts) / 2.0, 1e-9);
    }

    #[test]
    fn elo_and_score_are_inverse(elo in -2000.0..2000.0_f64) {
        assert_close("there and back", score_to_elo(elo_to_score(elo)), elo, 1e-6);
    }

    #[test]
    fn more_elo_is_more_score(a in -3000.0..3000.0_f64, more in 0.001..500.0_f64) {
        prop_assert!(elo_to_score(a + more) > elo_to_score(a));
        assert_close("both sides", elo_to_score(a) + elo_to_score(-a), 1.0, 1e-12);
    }
}

#[test]
fn known_scores() {
    assert_eq!((score_to_elo(0.5), elo_to_score(0.0)), (0.0, 0.5));
    assert_close("ten to one", score_to_elo(10.0 / 11.0), 400.0, 1e-12);
    assert_eq!((score_to_elo(1.5), score_to_elo(-0.5)), (f64::INFINITY, f64::NEG_INFINITY));
    assert_eq!((elo_to_score(f64::INFINITY), elo_to_score(f64::NEG_INFINITY)), (1.0, 0.0));
}
