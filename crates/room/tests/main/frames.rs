//! What a server says of some games, and how their rooms stand after it: `fixtures/room/frames.jsonl`, which the page's own tests replay.

use std::fmt::Write;
use std::path::Path;
use std::time::Duration;

use serde_json::{Value, json};
use zermelo_core::{Ply, Side};
use zermelo_protocol::{ChatPhrase, Offer, Opponent, RoomAction, RoomEvent, RoomPlayer, ServerMessage};

use crate::table::{ADA, BOB, Table, decline, mv, offer, person, wish};

/// A game of which it is written down what a server says.
struct Script {
    name: &'static str,
    table: Table,
    /// Events that are written down.
    written: usize,
    lines: String,
}

impl Script {
    /// The room, without players.
    fn new(name: &'static str, clock: &str, opponent: Opponent) -> Self {
        let table = Table::empty(wish("tictactoe", clock, opponent));
        let mut script = Self { name, table, written: 0, lines: String::new() };
        let said = ServerMessage::State { you: Some(Side::First), state: Box::new(script.table.state()), view: None };
        let frame = serde_json::to_value(said).expect("JSON");
        script.line(&frame, true);
        script
    }

    /// A game of two people.
    fn of_people(name: &'static str, clock: &str) -> Self {
        let mut script = Self::new(name, clock, Opponent::Friend);
        for (side, id) in [(Side::First, ADA), (Side::Second, BOB)] {
            script.table.seat(side, person(id));
            script.table.comes(side);
            script.write();
        }
        script
    }

    fn plays(&mut self, moves: &[&str]) {
        for text in moves {
            self.table.plays(&[text]);
            self.write();
        }
    }

    fn does(&mut self, who: &str, action: &RoomAction) {
        self.table.does(who, action);
        self.write();
    }

    /// Writes down what has happened, as the server says it to who wants views.
    fn write(&mut self) {
        let events: Vec<RoomEvent> = self.table.events[self.written..].to_vec();
        let status = self.table.room.status(self.table.now().instant);
        for event in &events {
            self.written += 1;
            let status = Some(Box::new(status.clone()));
            let frame = ServerMessage::Event { room: self.table.room.code(), event, status, view: None };
            let frame = serde_json::to_value(frame).expect("JSON");
            self.line(&frame, self.written == self.table.events.len());
        }
    }

    fn line(&mut self, frame: &Value, is_last: bool) {
        let mut line = json!({ "script": self.name, "frame": frame });
        if is_last {
            let mut state = serde_json::to_value(self.table.state()).expect("JSON");
            state.as_object_mut().expect("fields").remove("presence");
            line["state"] = state;
        }
        writeln!(self.lines, "{line}").expect("a text");
    }
}

fn offers() -> Script {
    let mut script = Script::of_people("offers", "60+2");
    script.plays(&["a1", "a2"]);
    script.table.pass_ms(5000);
    script.does(BOB, &offer(Offer::Draw));
    script.table.pass_ms(1000);
    script.does(ADA, &RoomAction::Say { saying: ChatPhrase::Hello });
    script.plays(&["b1"]);
    script.does(ADA, &offer(Offer::Takeback));
    script.does(BOB, &offer(Offer::Takeback));
    script.does(BOB, &offer(Offer::Draw));
    script.does(ADA, &decline(Offer::Draw));
    script.plays(&["b1", "b2", "c1"]);
    script.does(ADA, &offer(Offer::Rematch));
    script.does(BOB, &offer(Offer::Rematch));
    script
}

fn called_off() -> Script {
    let mut script = Script::of_people("called off", "none");
    script.plays(&["a1"]);
    script.does(ADA, &offer(Offer::Takeback));
    script.does(BOB, &RoomAction::Abort);
    script
}

fn days() -> Script {
    let mut script = Script::of_people("days", "days=2");
    script.table.pass_ms(1000);
    script.plays(&["a1", "a2"]);
    script
}

fn computer() -> Script {
    let mut script = Script::new("computer", "60+1", Opponent::Computer { agent: "random".to_owned() });
    script.table.seat(Side::First, person(ADA));
    script.table.seat(Side::Second, RoomPlayer::Computer { agent: "random".to_owned() });
    script.table.comes(Side::First);
    script.write();
    for (ply, own, answer) in [(0, "b2", "a1"), (2, "a2", "c2")] {
        script.table.pass_ms(2000);
        script.does(ADA, &mv(ply, own));
        let now = script.table.now();
        let took = Duration::from_millis(500);
        let answer = script.table.room.record().parse(answer).expect("a legal move");
        let played = script.table.room.computer_played(Side::Second, Ply(ply + 1), &answer, took, now);
        script.table.took(played.expect("a legal move"));
        script.write();
    }
    script.does(ADA, &offer(Offer::Takeback));
    script
}

fn interrupted() -> Script {
    let mut script = Script::of_people("interrupted", "60+0");
    script.plays(&["a1", "a2"]);
    script.table.pass_ms(3000);
    script.table.is_killed_for(Duration::from_hours(1));
    script.write();
    script.table.comes(Side::First);
    script.write();
    script.table.pass_ms(1000);
    script.does(ADA, &RoomAction::Resign);
    script
}

fn watched() -> Script {
    let computers = Opponent::Watch { first: "random".to_owned(), second: "random".to_owned(), pace_ms: 100 };
    let mut script = Script::new("watched", "none", computers);
    for side in Side::BOTH {
        script.table.seat(side, RoomPlayer::Computer { agent: "random".to_owned() });
    }
    script.write();
    script.does(ADA, &RoomAction::Pause { on: true });
    script.does(ADA, &RoomAction::Pace { pace_ms: 500 });
    script.does(ADA, &RoomAction::Pause { on: false });
    script
}

/// The first line of the file, as every fixture has one.
const SOURCE: &str = "source: rooms of crates/room, by `ZERMELO_WRITE=1 cargo test -p zermelo-room frames`\n";

#[test]
fn the_frames_that_the_page_replays_are_those_of_a_room() {
    let scripts = [offers(), called_off(), days(), computer(), interrupted(), watched()];
    let made: String = [SOURCE].into_iter().chain(scripts.iter().map(|script| script.lines.as_str())).collect();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/room/frames.jsonl");
    if std::env::var_os("ZERMELO_WRITE").is_some() {
        std::fs::write(&path, &made).expect("a file that can be written");
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    let differs = made.lines().zip(kept.lines()).find(|(made, kept)| made != kept);
    assert!(
        made == kept,
        "{differs:?}: if what a server says has changed on purpose, ZERMELO_WRITE=1 with this test writes {} anew",
        path.display()
    );
}
