//! The settings of a server: name, help, range and default of each in one place, and where in a [`Config`] it stands.
//!
//! Flags, environment, file of settings and what is printed of them are made from this list.

use std::net::{IpAddr, Ipv4Addr, SocketAddr, SocketAddrV4};
use std::time::Duration;

use zermelo_core::spec::{ParamValue, parse_duration, parse_memory};

use crate::config::{Config, Metrics};

/// One setting.
#[derive(Debug)]
pub struct Setting {
    /// Its name in a file and, after `--`, among the flags.
    pub name: &'static str,
    /// What stands for its value in help.
    pub placeholder: &'static str,
    /// What it does.
    pub help: &'static str,
    kind: Kind,
}

/// The value of a setting, as a file of settings has it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SettingValue {
    /// A number.
    Number(u64),
    /// A text.
    Text(String),
    /// Some texts.
    List(Vec<String>),
}

/// What a setting takes, its default, and how it is read from and written to a configuration.
#[derive(Debug)]
enum Kind {
    /// A whole number from 1 to `most`.
    Count { most: u64, default: Count, get: fn(&Config) -> u64, set: fn(&mut Config, u64) },
    /// A length of time, a millisecond or more.
    Time { default: Duration, get: fn(&Config) -> Duration, set: fn(&mut Config, Duration) },
    /// An amount of memory in bytes.
    Memory { default: u64, get: fn(&Config) -> u64, set: fn(&mut Config, u64) },
    /// Where it answers.
    Address { default: SocketAddr },
    /// The path of an address under which all others lie; the root by default.
    BasePath,
    /// Addresses of proxies; none by default.
    Proxies,
    /// Who sees the figures.
    Metrics { default: Metrics },
}

/// A default that is a number.
#[derive(Clone, Copy, Debug)]
enum Count {
    /// This number.
    Of(u64),
    /// One for each core of the machine.
    Cores,
}

impl Count {
    fn number(self) -> u64 {
        match self {
            Self::Of(number) => number,
            Self::Cores => std::thread::available_parallelism().map_or(1, |cores| cores.get() as u64),
        }
    }
}

macro_rules! count {
    ($name:literal, $most:expr, $default:expr, $($field:ident).+ as $type:ty, $help:literal) => {
        Setting {
            name: $name,
            placeholder: "N",
            help: $help,
            kind: Kind::Count {
                most: $most,
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
            kind: Kind::Time {
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
            kind: Kind::Memory {
                default: $default,
                get: |config| config.$($field).+,
                set: |config, bytes| config.$($field).+ = bytes,
            },
        }
    };
}

const MILLION: u64 = 1_000_000;

/// The greatest number that a file of settings can hold.
const MOST_NODES: u64 = i64::MAX as u64;

/// Every setting of the server itself. Where its data are kept is the store's.
#[allow(clippy::cast_lossless, reason = "one macro reads fields of several widths")]
pub const SETTINGS: &[Setting] = &[
    Setting {
        name: "listen",
        placeholder: "ADDRESS",
        help: "Where to answer",
        kind: Kind::Address { default: SocketAddr::V4(SocketAddrV4::new(Ipv4Addr::LOCALHOST, 8080)) },
    },
    Setting {
        name: "base-path",
        placeholder: "PATH",
        help: "The path under which a proxy shows the server, such as /zermelo",
        kind: Kind::BasePath,
    },
    Setting {
        name: "trusted-proxies",
        placeholder: "IP,..",
        help: "Proxies whose X-Forwarded-For is believed, with commas between",
        kind: Kind::Proxies,
    },
    count!("rate", MILLION, Count::Of(20), rate.per_second as u32, "Requests a second of one person, for long"),
    count!("burst", MILLION, Count::Of(100), rate.burst as u32, "Requests of one person at once"),
    count!("analyses", 1024, Count::Cores, analysis.running as usize, "Analyses that run at a time"),
    count!(
        "analyses-per-person",
        MILLION,
        Count::Of(3),
        analysis.per_person as usize,
        "Analyses of one person that run or wait"
    ),
    count!(
        "analyses-in-all",
        MILLION,
        Count::Of(64),
        analysis.in_all as usize,
        "Analyses of all people that run or wait"
    ),
    time!("analysis-time", Duration::from_secs(10), analysis.time, "The time that an analysis may take"),
    count!(
        "analysis-nodes",
        MOST_NODES,
        Count::Of(1_000_000_000),
        analysis.nodes as u64,
        "The nodes that an analysis may take"
    ),
    memory!("analysis-memory", 256 << 20, analysis.memory, "The memory that an analysis may take"),
    count!("analysis-threads", 256, Count::Of(1), analysis.threads as u64, "The threads that an analysis may take"),
    count!("computers", 1024, Count::Cores, computers.running as usize, "Computer players that think at a time"),
    time!("computer-time", Duration::from_secs(5), computers.time, "The time that a computer player's move may take"),
    memory!("computer-memory", 256 << 20, computers.memory, "The memory that a computer player may take"),
    count!(
        "computer-threads",
        256,
        Count::Of(1),
        computers.threads as u64,
        "The threads that a computer player may take"
    ),
    count!(
        "rooms-per-person",
        MILLION,
        Count::Of(20),
        rooms.per_person as usize,
        "Games of one person that wait or go on"
    ),
    count!("rooms-in-all", 100 * MILLION, Count::Of(100_000), rooms.in_all as usize, "Games in memory"),
    count!("sockets-per-person", MILLION, Count::Of(64), sockets.per_person as u32, "Sockets of one person"),
    count!(
        "socket-rate",
        MILLION,
        Count::Of(5),
        sockets.rate.per_second as u32,
        "Messages a second on one socket, for long"
    ),
    count!("socket-burst", MILLION, Count::Of(100), sockets.rate.burst as u32, "Messages on one socket at once"),
    Setting {
        name: "metrics",
        placeholder: "WHO",
        help: "Who sees /metrics: local, all or off",
        kind: Kind::Metrics { default: Metrics::Local },
    },
];

impl Setting {
    /// The environment variable that sets it.
    pub fn variable(&self) -> String {
        format!("ZERMELO_{}", self.name.replace('-', "_").to_uppercase())
    }

    /// Its default in words.
    pub fn default_text(&self) -> String {
        match &self.kind {
            Kind::Count { default: Count::Of(number), .. } => number.to_string(),
            Kind::Count { default: Count::Cores, .. } => "one a core".to_owned(),
            Kind::BasePath | Kind::Proxies => "none".to_owned(),
            Kind::Time { .. } | Kind::Memory { .. } | Kind::Address { .. } | Kind::Metrics { .. } => {
                match self.value(&Config::default()) {
                    SettingValue::Text(text) => text,
                    SettingValue::Number(number) => number.to_string(),
                    SettingValue::List(texts) => texts.join(","),
                }
            }
        }
    }

    /// The words that it takes, if no others.
    pub fn words(&self) -> Option<[&'static str; 3]> {
        matches!(self.kind, Kind::Metrics { .. }).then(|| Metrics::ALL.map(Metrics::word))
    }

    /// Whether it takes several texts, with commas between.
    pub fn is_list(&self) -> bool {
        matches!(self.kind, Kind::Proxies)
    }

    /// Whether it takes a number.
    pub fn is_number(&self) -> bool {
        matches!(self.kind, Kind::Count { .. })
    }

    /// The value that a configuration has.
    pub fn value(&self, config: &Config) -> SettingValue {
        match &self.kind {
            Kind::Count { get, .. } => SettingValue::Number(get(config)),
            Kind::Time { get, .. } => SettingValue::Text(ParamValue::Duration(get(config)).to_string()),
            Kind::Memory { get, .. } => SettingValue::Text(ParamValue::Memory(get(config)).to_string()),
            Kind::Address { .. } => SettingValue::Text(config.listen.to_string()),
            Kind::BasePath => SettingValue::Text(config.base_path.clone()),
            Kind::Proxies => SettingValue::List(config.trusted_proxies.iter().map(IpAddr::to_string).collect()),
            Kind::Metrics { .. } => SettingValue::Text(config.metrics.word().to_owned()),
        }
    }

    /// Changes a configuration as a text says, or says what the text should be.
    pub fn set(&self, config: &mut Config, text: &str) -> Result<(), String> {
        match &self.kind {
            Kind::Count { most, set, .. } => {
                let number = text.parse().ok().filter(|number| (1..=*most).contains(number));
                set(config, number.ok_or_else(|| format!("expected a whole number from 1 to {most}"))?);
            }
            Kind::Time { set, .. } => {
                let time = parse_duration(text).filter(|time| time.as_millis() > 0);
                set(config, time.ok_or("expected a time such as 500ms, 10s or 1m")?);
            }
            Kind::Memory { set, .. } => {
                set(config, parse_memory(text).ok_or("expected an amount of memory such as 64mb or 2gb")?);
            }
            Kind::Address { .. } => {
                config.listen = text.parse().map_err(|_| "expected an address such as 127.0.0.1:8080")?;
            }
            Kind::BasePath => config.base_path = base_path(text)?,
            Kind::Proxies => {
                let address =
                    |text: &str| text.trim().parse().map_err(|_| "expected IP addresses, with commas between");
                let texts = text.split(',').filter(|text| !text.trim().is_empty());
                config.trusted_proxies = texts.map(address).collect::<Result<_, _>>()?;
            }
            Kind::Metrics { .. } => {
                let found = Metrics::ALL.into_iter().find(|metrics| metrics.word() == text);
                config.metrics = found.ok_or("expected local, all or off")?;
            }
        }
        Ok(())
    }

    /// Whether a text is a value that it takes.
    pub fn check(&self, text: &str) -> Result<(), String> {
        let mut config = Config::UNSET;
        self.set(&mut config, text)
    }

    /// Gives a configuration the default.
    pub(crate) fn reset(&self, config: &mut Config) {
        match &self.kind {
            Kind::Count { default, set, .. } => set(config, default.number()),
            Kind::Time { default, set, .. } => set(config, *default),
            Kind::Memory { default, set, .. } => set(config, *default),
            Kind::Address { default } => config.listen = *default,
            Kind::BasePath => config.base_path.clear(),
            Kind::Proxies => config.trusted_proxies.clear(),
            Kind::Metrics { default } => config.metrics = *default,
        }
    }
}

/// A path without the slash at its end; empty: the root.
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
    fn every_setting_has_a_name_and_a_place_of_its_own() {
        let names: BTreeSet<&str> = SETTINGS.iter().map(|setting| setting.name).collect();
        assert_eq!(names.len(), SETTINGS.len());
        let usual = Config::default();
        for setting in SETTINGS {
            // The value that it has is one that it takes, and another one changes it alone.
            let mut config = usual.clone();
            setting.set(&mut config, &text(setting.value(&usual))).expect("the default is a value");
            assert_eq!(config, usual, "{}", setting.name);
            let other = match setting.name {
                "listen" => "0.0.0.0:80",
                "base-path" => "/play/",
                "trusted-proxies" => "192.0.2.1,::1",
                "metrics" => "off",
                name if name.ends_with("-time") => "1500ms",
                name if name.ends_with("-memory") => "96kb",
                _ => "7",
            };
            setting.set(&mut config, other).expect("a value");
            assert_ne!(config, usual, "{}", setting.name);
            let mut again = usual.clone();
            setting.set(&mut again, &text(setting.value(&config))).expect("what is printed is read");
            assert_eq!(again, config, "{}", setting.name);
            setting.reset(&mut config);
            assert_eq!(config, usual, "{}", setting.name);
        }
    }

    #[test]
    fn what_does_not_fit_is_refused_with_what_would() {
        let refused = |name: &str, text: &str| {
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
            ("trusted-proxies", "localhost", "expected IP addresses, with commas between"),
            ("metrics", "some", "expected local, all or off"),
        ] {
            assert_eq!(refused(name, text), words);
        }
        for path in ["a", "/a b", "/{x}", "/a//b", "/*"] {
            assert_eq!(refused("base-path", path), "expected a path such as /zermelo");
        }
    }

    #[test]
    fn paths_lose_the_slash_at_their_end() {
        for (text, path) in [("", ""), ("/", ""), ("/a/b", "/a/b"), ("/a/", "/a")] {
            assert_eq!(base_path(text).as_deref(), Ok(path), "{text}");
        }
    }

    #[test]
    fn defaults_are_told() {
        let told: Vec<String> = SETTINGS.iter().map(Setting::default_text).collect();
        for text in ["127.0.0.1:8080", "none", "one a core", "10s", "256mb", "local", "1000000000"] {
            assert!(told.iter().any(|told| told == text), "{text} in {told:?}");
        }
        assert_eq!(SETTINGS[8].variable(), "ZERMELO_ANALYSIS_TIME");
    }
}
