//! The turns of a game: whose turn it is, what is done with it, the time it took, draw offers, and the end.

use std::time::Duration;

use crate::erased::{DynMove, DynRecord, Refused};
use crate::{Action, AgentError, Clocks, Ending, Outcome, Side, Termination};

/// The time of a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TurnTime {
    /// How long the turn took, as the record keeps it.
    pub took: Duration,
    /// What the clock of the side to move is charged. `None`: its clock did not run, and the move earns no increment.
    pub charged: Option<Duration>,
}

impl From<Duration> for TurnTime {
    /// A turn that is charged what it took.
    fn from(took: Duration) -> Self {
        Self { took, charged: Some(took) }
    }
}

/// Conducts one game between people or programs, on one machine or over a network. It has no clock of its own: each action comes with
/// its [`TurnTime`].
///
/// A draw offer ends when the opponent moves, declines, or offers a draw as well: then the game is drawn by agreement. The offering
/// side's own move does not end it. A program answers an offer by its next action, so a move without an offer declines.
#[derive(Debug)]
pub struct Referee {
    record: Box<dyn DynRecord>,
    clocks: Clocks,
    /// The clocks before each move that was played here, for [`Referee::take_back`].
    before: Vec<Clocks>,
    /// By [`Side::index`], whether a draw offer of that side stands.
    offers: [bool; 2],
}

impl Referee {
    /// Conducts a game from the present position of a record on.
    pub fn new(record: Box<dyn DynRecord>, clocks: Clocks) -> Self {
        Self { record, clocks, before: Vec::new(), offers: [false; 2] }
    }

    /// The game.
    pub fn record(&self) -> &dyn DynRecord {
        self.record.as_ref()
    }

    /// The clocks as they stand at the beginning of the turn.
    pub fn clocks(&self) -> &Clocks {
        &self.clocks
    }

    /// Sets what both sides have left at the beginning of this turn, where another clock measures the time.
    /// [`take_back`](Referee::take_back) returns to it.
    pub fn set_clocks(&mut self, left: [Duration; 2]) {
        self.clocks.set(left);
    }

    /// Whose turn it is.
    pub fn side_to_move(&self) -> Side {
        self.record.side_to_move()
    }

    /// How the game ended, if it did.
    pub fn ending(&self) -> Option<Ending> {
        self.record.ending()
    }

    /// Whether a draw offer of a side stands.
    pub fn offers_draw(&self, side: Side) -> bool {
        self.offers[side.index()]
    }

    /// The side to move acts, and took this long; returns the ending, if that ends the game.
    ///
    /// An action out of time is none: the side loses on time, whatever it would have done. A move that the rules refuse changes
    /// nothing, and the turn goes on. An offer in answer to one that stands accepts it, and the move that came with it is not played.
    pub fn act(&mut self, action: &Action<DynMove>, time: impl Into<TurnTime>) -> Result<Option<Ending>, Refused> {
        let time = time.into();
        let side = self.side_to_move();
        if self.ending().is_none() && self.is_out_of_time(side, time) {
            return Ok(self.lose(side, Termination::Time));
        }
        match action {
            Action::Play(mv) => self.play(side, mv, time),
            Action::OfferDraw(_) if self.offers_draw(side.opponent()) => Ok(self.offer_draw(side)),
            Action::OfferDraw(mv) => {
                let ending = self.play(side, mv, time)?;
                Ok(ending.or_else(|| self.offer_draw(side)))
            }
            Action::Resign => Ok(self.lose(side, Termination::Resignation)),
        }
    }

    /// Whether a turn took longer than the side had; its clock is empty then.
    fn is_out_of_time(&mut self, side: Side, time: TurnTime) -> bool {
        let (Some(charged), Some(deadline)) = (time.charged, self.clocks.deadline(side)) else { return false };
        let is_late = charged > deadline;
        if is_late {
            self.clocks.spend(side, charged);
        }
        is_late
    }

    fn play(&mut self, side: Side, mv: &DynMove, time: TurnTime) -> Result<Option<Ending>, Refused> {
        self.record.play_move(mv, Some(time.took))?;
        self.before.push(self.clocks);
        if let Some(charged) = time.charged {
            self.clocks.spend(side, charged);
        }
        self.decline_draw(side);
        let ending = self.ending();
        if ending.is_some() {
            self.offers = [false; 2];
        }
        Ok(ending)
    }

    /// A side offers a draw, on its turn or not. Where the opponent's offer stands, that accepts it; returns the ending then.
    pub fn offer_draw(&mut self, side: Side) -> Option<Ending> {
        if self.ending().is_none() {
            self.offers[side.index()] = true;
            if self.offers_draw(side.opponent()) {
                return self.end(Outcome::Draw, Termination::Agreement);
            }
        }
        None
    }

    /// A side declines the draw offer of its opponent; nothing happens where none stands.
    pub fn decline_draw(&mut self, side: Side) {
        self.offers[side.opponent().index()] = false;
    }

    /// A side withdraws its own draw offer; nothing happens where it has none.
    pub fn withdraw_draw(&mut self, side: Side) {
        self.offers[side.index()] = false;
    }

    /// A side loses by something beside the board: it resigned, its time is up, its program failed. Returns how the game ended.
    pub fn lose(&mut self, side: Side, termination: Termination) -> Option<Ending> {
        self.end(Outcome::Win(side.opponent()), termination)
    }

    /// An agent gave no decision for its side. Returns how the game ended by it; nothing changes where the fault is in the set-up
    /// ([`AgentError::termination`]).
    pub fn fail(&mut self, side: Side, error: &AgentError) -> Option<Ending> {
        self.lose(side, error.termination()?)
    }

    /// Ends the game beside the board. A game that is over stays as it is. Returns how it ended.
    pub fn end(&mut self, outcome: Outcome, termination: Termination) -> Option<Ending> {
        self.record.end(outcome, termination);
        self.offers = [false; 2];
        self.ending()
    }

    /// Takes the last move back, with what it cost, and all offers; whether there was one.
    pub fn take_back(&mut self) -> bool {
        let had_one = self.record.undo();
        if had_one {
            self.clocks = self.before.pop().unwrap_or(self.clocks);
            self.offers = [false; 2];
        }
        had_one
    }
}
