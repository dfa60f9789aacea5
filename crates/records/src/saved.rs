//! What is kept of a game.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use zermelo_core::erased::DynRecord;
use zermelo_core::{Depth, Outcome, Score, Termination};

use crate::words;

/// A game as it is kept: all that is needed to play it again, and what is known of how it was played. The names of the fields
/// are those of the JSON, which stay.
///
/// The lists of figures have one entry a move, or none at all when nothing is known of any move.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct SavedGame {
    /// The game's specification.
    pub game: String,
    /// The position that it started from; `None`: the initial one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<String>,
    /// The moves, in the game's notation.
    pub moves: Vec<String>,
    /// The time of each move in milliseconds, to a thousandth.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub times_ms: Vec<Option<f64>>,
    /// The nodes that the search of each move counted.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub nodes: Vec<Option<u64>>,
    /// The depth that the search of each move finished.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub depths: Vec<Option<Depth>>,
    /// What each mover thought of the position, from its own view.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub scores: Vec<Option<Score>>,
    /// Who won; `None` for a game that was left unfinished. In JSON `first`, `second` or `draw`.
    #[serde(default, with = "words::winner")]
    pub winner: Option<Outcome>,
    /// Why it ended.
    #[serde(default)]
    pub termination: Option<Termination>,
    /// Who played the first side.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first: Option<String>,
    /// Who played the second side.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub second: Option<String>,
    /// The seed of all chance in this game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// When it ended: RFC 3339, UTC.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub date: Option<String>,
    /// Fields that this version does not know. They are kept and written again.
    #[serde(flatten)]
    pub extra: Map<String, Value>,
}

/// What is known of how a move was chosen, beside its time.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Figures {
    /// The nodes that the search counted.
    pub nodes: Option<u64>,
    /// The depth that it finished.
    pub depth: Option<Depth>,
    /// What the mover thought of the position, from its own view.
    pub score: Option<Score>,
}

/// Why the fields of a game do not fit together.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum Unfit {
    /// A list of figures that does not go with the moves.
    #[error(
        "{list} has {found} entries for {moves} moves: expected one a move (null where nothing is known), or no list"
    )]
    Length {
        /// Which list.
        list: &'static str,
        /// Its length.
        found: usize,
        /// How many moves there are.
        moves: usize,
    },
    /// A time below nothing.
    #[error("times_ms has {time}: a time is 0 or more milliseconds")]
    Time {
        /// The time.
        time: f64,
    },
}

impl SavedGame {
    /// What is to be kept of a game that was played. `players` in the order of their sides. Seed, date and figures are the
    /// caller's to add.
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

    /// The same with the figures of its moves, one entry a move.
    #[must_use]
    pub fn with_figures(mut self, figures: &[Figures]) -> Self {
        self.nodes = unless_unknown(figures.iter().map(|figures| figures.nodes).collect());
        self.depths = unless_unknown(figures.iter().map(|figures| figures.depth).collect());
        self.scores = unless_unknown(figures.iter().map(|figures| figures.score).collect());
        self
    }

    /// The time of a move, counted from 0, where it is known.
    pub fn time(&self, index: usize) -> Option<Duration> {
        let ms = self.times_ms.get(index).copied().flatten()?;
        // What is below nothing or beyond all bounds is cut by the cast.
        Some(Duration::from_micros((ms * 1000.0).round() as u64))
    }

    /// What else is known of a move, counted from 0.
    pub fn figures(&self, index: usize) -> Figures {
        Figures {
            nodes: self.nodes.get(index).copied().flatten(),
            depth: self.depths.get(index).copied().flatten(),
            score: self.scores.get(index).copied().flatten(),
        }
    }

    /// Makes sure that the fields fit together. Whether the rules agree is for [`replay`](Self::replay) to say.
    pub fn check(&self) -> Result<(), Unfit> {
        let lists = [
            ("times_ms", self.times_ms.len()),
            ("nodes", self.nodes.len()),
            ("depths", self.depths.len()),
            ("scores", self.scores.len()),
        ];
        let moves = self.moves.len();
        if let Some(&(list, found)) = lists.iter().find(|(_, found)| ![0, moves].contains(found)) {
            return Err(Unfit::Length { list, found, moves });
        }
        match self.times_ms.iter().flatten().find(|time| !(0.0..f64::INFINITY).contains(*time)) {
            Some(&time) => Err(Unfit::Time { time }),
            None => Ok(()),
        }
    }
}

/// In whole microseconds, so that a file is no longer than what it knows.
pub(crate) fn milliseconds(time: Duration) -> f64 {
    time.as_micros() as f64 / 1000.0
}

/// A list that says nothing is left out.
fn unless_unknown<T>(list: Vec<Option<T>>) -> Vec<Option<T>> {
    if list.iter().all(Option::is_none) { Vec::new() } else { list }
}
