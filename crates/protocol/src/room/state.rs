//! The state of a room, and how events change it.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use zermelo_core::{Ending, Side};

use super::{ChatPhrase, EventKind, Offer, OpponentKind, Presence, RoomEvent, RoomPlayer, Stage};
use crate::TimeControl;

/// The number of chat messages that are kept for clients that connect later.
const CHAT_KEPT: usize = 8;

/// The number of plies after which the clocks run: each side has made its first move.
const FREE_PLIES: u32 = 2;

/// The state of a room. On server and clients, events change it by [`apply`](Self::apply).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct RoomState {
    /// The code of the room.
    pub room: String,
    /// The number of the last event.
    pub seq: u32,
    /// The game's specification.
    pub game: String,
    /// The text of the start position.
    pub start: String,
    /// The kind of opponent that the owner of the room asked for.
    pub opponent: OpponentKind,
    /// The time control.
    pub clock: TimeControl,
    /// The moves, in canonical notation.
    pub moves: Vec<String>,
    /// The time of each move in milliseconds; 0 for moves of the opening.
    pub took_ms: Vec<u64>,
    /// The number of moves that belong to the opening.
    pub opening: u32,
    /// All that events change except the moves.
    #[serde(flatten)]
    pub status: RoomStatus,
    /// Which players are connected.
    pub presence: Presence,
}

/// All that events change in a room except its list of moves.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct RoomStatus {
    /// The player of the first side; `null` while there is none.
    #[schema(required)]
    pub first: Option<RoomPlayer>,
    /// The player of the second side; `null` while there is none.
    #[schema(required)]
    pub second: Option<RoomPlayer>,
    /// The stage of the room.
    pub stage: Stage,
    /// The clocks, in milliseconds; `null` without a time control.
    #[schema(required, min_items = 2, max_items = 2)]
    pub clocks_ms: Option<[u64; 2]>,
    /// The side whose clock runs.
    #[schema(required)]
    pub running: Option<Side>,
    /// The open offers, each with the side that made it.
    pub offers: Vec<(Side, Offer)>,
    /// The last chat messages, each with the side that sent it.
    pub said: Vec<(Side, ChatPhrase)>,
    /// How the game ended; `null` before.
    #[schema(required)]
    pub ending: Option<Ending>,
    /// The code of the room of the rematch.
    #[schema(required)]
    pub rematch: Option<String>,
    /// Whether a game between computers is paused.
    pub paused: bool,
    /// The minimum time between moves of a game between computers, in milliseconds.
    pub pace_ms: u64,
}

impl RoomState {
    /// Applies the next event. The caller knows the rules: `to_move` is the side to move after the event.
    pub fn apply(&mut self, event: &RoomEvent, to_move: Side) {
        self.seq = event.seq;
        match &event.kind {
            EventKind::Moved { ply, mv, took_ms, .. } => {
                self.keep_moves(*ply);
                self.moves.push(mv.clone());
                self.took_ms.push(*took_ms);
            }
            EventKind::TakenBack { ply, .. } => self.keep_moves(*ply),
            _ => {}
        }
        self.status.apply(event);
        if event.kind.sets_clocks() {
            let waits = matches!(event.kind, EventKind::Interrupted { .. });
            self.status.running = self.running_clock(to_move).filter(|_| !waits);
        }
    }

    fn keep_moves(&mut self, plies: u32) {
        self.moves.truncate(plies as usize);
        self.took_ms.truncate(plies as usize);
    }

    /// The number of moves since the opening.
    pub fn plies(&self) -> u32 {
        (self.moves.len() as u32).saturating_sub(self.opening)
    }

    /// Whether the time of the side to move counts: each side has made its first move, or has days for each move.
    pub fn clocks_run(&self) -> bool {
        let is_early = self.plies() < FREE_PLIES && !matches!(self.clock, TimeControl::Days(_));
        self.status.clocks_ms.is_some() && !is_early
    }

    /// The side whose clock runs while `to_move` is the side to move. The clock of a computer never runs: its search time is taken off
    /// after its move.
    pub fn running_clock(&self, to_move: Side) -> Option<Side> {
        let is_person = matches!(self.status.player(to_move), Some(RoomPlayer::Person { .. }));
        let runs = self.status.stage == Stage::Playing && self.clocks_run() && is_person;
        runs.then_some(to_move)
    }
}

impl RoomStatus {
    /// The player of a side.
    pub const fn player(&self, side: Side) -> Option<&RoomPlayer> {
        match side {
            Side::First => self.first.as_ref(),
            Side::Second => self.second.as_ref(),
        }
    }

    /// Whether an offer of a side is open.
    pub fn has_offered(&self, side: Side, offer: Offer) -> bool {
        self.offers.contains(&(side, offer))
    }

    /// Applies an event, except for `running`.
    fn apply(&mut self, event: &RoomEvent) {
        match &event.kind {
            EventKind::Joined { side: Side::First, player } => self.first = Some(player.clone()),
            EventKind::Joined { side: Side::Second, player } => self.second = Some(player.clone()),
            EventKind::Began => self.stage = Stage::Playing,
            EventKind::Moved { clocks_ms, .. } => {
                self.clocks_ms = clocks_ms.or(self.clocks_ms);
                // A draw offer waits for the opponent's answer; the opponent's next move declines it.
                self.offers.retain(|(side, offer)| *offer == Offer::Draw && Some(*side) == event.by);
            }
            EventKind::TakenBack { clocks_ms, .. } => {
                self.clocks_ms = clocks_ms.or(self.clocks_ms);
                self.offers.clear();
            }
            EventKind::Offered { offer } => {
                // A second draw offer would have ended the game, so the first has ended.
                self.offers.retain(|(_, open)| *offer != Offer::Draw || *open != Offer::Draw);
                self.offers.extend(event.by.map(|side| (side, *offer)));
            }
            EventKind::Declined { offer } => self.offers.retain(|(_, open)| open != offer),
            EventKind::Said { saying } => {
                self.said.extend(event.by.map(|side| (side, *saying)));
                let old = self.said.len().saturating_sub(CHAT_KEPT);
                self.said.drain(..old);
            }
            EventKind::Ended { ending, clocks_ms } => {
                self.stage = Stage::Ended;
                self.ending = Some(*ending);
                self.clocks_ms = clocks_ms.or(self.clocks_ms);
                self.offers.clear();
            }
            EventKind::Aborted => {
                self.stage = Stage::Aborted;
                self.offers.clear();
            }
            EventKind::Rematch { room } => {
                self.rematch = Some(room.clone());
                self.offers.clear();
            }
            EventKind::Interrupted { clocks_ms } => self.clocks_ms = Some(*clocks_ms),
            EventKind::Resumed => {}
            EventKind::Paused { on } => self.paused = *on,
            EventKind::Paced { pace_ms } => self.pace_ms = *pace_ms,
        }
    }
}

#[cfg(test)]
mod tests {
    use zermelo_core::{Outcome, Termination};

    use super::*;

    fn person(id: &str) -> RoomPlayer {
        RoomPlayer::Person { id: id.to_owned(), name: id.to_owned() }
    }

    /// A room in which a game between two people has just begun.
    fn room(clock: &str) -> RoomState {
        let clock: TimeControl = clock.parse().expect("a clock");
        let status = RoomStatus {
            first: None,
            second: None,
            stage: Stage::Waiting,
            clocks_ms: clock.start().map(|start| [start.as_millis() as u64; 2]),
            running: None,
            offers: Vec::new(),
            said: Vec::new(),
            ending: None,
            rematch: None,
            paused: false,
            pace_ms: 0,
        };
        let mut room = RoomState {
            room: "abc".to_owned(),
            seq: 0,
            game: "tictactoe".to_owned(),
            start: "3/3/3 x".to_owned(),
            opponent: OpponentKind::Friend,
            clock,
            moves: Vec::new(),
            took_ms: Vec::new(),
            opening: 0,
            status,
            presence: Presence::default(),
        };
        for (side, id) in [(Side::First, "ada"), (Side::Second, "bob")] {
            apply(&mut room, Some(side), EventKind::Joined { side, player: person(id) });
        }
        apply(&mut room, None, EventKind::Began);
        room
    }

    fn to_move(plies: usize) -> Side {
        Side::BOTH[plies % 2]
    }

    fn apply(room: &mut RoomState, by: Option<Side>, kind: EventKind) {
        let plies = match &kind {
            EventKind::Moved { ply, .. } => *ply as usize + 1,
            EventKind::TakenBack { ply, .. } => *ply as usize,
            _ => room.moves.len(),
        };
        let event = RoomEvent { seq: room.seq + 1, at_ms: 0, by, id: None, kind };
        room.apply(&event, to_move(plies));
        assert_eq!(room.seq, event.seq);
    }

    fn plays(room: &mut RoomState, moves: &[&str]) {
        for mv in moves {
            let ply = room.moves.len() as u32;
            let clocks_ms = room.status.clocks_ms;
            apply(
                room,
                Some(to_move(ply as usize)),
                EventKind::Moved { ply, mv: (*mv).to_owned(), took_ms: 1, clocks_ms },
            );
        }
    }

    fn offered(room: &mut RoomState, side: Side, offer: Offer) {
        apply(room, Some(side), EventKind::Offered { offer });
        assert!(room.status.has_offered(side, offer));
    }

    const AGREED: Ending = Ending { outcome: Outcome::Draw, termination: Termination::Agreement };

    #[test]
    fn offers_end_with_a_move_a_takeback_the_end_or_a_rematch() {
        let moved = EventKind::Moved { ply: 2, mv: "b1".to_owned(), took_ms: 5, clocks_ms: None };
        let taken_back = EventKind::TakenBack { ply: 0, clocks_ms: None };
        let ended = EventKind::Ended { ending: AGREED, clocks_ms: None };
        let rematch = EventKind::Rematch { room: "def".to_owned() };
        for kind in [moved, taken_back, ended, EventKind::Aborted, rematch] {
            let mut room = room("none");
            plays(&mut room, &["a1", "a2"]);
            offered(&mut room, Side::Second, Offer::Draw);
            offered(&mut room, Side::First, Offer::Takeback);
            apply(&mut room, None, kind.clone());
            assert_eq!(room.status.offers, [], "{kind:?}");
        }
    }

    #[test]
    fn only_a_draw_offer_outlives_the_move_of_its_side() {
        let mut room = room("none");
        plays(&mut room, &["a1", "a2"]);
        offered(&mut room, Side::First, Offer::Draw);
        offered(&mut room, Side::First, Offer::Takeback);
        plays(&mut room, &["b1"]);
        assert_eq!(room.status.offers, [(Side::First, Offer::Draw)]);
        plays(&mut room, &["b2"]);
        assert_eq!(room.status.offers, []);
    }

    #[test]
    fn declining_ends_one_kind_of_offer() {
        let mut room = room("none");
        plays(&mut room, &["a1", "a2"]);
        offered(&mut room, Side::First, Offer::Takeback);
        offered(&mut room, Side::Second, Offer::Draw);
        apply(&mut room, Some(Side::Second), EventKind::Declined { offer: Offer::Takeback });
        assert_eq!(room.status.offers, [(Side::Second, Offer::Draw)]);
    }

    #[test]
    fn clocks_run_from_the_second_move_of_each_side() {
        let mut room = room("60+0");
        let mut running = vec![room.status.running];
        for mv in ["a1", "a2", "b1"] {
            plays(&mut room, &[mv]);
            running.push(room.status.running);
        }
        assert_eq!(running, [None, None, Some(Side::First), Some(Side::Second)]);
        apply(&mut room, Some(Side::First), EventKind::TakenBack { ply: 1, clocks_ms: Some([60_000; 2]) });
        assert_eq!((room.status.running, room.moves.len(), room.took_ms.len()), (None, 1, 1));
    }

    #[test]
    fn clocks_of_days_run_from_the_first_move() {
        let mut room = room("days=2");
        assert_eq!(room.status.running, Some(Side::First));
        plays(&mut room, &["a1"]);
        assert_eq!(room.status.running, Some(Side::Second));
    }

    #[test]
    fn no_clock_runs_without_a_time_control() {
        let mut room = room("none");
        plays(&mut room, &["a1", "a2", "b1"]);
        assert_eq!(room.status.running, None);
    }

    #[test]
    fn the_clock_of_a_computer_does_not_run() {
        let mut room = room("60+0");
        room.status.second = Some(RoomPlayer::Computer { agent: "random".to_owned() });
        plays(&mut room, &["a1", "a2"]);
        assert_eq!(room.status.running, Some(Side::First));
        plays(&mut room, &["b1"]);
        assert_eq!(room.status.running, None);
    }

    #[test]
    fn clocks_wait_after_an_interruption_until_they_are_resumed() {
        let mut room = room("60+0");
        plays(&mut room, &["a1", "a2"]);
        apply(&mut room, None, EventKind::Interrupted { clocks_ms: [50_000, 60_000] });
        assert_eq!((room.status.running, room.status.clocks_ms), (None, Some([50_000, 60_000])));
        apply(&mut room, None, EventKind::Resumed);
        assert_eq!((room.status.running, room.status.clocks_ms), (Some(Side::First), Some([50_000, 60_000])));
        apply(&mut room, None, EventKind::Ended { ending: AGREED, clocks_ms: Some([49_000, 60_000]) });
        assert_eq!((room.status.running, room.status.clocks_ms), (None, Some([49_000, 60_000])));
        assert_eq!((room.status.stage, room.status.ending), (Stage::Ended, Some(AGREED)));
    }

    #[test]
    fn the_last_chat_messages_are_kept() {
        let mut room = room("none");
        apply(&mut room, Some(Side::First), EventKind::Said { saying: ChatPhrase::Hello });
        for _ in 0..CHAT_KEPT {
            apply(&mut room, Some(Side::Second), EventKind::Said { saying: ChatPhrase::Oops });
        }
        assert_eq!(room.status.said, [(Side::Second, ChatPhrase::Oops); CHAT_KEPT]);
    }

    #[test]
    fn other_events_do_not_stop_a_clock() {
        let mut room = room("60+0");
        plays(&mut room, &["a1", "a2"]);
        offered(&mut room, Side::Second, Offer::Draw);
        apply(&mut room, None, EventKind::Paced { pace_ms: 7 });
        apply(&mut room, None, EventKind::Paused { on: true });
        let RoomStatus { running, paused, pace_ms, .. } = room.status;
        assert_eq!((running, paused, pace_ms), (Some(Side::First), true, 7));
    }
}
