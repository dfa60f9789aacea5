//! The referee: turns, clocks, draw offers and the end of a game.

use std::time::Duration;

use crate::erased::{DynMove, DynRecord, ErasedError};
use crate::{Action, AgentError, Clocks, Ending, Outcome, Side, Termination};

/// The time of a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TurnTime {
    /// The time of the turn, for the record.
    pub took: Duration,
    /// The time that is deducted from the clock of the side to move. `None`: its clock did not run, and there is no increment.
    pub charged: Option<Duration>,
}

impl From<Duration> for TurnTime {
    /// A turn whose whole time is deducted from the clock.
    fn from(took: Duration) -> Self {
        Self { took, charged: Some(took) }
    }
}

/// Conducts one game between people or programs, on one machine or over a network. The caller measures time: each action has a
/// [`TurnTime`].
///
/// A draw offer ends when the opponent moves, declines, or also offers a draw, which draws the game by agreement. A move of the
/// offering side does not end its offer. A program answers an offer with its next action: a move without an offer declines.
#[derive(Debug)]
pub struct Referee {
    record: Box<dyn DynRecord>,
    clocks: Clocks,
    /// The clocks before each move that was played here, for [`Referee::take_back`].
    before: Vec<Clocks>,
    /// Whether a side has offered a draw, by [`Side::index`].
    offers: [bool; 2],
}

impl Referee {
    /// Conducts a game from the current position of a record.
    pub fn new(record: Box<dyn DynRecord>, clocks: Clocks) -> Self {
        Self { record, clocks, before: Vec::new(), offers: [false; 2] }
    }

    /// The record of the game.
    pub fn record(&self) -> &dyn DynRecord {
        self.record.as_ref()
    }

    /// The clocks at the beginning of the turn.
    pub fn clocks(&self) -> &Clocks {
        &self.clocks
    }

    /// Sets the remaining times at the beginning of this turn, when another program keeps the clocks.
    /// [`take_back`](Referee::take_back) restores them.
    pub fn set_clocks(&mut self, left: [Duration; 2]) {
        self.clocks.set(left);
    }

    /// The side to move.
    pub fn side_to_move(&self) -> Side {
        self.record.side_to_move()
    }

    /// How the game ended; `None` while it goes on.
    pub fn ending(&self) -> Option<Ending> {
        self.record.ending()
    }

    /// Whether a side has offered a draw.
    pub fn offers_draw(&self, side: Side) -> bool {
        self.offers[side.index()]
    }

    /// Applies an action of the side to move. Returns the ending, if the game is over after it.
    ///
    /// After the time limit the action is ignored and the side loses on time. A draw offer that answers the opponent's offer accepts
    /// it, and the move with the offer is not played.
    ///
    /// # Errors
    /// The move is illegal, or the game is over. Nothing changes, and the turn goes on.
    pub fn act(&mut self, action: &Action<DynMove>, time: impl Into<TurnTime>) -> Result<Option<Ending>, ErasedError> {
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

    /// Whether a turn exceeded the time limit. If so, the clock of the side is set to zero.
    fn is_out_of_time(&mut self, side: Side, time: TurnTime) -> bool {
        let (Some(charged), Some(deadline)) = (time.charged, self.clocks.deadline(side)) else { return false };
        let is_late = charged > deadline;
        if is_late {
            self.clocks.spend(side, charged);
        }
        is_late
    }

    fn play(&mut self, side: Side, mv: &DynMove, time: TurnTime) -> Result<Option<Ending>, ErasedError> {
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

    /// Offers a draw for a side, on its turn or not. Accepts the opponent's offer if there is one, and then returns the ending.
    pub fn offer_draw(&mut self, side: Side) -> Option<Ending> {
        if self.ending().is_none() {
            self.offers[side.index()] = true;
            if self.offers_draw(side.opponent()) {
                return self.end(Outcome::Draw, Termination::Agreement);
            }
        }
        None
    }

    /// Declines the draw offer of a side's opponent, if there is one.
    pub fn decline_draw(&mut self, side: Side) {
        self.offers[side.opponent().index()] = false;
    }

    /// Withdraws the draw offer of a side, if there is one.
    pub fn withdraw_draw(&mut self, side: Side) {
        self.offers[side.index()] = false;
    }

    /// Ends the game with a loss of a side, for a reason other than the rules, such as a resignation. Returns how the game ended.
    pub fn lose(&mut self, side: Side, termination: Termination) -> Option<Ending> {
        self.end(Outcome::Win(side.opponent()), termination)
    }

    /// Ends the game with a loss of the side whose agent failed. Returns how the game ended. An error in the configuration
    /// ([`AgentError::termination`] is `None`) changes nothing.
    pub fn fail(&mut self, side: Side, error: &AgentError) -> Option<Ending> {
        self.lose(side, error.termination()?)
    }

    /// Ends the game for a reason other than the rules. A game that is over does not change. Returns how it ended.
    pub fn end(&mut self, outcome: Outcome, termination: Termination) -> Option<Ending> {
        self.record.end(outcome, termination);
        self.offers = [false; 2];
        self.ending()
    }

    /// Takes the last move back, restores the clocks, and ends all draw offers. Returns whether there was a move.
    pub fn take_back(&mut self) -> bool {
        let had_one = self.record.undo();
        if had_one {
            self.clocks = self.before.pop().unwrap_or(self.clocks);
            self.offers = [false; 2];
        }
        had_one
    }
}
