//! One room.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use zermelo_core::erased::DynRecord;
use zermelo_core::{Ending, Outcome, Ply, Side, Termination, View};
use zermelo_protocol::{
    Action, Choice, Claim, ClocksMs, Code, Event, NewRoom, Offer, Opponent, OpponentKind, Player, Presence, Problem,
    RoomState, Saying, Stage, TimeControl, What,
};

use crate::clocks::Clocks;
use crate::presence::{Grace, There};

/// The time of a call: the server's clock, and the calendar's.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Now {
    /// For clocks: it runs evenly.
    pub instant: Instant,
    /// For people: milliseconds since 1970, UTC.
    pub unix_ms: i64,
}

/// Who acts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct By<'a> {
    /// The person; nobody in particular.
    pub person: Option<&'a str>,
    /// Their own name for this action.
    pub id: &'a str,
    /// How long the network takes from the server to them and back.
    pub lag: Duration,
}

/// What came of an action.
#[derive(Clone, PartialEq, Debug)]
pub enum Done {
    /// Something happened.
    New(Vec<Event>),
    /// It was done before: the number of the event that it brought about.
    Again(u32),
}

/// Stored events that this program does not understand.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("event {seq} of the room can't be played: {why}")]
pub struct Unreadable {
    /// Its number.
    pub seq: u32,
    /// Why.
    pub why: String,
}

/// How long the first move of each side may take where there is a clock; then the game is called off.
const FIRST_MOVE: Duration = Duration::from_mins(1);

/// How long a wish waits for whoever made it, when they are gone.
const WISH_ALONE: Duration = Duration::from_secs(10);

/// How long a code waits for a friend.
const FRIEND: Duration = Duration::from_hours(7 * 24);

/// How long a game without a clock waits for a player who is gone.
const FORGOTTEN: Duration = Duration::from_hours(30 * 24);

/// How long a clock waits, after the server was down, for its player to come back.
const RETURN: Duration = Duration::from_secs(40);

/// The longest own name of an action, in bytes.
const MAX_ID: usize = 64;

/// Actions that are remembered by their names, at least.
const REMEMBERED: usize = 256;

/// Sayings that are shown to who comes late, and that one player may say in a while.
const SAID: usize = 8;
const SAID_AT_ONCE: usize = 3;
const SAID_IN: Duration = Duration::from_secs(10);

/// The slowest pace of a computer's game.
const MAX_PACE_MS: u64 = 60_000;

/// A game between two players, and all that is decided about it. See the [crate's own words](crate).
#[derive(Debug)]
pub struct Room {
    code: String,
    owner: Option<String>,
    wish: NewRoom,
    record: Box<dyn DynRecord>,
    opening: u32,
    players: [Option<Player>; 2],
    stage: Stage,
    clocks: Option<Clocks>,
    /// What the clocks showed after each move that is on the board, from the opening on.
    after: Vec<ClocksMs>,
    took_ms: Vec<u64>,
    /// By side, what each proposes.
    offers: [Vec<Offer>; 2],
    /// How many moves were played when a side last proposed a draw: once a move is enough.
    drawn_at: [Option<u32>; 2],
    said: Vec<(Side, Saying)>,
    said_at: [Vec<Instant>; 2],
    ending: Option<Ending>,
    rematch: Option<String>,
    paused: bool,
    pace_ms: u64,
    seq: u32,
    ids: HashMap<(Option<Side>, String), u32>,
    there: [There; 2],
    watchers: u32,
    lag: [Duration; 2],
    /// When the stage began, or the last move was told.
    since: Instant,
    /// A clock that waits for its player after the server was down: until when.
    resuming: Option<Instant>,
    /// The calendar's time of the last event after which a clock ran; nothing while it waits.
    ran_ms: Option<i64>,
    /// Whether the last move was told: before that no clock runs.
    told: bool,
}

impl Room {
    /// A room without players, with the record of its start. The moves of the wish's opening are played, or refused.
    pub fn new(
        code: String,
        owner: Option<String>,
        wish: NewRoom,
        mut record: Box<dyn DynRecord>,
        now: Now,
    ) -> Result<Self, Problem> {
        for (at, text) in wish.opening.iter().enumerate() {
            record.play(text, None).map_err(|why| {
                let message = format!("move {} of the opening: {why}", at + 1);
                Problem { at: Some(at), ..Problem::named(why.code, message) }
            })?;
        }
        if record.ending().is_some() {
            return Err(Problem::named("move/game-over", "the game is over after the opening; begin earlier"));
        }
        let gone = There::Since { left: now.instant, politely: false };
        let pace_ms = match wish.opponent {
            Opponent::Watch { pace_ms, .. } => pace_ms.min(MAX_PACE_MS),
            _ => 0,
        };
        Ok(Self {
            opening: record.ply().0,
            took_ms: vec![0; record.ply().0 as usize],
            clocks: Clocks::new(wish.clock),
            code,
            owner,
            wish,
            record,
            players: [None, None],
            stage: Stage::Waiting,
            after: Vec::new(),
            offers: [Vec::new(), Vec::new()],
            drawn_at: [None; 2],
            said: Vec::new(),
            said_at: [Vec::new(), Vec::new()],
            ending: None,
            rematch: None,
            paused: false,
            pace_ms,
            seq: 0,
            ids: HashMap::new(),
            there: [gone; 2],
            watchers: 0,
            lag: [Duration::ZERO; 2],
            since: now.instant,
            resuming: None,
            ran_ms: None,
            told: true,
        })
    }

    /// The same room again, from its stored events. Where a server works on with it, [`take_up`](Self::take_up) comes next.
    pub fn restored(
        code: String,
        owner: Option<String>,
        wish: NewRoom,
        record: Box<dyn DynRecord>,
        events: impl IntoIterator<Item = Event>,
        now: Now,
    ) -> Result<Self, Unreadable> {
        let unreadable = |seq| move |why: String| Unreadable { seq, why };
        let mut room = Self::new(code, owner, wish, record, now).map_err(|why| unreadable(0)(why.message))?;
        for event in events {
            let seq = event.seq;
            if seq != room.seq + 1 {
                return Err(unreadable(seq)(format!("event {} is missing", room.seq + 1)));
            }
            if let What::Moved { mv, .. } = &event.what {
                room.record.play(mv, None).map_err(|why| unreadable(seq)(why.message))?;
            }
            room.apply(&event, now.instant);
        }
        room.told = true;
        room.since = now.instant;
        Ok(room)
    }

    /// A restored room goes on, after the server was down. `alive_ms` is when it last wrote that it was there: what the player to move had
    /// spent until then is spent, the time since then is nobody's, and the clock waits for the player. That is an event, so that the
    /// next time when the server goes down does not count it again.
    pub fn take_up(&mut self, alive_ms: i64, now: Now) -> Vec<Event> {
        let side = self.record.side_to_move();
        let runs = self.stage == Stage::Playing && self.clocks_run() && !self.is_computer(side);
        let Some(mut clocks_ms) = self.clocks.as_ref().filter(|_| runs).map(|clocks| clocks.ms(now.instant)) else {
            return Vec::new();
        };
        let Some(ran_ms) = self.ran_ms else {
            // It went down while the clock waited already.
            self.resuming = now.instant.checked_add(RETURN);
            return Vec::new();
        };
        let spent = alive_ms.saturating_sub(ran_ms).max(0) as u64;
        clocks_ms[side.index()] = clocks_ms[side.index()].saturating_sub(spent);
        vec![self.happens(now, None, None, What::Interrupted { clocks_ms })]
    }

    /// The code by which it is found.
    pub fn code(&self) -> &str {
        &self.code
    }

    /// Who made it.
    pub fn owner(&self) -> Option<&str> {
        self.owner.as_deref()
    }

    /// What was wished for.
    pub fn wish(&self) -> &NewRoom {
        &self.wish
    }

    /// How far it is.
    pub fn stage(&self) -> Stage {
        self.stage
    }

    /// The number of the last event.
    pub fn seq(&self) -> u32 {
        self.seq
    }

    /// The players, the first side's first.
    pub fn players(&self) -> [Option<&Player>; 2] {
        [self.players[0].as_ref(), self.players[1].as_ref()]
    }

    /// The game as it was played.
    pub fn record(&self) -> &dyn DynRecord {
        self.record.as_ref()
    }

    /// How long each move took, in milliseconds, the opening with 0.
    pub fn took_ms(&self) -> &[u64] {
        &self.took_ms
    }

    /// What the game ended with.
    pub fn ending(&self) -> Option<Ending> {
        self.ending
    }

    /// How many others watch.
    pub fn watchers(&self) -> u32 {
        self.watchers
    }

    /// Whether the computer's game stands still.
    pub fn is_paused(&self) -> bool {
        self.paused
    }

    /// How long each move of a computer's game stands at least.
    pub fn pace(&self) -> Duration {
        Duration::from_millis(self.pace_ms)
    }

    /// All that is to be seen.
    pub fn view(&self) -> View {
        let mut view = self.record.view();
        if self.ending.is_some() {
            view.ending = self.ending;
            view.moves.clear();
        }
        view
    }

    /// Which side a person plays.
    pub fn side_of(&self, person: &str) -> Option<Side> {
        Side::BOTH.into_iter().find(|side| self.person(*side) == Some(person))
    }

    /// The id of the person who plays a side.
    pub fn person(&self, side: Side) -> Option<&str> {
        match &self.players[side.index()] {
            Some(Player::Person { id, .. }) => Some(id),
            _ => None,
        }
    }

    /// The computer that is to move now, with what it has on its clock; nobody where people or nobody move.
    pub fn computer_to_move(&self) -> Option<(Side, &str)> {
        let side = self.record.side_to_move();
        match &self.players[side.index()] {
            Some(Player::Computer { agent }) if self.stage == Stage::Playing && !self.paused => Some((side, agent)),
            _ => None,
        }
    }

    fn is_computer(&self, side: Side) -> bool {
        matches!(self.players[side.index()], Some(Player::Computer { .. }))
    }

    /// What both clocks have left, and what each move adds: for a computer that shares its time out.
    pub fn clock(&self, now: Instant) -> Option<zermelo_core::Clock> {
        let clocks = self.clocks.as_ref()?;
        let increment = match self.wish.clock {
            TimeControl::Increment { increment, .. } => increment,
            _ => Duration::ZERO,
        };
        let moves_to_go = matches!(self.wish.clock, TimeControl::PerMove(_) | TimeControl::Days(_)).then_some(1);
        let remaining = Side::BOTH.map(|side| clocks.left(side, now));
        Some(zermelo_core::Clock { remaining, increment: [increment; 2], moves_to_go })
    }

    /// How the room stands.
    pub fn state(&self, now: Instant) -> RoomState {
        let [first, second] = self.players.clone();
        RoomState {
            room: self.code.clone(),
            seq: self.seq,
            game: self.record.game_spec(),
            start: self.record.start_text(),
            opponent: self.wish.opponent.kind(),
            clock: self.wish.clock,
            first,
            second,
            stage: self.stage,
            moves: self.record.moves().into_iter().map(|(mv, _)| mv).collect(),
            took_ms: self.took_ms.clone(),
            opening: self.opening,
            clocks_ms: self.clocks.as_ref().map(|clocks| clocks.ms(now)),
            running: self.clocks.as_ref().and_then(Clocks::running),
            offers: self.standing_offers(),
            said: self.said.clone(),
            ending: self.ending,
            rematch: self.rematch.clone(),
            paused: self.paused,
            pace_ms: self.pace_ms,
            presence: self.presence(now),
        }
    }

    fn standing_offers(&self) -> Vec<(Side, Offer)> {
        let of = |side: Side| self.offers[side.index()].iter().map(move |offer| (side, *offer));
        Side::BOTH.into_iter().flat_map(of).collect()
    }

    /// Who is there.
    pub fn presence(&self, now: Instant) -> Presence {
        let there = |side: Side| self.is_computer(side) || self.there[side.index()] == There::Yes;
        Presence {
            first: there(Side::First),
            second: there(Side::Second),
            watchers: self.watchers,
            claim_in_ms: self.claim_at().map(|at| at.saturating_duration_since(now).as_millis() as u64),
        }
    }

    /// When the side that waits may claim the game: the other left, and it is the other's turn.
    fn claim_at(&self) -> Option<Instant> {
        let absent = self.record.side_to_move();
        let is_on = self.stage == Stage::Playing && self.plies() >= 2 && self.person(absent).is_some();
        let claims = is_on && self.person(absent.opponent()).is_some();
        claims.then(|| self.there[absent.index()].claim(Grace::of(self.wish.clock))).flatten()
    }

    /// Moves since the opening.
    fn plies(&self) -> u32 {
        self.record.ply().0 - self.opening
    }

    /// Whether the time of the side to move counts: each side has made its first move, or has days for it.
    fn clocks_run(&self) -> bool {
        self.clocks.is_some() && (self.plies() >= 2 || matches!(self.wish.clock, TimeControl::Days(_)))
    }

    // What happens.

    /// A player takes a side that is free. When both are taken, the game begins.
    pub fn sit(&mut self, side: Side, player: Player, now: Now) -> Result<Vec<Event>, Problem> {
        if self.stage != Stage::Waiting {
            let message = match self.stage {
                Stage::Aborted => "the game was called off; make a new one",
                _ => "both sides have players; you may watch",
            };
            return Err(Problem::new(Code::RoomFull, message));
        }
        if self.players[side.index()].is_some() {
            return Err(Problem::new(Code::RoomFull, "this side has a player"));
        }
        let mut events = vec![self.happens(now, Some(side), None, What::Joined { side, player })];
        if self.players.iter().all(Option::is_some) {
            events.push(self.happens(now, None, None, What::Began));
        }
        Ok(events)
    }

    /// A person takes the side that is free.
    pub fn join(&mut self, id: &str, name: &str, now: Now) -> Result<Vec<Event>, Problem> {
        if self.side_of(id).is_some() {
            return Err(Problem::new(Code::RoomOwn, "you play in this room already; give its code to somebody else"));
        }
        let free = Side::BOTH.into_iter().find(|side| self.players[side.index()].is_none()).unwrap_or(Side::First);
        self.sit(free, Player::Person { id: id.to_owned(), name: name.to_owned() }, now)
    }

    /// A person takes a side. Whoever waits there, and would play either, moves to the other.
    pub fn join_as(&mut self, side: Side, id: &str, name: &str, now: Now) -> Result<Vec<Event>, Problem> {
        let other = side.opponent();
        let is_free = self.stage == Stage::Waiting && self.players[other.index()].is_none();
        let moves = is_free && self.wish.side == Choice::Random && self.side_of(id).is_none();
        let Some(waiting) = self.players[side.index()].clone().filter(|_| moves) else {
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
                let ending = Ending { outcome: Outcome::Win(side.opponent()), termination: Termination::Resignation };
                vec![self.end(now, Some(side), id, ending)]
            }
            (Action::Offer { offer }, Some(side)) => self.offer(side, id, *offer, now, fresh)?,
            (Action::Decline { offer }, Some(side)) => self.decline(side, id, *offer, now)?,
            (Action::Claim { claim }, Some(side)) => self.claim(side, id, *claim, now)?,
            (Action::Say { saying }, Some(side)) => self.say(side, id, *saying, now)?,
        };
        Ok(Done::New(events))
    }

    fn must_play(&self) -> Result<(), Problem> {
        let message = match self.stage {
            Stage::Playing => return Ok(()),
            Stage::Waiting => "the game has not begun: the other side has no player yet",
            Stage::Ended => "the game is over",
            Stage::Aborted => "the game was called off",
        };
        Err(Problem::new(Code::RoomNotPlaying, message))
    }

    fn play(&mut self, side: Side, by: By, ply: u32, mv: &str, now: Now) -> Result<Vec<Event>, Problem> {
        self.must_play()?;
        let Ply(next) = self.record.ply();
        if ply != next {
            let message = format!("the move is for a position after {ply} moves; {next} were played");
            return Err(Problem::new(Code::MoveStale, message));
        }
        if self.record.side_to_move() != side {
            return Err(Problem::new(Code::MoveTurn, "it is the other's turn"));
        }
        // A move out of time is no move, whatever it is.
        if self.clocks.as_ref().and_then(|clocks| clocks.flag(self.lag)).is_some_and(|flag| now.instant > flag) {
            return Ok(self.tick(now));
        }
        let runs = self.clocks_run();
        let usual = self.record.play(mv, None).map_err(|why| Problem::named(why.code, why.message))?;
        self.lag[side.index()] = by.lag;
        let took = match &mut self.clocks {
            Some(clocks) if clocks.running() == Some(side) => clocks.stop(by.lag, now.instant),
            // Before it was told that it is their turn.
            Some(clocks) if runs => {
                clocks.spend(side, Duration::ZERO);
                Duration::ZERO
            }
            _ if !self.told => Duration::ZERO,
            // Where nothing runs the time is told, and costs nothing.
            _ => now.instant.saturating_duration_since(self.since).saturating_sub(by.lag),
        };
        Ok(self.moved(side, Some(by.id), usual, took, now))
    }

    /// A computer played, after thinking for some time. A move for a position that is not there any more is no move.
    pub fn computer_played(
        &mut self,
        side: Side,
        ply: Ply,
        mv: &str,
        took: Duration,
        now: Now,
    ) -> Result<Vec<Event>, Problem> {
        if self.computer_to_move().is_none_or(|(turn, _)| turn != side) || self.record.ply() != ply {
            return Ok(Vec::new());
        }
        let runs = self.clocks_run();
        if let Some(clocks) = self.clocks.as_mut().filter(|_| runs)
            && !clocks.spend(side, took)
        {
            return Ok(vec![self.flagged(side, now)]);
        }
        let usual = self.record.play(mv, None).map_err(|why| Problem::named(why.code, why.message))?;
        Ok(self.moved(side, None, usual, took, now))
    }

    /// A move of a game that was played elsewhere, and took so long.
    pub fn replay(&mut self, mv: &str, took: Duration, now: Now) -> Result<Vec<Event>, Problem> {
        let side = self.record.side_to_move();
        let usual = self.record.play(mv, None).map_err(|why| Problem::named(why.code, why.message))?;
        Ok(self.moved(side, None, usual, took, now))
    }

    /// The end of a game that was played elsewhere; without an ending it was left unfinished.
    pub fn close(&mut self, ending: Option<Ending>, now: Now) -> Event {
        match ending {
            Some(ending) => self.end(now, None, None, ending),
            None => self.happens(now, None, None, What::Aborted),
        }
    }

    /// A computer gave up, or broke down.
    pub fn computer_lost(&mut self, side: Side, termination: Termination, now: Now) -> Vec<Event> {
        if self.stage != Stage::Playing {
            return Vec::new();
        }
        let ending = Ending { outcome: Outcome::Win(side.opponent()), termination };
        vec![self.end(now, Some(side), None, ending)]
    }

    /// The move is on the board: what follows from it.
    fn moved(&mut self, side: Side, id: Option<&str>, mv: String, took: Duration, now: Now) -> Vec<Event> {
        let ply = self.record.ply().0 - 1;
        let clocks_ms = self.clocks.as_ref().map(|clocks| clocks.ms(now.instant));
        let what = What::Moved { ply, mv, took_ms: took.as_millis() as u64, clocks_ms };
        let mut events = vec![self.happens(now, Some(side), id, what)];
        if let Some(ending) = self.record.ending() {
            events.push(self.end(now, None, None, ending));
        }
        events
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
            Offer::Rematch if self.stage != Stage::Ended => return not_now("one plays again when the game is over"),
            Offer::Rematch if self.rematch.is_some() => return not_now("you play again already; go to that room"),
            Offer::Rematch => {}
            Offer::Draw | Offer::Takeback => self.must_play()?,
        }
        let other = side.opponent();
        let is_taken = self.offers[other.index()].contains(&offer) || self.is_computer(other);
        match offer {
            Offer::Draw if self.is_computer(other) => return not_now("the computer plays on"),
            Offer::Draw if self.plies() < 2 => return not_now("each side makes a move first"),
            Offer::Draw if is_taken => {
                let ending = Ending { outcome: Outcome::Draw, termination: Termination::Agreement };
                return Ok(vec![self.end(now, Some(side), id, ending)]);
            }
            Offer::Draw if self.drawn_at[side.index()] == Some(self.record.ply().0 / 2) => {
                return not_now("a draw was proposed in this move already");
            }
            Offer::Takeback => {
                // What the proposer's last move would leave: of an acceptance, the other's.
                let proposer = if is_taken && !self.is_computer(other) { other } else { side };
                let Some(ply) = self.before_last_of(proposer) else {
                    return not_now("there is no move of yours to take back");
                };
                if is_taken {
                    let clocks_ms = self.clocks_at(ply);
                    return Ok(vec![self.happens(now, Some(side), id, What::TakenBack { ply, clocks_ms })]);
                }
            }
            Offer::Rematch if is_taken => {
                return Ok(vec![self.happens(now, Some(side), id, What::Rematch { room: fresh() })]);
            }
            Offer::Draw | Offer::Rematch => {}
        }
        if self.offers[side.index()].contains(&offer) {
            return not_now("you have proposed it; the other has to answer");
        }
        Ok(vec![self.happens(now, Some(side), id, What::Offered { offer })])
    }

    /// How many moves are left when the last move of a side is taken back; the opening stays.
    fn before_last_of(&self, side: Side) -> Option<u32> {
        let back = if self.record.side_to_move() == side { 2 } else { 1 };
        (self.plies() >= back).then(|| self.record.ply().0 - back)
    }

    /// What the clocks showed after so many moves.
    fn clocks_at(&self, ply: u32) -> Option<ClocksMs> {
        let start = self.wish.clock.start()?.as_millis() as u64;
        let plies = (ply - self.opening) as usize;
        Some(plies.checked_sub(1).and_then(|at| self.after.get(at).copied()).unwrap_or([start; 2]))
    }

    fn decline(&mut self, side: Side, id: Option<&str>, offer: Offer, now: Now) -> Result<Vec<Event>, Problem> {
        if !self.offers.iter().any(|offers| offers.contains(&offer)) {
            return Err(Problem::new(Code::OfferNone, "no such proposal stands any more"));
        }
        Ok(vec![self.happens(now, Some(side), id, What::Declined { offer })])
    }

    fn abort(&mut self, side: Option<Side>, id: Option<&str>, now: Now) -> Result<Vec<Event>, Problem> {
        match self.stage {
            Stage::Waiting => {}
            Stage::Playing if self.wish.opponent.kind() == OpponentKind::Watch => {}
            Stage::Playing if side.is_some() && self.plies() < 2 => {}
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
        let is_due = self.record.side_to_move() != side && self.claim_at().is_some_and(|at| at <= now.instant);
        if !is_due {
            let message = "a game is claimed when it is the other's turn, and they have been gone for a while";
            return Err(Problem::new(Code::ClaimNotYet, message));
        }
        let outcome = match claim {
            Claim::Win => Outcome::Win(side),
            Claim::Draw => Outcome::Draw,
        };
        Ok(vec![self.end(now, Some(side), id, Ending { outcome, termination: Termination::Abandoned })])
    }

    fn say(&mut self, side: Side, id: Option<&str>, saying: Saying, now: Now) -> Result<Vec<Event>, Problem> {
        if self.stage == Stage::Waiting || self.stage == Stage::Aborted {
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

    // What time brings.

    /// What has come with time: flags, games that nobody plays.
    pub fn tick(&mut self, now: Now) -> Vec<Event> {
        let Some((at, comes)) = self.next() else { return Vec::new() };
        if at > now.instant {
            return Vec::new();
        }
        let side = self.record.side_to_move();
        match comes {
            Comes::Flag => vec![self.flagged(side, now)],
            Comes::CalledOff => vec![self.happens(now, None, None, What::Aborted)],
            Comes::Forgotten => {
                let ending = Ending { outcome: Outcome::Win(side.opponent()), termination: Termination::Abandoned };
                vec![self.end(now, None, None, ending)]
            }
            Comes::Return => self.resume(now),
        }
    }

    /// When [`tick`](Self::tick) has something to do next.
    pub fn deadline(&self) -> Option<Instant> {
        self.next().map(|(at, _)| at)
    }

    fn next(&self) -> Option<(Instant, Comes)> {
        let after = |from: Instant, time: Duration| from.checked_add(time);
        let gone = |side: Side| match self.there[side.index()] {
            There::Since { left, .. } if self.person(side).is_some() => Some(left),
            _ => None,
        };
        match self.stage {
            Stage::Ended | Stage::Aborted => None,
            Stage::Waiting if self.wish.opponent == Opponent::Friend => {
                Some((after(self.since, FRIEND)?, Comes::CalledOff))
            }
            Stage::Waiting => {
                let left = Side::BOTH.into_iter().find_map(gone)?;
                Some((after(left, WISH_ALONE)?, Comes::CalledOff))
            }
            Stage::Playing => {
                let side = self.record.side_to_move();
                if let Some(until) = self.resuming {
                    return Some((until, Comes::Return));
                }
                if let Some(flag) = self.clocks.as_ref().and_then(|clocks| clocks.flag(self.lag)) {
                    return Some((flag, Comes::Flag));
                }
                self.person(side)?;
                if self.clocks.is_some() && !self.clocks_run() && self.told {
                    return Some((after(self.since, FIRST_MOVE)?, Comes::CalledOff));
                }
                let left = gone(side).filter(|_| self.clocks.is_none())?;
                Some((after(left, FORGOTTEN)?, Comes::Forgotten))
            }
        }
    }

    fn resume(&mut self, now: Now) -> Vec<Event> {
        vec![self.happens(now, None, None, What::Resumed)]
    }

    fn flagged(&mut self, side: Side, now: Now) -> Event {
        let ending = Ending { outcome: Outcome::Win(side.opponent()), termination: Termination::Time };
        self.end(now, None, None, ending)
    }

    fn end(&mut self, now: Now, by: Option<Side>, id: Option<&str>, ending: Ending) -> Event {
        if let Some(clocks) = &mut self.clocks {
            clocks.halt(now.instant);
        }
        let clocks_ms = self.clocks.as_ref().map(|clocks| clocks.ms(now.instant));
        self.happens(now, by, id, What::Ended { ending, clocks_ms })
    }

    /// The events up to a number are stored and on their way: the clock of who is to move starts.
    pub fn told(&mut self, seq: u32, now: Instant) {
        if seq != self.seq || self.told {
            return;
        }
        self.told = true;
        self.since = now;
        if self.resuming.is_none() {
            self.start_clock(self.record.side_to_move(), now);
        }
    }

    /// The clock of a person runs where clocks do; a computer's time is what it thinks.
    fn start_clock(&mut self, side: Side, now: Instant) {
        let runs = self.stage == Stage::Playing && self.clocks_run() && !self.is_computer(side);
        if let Some(clocks) = self.clocks.as_mut().filter(|_| runs) {
            clocks.start(side, now);
        }
    }

    // Who is there.

    /// A player follows the room. A clock that waited for them goes on.
    pub fn came(&mut self, side: Side, now: Now) -> Vec<Event> {
        self.there[side.index()] = There::Yes;
        if self.resuming.is_some() && self.record.side_to_move() == side { self.resume(now) } else { Vec::new() }
    }

    /// A player does not follow the room any more.
    pub fn left(&mut self, side: Side, politely: bool, now: Instant) {
        self.there[side.index()] = There::Since { left: now, politely };
    }

    /// So many others watch.
    pub fn watched(&mut self, watchers: u32) {
        self.watchers = watchers;
    }

    /// The wish of those who play again: sides swapped.
    pub fn rematch_wish(&self) -> (NewRoom, [Option<Player>; 2]) {
        let [first, second] = self.players.clone();
        let mut wish = NewRoom { side: Choice::Random, ..self.wish.clone() };
        if let Opponent::Watch { first, second, .. } = &mut wish.opponent {
            std::mem::swap(first, second);
        }
        // Strangers who found each other play again with each other.
        if matches!(wish.opponent, Opponent::Anyone | Opponent::Pool) {
            wish.opponent = Opponent::Friend;
        }
        (wish, [second, first])
    }

    // Events.

    /// Something happens: it has a number, and the room changes.
    fn happens(&mut self, now: Now, by: Option<Side>, id: Option<&str>, what: What) -> Event {
        let event = Event { seq: self.seq + 1, at_ms: now.unix_ms, by, id: id.map(str::to_owned), what };
        self.apply(&event, now.instant);
        event
    }

    /// The change that an event is. A move is on the board already.
    fn apply(&mut self, event: &Event, now: Instant) {
        self.seq = event.seq;
        if let Some(id) = &event.id {
            self.remember(event.by, id.clone(), event.seq);
        }
        match &event.what {
            What::Joined { side, player } => self.players[side.index()] = Some(player.clone()),
            What::Began => {
                self.stage = Stage::Playing;
                self.since = now;
                self.runs_on(event.at_ms);
            }
            What::Moved { took_ms, clocks_ms, .. } => {
                self.took_ms.push(*took_ms);
                if let Some(clocks_ms) = clocks_ms {
                    self.after.push(*clocks_ms);
                    if let Some(clocks) = &mut self.clocks {
                        clocks.set(*clocks_ms);
                    }
                }
                self.runs_on(event.at_ms);
                self.offers.iter_mut().for_each(|offers| offers.retain(|offer| *offer == Offer::Rematch));
            }
            What::Offered { offer } => {
                if let Some(side) = event.by {
                    self.offers[side.index()].push(*offer);
                    if *offer == Offer::Draw {
                        self.drawn_at[side.index()] = Some(self.record.ply().0 / 2);
                    }
                }
            }
            What::Declined { offer } => {
                self.offers.iter_mut().for_each(|offers| offers.retain(|stands| stands != offer));
            }
            What::TakenBack { ply, clocks_ms } => {
                self.take_back(*ply, *clocks_ms);
                self.runs_on(event.at_ms);
            }
            What::Said { saying } => {
                if let Some(side) = event.by {
                    self.said.push((side, *saying));
                    let old = self.said.len().saturating_sub(SAID);
                    self.said.drain(..old);
                }
            }
            What::Ended { ending, clocks_ms } => {
                self.stop(Stage::Ended, *clocks_ms);
                self.ending = Some(*ending);
                if self.record.ending().is_none() {
                    self.record.end(ending.outcome, ending.termination);
                }
            }
            What::Aborted => self.stop(Stage::Aborted, None),
            What::Rematch { room } => {
                self.rematch = Some(room.clone());
                self.offers = [Vec::new(), Vec::new()];
            }
            What::Interrupted { clocks_ms } => {
                if let Some(clocks) = &mut self.clocks {
                    clocks.set(*clocks_ms);
                }
                self.resuming = now.checked_add(RETURN);
                self.ran_ms = None;
            }
            What::Resumed => {
                self.since = now;
                self.runs_on(event.at_ms);
            }
            What::Paused { on } => self.paused = *on,
            What::Paced { pace_ms } => self.pace_ms = *pace_ms,
        }
    }

    fn take_back(&mut self, ply: u32, clocks_ms: Option<ClocksMs>) {
        while self.record.ply().0 > ply && self.record.undo() {}
        self.took_ms.truncate(ply as usize);
        self.after.truncate((ply - self.opening) as usize);
        if let (Some(clocks), Some(clocks_ms)) = (&mut self.clocks, clocks_ms) {
            clocks.set(clocks_ms);
        }
        self.offers = [Vec::new(), Vec::new()];
        self.drawn_at = [None; 2];
    }

    /// When this is told, the clock of who is to move starts.
    fn runs_on(&mut self, at_ms: i64) {
        self.resuming = None;
        self.ran_ms = Some(at_ms);
        self.told = false;
    }

    fn stop(&mut self, stage: Stage, clocks_ms: Option<ClocksMs>) {
        self.stage = stage;
        self.offers = [Vec::new(), Vec::new()];
        self.resuming = None;
        match (&mut self.clocks, clocks_ms) {
            (Some(clocks), Some(clocks_ms)) => clocks.set(clocks_ms),
            (Some(clocks), None) => clocks.stand(),
            (None, _) => {}
        }
    }

    fn remember(&mut self, side: Option<Side>, id: String, seq: u32) {
        if self.ids.len() >= 2 * REMEMBERED {
            let mut seqs: Vec<u32> = self.ids.values().copied().collect();
            seqs.sort_unstable();
            let middle = seqs[seqs.len() - REMEMBERED];
            self.ids.retain(|_, seq| *seq >= middle);
        }
        self.ids.insert((side, id), seq);
    }
}

/// What time brings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Comes {
    /// The side to move is out of time.
    Flag,
    /// The game is called off.
    CalledOff,
    /// The side to move has forgotten the game.
    Forgotten,
    /// A clock does not wait any longer for its player.
    Return,
}
