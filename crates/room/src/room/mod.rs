//! One room.

mod actions;
mod events;
mod timers;

use std::collections::HashMap;
use std::time::{Duration, Instant};

use zermelo_core::erased::DynRecord;
use zermelo_core::{Clock, Clocks, Ending, Referee, Side, View};
use zermelo_protocol::{
    ApiError, ClocksMs, NewRoom, Opponent, Presence, RoomEvent, RoomPlayer, RoomState, RoomStatus, SideChoice, Stage,
};

use crate::presence::{GracePeriod, PlayerPresence};
use crate::stopwatch::Stopwatch;

/// The time of a call, by the monotonic clock and by the calendar.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Timestamp {
    /// The monotonic time, which measures turns and waits.
    pub instant: Instant,
    /// Milliseconds since 1970, UTC: the time of events.
    pub unix_ms: i64,
}

/// The sender of an action.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ActionSender<'a> {
    /// The id of the person; `None` for an anonymous watcher.
    pub person: Option<&'a str>,
    /// The client's id of this action.
    pub id: &'a str,
    /// The measured round-trip time between server and client.
    pub lag: Duration,
}

/// What an accepted action led to.
#[derive(Clone, PartialEq, Debug)]
pub enum ActionOutcome {
    /// These events.
    Events(Vec<RoomEvent>),
    /// Nothing: the action was done before, and led to the event with this number.
    Duplicate(u32),
}

/// Stored events that do not make a room.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("event {seq} of the room cannot be replayed: {why}")]
pub struct RestoreError {
    /// The number of the event.
    pub seq: u32,
    /// The reason, for people.
    pub why: String,
}

/// The largest pace of a game between computers, in milliseconds.
const MAX_PACE_MS: u64 = 60_000;

/// A game between two players over a network. See the [crate's documentation](crate).
///
/// A [`Referee`] decides the game: moves, time, draw offers, endings. The room turns its answers into events, and adds what only a
/// server needs: measured time, takebacks and rematches between people, claims, presence, and restoring from stored events.
#[derive(Debug)]
pub struct Room {
    owner: Option<String>,
    settings: NewRoom,
    /// The game. Its clocks show the beginning of the turn.
    referee: Referee,
    /// The result of all events. Its clocks are those of the last event that set them.
    state: RoomState,
    stopwatch: Stopwatch,
    /// The full move in which each side last offered a draw: one offer per move is allowed.
    draw_offer_turn: [Option<u32>; 2],
    chat_times: [Vec<Instant>; 2],
    /// The last action ids with the number of the event that each led to.
    action_ids: HashMap<(Option<Side>, String), u32>,
    player_presence: [PlayerPresence; 2],
    watchers: u32,
    /// The lag of each player, as measured with the last move.
    lag: [Duration; 2],
    /// When the stage began, or the last move was announced.
    turn_start: Instant,
    /// While a clock waits for its player after a restart: when it stops waiting.
    resume_by: Option<Instant>,
    /// The calendar time of the last event that started a clock; `None` while a clock waits after a restart.
    running_since_ms: Option<i64>,
    /// Whether the last move was announced to its players. Before that no clock runs.
    is_announced: bool,
}

impl Room {
    /// A room without players, from the record of its start position.
    ///
    /// # Errors
    /// A move of the opening is illegal, or the game is over after the opening.
    pub fn new(
        code: String,
        owner: Option<String>,
        settings: NewRoom,
        mut record: Box<dyn DynRecord>,
        now: Timestamp,
    ) -> Result<Self, ApiError> {
        for (at, text) in settings.opening.iter().enumerate() {
            record.play(text, None).map_err(|why| {
                let message = format!("move {} of the opening: {why}", at + 1);
                ApiError { at: Some(at), ..ApiError::named(why.code, message) }
            })?;
        }
        if record.ending().is_some() {
            return Err(ApiError::named("move/game-over", "the game is over after the opening; begin earlier"));
        }
        let gone = PlayerPresence::Left { at: now.instant, closed_page: false };
        let pace_ms = match settings.opponent {
            Opponent::Watch { pace_ms, .. } => pace_ms.min(MAX_PACE_MS),
            _ => 0,
        };
        let moves: Vec<String> = record.moves().into_iter().map(|(mv, _)| mv).collect();
        let clocks = Clocks::new([settings.clock; 2]);
        let status = RoomStatus {
            first: None,
            second: None,
            stage: Stage::Waiting,
            clocks_ms: settings.clock.start().map(|start| [start.as_millis() as u64; 2]),
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
            opponent: settings.opponent.kind(),
            clock: settings.clock,
            took_ms: vec![0; moves.len()],
            opening: record.ply().0,
            moves,
            status,
            presence: Presence::default(),
        };
        Ok(Self {
            owner,
            stopwatch: Stopwatch::new(settings.clock),
            settings,
            referee: Referee::new(record, clocks),
            state,
            draw_offer_turn: [None; 2],
            chat_times: [Vec::new(), Vec::new()],
            action_ids: HashMap::new(),
            player_presence: [gone; 2],
            watchers: 0,
            lag: [Duration::ZERO; 2],
            turn_start: now.instant,
            resume_by: None,
            running_since_ms: None,
            is_announced: true,
        })
    }

    /// The same room again, from its stored events. A server that continues the game calls
    /// [`resume_after_restart`](Self::resume_after_restart) next.
    ///
    /// # Errors
    /// An event is missing, or a move is illegal.
    pub fn restore(
        code: String,
        owner: Option<String>,
        settings: NewRoom,
        record: Box<dyn DynRecord>,
        events: impl IntoIterator<Item = RoomEvent>,
        now: Timestamp,
    ) -> Result<Self, RestoreError> {
        let error = |seq| move |why: String| RestoreError { seq, why };
        let mut room = Self::new(code, owner, settings, record, now).map_err(|why| error(0)(why.message))?;
        for event in events {
            let seq = event.seq;
            if seq != room.seq() + 1 {
                return Err(error(seq)(format!("event {} is missing", room.seq() + 1)));
            }
            room.replay_event(&event).map_err(|why| error(seq)(why.message))?;
            room.apply(&event, now.instant);
        }
        room.is_announced = true;
        room.turn_start = now.instant;
        Ok(room)
    }

    /// The code of the room.
    pub fn code(&self) -> &str {
        &self.state.room
    }

    /// The id of the person who made the room.
    pub fn owner(&self) -> Option<&str> {
        self.owner.as_deref()
    }

    /// The settings with which the room was made.
    pub fn settings(&self) -> &NewRoom {
        &self.settings
    }

    /// The stage of the room.
    pub fn stage(&self) -> Stage {
        self.state.status.stage
    }

    /// The number of the last event.
    pub fn seq(&self) -> u32 {
        self.state.seq
    }

    /// The players, by [`Side::index`].
    pub fn players(&self) -> [Option<&RoomPlayer>; 2] {
        Side::BOTH.map(|side| self.state.status.player(side))
    }

    /// The record of the game.
    pub fn record(&self) -> &dyn DynRecord {
        self.referee.record()
    }

    /// The time of each move in milliseconds; 0 for moves of the opening.
    pub fn took_ms(&self) -> &[u64] {
        &self.state.took_ms
    }

    /// How the game ended, if it did.
    pub fn ending(&self) -> Option<Ending> {
        self.state.status.ending
    }

    /// The number of watchers.
    pub fn watchers(&self) -> u32 {
        self.watchers
    }

    /// Whether a game between computers is paused.
    pub fn is_paused(&self) -> bool {
        self.state.status.paused
    }

    /// The minimum time between the moves of a game between computers.
    pub fn pace(&self) -> Duration {
        Duration::from_millis(self.state.status.pace_ms)
    }

    /// The settings and players of a rematch: the same with sides swapped.
    pub fn rematch_settings(&self) -> (NewRoom, [Option<RoomPlayer>; 2]) {
        let [first, second] = self.players().map(Option::<&RoomPlayer>::cloned);
        let mut settings = NewRoom { side: SideChoice::Random, ..self.settings.clone() };
        if let Opponent::Watch { first, second, .. } = &mut settings.opponent {
            std::mem::swap(first, second);
        }
        // The opponents of a seek or a pool play the rematch with each other.
        if matches!(settings.opponent, Opponent::Anyone | Opponent::Pool) {
            settings.opponent = Opponent::Friend;
        }
        (settings, [second, first])
    }

    /// The board, the pieces and the legal moves.
    pub fn view(&self) -> View {
        let mut view = self.record().view();
        if let Some(ending) = self.ending() {
            view.ending = Some(ending);
            view.moves.clear();
        }
        view
    }

    /// The side that a person plays.
    pub fn side_of(&self, person: &str) -> Option<Side> {
        Side::BOTH.into_iter().find(|side| self.person(*side) == Some(person))
    }

    /// The id of the person who plays a side; `None` for a computer and for a free side.
    pub fn person(&self, side: Side) -> Option<&str> {
        match self.state.status.player(side) {
            Some(RoomPlayer::Person { id, .. }) => Some(id),
            _ => None,
        }
    }

    /// The side and agent of the computer that is to move now, if one is.
    pub fn computer_to_move(&self) -> Option<(Side, &str)> {
        let side = self.referee.side_to_move();
        match self.state.status.player(side) {
            Some(RoomPlayer::Computer { agent }) if self.stage() == Stage::Playing && !self.is_paused() => {
                Some((side, agent))
            }
            _ => None,
        }
    }

    fn is_computer(&self, side: Side) -> bool {
        matches!(self.state.status.player(side), Some(RoomPlayer::Computer { .. }))
    }

    /// The clocks as a computer to move needs them to manage its time.
    pub fn clock(&self, now: Instant) -> Option<Clock> {
        let clock = self.referee.clocks().shown(self.referee.side_to_move())?;
        Some(Clock { remaining: self.remaining(now), ..clock })
    }

    /// The remaining time of both sides.
    fn remaining(&self, now: Instant) -> [Duration; 2] {
        Side::BOTH.map(|side| self.stopwatch.remaining(self.referee.clocks(), side, now))
    }

    /// The same in milliseconds; `None` in a game without clocks.
    fn clocks_ms(&self, now: Instant) -> Option<ClocksMs> {
        self.settings.clock.start()?;
        Some(self.remaining(now).map(|left| left.as_millis() as u64))
    }

    /// The state of the room with the current clocks.
    pub fn state(&self, now: Instant) -> RoomState {
        let status = RoomStatus { running: self.stopwatch.running(), ..self.status(now) };
        RoomState { status, presence: self.presence(now), ..self.state.clone() }
    }

    /// The status to send with the last event: the current clocks, and in `running` the clock that runs once the event is sent.
    pub fn status(&self, now: Instant) -> RoomStatus {
        RoomStatus { clocks_ms: self.clocks_ms(now), ..self.state.status.clone() }
    }

    /// Which players are connected.
    pub fn presence(&self, now: Instant) -> Presence {
        let is_present =
            |side: Side| self.is_computer(side) || self.player_presence[side.index()] == PlayerPresence::Connected;
        Presence {
            first: is_present(Side::First),
            second: is_present(Side::Second),
            watchers: self.watchers,
            claim_in_ms: self.claim_at().map(|at| at.saturating_duration_since(now).as_millis() as u64),
        }
    }

    /// When the side that waits may claim the game, if the side to move has left.
    fn claim_at(&self) -> Option<Instant> {
        let absent = self.referee.side_to_move();
        let is_on = self.stage() == Stage::Playing && self.state.plies() >= 2 && self.person(absent).is_some();
        let claims = is_on && self.person(absent.opponent()).is_some();
        claims.then(|| self.player_presence[absent.index()].claim_at(GracePeriod::of(self.settings.clock))).flatten()
    }
}
