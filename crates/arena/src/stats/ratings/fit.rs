//! The most likely ratings, by Newton's method.

use std::f64::consts::LN_10;

use nalgebra::{DMatrix, DVector};

use super::super::Counts;
use super::options::{Advantage, ErrorBarMethod, RatingsOptions};

/// Elo in a unit of the logistic function.
pub(super) const LOGISTIC_SCALE: f64 = 400.0 / LN_10;

/// The games of two members with a given one of them first.
pub(super) struct PairingGames {
    pub(super) first: usize,
    pub(super) second: usize,
    /// As the first one sees them.
    pub(super) counts: Counts,
}

/// Fitted numbers and their covariance, in units of the logistic function: the ratings, then the advantage where it is fitted.
pub(super) struct RatingFit {
    pub(super) values: DVector<f64>,
    pub(super) covariance: DMatrix<f64>,
    players: usize,
}

/// The log-likelihood to be raised.
struct RatingProblem<'a> {
    players: usize,
    games: &'a [PairingGames],
    fitted: bool,
    /// In units of the logistic function; 0 where it is fitted.
    fixed: f64,
    prior: f64,
}

impl RatingFit {
    /// Raises the likelihood to its top; `None` when rounding is in the way. There has to be a top.
    pub(super) fn new(players: usize, games: &[PairingGames], options: &RatingsOptions) -> Option<Self> {
        let (fitted, fixed) = match options.advantage {
            Advantage::Fitted => (true, 0.0),
            Advantage::Fixed(elo) => (false, elo / LOGISTIC_SCALE),
        };
        let problem = RatingProblem { players, games, fitted, fixed, prior: options.prior };
        let values = problem.top()?;
        let inverse = problem.curvature(&values).cholesky()?.inverse();
        let covariance = match options.errors {
            ErrorBarMethod::SprtModel => inverse,
            ErrorBarMethod::Observed => &inverse * problem.scatter(&values) * &inverse,
        };
        Some(Self { values, covariance, players })
    }

    /// Measures the ratings from one player, or from the mean of all.
    pub(super) fn anchor(&mut self, player: Option<usize>) {
        let size = self.values.len();
        let mut shift = DMatrix::identity(size, size);
        for row in 0..self.players {
            match player {
                Some(player) => shift[(row, player)] -= 1.0,
                None => (0..self.players).for_each(|column| shift[(row, column)] -= 1.0 / self.players as f64),
            }
        }
        self.values = &shift * &self.values;
        self.covariance = &shift * &self.covariance * shift.transpose();
    }
}

impl RatingProblem<'_> {
    /// Newton's steps from equal ratings, shortened until the likelihood does not fall. It is concave, so this ends at the top.
    fn top(&self) -> Option<DVector<f64>> {
        const STEPS: usize = 500;
        const STILL: f64 = 1e-11;
        /// No player moves further in one step: far out the curvature is too small to be believed.
        const LONGEST: f64 = 3.0;
        let mut values = DVector::zeros(self.players + usize::from(self.fitted));
        let mut height = self.likelihood(&values);
        for _ in 0..STEPS {
            let mut step = self.curvature(&values).cholesky()?.solve(&self.slope(&values));
            let length = step.amax();
            if length < STILL {
                return Some(values);
            }
            step *= (LONGEST / length).min(1.0);
            let (next, reached) = self.uphill(&values, step, height)?;
            values = next;
            height = reached;
        }
        None
    }

    /// The first point of a halved step that is not lower than where it starts, but for rounding.
    fn uphill(&self, from: &DVector<f64>, mut step: DVector<f64>, height: f64) -> Option<(DVector<f64>, f64)> {
        const HALVINGS: usize = 60;
        let slack = height.abs() * 1e-13;
        for _ in 0..HALVINGS {
            let next = from + &step;
            let reached = self.likelihood(&next);
            if reached >= height - slack {
                return Some((next, reached));
            }
            step /= 2.0;
        }
        None
    }

    /// How far the first player is ahead in a game.
    fn lead(&self, values: &DVector<f64>, game: &PairingGames) -> f64 {
        values[game.first] - values[game.second] + self.advantage(values)
    }

    fn advantage(&self, values: &DVector<f64>) -> f64 {
        if self.fitted { values[self.players] } else { self.fixed }
    }

    fn likelihood(&self, values: &DVector<f64>) -> f64 {
        let of = |points: f64, lost: f64, lead: f64| -(points * softplus(-lead) + lost * softplus(lead));
        let games: f64 = self
            .games
            .iter()
            .map(|game| of(game.counts.points(), game.counts.reversed().points(), self.lead(values, game)))
            .sum();
        let half = self.prior / 2.0;
        let imagined: f64 = values.iter().map(|&value| of(half, half, value)).sum();
        games + imagined
    }

    /// The first derivative.
    fn slope(&self, values: &DVector<f64>) -> DVector<f64> {
        let mut slope = values.map(|value| self.prior * (0.5 - logistic(value)));
        for game in self.games {
            let lead = self.lead(values, game);
            // Not 1 minus the other: next to 1 that would lose all digits.
            let (expected, missing) = (logistic(lead), logistic(-lead));
            let surplus = game.counts.points() * missing - game.counts.reversed().points() * expected;
            slope[game.first] += surplus;
            slope[game.second] -= surplus;
            if self.fitted {
                slope[self.players] += surplus;
            }
        }
        slope
    }

    /// The second derivative with its sign changed: the Fisher information. Where nothing fixes the level of the ratings, the
    /// sum of all is held, which changes no difference.
    fn curvature(&self, values: &DVector<f64>) -> DMatrix<f64> {
        let weight = |value: f64| logistic(value) * logistic(-value);
        let mut curvature =
            self.sum(|game| (game.counts.points() + game.counts.reversed().points()) * weight(self.lead(values, game)));
        for (at, &value) in values.iter().enumerate() {
            curvature[(at, at)] += self.prior * weight(value);
        }
        if self.prior <= 0.0 {
            // Of the size of the other numbers, for the sake of rounding.
            let level = (curvature.trace() / (self.players * self.players) as f64).max(f64::MIN_POSITIVE);
            curvature.view_mut((0, 0), (self.players, self.players)).add_scalar_mut(level);
        }
        curvature
    }

    /// The observed counterpart of [`curvature`](RatingProblem::curvature): squared distances of results from what is expected.
    fn scatter(&self, values: &DVector<f64>) -> DMatrix<f64> {
        self.sum(|game| {
            let lead = self.lead(values, game);
            let (expected, missing) = (logistic(lead), logistic(-lead));
            let Counts { wins, draws, losses } = game.counts;
            wins as f64 * missing.powi(2) + draws as f64 * (0.5 - expected).powi(2) + losses as f64 * expected.powi(2)
        })
    }

    /// The sum over the games of a weight times the product of each two numbers' part in the lead: 1 for the first player and the
    /// advantage, -1 for the second player.
    fn sum(&self, weight: impl Fn(&PairingGames) -> f64) -> DMatrix<f64> {
        let size = self.players + usize::from(self.fitted);
        let mut sum = DMatrix::zeros(size, size);
        for game in self.games {
            let weight = weight(game);
            let parts = [(game.first, 1.0), (game.second, -1.0), (self.players, 1.0)];
            let parts = if self.fitted { &parts[..] } else { &parts[..2] };
            for &(row, a) in parts {
                for &(column, b) in parts {
                    sum[(row, column)] += weight * a * b;
                }
            }
        }
        sum
    }
}

fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

/// `ln(1 + e^x)` without overflow.
fn softplus(x: f64) -> f64 {
    x.max(0.0) + (-x.abs()).exp().ln_1p()
}
