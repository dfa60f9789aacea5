//! Playing a game on file again.

use zermelo_core::erased::{DynGame, DynRecord, ErasedError};
use zermelo_core::text::excerpt;
use zermelo_core::{Ending, Outcome, Side, Termination};

use crate::SavedGame;
use crate::words::{termination_text, winner_text};

/// Why a game on file can't be played again.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ReplayError {
    /// It is a game of other rules.
    #[error("it is a game of \"{found}\", not of {expected}")]
    OtherGame {
        /// What was asked for.
        expected: String,
        /// What it is.
        found: String,
    },
    /// The rules refuse the position that it starts from.
    #[error("the start \"{text}\": {why}")]
    Start {
        /// The position, cut for showing.
        text: String,
        /// Why.
        #[source]
        why: ErasedError,
    },
    /// The rules refuse a move.
    #[error("move {number}, \"{text}\": {why}")]
    Move {
        /// Which, counted from 1, each side's counted.
        number: usize,
        /// The move, cut for showing.
        text: String,
        /// Why.
        #[source]
        why: ErasedError,
    },
    /// The result on file is not the one by the rules.
    #[error("the file says {stated}, and by the rules it is {found}")]
    Result {
        /// What the file says.
        stated: String,
        /// What the rules say.
        found: String,
    },
}

/// What a repetition or a move limit means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Draws {
    /// The game is drawn at once, as in every game that is played here.
    AtOnce,
    /// A player may claim a draw, and may go on instead, as people do.
    Claimed,
}

impl SavedGame {
    /// The game again, played by the rules of `game`. Refuses a move that the rules refuse and a result that they contradict.
    ///
    /// A result that the rules do not give is one from beside the board; where the file does not say why, a win is taken for a
    /// resignation and a draw for an agreement. A file that tells no winner contradicts nothing.
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

    /// Who moves first in this game: not the first side where it starts from a position in which the second is to move.
    pub fn first_to_move(&self, game: &dyn DynGame) -> Result<Side, ReplayError> {
        Ok(self.begin(game)?.side_to_move())
    }

    /// The game before its first move.
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
