//! How sure it is that a player is the better one.

use statrs::distribution::{ContinuousCDF, Normal};

use super::Sample;

/// The likelihood that the true score is above 1/2, from 0 to 1; `None` without a trial.
///
/// The normal distribution around the observed score, with the observed variance, as fastchess and fishtest compute it. Where
/// all trials ended alike there is no variance: then it is the chance that a coin which fell `n` times on this side favours it,
/// `1 - 2^-(n+1)` (Laplace), and 1/2 where all trials were even.
pub fn likelihood_of_superiority(sample: &Sample) -> Option<f64> {
    let (lead, variance) = (sample.mean()? - 0.5, sample.variance_of_mean()?);
    if variance > 0.0 {
        return Some(Normal::standard().cdf(lead / variance.sqrt()));
    }
    let doubt = (-(sample.total() + 1.0)).exp2();
    Some(if lead > 0.0 {
        1.0 - doubt
    } else if lead < 0.0 {
        doubt
    } else {
        0.5
    })
}
