//! Settings of the server: flags override the environment, which overrides the file. The server defines most settings in
//! [`SETTINGS`]; those of the storage are defined here.

use std::collections::BTreeMap;
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches};
use serde::de::{DeserializeSeed, Deserializer, Error as _, MapAccess, SeqAccess, Visitor};
use serde::ser::SerializeMap;
use serde::{Deserialize, Serialize, Serializer};
use zermelo_server::{Config, SETTINGS, STORE_SETTINGS, Setting, SettingValue};
use zermelo_store::{Database, Durability, StoreOptions};

use crate::error::CliError;

/// The storage of games and accounts.
#[derive(Args, Clone, PartialEq, Eq, Debug, Default)]
struct StorageArgs {
    #[arg(long, value_name = "DIR", env = "ZERMELO_SERVER_DATA", help = store_help("data"))]
    data: Option<PathBuf>,
    #[arg(long, value_name = "URL", env = "ZERMELO_DATABASE", hide_env_values = true, help = store_help("database"))]
    database: Option<String>,
    #[arg(long, value_name = "WHAT", env = "ZERMELO_DURABILITY", help = store_help("durability"))]
    durability: Option<Durability>,
}

/// The help text of a setting of the store.
fn store_help(name: &str) -> String {
    let setting = STORE_SETTINGS.iter().find(|setting| setting.name == name);
    setting.map_or_else(String::new, |setting| format!("{} [default: {}]", setting.help, setting.default))
}

/// The given settings. The others have their defaults.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Settings {
    storage: StorageArgs,
    /// Validated texts, by name.
    given: BTreeMap<&'static str, String>,
}

impl Settings {
    /// The settings of a file.
    pub fn read(path: &Path) -> Result<Self, CliError> {
        let shown = path.display();
        let text = fs::read_to_string(path).map_err(|why| CliError::Usage(format!("can't read {shown}: {why}")))?;
        toml::from_str(&text).map_err(|why| CliError::Usage(format!("{shown}: {why}")))
    }

    /// These settings, completed by others.
    pub fn or(self, other: Self) -> Self {
        let mut given = other.given;
        given.extend(self.given);
        let storage = StorageArgs {
            data: self.storage.data.or(other.storage.data),
            database: self.storage.database.or(other.storage.database),
            durability: self.storage.durability.or(other.storage.durability),
        };
        Self { storage, given }
    }

    /// The options of the storage. `home` is the default folder.
    pub fn store(&self, home: impl FnOnce() -> Result<PathBuf, CliError>) -> Result<StoreOptions, CliError> {
        let database = match (&self.storage.database, &self.storage.data) {
            (Some(url), _) => Database::Postgres { url: url.clone() },
            (None, Some(folder)) => Database::Sqlite { folder: folder.clone() },
            (None, None) => Database::Sqlite { folder: home()? },
        };
        Ok(StoreOptions { database, durability: self.storage.durability.unwrap_or_default() })
    }

    /// The configuration, completed by defaults.
    pub fn config(&self) -> Result<Config, CliError> {
        let mut config = Config::default();
        for setting in SETTINGS {
            if let Some(text) = self.given.get(setting.name) {
                let wrong = |why| CliError::Usage(format!("{}: {why}", setting.name));
                setting.set(&mut config, text).map_err(wrong)?;
            }
        }
        Ok(config)
    }
}

impl FromArgMatches for Settings {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let text = |setting: &Setting| {
            let texts = matches.get_many::<String>(setting.name)?;
            Some((setting.name, texts.map(String::as_str).collect::<Vec<_>>().join(",")))
        };
        Ok(Self { storage: StorageArgs::from_arg_matches(matches)?, given: SETTINGS.iter().filter_map(text).collect() })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?.or(std::mem::take(self));
        Ok(())
    }
}

impl Args for Settings {
    fn augment_args(command: Command) -> Command {
        StorageArgs::augment_args(command.args(SETTINGS.iter().map(flag)))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

/// The flag of a setting.
fn flag(setting: &'static Setting) -> Arg {
    /// The names of the environment variables, which clap borrows for the lifetime of the program.
    static VARIABLES: OnceLock<BTreeMap<&str, String>> = OnceLock::new();

    let variables = VARIABLES.get_or_init(|| SETTINGS.iter().map(|one| (one.name, one.variable())).collect());
    let flag = Arg::new(setting.name).long(setting.name).value_name(setting.placeholder).help(format!(
        "{} [default: {}]",
        setting.help,
        setting.default_text()
    ));
    let flag = if setting.is_list() { flag.action(ArgAction::Append) } else { flag };
    let flag = match variables.get(setting.name) {
        Some(variable) => flag.env(variable.as_str()),
        None => flag,
    };
    match setting.choices() {
        Some(words) => flag.value_parser(PossibleValuesParser::new(words)),
        None => flag.value_parser(move |text: &str| setting.check(text).map(|()| text.to_owned())),
    }
}

/// The names of all settings, in the order of `--print-config`.
fn names() -> &'static [&'static str] {
    static NAMES: OnceLock<Vec<&'static str>> = OnceLock::new();

    NAMES.get_or_init(|| {
        let store = STORE_SETTINGS.iter().map(|setting| setting.name);
        SETTINGS.iter().map(|setting| setting.name).chain(store).collect()
    })
}

impl<'de> Deserialize<'de> for Settings {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct SettingsVisitor;

        impl<'de> Visitor<'de> for SettingsVisitor {
            type Value = Settings;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("settings")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Settings, A::Error> {
                let mut settings = Settings::default();
                while let Some(key) = map.next_key::<String>()? {
                    match key.as_str() {
                        "data" => settings.storage.data = Some(map.next_value()?),
                        "database" => settings.storage.database = Some(map.next_value()?),
                        "durability" => settings.storage.durability = Some(map.next_value()?),
                        name => {
                            let setting = SETTINGS.iter().find(|setting| setting.name == name);
                            let setting = setting.ok_or_else(|| A::Error::unknown_field(name, names()))?;
                            settings.given.insert(setting.name, map.next_value_seed(SettingSeed(setting))?);
                        }
                    }
                }
                Ok(settings)
            }
        }

        deserializer.deserialize_map(SettingsVisitor)
    }
}

/// Deserializes the value of a setting into the text that its flag takes.
struct SettingSeed(&'static Setting);

impl<'de> DeserializeSeed<'de> for SettingSeed {
    type Value = String;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<String, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl SettingSeed {
    fn checked<E: serde::de::Error>(&self, text: String) -> Result<String, E> {
        self.0.check(&text).map_err(E::custom)?;
        Ok(text)
    }
}

impl<'de> Visitor<'de> for SettingSeed {
    type Value = String;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match (self.0.is_number(), self.0.is_list()) {
            (true, _) => "a whole number",
            (_, true) => "a list of texts",
            _ => "a text",
        })
    }

    fn visit_i64<E: serde::de::Error>(self, number: i64) -> Result<String, E> {
        if !self.0.is_number() {
            return Err(E::invalid_type(serde::de::Unexpected::Signed(number), &self));
        }
        self.checked(number.to_string())
    }

    fn visit_u64<E: serde::de::Error>(self, number: u64) -> Result<String, E> {
        if !self.0.is_number() {
            return Err(E::invalid_type(serde::de::Unexpected::Unsigned(number), &self));
        }
        self.checked(number.to_string())
    }

    fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<String, E> {
        if self.0.is_number() || self.0.is_list() {
            return Err(E::invalid_type(serde::de::Unexpected::Str(text), &self));
        }
        self.checked(text.to_owned())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut texts: A) -> Result<String, A::Error> {
        if !self.0.is_list() {
            return Err(A::Error::invalid_type(serde::de::Unexpected::Seq, &self));
        }
        let mut all: Vec<String> = Vec::new();
        while let Some(text) = texts.next_element()? {
            all.push(text);
        }
        self.checked(all.join(","))
    }
}

/// The effective settings, in the format of a settings file.
pub struct EffectiveSettings<'a> {
    pub config: &'a Config,
    pub store: &'a StoreOptions,
}

impl Serialize for EffectiveSettings<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for setting in SETTINGS {
            match setting.value(self.config) {
                SettingValue::Number(number) => map.serialize_entry(setting.name, &number)?,
                SettingValue::Text(text) => map.serialize_entry(setting.name, &text)?,
                SettingValue::List(texts) => map.serialize_entry(setting.name, &texts)?,
            }
        }
        match &self.store.database {
            Database::Sqlite { folder } => map.serialize_entry("data", folder)?,
            Database::Postgres { url } => map.serialize_entry("database", url)?,
        }
        map.serialize_entry("durability", &self.store.durability)?;
        map.end()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn given(pairs: &[(&'static str, &str)]) -> Settings {
        let given = pairs.iter().map(|&(name, text)| (name, text.to_owned())).collect();
        Settings { given, ..Settings::default() }
    }

    #[test]
    fn printed_settings_can_be_read() {
        let some = given(&[
            ("base-path", "/play/"),
            ("trusted-proxies", "192.0.2.1"),
            ("analysis-time", "1500ms"),
            ("analysis-memory", "96kb"),
            ("analysis-nodes", &i64::MAX.to_string()),
        ]);
        let config = some.config().expect("values that fit");
        assert_ne!(config, Config::default());
        for database in [
            Database::Sqlite { folder: "some/where".into() },
            Database::Postgres { url: "postgres://me@here/it".to_owned() },
        ] {
            let store = StoreOptions { database, durability: Durability::Power };
            let print = |config: &Config| toml::to_string(&EffectiveSettings { config, store: &store }).expect("TOML");
            let again: Settings = toml::from_str(&print(&config)).expect("settings");
            let home = || Err(CliError::Failed("a folder or an address was printed".to_owned()));
            assert_eq!(again.store(home).ok(), Some(store.clone()));
            assert_eq!(again.config().expect("values that fit"), config);
            let usual: Settings = toml::from_str(&print(&Config::default())).expect("settings");
            assert_eq!(some.clone().or(usual).config().expect("values that fit"), config);
        }
    }

    #[test]
    fn files_have_the_same_bounds_as_flags() {
        for wrong in [
            "rate = 0",
            "rate = \"20\"",
            "analyses = 1025",
            "analysis-threads = 257",
            "analysis-nodes = -1",
            "analysis-time = \"1us\"",
            "analysis-time = 10",
            "trusted-proxies = \"192.0.2.1\"",
            "metrics = \"some\"",
        ] {
            assert!(toml::from_str::<Settings>(wrong).is_err(), "{wrong}");
        }
        let why = toml::from_str::<Settings>("rate = 20\nanalyses = 1025\n").expect_err("too many").to_string();
        assert!(why.contains("line 2") && why.contains("expected a whole number from 1 to 1024"), "{why}");
    }
}
