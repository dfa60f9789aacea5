use proptest::prelude::*;
use zermelo_arena::stats::{
    Confidence, Counts, Interval, PairOutcome, Pentanomial, Sample, TrialCounts, normal_interval, score_interval,
    wilson_interval,
};
use zermelo_core::Wdl;
use zermelo_search::Rng;

use super::elo::{any_counts, any_pairs};
use super::support::{PAIRS, assert_close, draw};

#[test]
fn results_are_counted_by_kind() {
    let mut counts = Counts::default();
    for result in [Wdl::Win, Wdl::Draw, Wdl::Loss, Wdl::Win] {
        TrialCounts::add(&mut counts, result);
    }
    assert_eq!(counts, Counts::new(2, 1, 1));
    assert_eq!((counts.games(), counts.points(), counts.score()), (4, 2.5, Some(0.625)));
    assert_eq!(counts.draw_ratio(), Some(0.25));
    assert_eq!(counts.reversed(), Counts::new(1, 1, 2));
}

#[test]
fn pairs_are_counted_by_kind_in_either_order() {
    let mut pairs = Pentanomial::default();
    for PairOutcome(a, b) in PAIRS {
        pairs.add(PairOutcome(a, b));
        pairs.add(PairOutcome(b, a));
    }
    assert_eq!(pairs, Pentanomial { ll: 2, ld: 2, wl: 2, dd: 2, wd: 2, ww: 2 });
    assert_eq!(pairs.sample().counts(), [2, 2, 4, 2, 2]);
    assert_eq!(pairs.counts(), Counts::new(8, 8, 8));
}

#[test]
fn ratios_say_infinite_and_undefined() {
    let ratios = |pairs: Pentanomial| (pairs.pairs_ratio(), pairs.decided_ratio(), pairs.draw_ratio());
    assert_eq!(ratios(Pentanomial::default()), (None, None, None));
    let won = Pentanomial { wd: 2, ww: 1, wl: 1, ..Pentanomial::default() };
    assert_eq!(ratios(won), (Some(f64::INFINITY), Some(f64::INFINITY), Some(0.25)));
    let mixed = Pentanomial { ll: 1, ld: 1, wl: 3, dd: 6, wd: 4, ww: 1 };
    assert_eq!(ratios(mixed), (Some(2.5), Some(0.5), Some(9.0 / 16.0)));
}

#[test]
fn counts_have_no_figure_without_a_game() {
    let none = Counts::default();
    assert_eq!((none.score(), none.draw_ratio(), Pentanomial::default().score()), (None, None, None));
    for interval in [normal_interval, wilson_interval, score_interval] {
        assert_eq!(interval(&none.sample(), Confidence::P95), None);
    }
}

#[test]
fn counts_saturate() {
    let most = Counts::new(u64::MAX, u64::MAX, u64::MAX);
    assert_eq!(most.games(), u64::MAX);
    assert_close("even", most.score().unwrap(), 0.5, 1e-12);
    let mut sum = most;
    sum += most;
    TrialCounts::add(&mut sum, Wdl::Win);
    assert_eq!(sum, most);
}

#[test]
fn names_of_counts_are_stable() {
    let text = serde_json::to_string(&Counts::new(3, 2, 1)).unwrap();
    assert_eq!(text, r#"{"wins":3,"draws":2,"losses":1}"#);
    let pairs = Pentanomial { ll: 1, ld: 2, wl: 3, dd: 4, wd: 5, ww: 6 };
    let text = serde_json::to_string(&pairs).unwrap();
    assert_eq!(text, r#"{"ll":1,"ld":2,"wl":3,"dd":4,"wd":5,"ww":6}"#);
    assert_eq!(serde_json::from_str::<Pentanomial>(&text).unwrap(), pairs);
}

#[test]
fn confidence_is_a_share() {
    assert_close("95 %", Confidence::P95.deviations(), 1.959_963_984_540_054, 1e-12);
    assert_close("half", Confidence::new(0.5).unwrap().deviations(), 0.674_489_750_196_081_7, 1e-12);
    for wrong in [0.0, 1.0, 95.0, -0.5, f64::NAN, f64::INFINITY] {
        let error = Confidence::new(wrong).unwrap_err().to_string();
        assert!(error.contains("0.95"), "{error}");
    }
}

#[test]
fn wilson_intervals_of_the_textbook() {
    // 5 of 10: the interval is 1/2 -+ z / (2 sqrt(n + z^2)).
    let z = Confidence::P95.deviations();
    let Interval { low, high } = wilson_interval(&Counts::new(5, 0, 5).sample(), Confidence::P95).unwrap();
    assert_close("low", low, 0.5 - z / (2.0 * (10.0 + z * z).sqrt()), 1e-12);
    assert_close("high", high, 0.5 + z / (2.0 * (10.0 + z * z).sqrt()), 1e-12);
    let all = wilson_interval(&Counts::new(4, 0, 0).sample(), Confidence::P95).unwrap();
    assert_eq!(all.high.to_bits(), 1.0_f64.to_bits());
    assert_close("all won", all.low, 4.0 / (4.0 + z * z), 1e-12);
}

/// The share of intervals that hold the truth, for matches of a length.
fn coverage(interval: fn(&Sample, Confidence) -> Option<Interval>, chances: [f64; 3], games: usize, seed: u64) -> f64 {
    const MATCHES: u32 = 4000;
    let [win, draws, loss] = chances;
    let (weights, truth) = ([(win, Wdl::Win), (draws, Wdl::Draw), (loss, Wdl::Loss)], win + draws / 2.0);
    let mut rng = Rng::new(seed);
    let held = (0..MATCHES).filter(|_| {
        let mut counts = Counts::default();
        (0..games).for_each(|_| TrialCounts::add(&mut counts, draw(&mut rng, &weights)));
        let Interval { low, high } = interval(&counts.sample(), Confidence::P95).expect("there are games");
        low <= truth && truth <= high
    });
    f64::from(held.count() as u32) / f64::from(MATCHES)
}

#[test]
fn intervals_hold_the_truth_as_often_as_they_say() {
    // Three standard errors of 4000 matches are 1 %; counts come in steps, which costs another.
    let normal = coverage(normal_interval, [0.4, 0.3, 0.3], 400, 7);
    assert!((0.93..=0.97).contains(&normal), "{normal}");
    let wilson = coverage(wilson_interval, [0.6, 0.0, 0.4], 400, 8);
    assert!((0.93..=0.97).contains(&wilson), "{wilson}");
    let wide = coverage(wilson_interval, [0.1, 0.8, 0.1], 400, 9);
    assert!(wide > 0.995, "with draws Wilson's is too wide: {wide}");
    let few = coverage(wilson_interval, [0.9, 0.0, 0.1], 12, 10);
    assert!(few > 0.92, "Wilson's is for few games: {few}");
}

proptest! {
    #[test]
    fn intervals_hold_the_score(counts in any_counts(), pairs in any_pairs()) {
        for sample in [counts.sample(), pairs.sample()] {
            let Some(score) = sample.mean() else { continue };
            for interval in [normal_interval, wilson_interval, score_interval] {
                let Interval { low, high } = interval(&sample, Confidence::P95).unwrap();
                prop_assert!(0.0 <= low && low <= score && score <= high && high <= 1.0, "{low} {score} {high}");
            }
        }
    }

    #[test]
    fn games_of_pairs_have_their_score(pairs in any_pairs()) {
        let (a, b) = (pairs.score(), pairs.counts().score());
        prop_assert_eq!(a.is_some(), b.is_some());
        if let (Some(a), Some(b)) = (a, b) {
            assert_close("score", a, b, 1e-12);
        }
        prop_assert_eq!(pairs.counts().games(), 2 * pairs.pairs());
        prop_assert_eq!(pairs.reversed().counts(), pairs.counts().reversed());
    }
}
