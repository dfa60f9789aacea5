//! How a server is set up.

use std::net::{IpAddr, Ipv4Addr, SocketAddr, SocketAddrV4};
use std::time::Duration;

/// All that an operator can choose. The defaults are those of [`SETTINGS`](crate::settings::SETTINGS).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Config {
    /// Where it answers.
    pub listen: SocketAddr,
    /// The path under which a proxy shows it, such as `/zermelo`; empty: the root.
    pub base_path: String,
    /// Proxies whose word on the client's address is believed.
    pub trusted_proxies: Vec<IpAddr>,
    /// How many requests a person may send.
    pub rate: Rate,
    /// What an analysis may use.
    pub analysis: Analysis,
    /// What computer players may use.
    pub computers: Computers,
    /// How many rooms there may be.
    pub rooms: Rooms,
    /// What sockets may do.
    pub sockets: Sockets,
    /// Who sees `/metrics`.
    pub metrics: Metrics,
}

/// What computer players may use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Computers {
    /// How many think at a time.
    pub running: usize,
    /// The time of each move.
    pub time: Duration,
    /// The memory of each, in bytes.
    pub memory: u64,
    /// The threads of each.
    pub threads: u64,
}

/// How many rooms there may be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rooms {
    /// Of one person, those that are not over.
    pub per_person: usize,
    /// Of all people, in memory.
    pub in_all: usize,
}

/// What sockets may do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sockets {
    /// How many one person may have open.
    pub per_person: u32,
    /// How many messages each may send.
    pub rate: Rate,
}

/// Who sees `/metrics`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Metrics {
    /// Programs on this machine.
    Local,
    /// Everybody.
    All,
    /// Nobody.
    Off,
}

impl Metrics {
    /// Everyone who may be named.
    pub(crate) const ALL: [Self; 3] = [Self::Local, Self::All, Self::Off];

    /// The word for it.
    pub(crate) const fn word(self) -> &'static str {
        match self {
            Self::Local => "local",
            Self::All => "all",
            Self::Off => "off",
        }
    }
}

/// How many requests a person may send: at most `burst` at once, and `per_second` for long.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rate {
    /// Requests a second.
    pub per_second: u32,
    /// Requests at once.
    pub burst: u32,
}

/// What analyses may use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Analysis {
    /// How many run at a time.
    pub running: usize,
    /// How many of one person wait or run; one of them runs.
    pub per_person: usize,
    /// How many wait or run in all.
    pub in_all: usize,
    /// The time of each.
    pub time: Duration,
    /// The nodes of each.
    pub nodes: u64,
    /// The memory of each, in bytes.
    pub memory: u64,
    /// The threads of each.
    pub threads: u64,
}

impl Config {
    /// Nothing is set yet: [`SETTINGS`](crate::settings::SETTINGS) gives every field its default.
    pub(crate) const UNSET: Self = {
        const NONE: Rate = Rate { per_second: 0, burst: 0 };
        const NEVER: Duration = Duration::ZERO;
        Self {
            listen: SocketAddr::V4(SocketAddrV4::new(Ipv4Addr::UNSPECIFIED, 0)),
            base_path: String::new(),
            trusted_proxies: Vec::new(),
            rate: NONE,
            analysis: Analysis { running: 0, per_person: 0, in_all: 0, time: NEVER, nodes: 0, memory: 0, threads: 0 },
            computers: Computers { running: 0, time: NEVER, memory: 0, threads: 0 },
            rooms: Rooms { per_person: 0, in_all: 0 },
            sockets: Sockets { per_person: 0, rate: NONE },
            metrics: Metrics::Off,
        }
    };
}
