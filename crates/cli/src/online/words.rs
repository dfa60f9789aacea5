//! All texts about games on a server.

use std::time::Duration;

use zermelo_protocol::{ChatPhrase, Offer, OpponentKind, RoomState, TimeControl};

/// The chat messages with their texts, in the order of the list.
pub const SAYINGS: [(ChatPhrase, &str); 8] = [
    (ChatPhrase::Hello, "hello"),
    (ChatPhrase::GoodLuck, "good luck"),
    (ChatPhrase::HaveFun, "have fun"),
    (ChatPhrase::WellPlayed, "well played"),
    (ChatPhrase::Oops, "oops"),
    (ChatPhrase::Thanks, "thanks"),
    (ChatPhrase::GoodGame, "good game"),
    (ChatPhrase::Goodbye, "goodbye"),
];

/// The text of a chat message.
pub fn saying(saying: ChatPhrase) -> &'static str {
    SAYINGS.iter().find(|(known, _)| *known == saying).map_or("", |(_, words)| words)
}

/// The numbered list of chat messages.
pub fn sayings() -> String {
    let number = |(at, (_, words)): (usize, &(ChatPhrase, &str))| format!("{} {words}", at + 1);
    SAYINGS.iter().enumerate().map(number).collect::<Vec<_>>().join("   ")
}

/// "Ada offers a draw."
pub fn offered(who: &str, is_you: bool, offer: Offer) -> String {
    let what = match offer {
        Offer::Draw if is_you => "offer a draw",
        Offer::Draw => "offers a draw",
        Offer::Takeback if is_you => "ask for a takeback",
        Offer::Takeback => "asks for a takeback",
        Offer::Rematch if is_you => "offer a rematch",
        Offer::Rematch => "offers a rematch",
    };
    format!("{who} {what}.")
}

/// An offer was declined or withdrawn.
pub fn declined(who: &str, is_you: bool, offer: Offer) -> String {
    let what = match offer {
        Offer::Draw => "the draw",
        Offer::Takeback => "the takeback",
        Offer::Rematch => "the rematch",
    };
    format!("{who} {} {what}.", if is_you { "decline" } else { "declines" })
}

pub const NOTHING_PROPOSED: &str = "There is no open offer.";
pub const NOT_YOUR_TURN: &str = "It is your opponent's turn.";
pub const NOT_BEGUN: &str = "The game has not begun: the other side has no player yet.";
pub const OVER: &str = "The game is over.";
pub const ABORTED: &str = "The game was aborted.";
pub const WATCHING: &str = "You are a spectator in this game.";
pub const PENDING: &str = "The server has not confirmed your move yet.";
pub const CONNECTED: &str = "Reconnected.";
pub const AGAIN: &str = "Rematch: you play again with sides swapped.";
pub const THEY_PLAY_AGAIN: &str = "Rematch: the players play again with sides swapped.";
pub const BEGINS: &str = "The game begins.";
pub const INTERRUPTED: &str = "The server was down; the clocks wait for the side to move.";
pub const FORGOTTEN: &str = "The server no longer knows your account: you are a spectator.";

/// The connection is lost.
pub fn lost(why: &str, again_in: Duration) -> String {
    format!("Connection lost ({why}); reconnecting in {} s.", whole_seconds(again_in))
}

/// The opponent has left.
pub fn gone(who: &str, claim_in: Duration) -> String {
    if claim_in.is_zero() {
        format!("{who} has left: you can claim a win or a draw.")
    } else {
        format!("{who} has left: you can claim the game in {}.", time(claim_in))
    }
}

/// A player has left or returned.
pub fn presence(who: &str, is_there: bool) -> String {
    format!("{who} {}.", if is_there { "is back" } else { "has left" })
}

/// The text while waiting for an opponent.
pub fn waiting(room: &RoomState) -> String {
    let clock = clock(room.clock);
    match room.opponent {
        OpponentKind::Friend => format!("Waiting for a friend: {}, {clock}.", room.game),
        OpponentKind::Anyone => format!("Waiting for anyone in the lobby: {}, {clock}.", room.game),
        OpponentKind::Pool => format!("Waiting for an opponent in the pool: {}, {clock}.", room.game),
        OpponentKind::Computer | OpponentKind::Watch => "Waiting for the game to begin.".to_owned(),
    }
}

/// The command for a friend.
pub fn invitation(command: &str) -> String {
    format!("Your friend joins with: {command}")
}

/// "no clock", or "clock 300+3".
pub fn clock(control: TimeControl) -> String {
    match control {
        TimeControl::None => "no clock".to_owned(),
        control => format!("clock {control}"),
    }
}

/// The command to rejoin.
pub fn rejoin(command: &str) -> String {
    format!("The game continues. Rejoin with: {command}")
}

/// A clock time: `4:05`, `1:02:03`, `2 d 3 h`, with tenths in the last ten seconds.
pub fn time(time: Duration) -> String {
    let seconds = time.as_secs();
    match seconds {
        0..10 if time.subsec_millis() > 0 || seconds > 0 => format!("0:0{}.{}", seconds, time.subsec_millis() / 100),
        0..3_600 => format!("{}:{:02}", seconds / 60, seconds % 60),
        3_600..86_400 => format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60),
        _ => format!("{} d {} h", seconds / 86_400, seconds / 3600 % 24),
    }
}

/// The remaining seconds, rounded up.
pub fn whole_seconds(time: Duration) -> u64 {
    time.as_secs() + u64::from(time.subsec_nanos() > 0)
}

/// The number of spectators.
pub fn watchers(count: u32) -> String {
    format!("{count} {}", if count == 1 { "spectator" } else { "spectators" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_clock_times() {
        let text = |ms| time(Duration::from_millis(ms));
        assert_eq!(text(0), "0:00");
        assert_eq!(text(9_870), "0:09.8");
        assert_eq!(text(10_000), "0:10");
        assert_eq!(text(245_000), "4:05");
        assert_eq!(text(3_723_000), "1:02:03");
        assert_eq!(text(183_600_000), "2 d 3 h");
        assert_eq!(whole_seconds(Duration::from_millis(1)), 1);
    }

    #[test]
    fn every_chat_message_has_a_text() {
        assert!(SAYINGS.iter().all(|(known, words)| !words.is_empty() && saying(*known) == *words));
    }
}
