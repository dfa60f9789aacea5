//! What an operator can choose: in a file, in the environment, by flags; the later wins.

use std::fmt;
use std::fs;
use std::net::{IpAddr, SocketAddr};
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;

use clap::{Args, ValueEnum};
use serde::{Deserialize, Serialize};
use zermelo_core::spec::{parse_duration, parse_memory};
use zermelo_server::{Analysis, Computers, Config, Metrics, Rate, Rooms, Sockets};
use zermelo_store::{Database, Durability, Options};

use crate::failure::Failure;

/// What is said of a database: its address is no link.
const DATABASE: &str = "A PostgreSQL database for games and people, such as postgres://user:password@host/name [default: a file in --data]";

/// Every setting, each optional: one list for flags, environment and file, and for what `--print-config` prints.
#[derive(Args, Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Settings {
    /// Where to answer [default: 127.0.0.1:8080]
    #[arg(long, value_name = "ADDRESS", env = "ZERMELO_LISTEN")]
    pub listen: Option<SocketAddr>,
    /// The path under which a proxy shows the server, such as /zermelo [default: none]
    #[arg(long, value_name = "PATH", env = "ZERMELO_BASE_PATH")]
    pub base_path: Option<BasePath>,
    /// Proxies whose X-Forwarded-For is believed, with commas between [default: none]
    #[arg(long, value_name = "IP,..", env = "ZERMELO_TRUSTED_PROXIES", value_delimiter = ',')]
    pub trusted_proxies: Option<Vec<IpAddr>>,
    /// The folder for games and people, where the database is a file; made if it is not there [default: in the user's data folder]
    #[arg(long, value_name = "DIR", env = "ZERMELO_SERVER_DATA")]
    pub data: Option<PathBuf>,
    /// A database for games and people.
    #[arg(long, value_name = "URL", env = "ZERMELO_DATABASE", hide_env_values = true, help = DATABASE)]
    pub database: Option<String>,
    /// What a stored move survives: process (the server is killed) or power (the power fails, too) [default: process]
    #[arg(long, value_name = "WHAT", env = "ZERMELO_DURABILITY")]
    pub durability: Option<Durability>,
    /// Requests a second of one person, for long [default: 20]
    #[arg(long, value_name = "N", env = "ZERMELO_RATE")]
    pub rate: Option<Count<1_000_000>>,
    /// Requests of one person at once [default: 100]
    #[arg(long, value_name = "N", env = "ZERMELO_BURST")]
    pub burst: Option<Count<1_000_000>>,
    /// Analyses that run at a time [default: one a core]
    #[arg(long, value_name = "N", env = "ZERMELO_ANALYSES")]
    pub analyses: Option<Count<1024>>,
    /// Analyses of one person that run or wait [default: 3]
    #[arg(long, value_name = "N", env = "ZERMELO_ANALYSES_PER_PERSON")]
    pub analyses_per_person: Option<Count<1_000_000>>,
    /// Analyses of all people that run or wait [default: 64]
    #[arg(long, value_name = "N", env = "ZERMELO_ANALYSES_IN_ALL")]
    pub analyses_in_all: Option<Count<1_000_000>>,
    /// The time that an analysis may take [default: 10s]
    #[arg(long, value_name = "TIME", env = "ZERMELO_ANALYSIS_TIME")]
    pub analysis_time: Option<Time>,
    /// The nodes that an analysis may take [default: 1000000000]
    #[arg(long, value_name = "N", env = "ZERMELO_ANALYSIS_NODES")]
    pub analysis_nodes: Option<Count<{ i64::MAX as u64 }>>,
    /// The memory that an analysis may take [default: 256mb]
    #[arg(long, value_name = "MEMORY", env = "ZERMELO_ANALYSIS_MEMORY")]
    pub analysis_memory: Option<Memory>,
    /// The threads that an analysis may take [default: 1]
    #[arg(long, value_name = "N", env = "ZERMELO_ANALYSIS_THREADS")]
    pub analysis_threads: Option<Count<256>>,
    /// Computer players that think at a time [default: one a core]
    #[arg(long, value_name = "N", env = "ZERMELO_COMPUTERS")]
    pub computers: Option<Count<1024>>,
    /// The time that a computer player's move may take [default: 5s]
    #[arg(long, value_name = "TIME", env = "ZERMELO_COMPUTER_TIME")]
    pub computer_time: Option<Time>,
    /// The memory that a computer player may take [default: 256mb]
    #[arg(long, value_name = "MEMORY", env = "ZERMELO_COMPUTER_MEMORY")]
    pub computer_memory: Option<Memory>,
    /// The threads that a computer player may take [default: 1]
    #[arg(long, value_name = "N", env = "ZERMELO_COMPUTER_THREADS")]
    pub computer_threads: Option<Count<256>>,
    /// Games of one person that wait or go on [default: 20]
    #[arg(long, value_name = "N", env = "ZERMELO_ROOMS_PER_PERSON")]
    pub rooms_per_person: Option<Count<1_000_000>>,
    /// Games in memory [default: 100000]
    #[arg(long, value_name = "N", env = "ZERMELO_ROOMS_IN_ALL")]
    pub rooms_in_all: Option<Count<100_000_000>>,
    /// Sockets of one person [default: 64]
    #[arg(long, value_name = "N", env = "ZERMELO_SOCKETS_PER_PERSON")]
    pub sockets_per_person: Option<Count<1_000_000>>,
    /// Messages a second on one socket, for long [default: 5]
    #[arg(long, value_name = "N", env = "ZERMELO_SOCKET_RATE")]
    pub socket_rate: Option<Count<1_000_000>>,
    /// Messages on one socket at once [default: 100]
    #[arg(long, value_name = "N", env = "ZERMELO_SOCKET_BURST")]
    pub socket_burst: Option<Count<1_000_000>>,
    /// Who sees /metrics: local, all or off [default: local]
    #[arg(long, value_name = "WHO", env = "ZERMELO_METRICS", value_enum)]
    pub metrics: Option<MetricsFor>,
}

/// Who sees the figures of the server.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum MetricsFor {
    /// Programs on this machine.
    Local,
    /// Everybody.
    All,
    /// Nobody.
    Off,
}

impl MetricsFor {
    const PAIRS: [(Self, Metrics); 3] =
        [(Self::Local, Metrics::Local), (Self::All, Metrics::All), (Self::Off, Metrics::Off)];

    fn of(metrics: Metrics) -> Self {
        Self::PAIRS.into_iter().find(|(_, other)| *other == metrics).map_or(Self::Local, |(own, _)| own)
    }

    fn metrics(self) -> Metrics {
        Self::PAIRS.into_iter().find(|(own, _)| *own == self).map_or(Metrics::Local, |(_, metrics)| metrics)
    }
}

impl Settings {
    /// The settings of a file.
    pub fn read(path: &Path) -> Result<Self, Failure> {
        let shown = path.display();
        let text = fs::read_to_string(path).map_err(|why| Failure::Usage(format!("can't read {shown}: {why}")))?;
        toml::from_str(&text).map_err(|why| Failure::Usage(format!("{shown}: {why}")))
    }

    /// These settings, and the other's where these say nothing.
    pub fn or(self, other: Self) -> Self {
        Self {
            listen: self.listen.or(other.listen),
            base_path: self.base_path.or(other.base_path),
            trusted_proxies: self.trusted_proxies.or(other.trusted_proxies),
            data: self.data.or(other.data),
            database: self.database.or(other.database),
            durability: self.durability.or(other.durability),
            rate: self.rate.or(other.rate),
            burst: self.burst.or(other.burst),
            analyses: self.analyses.or(other.analyses),
            analyses_per_person: self.analyses_per_person.or(other.analyses_per_person),
            analyses_in_all: self.analyses_in_all.or(other.analyses_in_all),
            analysis_time: self.analysis_time.or(other.analysis_time),
            analysis_nodes: self.analysis_nodes.or(other.analysis_nodes),
            analysis_memory: self.analysis_memory.or(other.analysis_memory),
            analysis_threads: self.analysis_threads.or(other.analysis_threads),
            computers: self.computers.or(other.computers),
            computer_time: self.computer_time.or(other.computer_time),
            computer_memory: self.computer_memory.or(other.computer_memory),
            computer_threads: self.computer_threads.or(other.computer_threads),
            rooms_per_person: self.rooms_per_person.or(other.rooms_per_person),
            rooms_in_all: self.rooms_in_all.or(other.rooms_in_all),
            sockets_per_person: self.sockets_per_person.or(other.sockets_per_person),
            socket_rate: self.socket_rate.or(other.socket_rate),
            socket_burst: self.socket_burst.or(other.socket_burst),
            metrics: self.metrics.or(other.metrics),
        }
    }

    /// The settings that make a configuration and a store, all of them.
    pub fn of(config: &Config, store: &Options) -> Self {
        let Config { listen, base_path, trusted_proxies, rate, analysis, computers, rooms, sockets, metrics } = config;
        let (data, database) = match &store.database {
            Database::Sqlite { folder } => (Some(folder.clone()), None),
            Database::Postgres { url } => (None, Some(url.clone())),
        };
        Self {
            listen: Some(*listen),
            base_path: Some(BasePath(base_path.clone())),
            trusted_proxies: Some(trusted_proxies.clone()),
            data,
            database,
            durability: Some(store.durability),
            rate: Some(Count(rate.per_second.into())),
            burst: Some(Count(rate.burst.into())),
            analyses: Some(Count(analysis.running as u64)),
            analyses_per_person: Some(Count(analysis.per_person as u64)),
            analyses_in_all: Some(Count(analysis.in_all as u64)),
            analysis_time: Some(Time(analysis.time)),
            analysis_nodes: Some(Count(analysis.nodes)),
            analysis_memory: Some(Memory(analysis.memory)),
            analysis_threads: Some(Count(analysis.threads)),
            computers: Some(Count(computers.running as u64)),
            computer_time: Some(Time(computers.time)),
            computer_memory: Some(Memory(computers.memory)),
            computer_threads: Some(Count(computers.threads)),
            rooms_per_person: Some(Count(rooms.per_person as u64)),
            rooms_in_all: Some(Count(rooms.in_all as u64)),
            sockets_per_person: Some(Count(sockets.per_person.into())),
            socket_rate: Some(Count(sockets.rate.per_second.into())),
            socket_burst: Some(Count(sockets.rate.burst.into())),
            metrics: Some(MetricsFor::of(*metrics)),
        }
    }

    /// Where games and people are kept. `home` is the folder of data where none is named.
    pub fn store(&self, home: impl FnOnce() -> Result<PathBuf, Failure>) -> Result<Options, Failure> {
        let database = match (&self.database, &self.data) {
            (Some(url), _) => Database::Postgres { url: url.clone() },
            (None, Some(folder)) => Database::Sqlite { folder: folder.clone() },
            (None, None) => Database::Sqlite { folder: home()? },
        };
        Ok(Options { database, durability: self.durability.unwrap_or_default() })
    }

    /// The configuration, with defaults where these say nothing.
    pub fn config(self) -> Config {
        let Config { listen, base_path, trusted_proxies, rate, analysis, computers, rooms, sockets, metrics } =
            Config::default();
        Config {
            listen: self.listen.unwrap_or(listen),
            base_path: self.base_path.map_or(base_path, |path| path.0),
            trusted_proxies: self.trusted_proxies.unwrap_or(trusted_proxies),
            rate: Rate {
                per_second: self.rate.map_or(rate.per_second, |count| count.0 as u32),
                burst: self.burst.map_or(rate.burst, |count| count.0 as u32),
            },
            analysis: Analysis {
                running: self.analyses.map_or(analysis.running, |count| count.0 as usize),
                per_person: self.analyses_per_person.map_or(analysis.per_person, |count| count.0 as usize),
                in_all: self.analyses_in_all.map_or(analysis.in_all, |count| count.0 as usize),
                time: self.analysis_time.map_or(analysis.time, |time| time.0),
                nodes: self.analysis_nodes.map_or(analysis.nodes, |count| count.0),
                memory: self.analysis_memory.map_or(analysis.memory, |memory| memory.0),
                threads: self.analysis_threads.map_or(analysis.threads, |count| count.0),
            },
            computers: Computers {
                running: self.computers.map_or(computers.running, |count| count.0 as usize),
                time: self.computer_time.map_or(computers.time, |time| time.0),
                memory: self.computer_memory.map_or(computers.memory, |memory| memory.0),
                threads: self.computer_threads.map_or(computers.threads, |count| count.0),
            },
            rooms: Rooms {
                per_person: self.rooms_per_person.map_or(rooms.per_person, |count| count.0 as usize),
                in_all: self.rooms_in_all.map_or(rooms.in_all, |count| count.0 as usize),
            },
            sockets: Sockets {
                per_person: self.sockets_per_person.map_or(sockets.per_person, |count| count.0 as u32),
                rate: Rate {
                    per_second: self.socket_rate.map_or(sockets.rate.per_second, |count| count.0 as u32),
                    burst: self.socket_burst.map_or(sockets.rate.burst, |count| count.0 as u32),
                },
            },
            metrics: self.metrics.map_or(metrics, MetricsFor::metrics),
        }
    }
}

/// A whole number from 1 to `MOST`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "u64")]
pub struct Count<const MOST: u64>(u64);

impl<const MOST: u64> TryFrom<u64> for Count<MOST> {
    type Error = String;

    fn try_from(count: u64) -> Result<Self, String> {
        if (1..=MOST).contains(&count) { Ok(Self(count)) } else { Err(Self::expected()) }
    }
}

impl<const MOST: u64> FromStr for Count<MOST> {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        text.parse::<u64>().map_err(|_| Self::expected())?.try_into()
    }
}

impl<const MOST: u64> Count<MOST> {
    fn expected() -> String {
        format!("expected a whole number from 1 to {MOST}")
    }
}

/// Reads settings of a file as those of the command line are read.
macro_rules! read_as_text {
    ($($setting:ident),*) => {$(
        impl TryFrom<String> for $setting {
            type Error = String;

            fn try_from(text: String) -> Result<Self, String> {
                text.parse()
            }
        }
    )*};
}

read_as_text!(BasePath, Time, Memory);

/// The path of an address under which all others lie; empty: the root.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "String")]
pub struct BasePath(String);

impl FromStr for BasePath {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let path = text.trim_end_matches('/');
        let is_part = |part: &str| {
            !part.is_empty() && part.chars().all(|at| at.is_ascii_alphanumeric() || matches!(at, '-' | '_' | '.'))
        };
        let fits = path.is_empty() || path.strip_prefix('/').is_some_and(|parts| parts.split('/').all(is_part));
        if fits { Ok(Self(path.to_owned())) } else { Err("expected a path such as /zermelo".to_owned()) }
    }
}

/// A length of time, a millisecond or more.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Time(Duration);

impl FromStr for Time {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let time = parse_duration(text).filter(|time| time.as_millis() > 0);
        time.map(Self).ok_or_else(|| "expected a time such as 500ms, 10s or 1m".to_owned())
    }
}

impl From<Time> for String {
    fn from(time: Time) -> Self {
        time.to_string()
    }
}

impl fmt::Display for Time {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.as_millis() {
            ms if ms % 1000 == 0 => write!(f, "{}s", ms / 1000),
            ms => write!(f, "{ms}ms"),
        }
    }
}

/// An amount of memory in bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Memory(u64);

impl FromStr for Memory {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        parse_memory(text).map(Self).ok_or_else(|| "expected an amount of memory such as 64mb or 2gb".to_owned())
    }
}

impl From<Memory> for String {
    fn from(memory: Memory) -> Self {
        match memory.0 {
            bytes if bytes % (1 << 20) == 0 => format!("{}mb", bytes >> 20),
            bytes => format!("{}kb", bytes.div_ceil(1 << 10)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_printed_is_read_again() {
        let some = Settings {
            base_path: Some("/play/".parse().expect("a path")),
            trusted_proxies: Some(vec![IpAddr::from([192, 0, 2, 1])]),
            analysis_time: Some("1500ms".parse().expect("a time")),
            analysis_memory: Some("96kb".parse().expect("memory")),
            ..Settings::default()
        };
        let config = some.clone().config();
        for database in [
            Database::Sqlite { folder: "some/where".into() },
            Database::Postgres { url: "postgres://me@here/it".to_owned() },
        ] {
            let store = Options { database, durability: Durability::Power };
            let text = toml::to_string(&Settings::of(&config, &store)).expect("TOML");
            let again: Settings = toml::from_str(&text).expect("settings");
            let home = || Err(Failure::Failed("a folder or an address was printed".to_owned()));
            assert_eq!(again.store(home).ok(), Some(store.clone()));
            assert_eq!(again.config(), config);
            assert_eq!(some.clone().or(Settings::of(&Config::default(), &store)).config(), config);
        }
    }

    #[test]
    fn a_file_has_the_bounds_of_the_command_line() {
        for wrong in
            ["rate = 0", "analyses = 1025", "analysis-threads = 257", "analysis-nodes = -1", "analysis-time = \"1us\""]
        {
            assert!(toml::from_str::<Settings>(wrong).is_err(), "{wrong}");
        }
        let most =
            Settings { analysis_nodes: Some(i64::MAX.to_string().parse().expect("a count")), ..Settings::default() };
        let text = toml::to_string(&most).expect("TOML has a place for it");
        assert_eq!(toml::from_str::<Settings>(&text), Ok(most));
        assert_eq!("1025".parse::<Count<1024>>(), Err("expected a whole number from 1 to 1024".to_owned()));
    }

    #[test]
    fn paths_are_paths() {
        for (text, path) in [("", ""), ("/", ""), ("/a/b", "/a/b"), ("/a/", "/a")] {
            assert_eq!(text.parse::<BasePath>().map(|path| path.0).as_deref(), Ok(path), "{text}");
        }
        for wrong in ["a", "/a b", "/{x}", "/a//b", "/*"] {
            assert!(wrong.parse::<BasePath>().is_err(), "{wrong}");
        }
    }
}
