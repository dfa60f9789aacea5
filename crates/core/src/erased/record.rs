//! Type-erased game records.

use std::any::Any;
use std::fmt::Debug;
use std::time::Duration;

use super::{DynMove, ErasedError, Playable};
use crate::{Ending, GameRecord, Outcome, Ply, RecordError, Side, Termination, View, parse_moves};

/// A record of any game. Moves and positions are texts.
pub trait DynRecord: Debug + Send {
    /// The specification of the game.
    fn game_spec(&self) -> String;

    /// The start position.
    fn start_text(&self) -> String;

    /// The current position.
    fn position_text(&self) -> String;

    /// The side to move.
    fn side_to_move(&self) -> Side;

    /// The number of moves played.
    fn ply(&self) -> Ply;

    /// How the game ended; `None` while it goes on.
    fn ending(&self) -> Option<Ending>;

    /// The moves played, as texts, with their times.
    fn moves(&self) -> Vec<(String, Option<Duration>)>;

    /// The texts of the [legal moves](DynRecord::legal).
    fn legal_moves(&self) -> Vec<String>;

    /// The legal moves, in the order of generation; none when the game is over.
    fn legal(&self) -> Vec<DynMove>;

    /// Parses a move of the current position.
    ///
    /// # Errors
    /// The game is over, or the text is not a legal move.
    fn parse(&self, text: &str) -> Result<DynMove, ErasedError>;

    /// Plays a move that this record or an agent returned.
    ///
    /// # Errors
    /// The move is illegal in the current position or of another game, or the game is over. The record is unchanged.
    fn play_move(&mut self, mv: &DynMove, time: Option<Duration>) -> Result<(), ErasedError>;

    /// Plays a move given as text. Returns its canonical text.
    ///
    /// # Errors
    /// The text is not a legal move, or the game is over. The record is unchanged.
    fn play(&mut self, text: &str, time: Option<Duration>) -> Result<String, ErasedError>;

    /// As [`play`](DynRecord::play), but also plays after a draw that must be claimed; see [`GameRecord::play_on`].
    ///
    /// # Errors
    /// As [`play`](DynRecord::play), except for such a draw.
    fn play_on(&mut self, text: &str, time: Option<Duration>) -> Result<String, ErasedError>;

    /// Plays a list of moves.
    ///
    /// # Errors
    /// One of the texts is not a legal move, or the game is over before it. The record is unchanged.
    fn play_all(&mut self, text: &str) -> Result<(), ErasedError>;

    /// Takes the last move back. Returns whether there was one.
    fn undo(&mut self) -> bool;

    /// Ends the game for a reason other than the rules; see [`GameRecord::end`].
    fn end(&mut self, outcome: Outcome, termination: Termination);

    /// The current position for display.
    fn view(&self) -> View;

    /// A copy.
    fn boxed_clone(&self) -> Box<dyn DynRecord>;

    /// The record for downcasts.
    fn as_any(&self) -> &dyn Any;
}

/// Implements [`DynRecord`] for a record of one game.
#[derive(Clone, Debug)]
pub struct ErasedRecord<G: Playable>(pub GameRecord<G>);

impl<G: Playable> ErasedRecord<G> {
    fn generated(&self) -> Vec<G::Move> {
        let mut moves = Vec::new();
        if self.0.ending().is_none() {
            self.0.line().generate(&mut moves);
        }
        moves
    }
}

impl<G: Playable> DynRecord for ErasedRecord<G> {
    fn game_spec(&self) -> String {
        self.0.game().spec()
    }

    fn start_text(&self) -> String {
        let game = self.0.game();
        game.position_text(self.0.line().start()) + &game.counters_text(self.0.line().history().start_counters())
    }

    fn position_text(&self) -> String {
        let game = self.0.game();
        game.position_text(self.0.position()) + &game.counters_text(self.0.line().history().counters())
    }

    fn side_to_move(&self) -> Side {
        self.0.side_to_move()
    }

    fn ply(&self) -> Ply {
        self.0.ply()
    }

    fn ending(&self) -> Option<Ending> {
        self.0.ending()
    }

    fn moves(&self) -> Vec<(String, Option<Duration>)> {
        let game = self.0.game();
        let before = self.0.line().positions();
        self.0.moves().iter().zip(before).map(|(played, at)| (game.move_text(at, played.mv), played.time)).collect()
    }

    fn legal_moves(&self) -> Vec<String> {
        self.generated().into_iter().map(|mv| self.0.game().move_text(self.0.position(), mv)).collect()
    }

    fn legal(&self) -> Vec<DynMove> {
        let text = |mv| self.0.game().move_text(self.0.position(), mv);
        self.generated().into_iter().map(|mv| DynMove::new(mv, text(mv))).collect()
    }

    fn parse(&self, text: &str) -> Result<DynMove, ErasedError> {
        if let Some(ending) = self.ending() {
            return Err(RecordError::<G::Move, G::MoveError>::Over(ending).into());
        }
        let game = self.0.game();
        let mv = game.parse_move(self.0.position(), text)?;
        Ok(DynMove::new(mv, game.move_text(self.0.position(), mv)))
    }

    fn play_move(&mut self, mv: &DynMove, time: Option<Duration>) -> Result<(), ErasedError> {
        let Some(typed) = mv.downcast() else {
            return Err(ErasedError {
                code: "move/other-game",
                message: format!("\"{mv}\" is a move of another game"),
            });
        };
        Ok(self.0.play(typed, time)?)
    }

    fn play(&mut self, text: &str, time: Option<Duration>) -> Result<String, ErasedError> {
        let game = self.0.game();
        let mv = game.parse_move(self.0.position(), text)?;
        let usual = game.move_text(self.0.position(), mv);
        self.0.play(mv, time)?;
        Ok(usual)
    }

    fn play_on(&mut self, text: &str, time: Option<Duration>) -> Result<String, ErasedError> {
        let game = self.0.game();
        let mv = game.parse_move(self.0.position(), text)?;
        let usual = game.move_text(self.0.position(), mv);
        self.0.play_on(mv, time)?;
        Ok(usual)
    }

    fn play_all(&mut self, text: &str) -> Result<(), ErasedError> {
        let moves = parse_moves(self.0.game(), self.0.position(), text)?;
        let mut record = self.0.clone();
        for mv in moves {
            record.play(mv, None)?;
        }
        self.0 = record;
        Ok(())
    }

    fn undo(&mut self) -> bool {
        self.0.undo().is_some()
    }

    fn end(&mut self, outcome: Outcome, termination: Termination) {
        self.0.end(outcome, termination);
    }

    fn view(&self) -> View {
        View::of(&self.0)
    }

    fn boxed_clone(&self) -> Box<dyn DynRecord> {
        Box::new(self.clone())
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}
