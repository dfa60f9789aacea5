//! A pair of games as a value: all that it takes to play it, on any thread of any machine.

use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use zermelo_core::{Outcome, Side, Termination, Wdl};
use zermelo_search::derive;

use super::adjudication::Rules;
use super::clock::Allowance;
use super::figures::MoveFigures;
use crate::stats;

/// What all jobs of a tournament share.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Terms {
    /// Which tournament: a hash of all that makes its games.
    pub tournament: u64,
    /// The game's specification.
    pub game: String,
    /// The agents; the rest of the arena names them by their index here.
    pub players: Vec<Player>,
    /// Plies that chance plays after the opening.
    pub random_first: u32,
    /// When a game is decided beside the board.
    pub rules: Rules,
}

/// An agent of a tournament.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Player {
    /// Its name.
    pub name: String,
    /// Its specification.
    pub spec: String,
    /// What it may spend.
    pub allowance: Allowance,
}

/// The name of a job: the same for the same pair of games, whoever plays it and when. A queue uses it as the id of the message and
/// as the key of the result.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct JobId(pub u64);

impl JobId {
    /// Of a pair of a pairing in a round.
    pub fn new(tournament: u64, round: u32, players: [usize; 2], pair: u64) -> Self {
        let pairing = ((players[0] as u64) << 32) | players[1] as u64;
        Self(derive(derive(derive(tournament, u64::from(round)), pairing), pair))
    }
}

/// Sixteen hexadecimal digits.
impl fmt::Display for JobId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

/// Where a game begins.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Opening {
    /// The position; `None`: the initial one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// Moves from there, with spaces between.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub moves: String,
}

/// One or two games of two agents from one opening.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Job {
    /// Its name.
    pub id: JobId,
    /// Its place in the order of the tournament, from 0. Statistics that look at results one by one go by it.
    pub number: u64,
    /// The round, from 1.
    pub round: u32,
    /// The agents as they are paired.
    pub players: [usize; 2],
    /// Which pair of games of this pairing, from 0.
    pub pair: u64,
    /// Games to play: 1 or 2; the second with the sides swapped.
    pub games: u8,
    /// Whether the second agent begins the first game.
    pub swapped: bool,
    /// Where both games begin.
    pub opening: Opening,
    /// The seed of all chance in it.
    pub seed: u64,
    /// What it shares with the other jobs.
    #[serde(serialize_with = "write_terms", deserialize_with = "read_terms")]
    pub terms: Arc<Terms>,
}

fn write_terms<S: Serializer>(terms: &Arc<Terms>, serializer: S) -> Result<S::Ok, S::Error> {
    terms.as_ref().serialize(serializer)
}

fn read_terms<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Arc<Terms>, D::Error> {
    Terms::deserialize(deserializer).map(Arc::new)
}

impl Job {
    /// The agents of a game of the pair, by [`Side::index`].
    pub fn seats(&self, game: u8) -> [usize; 2] {
        let [a, b] = self.players;
        if self.swapped == (game == 0) { [b, a] } else { [a, b] }
    }

    /// The seed of a game of the pair.
    pub fn game_seed(&self, game: u8) -> u64 {
        derive(self.seed, u64::from(game))
    }
}

/// A game that was played to its end.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct GameResult {
    /// The agents, by [`Side::index`].
    pub players: [usize; 2],
    /// The seed of its chance.
    pub seed: u64,
    /// The position that it began with; `None`: the initial one.
    pub start: Option<String>,
    /// How many of the moves are the opening: nobody chose them.
    pub opening: u32,
    /// Who is to move behind the opening.
    pub begins: Side,
    /// All moves, with spaces between.
    pub moves: String,
    /// One entry for each move behind the opening. Written packed, as in the results file: a long game has to fit into a message.
    #[serde(with = "packed")]
    pub figures: Vec<MoveFigures>,
    /// Who won.
    pub outcome: Outcome,
    /// Why it ended.
    pub termination: Termination,
    /// What else there is to say about the end.
    pub detail: Option<String>,
    /// When it ended: milliseconds since 1970, UTC.
    pub ended: i64,
}

/// What came of a job.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct PairResult {
    /// The job.
    pub id: JobId,
    /// Its place in the order of the tournament.
    pub number: u64,
    /// Its round.
    pub round: u32,
    /// Which pair of its pairing.
    pub pair: u64,
    /// The agents as they were paired.
    pub players: [usize; 2],
    /// Its games, in order.
    pub games: Vec<GameResult>,
}

/// Figures as one text: their packed bytes, two hexadecimal digits each.
mod packed {
    use std::fmt::Write;

    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};

    use super::super::pack::{pack, unpack};
    use super::MoveFigures;

    pub(super) fn serialize<S: Serializer>(figures: &[MoveFigures], serializer: S) -> Result<S::Ok, S::Error> {
        let mut bytes = Vec::new();
        pack(figures, &mut bytes);
        let mut text = String::with_capacity(2 * bytes.len());
        for byte in bytes {
            // A text can be written to.
            let _ = write!(text, "{byte:02x}");
        }
        serializer.serialize_str(&text)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<MoveFigures>, D::Error> {
        let text = String::deserialize(deserializer)?;
        let digit = |byte: u8| (byte as char).to_digit(16);
        let byte = |pair: &[u8]| match pair {
            [high, low] => Some((16 * digit(*high)? + digit(*low)?) as u8),
            _ => None,
        };
        let bytes: Option<Vec<u8>> = text.as_bytes().chunks(2).map(byte).collect();
        bytes.and_then(|bytes| unpack(&bytes)).ok_or_else(|| D::Error::custom("these are not the figures of a game"))
    }
}

impl PairResult {
    /// How the games ended for the first agent of the pairing.
    pub fn wdls(&self) -> impl Iterator<Item = Wdl> {
        self.games.iter().map(|game| wdl_of(self.players[0], game.players, game.outcome))
    }

    /// Both games at once, for the first agent of the pairing; `None` for a single game.
    pub fn pair_result(&self) -> Option<stats::PairResult> {
        let mut wdls = self.wdls();
        Some(stats::PairResult(wdls.next()?, wdls.next()?))
    }
}

/// How a game ended for one of its players.
pub fn wdl_of(player: usize, seats: [usize; 2], outcome: Outcome) -> Wdl {
    outcome.wdl(if seats[0] == player { Side::First } else { Side::Second })
}
