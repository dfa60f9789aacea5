//! The configuration of the server.

use std::net::{IpAddr, Ipv4Addr, SocketAddr, SocketAddrV4};
use std::time::Duration;

/// The configuration. The defaults are in [`SETTINGS`](crate::settings::SETTINGS).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Config {
    /// The address to listen on.
    pub listen: SocketAddr,
    /// The URL path behind a proxy, such as `/zermelo`; empty for the root.
    pub base_path: String,
    /// The proxies whose `X-Forwarded-For` is trusted.
    pub trusted_proxies: Vec<IpAddr>,
    /// The limit of requests of one person.
    pub rate: RateLimit,
    /// The limits of analyses.
    pub analysis: AnalysisLimits,
    /// The limits of computer players.
    pub computers: ComputerLimits,
    /// The limits of rooms.
    pub rooms: RoomLimits,
    /// The limits of `WebSockets`.
    pub sockets: SocketLimits,
    /// Who can read `/metrics`.
    pub metrics: MetricsAccess,
}

/// The limits of computer players.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ComputerLimits {
    /// The number that search at the same time.
    pub running: usize,
    /// The time of each move.
    pub time: Duration,
    /// The memory of each, in bytes.
    pub memory: u64,
    /// The threads of each.
    pub threads: u64,
}

/// The limits of rooms.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RoomLimits {
    /// The unfinished rooms of one person.
    pub per_person: usize,
    /// The rooms in memory.
    pub in_all: usize,
}

/// The limits of `WebSockets`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SocketLimits {
    /// The open `WebSockets` of one person.
    pub per_person: u32,
    /// The limit of messages on each.
    pub rate: RateLimit,
}

/// Who can read `/metrics`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MetricsAccess {
    /// Programs on this machine.
    Local,
    /// Everyone.
    All,
    /// No one.
    Off,
}

impl MetricsAccess {
    /// All values of the setting.
    pub(crate) const ALL: [Self; 3] = [Self::Local, Self::All, Self::Off];

    /// The name of the value in the setting.
    pub(crate) const fn word(self) -> &'static str {
        match self {
            Self::Local => "local",
            Self::All => "all",
            Self::Off => "off",
        }
    }
}

/// A rate limit: at most `burst` requests at once, and `per_second` sustained.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RateLimit {
    /// Requests a second.
    pub per_second: u32,
    /// Requests at once.
    pub burst: u32,
}

/// The limits of analyses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AnalysisLimits {
    /// The number that run at the same time.
    pub running: usize,
    /// The queued and running analyses of one person, of which one runs at a time.
    pub per_person: usize,
    /// All queued and running analyses.
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
    /// Zeros: [`SETTINGS`](crate::settings::SETTINGS) sets every field to its default.
    pub(crate) const UNSET: Self = {
        const ZERO_RATE: RateLimit = RateLimit { per_second: 0, burst: 0 };
        const ZERO_TIME: Duration = Duration::ZERO;
        Self {
            listen: SocketAddr::V4(SocketAddrV4::new(Ipv4Addr::UNSPECIFIED, 0)),
            base_path: String::new(),
            trusted_proxies: Vec::new(),
            rate: ZERO_RATE,
            analysis: AnalysisLimits {
                running: 0,
                per_person: 0,
                in_all: 0,
                time: ZERO_TIME,
                nodes: 0,
                memory: 0,
                threads: 0,
            },
            computers: ComputerLimits { running: 0, time: ZERO_TIME, memory: 0, threads: 0 },
            rooms: RoomLimits { per_person: 0, in_all: 0 },
            sockets: SocketLimits { per_person: 0, rate: ZERO_RATE },
            metrics: MetricsAccess::Off,
        }
    };
}
