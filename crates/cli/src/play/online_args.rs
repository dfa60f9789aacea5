//! What `play` is told of a server.

use clap::{Args, ValueEnum};
use zermelo_client::Address;
use zermelo_protocol::{Opponent, SideChoice, TimeControl, room_clock};

/// Arguments of `play` with `--server`.
#[derive(Args)]
#[command(next_help_heading = "Over the network")]
pub struct OnlineArgs {
    /// Play on the server at this address, such as localhost:8080: against whoever wishes the same, or a friend
    #[arg(
        long,
        value_name = "URL",
        conflicts_with_all = ["first", "second", "sides", "time", "hint", "endless", "random_first", "save", "seed", "json"]
    )]
    pub server: Option<Address>,
    /// Play in this room, which a friend has told you, or go on in it; watch where both sides have players
    #[arg(long, value_name = "CODE", requires = "server", value_parser = code)]
    #[arg(conflicts_with_all = ["opponent", "side", "clock", "position", "moves"])]
    pub room: Option<String>,
    /// Against whom: a `friend`, who gets the code of the room; `anyone` who finds you in the lobby; the `pool` of those who wish the same
    /// game and clock; or an AGENT, the computer on the server
    #[arg(long, value_name = "friend|anyone|pool|AGENT", requires = "server", default_value = "pool")]
    #[arg(value_parser = opponent)]
    pub opponent: Opponent,
    /// On which side
    #[arg(long, value_enum, requires = "server", default_value_t = OwnSide::Random)]
    pub side: OwnSide,
    /// With which clock: none, 300+3 (seconds for the game and with each move), move=30, or days=3
    #[arg(long, value_name = "CLOCK", requires = "server", default_value = "none", value_parser = room_clock)]
    pub clock: TimeControl,
    /// Who you are there. On this machine each name is a person of its own; without one you are the one that you were
    #[arg(long, value_name = "NAME", requires = "server")]
    pub name: Option<String>,
}

/// A choice of sides.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum OwnSide {
    /// Moves first.
    First,
    /// Moves second.
    Second,
    /// As chance has it.
    Random,
}

impl From<OwnSide> for SideChoice {
    fn from(side: OwnSide) -> Self {
        match side {
            OwnSide::First => Self::First,
            OwnSide::Second => Self::Second,
            OwnSide::Random => Self::Random,
        }
    }
}

/// Reads an opponent. Agents are known to the server.
#[expect(clippy::unnecessary_wraps, reason = "the form of clap's parsers")]
fn opponent(text: &str) -> Result<Opponent, String> {
    Ok(match text {
        "friend" => Opponent::Friend,
        "anyone" => Opponent::Anyone,
        "pool" => Opponent::Pool,
        agent => Opponent::Computer { agent: agent.to_owned() },
    })
}

/// Reads the code of a room.
fn code(text: &str) -> Result<String, String> {
    let code = text.trim().to_ascii_lowercase();
    let is_code = (1..=16).contains(&code.len()) && code.bytes().all(|byte| byte.is_ascii_alphanumeric());
    if is_code { Ok(code) } else { Err("expected the code of a room: letters and digits".to_owned()) }
}
