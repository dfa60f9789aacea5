//! MTD(f): the value of the root by null windows alone, each around the bound that the one before gave.
//!
//! Plaat, Schaeffer, Pijls and de Bruin, "Best-First Fixed-Depth Minimax Algorithms", 1996;
//! <https://people.csail.mit.edu/plaat/mtdf.html>. It lives by the table, which keeps what the windows before found. The nodes below
//! the root, the table and the switches are those of [`pvs`](super).

use zermelo_core::Score;

use crate::budget::Interrupted;

/// Narrows the value down from a first guess. `search` answers with a bound: at least `beta` says "the value is at least this", less
/// says "at most this".
pub(crate) fn converge(
    guess: Score,
    mut search: impl FnMut(Score) -> Result<Score, Interrupted>,
) -> Result<Score, Interrupted> {
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
    fn every_value_is_found_from_every_guess() {
        let all =
            [Score::loss_in(Ply(4)), Score::estimate(-30), Score::DRAW, Score::estimate(1), Score::win_in(Ply(5))];
        for truth in all {
            for guess in all {
                // A search that tells nothing but on which side of the window the value lies.
                let mut windows = 0;
                let narrow = |beta: Score| {
                    windows += 1;
                    Ok(if truth >= beta { truth } else { beta.below().max(truth) })
                };
                assert_eq!(converge(guess, narrow), Ok(truth));
                assert!(windows < 2_100_000);
                // One that tells the value.
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
