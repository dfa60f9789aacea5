use zermelo_arena::stats::{Counts, EloModel, Hypotheses, OrderedSprt, PairOutcome, Pentanomial, Sprt, SprtVerdict};
use zermelo_core::Wdl;
use zermelo_search::Rng;

use super::support::{PAIRS, assert_close, draw};

fn usual() -> Hypotheses {
    Hypotheses::new(EloModel::Normalized, 0.0, 30.0).unwrap()
}

#[test]
fn bounds_of_wald() {
    let hypotheses = usual();
    assert_close("lower", hypotheses.lower_bound(), -(19.0_f64.ln()), 1e-12);
    assert_close("upper", hypotheses.upper_bound(), 19.0_f64.ln(), 1e-12);
    let skew = hypotheses.with_errors(0.1, 0.2).unwrap();
    assert_close("lower", skew.lower_bound(), (0.2_f64 / 0.9).ln(), 1e-12);
    assert_close("upper", skew.upper_bound(), 8.0_f64.ln(), 1e-12);
    assert_eq!(skew.verdict(skew.lower_bound()), SprtVerdict::H0);
    assert_eq!(skew.verdict(skew.upper_bound()), SprtVerdict::H1);
    assert_eq!(skew.verdict(0.0), SprtVerdict::Continue);
}

#[test]
fn impossible_hypotheses_are_refused() {
    for (elo0, elo1) in [(5.0, 5.0), (5.0, 0.0), (f64::NAN, 1.0), (0.0, f64::INFINITY), (-1001.0, 0.0)] {
        let error = Hypotheses::new(EloModel::Logistic, elo0, elo1).unwrap_err().to_string();
        assert!(error.contains("elo0 is the smaller one"), "{error}");
    }
    for (alpha, beta) in [(0.0, 0.05), (0.05, 0.0), (0.5, 0.5), (f64::NAN, 0.05), (0.05, 1.0), (-0.1, 0.1)] {
        let error = usual().with_errors(alpha, beta).unwrap_err().to_string();
        assert!(error.contains("less than 1"), "{error}");
    }
}

#[test]
fn a_one_sided_match_is_decided_and_stays_so() {
    for (result, verdict) in [(Wdl::Win, SprtVerdict::H1), (Wdl::Loss, SprtVerdict::H0)] {
        let mut sprt: Sprt = Sprt::new(usual());
        let pairs = (1..10_000).find(|_| sprt.add(PairOutcome(result, result)) != SprtVerdict::Continue).unwrap();
        assert_eq!((sprt.verdict(), sprt.tally().pairs()), (verdict, pairs));
        let decided = sprt.clone();
        for _ in 0..100 {
            assert_eq!(sprt.add(PairOutcome(result.reversed(), result.reversed())), verdict);
        }
        assert_eq!(sprt, decided, "nothing counts after the decision");
    }
}

#[test]
fn single_games_are_tested_too() {
    let mut sprt: Sprt<Counts> = Sprt::new(Hypotheses::new(EloModel::Logistic, -20.0, 20.0).unwrap());
    assert_eq!((sprt.ratio(), sprt.verdict()), (0.0, SprtVerdict::Continue));
    let mut wins = 0;
    while sprt.add(Wdl::Win) == SprtVerdict::Continue {
        wins += 1;
    }
    assert_eq!((sprt.verdict(), *sprt.tally()), (SprtVerdict::H1, Counts::new(wins + 1, 0, 0)));
}

/// Pairs of a player that is a little better.
fn some_pairs(seed: u64, count: usize) -> Vec<PairOutcome> {
    let weights = [0.04, 0.2, 0.11, 0.35, 0.24, 0.06];
    let weights: Vec<_> = weights.into_iter().zip(PAIRS).collect();
    let mut rng = Rng::new(seed);
    (0..count).map(|_| draw(&mut rng, &weights)).collect()
}

#[test]
fn the_order_of_arrival_changes_nothing() {
    let mut decided = 0;
    for seed in 0..40 {
        let pairs = some_pairs(seed, 1200);
        let mut plain: Sprt = Sprt::new(usual());
        let by = pairs.iter().position(|&pair| plain.add(pair) != SprtVerdict::Continue);
        decided += usize::from(by.is_some());
        for width in [1, 8, 1200] {
            let mut ordered: OrderedSprt = OrderedSprt::new(usual());
            let mut ids: Vec<usize> = (0..pairs.len()).collect();
            let mut rng = Rng::new(seed);
            ids.chunks_mut(width).for_each(|chunk| rng.shuffle(chunk));
            for id in ids {
                ordered.add(id as u64, pairs[id]).unwrap();
                assert!(ordered.waiting() <= width);
            }
            assert_eq!(ordered.sprt(), &plain, "seed {seed}");
            assert_eq!(ordered.decided_by(), by.map(|by| by as u64));
        }
    }
    assert!(decided > 20, "only {decided} of 40 matches were decided: the test compares little");
}

#[test]
fn a_pair_that_will_not_come_holds_nothing_up() {
    let mut sprt: OrderedSprt = OrderedSprt::new(usual());
    for id in (0..5).chain(6..10) {
        sprt.add(id, PairOutcome(Wdl::Win, Wdl::Draw)).unwrap();
    }
    assert_eq!((sprt.sprt().tally().pairs(), sprt.waiting()), (5, 4));
    sprt.skip(5).unwrap();
    assert_eq!(*sprt.sprt().tally(), Pentanomial { wd: 9, ..Pentanomial::default() });
    assert_eq!(sprt.waiting(), 0);
}

#[test]
fn a_number_has_one_result() {
    let mut sprt: OrderedSprt = OrderedSprt::new(usual());
    let pair = PairOutcome(Wdl::Draw, Wdl::Draw);
    sprt.add(0, pair).unwrap();
    sprt.add(7, pair).unwrap();
    for id in [0, 7] {
        assert_eq!(
            sprt.add(id, pair).unwrap_err().to_string(),
            format!("number {id} occurred before; each has one result")
        );
        assert!(sprt.skip(id).is_err());
    }
    assert_eq!(sprt.sprt().tally().pairs(), 1);
}
