//! What is said to an engine.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use zermelo_core::{Clock, Depth, SearchLimits, Side};

use super::{LineError, OneLine, joined, owned_words, split_word, words, write_words};

/// A line to an engine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Request {
    /// `zermelo-protocol 1`: the first line of all.
    Hello {
        /// The version that is spoken.
        version: u32,
    },
    /// `option set NAME VALUE`.
    SetOption {
        /// Its name, a word.
        name: String,
        /// Its value, the rest of the line.
        value: String,
    },
    /// `game SPEC [seed N]`: a new game begins.
    Game {
        /// The specification of the game.
        spec: String,
        /// The source of all chance in it.
        seed: Option<u64>,
    },
    /// `position start|TEXT [moves M ..]`: where the game stands, the whole of it each time.
    Position {
        /// The position that the game began with; `None`: the initial one.
        start: Option<String>,
        /// The moves from there.
        moves: Vec<String>,
    },
    /// `legal M ..`: the legal moves of the last position, for an engine that asked for them.
    Legal(Vec<String>),
    /// `go [LIMIT ..]`: choose a move.
    Go(Go),
    /// `stop`: answer now.
    Stop,
    /// `ping [WORD]`: are you there?
    Ping(Option<String>),
    /// `quit`: leave.
    Quit,
}

/// The limits of `go`. Times are whole milliseconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Go {
    /// `depth N`: plies.
    pub depth: Option<u32>,
    /// `nodes N`.
    pub nodes: Option<u64>,
    /// `playouts N`.
    pub playouts: Option<u64>,
    /// `movetime MS`.
    pub movetime: Option<u64>,
    /// `first MS`, `second MS`: what each side's clock has left.
    pub left: [Option<u64>; 2],
    /// `firstinc MS`, `secondinc MS`: what each move adds to it.
    pub increment: [Option<u64>; 2],
    /// `movestogo N`: moves until the clock is filled up.
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
            "option" => set_option(rest).ok_or_else(|| wrong("option set NAME VALUE"))?,
            "game" => game(rest).ok_or_else(|| wrong("game SPEC, then seed N or nothing"))?,
            "position" => position(rest)
                .ok_or_else(|| wrong("position start or a position's text, then moves M .. or nothing"))?,
            "legal" => Self::Legal(owned_words(rest)),
            "go" => Self::Go(Go::read(rest).ok_or_else(|| wrong(LIMITS))?),
            "ping" => match split_word(rest) {
                ("", _) => Self::Ping(None),
                (token, "") => Self::Ping(Some(token.to_owned())),
                _ => return Err(wrong("ping and one word")),
            },
            "stop" if rest.is_empty() => Self::Stop,
            "quit" if rest.is_empty() => Self::Quit,
            "stop" | "quit" => return Err(wrong("nothing behind stop and quit")),
            _ => return Err(LineError::unknown(word)),
        })
    }
}

fn set_option(rest: &str) -> Option<Request> {
    let (set, rest) = split_word(rest);
    let (name, value) = split_word(rest);
    (set == "set" && !name.is_empty()).then(|| Request::SetOption { name: name.to_owned(), value: joined(value) })
}

fn game(rest: &str) -> Option<Request> {
    let words: Vec<&str> = words(rest).collect();
    let (spec, seed) = match words[..] {
        [spec] => (spec, None),
        [spec, "seed", seed] => (spec, Some(seed.parse().ok()?)),
        _ => return None,
    };
    Some(Request::Game { spec: spec.to_owned(), seed })
}

fn position(rest: &str) -> Option<Request> {
    let mut words = words(rest);
    let text: Vec<&str> = words.by_ref().take_while(|word| *word != "moves").collect();
    let start = match text[..] {
        [] => return None,
        ["start"] => None,
        _ => Some(text.join(" ")),
    };
    Some(Request::Position { start, moves: words.map(str::to_owned).collect() })
}

impl Go {
    /// The limits that an engine is told.
    pub fn of(limits: &SearchLimits) -> Self {
        // An engine that is given no time at all may read it as no limit.
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

    /// The limits for an agent. A side whose clock is not given has all the time of the other.
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

    /// Reads the words behind `go`; none comes twice.
    fn read(rest: &str) -> Option<Self> {
        fn set<T: FromStr>(slot: &mut Option<T>, value: &str) -> Option<()> {
            let read = value.parse().ok()?;
            slot.replace(read).is_none().then_some(())
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

impl fmt::Display for Go {
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
