//! How often a test errs when the truth is known.

use zermelo_arena::stats::{
    Confidence, Counts, EloModel, Hypotheses, PairOutcome, Pentanomial, Sample, Sprt, SprtVerdict, TrialCounts,
    normalized_elo, score_to_elo,
};
use zermelo_core::Wdl;
use zermelo_search::Rng;

use super::support::{PAIRS, draw};

const MATCHES: u32 = 1000;

/// The probabilities of the six kinds of pairs, in ten thousandths.
struct Truth([u64; 6]);

impl Truth {
    /// The true Elo of the player.
    fn elo(&self, model: EloModel) -> f64 {
        let [ll, ld, wl, dd, wd, ww] = self.0;
        let pairs = Pentanomial { ll, ld, wl, dd, wd, ww };
        match model {
            EloModel::Logistic => score_to_elo(pairs.score().unwrap()),
            EloModel::Normalized => normalized_elo(&pairs.sample(), Confidence::P95).unwrap().value,
        }
    }

    fn weights(&self) -> Vec<(f64, PairOutcome)> {
        let sum: u64 = self.0.iter().sum();
        self.0.iter().map(|&weight| weight as f64 / sum as f64).zip(PAIRS).collect()
    }
}

/// The share of matches that accept H1, and of those that end undecided.
fn accepted<T: TrialCounts>(hypotheses: Hypotheses, weights: &[(f64, T::Result)], seed: u64) -> (f64, f64) {
    const LONGEST: usize = 20_000;
    let mut rng = Rng::new(seed);
    let (mut h1, mut open) = (0, 0);
    for _ in 0..MATCHES {
        let mut sprt: Sprt<T> = Sprt::new(hypotheses);
        let mut results = (0..LONGEST).map(|_| sprt.add(draw(&mut rng, weights)));
        match results.find(|verdict| *verdict != SprtVerdict::Continue) {
            Some(SprtVerdict::H1) => h1 += 1,
            Some(_) => {}
            None => open += 1,
        }
    }
    (f64::from(h1) / f64::from(MATCHES), f64::from(open) / f64::from(MATCHES))
}

/// The share of 1000 matches may exceed the chance by three standard errors. It must not be far below it either: then the test
/// would play longer than it needs to.
fn assert_errs_as_it_says(errors: f64, chance: f64) {
    let three = 3.0 * (chance * (1.0 - chance) / f64::from(MATCHES)).sqrt();
    assert!(errors <= chance + three, "errs in {errors} of the matches, {chance} was asked for");
    assert!(errors >= chance / 3.0, "errs in {errors} of the matches: the bounds are too wide for {chance}");
}

fn check_pairs(model: EloModel, truth: &Truth, width: f64, seed: u64) {
    let (elo, weights) = (truth.elo(model), truth.weights());
    let test = |elo0, elo1| Hypotheses::new(model, elo0, elo1).unwrap().with_errors(0.05, 0.1).unwrap();
    let (wrong, open) = accepted::<Pentanomial>(test(elo, elo + width), &weights, seed);
    assert_errs_as_it_says(wrong, 0.05);
    assert!(open <= 0.0, "{open} of the matches did not end");
    let (right, open) = accepted::<Pentanomial>(test(elo - width, elo), &weights, seed + 1);
    assert_errs_as_it_says(1.0 - right, 0.1);
    assert!(open <= 0.0, "{open} of the matches did not end");
}

#[test]
fn pairs_by_normalised_elo() {
    check_pairs(EloModel::Normalized, &Truth([400, 2000, 1100, 3500, 2400, 600]), 40.0, 11);
}

#[test]
fn even_pairs_by_normalised_elo() {
    let truth = Truth([500, 2000, 1000, 4000, 2000, 500]);
    assert!(truth.elo(EloModel::Normalized).abs() < 1e-9);
    check_pairs(EloModel::Normalized, &truth, 40.0, 12);
}

#[test]
fn pairs_by_logistic_elo() {
    check_pairs(EloModel::Logistic, &Truth([400, 2000, 1100, 3500, 2400, 600]), 25.0, 13);
}

#[test]
fn games_by_logistic_elo() {
    let weights = [(0.3, Wdl::Win), (0.4, Wdl::Draw), (0.3, Wdl::Loss)];
    let test = |elo0, elo1| Hypotheses::new(EloModel::Logistic, elo0, elo1).unwrap().with_errors(0.05, 0.1).unwrap();
    assert_errs_as_it_says(accepted::<Counts>(test(0.0, 30.0), &weights, 14).0, 0.05);
    assert_errs_as_it_says(1.0 - accepted::<Counts>(test(-30.0, 0.0), &weights, 15).0, 0.1);
}

/// Openings that one side wins make the two games of a pair cancel out. Single games don't see that: they take much longer.
#[test]
fn pairs_decide_sooner_where_openings_are_biased() {
    let weights = Truth([100, 500, 6000, 1800, 1300, 300]).weights();
    let hypotheses = Hypotheses::new(EloModel::Logistic, 0.0, 15.0).unwrap();
    let (mut pairs, mut games) = (0, 0);
    for seed in 0..100 {
        let mut rng = Rng::new(seed);
        let mut by_pairs: Sprt<Pentanomial> = Sprt::new(hypotheses);
        let mut by_games: Sprt<Counts> = Sprt::new(hypotheses);
        while by_games.verdict() == SprtVerdict::Continue || by_pairs.verdict() == SprtVerdict::Continue {
            let pair = draw(&mut rng, &weights);
            by_pairs.add(pair);
            by_games.add(pair.0);
            by_games.add(pair.1);
        }
        pairs += 2 * sample_of(&by_pairs).trials();
        games += sample_of(&by_games).trials();
    }
    assert!(games > 2 * pairs, "{pairs} games in pairs, {games} alone");
}

fn sample_of<T: TrialCounts>(sprt: &Sprt<T>) -> Sample {
    sprt.tally().sample()
}
