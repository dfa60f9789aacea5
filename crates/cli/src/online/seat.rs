//! What is the same from room to room of a server.

use zermelo_client::Address;
use zermelo_protocol::{OpponentKind, Profile, Stage};

use super::game::Game;
use super::words;

/// What is the same from room to room.
pub struct Seat {
    /// The server.
    pub address: Address,
    /// Who one is there.
    pub me: Profile,
    /// The name that was asked for, for the command that comes back.
    pub name: Option<String>,
}

impl Seat {
    /// The command that leads to a room: one's own, or for somebody else.
    pub fn command(&self, room: &str, is_own: bool) -> String {
        let name = self.name.as_ref().filter(|_| is_own);
        let name = name.map_or_else(String::new, |name| format!(" --name {}", quoted(name)));
        format!("zermelo play --server {} --room {room}{name}", self.address)
    }

    /// What is waited for, with what a friend types.
    pub fn waiting(&self, game: &Game) -> Option<String> {
        let room = game.room();
        if room.status.stage != Stage::Waiting {
            return None;
        }
        let mut text = words::waiting(room);
        if room.opponent == OpponentKind::Friend && game.you().is_some() {
            text.push(' ');
            text.push_str(&words::invitation(&self.command(&room.room, false)));
        }
        Some(text)
    }

    /// How one comes back to a game that goes on.
    pub fn come_back(&self, game: &Game) -> Option<String> {
        game.goes_on().then(|| words::come_back(&self.command(&game.room().room, true)))
    }
}

/// A word of a command line, as a shell takes it.
fn quoted(word: &str) -> String {
    let is_plain = word.chars().all(|c| c.is_alphanumeric() || "-_.".contains(c));
    if is_plain { word.to_owned() } else { format!("'{}'", word.replace('\'', "'\\''")) }
}
