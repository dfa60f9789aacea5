//! A game record behind a pointer.

use std::any::Any;
use std::fmt::Debug;
use std::time::Duration;

use super::{DynMove, Playable, Refused};
use crate::{Ending, GameRecord, Outcome, Ply, RecordError, Side, Termination, View, parse_moves};

/// A game as it was played, whichever game it is. Moves and positions are texts here.
pub trait DynRecord: Debug + Send {
    /// The text that names the game.
    fn game_spec(&self) -> String;

    /// The position that it started from.
    fn start_text(&self) -> String;

    /// The present position.
    fn position_text(&self) -> String;

    /// Who moves next.
    fn side_to_move(&self) -> Side;

    /// How many moves were played.
    fn ply(&self) -> Ply;

    /// How it ended, if it did.
    fn ending(&self) -> Option<Ending>;

    /// The moves played, as texts, with their times.
    fn moves(&self) -> Vec<(String, Option<Duration>)>;

    /// The texts of the [legal moves](DynRecord::legal).
    fn legal_moves(&self) -> Vec<String>;

    /// The legal moves, in the order of generation; none when the game is over.
    fn legal(&self) -> Vec<DynMove>;

    /// Reads a move that is legal now.
    fn parse(&self, text: &str) -> Result<DynMove, Refused>;

    /// Plays a move that this record gave, or an agent that was asked about it. It is checked again; on an error nothing changes.
    fn play_move(&mut self, mv: &DynMove, time: Option<Duration>) -> Result<(), Refused>;

    /// Plays a move given as text; returns its usual text. On an error nothing changes.
    fn play(&mut self, text: &str, time: Option<Duration>) -> Result<String, Refused>;

    /// As [`play`](DynRecord::play), and goes on after a draw that nobody claimed; see [`GameRecord::play_on`].
    fn play_on(&mut self, text: &str, time: Option<Duration>) -> Result<String, Refused>;

    /// Plays a list of moves, all or, on an error, none.
    fn play_all(&mut self, text: &str) -> Result<(), Refused>;

    /// Takes the last move back; whether there was one.
    fn undo(&mut self) -> bool;

    /// Ends the game beside the board.
    fn end(&mut self, outcome: Outcome, termination: Termination);

    /// What is to be seen.
    fn view(&self) -> View;

    /// A copy.
    fn boxed_clone(&self) -> Box<dyn DynRecord>;

    /// The record itself, for code that knows the game. Called once a decision.
    fn as_any(&self) -> &dyn Any;
}

/// The wrapper that makes a [`DynRecord`] of a record.
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

    fn parse(&self, text: &str) -> Result<DynMove, Refused> {
        if let Some(ending) = self.ending() {
            return Err(RecordError::<G::Move, G::Illegal>::Over(ending).into());
        }
        let game = self.0.game();
        let mv = game.parse_move(self.0.position(), text)?;
        Ok(DynMove::new(mv, game.move_text(self.0.position(), mv)))
    }

    fn play_move(&mut self, mv: &DynMove, time: Option<Duration>) -> Result<(), Refused> {
        let Some(typed) = mv.downcast() else {
            return Err(Refused { code: "move/other-game", message: format!("\"{mv}\" is a move of another game") });
        };
        Ok(self.0.play(typed, time)?)
    }

    fn play(&mut self, text: &str, time: Option<Duration>) -> Result<String, Refused> {
        let game = self.0.game();
        let mv = game.parse_move(self.0.position(), text)?;
        let usual = game.move_text(self.0.position(), mv);
        self.0.play(mv, time)?;
        Ok(usual)
    }

    fn play_on(&mut self, text: &str, time: Option<Duration>) -> Result<String, Refused> {
        let game = self.0.game();
        let mv = game.parse_move(self.0.position(), text)?;
        let usual = game.move_text(self.0.position(), mv);
        self.0.play_on(mv, time)?;
        Ok(usual)
    }

    fn play_all(&mut self, text: &str) -> Result<(), Refused> {
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
