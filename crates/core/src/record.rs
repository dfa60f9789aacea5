//! A game as it was played.

use std::time::Duration;

use crate::{Ending, Game, Line, Outcome, PlayError, Ply, Side, Termination};

/// A move as it was played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlayedMove<M> {
    /// The move.
    pub mv: M,
    /// The time it took, where somebody measured it.
    pub time: Option<Duration>,
}

/// A game: its start, its moves with their times, and the line they make. Finished by the rules, or by what happened beside
/// the board ([`end`](GameRecord::end)).
#[derive(Clone, Debug)]
pub struct GameRecord<G: Game> {
    line: Line<G>,
    moves: Vec<PlayedMove<G::Move>>,
    ended: Option<Ending>,
}

/// Why a move was not taken into a record.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum RecordError<M: std::fmt::Debug, I: crate::Refusal> {
    /// The game is over.
    #[error("the game is over: {}", ending_words(*.0))]
    Over(Ending),
    /// The rules refuse the move.
    #[error(transparent)]
    Illegal(#[from] PlayError<M, I>),
}

fn ending_words(ending: Ending) -> String {
    match ending.outcome {
        Outcome::Draw => format!("a draw by {}", ending.termination.words()),
        Outcome::Win(_) => format!("won by {}", ending.termination.words()),
    }
}

impl<G: Game> GameRecord<G> {
    /// A game from the initial position.
    pub fn new(game: G) -> Self {
        let start = game.initial();
        Self::from_line(Line::new(game, start))
    }

    /// A game that starts where a line starts; the line has no moves yet.
    pub fn from_line(line: Line<G>) -> Self {
        debug_assert_eq!(line.ply(), Ply(0), "the moves of a record go through `play`");
        Self { line, moves: Vec::new(), ended: None }
    }

    /// A game from a given position with a fresh history.
    pub fn from_position(game: G, start: G::Position) -> Self {
        Self::from_line(Line::new(game, start))
    }

    /// The game.
    pub fn game(&self) -> &G {
        self.line.game()
    }

    /// The positions and the history, for a search to start from.
    pub fn line(&self) -> &Line<G> {
        &self.line
    }

    /// The present position.
    pub fn position(&self) -> &G::Position {
        self.line.position()
    }

    /// Who moves next.
    pub fn side_to_move(&self) -> Side {
        self.line.side_to_move()
    }

    /// How many moves were played.
    pub fn ply(&self) -> Ply {
        self.line.ply()
    }

    /// The moves with their times.
    pub fn moves(&self) -> &[PlayedMove<G::Move>] {
        &self.moves
    }

    /// How the game ended, if it did: beside the board first, then by the rules.
    pub fn ending(&self) -> Option<Ending> {
        self.ended.or_else(|| self.line.ending())
    }

    /// Checks a move and plays it; on an error nothing changes.
    pub fn play(&mut self, mv: G::Move, time: Option<Duration>) -> Result<(), RecordError<G::Move, G::Illegal>> {
        if let Some(ending) = self.ending() {
            return Err(RecordError::Over(ending));
        }
        self.push(mv, time)
    }

    /// As [`play`](GameRecord::play), and goes on after a draw by what came before as well: between people a repetition or a move
    /// limit is a draw only when one of them claims it.
    pub fn play_on(&mut self, mv: G::Move, time: Option<Duration>) -> Result<(), RecordError<G::Move, G::Illegal>> {
        let is_decided = self.ended.is_some() || self.game().outcome(self.position()).is_some();
        match self.ending() {
            Some(ending) if is_decided => Err(RecordError::Over(ending)),
            _ => self.push(mv, time),
        }
    }

    fn push(&mut self, mv: G::Move, time: Option<Duration>) -> Result<(), RecordError<G::Move, G::Illegal>> {
        self.game().check(self.position(), mv).map_err(|why| PlayError { mv, why })?;
        self.line.push(mv);
        self.moves.push(PlayedMove { mv, time });
        Ok(())
    }

    /// Takes the last move back, and with it an ending from beside the board. `None` at the start.
    pub fn undo(&mut self) -> Option<PlayedMove<G::Move>> {
        let last = self.moves.pop()?;
        self.line.pop();
        self.ended = None;
        Some(last)
    }

    /// Ends the game beside the board: a resignation, a flag, an agreement. A game that is over stays as it is.
    pub fn end(&mut self, outcome: Outcome, termination: Termination) {
        if self.ending().is_none() {
            self.ended = Some(Ending { outcome, termination });
        }
    }
}
