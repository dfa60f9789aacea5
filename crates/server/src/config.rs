//! How a server is set up.

use std::net::{IpAddr, SocketAddr};
use std::time::Duration;

/// All that an operator can choose.
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

impl Default for Config {
    fn default() -> Self {
        Self {
            listen: SocketAddr::from(([127, 0, 0, 1], 8080)),
            base_path: String::new(),
            trusted_proxies: Vec::new(),
            rate: Rate { per_second: 20, burst: 100 },
            analysis: Analysis {
                running: std::thread::available_parallelism().map_or(1, usize::from),
                per_person: 3,
                in_all: 64,
                time: Duration::from_secs(10),
                nodes: 1_000_000_000,
                memory: 256 << 20,
                threads: 1,
            },
            computers: Computers {
                running: std::thread::available_parallelism().map_or(1, usize::from),
                time: Duration::from_secs(5),
                memory: 256 << 20,
                threads: 1,
            },
            rooms: Rooms { per_person: 20, in_all: 100_000 },
            sockets: Sockets { per_person: 64, rate: Rate { per_second: 5, burst: 100 } },
            metrics: Metrics::Local,
        }
    }
}
