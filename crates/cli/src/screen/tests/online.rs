//! Games on a server: requests of keys, effects of server messages.

use std::time::Duration;

use zermelo_client::ServerEvent;
use zermelo_core::{Ending, Outcome, Side, Termination};
use zermelo_protocol::{
    ChatPhrase, Claim, EventKind, Offer, OpponentKind, Presence, ReceivedError, RoomAction, RoomEvent, RoomPlayer,
    RoomState, RoomStatus, Stage, TimeControl,
};

use super::{picture, press};
use crate::online::OnlineGame;
use crate::screen::model::{Input, InputMode, Model, Task};
use crate::screen::theme::Theme;
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

/// A fixture in a room, connected.
struct OnlineFixture {
    model: Model,
    seq: u32,
}

impl OnlineFixture {
    fn at(room: RoomState, you: Option<Side>) -> Self {
        let seq = room.seq;
        let game = OnlineGame::new(room, you, Duration::ZERO).expect("a room that can be played");
        let theme = Theme { unicode: true, colour: false };
        let mut fixture = Self { model: Model::online(game, Some("Waiting for Bob.".to_owned()), theme), seq };
        fixture.receive(ServerEvent::Connected { you: None });
        fixture.model.message = None;
        fixture
    }

    fn receive(&mut self, event: ServerEvent) {
        self.model.handle(Input::Server(event), self.model.now);
    }

    fn apply(&mut self, by: Option<Side>, kind: EventKind) {
        self.seq += 1;
        self.receive(ServerEvent::Event(RoomEvent { seq: self.seq, at_ms: 0, by, id: None, kind }));
    }

    fn opponent_moves(&mut self, mv: &str) {
        let side = self.model.view.to_move;
        let ply = self.model.view.ply.0;
        let clocks_ms = Some([290_000, 280_000]);
        self.apply(Some(side), EventKind::Moved { ply, mv: mv.to_owned(), took_ms: 10, clocks_ms });
    }

    /// What the server is asked for by keys.
    fn requests(&mut self, keys: &str) -> Vec<RoomAction> {
        press(&mut self.model, keys);
        let asked = |task| if let Task::Act(action) = task { Some(action) } else { None };
        self.model.take_tasks().into_iter().filter_map(asked).collect()
    }

    fn message(&self) -> &str {
        self.model.message.as_ref().map_or("", |message| message.text.as_str())
    }

    fn assert_shows(&self, text: &str) {
        let picture = picture(&self.model, 80, 24);
        assert!(picture.contains(text), "\"{text}\" in\n{picture}");
    }
}

#[test]
fn a_move_is_pending_until_the_server_confirms_it() {
    let mut fixture = OnlineFixture::at(room(&[]), Some(Side::First));
    fixture.assert_shows("X to move: select a square.");
    let asked = fixture.requests("enter");
    assert_eq!(asked, [RoomAction::Move { ply: 0, mv: "b2".to_owned() }]);
    fixture.assert_shows("Sending b2 to the server.");
    // It is not on the board, and no second one goes.
    assert_eq!(fixture.model.moves().1.len(), 0);
    assert_eq!(fixture.requests("esc a1 enter"), []);
    fixture.opponent_moves("b2");
    fixture.assert_shows("O to move.");
    assert_eq!(fixture.model.moves().1, ["b2"]);
    assert_eq!(fixture.requests("enter"), []);
    assert_eq!(fixture.message(), "It is your opponent's turn.");
    fixture.opponent_moves("a1");
    fixture.assert_shows("X to move: select a square.");
    fixture.assert_shows("X: Ada (you)  4:50");
}

#[test]
fn a_rejected_move_can_be_repeated() {
    let mut fixture = OnlineFixture::at(room(&[]), Some(Side::First));
    assert_eq!(fixture.requests(":a1 enter").len(), 1);
    let error = ReceivedError { code: "move/stale".to_owned(), message: "the move is for another position".to_owned() };
    fixture.receive(ServerEvent::Refused { id: Some("i".to_owned()), error });
    assert_eq!(fixture.message(), "The move is for another position.");
    assert!(fixture.model.clicked.is_empty());
    assert_eq!(fixture.requests(":a1 enter"), [RoomAction::Move { ply: 0, mv: "a1".to_owned() }]);
    // Another refusal leaves it on its way.
    let error = ReceivedError { code: "say/too-much".to_owned(), message: "enough".to_owned() };
    fixture.receive(ServerEvent::Refused { id: Some("j".to_owned()), error });
    fixture.assert_shows("Sending a1");
    // The room as it stands without the move: it is sent again by the line.
    fixture.receive(ServerEvent::State { you: Some(Side::First), state: Box::new(room(&[])) });
    fixture.assert_shows("Sending a1");
    fixture
        .receive(ServerEvent::State { you: Some(Side::First), state: Box::new(RoomState { seq: 9, ..room(&["a1"]) }) });
    assert_eq!(fixture.model.moves().1, ["a1"]);
    fixture.assert_shows("O to move.");
}

#[test]
fn keys_and_typed_commands_are_equivalent() {
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
        let mut fixture = OnlineFixture::at(room(&["b2", "a1"]), Some(Side::Second));
        assert_eq!(fixture.requests(keys), [action], "{keys}");
        assert_eq!(fixture.model.mode, InputMode::Board);
    }
    // Before each side has moved it is called off.
    let mut fixture = OnlineFixture::at(room(&["b2"]), Some(Side::First));
    assert_eq!(fixture.requests("r n"), []);
    assert_eq!(fixture.requests("r y"), [RoomAction::Abort]);
    // No hints here: the key is a name like others.
    assert_eq!(fixture.requests("h"), []);
    assert!(fixture.model.search.is_none());
}

#[test]
fn offers_are_answered() {
    let mut fixture = OnlineFixture::at(room(&["b2", "a1"]), Some(Side::First));
    assert_eq!(fixture.requests("y"), []);
    assert_eq!(fixture.message(), "There is no open offer.");
    fixture.apply(Some(Side::Second), EventKind::Offered { offer: Offer::Draw });
    fixture.assert_shows("Bob offers a draw. y accepts, x declines");
    assert_eq!(fixture.requests("y"), [RoomAction::Offer { offer: Offer::Draw }]);
    assert_eq!(fixture.requests("x"), [RoomAction::Decline { offer: Offer::Draw }]);
    fixture.apply(Some(Side::Second), EventKind::Declined { offer: Offer::Draw });
    assert_eq!(fixture.requests("x"), []);
    fixture.apply(Some(Side::Second), EventKind::TakenBack { ply: 1, clocks_ms: None });
    assert_eq!((fixture.model.moves().1.len(), fixture.message()), (1, "1 move taken back."));
}

#[test]
fn the_end_and_a_rematch() {
    let mut fixture = OnlineFixture::at(room(&["b2", "a1"]), Some(Side::First));
    assert_eq!(fixture.requests("n"), []);
    assert_eq!(fixture.message(), words::AGAIN_LATER);
    let ending = Ending { outcome: Outcome::Win(Side::Second), termination: Termination::Time };
    fixture.apply(None, EventKind::Ended { ending, clocks_ms: Some([0, 200_000]) });
    fixture.assert_shows("O wins by time, after 2 plies.");
    fixture.assert_shows("n rematch");
    assert_eq!(fixture.requests("n"), [RoomAction::Offer { offer: Offer::Rematch }]);
    fixture.apply(Some(Side::Second), EventKind::Rematch { room: "next".to_owned() });
    let follows =
        fixture.model.take_tasks().into_iter().any(|task| matches!(task, Task::EnterRoom(room) if room == "next"));
    assert!(follows);
    let state = RoomState { room: "next".to_owned(), ..room(&[]) };
    fixture.receive(ServerEvent::State { you: Some(Side::Second), state: Box::new(state) });
    fixture.assert_shows("O: Bob (you)");
    fixture.assert_shows("X to move.");
}

#[test]
fn absence_and_lost_connections_are_shown() {
    let mut fixture = OnlineFixture::at(room(&["b2", "a1", "c3"]), Some(Side::First));
    let gone = Presence { first: true, second: false, watchers: 2, claim_in_ms: Some(40_000) };
    fixture.receive(ServerEvent::Presence(gone));
    fixture.assert_shows("Bob has left: you can claim the game in 0:40.");
    fixture.assert_shows("O: Bob (away)");
    fixture.assert_shows("2 spectators");
    fixture.model.handle(Input::Tick, 41 * SECOND);
    fixture.assert_shows("Bob has left: you can claim a win or a draw.");
    fixture.assert_shows("w claim the win");
    fixture.receive(ServerEvent::Disconnected { why: "the connection was cut".to_owned(), retry_in: 2 * SECOND });
    fixture.assert_shows("Connection lost (the connection was cut); reconnecting in 2 s.");
    fixture.model.handle(Input::Tick, 42 * SECOND);
    fixture.assert_shows("reconnecting in 1 s.");
    fixture.receive(ServerEvent::Connected { you: None });
    assert!(!picture(&fixture.model, 80, 24).contains("Connection lost"));
}

#[test]
fn a_clock_runs_while_its_player_thinks() {
    let mut fixture = OnlineFixture::at(room(&["b2"]), Some(Side::First));
    // From each side's second move on.
    fixture.model.handle(Input::Tick, 10 * SECOND);
    fixture.assert_shows("O: Bob  5:00");
    fixture.opponent_moves("a1");
    fixture.model.handle(Input::Tick, 15 * SECOND);
    fixture.assert_shows("X: Ada (you)  4:45");
    fixture.assert_shows("O: Bob  4:40");
}

#[test]
fn spectators_can_not_act() {
    let mut fixture = OnlineFixture::at(room(&["b2"]), None);
    fixture.assert_shows("q leave");
    for keys in ["enter", "=", "ry", "y", "s", "n", ":draw enter", ":a1 enter"] {
        assert_eq!(fixture.requests(keys), [], "{keys}");
        fixture.model.mode = InputMode::Board;
    }
    press(&mut fixture.model, "q");
    assert!(fixture.model.take_tasks().iter().any(|task| matches!(task, Task::Leave)));
}

#[test]
fn an_aborted_seek_can_be_left() {
    let mut waiting = room(&[]);
    waiting.status = RoomStatus { stage: Stage::Waiting, second: None, clocks_ms: None, ..waiting.status };
    let mut fixture = OnlineFixture::at(waiting, Some(Side::First));
    fixture.assert_shows("Waiting for Bob.");
    fixture.assert_shows("O: nobody yet");
    assert_eq!(fixture.requests("enter"), []);
    fixture.apply(None, EventKind::Aborted);
    fixture.assert_shows("The game was aborted.");
    press(&mut fixture.model, "q");
    assert!(fixture.model.take_tasks().iter().any(|task| matches!(task, Task::Leave)));
}

#[test]
fn the_help_page_fits() {
    let mut fixture = OnlineFixture::at(room(&[]), Some(Side::First));
    press(&mut fixture.model, "?");
    fixture.assert_shows("offer a draw");
    fixture.assert_shows("this help");
    assert!(!picture(&fixture.model, 80, 24).contains("hint"));
}
