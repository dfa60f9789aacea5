//! Arguments of `play --server`.

use clap::{Args, ValueEnum};
use zermelo_client::Address;
use zermelo_protocol::{Opponent, SideChoice, TimeControl, room_clock};

/// Arguments of `play` with `--server`.
#[derive(Args)]
#[command(next_help_heading = "Over the network")]
pub struct OnlineArgs {
    /// Play on the server at this address, such as localhost:8080
    #[arg(
        long,
        value_name = "URL",
        conflicts_with_all = ["first", "second", "sides", "time", "hint", "endless", "random_first", "save", "seed", "json"]
    )]
    pub server: Option<Address>,
    /// Join the room with this code, or resume a game in it; watch if both sides have players
    #[arg(long, value_name = "CODE", requires = "server", value_parser = code)]
    #[arg(conflicts_with_all = ["opponent", "side", "clock", "position", "moves"])]
    pub room: Option<String>,
    /// The opponent: a `friend` with the code of the room; `anyone`, by an open seek in the lobby; the `pool` of players with the same game and
    /// clock; or an AGENT that the server runs
    #[arg(long, value_name = "friend|anyone|pool|AGENT", requires = "server", default_value = "pool")]
    #[arg(value_parser = opponent)]
    pub opponent: Opponent,
    /// The side that you play
    #[arg(long, value_enum, requires = "server", default_value_t = OwnSide::Random)]
    pub side: OwnSide,
    /// The time control: none, 300+3 (seconds per game and increment), move=30 (seconds per move), or days=3
    #[arg(long, value_name = "CLOCK", requires = "server", default_value = "none", value_parser = room_clock)]
    pub clock: TimeControl,
    /// Your name on the server. Each name is a separate guest account; without a name, the default account is used
    #[arg(long, value_name = "NAME", requires = "server")]
    pub name: Option<String>,
}

/// The side that a person asks for.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum OwnSide {
    /// Move first
    First,
    /// Move second
    Second,
    /// At random
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

/// Parses an opponent. The server validates agents.
#[expect(clippy::unnecessary_wraps, reason = "the form of clap's parsers")]
fn opponent(text: &str) -> Result<Opponent, String> {
    Ok(match text {
        "friend" => Opponent::Friend,
        "anyone" => Opponent::Anyone,
        "pool" => Opponent::Pool,
        agent => Opponent::Computer { agent: agent.to_owned() },
    })
}

/// Parses the code of a room.
fn code(text: &str) -> Result<String, String> {
    let code = text.trim().to_ascii_lowercase();
    let is_code = (1..=16).contains(&code.len()) && code.bytes().all(|byte| byte.is_ascii_alphanumeric());
    if is_code { Ok(code) } else { Err("expected a room code: 1 to 16 letters and digits".to_owned()) }
}
