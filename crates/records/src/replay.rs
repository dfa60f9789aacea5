//! Replaying saved games.

use zermelo_core::erased::{DynGame, DynRecord, ErasedError};
use zermelo_core::text::excerpt;
use zermelo_core::{Ending, Outcome, Side, Termination};

use crate::SavedGame;
use crate::words::{termination_text, winner_text};

/// Why a saved game can't be replayed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ReplayError {
    /// The game has other rules.
    #[error("it is a game of \"{found}\", not of {expected}")]
    OtherGame {
        /// The expected game.
        expected: String,
        /// The game of the file.
        found: String,
    },
    /// The start position is invalid.
    #[error("the start \"{text}\": {why}")]
    Start {
        /// The position, shortened.
        text: String,
        /// The error.
        #[source]
        why: ErasedError,
    },
    /// A move is illegal.
    #[error("move {number}, \"{text}\": {why}")]
    Move {
        /// The number of the move, from 1, counting both sides.
        number: usize,
        /// The move, shortened.
        text: String,
        /// The error.
        #[source]
        why: ErasedError,
    },
    /// The result in the file contradicts the rules.
    #[error("the file says {stated}, and by the rules it is {found}")]
    Result {
        /// The result in the file.
        stated: String,
        /// The result by the rules.
        found: String,
    },
}

/// The meaning of a repetition or a move limit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Draws {
    /// The game is drawn immediately, as in all games of this program.
    AtOnce,
    /// A player can claim a draw or play on, as between people.
    Claimed,
}

impl SavedGame {
    /// Plays the game by the rules of `game`. An illegal move, and a result that contradicts the rules, are errors.
    ///
    /// If the game is not over by the rules, its result comes from outside the rules. Without a termination, a win is a
    /// resignation and a draw an agreement. A file without a result contradicts nothing.
    pub fn replay(&self, game: &dyn DynGame, draws: Draws) -> Result<Box<dyn DynRecord>, ReplayError> {
        let mut record = self.begin(game)?;
        for (index, text) in self.moves.iter().enumerate() {
            let refused = |why| ReplayError::Move { number: index + 1, text: excerpt(text), why };
            let time = self.time(index);
            match draws {
                Draws::AtOnce => record.play(text, time),
                Draws::Claimed => record.play_on(text, time),
            }
            .map_err(refused)?;
        }
        let found = record.ending();
        let Some(outcome) = self.winner else { return Ok(record) };
        let agrees = match found {
            Some(found) => found.outcome == outcome && self.termination.is_none_or(|why| why == found.termination),
            None => !self.termination.is_some_and(Termination::is_by_rules),
        };
        if !agrees {
            return Err(ReplayError::Result {
                stated: result_text(outcome, self.termination),
                found: found.map_or("not over".to_owned(), ending_text),
            });
        }
        let likely = if outcome == Outcome::Draw { Termination::Agreement } else { Termination::Resignation };
        record.end(outcome, self.termination.unwrap_or(likely));
        Ok(record)
    }

    /// The side that moves first: the second side if the game starts from a position in which it is to move.
    pub fn first_to_move(&self, game: &dyn DynGame) -> Result<Side, ReplayError> {
        Ok(self.begin(game)?.side_to_move())
    }

    /// The record before the first move.
    fn begin(&self, game: &dyn DynGame) -> Result<Box<dyn DynRecord>, ReplayError> {
        let expected = game.spec();
        if self.game != expected {
            return Err(ReplayError::OtherGame { expected, found: excerpt(&self.game) });
        }
        match &self.start {
            None => Ok(game.new_record()),
            Some(start) => game.record_from(start).map_err(|why| ReplayError::Start { text: excerpt(start), why }),
        }
    }
}

fn ending_text(ending: Ending) -> String {
    result_text(ending.outcome, Some(ending.termination))
}

fn result_text(outcome: Outcome, termination: Option<Termination>) -> String {
    let why = termination.map_or(String::new(), |why| format!(" ({})", termination_text(why)));
    match outcome {
        Outcome::Draw => format!("a draw{why}"),
        Outcome::Win(_) => format!("won by the {} side{why}", winner_text(outcome)),
    }
}
