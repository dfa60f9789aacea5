//! The client's state of a game on a server. Server messages go in, and updates with texts come out. Independent of terminal and socket.

use std::time::Duration;

use zermelo_client::{ClientError, ServerEvent};
use zermelo_core::erased::DynRecord;
use zermelo_core::{Side, View};
use zermelo_protocol::{
    ErrorCode, EventKind, Offer, OpponentKind, Presence, ReceivedError, RoomAction, RoomEvent, RoomPlayer, RoomState,
    Stage,
};

use super::words;
use crate::error::CliError;

/// A game on a server.
pub struct OnlineGame {
    record: Box<dyn DynRecord>,
    room: RoomState,
    you: Option<Side>,
    /// The local time at which the clocks of `room` were valid.
    clocks_at: Duration,
    /// The local time from which the game can be claimed.
    claim_at: Option<Duration>,
    /// By side, whether the absence of its player was reported.
    reported_away: [bool; 2],
    /// A move that the server has not confirmed.
    pending: Option<String>,
    connection: ConnectionState,
}

/// The state of the connection to the server.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ConnectionState {
    /// The first connection is not established yet.
    Connecting,
    /// Connected.
    Connected,
    /// The connection is lost.
    Lost {
        /// The cause.
        why: String,
        /// The local time of the next attempt.
        until: Duration,
    },
}

/// A change to show.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RoomUpdate {
    /// The kind of change.
    pub kind: UpdateKind,
    /// A text for people; empty if the board shows the change.
    pub text: String,
}

/// The kinds of changes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum UpdateKind {
    /// A notice, such as an offer or a chat message.
    Notice,
    /// A player left or returned.
    Presence,
    /// The server rejected a request.
    Refusal,
    /// The connection was lost or restored.
    Connection,
    /// A move was played, with its thinking time.
    Moved(Duration),
    /// This number of plies was taken back.
    TakenBack(u32),
    /// The board must be shown again.
    Board,
    /// The game ended or was aborted.
    Over,
    /// A rematch was agreed, in the room with this code.
    Room(String),
}

impl OnlineGame {
    /// The game of a room.
    pub fn new(room: RoomState, you: Option<Side>, now: Duration) -> Result<Self, CliError> {
        let mut game = Self {
            record: record(&room)?,
            room,
            you,
            clocks_at: now,
            claim_at: None,
            reported_away: [false; 2],
            pending: None,
            connection: ConnectionState::Connecting,
        };
        game.set_presence(game.room.presence, now);
        Ok(game)
    }

    // Queries.

    /// The record of the game.
    pub fn record(&self) -> &dyn DynRecord {
        self.record.as_ref()
    }

    /// The room.
    pub fn room(&self) -> &RoomState {
        &self.room
    }

    /// The local player's side; `None` for a spectator.
    pub fn you(&self) -> Option<Side> {
        self.you
    }

    /// The state of the connection.
    pub fn connection(&self) -> &ConnectionState {
        &self.connection
    }

    /// The unconfirmed move.
    pub fn pending(&self) -> Option<&str> {
        self.pending.as_deref()
    }

    /// Whether the local player is to move.
    pub fn is_your_turn(&self) -> bool {
        self.is_running() && self.pending.is_none() && self.you == Some(self.record.side_to_move())
    }

    /// Whether the game is running.
    pub fn is_running(&self) -> bool {
        self.room.status.stage == Stage::Playing && self.record.ending().is_none()
    }

    /// Whether the game can still be aborted: before both sides have moved.
    pub fn may_abort(&self) -> bool {
        self.room.status.stage == Stage::Waiting || self.is_running() && self.room.plies() < 2
    }

    /// The name of a side's player.
    pub fn name(&self, side: Side) -> String {
        let name = match self.player(side) {
            None => "nobody yet".to_owned(),
            Some(RoomPlayer::Person { name, .. }) => name.clone(),
            Some(RoomPlayer::Computer { agent }) => agent.clone(),
        };
        if self.you == Some(side) { format!("{name} (you)") } else { name }
    }

    /// The player as the subject of a sentence, and whether it is the local player.
    fn subject(&self, side: Side) -> (String, bool) {
        if self.you == Some(side) { ("You".to_owned(), true) } else { (self.name(side), false) }
    }

    /// Whether the opponent on a side is disconnected during the game.
    pub fn is_away(&self, side: Side) -> bool {
        let Presence { first, second, .. } = self.room.presence;
        self.is_running() && self.you != Some(side) && ![first, second][side.index()]
    }

    /// The remaining time of a side.
    pub fn clock(&self, side: Side, now: Duration) -> Option<Duration> {
        let left = Duration::from_millis(self.room.status.clocks_ms?[side.index()]);
        let runs = self.room.status.running == Some(side);
        Some(if runs { left.saturating_sub(now.saturating_sub(self.clocks_at)) } else { left })
    }

    /// Both clocks as text; `None` without a time control.
    pub fn clocks(&self, view: &View, now: Duration) -> Option<String> {
        let one = |side: Side| {
            let left = self.clock(side, now)?;
            Some(format!("{} {}", view.sides[side.index()].text, words::time(left)))
        };
        Some(format!("{}   {}", one(Side::First)?, one(Side::Second)?))
    }

    /// The time until the game can be claimed; `None` while the opponent is connected.
    pub fn claim_in(&self, now: Duration) -> Option<Duration> {
        let you = self.you.filter(|_| self.is_running())?;
        let at = self.claim_at.filter(|_| self.record.side_to_move() != you)?;
        Some(at.saturating_sub(now))
    }

    /// The opponent's open offer.
    pub fn proposed(&self) -> Option<Offer> {
        let other = self.you?.opponent();
        self.room.status.offers.iter().find(|(side, _)| *side == other).map(|(_, offer)| *offer)
    }

    /// The local player's open offer.
    fn own_proposal(&self) -> Option<Offer> {
        self.room.status.offers.iter().find(|(side, _)| Some(*side) == self.you).map(|(_, offer)| *offer)
    }

    /// The opponent's open offer as text.
    pub fn proposal(&self) -> Option<String> {
        let (who, _) = self.subject(self.you?.opponent());
        Some(words::offered(&who, false, self.proposed()?))
    }

    /// The last chat messages.
    pub fn said(&self, count: usize) -> Vec<String> {
        let said = &self.room.status.said;
        let last = &said[said.len().saturating_sub(count)..];
        last.iter().map(|(side, saying)| format!("{}: {}", self.subject(*side).0, words::saying(*saying))).collect()
    }

    /// Whether the display changes with time alone.
    pub fn is_ticking(&self) -> bool {
        let counts = matches!(self.connection, ConnectionState::Lost { .. }) || self.claim_at.is_some();
        counts || self.room.status.running.is_some()
    }

    fn player(&self, side: Side) -> Option<&RoomPlayer> {
        self.room.status.player(side)
    }

    // Actions.

    /// Plays a move if it is legal now. Returns its canonical text and the action for the server.
    pub fn play(&mut self, text: &str) -> Result<(String, RoomAction), String> {
        self.may_play()?;
        if self.pending.is_some() {
            return Err(words::PENDING.to_owned());
        }
        if !self.is_your_turn() {
            return Err(words::NOT_YOUR_TURN.to_owned());
        }
        let mv = self.record.parse(text).map_err(|refused| refused.to_string())?.text().to_owned();
        self.pending = Some(mv.clone());
        let action = RoomAction::Move { ply: self.record.ply().0, mv: mv.clone() };
        Ok((mv, action))
    }

    fn may_play(&self) -> Result<(), String> {
        let why = match (self.you, self.room.status.stage) {
            (None, _) => words::WATCHING,
            (_, Stage::Waiting) => words::NOT_BEGUN,
            (_, Stage::Aborted) => words::ABORTED,
            (_, Stage::Ended) => words::OVER,
            (Some(_), Stage::Playing) => return Ok(()),
        };
        Err(why.to_owned())
    }

    /// Accepts the opponent's offer.
    pub fn accept(&self) -> Result<RoomAction, String> {
        let offer = self.proposed().ok_or(words::NOTHING_PROPOSED)?;
        Ok(RoomAction::Offer { offer })
    }

    /// Declines the opponent's offer, or withdraws the own one.
    pub fn decline(&self) -> Result<RoomAction, String> {
        let offer = self.proposed().or_else(|| self.own_proposal()).ok_or(words::NOTHING_PROPOSED)?;
        Ok(RoomAction::Decline { offer })
    }

    /// The action to send on leaving: it cancels an open seek.
    pub fn leave_action(&self) -> Option<RoomAction> {
        let is_seek = matches!(self.room.opponent, OpponentKind::Anyone | OpponentKind::Pool);
        (self.you.is_some() && self.room.status.stage == Stage::Waiting && is_seek).then_some(RoomAction::Abort)
    }

    /// Whether the player can rejoin the game after leaving.
    pub fn can_rejoin(&self) -> bool {
        self.leave_action().is_none() && matches!(self.room.status.stage, Stage::Waiting | Stage::Playing)
    }

    // Server messages.

    /// Applies a message. Returns the changes to show.
    pub fn handle(&mut self, message: ServerEvent, now: Duration) -> Result<Vec<RoomUpdate>, CliError> {
        let one = |kind: UpdateKind, text: String| Ok(vec![RoomUpdate { kind, text }]);
        match message {
            ServerEvent::Connected { you } => {
                let was = std::mem::replace(&mut self.connection, ConnectionState::Connected);
                if self.you.is_some() && you.is_none() {
                    return one(UpdateKind::Refusal, words::FORGOTTEN.to_owned());
                }
                if was == ConnectionState::Connecting {
                    Ok(Vec::new())
                } else {
                    one(UpdateKind::Connection, words::CONNECTED.to_owned())
                }
            }
            ServerEvent::Disconnected { why, retry_in } => {
                let text = words::lost(&why, retry_in);
                self.connection = ConnectionState::Lost { why, until: now + retry_in };
                one(UpdateKind::Connection, text)
            }
            ServerEvent::State { you, state } => self.replace_state(*state, you, now),
            ServerEvent::Event(event) => self.apply_event(event, now),
            ServerEvent::Presence(presence) => Ok(self.set_presence(presence, now)),
            ServerEvent::Refused { id, error } => self.refused(id.as_deref(), error),
            ServerEvent::Failed(error) => Err(client_error(&error)),
        }
    }

    /// Replaces the state with a full snapshot.
    fn replace_state(
        &mut self,
        room: RoomState,
        you: Option<Side>,
        now: Duration,
    ) -> Result<Vec<RoomUpdate>, CliError> {
        let is_here = room.room == self.room.room;
        let is_same = is_here && room.seq == self.room.seq;
        let known = self.record.moves().len();
        // The connection resends an unconfirmed move as long as the position is unchanged.
        if !is_here || room.moves.len() != known || room.status.stage != Stage::Playing {
            self.pending = None;
        }
        let is_continued = is_here && self.room.status.stage == Stage::Playing && room.status.stage == Stage::Playing;
        let took = room.took_ms.last().map_or(Duration::ZERO, |ms| Duration::from_millis(*ms));
        self.clocks_at = now;
        self.you = you;
        if !is_here {
            self.reported_away = [false; 2];
        }
        let before = std::mem::replace(&mut self.record, record(&room)?);
        self.room = room;
        let mut updates = Vec::new();
        if is_continued && self.room.moves.len() == known + 1 && is_prefix(before.as_ref(), self.record.as_ref()) {
            // The snapshot adds one move: report it as a move.
            updates.push(RoomUpdate { kind: UpdateKind::Moved(took), text: String::new() });
        } else if !is_same {
            updates.push(RoomUpdate { kind: UpdateKind::Board, text: String::new() });
        }
        updates.extend(self.set_presence(self.room.presence, now));
        Ok(updates)
    }

    fn refused(&mut self, id: Option<&str>, error: ReceivedError) -> Result<Vec<RoomUpdate>, CliError> {
        if id.is_none() && error.is(ErrorCode::RoomUnknown) {
            return Err(client_error(&ClientError::Refused(error)));
        }
        // These codes reject the pending move.
        let ends = error.code.starts_with("move/")
            || [ErrorCode::RoomHeld, ErrorCode::RoomNotPlaying, ErrorCode::RoomNotYours]
                .into_iter()
                .any(|code| error.is(code));
        if ends {
            self.pending = None;
        }
        Ok(vec![RoomUpdate { kind: UpdateKind::Refusal, text: sentence(&error.message) }])
    }

    /// Applies the presence of the players.
    fn set_presence(&mut self, presence: Presence, now: Duration) -> Vec<RoomUpdate> {
        let before = self.room.presence;
        self.room.presence = presence;
        self.claim_at = presence.claim_in_ms.map(|ms| now + Duration::from_millis(ms));
        let mut updates = Vec::new();
        for side in Side::BOTH {
            let at = side.index();
            let (was, is) = ([before.first, before.second][at], [presence.first, presence.second][at]);
            let is_other = self.you != Some(side) && matches!(self.player(side), Some(RoomPlayer::Person { .. }));
            // Report a return only after a reported absence.
            let is_news = if is { self.reported_away[at] } else { was && self.room.status.stage == Stage::Playing };
            if is_other && is_news {
                self.reported_away[at] = !is;
                updates.push(RoomUpdate { kind: UpdateKind::Presence, text: words::presence(&self.name(side), is) });
            }
        }
        updates
    }

    /// Applies an event.
    fn apply_event(&mut self, event: RoomEvent, now: Duration) -> Result<Vec<RoomUpdate>, CliError> {
        let before = self.record.ply().0;
        match &event.kind {
            EventKind::Moved { mv, took_ms, .. } => {
                let took = Duration::from_millis(*took_ms);
                self.record.play(mv, Some(took)).map_err(|why| desync_error(&why))?;
            }
            EventKind::TakenBack { ply, .. } => while self.record.ply().0 > *ply && self.record.undo() {},
            EventKind::Ended { ending, .. } if self.record.ending().is_none() => {
                self.record.end(ending.outcome, ending.termination);
            }
            _ => {}
        }
        self.room.apply(&event, self.record.side_to_move());
        if event.kind.sets_clocks() {
            self.clocks_at = now;
        }
        if self.record.ply().0 != before || self.room.status.stage != Stage::Playing {
            self.pending = None;
        }
        if matches!(self.room.status.stage, Stage::Ended | Stage::Aborted) {
            self.claim_at = None;
        }
        Ok(self.describe(event, before).into_iter().collect())
    }

    /// Describes an applied event. `before` is the ply before it.
    fn describe(&self, event: RoomEvent, before: u32) -> Option<RoomUpdate> {
        let (who, is_you) = event.by.map_or_else(|| ("Nobody".to_owned(), false), |side| self.subject(side));
        let (kind, text) = match event.kind {
            EventKind::Joined { .. } => (UpdateKind::Board, String::new()),
            EventKind::Began => (UpdateKind::Board, words::BEGINS.to_owned()),
            EventKind::Moved { took_ms, .. } => (UpdateKind::Moved(Duration::from_millis(took_ms)), String::new()),
            EventKind::Offered { offer } => (UpdateKind::Notice, words::offered(&who, is_you, offer)),
            EventKind::Declined { offer } => (UpdateKind::Notice, words::declined(&who, is_you, offer)),
            EventKind::TakenBack { .. } => (UpdateKind::TakenBack(before - self.record.ply().0), String::new()),
            EventKind::Said { saying } => (UpdateKind::Notice, format!("{who}: {}", words::saying(saying))),
            EventKind::Ended { .. } => (UpdateKind::Over, String::new()),
            EventKind::Aborted => (UpdateKind::Over, words::ABORTED.to_owned()),
            EventKind::Rematch { room } => {
                let text = if self.you.is_some() { words::AGAIN } else { words::THEY_PLAY_AGAIN };
                (UpdateKind::Room(room), text.to_owned())
            }
            EventKind::Interrupted { .. } => (UpdateKind::Notice, words::INTERRUPTED.to_owned()),
            EventKind::Paused { on } => {
                (UpdateKind::Notice, if on { "The game is paused." } else { "The game continues." }.to_owned())
            }
            EventKind::Resumed | EventKind::Paced { .. } => return None,
        };
        Some(RoomUpdate { kind, text })
    }
}

/// Whether the moves of `shorter` are a prefix of those of `longer`.
fn is_prefix(shorter: &dyn DynRecord, longer: &dyn DynRecord) -> bool {
    shorter.moves().iter().zip(longer.moves()).all(|((one, _), (other, _))| *one == other)
}

/// The record of a room.
fn record(room: &RoomState) -> Result<Box<dyn DynRecord>, CliError> {
    let game = zermelo_catalog::game(&room.game).map_err(|why| {
        CliError::Failed(format!("this version of zermelo can't play the room's game: {why}; use the server's version"))
    })?;
    let mut record = game.new_record();
    if record.start_text() != room.start {
        record = game.record_from(&room.start).map_err(|why| desync_error(&why))?;
    }
    for (at, mv) in room.moves.iter().enumerate() {
        let took = room.took_ms.get(at).map(|ms| Duration::from_millis(*ms));
        record.play(mv, took).map_err(|why| desync_error(&why))?;
    }
    if let Some(ending) = room.status.ending
        && record.ending().is_none()
    {
        record.end(ending.outcome, ending.termination);
    }
    Ok(record)
}

/// The error for a server move that the local rules reject.
fn desync_error(why: &zermelo_core::erased::ErasedError) -> CliError {
    CliError::Failed(format!(
        "the server's moves are illegal in this version of zermelo ({why}); use the server's version"
    ))
}

/// Converts an error of the client.
pub fn client_error(error: &ClientError) -> CliError {
    CliError::Failed(error.to_string())
}

/// Adds a capital letter and a full stop.
fn sentence(text: &str) -> String {
    let mut chars = text.chars();
    let capital = chars.next().map_or_else(String::new, |first| first.to_uppercase().to_string());
    let end = if text.ends_with(['.', '!', '?']) { "" } else { "." };
    format!("{capital}{}{end}", chars.as_str())
}
