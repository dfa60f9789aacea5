//! The server's settings. [`SETTINGS`] defines the name, help text, range and default of each, and
//! the [`Config`] field that it sets.
//!
//! Flags, environment variables, the configuration file, `--print-config` and the table in
//! `docs/operate.md` all come from this list.

use std::net::{IpAddr, Ipv4Addr, SocketAddr, SocketAddrV4};
use std::time::Duration;

use zermelo_core::spec::{ParamValue, parse_duration, parse_memory};

use crate::config::{Config, MetricsAccess};

/// A setting.
#[derive(Debug)]
pub struct Setting {
    /// The key in the configuration file, and the long flag after `--`.
    pub name: &'static str,
    /// The placeholder of the value in help texts.
    pub placeholder: &'static str,
    /// The help text.
    pub help: &'static str,
    kind: SettingKind,
}

/// The value of a setting, as in the configuration file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SettingValue {
    /// A number.
    Number(u64),
    /// A string.
    Text(String),
    /// A list of strings.
    List(Vec<String>),
}

/// The type of a setting: its range, its default, and the field of the configuration that it reads
/// and writes.
#[derive(Debug)]
enum SettingKind {
    /// A whole number from 1 to `max`.
    Count { max: u64, default: DefaultCount, get: fn(&Config) -> u64, set: fn(&mut Config, u64) },
    /// A duration of at least one millisecond.
    Time { default: Duration, get: fn(&Config) -> Duration, set: fn(&mut Config, Duration) },
    /// An amount of memory in bytes.
    Memory { default: u64, get: fn(&Config) -> u64, set: fn(&mut Config, u64) },
    /// The listen address.
    Address { default: SocketAddr },
    /// The path prefix of all URLs; empty by default.
    BasePath,
    /// IP addresses of proxies; none by default.
    Proxies,
    /// Who can read `/metrics`.
    Metrics { default: MetricsAccess },
}

/// The default of a [`SettingKind::Count`].
#[derive(Clone, Copy, Debug)]
enum DefaultCount {
    Of(u64),
    /// The number of CPU cores.
    Cores,
}

impl DefaultCount {
    fn number(self) -> u64 {
        match self {
            Self::Of(number) => number,
            Self::Cores => std::thread::available_parallelism().map_or(1, |cores| cores.get() as u64),
        }
    }
}

macro_rules! count {
    ($name:literal, $max:expr, $default:expr, $($field:ident).+ as $type:ty, $help:literal) => {
        Setting {
            name: $name,
            placeholder: "N",
            help: $help,
            kind: SettingKind::Count {
                max: $max,
                default: $default,
                get: |config| config.$($field).+ as u64,
                set: |config, number| config.$($field).+ = number as $type,
            },
        }
    };
}

macro_rules! time {
    ($name:literal, $default:expr, $($field:ident).+, $help:literal) => {
        Setting {
            name: $name,
            placeholder: "TIME",
            help: $help,
            kind: SettingKind::Time {
                default: $default,
                get: |config| config.$($field).+,
                set: |config, time| config.$($field).+ = time,
            },
        }
    };
}

macro_rules! memory {
    ($name:literal, $default:expr, $($field:ident).+, $help:literal) => {
        Setting {
            name: $name,
            placeholder: "MEMORY",
            help: $help,
            kind: SettingKind::Memory {
                default: $default,
                get: |config| config.$($field).+,
                set: |config, bytes| config.$($field).+ = bytes,
            },
        }
    };
}

const MILLION: u64 = 1_000_000;

/// The largest integer in a TOML file.
const MAX_NODES: u64 = i64::MAX as u64;

/// All settings of the server, without those of the store ([`STORE_SETTINGS`]).
#[allow(clippy::cast_lossless, reason = "one macro reads fields of several widths")]
pub const SETTINGS: &[Setting] = &[
    Setting {
        name: "listen",
        placeholder: "ADDRESS",
        help: "The address and port to listen on",
        kind: SettingKind::Address { default: SocketAddr::V4(SocketAddrV4::new(Ipv4Addr::LOCALHOST, 8080)) },
    },
    Setting {
        name: "base-path",
        placeholder: "PATH",
        help: "The URL path of the server behind a proxy, such as /zermelo",
        kind: SettingKind::BasePath,
    },
    Setting {
        name: "trusted-proxies",
        placeholder: "IP,..",
        help: "The proxies whose X-Forwarded-For is trusted, separated by commas",
        kind: SettingKind::Proxies,
    },
    count!(
        "rate",
        MILLION,
        DefaultCount::Of(20),
        rate.per_second as u32,
        "The sustained requests per second of one person"
    ),
    count!("burst", MILLION, DefaultCount::Of(100), rate.burst as u32, "The burst of requests of one person"),
    count!("analyses", 1024, DefaultCount::Cores, analysis.running as usize, "The analyses that run at the same time"),
    count!(
        "analyses-per-person",
        MILLION,
        DefaultCount::Of(3),
        analysis.per_person as usize,
        "The analyses of one person, running and queued"
    ),
    count!(
        "analyses-in-all",
        MILLION,
        DefaultCount::Of(64),
        analysis.in_all as usize,
        "The analyses of all people, running and queued"
    ),
    time!("analysis-time", Duration::from_secs(10), analysis.time, "The time limit of an analysis"),
    count!(
        "analysis-nodes",
        MAX_NODES,
        DefaultCount::Of(1_000_000_000),
        analysis.nodes as u64,
        "The node limit of an analysis"
    ),
    memory!("analysis-memory", 256 << 20, analysis.memory, "The memory limit of an analysis"),
    count!("analysis-threads", 256, DefaultCount::Of(1), analysis.threads as u64, "The thread limit of an analysis"),
    count!(
        "computers",
        1024,
        DefaultCount::Cores,
        computers.running as usize,
        "The computer players that search at the same time"
    ),
    time!("computer-time", Duration::from_secs(5), computers.time, "The time limit of a computer player's move"),
    memory!("computer-memory", 256 << 20, computers.memory, "The memory limit of a computer player"),
    count!(
        "computer-threads",
        256,
        DefaultCount::Of(1),
        computers.threads as u64,
        "The thread limit of a computer player"
    ),
    count!(
        "rooms-per-person",
        MILLION,
        DefaultCount::Of(20),
        rooms.per_person as usize,
        "The unfinished games of one person"
    ),
    count!("rooms-in-all", 100 * MILLION, DefaultCount::Of(100_000), rooms.in_all as usize, "The games in memory"),
    count!(
        "sockets-per-person",
        MILLION,
        DefaultCount::Of(64),
        sockets.per_person as u32,
        "The open WebSockets of one person"
    ),
    count!(
        "socket-rate",
        MILLION,
        DefaultCount::Of(5),
        sockets.rate.per_second as u32,
        "The sustained messages per second on one WebSocket"
    ),
    count!(
        "socket-burst",
        MILLION,
        DefaultCount::Of(100),
        sockets.rate.burst as u32,
        "The burst of messages on one WebSocket"
    ),
    Setting {
        name: "metrics",
        placeholder: "WHO",
        help: "Who can read /metrics: local, all or off",
        kind: SettingKind::Metrics { default: MetricsAccess::Local },
    },
];

/// A setting of the store. The CLI parses these; here are their texts for help and documentation.
#[derive(Debug)]
#[allow(missing_docs, reason = "as in `Setting`")]
pub struct StoreSetting {
    pub name: &'static str,
    pub default: &'static str,
    range: &'static str,
    pub help: &'static str,
}

/// Where and how the store keeps its data.
pub const STORE_SETTINGS: [StoreSetting; 3] = [
    StoreSetting {
        name: "data",
        default: "in the user's data folder",
        range: "a folder",
        help: "The folder of the database file; created if it does not exist",
    },
    StoreSetting {
        name: "database",
        default: "a file in --data",
        range: "`postgres://user:password@host/name`",
        help: "The PostgreSQL database to use instead of a file",
    },
    StoreSetting {
        name: "durability",
        default: "process",
        range: "`process`, `power`",
        help: "What a stored move survives: process (a killed server) or power (also a power failure)",
    },
];

impl Setting {
    /// The environment variable of the setting.
    pub fn variable(&self) -> String {
        format!("ZERMELO_{}", self.name.replace('-', "_").to_uppercase())
    }

    /// The default as a text.
    pub fn default_text(&self) -> String {
        match &self.kind {
            SettingKind::Count { default: DefaultCount::Of(number), .. } => number.to_string(),
            SettingKind::Count { default: DefaultCount::Cores, .. } => "one per core".to_owned(),
            SettingKind::BasePath | SettingKind::Proxies => "none".to_owned(),
            SettingKind::Time { .. }
            | SettingKind::Memory { .. }
            | SettingKind::Address { .. }
            | SettingKind::Metrics { .. } => match self.value(&Config::default()) {
                SettingValue::Text(text) => text,
                SettingValue::Number(number) => number.to_string(),
                SettingValue::List(texts) => texts.join(","),
            },
        }
    }

    /// The range or the format of the value, for the documentation.
    fn range_text(&self) -> String {
        match &self.kind {
            SettingKind::Count { max: MAX_NODES, .. } => "1 or more".to_owned(),
            SettingKind::Count { max, .. } => format!("1 to {max}"),
            SettingKind::Time { .. } => "a time such as `500ms`, `10s` or `1m`".to_owned(),
            SettingKind::Memory { .. } => "a size such as `64mb` or `2gb`".to_owned(),
            SettingKind::Address { .. } => "an address and port".to_owned(),
            SettingKind::BasePath => "a path".to_owned(),
            SettingKind::Proxies => "IP addresses".to_owned(),
            SettingKind::Metrics { .. } => MetricsAccess::ALL.map(|access| format!("`{}`", access.word())).join(", "),
        }
    }

    /// The possible values, if they are a fixed set of words.
    pub fn choices(&self) -> Option<[&'static str; 3]> {
        matches!(self.kind, SettingKind::Metrics { .. }).then(|| MetricsAccess::ALL.map(MetricsAccess::word))
    }

    /// Whether the value is a comma-separated list.
    pub fn is_list(&self) -> bool {
        matches!(self.kind, SettingKind::Proxies)
    }

    /// Whether the value is a number.
    pub fn is_number(&self) -> bool {
        matches!(self.kind, SettingKind::Count { .. })
    }

    /// The value in a configuration.
    pub fn value(&self, config: &Config) -> SettingValue {
        match &self.kind {
            SettingKind::Count { get, .. } => SettingValue::Number(get(config)),
            SettingKind::Time { get, .. } => SettingValue::Text(ParamValue::Duration(get(config)).to_string()),
            SettingKind::Memory { get, .. } => SettingValue::Text(ParamValue::Memory(get(config)).to_string()),
            SettingKind::Address { .. } => SettingValue::Text(config.listen.to_string()),
            SettingKind::BasePath => SettingValue::Text(config.base_path.clone()),
            SettingKind::Proxies => SettingValue::List(config.trusted_proxies.iter().map(IpAddr::to_string).collect()),
            SettingKind::Metrics { .. } => SettingValue::Text(config.metrics.word().to_owned()),
        }
    }

    /// Parses a value and sets it in a configuration. The error says what was expected.
    pub fn set(&self, config: &mut Config, text: &str) -> Result<(), String> {
        match &self.kind {
            SettingKind::Count { max, set, .. } => {
                let number = text.parse().ok().filter(|number| (1..=*max).contains(number));
                set(config, number.ok_or_else(|| format!("expected a whole number from 1 to {max}"))?);
            }
            SettingKind::Time { set, .. } => {
                let time = parse_duration(text).filter(|time| time.as_millis() > 0);
                set(config, time.ok_or("expected a time such as 500ms, 10s or 1m")?);
            }
            SettingKind::Memory { set, .. } => {
                set(config, parse_memory(text).ok_or("expected an amount of memory such as 64mb or 2gb")?);
            }
            SettingKind::Address { .. } => {
                config.listen = text.parse().map_err(|_| "expected an address such as 127.0.0.1:8080")?;
            }
            SettingKind::BasePath => config.base_path = base_path(text)?,
            SettingKind::Proxies => {
                let address =
                    |text: &str| text.trim().parse().map_err(|_| "expected IP addresses, separated by commas");
                let texts = text.split(',').filter(|text| !text.trim().is_empty());
                config.trusted_proxies = texts.map(address).collect::<Result<_, _>>()?;
            }
            SettingKind::Metrics { .. } => {
                let found = MetricsAccess::ALL.into_iter().find(|metrics| metrics.word() == text);
                config.metrics = found.ok_or("expected local, all or off")?;
            }
        }
        Ok(())
    }

    /// Checks that a text is a valid value. The error says what was expected.
    pub fn check(&self, text: &str) -> Result<(), String> {
        let mut config = Config::UNSET;
        self.set(&mut config, text)
    }

    /// Sets the default in a configuration.
    pub(crate) fn reset(&self, config: &mut Config) {
        match &self.kind {
            SettingKind::Count { default, set, .. } => set(config, default.number()),
            SettingKind::Time { default, set, .. } => set(config, *default),
            SettingKind::Memory { default, set, .. } => set(config, *default),
            SettingKind::Address { default } => config.listen = *default,
            SettingKind::BasePath => config.base_path.clear(),
            SettingKind::Proxies => config.trusted_proxies.clear(),
            SettingKind::Metrics { default } => config.metrics = *default,
        }
    }
}

/// The table of all settings in Markdown, as in `docs/operate.md`.
pub fn settings_table() -> String {
    let row = |setting: &Setting| {
        let default = match setting.default_text().as_str() {
            "none" => "none".to_owned(),
            text if matches!(setting.kind, SettingKind::Count { default: DefaultCount::Cores, .. }) => text.to_owned(),
            text => format!("`{text}`"),
        };
        format!("| `{}` | {default} | {} | {} |\n", setting.name, setting.range_text(), setting.help)
    };
    let store_row = |StoreSetting { name, default, range, help }: &StoreSetting| {
        format!("| `{name}` | {default} | {range} | {help} |\n")
    };
    let rows: String = SETTINGS.iter().map(row).chain(STORE_SETTINGS.iter().map(store_row)).collect();
    format!("| setting | default | range | meaning |\n|---|---|---|---|\n{rows}")
}

/// A path without its trailing slash; empty for the root.
fn base_path(text: &str) -> Result<String, String> {
    let path = text.trim_end_matches('/');
    let is_part = |part: &str| {
        !part.is_empty() && part.chars().all(|at| at.is_ascii_alphanumeric() || matches!(at, '-' | '_' | '.'))
    };
    let fits = path.is_empty() || path.strip_prefix('/').is_some_and(|parts| parts.split('/').all(is_part));
    if fits { Ok(path.to_owned()) } else { Err("expected a path such as /zermelo".to_owned()) }
}

impl Default for Config {
    fn default() -> Self {
        let mut config = Self::UNSET;
        for setting in SETTINGS {
            setting.reset(&mut config);
        }
        config
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn text(value: SettingValue) -> String {
        match value {
            SettingValue::Number(number) => number.to_string(),
            SettingValue::Text(text) => text,
            SettingValue::List(texts) => texts.join(","),
        }
    }

    #[test]
    fn every_setting_has_its_own_name_and_field() {
        let names: BTreeSet<&str> = SETTINGS.iter().map(|setting| setting.name).collect();
        assert_eq!(names.len(), SETTINGS.len());
        let default = Config::default();
        for setting in SETTINGS {
            // Its default is a valid value, and another value changes only its field.
            let mut config = default.clone();
            setting.set(&mut config, &text(setting.value(&default))).expect("the default is valid");
            assert_eq!(config, default, "{}", setting.name);
            let other = match setting.name {
                "listen" => "0.0.0.0:80",
                "base-path" => "/play/",
                "trusted-proxies" => "192.0.2.1,::1",
                "metrics" => "off",
                name if name.ends_with("-time") => "1500ms",
                name if name.ends_with("-memory") => "96kb",
                _ => "7",
            };
            setting.set(&mut config, other).expect("a valid value");
            assert_ne!(config, default, "{}", setting.name);
            let mut again = default.clone();
            setting.set(&mut again, &text(setting.value(&config))).expect("a printed value is valid");
            assert_eq!(again, config, "{}", setting.name);
            setting.reset(&mut config);
            assert_eq!(config, default, "{}", setting.name);
        }
    }

    #[test]
    fn an_invalid_value_is_rejected_with_what_was_expected() {
        let rejected = |name: &str, text: &str| {
            let setting = SETTINGS.iter().find(|setting| setting.name == name).expect("a setting");
            setting.check(text).expect_err(text)
        };
        for (name, text, words) in [
            ("rate", "0", "expected a whole number from 1 to 1000000"),
            ("analyses", "1025", "expected a whole number from 1 to 1024"),
            ("analysis-nodes", "-1", "expected a whole number from 1 to 9223372036854775807"),
            ("analysis-time", "1us", "expected a time such as 500ms, 10s or 1m"),
            ("analysis-memory", "64", "expected an amount of memory such as 64mb or 2gb"),
            ("listen", "nowhere", "expected an address such as 127.0.0.1:8080"),
            ("trusted-proxies", "localhost", "expected IP addresses, separated by commas"),
            ("metrics", "some", "expected local, all or off"),
        ] {
            assert_eq!(rejected(name, text), words);
        }
        for path in ["a", "/a b", "/{x}", "/a//b", "/*"] {
            assert_eq!(rejected("base-path", path), "expected a path such as /zermelo");
        }
    }

    #[test]
    fn a_path_loses_its_trailing_slash() {
        for (text, path) in [("", ""), ("/", ""), ("/a/b", "/a/b"), ("/a/", "/a")] {
            assert_eq!(base_path(text).as_deref(), Ok(path), "{text}");
        }
    }

    #[test]
    fn defaults_are_printed() {
        let defaults: Vec<String> = SETTINGS.iter().map(Setting::default_text).collect();
        for text in ["127.0.0.1:8080", "none", "one per core", "10s", "256mb", "local", "1000000000"] {
            assert!(defaults.iter().any(|default| default == text), "{text} in {defaults:?}");
        }
        assert_eq!(SETTINGS[8].variable(), "ZERMELO_ANALYSIS_TIME");
    }
}
