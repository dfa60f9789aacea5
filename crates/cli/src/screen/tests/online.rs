//! A game on a server: what keys ask for, and what the server's words do.

use std::time::Duration;

use zermelo_client::Told;
use zermelo_core::{Ending, Outcome, Side, Termination};
use zermelo_protocol::{
    ChatPhrase, Claim, EventKind, Offer, OpponentKind, Presence, ReceivedError, RoomAction, RoomEvent, RoomPlayer,
    RoomState, RoomStatus, Stage, TimeControl,
};

use super::{picture, press};
use crate::online::Game;
use crate::screen::look::Look;
use crate::screen::model::{Input, Mode, Model, Task};
use crate::screen::words;

const SECOND: Duration = Duration::from_secs(1);

fn room(moves: &[&str]) -> RoomState {
    let person = |id: &str, name: &str| Some(RoomPlayer::Person { id: id.to_owned(), name: name.to_owned() });
    RoomState {
        room: "faub4z3764".to_owned(),
        seq: 3,
        game: "tictactoe".to_owned(),
        start: "3/3/3 x".to_owned(),
        opponent: OpponentKind::Friend,
        clock: TimeControl::Increment { base: 300 * SECOND, increment: 3 * SECOND, moves: None },
        moves: moves.iter().map(|mv| (*mv).to_owned()).collect(),
        took_ms: vec![1000; moves.len()],
        opening: 0,
        status: RoomStatus {
            first: person("a", "Ada"),
            second: person("b", "Bob"),
            stage: Stage::Playing,
            clocks_ms: Some([300_000; 2]),
            running: None,
            offers: Vec::new(),
            said: Vec::new(),
            ending: None,
            rematch: None,
            paused: false,
            pace_ms: 0,
        },
        presence: Presence { first: true, second: true, watchers: 0, claim_in_ms: None },
    }
}

/// A sitting in a room, connected.
struct Sitting {
    model: Model,
    seq: u32,
}

impl Sitting {
    fn at(room: RoomState, you: Option<Side>) -> Self {
        let seq = room.seq;
        let game = Game::new(room, you, Duration::ZERO).expect("a room that can be played");
        let look = Look { unicode: true, colour: false };
        let mut sitting = Self { model: Model::online(game, Some("Waiting for Bob.".to_owned()), look), seq };
        sitting.told(Told::Connected { you: None });
        sitting.model.message = None;
        sitting
    }

    fn told(&mut self, told: Told) {
        self.model.handle(Input::Told(told), self.model.now);
    }

    fn happens(&mut self, by: Option<Side>, kind: EventKind) {
        self.seq += 1;
        self.told(Told::Event(RoomEvent { seq: self.seq, at_ms: 0, by, id: None, kind }));
    }

    fn moved(&mut self, mv: &str) {
        let side = self.model.view.to_move;
        let ply = self.model.view.ply.0;
        let clocks_ms = Some([290_000, 280_000]);
        self.happens(Some(side), EventKind::Moved { ply, mv: mv.to_owned(), took_ms: 10, clocks_ms });
    }

    /// What the server is asked for by keys.
    fn asks(&mut self, keys: &str) -> Vec<RoomAction> {
        press(&mut self.model, keys);
        let asked = |task| if let Task::Act(action) = task { Some(action) } else { None };
        self.model.take_tasks().into_iter().filter_map(asked).collect()
    }

    fn said(&self) -> &str {
        self.model.message.as_ref().map_or("", |message| message.text.as_str())
    }

    fn shows(&self, text: &str) {
        let picture = picture(&self.model, 80, 24);
        assert!(picture.contains(text), "\"{text}\" in\n{picture}");
    }
}

#[test]
fn a_move_is_pending_until_the_server_tells_it() {
    let mut sitting = Sitting::at(room(&[]), Some(Side::First));
    sitting.shows("X to move: choose a square.");
    let asked = sitting.asks("enter");
    assert_eq!(asked, [RoomAction::Move { ply: 0, mv: "b2".to_owned() }]);
    sitting.shows("b2 is on its way to the server.");
    // It is not on the board, and no second one goes.
    assert_eq!(sitting.model.moves().1.len(), 0);
    assert_eq!(sitting.asks("esc a1 enter"), []);
    sitting.moved("b2");
    sitting.shows("O to move.");
    assert_eq!(sitting.model.moves().1, ["b2"]);
    assert_eq!(sitting.asks("enter"), []);
    assert_eq!(sitting.said(), "It is the other's turn.");
    sitting.moved("a1");
    sitting.shows("X to move: choose a square.");
    sitting.shows("X: Ada (you)  4:50");
}

#[test]
fn a_refused_move_can_be_made_anew() {
    let mut sitting = Sitting::at(room(&[]), Some(Side::First));
    assert_eq!(sitting.asks(":a1 enter").len(), 1);
    let error = ReceivedError { code: "move/stale".to_owned(), message: "the move is for another position".to_owned() };
    sitting.told(Told::Refused { id: Some("i".to_owned()), error });
    assert_eq!(sitting.said(), "The move is for another position.");
    assert!(sitting.model.clicked.is_empty());
    assert_eq!(sitting.asks(":a1 enter"), [RoomAction::Move { ply: 0, mv: "a1".to_owned() }]);
    // Another refusal leaves it on its way.
    let error = ReceivedError { code: "say/too-much".to_owned(), message: "enough".to_owned() };
    sitting.told(Told::Refused { id: Some("j".to_owned()), error });
    sitting.shows("a1 is on its way");
    // The room as it stands without the move: it is sent again by the line.
    sitting.told(Told::State { you: Some(Side::First), state: Box::new(room(&[])) });
    sitting.shows("a1 is on its way");
    sitting.told(Told::State { you: Some(Side::First), state: Box::new(RoomState { seq: 9, ..room(&["a1"]) }) });
    assert_eq!(sitting.model.moves().1, ["a1"]);
    sitting.shows("O to move.");
}

#[test]
fn keys_and_words_ask_for_the_same() {
    let offer = |offer| RoomAction::Offer { offer };
    for (keys, action) in [
        ("=", offer(Offer::Draw)),
        (":draw enter", offer(Offer::Draw)),
        ("u", offer(Offer::Takeback)),
        ("ry", RoomAction::Resign),
        (":resign enter", RoomAction::Resign),
        ("w", RoomAction::Claim { claim: Claim::Win }),
        (": enter :claim space draw enter", RoomAction::Claim { claim: Claim::Draw }),
        ("s8", RoomAction::Say { saying: ChatPhrase::Goodbye }),
        (":say space hello enter", RoomAction::Say { saying: ChatPhrase::Hello }),
    ] {
        let mut sitting = Sitting::at(room(&["b2", "a1"]), Some(Side::Second));
        assert_eq!(sitting.asks(keys), [action], "{keys}");
        assert_eq!(sitting.model.mode, Mode::Board);
    }
    // Before each side has moved it is called off.
    let mut sitting = Sitting::at(room(&["b2"]), Some(Side::First));
    assert_eq!(sitting.asks("r n"), []);
    assert_eq!(sitting.asks("r y"), [RoomAction::Abort]);
    // No hints here: the key is a name like others.
    assert_eq!(sitting.asks("h"), []);
    assert!(sitting.model.thought.is_none());
}

#[test]
fn proposals_are_answered() {
    let mut sitting = Sitting::at(room(&["b2", "a1"]), Some(Side::First));
    assert_eq!(sitting.asks("y"), []);
    assert_eq!(sitting.said(), "Nothing is proposed now.");
    sitting.happens(Some(Side::Second), EventKind::Offered { offer: Offer::Draw });
    sitting.shows("Bob proposes a draw. y accepts, x declines");
    assert_eq!(sitting.asks("y"), [RoomAction::Offer { offer: Offer::Draw }]);
    assert_eq!(sitting.asks("x"), [RoomAction::Decline { offer: Offer::Draw }]);
    sitting.happens(Some(Side::Second), EventKind::Declined { offer: Offer::Draw });
    assert_eq!(sitting.asks("x"), []);
    sitting.happens(Some(Side::Second), EventKind::TakenBack { ply: 1, clocks_ms: None });
    assert_eq!((sitting.model.moves().1.len(), sitting.said()), (1, "1 move taken back."));
}

#[test]
fn the_end_and_another_game() {
    let mut sitting = Sitting::at(room(&["b2", "a1"]), Some(Side::First));
    assert_eq!(sitting.asks("n"), []);
    assert_eq!(sitting.said(), words::AGAIN_LATER);
    let ending = Ending { outcome: Outcome::Win(Side::Second), termination: Termination::Time };
    sitting.happens(None, EventKind::Ended { ending, clocks_ms: Some([0, 200_000]) });
    sitting.shows("O wins by time, after 2 plies.");
    sitting.shows("n play again");
    assert_eq!(sitting.asks("n"), [RoomAction::Offer { offer: Offer::Rematch }]);
    sitting.happens(Some(Side::Second), EventKind::Rematch { room: "next".to_owned() });
    let follows =
        sitting.model.take_tasks().into_iter().any(|task| matches!(task, Task::Follow(room) if room == "next"));
    assert!(follows);
    let state = RoomState { room: "next".to_owned(), ..room(&[]) };
    sitting.told(Told::State { you: Some(Side::Second), state: Box::new(state) });
    sitting.shows("O: Bob (you)");
    sitting.shows("X to move.");
}

#[test]
fn who_has_left_and_a_lost_line_are_seen() {
    let mut sitting = Sitting::at(room(&["b2", "a1", "c3"]), Some(Side::First));
    let gone = Presence { first: true, second: false, watchers: 2, claim_in_ms: Some(40_000) };
    sitting.told(Told::Presence(gone));
    sitting.shows("Bob has left: in 0:40 you may claim the game.");
    sitting.shows("O: Bob (gone)");
    sitting.shows("2 watch");
    sitting.model.handle(Input::Tick, 41 * SECOND);
    sitting.shows("Bob has left: you may claim the win or a draw.");
    sitting.shows("w claim the win");
    sitting.told(Told::Lost { why: "the connection was cut".to_owned(), again_in: 2 * SECOND });
    sitting.shows("No connection (the connection was cut); trying again in 2 s.");
    sitting.model.handle(Input::Tick, 42 * SECOND);
    sitting.shows("trying again in 1 s.");
    sitting.told(Told::Connected { you: None });
    assert!(!picture(&sitting.model, 80, 24).contains("No connection"));
}

#[test]
fn a_clock_runs_while_its_player_thinks() {
    let mut sitting = Sitting::at(room(&["b2"]), Some(Side::First));
    // From each side's second move on.
    sitting.model.handle(Input::Tick, 10 * SECOND);
    sitting.shows("O: Bob  5:00");
    sitting.moved("a1");
    sitting.model.handle(Input::Tick, 15 * SECOND);
    sitting.shows("X: Ada (you)  4:45");
    sitting.shows("O: Bob  4:40");
}

#[test]
fn who_watches_only_watches() {
    let mut sitting = Sitting::at(room(&["b2"]), None);
    sitting.shows("q leave");
    for keys in ["enter", "=", "ry", "y", "s", "n", ":draw enter", ":a1 enter"] {
        assert_eq!(sitting.asks(keys), [], "{keys}");
        sitting.model.mode = Mode::Board;
    }
    press(&mut sitting.model, "q");
    assert!(sitting.model.take_tasks().iter().any(|task| matches!(task, Task::Leave)));
}

#[test]
fn the_other_is_waited_for_and_may_never_come() {
    let mut waiting = room(&[]);
    waiting.status = RoomStatus { stage: Stage::Waiting, second: None, clocks_ms: None, ..waiting.status };
    let mut sitting = Sitting::at(waiting, Some(Side::First));
    sitting.shows("Waiting for Bob.");
    sitting.shows("O: nobody yet");
    assert_eq!(sitting.asks("enter"), []);
    sitting.happens(None, EventKind::Aborted);
    sitting.shows("The game was called off.");
    press(&mut sitting.model, "q");
    assert!(sitting.model.take_tasks().iter().any(|task| matches!(task, Task::Leave)));
}

#[test]
fn the_page_of_keys_fits() {
    let mut sitting = Sitting::at(room(&[]), Some(Side::First));
    press(&mut sitting.model, "?");
    sitting.shows("propose a draw");
    sitting.shows("this page");
    assert!(!picture(&sitting.model, 80, 24).contains("hint"));
}
