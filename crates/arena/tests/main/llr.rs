use proptest::prelude::*;
use zermelo_arena::stats::{EloModel, Hypotheses, Sample, TrialCounts, log_likelihood_ratio};
use zermelo_testkit::fixture::{Fixture, Row};

use super::elo::{any_counts, any_pairs};
use super::support::{assert_close, counts, either, pairs};

fn hypotheses(row: &Row) -> Hypotheses {
    let model = match row.text("model") {
        "logistic" => EloModel::Logistic,
        "normalized" => EloModel::Normalized,
        other => panic!("{}: model {other}", row.place()),
    };
    Hypotheses::new(model, row.number("elo0"), row.number("elo1")).unwrap()
}

#[test]
fn ratios_that_fastchess_publishes() {
    let fixture = Fixture::load("stats/fastchess-sprt.txt");
    for row in fixture.rows() {
        let found = log_likelihood_ratio(&either(row), &hypotheses(row));
        assert_close(row.place(), found, row.number("llr"), 0.0051);
    }
}

fn compare(row: &Row, sample: &Sample) {
    let found = log_likelihood_ratio(sample, &hypotheses(row));
    if let Some(wanted) = row.optional_number("t-llr") {
        // fishtest stops after ten steps, which is not always the end.
        assert_close(row.place(), found, wanted, 2e-5);
    }
    assert_close(row.place(), found, row.number("f-llr"), 5e-3);
}

#[test]
fn ratios_that_fishtest_and_fastchess_compute_for_games() {
    let fixture = Fixture::load("stats/sprt-trinomial.txt");
    for row in fixture.rows() {
        compare(row, &counts(row, ["wins", "draws", "losses"]).sample());
    }
}

#[test]
fn ratios_that_fishtest_and_fastchess_compute_for_pairs() {
    let fixture = Fixture::load("stats/sprt-pentanomial.txt");
    for row in fixture.rows() {
        compare(row, &pairs(row).sample());
    }
}

#[test]
fn hypotheses_far_from_the_results_get_the_approximate_ratio() {
    let fixture = Fixture::load("stats/sprt-far.txt");
    for row in fixture.rows() {
        let counts: Vec<u64> = row.text("counts").split(' ').map(|count| count.parse().unwrap()).collect();
        let sample = match counts[..] {
            [losses, draws, wins] => Sample::of_games([losses, draws, wins]),
            [ll, ld, even, wd, ww] => Sample::of_pairs([ll, ld, even, wd, ww]),
            _ => panic!("{}: three or five counts", row.place()),
        };
        let hypotheses = Hypotheses::new(EloModel::Normalized, row.number("elo0"), row.number("elo1")).unwrap();
        assert_close(row.place(), log_likelihood_ratio(&sample, &hypotheses), row.number("llr"), 1e-7);
    }
}

#[test]
fn no_trial_says_nothing() {
    for model in [EloModel::Logistic, EloModel::Normalized] {
        let hypotheses = Hypotheses::new(model, 0.0, 5.0).unwrap();
        assert_eq!(log_likelihood_ratio(&Sample::of_pairs([0; 5]), &hypotheses).to_bits(), 0);
        assert_eq!(log_likelihood_ratio(&Sample::of_games([0; 3]), &hypotheses).to_bits(), 0);
    }
}

fn any_hypotheses() -> impl Strategy<Value = Hypotheses> {
    let model = prop_oneof![Just(EloModel::Logistic), Just(EloModel::Normalized)];
    (model, -1000.0..999.0_f64, 0.1..300.0_f64)
        .prop_map(|(model, elo0, width)| Hypotheses::new(model, elo0, (elo0 + width).min(1000.0)).unwrap())
}

proptest! {
    #[test]
    fn the_ratio_is_finite(counts in any_counts(), pairs in any_pairs(), hypotheses in any_hypotheses()) {
        prop_assert!(log_likelihood_ratio(&counts.sample(), &hypotheses).is_finite());
        prop_assert!(log_likelihood_ratio(&pairs.sample(), &hypotheses).is_finite());
    }

    #[test]
    fn the_opponent_tests_the_opposite(pairs in any_pairs(), elo in 0.0..20.0_f64, width in 0.5..20.0_f64) {
        for model in [EloModel::Logistic, EloModel::Normalized] {
            let mine = Hypotheses::new(model, elo, elo + width).unwrap();
            let theirs = Hypotheses::new(model, -elo - width, -elo).unwrap();
            let (a, b) = (log_likelihood_ratio(&pairs.sample(), &mine), log_likelihood_ratio(&pairs.reversed().sample(), &theirs));
            prop_assert!((a + b).abs() <= 1e-6 * a.abs().max(1.0), "{a} {b}");
        }
    }

    #[test]
    fn results_halfway_decide_nothing(pairs in any_pairs(), width in 0.5..20.0_f64) {
        // The same counts from both sides, added up, are even.
        let mut even = pairs;
        even += pairs.reversed();
        for model in [EloModel::Logistic, EloModel::Normalized] {
            let ratio = log_likelihood_ratio(&even.sample(), &Hypotheses::new(model, -width, width).unwrap());
            prop_assert!(ratio.abs() <= 1e-6, "{ratio}");
        }
    }
}
