//! Records of played games.

use std::time::Duration;

use crate::{Ending, Game, Line, Outcome, PlayError, Ply, Side, Termination};

/// A played move with its time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlayedMove<M> {
    /// The move.
    pub mv: M,
    /// The time for the move, if it was measured.
    pub time: Option<Duration>,
}

/// A played game: its start position and its moves with their times. It ends by the rules or by [`end`](GameRecord::end), such as
/// a resignation.
#[derive(Clone, Debug)]
pub struct GameRecord<G: Game> {
    line: Line<G>,
    moves: Vec<PlayedMove<G::Move>>,
    ended: Option<Ending>,
}

/// Why a record rejected a move.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum RecordError<M: std::fmt::Debug, I: crate::CodedError> {
    /// The game is over.
    #[error("the game is over: {}", ending_words(*.0))]
    Over(Ending),
    /// The move is illegal.
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

    /// A game from the start of a line that has no moves.
    pub fn from_line(line: Line<G>) -> Self {
        debug_assert_eq!(line.ply(), Ply(0), "the line has no moves");
        Self { line, moves: Vec::new(), ended: None }
    }

    /// A game from a position, with a fresh history.
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

    /// The current position.
    pub fn position(&self) -> &G::Position {
        self.line.position()
    }

    /// The side to move.
    pub fn side_to_move(&self) -> Side {
        self.line.side_to_move()
    }

    /// The number of moves played.
    pub fn ply(&self) -> Ply {
        self.line.ply()
    }

    /// The moves with their times.
    pub fn moves(&self) -> &[PlayedMove<G::Move>] {
        &self.moves
    }

    /// How the game ended; `None` while it goes on. An ending set by [`end`](GameRecord::end) has priority over the rules.
    pub fn ending(&self) -> Option<Ending> {
        self.ended.or_else(|| self.line.ending())
    }

    /// Plays a move.
    ///
    /// # Errors
    /// The game is over or the move is illegal. The record is unchanged.
    pub fn play(&mut self, mv: G::Move, time: Option<Duration>) -> Result<(), RecordError<G::Move, G::MoveError>> {
        if let Some(ending) = self.ending() {
            return Err(RecordError::Over(ending));
        }
        self.push(mv, time)
    }

    /// As [`play`](GameRecord::play), but also plays after a repetition or a move limit: between people, these are draws only when
    /// a player claims them.
    ///
    /// # Errors
    /// The game is over for another reason, or the move is illegal. The record is unchanged.
    pub fn play_on(&mut self, mv: G::Move, time: Option<Duration>) -> Result<(), RecordError<G::Move, G::MoveError>> {
        let is_decided = self.ended.is_some() || self.game().outcome(self.position()).is_some();
        match self.ending() {
            Some(ending) if is_decided => Err(RecordError::Over(ending)),
            _ => self.push(mv, time),
        }
    }

    fn push(&mut self, mv: G::Move, time: Option<Duration>) -> Result<(), RecordError<G::Move, G::MoveError>> {
        self.game().check(self.position(), mv).map_err(|why| PlayError { mv, why })?;
        self.line.push(mv);
        self.moves.push(PlayedMove { mv, time });
        Ok(())
    }

    /// Takes the last move back, and clears an ending set by [`end`](GameRecord::end). `None` at the start.
    pub fn undo(&mut self) -> Option<PlayedMove<G::Move>> {
        let last = self.moves.pop()?;
        self.line.pop();
        self.ended = None;
        Some(last)
    }

    /// Ends the game for a reason other than the rules: a resignation, time, an agreement. A game that is over does not change.
    pub fn end(&mut self, outcome: Outcome, termination: Termination) {
        if self.ending().is_none() {
            self.ended = Some(Ending { outcome, termination });
        }
    }
}
