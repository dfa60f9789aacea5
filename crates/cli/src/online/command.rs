//! Typed commands of a game on a server, shared by plain and full-screen mode.

use zermelo_protocol::{ChatPhrase, Claim, Offer, RoomAction};

use super::words;

/// A parsed line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    /// An action to send to the server.
    Act(RoomAction),
    /// Accept the opponent's offer.
    Accept,
    /// Decline the opponent's offer, or withdraw the own one.
    Decline,
    /// List the chat messages.
    Sayings,
    /// Leave the room.
    Leave,
    /// Not a command: a move, or an empty line.
    Other(String),
}

/// Parses a line.
pub fn read(line: &str) -> Command {
    let line = line.trim();
    let lower = line.to_ascii_lowercase();
    let offer = |offer| Command::Act(RoomAction::Offer { offer });
    match lower.split_whitespace().collect::<Vec<_>>().as_slice() {
        ["draw"] => offer(Offer::Draw),
        ["undo" | "u" | "takeback"] => offer(Offer::Takeback),
        ["rematch" | "again"] => offer(Offer::Rematch),
        ["accept" | "yes" | "y"] => Command::Accept,
        ["decline" | "no" | "n"] => Command::Decline,
        ["resign"] => Command::Act(RoomAction::Resign),
        ["abort"] => Command::Act(RoomAction::Abort),
        ["claim"] | ["claim", "win"] => Command::Act(RoomAction::Claim { claim: Claim::Win }),
        ["claim", "draw"] => Command::Act(RoomAction::Claim { claim: Claim::Draw }),
        ["say", said @ ..] => {
            let saying = saying(&said.join(" "));
            saying.map_or(Command::Sayings, |saying| Command::Act(RoomAction::Say { saying }))
        }
        ["q" | "quit" | "exit" | "leave"] => Command::Leave,
        _ => Command::Other(line.to_owned()),
    }
}

/// A chat message by its text or its number.
fn saying(text: &str) -> Option<ChatPhrase> {
    let number = text.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
    let by_number = number.and_then(|at| words::SAYINGS.get(at));
    by_number.or_else(|| words::SAYINGS.iter().find(|(_, words)| *words == text)).map(|(saying, _)| *saying)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distinguishes_commands_from_moves() {
        assert_eq!(read(" Draw "), Command::Act(RoomAction::Offer { offer: Offer::Draw }));
        assert_eq!(read("claim  draw"), Command::Act(RoomAction::Claim { claim: Claim::Draw }));
        assert_eq!(read("say good luck"), Command::Act(RoomAction::Say { saying: ChatPhrase::GoodLuck }));
        assert_eq!(read("say 8"), Command::Act(RoomAction::Say { saying: ChatPhrase::Goodbye }));
        assert_eq!(read("say 9"), Command::Sayings);
        assert_eq!(read("say"), Command::Sayings);
        for other in ["b3", "4", "22x15", "", "draw me"] {
            assert_eq!(read(other), Command::Other(other.to_owned()));
        }
    }
}
