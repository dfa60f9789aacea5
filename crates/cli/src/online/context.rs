//! The server and the account, which all rooms of a sitting share.

use zermelo_client::Address;
use zermelo_protocol::{OpponentKind, Profile, Stage};

use super::game::OnlineGame;
use super::words;

/// The server and the account of the local player.
pub struct ServerContext {
    /// The server's address.
    pub address: Address,
    /// The account.
    pub me: Profile,
    /// The value of `--name`, for the command to rejoin.
    pub name: Option<String>,
}

impl ServerContext {
    /// The command that enters a room, for the local player or for another person.
    pub fn command(&self, room: &str, is_own: bool) -> String {
        let name = self.name.as_ref().filter(|_| is_own);
        let name = name.map_or_else(String::new, |name| format!(" --name {}", quoted(name)));
        format!("zermelo play --server {} --room {room}{name}", self.address)
    }

    /// The text while waiting for an opponent, with the command for a friend; `None` once the game began.
    pub fn waiting(&self, game: &OnlineGame) -> Option<String> {
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

    /// The text with the command to rejoin a running game.
    pub fn rejoin_hint(&self, game: &OnlineGame) -> Option<String> {
        game.can_rejoin().then(|| words::rejoin(&self.command(&game.room().room, true)))
    }
}

/// Quotes a word for a shell.
fn quoted(word: &str) -> String {
    let is_plain = word.chars().all(|c| c.is_alphanumeric() || "-_.".contains(c));
    if is_plain { word.to_owned() } else { format!("'{}'", word.replace('\'', "'\\''")) }
}
