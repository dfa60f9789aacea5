//! MTD(f): the value of the root by null-window searches alone, each around the bound that the previous one returned.
//!
//! Plaat, Schaeffer, Pijls and de Bruin, "Best-First Fixed-Depth Minimax Algorithms", 1996;
//! <https://people.csail.mit.edu/plaat/mtdf.html>. MTD(f) depends on the transposition table, which keeps the results of the earlier
//! windows. The nodes below the root, the table and the switches are those of [`pvs`](super).

use zermelo_core::{Score, Searchable};

use super::{Method, PvsAgent, PvsOptions};
use crate::budget::InterruptedError;

/// A player that searches by MTD(f).
pub fn agent<G: Searchable, E>(options: PvsOptions, evaluator: E) -> PvsAgent<G, E> {
    PvsAgent::new(PvsOptions { method: Method::Mtdf, ..options }, evaluator)
}

/// Converges on the value from a first guess. `search(beta)` is a null-window search: a result of at least `beta` is a
/// lower bound, a smaller result an upper bound.
pub(crate) fn converge(
    guess: Score,
    mut search: impl FnMut(Score) -> Result<Score, InterruptedError>,
) -> Result<Score, InterruptedError> {
    let (mut low, mut high) = (Score::MIN, Score::MAX);
    let mut value = guess;
    while low < high {
        let beta = if value == low { value.above() } else { value };
        value = search(beta)?;
        if value >= beta {
            low = value;
        } else {
            high = value;
        }
    }
    Ok(value)
}

#[cfg(test)]
mod tests {
    use zermelo_core::Ply;

    use super::*;

    #[test]
    fn mtdf_converges_from_every_guess() {
        let all =
            [Score::loss_in(Ply(4)), Score::estimate(-30), Score::DRAW, Score::estimate(1), Score::win_in(Ply(5))];
        for truth in all {
            for guess in all {
                // A fail-hard search: it tells only on which side of the window the value is.
                let mut windows = 0;
                let narrow = |beta: Score| {
                    windows += 1;
                    Ok(if truth >= beta { truth } else { beta.below().max(truth) })
                };
                assert_eq!(converge(guess, narrow), Ok(truth));
                assert!(windows < 2_100_000);
                // A fail-soft search that always returns the exact value.
                let mut windows = 0;
                let value = converge(guess, |_| {
                    windows += 1;
                    Ok(truth)
                });
                assert_eq!((value, windows), (Ok(truth), 2), "{guess} to {truth}");
            }
        }
    }
}
