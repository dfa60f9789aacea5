//! What players and computers do.

use std::time::Duration;

use zermelo_core::erased::{DynMove, Refused};
use zermelo_core::{Action as Turn, Ending, Outcome, Ply, Side, Termination, TurnTime};
use zermelo_protocol::{Action, Choice, Claim, Code, Event, Offer, OpponentKind, Player, Problem, Saying, Stage, What};

use super::{By, Done, MAX_PACE_MS, Now, Room};

/// The longest own name of an action, in bytes.
const MAX_ID: usize = 64;

const SAID_AT_ONCE: usize = 3;
const SAID_IN: Duration = Duration::from_secs(10);

impl Room {
    /// A player takes a side that is free. When both are taken, the game begins.
    pub fn sit(&mut self, side: Side, player: Player, now: Now) -> Result<Vec<Event>, Problem> {
        if self.stage() != Stage::Waiting {
            let message = match self.stage() {
                Stage::Aborted => "the game was called off; make a new one",
                _ => "both sides have players; you may watch",
            };
            return Err(Problem::new(Code::RoomFull, message));
        }
        if self.state.status.player(side).is_some() {
            return Err(Problem::new(Code::RoomFull, "this side has a player"));
        }
        let mut events = vec![self.happens(now, Some(side), None, What::Joined { side, player })];
        if self.players().iter().all(Option::is_some) {
            events.push(self.happens(now, None, None, What::Began));
        }
        Ok(events)
    }

    /// A person takes the side that is free.
    pub fn join(&mut self, id: &str, name: &str, now: Now) -> Result<Vec<Event>, Problem> {
        if self.side_of(id).is_some() {
            return Err(Problem::new(Code::RoomOwn, "you play in this room already; give its code to somebody else"));
        }
        let free = Side::BOTH.into_iter().find(|side| self.state.status.player(*side).is_none()).unwrap_or(Side::First);
        self.sit(free, Player::Person { id: id.to_owned(), name: name.to_owned() }, now)
    }

    /// A person takes a side. Whoever waits there, and would play either, moves to the other.
    pub fn join_as(&mut self, side: Side, id: &str, name: &str, now: Now) -> Result<Vec<Event>, Problem> {
        let other = side.opponent();
        let is_free = self.stage() == Stage::Waiting && self.state.status.player(other).is_none();
        let moves = is_free && self.wish.side == Choice::Random && self.side_of(id).is_none();
        let Some(waiting) = self.state.status.player(side).cloned().filter(|_| moves) else {
            return self.join(id, name, now);
        };
        self.there.swap(0, 1);
        let person = Player::Person { id: id.to_owned(), name: name.to_owned() };
        Ok(vec![
            self.happens(now, Some(other), None, What::Joined { side: other, player: waiting }),
            self.happens(now, Some(side), None, What::Joined { side, player: person }),
            self.happens(now, None, None, What::Began),
        ])
    }

    /// Somebody does something. `fresh` is a code for a room in which they may play again.
    pub fn act(&mut self, by: By, action: &Action, now: Now, fresh: impl FnOnce() -> String) -> Result<Done, Problem> {
        if by.id.is_empty() || by.id.len() > MAX_ID {
            let message = format!("the id of an action has 1 to {MAX_ID} bytes");
            return Err(Problem::new(Code::Message, message));
        }
        let side = by.person.and_then(|person| self.side_of(person));
        let is_owner = by.person.is_some() && by.person == self.owner.as_deref();
        if side.is_none() && !is_owner {
            return Err(Problem::new(Code::RoomNotYours, "only its players may do that; you watch"));
        }
        if let Some(seq) = self.ids.get(&(side, by.id.to_owned())) {
            return Ok(Done::Again(*seq));
        }
        let id = Some(by.id);
        let events = match (action, side) {
            (Action::Pause { .. } | Action::Pace { .. }, _) => self.steer(side, id, action, is_owner, now)?,
            (Action::Abort, _) => self.abort(side, id, now)?,
            (_, None) => return Err(Problem::new(Code::RoomNotYours, "the computers play; you watch")),
            (Action::Move { ply, mv }, Some(side)) => self.play(side, by, *ply, mv, now)?,
            (Action::Resign, Some(side)) => {
                self.must_play()?;
                let ending = self.referee.lose(side, Termination::Resignation);
                self.ended(now, Some(side), id, ending)
            }
            (Action::Offer { offer }, Some(side)) => self.offer(side, id, *offer, now, fresh)?,
            (Action::Decline { offer }, Some(side)) => self.decline(side, id, *offer, now)?,
            (Action::Claim { claim }, Some(side)) => self.claim(side, id, *claim, now)?,
            (Action::Say { saying }, Some(side)) => self.say(side, id, *saying, now)?,
        };
        Ok(Done::New(events))
    }

    fn must_play(&self) -> Result<(), Problem> {
        let message = match self.stage() {
            Stage::Playing => return Ok(()),
            Stage::Waiting => "the game has not begun: the other side has no player yet",
            Stage::Ended => "the game is over",
            Stage::Aborted => "the game was called off",
        };
        Err(Problem::new(Code::RoomNotPlaying, message))
    }

    fn play(&mut self, side: Side, by: By, ply: u32, mv: &str, now: Now) -> Result<Vec<Event>, Problem> {
        self.must_play()?;
        let Ply(next) = self.record().ply();
        if ply != next {
            let message = format!("the move is for a position after {ply} moves; {next} were played");
            return Err(Problem::new(Code::MoveStale, message));
        }
        if self.referee.side_to_move() != side {
            return Err(Problem::new(Code::MoveTurn, "it is the other's turn"));
        }
        // A move out of time is no move, whatever it is.
        if self.flag().is_some_and(|flag| now.instant > flag) {
            return Ok(self.tick(now));
        }
        let turn = Turn::Play(self.record().parse(mv).map_err(refused)?);
        let mut stopwatch = self.stopwatch.clone();
        let time = if self.state.clocks_run() {
            stopwatch.stop(self.referee.clocks(), side, by.lag, now.instant)
        } else {
            // Where no clock runs the time is told, and costs nothing.
            let thought = now.instant.saturating_duration_since(self.since).saturating_sub(by.lag);
            TurnTime { took: if self.told { thought } else { Duration::ZERO }, charged: None }
        };
        let events = self.take_turn(side, Some(by.id), &turn, time, now)?;
        self.stopwatch = stopwatch;
        self.lag[side.index()] = by.lag;
        Ok(events)
    }

    /// A computer played, after thinking for some time. A move for a position that is not there any more is no move.
    pub fn computer_played(
        &mut self,
        side: Side,
        ply: Ply,
        mv: &DynMove,
        took: Duration,
        now: Now,
    ) -> Result<Vec<Event>, Problem> {
        if self.computer_to_move().is_none_or(|(turn, _)| turn != side) || self.record().ply() != ply {
            return Ok(Vec::new());
        }
        let charged = self.state.clocks_run().then_some(took);
        self.take_turn(side, None, &Turn::Play(mv.clone()), TurnTime { took, charged }, now)
    }

    /// A move of a game that was played elsewhere, and took so long.
    pub fn replay(&mut self, mv: &str, took: Duration, now: Now) -> Result<Vec<Event>, Problem> {
        let turn = Turn::Play(self.record().parse(mv).map_err(refused)?);
        self.take_turn(self.referee.side_to_move(), None, &turn, TurnTime { took, charged: None }, now)
    }

    /// The end of a game that was played elsewhere; without an ending it was left unfinished.
    pub fn close(&mut self, ending: Option<Ending>, now: Now) -> Event {
        match ending {
            Some(ending) => {
                self.referee.end(ending.outcome, ending.termination);
                let clocks_ms = self.clocks_ms(now.instant);
                self.happens(now, None, None, What::Ended { ending, clocks_ms })
            }
            None => self.happens(now, None, None, What::Aborted),
        }
    }

    /// A computer gave up, or broke down.
    pub fn computer_lost(&mut self, side: Side, termination: Termination, now: Now) -> Vec<Event> {
        if self.stage() != Stage::Playing {
            return Vec::new();
        }
        let ending = self.referee.lose(side, termination);
        self.ended(now, Some(side), None, ending)
    }

    /// The referee judges what the side to move does, and the events say what came of it.
    fn take_turn(
        &mut self,
        side: Side,
        id: Option<&str>,
        turn: &Turn<DynMove>,
        time: TurnTime,
        now: Now,
    ) -> Result<Vec<Event>, Problem> {
        let ply = self.record().ply();
        let ending = self.referee.act(turn, time).map_err(refused)?;
        let mut events = Vec::new();
        if let Some(mv) = turn.mv().filter(|_| self.record().ply() > ply) {
            let clocks_ms = self.turn_clocks_ms();
            let (mv, took_ms) = (mv.text().to_owned(), time.took.as_millis() as u64);
            events.push(self.happens(now, Some(side), id, What::Moved { ply: ply.0, mv, took_ms, clocks_ms }));
        }
        events.extend(self.ended(now, None, None, ending));
        Ok(events)
    }

    fn offer(
        &mut self,
        side: Side,
        id: Option<&str>,
        offer: Offer,
        now: Now,
        fresh: impl FnOnce() -> String,
    ) -> Result<Vec<Event>, Problem> {
        let not_now = |why: &str| Err(Problem::new(Code::OfferNotNow, why));
        match offer {
            Offer::Rematch if self.stage() != Stage::Ended => return not_now("one plays again when the game is over"),
            Offer::Rematch if self.state.status.rematch.is_some() => {
                return not_now("you play again already; go to that room");
            }
            Offer::Rematch => {}
            Offer::Draw | Offer::Takeback => self.must_play()?,
        }
        let other = side.opponent();
        let is_taken = self.state.status.has_offered(other, offer) || self.is_computer(other);
        match offer {
            Offer::Draw if self.is_computer(other) => return not_now("the computer plays on"),
            Offer::Draw if self.state.plies() < 2 => return not_now("each side makes a move first"),
            Offer::Draw if self.referee.offers_draw(other) => {
                let ending = self.referee.offer_draw(side);
                return Ok(self.ended(now, Some(side), id, ending));
            }
            Offer::Draw if self.drawn_at[side.index()] == Some(self.record().ply().0 / 2) => {
                return not_now("a draw was proposed in this move already");
            }
            Offer::Takeback => {
                // What the proposer's last move would leave: of an acceptance, the other's.
                let proposer = if is_taken && !self.is_computer(other) { other } else { side };
                let Some(ply) = self.before_last_of(proposer) else {
                    return not_now("there is no move of yours to take back");
                };
                if is_taken {
                    self.take_back_to(ply);
                    let clocks_ms = self.clocks_ms(now.instant);
                    return Ok(vec![self.happens(now, Some(side), id, What::TakenBack { ply, clocks_ms })]);
                }
            }
            Offer::Rematch if is_taken => {
                return Ok(vec![self.happens(now, Some(side), id, What::Rematch { room: fresh() })]);
            }
            Offer::Draw | Offer::Rematch => {}
        }
        if self.state.status.has_offered(side, offer) {
            return not_now("you have proposed it; the other has to answer");
        }
        if offer == Offer::Draw {
            self.referee.offer_draw(side);
        }
        Ok(vec![self.happens(now, Some(side), id, What::Offered { offer })])
    }

    /// How many moves are left when the last move of a side is taken back; the opening stays.
    fn before_last_of(&self, side: Side) -> Option<u32> {
        let back = if self.referee.side_to_move() == side { 2 } else { 1 };
        (self.state.plies() >= back).then(|| self.record().ply().0 - back)
    }

    fn decline(&mut self, side: Side, id: Option<&str>, offer: Offer, now: Now) -> Result<Vec<Event>, Problem> {
        if !Side::BOTH.iter().any(|side| self.state.status.has_offered(*side, offer)) {
            return Err(Problem::new(Code::OfferNone, "no such proposal stands any more"));
        }
        if offer == Offer::Draw {
            self.end_draw_offers();
        }
        Ok(vec![self.happens(now, Some(side), id, What::Declined { offer })])
    }

    fn abort(&mut self, side: Option<Side>, id: Option<&str>, now: Now) -> Result<Vec<Event>, Problem> {
        match self.stage() {
            Stage::Waiting => {}
            Stage::Playing if self.wish.opponent.kind() == OpponentKind::Watch => {}
            Stage::Playing if side.is_some() && self.state.plies() < 2 => {}
            Stage::Playing if side.is_none() => {
                return Err(Problem::new(Code::RoomNotYours, "only its players may do that; you watch"));
            }
            Stage::Playing => {
                return Err(Problem::new(Code::RoomTooLate, "each side has moved; resign, or propose a draw"));
            }
            Stage::Ended | Stage::Aborted => self.must_play()?,
        }
        Ok(vec![self.happens(now, side, id, What::Aborted)])
    }

    fn claim(&mut self, side: Side, id: Option<&str>, claim: Claim, now: Now) -> Result<Vec<Event>, Problem> {
        self.must_play()?;
        let is_due = self.referee.side_to_move() != side && self.claim_at().is_some_and(|at| at <= now.instant);
        if !is_due {
            let message = "a game is claimed when it is the other's turn, and they have been gone for a while";
            return Err(Problem::new(Code::ClaimNotYet, message));
        }
        let outcome = match claim {
            Claim::Win => Outcome::Win(side),
            Claim::Draw => Outcome::Draw,
        };
        let ending = self.referee.end(outcome, Termination::Abandoned);
        Ok(self.ended(now, Some(side), id, ending))
    }

    fn say(&mut self, side: Side, id: Option<&str>, saying: Saying, now: Now) -> Result<Vec<Event>, Problem> {
        if self.stage() == Stage::Waiting || self.stage() == Stage::Aborted {
            return Err(Problem::new(Code::RoomNotPlaying, "there is nobody to speak to"));
        }
        let said = &mut self.said_at[side.index()];
        said.retain(|at| now.instant.saturating_duration_since(*at) < SAID_IN);
        if said.len() >= SAID_AT_ONCE {
            return Err(Problem::new(Code::SayTooMuch, "enough was said for now; wait some seconds"));
        }
        said.push(now.instant);
        Ok(vec![self.happens(now, Some(side), id, What::Said { saying })])
    }

    fn steer(
        &mut self,
        side: Option<Side>,
        id: Option<&str>,
        action: &Action,
        is_owner: bool,
        now: Now,
    ) -> Result<Vec<Event>, Problem> {
        if !is_owner || self.wish.opponent.kind() != OpponentKind::Watch {
            let message = "only a game of computers has a pace, for whoever made it";
            return Err(Problem::new(Code::RoomNotYours, message));
        }
        self.must_play()?;
        let what = match *action {
            Action::Pause { on } => What::Paused { on },
            Action::Pace { pace_ms } => What::Paced { pace_ms: pace_ms.min(MAX_PACE_MS) },
            _ => return Ok(Vec::new()),
        };
        Ok(vec![self.happens(now, side, id, what)])
    }
}

fn refused(why: Refused) -> Problem {
    Problem::named(why.code, why.message)
}
