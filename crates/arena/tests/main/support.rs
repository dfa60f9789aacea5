//! What several tests need.

use zermelo_arena::stats::{Counts, PairOutcome, Pentanomial, Sample, TrialCounts};
use zermelo_core::Wdl;
use zermelo_search::Rng;
use zermelo_testkit::fixture::Row;

/// Fails unless two numbers lie within a tolerance of each other, taken relative to numbers above 1.
#[track_caller]
pub fn assert_close(place: &str, found: f64, wanted: f64, tolerance: f64) {
    let allowed = tolerance * wanted.abs().max(1.0);
    assert!((found - wanted).abs() <= allowed, "{place}: {found} instead of {wanted}, off by more than {allowed}");
}

/// The counts of games of a row.
pub fn counts(row: &Row, columns: [&str; 3]) -> Counts {
    let [wins, draws, losses] = columns.map(|column| row.number(column));
    Counts { wins, draws, losses }
}

/// The counts of pairs of a row.
pub fn pairs(row: &Row) -> Pentanomial {
    let [ll, ld, wl, dd, wd, ww] = ["ll", "ld", "wl", "dd", "wd", "ww"].map(|column| row.number(column));
    Pentanomial { ll, ld, wl, dd, wd, ww }
}

/// The sample of a row that has either games in `w`, `d`, `l` or pairs.
pub fn either(row: &Row) -> Sample {
    if row.optional("w").is_some() { counts(row, ["w", "d", "l"]).sample() } else { pairs(row).sample() }
}

/// One of the results by their weights, which sum to 1.
pub fn draw<T: Copy>(rng: &mut Rng, weights: &[(f64, T)]) -> T {
    let mut left = rng.chance();
    for &(weight, result) in weights {
        if left < weight {
            return result;
        }
        left -= weight;
    }
    weights.last().expect("something to draw from").1
}

/// All six kinds of pairs, in the order of the fields of `Pentanomial`.
pub const PAIRS: [PairOutcome; 6] = [
    PairOutcome(Wdl::Loss, Wdl::Loss),
    PairOutcome(Wdl::Loss, Wdl::Draw),
    PairOutcome(Wdl::Win, Wdl::Loss),
    PairOutcome(Wdl::Draw, Wdl::Draw),
    PairOutcome(Wdl::Draw, Wdl::Win),
    PairOutcome(Wdl::Win, Wdl::Win),
];
