//! The two hypotheses that a test compares.

/// The Elo model of the hypotheses.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum EloModel {
    /// Logistic Elo: a hypothesis is an expected score.
    Logistic,
    /// Normalised Elo: a hypothesis is an expected score in standard deviations of a game. The number of games that a test takes
    /// then does not depend on the share of draws.
    #[default]
    Normalized,
}

/// Two hypotheses and the error probabilities.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Hypotheses {
    model: EloModel,
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
}

/// Hypotheses that can't be tested.
#[derive(Clone, Copy, PartialEq, Debug, thiserror::Error)]
pub enum HypothesesError {
    /// Elo out of range, or in the wrong order.
    #[error("elo0 = {elo0}, elo1 = {elo1}: elo0 is the smaller one, and both lie from -{MAX_ELO} to {MAX_ELO}")]
    Elo {
        /// What was given for H0.
        elo0: f64,
        /// What was given for H1.
        elo1: f64,
    },
    /// An invalid error probability.
    #[error(
        "alpha = {alpha}, beta = {beta}: each is more than 0, and their sum is less than 1; 0.05 and 0.05 are usual"
    )]
    Chance {
        /// What was given for the chance to accept H1 wrongly.
        alpha: f64,
        /// What was given for the chance to accept H0 wrongly.
        beta: f64,
    },
}

/// The largest Elo of a hypothesis.
pub(super) const MAX_ELO: f64 = 1000.0;

impl Hypotheses {
    /// H0: the difference is `elo0`. H1: it is `elo1`. The error probabilities are 5 % each.
    pub fn new(model: EloModel, elo0: f64, elo1: f64) -> Result<Self, HypothesesError> {
        let fits = |elo: f64| elo.abs() <= MAX_ELO;
        if elo0 < elo1 && fits(elo0) && fits(elo1) {
            Ok(Self { model, elo0, elo1, alpha: 0.05, beta: 0.05 })
        } else {
            Err(HypothesesError::Elo { elo0, elo1 })
        }
    }

    /// Sets the error probabilities: `alpha` of accepting H1 when H0 is true, `beta` of accepting H0 when H1 is true.
    pub fn with_errors(self, alpha: f64, beta: f64) -> Result<Self, HypothesesError> {
        if alpha > 0.0 && beta > 0.0 && alpha + beta < 1.0 {
            Ok(Self { alpha, beta, ..self })
        } else {
            Err(HypothesesError::Chance { alpha, beta })
        }
    }

    /// The Elo model.
    pub fn model(&self) -> EloModel {
        self.model
    }

    /// The Elo difference under H0.
    pub fn elo0(&self) -> f64 {
        self.elo0
    }

    /// The Elo difference under H1.
    pub fn elo1(&self) -> f64 {
        self.elo1
    }

    /// At or below this log-likelihood ratio H0 is accepted. Negative.
    pub fn lower_bound(&self) -> f64 {
        (self.beta / (1.0 - self.alpha)).ln()
    }

    /// At or above this log-likelihood ratio H1 is accepted. Positive.
    pub fn upper_bound(&self) -> f64 {
        ((1.0 - self.beta) / self.alpha).ln()
    }

    /// The verdict for a log-likelihood ratio.
    pub fn verdict(&self, ratio: f64) -> SprtVerdict {
        if ratio >= self.upper_bound() {
            SprtVerdict::H1
        } else if ratio <= self.lower_bound() {
            SprtVerdict::H0
        } else {
            SprtVerdict::Continue
        }
    }
}

/// The state of a test.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum SprtVerdict {
    /// Not decided yet.
    #[default]
    Continue,
    /// H0 is accepted.
    H0,
    /// H1 is accepted.
    H1,
}
