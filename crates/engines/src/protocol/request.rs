//! Lines to an engine.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use zermelo_core::{Clock, Depth, SearchLimits, Side};

use super::{LineError, OneLine, joined, owned_words, split_word, words, write_words};

/// A line to an engine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Request {
    /// `zermelo-protocol 1`: the first line, with the protocol version.
    #[allow(missing_docs)]
    Hello { version: u32 },
    /// `option set NAME VALUE`.
    SetOption {
        /// A single word.
        name: String,
        /// The rest of the line.
        value: String,
    },
    /// `game SPEC [seed N]`: a new game begins.
    Game {
        /// The specification of the game.
        spec: String,
        /// The seed of the engine's random numbers.
        seed: Option<u64>,
    },
    /// `position start|TEXT [moves M ..]`: the complete game up to the current position.
    Position {
        /// The position that the game began with; `None` for the initial position.
        start: Option<String>,
        /// The moves from that position.
        moves: Vec<String>,
    },
    /// `legal M ..`: the legal moves in the last position, for an engine with the feature `legal`.
    Legal(Vec<String>),
    /// `go [LIMIT ..]`: choose a move.
    Go(GoLimits),
    /// `stop`: end the search and answer.
    Stop,
    /// `ping [WORD]`: answer with `pong [WORD]`.
    Ping(Option<String>),
    /// `quit`: exit.
    Quit,
}

/// The limits of `go`. Times are in milliseconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct GoLimits {
    /// `depth N`: plies.
    pub depth: Option<u32>,
    /// `nodes N`.
    pub nodes: Option<u64>,
    /// `playouts N`.
    pub playouts: Option<u64>,
    /// `movetime MS`.
    pub movetime: Option<u64>,
    /// `first MS`, `second MS`: the time left on the clock of each side.
    pub left: [Option<u64>; 2],
    /// `firstinc MS`, `secondinc MS`: the increment of each side for each move.
    pub increment: [Option<u64>; 2],
    /// `movestogo N`: moves until the next time control.
    pub movestogo: Option<u32>,
}

const LIMITS: &str =
    "depth, nodes, playouts, movetime, first, second, firstinc, secondinc or movestogo, each with a whole number";

impl FromStr for Request {
    type Err = LineError;

    fn from_str(line: &str) -> Result<Self, LineError> {
        let (word, rest) = split_word(line);
        let wrong = |expected| LineError::malformed(line, expected);
        Ok(match word {
            "zermelo-protocol" => {
                Self::Hello { version: rest.parse().map_err(|_| wrong("zermelo-protocol and its version, a number"))? }
            }
            "option" => parse_set_option(rest).ok_or_else(|| wrong("option set NAME VALUE"))?,
            "game" => parse_game(rest).ok_or_else(|| wrong("game SPEC, optionally followed by seed N"))?,
            "position" => parse_position(rest)
                .ok_or_else(|| wrong("position start or position TEXT, optionally followed by moves M .."))?,
            "legal" => Self::Legal(owned_words(rest)),
            "go" => Self::Go(GoLimits::parse(rest).ok_or_else(|| wrong(LIMITS))?),
            "ping" => match split_word(rest) {
                ("", _) => Self::Ping(None),
                (token, "") => Self::Ping(Some(token.to_owned())),
                _ => return Err(wrong("ping and one word")),
            },
            "stop" if rest.is_empty() => Self::Stop,
            "quit" if rest.is_empty() => Self::Quit,
            "stop" | "quit" => return Err(wrong("nothing after stop and quit")),
            _ => return Err(LineError::unknown(word)),
        })
    }
}

fn parse_set_option(rest: &str) -> Option<Request> {
    let (set, rest) = split_word(rest);
    let (name, value) = split_word(rest);
    (set == "set" && !name.is_empty()).then(|| Request::SetOption { name: name.to_owned(), value: joined(value) })
}

fn parse_game(rest: &str) -> Option<Request> {
    let words: Vec<&str> = words(rest).collect();
    let (spec, seed) = match words[..] {
        [spec] => (spec, None),
        [spec, "seed", seed] => (spec, Some(seed.parse().ok()?)),
        _ => return None,
    };
    Some(Request::Game { spec: spec.to_owned(), seed })
}

fn parse_position(rest: &str) -> Option<Request> {
    let mut words = words(rest);
    let text: Vec<&str> = words.by_ref().take_while(|word| *word != "moves").collect();
    let start = match text[..] {
        [] => return None,
        ["start"] => None,
        _ => Some(text.join(" ")),
    };
    Some(Request::Position { start, moves: words.map(str::to_owned).collect() })
}

impl GoLimits {
    /// The limits to send to an engine.
    pub fn from_limits(limits: &SearchLimits) -> Self {
        // At least 1 ms, because an engine may take 0 for no limit.
        let ms = |time: Duration| u64::try_from(time.as_millis()).unwrap_or(u64::MAX).max(1);
        let clock = limits.clock.as_ref();
        Self {
            depth: limits.depth.map(|depth| depth.0),
            nodes: limits.nodes,
            playouts: limits.playouts,
            movetime: limits.time.map(ms),
            left: Side::BOTH.map(|side| clock.map(|clock| ms(clock.remaining(side)))),
            increment: Side::BOTH
                .map(|side| clock.map(|clock| clock.increment(side)).filter(|inc| !inc.is_zero()).map(ms)),
            movestogo: clock.and_then(|clock| clock.moves_to_go),
        }
    }

    /// The limits for an agent. A side without a clock gets the time of the other.
    pub fn limits(&self) -> SearchLimits {
        let [first, second] = self.left;
        let clock = first.or(second).map(|any| Clock {
            remaining: [first, second].map(|left| Duration::from_millis(left.unwrap_or(any))),
            increment: self.increment.map(|inc| Duration::from_millis(inc.unwrap_or(0))),
            moves_to_go: self.movestogo,
        });
        SearchLimits {
            depth: self.depth.map(Depth),
            nodes: self.nodes,
            playouts: self.playouts,
            time: self.movetime.map(Duration::from_millis),
            clock,
        }
    }

    /// Parses the words after `go`. Each limit may occur once.
    fn parse(rest: &str) -> Option<Self> {
        fn set<T: FromStr>(slot: &mut Option<T>, value: &str) -> Option<()> {
            let value = value.parse().ok()?;
            slot.replace(value).is_none().then_some(())
        }
        let mut go = Self::default();
        let mut words = words(rest);
        while let Some(key) = words.next() {
            let value = words.next()?;
            match key {
                "depth" => set(&mut go.depth, value),
                "nodes" => set(&mut go.nodes, value),
                "playouts" => set(&mut go.playouts, value),
                "movetime" => set(&mut go.movetime, value),
                "first" => set(&mut go.left[0], value),
                "second" => set(&mut go.left[1], value),
                "firstinc" => set(&mut go.increment[0], value),
                "secondinc" => set(&mut go.increment[1], value),
                "movestogo" => set(&mut go.movestogo, value),
                _ => None,
            }?;
        }
        Some(go)
    }
}

impl fmt::Display for Request {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Hello { version } => write!(f, "zermelo-protocol {version}"),
            Self::SetOption { name, value } if value.is_empty() => write!(f, "option set {name}"),
            Self::SetOption { name, value } => write!(f, "option set {name} {}", OneLine(value)),
            Self::Game { spec, seed: None } => write!(f, "game {spec}"),
            Self::Game { spec, seed: Some(seed) } => write!(f, "game {spec} seed {seed}"),
            Self::Position { start, moves } => {
                write!(f, "position {}", OneLine(start.as_deref().unwrap_or("start")))?;
                if moves.is_empty() {
                    return Ok(());
                }
                f.write_str(" moves")?;
                write_words(f, moves)
            }
            Self::Legal(moves) => {
                f.write_str("legal")?;
                write_words(f, moves)
            }
            Self::Go(go) => write!(f, "go{go}"),
            Self::Stop => f.write_str("stop"),
            Self::Ping(None) => f.write_str("ping"),
            Self::Ping(Some(token)) => write!(f, "ping {token}"),
            Self::Quit => f.write_str("quit"),
        }
    }
}

impl fmt::Display for GoLimits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let pairs = [
            ("depth", self.depth.map(u64::from)),
            ("nodes", self.nodes),
            ("playouts", self.playouts),
            ("movetime", self.movetime),
            ("first", self.left[0]),
            ("second", self.left[1]),
            ("firstinc", self.increment[0]),
            ("secondinc", self.increment[1]),
            ("movestogo", self.movestogo.map(u64::from)),
        ];
        let given = pairs.into_iter().filter_map(|(key, value)| Some((key, value?)));
        given.into_iter().try_for_each(|(key, value)| write!(f, " {key} {value}"))
    }
}
