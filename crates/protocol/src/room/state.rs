//! How a room stands, and how events change it.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use zermelo_core::{Ending, Side};

use super::{Event, Offer, OpponentKind, Player, Presence, Saying, Stage, What};
use crate::TimeControl;

/// How many of the last sayings are kept for who comes late.
const SAID: usize = 8;

/// Moves after which the clocks run: each side has made its first.
const FREE_PLIES: u32 = 2;

/// A room as it stands. Events change it ([`apply`](Self::apply)), wherever it is kept.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct RoomState {
    /// Its code.
    pub room: String,
    /// The number of the last event.
    pub seq: u32,
    /// The game's specification.
    pub game: String,
    /// The text of the position that it started from.
    pub start: String,
    /// Whom whoever made the room wished to play.
    pub opponent: OpponentKind,
    /// The clock.
    pub clock: TimeControl,
    /// The moves, in their usual text.
    pub moves: Vec<String>,
    /// How long each took, in milliseconds; 0 for those of the opening.
    pub took_ms: Vec<u64>,
    /// How many of the moves are the opening.
    pub opening: u32,
    /// All else that events change.
    #[serde(flatten)]
    pub status: RoomStatus,
    /// Who is there.
    pub presence: Presence,
}

/// What events change of a room, all but the list of moves.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct RoomStatus {
    /// Who plays the first side; nobody yet.
    #[schema(required)]
    pub first: Option<Player>,
    /// Who plays the second side; nobody yet.
    #[schema(required)]
    pub second: Option<Player>,
    /// How far it is.
    pub stage: Stage,
    /// What the clocks show now.
    #[schema(required, min_items = 2, max_items = 2)]
    pub clocks_ms: Option<[u64; 2]>,
    /// Whose clock runs.
    #[schema(required)]
    pub running: Option<Side>,
    /// The proposals that stand.
    pub offers: Vec<(Side, Offer)>,
    /// What was said last.
    pub said: Vec<(Side, Saying)>,
    /// How the game ended.
    #[schema(required)]
    pub ending: Option<Ending>,
    /// Where the players play again.
    #[schema(required)]
    pub rematch: Option<String>,
    /// Whether a computer's game stands still.
    pub paused: bool,
    /// How long each move of a computer's game stands at least, in milliseconds.
    pub pace_ms: u64,
}

impl RoomState {
    /// Applies the next event. The rules of the game are the caller's: `to_move` is who moves after the event.
    pub fn apply(&mut self, event: &Event, to_move: Side) {
        self.seq = event.seq;
        match &event.what {
            What::Moved { ply, mv, took_ms, .. } => {
                self.keep_moves(*ply);
                self.moves.push(mv.clone());
                self.took_ms.push(*took_ms);
            }
            What::TakenBack { ply, .. } => self.keep_moves(*ply),
            _ => {}
        }
        self.status.apply(event);
        if event.what.sets_clocks() {
            let waits = matches!(event.what, What::Interrupted { .. });
            self.status.running = self.clock_of(to_move).filter(|_| !waits);
        }
    }

    fn keep_moves(&mut self, plies: u32) {
        self.moves.truncate(plies as usize);
        self.took_ms.truncate(plies as usize);
    }

    /// Moves since the opening.
    pub fn plies(&self) -> u32 {
        (self.moves.len() as u32).saturating_sub(self.opening)
    }

    /// Whether the thinking time of the side to move counts: each side has made its first move, or has days for each.
    pub fn clocks_run(&self) -> bool {
        let is_early = self.plies() < FREE_PLIES && !matches!(self.clock, TimeControl::Days(_));
        self.status.clocks_ms.is_some() && !is_early
    }

    /// Whose clock runs while a side is to move. A computer's never does: its thinking time is taken off when it has moved.
    pub fn clock_of(&self, to_move: Side) -> Option<Side> {
        let is_person = matches!(self.status.player(to_move), Some(Player::Person { .. }));
        let runs = self.status.stage == Stage::Playing && self.clocks_run() && is_person;
        runs.then_some(to_move)
    }
}

impl RoomStatus {
    /// Who plays a side.
    pub const fn player(&self, side: Side) -> Option<&Player> {
        match side {
            Side::First => self.first.as_ref(),
            Side::Second => self.second.as_ref(),
        }
    }

    /// Whether a side proposes something.
    pub fn has_offered(&self, side: Side, offer: Offer) -> bool {
        self.offers.contains(&(side, offer))
    }

    /// Applies an event, except for whose clock runs.
    fn apply(&mut self, event: &Event) {
        match &event.what {
            What::Joined { side: Side::First, player } => self.first = Some(player.clone()),
            What::Joined { side: Side::Second, player } => self.second = Some(player.clone()),
            What::Began => self.stage = Stage::Playing,
            What::Moved { clocks_ms, .. } => {
                self.clocks_ms = clocks_ms.or(self.clocks_ms);
                // A draw offer waits for the opponent's answer; the opponent's next move declines it.
                self.offers.retain(|(side, offer)| *offer == Offer::Draw && Some(*side) == event.by);
            }
            What::TakenBack { clocks_ms, .. } => {
                self.clocks_ms = clocks_ms.or(self.clocks_ms);
                self.offers.clear();
            }
            What::Offered { offer } => {
                // A second draw offer would have ended the game, so the first has ended.
                self.offers.retain(|(_, stands)| *offer != Offer::Draw || *stands != Offer::Draw);
                self.offers.extend(event.by.map(|side| (side, *offer)));
            }
            What::Declined { offer } => self.offers.retain(|(_, stands)| stands != offer),
            What::Said { saying } => {
                self.said.extend(event.by.map(|side| (side, *saying)));
                let old = self.said.len().saturating_sub(SAID);
                self.said.drain(..old);
            }
            What::Ended { ending, clocks_ms } => {
                self.stage = Stage::Ended;
                self.ending = Some(*ending);
                self.clocks_ms = clocks_ms.or(self.clocks_ms);
                self.offers.clear();
            }
            What::Aborted => {
                self.stage = Stage::Aborted;
                self.offers.clear();
            }
            What::Rematch { room } => {
                self.rematch = Some(room.clone());
                self.offers.clear();
            }
            What::Interrupted { clocks_ms } => self.clocks_ms = Some(*clocks_ms),
            What::Resumed => {}
            What::Paused { on } => self.paused = *on,
            What::Paced { pace_ms } => self.pace_ms = *pace_ms,
        }
    }
}

#[cfg(test)]
mod tests {
    use zermelo_core::{Outcome, Termination};

    use super::*;

    fn person(id: &str) -> Player {
        Player::Person { id: id.to_owned(), name: id.to_owned() }
    }

    /// A room in which a game of two people has just begun.
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
            happens(&mut room, Some(side), What::Joined { side, player: person(id) });
        }
        happens(&mut room, None, What::Began);
        room
    }

    fn to_move(plies: usize) -> Side {
        Side::BOTH[plies % 2]
    }

    fn happens(room: &mut RoomState, by: Option<Side>, what: What) {
        let plies = match &what {
            What::Moved { ply, .. } => *ply as usize + 1,
            What::TakenBack { ply, .. } => *ply as usize,
            _ => room.moves.len(),
        };
        let event = Event { seq: room.seq + 1, at_ms: 0, by, id: None, what };
        room.apply(&event, to_move(plies));
        assert_eq!(room.seq, event.seq);
    }

    fn plays(room: &mut RoomState, moves: &[&str]) {
        for mv in moves {
            let ply = room.moves.len() as u32;
            let clocks_ms = room.status.clocks_ms;
            happens(
                room,
                Some(to_move(ply as usize)),
                What::Moved { ply, mv: (*mv).to_owned(), took_ms: 1, clocks_ms },
            );
        }
    }

    fn offered(room: &mut RoomState, side: Side, offer: Offer) {
        happens(room, Some(side), What::Offered { offer });
        assert!(room.status.has_offered(side, offer));
    }

    const AGREED: Ending = Ending { outcome: Outcome::Draw, termination: Termination::Agreement };

    #[test]
    fn no_offer_outlives_a_move_a_takeback_the_end_or_a_rematch() {
        let moved = What::Moved { ply: 2, mv: "b1".to_owned(), took_ms: 5, clocks_ms: None };
        let taken_back = What::TakenBack { ply: 0, clocks_ms: None };
        let ended = What::Ended { ending: AGREED, clocks_ms: None };
        let rematch = What::Rematch { room: "def".to_owned() };
        for what in [moved, taken_back, ended, What::Aborted, rematch] {
            let mut room = room("none");
            plays(&mut room, &["a1", "a2"]);
            offered(&mut room, Side::Second, Offer::Draw);
            offered(&mut room, Side::First, Offer::Takeback);
            happens(&mut room, None, what.clone());
            assert_eq!(room.status.offers, [], "{what:?}");
        }
    }

    #[test]
    fn a_draw_offer_outlives_the_own_move_and_no_other_offer_does() {
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
    fn a_refused_offer_goes_and_the_others_stay() {
        let mut room = room("none");
        plays(&mut room, &["a1", "a2"]);
        offered(&mut room, Side::First, Offer::Takeback);
        offered(&mut room, Side::Second, Offer::Draw);
        happens(&mut room, Some(Side::Second), What::Declined { offer: Offer::Takeback });
        assert_eq!(room.status.offers, [(Side::Second, Offer::Draw)]);
    }

    #[test]
    fn a_clock_runs_from_the_second_move_of_its_side_on() {
        let mut room = room("60+0");
        let mut running = vec![room.status.running];
        for mv in ["a1", "a2", "b1"] {
            plays(&mut room, &[mv]);
            running.push(room.status.running);
        }
        assert_eq!(running, [None, None, Some(Side::First), Some(Side::Second)]);
        happens(&mut room, Some(Side::First), What::TakenBack { ply: 1, clocks_ms: Some([60_000; 2]) });
        assert_eq!((room.status.running, room.moves.len(), room.took_ms.len()), (None, 1, 1));
    }

    #[test]
    fn days_run_from_the_first_move_on() {
        let mut room = room("days=2");
        assert_eq!(room.status.running, Some(Side::First));
        plays(&mut room, &["a1"]);
        assert_eq!(room.status.running, Some(Side::Second));
    }

    #[test]
    fn no_clock_runs_where_there_is_none() {
        let mut room = room("none");
        plays(&mut room, &["a1", "a2", "b1"]);
        assert_eq!(room.status.running, None);
    }

    #[test]
    fn a_computers_clock_does_not_run() {
        let mut room = room("60+0");
        room.status.second = Some(Player::Computer { agent: "random".to_owned() });
        plays(&mut room, &["a1", "a2"]);
        assert_eq!(room.status.running, Some(Side::First));
        plays(&mut room, &["b1"]);
        assert_eq!(room.status.running, None);
    }

    #[test]
    fn clocks_wait_after_an_interruption_until_they_are_resumed() {
        let mut room = room("60+0");
        plays(&mut room, &["a1", "a2"]);
        happens(&mut room, None, What::Interrupted { clocks_ms: [50_000, 60_000] });
        assert_eq!((room.status.running, room.status.clocks_ms), (None, Some([50_000, 60_000])));
        happens(&mut room, None, What::Resumed);
        assert_eq!((room.status.running, room.status.clocks_ms), (Some(Side::First), Some([50_000, 60_000])));
        happens(&mut room, None, What::Ended { ending: AGREED, clocks_ms: Some([49_000, 60_000]) });
        assert_eq!((room.status.running, room.status.clocks_ms), (None, Some([49_000, 60_000])));
        assert_eq!((room.status.stage, room.status.ending), (Stage::Ended, Some(AGREED)));
    }

    #[test]
    fn the_last_sayings_are_kept() {
        let mut room = room("none");
        happens(&mut room, Some(Side::First), What::Said { saying: Saying::Hello });
        for _ in 0..SAID {
            happens(&mut room, Some(Side::Second), What::Said { saying: Saying::Oops });
        }
        assert_eq!(room.status.said, [(Side::Second, Saying::Oops); SAID]);
    }

    #[test]
    fn an_event_that_sets_no_clock_lets_them_go_on() {
        let mut room = room("60+0");
        plays(&mut room, &["a1", "a2"]);
        offered(&mut room, Side::Second, Offer::Draw);
        happens(&mut room, None, What::Paced { pace_ms: 7 });
        happens(&mut room, None, What::Paused { on: true });
        let RoomStatus { running, paused, pace_ms, .. } = room.status;
        assert_eq!((running, paused, pace_ms), (Some(Side::First), true, 7));
    }
}
