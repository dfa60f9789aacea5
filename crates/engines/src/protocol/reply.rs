//! Lines from an engine.

use std::fmt;
use std::str::FromStr;

use super::{Info, LineError, OneLine, joined, owned_words, split_word, words, write_words};

/// A line from an engine.
#[derive(Clone, PartialEq, Debug)]
pub enum Reply {
    /// `id name TEXT`.
    Name(String),
    /// `id author TEXT`.
    Author(String),
    /// `games any` or `games SPEC ..`: the supported games.
    Games(SupportedGames),
    /// `feature WORD`: an optional feature of the protocol.
    Feature(String),
    /// `option NAME KIND ..`: an option that can be set.
    Option {
        /// A single word.
        name: String,
        /// The type of its value.
        kind: OptionKind,
    },
    /// `ok`: the end of the handshake.
    Ok,
    /// `info ..`: the progress of the search.
    Info(Info),
    /// `bestmove ..`: the answer to `go`.
    BestMove(BestMove),
    /// `pong [WORD]`: the answer to `ping`.
    Pong(Option<String>),
    /// `error CODE MESSAGE`: a request failed.
    Error {
        /// A stable code with a namespace.
        code: String,
        /// The reason, for people.
        message: String,
    },
}

/// Whether an error is only about one line, so that an answer to a pending request may still come.
pub fn is_notice(code: &str) -> bool {
    code.starts_with("protocol/") || code.starts_with("option/")
}

/// The games that an engine supports.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SupportedGames {
    /// Every game, because the engine chooses among the legal moves that it receives.
    Any,
    /// These games. A name without parameters stands for all sizes and variants.
    Listed(Vec<String>),
}

impl SupportedGames {
    /// Whether the game with this specification is supported.
    pub fn include(&self, spec: &str) -> bool {
        let name = spec.split(':').next().unwrap_or_default();
        match self {
            Self::Any => true,
            Self::Listed(games) => games.iter().any(|game| game == spec || game == name),
        }
    }
}

/// The type of an option, with its default.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OptionKind {
    /// `integer DEFAULT MIN MAX`, with inclusive bounds.
    #[allow(missing_docs)]
    Integer { default: i64, min: i64, max: i64 },
    /// `switch on|off`.
    Switch(bool),
    /// `choice DEFAULT WORD ..`: the allowed words, which include the default.
    #[allow(missing_docs)]
    Choice { default: String, words: Vec<String> },
    /// `text [DEFAULT]`: the rest of the line.
    Text(String),
}

/// The answer to `go`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BestMove {
    /// `bestmove M [offer-draw]`.
    Move {
        /// The move in the notation of the game.
        text: String,
        /// Whether it also offers a draw.
        offers_draw: bool,
    },
    /// `bestmove resign`.
    Resign,
}

impl FromStr for Reply {
    type Err = LineError;

    fn from_str(line: &str) -> Result<Self, LineError> {
        let (word, rest) = split_word(line);
        let wrong = |expected| LineError::malformed(line, expected);
        Ok(match word {
            "id" => match split_word(rest) {
                ("name", text) if !text.is_empty() => Self::Name(joined(text)),
                ("author", text) if !text.is_empty() => Self::Author(joined(text)),
                _ => return Err(wrong("id name TEXT or id author TEXT")),
            },
            "games" => Self::Games(parse_games(rest).ok_or_else(|| wrong("games any, or games and their names"))?),
            "feature" => match split_word(rest) {
                (name, "") if !name.is_empty() => Self::Feature(name.to_owned()),
                _ => return Err(wrong("feature and one word")),
            },
            "option" => parse_option(rest).ok_or_else(|| wrong(OptionKind::EXPECTED))?,
            "ok" if rest.is_empty() => Self::Ok,
            "ok" => return Err(wrong("nothing after ok")),
            "info" => Self::Info(Info::parse(rest).ok_or_else(|| wrong(Info::EXPECTED))?),
            "bestmove" => Self::BestMove(
                BestMove::parse(rest)
                    .ok_or_else(|| wrong("bestmove MOVE, optionally followed by offer-draw; or bestmove resign"))?,
            ),
            "pong" => match split_word(rest) {
                ("", _) => Self::Pong(None),
                (token, "") => Self::Pong(Some(token.to_owned())),
                _ => return Err(wrong("pong and the word of the ping")),
            },
            "error" => match split_word(rest) {
                (code, message) if code.contains('/') => {
                    Self::Error { code: code.to_owned(), message: joined(message) }
                }
                _ => return Err(wrong("error, a code such as position/malformed, and a message")),
            },
            _ => return Err(LineError::unknown(word)),
        })
    }
}

fn parse_games(rest: &str) -> Option<SupportedGames> {
    let games: Vec<String> = owned_words(rest);
    match &games[..] {
        [] => None,
        [any] if any == "any" => Some(SupportedGames::Any),
        _ => Some(SupportedGames::Listed(games)),
    }
}

fn parse_option(rest: &str) -> Option<Reply> {
    let (name, rest) = split_word(rest);
    let (kind, rest) = split_word(rest);
    let words: Vec<&str> = words(rest).collect();
    let kind = match (kind, &words[..]) {
        ("integer", [default, min, max]) => {
            let [default, min, max] = [default, min, max].map(|word| word.parse().ok());
            let (default, min, max) = (default?, min?, max?);
            (min..=max).contains(&default).then_some(OptionKind::Integer { default, min, max })?
        }
        ("switch", ["on"]) => OptionKind::Switch(true),
        ("switch", ["off"]) => OptionKind::Switch(false),
        ("choice", [default, words @ ..]) if words.contains(default) => OptionKind::Choice {
            default: (*default).to_owned(),
            words: words.iter().map(|word| (*word).to_owned()).collect(),
        },
        ("text", _) => OptionKind::Text(joined(rest)),
        _ => return None,
    };
    Some(Reply::Option { name: name.to_owned(), kind })
}

impl OptionKind {
    const EXPECTED: &'static str = "option NAME and integer DEFAULT MIN MAX, switch on|off, choice DEFAULT WORD .. (the default among them), or text";

    /// The default as text.
    pub fn default_text(&self) -> String {
        match self {
            Self::Integer { default, .. } => default.to_string(),
            Self::Switch(on) => if *on { "on" } else { "off" }.to_owned(),
            Self::Choice { default, .. } | Self::Text(default) => default.clone(),
        }
    }

    /// Whether a value is valid for the option.
    pub fn accepts(&self, value: &str) -> bool {
        match self {
            Self::Integer { min, max, .. } => value.parse().is_ok_and(|n: i64| (*min..=*max).contains(&n)),
            Self::Switch(_) => matches!(value, "on" | "off"),
            Self::Choice { words, .. } => words.iter().any(|word| word == value),
            Self::Text(_) => true,
        }
    }
}

impl fmt::Display for OptionKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Integer { default, min, max } => write!(f, "integer {default} {min} {max}"),
            Self::Switch(_) => write!(f, "switch {}", self.default_text()),
            Self::Choice { default, words } => {
                write!(f, "choice {default}")?;
                write_words(f, words)
            }
            Self::Text(text) if text.is_empty() => f.write_str("text"),
            Self::Text(text) => write!(f, "text {}", OneLine(text)),
        }
    }
}

impl BestMove {
    fn parse(rest: &str) -> Option<Self> {
        let words: Vec<&str> = words(rest).collect();
        Some(match words[..] {
            ["resign"] => Self::Resign,
            // A draw by the rules ends the game without a claim, and a draw by agreement is offered with a move.
            ["draw", ..] => return None,
            [text] => Self::Move { text: text.to_owned(), offers_draw: false },
            [text, "offer-draw"] => Self::Move { text: text.to_owned(), offers_draw: true },
            _ => return None,
        })
    }
}

impl fmt::Display for BestMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Move { text, offers_draw: false } => f.write_str(text),
            Self::Move { text, offers_draw: true } => write!(f, "{text} offer-draw"),
            Self::Resign => f.write_str("resign"),
        }
    }
}

impl fmt::Display for Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name(text) => write!(f, "id name {}", OneLine(text)),
            Self::Author(text) => write!(f, "id author {}", OneLine(text)),
            Self::Games(SupportedGames::Any) => f.write_str("games any"),
            Self::Games(SupportedGames::Listed(games)) => {
                f.write_str("games")?;
                write_words(f, games)
            }
            Self::Feature(name) => write!(f, "feature {name}"),
            Self::Option { name, kind } => write!(f, "option {name} {kind}"),
            Self::Ok => f.write_str("ok"),
            Self::Info(info) => info.fmt(f),
            Self::BestMove(answer) => write!(f, "bestmove {answer}"),
            Self::Pong(None) => f.write_str("pong"),
            Self::Pong(Some(token)) => write!(f, "pong {token}"),
            Self::Error { code, message } if message.is_empty() => write!(f, "error {code}"),
            Self::Error { code, message } => write!(f, "error {code} {}", OneLine(message)),
        }
    }
}
