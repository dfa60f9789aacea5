//! When a game is decided beside the board. Each rule is off unless a plan turns it on.

use serde::{Deserialize, Serialize};
use zermelo_core::erased::{DynOracle, DynRecord};
use zermelo_core::{Outcome, Score, Side, Wdl};

/// The rules of a tournament.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rules {
    /// A game is won when both sides have said so for long enough.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub win: Option<Won>,
    /// A game is drawn when both sides have held it for even for long enough.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub draw: Option<Drawn>,
    /// A game of so many plies, those of the opening included, is drawn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_plies: Option<u32>,
    /// A game ends as soon as a solver knows its value.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub solver: bool,
}

/// Both sides agree that one of them wins.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Won {
    /// By at least this score, in the units of their evaluators; a proven win counts as more than any.
    pub score: i32,
    /// For so many moves of each side in a row.
    pub moves: u32,
}

/// Both sides agree that the game is even.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Drawn {
    /// Within this score.
    pub score: i32,
    /// For so many moves of each side in a row.
    pub moves: u32,
    /// Not before so many plies were played.
    #[serde(default)]
    pub after: u32,
}

impl Rules {
    /// Whether no rule is on.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// Watches one game.
#[derive(Debug)]
pub struct Adjudicator<'r> {
    rules: &'r Rules,
    /// Moves in a row, both sides counted, that called the game won for a side.
    won: (Option<Side>, u32),
    /// Moves in a row that called it even.
    even: u32,
}

/// Why a game was decided.
pub type Verdict = (Outcome, &'static str);

impl<'r> Adjudicator<'r> {
    /// An adjudicator of one game.
    pub fn new(rules: &'r Rules) -> Self {
        Self { rules, won: (None, 0), even: 0 }
    }

    /// Looks at a game after a move of `mover`, who gave the position before it this score from its own view.
    pub fn look(
        &mut self,
        record: &dyn DynRecord,
        mover: Side,
        score: Option<Score>,
        oracle: Option<&dyn DynOracle>,
    ) -> Option<Verdict> {
        if self.rules.is_empty() {
            return None;
        }
        let plies = record.ply().0;
        self.by_score(mover, score, plies).or_else(|| self.by_solver(record, oracle)).or_else(|| {
            let too_long = self.rules.max_plies.is_some_and(|most| plies >= most);
            too_long.then_some((Outcome::Draw, "the game was as long as games may be"))
        })
    }

    fn by_score(&mut self, mover: Side, score: Option<Score>, plies: u32) -> Option<Verdict> {
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
                return Some((Outcome::Win(side), "both players held the game for won"));
            }
        }
        if let Some(rule) = self.rules.draw {
            self.even = if value.abs() <= rule.score { self.even + 1 } else { 0 };
            if self.even >= 2 * rule.moves && plies >= rule.after {
                return Some((Outcome::Draw, "both players held the game for even"));
            }
        }
        None
    }

    fn by_solver(&self, record: &dyn DynRecord, oracle: Option<&dyn DynOracle>) -> Option<Verdict> {
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
