//! Typed commands of a game on a server, shared by plain and full-screen mode.

use zermelo_protocol::{ChatPhrase, Claim, Offer, RoomAction};

use super::words;

/// A parsed line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RoomCommand {
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
pub fn parse(line: &str) -> RoomCommand {
    let line = line.trim();
    let lower = line.to_ascii_lowercase();
    let offer = |offer| RoomCommand::Act(RoomAction::Offer { offer });
    match lower.split_whitespace().collect::<Vec<_>>().as_slice() {
        ["draw"] => offer(Offer::Draw),
        ["undo" | "u" | "takeback"] => offer(Offer::Takeback),
        ["rematch" | "again"] => offer(Offer::Rematch),
        ["accept" | "yes" | "y"] => RoomCommand::Accept,
        ["decline" | "no" | "n"] => RoomCommand::Decline,
        ["resign"] => RoomCommand::Act(RoomAction::Resign),
        ["abort"] => RoomCommand::Act(RoomAction::Abort),
        ["claim"] | ["claim", "win"] => RoomCommand::Act(RoomAction::Claim { claim: Claim::Win }),
        ["claim", "draw"] => RoomCommand::Act(RoomAction::Claim { claim: Claim::Draw }),
        ["say", said @ ..] => {
            let saying = saying(&said.join(" "));
            saying.map_or(RoomCommand::Sayings, |saying| RoomCommand::Act(RoomAction::Say { saying }))
        }
        ["q" | "quit" | "exit" | "leave"] => RoomCommand::Leave,
        _ => RoomCommand::Other(line.to_owned()),
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
        assert_eq!(parse(" Draw "), RoomCommand::Act(RoomAction::Offer { offer: Offer::Draw }));
        assert_eq!(parse("claim  draw"), RoomCommand::Act(RoomAction::Claim { claim: Claim::Draw }));
        assert_eq!(parse("say good luck"), RoomCommand::Act(RoomAction::Say { saying: ChatPhrase::GoodLuck }));
        assert_eq!(parse("say 8"), RoomCommand::Act(RoomAction::Say { saying: ChatPhrase::Goodbye }));
        assert_eq!(parse("say 9"), RoomCommand::Sayings);
        assert_eq!(parse("say"), RoomCommand::Sayings);
        for other in ["b3", "4", "22x15", "", "draw me"] {
            assert_eq!(parse(other), RoomCommand::Other(other.to_owned()));
        }
    }
}
