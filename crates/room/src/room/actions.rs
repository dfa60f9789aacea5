//! Actions of players, and moves of computers.

use std::time::Duration;

use zermelo_core::erased::{DynMove, ErasedError};
use zermelo_core::{Action, Ending, Outcome, Ply, Side, Termination, TurnTime};
use zermelo_protocol::{
    ApiError, ChatPhrase, Claim, ErrorCode, EventKind, Offer, OpponentKind, RoomAction, RoomEvent, RoomPlayer,
    SideChoice, Stage,
};

use super::{ActionOutcome, ActionSender, MAX_PACE_MS, Room, Timestamp};

/// The longest action id, in bytes.
const MAX_ID: usize = 64;

/// A player may send this number of chat messages within [`CHAT_PERIOD`].
const MAX_CHAT: usize = 3;
const CHAT_PERIOD: Duration = Duration::from_secs(10);

impl Room {
    /// Gives a free side to a player. The game begins when both sides have players.
    pub fn seat(&mut self, side: Side, player: RoomPlayer, now: Timestamp) -> Result<Vec<RoomEvent>, ApiError> {
        if self.stage() != Stage::Waiting {
            let message = match self.stage() {
                Stage::Aborted => "the game was aborted; make a new room",
                _ => "both sides have players; you can watch",
            };
            return Err(ApiError::new(ErrorCode::RoomFull, message));
        }
        if self.state.status.player(side).is_some() {
            return Err(ApiError::new(ErrorCode::RoomFull, "this side has a player"));
        }
        let mut events = vec![self.emit(now, Some(side), None, EventKind::Joined { side, player })];
        if self.players().iter().all(Option::is_some) {
            events.push(self.emit(now, None, None, EventKind::Began));
        }
        Ok(events)
    }

    /// Gives the free side to a person.
    pub fn join(&mut self, id: &str, name: &str, now: Timestamp) -> Result<Vec<RoomEvent>, ApiError> {
        if self.side_of(id).is_some() {
            return Err(ApiError::new(
                ErrorCode::RoomOwn,
                "you play in this room already; give its code to somebody else",
            ));
        }
        let free = Side::BOTH.into_iter().find(|side| self.state.status.player(*side).is_none()).unwrap_or(Side::First);
        self.seat(free, RoomPlayer::Person { id: id.to_owned(), name: name.to_owned() }, now)
    }

    /// Gives a side to a person. A waiting player who accepts either side moves to the other one.
    pub fn join_as(&mut self, side: Side, id: &str, name: &str, now: Timestamp) -> Result<Vec<RoomEvent>, ApiError> {
        let other = side.opponent();
        let is_free = self.stage() == Stage::Waiting && self.state.status.player(other).is_none();
        let moves = is_free && self.settings.side == SideChoice::Random && self.side_of(id).is_none();
        let Some(waiting) = self.state.status.player(side).cloned().filter(|_| moves) else {
            return self.join(id, name, now);
        };
        self.player_presence.swap(0, 1);
        let person = RoomPlayer::Person { id: id.to_owned(), name: name.to_owned() };
        Ok(vec![
            self.emit(now, Some(other), None, EventKind::Joined { side: other, player: waiting }),
            self.emit(now, Some(side), None, EventKind::Joined { side, player: person }),
            self.emit(now, None, None, EventKind::Began),
        ])
    }

    /// Performs an action of a person. `new_code` makes the code of the room of a rematch.
    ///
    /// # Errors
    /// The sender may not do this, or not now; nothing changes.
    pub fn act(
        &mut self,
        by: ActionSender,
        action: &RoomAction,
        now: Timestamp,
        new_code: impl FnOnce() -> String,
    ) -> Result<ActionOutcome, ApiError> {
        if by.id.is_empty() || by.id.len() > MAX_ID {
            let message = format!("the id of an action has 1 to {MAX_ID} bytes");
            return Err(ApiError::new(ErrorCode::Message, message));
        }
        let side = by.person.and_then(|person| self.side_of(person));
        let is_owner = by.person.is_some() && by.person == self.owner.as_deref();
        if side.is_none() && !is_owner {
            return Err(ApiError::new(
                ErrorCode::RoomNotYours,
                "only the players of this room may do that; you are watching",
            ));
        }
        if let Some(seq) = self.action_ids.get(&(side, by.id.to_owned())) {
            return Ok(ActionOutcome::Duplicate(*seq));
        }
        let id = Some(by.id);
        let events = match (action, side) {
            (RoomAction::Pause { .. } | RoomAction::Pace { .. }, _) => {
                self.pause_or_pace(side, id, action, is_owner, now)?
            }
            (RoomAction::Abort, _) => self.abort(side, id, now)?,
            (_, None) => return Err(ApiError::new(ErrorCode::RoomNotYours, "the computers play; you are watching")),
            (RoomAction::Move { ply, mv }, Some(side)) => self.play(side, by, *ply, mv, now)?,
            (RoomAction::Resign, Some(side)) => {
                self.require_playing()?;
                let ending = self.referee.lose(side, Termination::Resignation);
                self.ended(now, Some(side), id, ending)
            }
            (RoomAction::Offer { offer }, Some(side)) => self.offer(side, id, *offer, now, new_code)?,
            (RoomAction::Decline { offer }, Some(side)) => self.decline(side, id, *offer, now)?,
            (RoomAction::Claim { claim }, Some(side)) => self.claim(side, id, *claim, now)?,
            (RoomAction::Say { saying }, Some(side)) => self.say(side, id, *saying, now)?,
        };
        Ok(ActionOutcome::Events(events))
    }

    fn require_playing(&self) -> Result<(), ApiError> {
        let message = match self.stage() {
            Stage::Playing => return Ok(()),
            Stage::Waiting => "the game has not begun: the other side has no player yet",
            Stage::Ended => "the game is over",
            Stage::Aborted => "the game was aborted",
        };
        Err(ApiError::new(ErrorCode::RoomNotPlaying, message))
    }

    fn play(
        &mut self,
        side: Side,
        by: ActionSender,
        ply: u32,
        mv: &str,
        now: Timestamp,
    ) -> Result<Vec<RoomEvent>, ApiError> {
        self.require_playing()?;
        let Ply(next) = self.record().ply();
        if ply != next {
            let message = format!("the move is for a position after {ply} moves; {next} were played");
            return Err(ApiError::new(ErrorCode::MoveStale, message));
        }
        if self.referee.side_to_move() != side {
            return Err(ApiError::new(ErrorCode::MoveTurn, "it is your opponent's turn"));
        }
        // The loss on time comes first, even if the move is illegal.
        if self.flag().is_some_and(|flag| now.instant > flag) {
            return Ok(self.tick(now));
        }
        let action = Action::Play(self.record().parse(mv).map_err(refused)?);
        let mut stopwatch = self.stopwatch.clone();
        let time = if self.state.clocks_run() {
            stopwatch.stop(self.referee.clocks(), side, by.lag, now.instant)
        } else {
            // No clock runs: the time is recorded and not charged.
            let took = now.instant.saturating_duration_since(self.turn_start).saturating_sub(by.lag);
            TurnTime { took: if self.is_announced { took } else { Duration::ZERO }, charged: None }
        };
        let events = self.take_turn(side, Some(by.id), &action, time, now)?;
        self.stopwatch = stopwatch;
        self.lag[side.index()] = by.lag;
        Ok(events)
    }

    /// Plays the move of a computer that searched for `took`. A move for another position than the current one is ignored.
    ///
    /// # Errors
    /// The move is illegal; nothing changes.
    pub fn computer_played(
        &mut self,
        side: Side,
        ply: Ply,
        mv: &DynMove,
        took: Duration,
        now: Timestamp,
    ) -> Result<Vec<RoomEvent>, ApiError> {
        if self.computer_to_move().is_none_or(|(to_move, _)| to_move != side) || self.record().ply() != ply {
            return Ok(Vec::new());
        }
        let charged = self.state.clocks_run().then_some(took);
        self.take_turn(side, None, &Action::Play(mv.clone()), TurnTime { took, charged }, now)
    }

    /// Adds a move of an imported game.
    ///
    /// # Errors
    /// The move is illegal; nothing changes.
    pub fn import_move(&mut self, mv: &str, took: Duration, now: Timestamp) -> Result<Vec<RoomEvent>, ApiError> {
        let action = Action::Play(self.record().parse(mv).map_err(refused)?);
        self.take_turn(self.referee.side_to_move(), None, &action, TurnTime { took, charged: None }, now)
    }

    /// Ends an imported game. An unfinished game counts as aborted.
    pub fn finish_import(&mut self, ending: Option<Ending>, now: Timestamp) -> RoomEvent {
        match ending {
            Some(ending) => {
                self.referee.end(ending.outcome, ending.termination);
                let clocks_ms = self.clocks_ms(now.instant);
                self.emit(now, None, None, EventKind::Ended { ending, clocks_ms })
            }
            None => self.emit(now, None, None, EventKind::Aborted),
        }
    }

    /// Ends the game with a loss of a computer that resigned or failed.
    pub fn computer_lost(&mut self, side: Side, termination: Termination, now: Timestamp) -> Vec<RoomEvent> {
        if self.stage() != Stage::Playing {
            return Vec::new();
        }
        let ending = self.referee.lose(side, termination);
        self.ended(now, Some(side), None, ending)
    }

    /// Lets the referee judge an action of the side to move; the events say what it decided.
    fn take_turn(
        &mut self,
        side: Side,
        id: Option<&str>,
        action: &Action<DynMove>,
        time: TurnTime,
        now: Timestamp,
    ) -> Result<Vec<RoomEvent>, ApiError> {
        let ply = self.record().ply();
        let ending = self.referee.act(action, time).map_err(refused)?;
        let mut events = Vec::new();
        if let Some(mv) = action.mv().filter(|_| self.record().ply() > ply) {
            let clocks_ms = self.turn_clocks_ms();
            let (mv, took_ms) = (mv.text().to_owned(), time.took.as_millis() as u64);
            events.push(self.emit(now, Some(side), id, EventKind::Moved { ply: ply.0, mv, took_ms, clocks_ms }));
        }
        events.extend(self.ended(now, None, None, ending));
        Ok(events)
    }

    fn offer(
        &mut self,
        side: Side,
        id: Option<&str>,
        offer: Offer,
        now: Timestamp,
        new_code: impl FnOnce() -> String,
    ) -> Result<Vec<RoomEvent>, ApiError> {
        let not_now = |why: &str| Err(ApiError::new(ErrorCode::OfferNotNow, why));
        match offer {
            Offer::Rematch if self.stage() != Stage::Ended => {
                return not_now("a rematch is possible after the end of the game");
            }
            Offer::Rematch if self.state.status.rematch.is_some() => {
                return not_now("the rematch has its room already; go there");
            }
            Offer::Rematch => {}
            Offer::Draw | Offer::Takeback => self.require_playing()?,
        }
        let other = side.opponent();
        let accepts = self.state.status.has_offered(other, offer) || self.is_computer(other);
        match offer {
            Offer::Draw if self.is_computer(other) => return not_now("computers do not agree to a draw"),
            Offer::Draw if self.state.plies() < 2 => {
                return not_now("a draw can be offered after the first move of each side");
            }
            Offer::Draw if self.referee.offers_draw(other) => {
                let ending = self.referee.offer_draw(side);
                return Ok(self.ended(now, Some(side), id, ending));
            }
            Offer::Draw if self.draw_offer_turn[side.index()] == Some(self.record().ply().0 / 2) => {
                return not_now("you have offered a draw in this move already");
            }
            Offer::Takeback => {
                // The last move of the player who made the offer is taken back.
                let proposer = if accepts && !self.is_computer(other) { other } else { side };
                let Some(ply) = self.ply_before_last_move(proposer) else {
                    return not_now("you have no move to take back");
                };
                if accepts {
                    self.take_back_to(ply);
                    let clocks_ms = self.clocks_ms(now.instant);
                    return Ok(vec![self.emit(now, Some(side), id, EventKind::TakenBack { ply, clocks_ms })]);
                }
            }
            Offer::Rematch if accepts => {
                return Ok(vec![self.emit(now, Some(side), id, EventKind::Rematch { room: new_code() })]);
            }
            Offer::Draw | Offer::Rematch => {}
        }
        if self.state.status.has_offered(side, offer) {
            return not_now("you have made this offer already; wait for the answer");
        }
        if offer == Offer::Draw {
            self.referee.offer_draw(side);
        }
        Ok(vec![self.emit(now, Some(side), id, EventKind::Offered { offer })])
    }

    /// The number of moves left after the last move of a side is taken back; `None` if the side has not moved since the opening.
    fn ply_before_last_move(&self, side: Side) -> Option<u32> {
        let back = if self.referee.side_to_move() == side { 2 } else { 1 };
        (self.state.plies() >= back).then(|| self.record().ply().0 - back)
    }

    fn decline(
        &mut self,
        side: Side,
        id: Option<&str>,
        offer: Offer,
        now: Timestamp,
    ) -> Result<Vec<RoomEvent>, ApiError> {
        if !Side::BOTH.iter().any(|side| self.state.status.has_offered(*side, offer)) {
            return Err(ApiError::new(ErrorCode::OfferNone, "no such offer is open"));
        }
        if offer == Offer::Draw {
            self.end_draw_offers();
        }
        Ok(vec![self.emit(now, Some(side), id, EventKind::Declined { offer })])
    }

    fn abort(&mut self, side: Option<Side>, id: Option<&str>, now: Timestamp) -> Result<Vec<RoomEvent>, ApiError> {
        match self.stage() {
            Stage::Waiting => {}
            Stage::Playing if self.settings.opponent.kind() == OpponentKind::Watch => {}
            Stage::Playing if side.is_some() && self.state.plies() < 2 => {}
            Stage::Playing if side.is_none() => {
                return Err(ApiError::new(
                    ErrorCode::RoomNotYours,
                    "only the players of this room may do that; you are watching",
                ));
            }
            Stage::Playing => {
                return Err(ApiError::new(ErrorCode::RoomTooLate, "each side has moved; resign, or offer a draw"));
            }
            Stage::Ended | Stage::Aborted => self.require_playing()?,
        }
        Ok(vec![self.emit(now, side, id, EventKind::Aborted)])
    }

    fn claim(
        &mut self,
        side: Side,
        id: Option<&str>,
        claim: Claim,
        now: Timestamp,
    ) -> Result<Vec<RoomEvent>, ApiError> {
        self.require_playing()?;
        let is_due = self.referee.side_to_move() != side && self.claim_at().is_some_and(|at| at <= now.instant);
        if !is_due {
            let message = "you can claim the game when it is your opponent's turn and they have been away long enough";
            return Err(ApiError::new(ErrorCode::ClaimNotYet, message));
        }
        let outcome = match claim {
            Claim::Win => Outcome::Win(side),
            Claim::Draw => Outcome::Draw,
        };
        let ending = self.referee.end(outcome, Termination::Abandoned);
        Ok(self.ended(now, Some(side), id, ending))
    }

    fn say(
        &mut self,
        side: Side,
        id: Option<&str>,
        saying: ChatPhrase,
        now: Timestamp,
    ) -> Result<Vec<RoomEvent>, ApiError> {
        if self.stage() == Stage::Waiting || self.stage() == Stage::Aborted {
            return Err(ApiError::new(ErrorCode::RoomNotPlaying, "there is no game to chat in"));
        }
        let times = &mut self.chat_times[side.index()];
        times.retain(|at| now.instant.saturating_duration_since(*at) < CHAT_PERIOD);
        if times.len() >= MAX_CHAT {
            return Err(ApiError::new(ErrorCode::SayTooMuch, "too many chat messages; wait some seconds"));
        }
        times.push(now.instant);
        Ok(vec![self.emit(now, Some(side), id, EventKind::Said { saying })])
    }

    fn pause_or_pace(
        &mut self,
        side: Option<Side>,
        id: Option<&str>,
        action: &RoomAction,
        is_owner: bool,
        now: Timestamp,
    ) -> Result<Vec<RoomEvent>, ApiError> {
        if !is_owner || self.settings.opponent.kind() != OpponentKind::Watch {
            let message = "only the owner of a game between computers may pause it or set its pace";
            return Err(ApiError::new(ErrorCode::RoomNotYours, message));
        }
        self.require_playing()?;
        let kind = match *action {
            RoomAction::Pause { on } => EventKind::Paused { on },
            RoomAction::Pace { pace_ms } => EventKind::Paced { pace_ms: pace_ms.min(MAX_PACE_MS) },
            _ => return Ok(Vec::new()),
        };
        Ok(vec![self.emit(now, side, id, kind)])
    }
}

fn refused(why: ErasedError) -> ApiError {
    ApiError::named(why.code, why.message)
}
