//! A pair of games as a value that can be played on any thread of any machine.

use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use zermelo_core::{Outcome, Side, Termination, Wdl};
use zermelo_search::derive;

use super::adjudication::AdjudicationRules;
use super::clock::AgentLimits;
use super::figures::MoveFigures;
use crate::stats;

/// The settings that all jobs of a tournament share.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct TournamentTerms {
    /// The id of the tournament: a hash of everything that determines its games.
    pub tournament: u64,
    /// The game's specification.
    pub game: String,
    /// The agents. Elsewhere they are identified by their index in this list.
    pub players: Vec<Participant>,
    /// The number of random plies after the opening.
    pub random_first: u32,
    /// The adjudication rules.
    pub rules: AdjudicationRules,
}

/// An agent of a tournament.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Participant {
    /// Its name.
    pub name: String,
    /// Its specification.
    pub spec: String,
    /// Its limits.
    pub allowance: AgentLimits,
}

/// The id of a job: the same for the same pair of games on every machine and in every run. The queue uses it as the id of the message and
/// as the key of the result.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct JobId(pub u64);

impl JobId {
    /// The id of a game pair of a pairing in a round.
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

/// The start of a game.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Opening {
    /// The position; `None` for the initial position.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// Moves from that position, separated by spaces.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub moves: String,
}

/// A game pair: one or two games of two agents from one opening.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Job {
    /// Its id.
    pub id: JobId,
    /// Its number in the order of the tournament, from 0. The sequential test counts results in this order.
    pub number: u64,
    /// The round, from 1.
    pub round: u32,
    /// The two agents of the pairing.
    pub players: [usize; 2],
    /// The number of the game pair in its pairing, from 0.
    pub pair: u64,
    /// The number of games: 1 or 2. The second has the sides swapped.
    pub games: u8,
    /// Whether the second agent moves first in the first game.
    pub swapped: bool,
    /// The opening of both games.
    pub opening: Opening,
    /// The seed of all random numbers.
    pub seed: u64,
    /// The settings that it shares with the other jobs.
    #[serde(serialize_with = "write_terms", deserialize_with = "read_terms")]
    pub terms: Arc<TournamentTerms>,
}

fn write_terms<S: Serializer>(terms: &Arc<TournamentTerms>, serializer: S) -> Result<S::Ok, S::Error> {
    terms.as_ref().serialize(serializer)
}

fn read_terms<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Arc<TournamentTerms>, D::Error> {
    TournamentTerms::deserialize(deserializer).map(Arc::new)
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

/// A finished game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct GameResult {
    /// The agents, by [`Side::index`].
    pub players: [usize; 2],
    /// The seed of its random numbers.
    pub seed: u64,
    /// The position that it began with; `None` for the initial position.
    pub start: Option<String>,
    /// The number of opening moves, which no agent chose.
    pub opening: u32,
    /// The side to move after the opening.
    pub begins: Side,
    /// All moves, separated by spaces.
    pub moves: String,
    /// One entry for each move after the opening. Serialized in the packed form of the results file, so that a long game fits into a
    /// message.
    #[serde(with = "packed")]
    pub figures: Vec<MoveFigures>,
    /// The winner, or a draw.
    pub outcome: Outcome,
    /// The reason for the end.
    pub termination: Termination,
    /// Details about the end, for people.
    pub detail: Option<String>,
    /// When it ended: milliseconds since 1970, UTC.
    pub ended: i64,
}

/// The result of a job.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct PairResult {
    /// The id of the job.
    pub id: JobId,
    /// Its number in the order of the tournament.
    pub number: u64,
    /// Its round.
    pub round: u32,
    /// The number of the game pair in its pairing.
    pub pair: u64,
    /// The two agents of the pairing.
    pub players: [usize; 2],
    /// Its games, in order.
    pub games: Vec<GameResult>,
}

/// Serializes figures as the hexadecimal digits of their packed bytes.
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
            // Writing to a string can't fail.
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
    /// The result of each game for the first agent of the pairing.
    pub fn wdls(&self) -> impl Iterator<Item = Wdl> {
        self.games.iter().map(|game| wdl_of(self.players[0], game.players, game.outcome))
    }

    /// Both results, for the first agent of the pairing; `None` for a single game.
    pub fn pair_result(&self) -> Option<stats::PairOutcome> {
        let mut wdls = self.wdls();
        Some(stats::PairOutcome(wdls.next()?, wdls.next()?))
    }
}

/// The result of a game for one of its players.
pub fn wdl_of(player: usize, seats: [usize; 2], outcome: Outcome) -> Wdl {
    outcome.wdl(if seats[0] == player { Side::First } else { Side::Second })
}
