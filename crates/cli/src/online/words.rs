//! What is said of a game on a server, in one place.

use std::time::Duration;

use zermelo_protocol::{ChatPhrase, Offer, OpponentKind, RoomState, TimeControl};

/// The sayings with their words, in the order in which they are offered.
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

/// The words of a saying.
pub fn saying(saying: ChatPhrase) -> &'static str {
    SAYINGS.iter().find(|(known, _)| *known == saying).map_or("", |(_, words)| words)
}

/// What can be said, numbered.
pub fn sayings() -> String {
    let number = |(at, (_, words)): (usize, &(ChatPhrase, &str))| format!("{} {words}", at + 1);
    SAYINGS.iter().enumerate().map(number).collect::<Vec<_>>().join("   ")
}

/// "Ada proposes a draw."
pub fn offered(who: &str, is_you: bool, offer: Offer) -> String {
    let what = match offer {
        Offer::Draw => "a draw",
        Offer::Takeback if is_you => "to take your last move back",
        Offer::Takeback => "to take their last move back",
        Offer::Rematch => "to play again",
    };
    format!("{who} {} {what}.", if is_you { "propose" } else { "proposes" })
}

/// The proposal does not stand any more.
pub fn declined(who: &str, is_you: bool, offer: Offer) -> String {
    let what = match offer {
        Offer::Draw => "a draw",
        Offer::Takeback => "taking back",
        Offer::Rematch => "playing again",
    };
    format!("{who} {} no to {what}.", if is_you { "say" } else { "says" })
}

/// Nothing was proposed.
pub const NOTHING_PROPOSED: &str = "Nothing is proposed now.";
/// It is not the turn of who plays here.
pub const NOT_YOUR_TURN: &str = "It is the other's turn.";
/// The game has not begun.
pub const NOT_BEGUN: &str = "The game has not begun: the other side has no player yet.";
/// The game is over.
pub const OVER: &str = "The game is over.";
/// The game was called off.
pub const ABORTED: &str = "The game was called off.";
/// Who watches does not play.
pub const WATCHING: &str = "You watch this game; its players play it.";
/// The move is on its way.
pub const PENDING: &str = "Your move is on its way.";
/// The line stands again.
pub const CONNECTED: &str = "Connected again.";
/// Both play again.
pub const AGAIN: &str = "You play again, sides swapped.";
/// Others play again.
pub const THEY_PLAY_AGAIN: &str = "They play again, sides swapped.";
/// The game begins.
pub const BEGINS: &str = "The game begins.";
/// The server is back.
pub const INTERRUPTED: &str = "The server was down; the clocks wait for who is to move.";
/// The server has forgotten who one is.
pub const FORGOTTEN: &str = "The server does not know you any more: you watch.";

/// The line is lost.
pub fn lost(why: &str, again_in: Duration) -> String {
    format!("No connection ({why}); trying again in {} s.", whole_seconds(again_in))
}

/// The other has left.
pub fn gone(who: &str, claim_in: Duration) -> String {
    if claim_in.is_zero() {
        format!("{who} has left: you may claim the win or a draw.")
    } else {
        format!("{who} has left: in {} you may claim the game.", time(claim_in))
    }
}

/// Somebody has left, or has come back.
pub fn presence(who: &str, is_there: bool) -> String {
    format!("{who} {}.", if is_there { "is there" } else { "has left" })
}

/// What is waited for.
pub fn waiting(room: &RoomState) -> String {
    let clock = clock(room.clock);
    match room.opponent {
        OpponentKind::Friend => format!("Waiting for a friend, to play {} {clock}.", room.game),
        OpponentKind::Anyone => format!("Waiting for anyone who plays {} {clock}; the lobby shows it.", room.game),
        OpponentKind::Pool => format!("Waiting for somebody who wishes to play {} {clock}, too.", room.game),
        OpponentKind::Computer | OpponentKind::Watch => "Waiting for the game to begin.".to_owned(),
    }
}

/// What the friend has to type.
pub fn invitation(command: &str) -> String {
    format!("Your friend types: {command}")
}

/// "without a clock".
pub fn clock(control: TimeControl) -> String {
    match control {
        TimeControl::None => "without a clock".to_owned(),
        control => format!("with the clock {control}"),
    }
}

/// How somebody comes back.
pub fn come_back(command: &str) -> String {
    format!("The game goes on. Come back with: {command}")
}

/// A time on a clock: `4:05`, `1:02:03`, `2 d 3 h`, and tenths in the last ten seconds.
pub fn time(time: Duration) -> String {
    let seconds = time.as_secs();
    match seconds {
        0..10 if time.subsec_millis() > 0 || seconds > 0 => format!("0:0{}.{}", seconds, time.subsec_millis() / 100),
        0..3_600 => format!("{}:{:02}", seconds / 60, seconds % 60),
        3_600..86_400 => format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60),
        _ => format!("{} d {} h", seconds / 86_400, seconds / 3600 % 24),
    }
}

/// Seconds that are left, as people count down: 0 only when nothing is.
pub fn whole_seconds(time: Duration) -> u64 {
    time.as_secs() + u64::from(time.subsec_nanos() > 0)
}

/// How many watch.
pub fn watchers(count: u32) -> String {
    format!("{count} {}", if count == 1 { "watches" } else { "watch" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_at_a_glance() {
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
    fn every_saying_has_words() {
        assert!(SAYINGS.iter().all(|(known, words)| !words.is_empty() && saying(*known) == *words));
    }
}
