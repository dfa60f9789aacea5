//! What an operator can choose: in a file, in the environment, by flags; the later wins.

use std::fmt;
use std::fs;
use std::net::{IpAddr, SocketAddr};
use std::path::Path;
use std::str::FromStr;
use std::time::Duration;

use clap::Args;
use serde::{Deserialize, Serialize};
use zermelo_core::spec::{parse_duration, parse_memory};
use zermelo_server::{Analysis, Config, Rate};

use crate::failure::Failure;

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
    /// Requests a second of one person, for long [default: 20]
    #[arg(long, value_name = "N", env = "ZERMELO_RATE", value_parser = clap::value_parser!(u32).range(1..))]
    pub rate: Option<u32>,
    /// Requests of one person at once [default: 100]
    #[arg(long, value_name = "N", env = "ZERMELO_BURST", value_parser = clap::value_parser!(u32).range(1..))]
    pub burst: Option<u32>,
    /// Analyses that run at a time [default: one a core]
    #[arg(long, value_name = "N", env = "ZERMELO_ANALYSES", value_parser = clap::value_parser!(u32).range(1..=1024))]
    pub analyses: Option<u32>,
    /// Analyses of one person that run or wait [default: 3]
    #[arg(long, value_name = "N", env = "ZERMELO_ANALYSES_PER_PERSON", value_parser = clap::value_parser!(u32).range(1..))]
    pub analyses_per_person: Option<u32>,
    /// Analyses of all people that run or wait [default: 64]
    #[arg(long, value_name = "N", env = "ZERMELO_ANALYSES_IN_ALL", value_parser = clap::value_parser!(u32).range(1..))]
    pub analyses_in_all: Option<u32>,
    /// The time that an analysis may take [default: 10s]
    #[arg(long, value_name = "TIME", env = "ZERMELO_ANALYSIS_TIME")]
    pub analysis_time: Option<Time>,
    /// The nodes that an analysis may take [default: 1000000000]
    #[arg(long, value_name = "N", env = "ZERMELO_ANALYSIS_NODES", value_parser = clap::value_parser!(u64).range(1..))]
    pub analysis_nodes: Option<u64>,
    /// The memory that an analysis may take [default: 256mb]
    #[arg(long, value_name = "MEMORY", env = "ZERMELO_ANALYSIS_MEMORY")]
    pub analysis_memory: Option<Memory>,
    /// The threads that an analysis may take [default: 1]
    #[arg(long, value_name = "N", env = "ZERMELO_ANALYSIS_THREADS", value_parser = clap::value_parser!(u64).range(1..=256))]
    pub analysis_threads: Option<u64>,
}

impl Settings {
    /// The settings of a file.
    pub fn read(path: &Path) -> Result<Self, Failure> {
        let shown = path.display();
        let text = fs::read_to_string(path).map_err(|why| Failure::Usage(format!("can't read {shown}: {why}")))?;
        let settings: Self = toml::from_str(&text).map_err(|why| Failure::Usage(format!("{shown}: {why}")))?;
        let counts = [
            ("rate", settings.rate),
            ("burst", settings.burst),
            ("analyses", settings.analyses),
            ("analyses-per-person", settings.analyses_per_person),
            ("analyses-in-all", settings.analyses_in_all),
        ];
        match counts.iter().find(|(_, count)| *count == Some(0)) {
            Some((key, _)) => Err(Failure::Usage(format!("{shown}: {key} = 0: expected 1 or more"))),
            None => Ok(settings),
        }
    }

    /// These settings, and the other's where these say nothing.
    pub fn or(self, other: Self) -> Self {
        Self {
            listen: self.listen.or(other.listen),
            base_path: self.base_path.or(other.base_path),
            trusted_proxies: self.trusted_proxies.or(other.trusted_proxies),
            rate: self.rate.or(other.rate),
            burst: self.burst.or(other.burst),
            analyses: self.analyses.or(other.analyses),
            analyses_per_person: self.analyses_per_person.or(other.analyses_per_person),
            analyses_in_all: self.analyses_in_all.or(other.analyses_in_all),
            analysis_time: self.analysis_time.or(other.analysis_time),
            analysis_nodes: self.analysis_nodes.or(other.analysis_nodes),
            analysis_memory: self.analysis_memory.or(other.analysis_memory),
            analysis_threads: self.analysis_threads.or(other.analysis_threads),
        }
    }

    /// The settings that make a configuration, all of them.
    pub fn of(config: &Config) -> Self {
        let Config { listen, base_path, trusted_proxies, rate, analysis } = config;
        let count = |count: usize| Some(u32::try_from(count).unwrap_or(u32::MAX));
        Self {
            listen: Some(*listen),
            base_path: Some(BasePath(base_path.clone())),
            trusted_proxies: Some(trusted_proxies.clone()),
            rate: Some(rate.per_second),
            burst: Some(rate.burst),
            analyses: count(analysis.running),
            analyses_per_person: count(analysis.per_person),
            analyses_in_all: count(analysis.in_all),
            analysis_time: Some(Time(analysis.time)),
            analysis_nodes: Some(analysis.nodes),
            analysis_memory: Some(Memory(analysis.memory)),
            analysis_threads: Some(analysis.threads),
        }
    }

    /// The configuration, with defaults where these say nothing.
    pub fn config(self) -> Config {
        let Config { listen, base_path, trusted_proxies, rate, analysis } = Config::default();
        let count = |count: Option<u32>, default: usize| count.map_or(default, |count| count as usize);
        Config {
            listen: self.listen.unwrap_or(listen),
            base_path: self.base_path.map_or(base_path, |path| path.0),
            trusted_proxies: self.trusted_proxies.unwrap_or(trusted_proxies),
            rate: Rate { per_second: self.rate.unwrap_or(rate.per_second), burst: self.burst.unwrap_or(rate.burst) },
            analysis: Analysis {
                running: count(self.analyses, analysis.running),
                per_person: count(self.analyses_per_person, analysis.per_person),
                in_all: count(self.analyses_in_all, analysis.in_all),
                time: self.analysis_time.map_or(analysis.time, |time| time.0),
                nodes: self.analysis_nodes.unwrap_or(analysis.nodes),
                memory: self.analysis_memory.map_or(analysis.memory, |memory| memory.0),
                threads: self.analysis_threads.unwrap_or(analysis.threads),
            },
        }
    }
}

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

impl TryFrom<String> for BasePath {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

/// A length of time above zero.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Time(Duration);

impl FromStr for Time {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let time = parse_duration(text).filter(|time| !time.is_zero());
        time.map(Self).ok_or_else(|| "expected a time such as 500ms, 10s or 1m".to_owned())
    }
}

impl TryFrom<String> for Time {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
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

impl TryFrom<String> for Memory {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
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
        let text = toml::to_string(&Settings::of(&config)).expect("TOML");
        let again: Settings = toml::from_str(&text).expect("settings");
        assert_eq!(again.config(), config);
        assert_eq!(some.or(Settings::of(&Config::default())).config(), config);
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
