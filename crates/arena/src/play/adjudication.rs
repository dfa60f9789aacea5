//! Adjudication: ending games early. Each rule is off by default.

use serde::{Deserialize, Serialize};
use zermelo_core::erased::{DynOracle, DynRecord};
use zermelo_core::{Outcome, Score, Side, Wdl};

/// The adjudication rules of a tournament.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AdjudicationRules {
    /// Win adjudication.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub win: Option<WinRule>,
    /// Draw adjudication.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub draw: Option<DrawRule>,
    /// A game of this length in plies, opening included, is drawn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_plies: Option<u32>,
    /// A game ends as soon as a solver knows its value.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub solver: bool,
}

/// A game is won when the scores of both sides agree on the winner for a number of consecutive moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WinRule {
    /// The minimum score, in the units of the agents' evaluators. A proven win is above every score.
    pub score: i32,
    /// The number of consecutive moves of each side.
    pub moves: u32,
}

/// A game is drawn when the scores of both sides are near zero for a number of consecutive moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DrawRule {
    /// The maximum absolute score.
    pub score: i32,
    /// The number of consecutive moves of each side.
    pub moves: u32,
    /// The number of plies before which the rule does not apply.
    #[serde(default)]
    pub after: u32,
}

impl AdjudicationRules {
    /// Whether no rule is on.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// Applies the rules to one game.
#[derive(Debug)]
pub struct Adjudicator<'r> {
    rules: &'r AdjudicationRules,
    /// The winner by the last scores, and the number of consecutive moves of both sides that agree.
    won: (Option<Side>, u32),
    /// The number of consecutive moves with a score near zero.
    even: u32,
}

/// The outcome of an adjudicated game and the reason.
pub type Adjudication = (Outcome, &'static str);

impl<'r> Adjudicator<'r> {
    /// An adjudicator of one game.
    pub fn new(rules: &'r AdjudicationRules) -> Self {
        Self { rules, won: (None, 0), even: 0 }
    }

    /// Applies the rules after a move of `mover`. `score` is the mover's score of the position before the move, from its point of view.
    pub fn adjudicate(
        &mut self,
        record: &dyn DynRecord,
        mover: Side,
        score: Option<Score>,
        oracle: Option<&dyn DynOracle>,
    ) -> Option<Adjudication> {
        if self.rules.is_empty() {
            return None;
        }
        let plies = record.ply().0;
        self.by_score(mover, score, plies).or_else(|| self.by_solver(record, oracle)).or_else(|| {
            let too_long = self.rules.max_plies.is_some_and(|most| plies >= most);
            too_long.then_some((Outcome::Draw, "the game reached the maximum length"))
        })
    }

    fn by_score(&mut self, mover: Side, score: Option<Score>, plies: u32) -> Option<Adjudication> {
        let Some(value) = score.map(Score::value) else {
            (self.won, self.even) = ((None, 0), 0);
            return None;
        };
        if let Some(rule) = self.rules.win {
            let side = if value >= rule.score {
                Some(mover)
            } else if value <= -rule.score {
                Some(mover.opponent())
            } else {
                None
            };
            let before = if side.is_some() && side == self.won.0 { self.won.1 } else { 0 };
            self.won = (side, before + u32::from(side.is_some()));
            if let Some(side) = side
                && self.won.1 >= 2 * rule.moves
            {
                return Some((Outcome::Win(side), "the scores of both players agreed on a win"));
            }
        }
        if let Some(rule) = self.rules.draw {
            self.even = if value.abs() <= rule.score { self.even + 1 } else { 0 };
            if self.even >= 2 * rule.moves && plies >= rule.after {
                return Some((Outcome::Draw, "the scores of both players agreed on a draw"));
            }
        }
        None
    }

    fn by_solver(&self, record: &dyn DynRecord, oracle: Option<&dyn DynOracle>) -> Option<Adjudication> {
        let oracle = oracle.filter(|_| self.rules.solver)?;
        let side = record.side_to_move();
        let outcome = match oracle.probe(record)?.wdl {
            Wdl::Win => Outcome::Win(side),
            Wdl::Draw => Outcome::Draw,
            Wdl::Loss => Outcome::Win(side.opponent()),
        };
        Some((outcome, "a solver knows the result"))
    }
}
