//! One room.

mod acts;
mod events;
mod time;

use std::collections::HashMap;
use std::time::{Duration, Instant};

use zermelo_core::erased::DynRecord;
use zermelo_core::{Clock, Clocks, Ending, Referee, Side, View};
use zermelo_protocol::{
    Choice, ClocksMs, Event, NewRoom, Opponent, Player, Presence, Problem, RoomState, RoomStatus, Stage,
};

use crate::presence::{Grace, There};
use crate::stopwatch::Stopwatch;

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

/// The slowest pace of a computer's game.
const MAX_PACE_MS: u64 = 60_000;

/// A game between two players, and all that is decided about it. See the [crate's own words](crate).
///
/// A [`Referee`] decides the game: moves, time, draw offers, endings. The room turns its answers into events, and adds what only a
/// server needs: measured time, takebacks and rematches between people, claims, presence, and restoring from stored events.
#[derive(Debug)]
pub struct Room {
    owner: Option<String>,
    wish: NewRoom,
    /// The game. Its clocks show the beginning of the turn.
    referee: Referee,
    /// The room as its events leave it. Its clocks show what the last event said.
    state: RoomState,
    stopwatch: Stopwatch,
    /// How many moves were played when a side last proposed a draw: once a move is enough.
    drawn_at: [Option<u32>; 2],
    said_at: [Vec<Instant>; 2],
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
        let moves: Vec<String> = record.moves().into_iter().map(|(mv, _)| mv).collect();
        let clocks = Clocks::new([wish.clock; 2]);
        let status = RoomStatus {
            first: None,
            second: None,
            stage: Stage::Waiting,
            clocks_ms: wish.clock.start().map(|start| [start.as_millis() as u64; 2]),
            running: None,
            offers: Vec::new(),
            said: Vec::new(),
            ending: None,
            rematch: None,
            paused: false,
            pace_ms,
        };
        let state = RoomState {
            room: code,
            seq: 0,
            game: record.game_spec(),
            start: record.start_text(),
            opponent: wish.opponent.kind(),
            clock: wish.clock,
            took_ms: vec![0; moves.len()],
            opening: record.ply().0,
            moves,
            status,
            presence: Presence::default(),
        };
        Ok(Self {
            owner,
            stopwatch: Stopwatch::new(wish.clock),
            wish,
            referee: Referee::new(record, clocks),
            state,
            drawn_at: [None; 2],
            said_at: [Vec::new(), Vec::new()],
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
            if seq != room.seq() + 1 {
                return Err(unreadable(seq)(format!("event {} is missing", room.seq() + 1)));
            }
            room.replay_event(&event).map_err(|why| unreadable(seq)(why.message))?;
            room.apply(&event, now.instant);
        }
        room.told = true;
        room.since = now.instant;
        Ok(room)
    }

    /// The code by which it is found.
    pub fn code(&self) -> &str {
        &self.state.room
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
        self.state.status.stage
    }

    /// The number of the last event.
    pub fn seq(&self) -> u32 {
        self.state.seq
    }

    /// The players, the first side's first.
    pub fn players(&self) -> [Option<&Player>; 2] {
        Side::BOTH.map(|side| self.state.status.player(side))
    }

    /// The game as it was played.
    pub fn record(&self) -> &dyn DynRecord {
        self.referee.record()
    }

    /// How long each move took, in milliseconds, the opening with 0.
    pub fn took_ms(&self) -> &[u64] {
        &self.state.took_ms
    }

    /// What the game ended with.
    pub fn ending(&self) -> Option<Ending> {
        self.state.status.ending
    }

    /// How many others watch.
    pub fn watchers(&self) -> u32 {
        self.watchers
    }

    /// Whether the computer's game stands still.
    pub fn is_paused(&self) -> bool {
        self.state.status.paused
    }

    /// How long each move of a computer's game stands at least.
    pub fn pace(&self) -> Duration {
        Duration::from_millis(self.state.status.pace_ms)
    }

    /// The wish of those who play again: sides swapped.
    pub fn rematch_wish(&self) -> (NewRoom, [Option<Player>; 2]) {
        let [first, second] = self.players().map(Option::<&Player>::cloned);
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

    /// All that is to be seen.
    pub fn view(&self) -> View {
        let mut view = self.record().view();
        if let Some(ending) = self.ending() {
            view.ending = Some(ending);
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
        match self.state.status.player(side) {
            Some(Player::Person { id, .. }) => Some(id),
            _ => None,
        }
    }

    /// The computer that is to move now, with what it has on its clock; nobody where people or nobody move.
    pub fn computer_to_move(&self) -> Option<(Side, &str)> {
        let side = self.referee.side_to_move();
        match self.state.status.player(side) {
            Some(Player::Computer { agent }) if self.stage() == Stage::Playing && !self.is_paused() => {
                Some((side, agent))
            }
            _ => None,
        }
    }

    fn is_computer(&self, side: Side) -> bool {
        matches!(self.state.status.player(side), Some(Player::Computer { .. }))
    }

    /// What both clocks have left, and what each move adds: for a computer that shares its time out.
    pub fn clock(&self, now: Instant) -> Option<Clock> {
        let clock = self.referee.clocks().shown(self.referee.side_to_move())?;
        Some(Clock { remaining: self.remaining(now), ..clock })
    }

    /// What both sides have left now.
    fn remaining(&self, now: Instant) -> [Duration; 2] {
        Side::BOTH.map(|side| self.stopwatch.remaining(self.referee.clocks(), side, now))
    }

    /// The same in milliseconds; `None` in a game without clocks.
    fn clocks_ms(&self, now: Instant) -> Option<ClocksMs> {
        self.wish.clock.start()?;
        Some(self.remaining(now).map(|left| left.as_millis() as u64))
    }

    /// How the room stands: with the clocks as they show now, and the one that runs.
    pub fn state(&self, now: Instant) -> RoomState {
        let status = RoomStatus { running: self.stopwatch.running(), ..self.status(now) };
        RoomState { status, presence: self.presence(now), ..self.state.clone() }
    }

    /// How the room will stand when its last event is told: with the clocks as they show now, and the one that runs from then on.
    pub fn status(&self, now: Instant) -> RoomStatus {
        RoomStatus { clocks_ms: self.clocks_ms(now), ..self.state.status.clone() }
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
        let absent = self.referee.side_to_move();
        let is_on = self.stage() == Stage::Playing && self.state.plies() >= 2 && self.person(absent).is_some();
        let claims = is_on && self.person(absent.opponent()).is_some();
        claims.then(|| self.there[absent.index()].claim(Grace::of(self.wish.clock))).flatten()
    }
}
