//! Saved games.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use zermelo_core::erased::DynRecord;
use zermelo_core::{Depth, Outcome, Score, Termination};

use crate::words;

/// A saved game: everything that is needed to replay it, and figures of its moves. The names of the fields
/// are those in JSON, which must not change.
///
/// The lists of figures have one entry per move, or are empty if nothing is known.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct SavedGame {
    /// The game's specification.
    pub game: String,
    /// The start position; `None` for the initial position.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<String>,
    /// The moves, in the game's notation.
    pub moves: Vec<String>,
    /// The time of each move in milliseconds, to three decimals.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub times_ms: Vec<Option<f64>>,
    /// The node count of the search of each move.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub nodes: Vec<Option<u64>>,
    /// The completed depth of the search of each move.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub depths: Vec<Option<Depth>>,
    /// The score of each move, from the mover's point of view.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub scores: Vec<Option<Score>>,
    /// The winner; `None` for an unfinished game. In JSON `first`, `second` or `draw`.
    #[serde(default, with = "words::winner")]
    pub winner: Option<Outcome>,
    /// The reason of the end.
    #[serde(default)]
    pub termination: Option<Termination>,
    /// The player of the first side.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first: Option<String>,
    /// The player of the second side.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub second: Option<String>,
    /// The random seed of the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// The time of the end: RFC 3339, UTC.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub date: Option<String>,
    /// Unknown fields. They are preserved.
    #[serde(flatten)]
    pub extra: Map<String, Value>,
}

/// Figures of a move, in addition to its time.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Figures {
    /// The node count of the search.
    pub nodes: Option<u64>,
    /// The completed depth of the search.
    pub depth: Option<Depth>,
    /// The score, from the mover's point of view.
    pub score: Option<Score>,
}

/// Why the fields of a game are inconsistent.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum SavedGameError {
    /// A list of figures with a wrong length.
    #[error(
        "{list} has {found} entries for {moves} moves: expected one a move (null where nothing is known), or no list"
    )]
    Length {
        /// The name of the list.
        list: &'static str,
        /// Its length.
        found: usize,
        /// The number of moves.
        moves: usize,
    },
    /// A negative time.
    #[error("times_ms has {time}: a time is 0 or more milliseconds")]
    Time {
        /// The time.
        time: f64,
    },
}

impl SavedGame {
    /// Converts a played game. `players` are in the order of the sides. The caller adds seed, date and
    /// figures.
    pub fn of(record: &dyn DynRecord, players: [&str; 2]) -> Self {
        let ending = record.ending();
        let (moves, times): (Vec<_>, Vec<_>) = record.moves().into_iter().unzip();
        let [first, second] = players.map(|player| Some(player.to_owned()));
        Self {
            game: record.game_spec(),
            start: Some(record.start_text()),
            moves,
            times_ms: unless_unknown(times.into_iter().map(|time| time.map(milliseconds)).collect()),
            winner: ending.map(|ending| ending.outcome),
            termination: ending.map(|ending| ending.termination),
            first,
            second,
            ..Self::default()
        }
    }

    /// Adds the figures of the moves, one entry per move.
    #[must_use]
    pub fn with_figures(mut self, figures: &[Figures]) -> Self {
        self.nodes = unless_unknown(figures.iter().map(|figures| figures.nodes).collect());
        self.depths = unless_unknown(figures.iter().map(|figures| figures.depth).collect());
        self.scores = unless_unknown(figures.iter().map(|figures| figures.score).collect());
        self
    }

    /// The time of a move, counted from 0, if it is known.
    pub fn time(&self, index: usize) -> Option<Duration> {
        let ms = self.times_ms.get(index).copied().flatten()?;
        // The cast clamps negative and very large values.
        Some(Duration::from_micros((ms * 1000.0).round() as u64))
    }

    /// The figures of a move, counted from 0.
    pub fn figures(&self, index: usize) -> Figures {
        Figures {
            nodes: self.nodes.get(index).copied().flatten(),
            depth: self.depths.get(index).copied().flatten(),
            score: self.scores.get(index).copied().flatten(),
        }
    }

    /// Checks that the fields are consistent. [`replay`](Self::replay) checks the rules.
    pub fn check(&self) -> Result<(), SavedGameError> {
        let lists = [
            ("times_ms", self.times_ms.len()),
            ("nodes", self.nodes.len()),
            ("depths", self.depths.len()),
            ("scores", self.scores.len()),
        ];
        let moves = self.moves.len();
        if let Some(&(list, found)) = lists.iter().find(|(_, found)| ![0, moves].contains(found)) {
            return Err(SavedGameError::Length { list, found, moves });
        }
        match self.times_ms.iter().flatten().find(|time| !(0.0..f64::INFINITY).contains(*time)) {
            Some(&time) => Err(SavedGameError::Time { time }),
            None => Ok(()),
        }
    }
}

/// Serializes with the precision of a microsecond, so that files are short.
pub(crate) fn milliseconds(time: Duration) -> f64 {
    time.as_micros() as f64 / 1000.0
}

/// Omits empty lists.
fn unless_unknown<T>(list: Vec<Option<T>>) -> Vec<Option<T>> {
    if list.iter().all(Option::is_none) { Vec::new() } else { list }
}
