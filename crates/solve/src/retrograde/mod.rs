//! Tables of whole games, by retrograde analysis: the value and the distance to the end of every position, from the ends backwards.
//!
//! A game takes part by giving its positions numbers ([`Ranked`]). The method is that of Ströhlein ("Untersuchungen über kombinatorische
//! Spiele", 1970) and Thompson ("Retrograde analysis of certain endgames", ICCA Journal 9(3), 1986), by levels:
//!
//! ```text
//!  level   positions from which moves lead to the same level or to one that is solved already
//!  entry   a byte: nothing, a draw, or the plies to the end; odd plies are wins of the side to move, even ones losses
//! ```
//!
//! A level whose moves all leave it is filled in one pass, each position by its best move. In a level within which men move about, pass
//! `n` looks at all positions that end in `n` plies, and at the positions before them: those before a lost one are won, in `n + 1`
//! plies; those before a won one are lost in `n + 1` plies if all their moves lead to positions that are won by then. What no pass reaches
//! is a draw. Nothing is kept beside the bytes but a bit a position.
//!
//! ```text
//! entry   the byte             level   solving one level
//! table   the bytes of a game  build   all levels, on disk      file   the format
//! check   every entry against its moves                         stats  counts
//! home    tables of the user   oracle, agent  who asks them
//! ```

mod agent;
mod build;
mod check;
mod entry;
mod file;
pub mod home;
mod level;
mod oracle;
mod stats;
mod table;
mod work;

use zermelo_core::SearchHints;

pub use self::agent::TableAgent;
pub use self::build::{Listener, Progress, build, build_file};
pub use self::check::{Fault, check};
pub use self::entry::Entry;
pub use self::file::{TableError, open, save};
pub use self::level::{LevelError, Means};
pub use self::oracle::TableOracle;
pub use self::stats::{LevelStats, MoveStats, Phase, Stats, hardest, moves};
pub use self::table::{Child, Table};

/// The place of a position in a table.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Place {
    /// Its level; levels are solved in ascending order.
    pub level: usize,
    /// Its number within the level.
    pub index: u64,
}

/// Positions that are solved together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Level {
    /// What its positions have in common ("3+4").
    pub name: String,
    /// The numbers of its positions: 0 to `size - 1`.
    pub size: u64,
    /// How many arrangements there are, symmetric ones each counted, those that no game reaches among them.
    pub arrangements: u64,
    /// Where its moves lead.
    pub moves: Moves,
}

/// Where the moves of a level lead.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Moves {
    /// To earlier levels.
    Leave,
    /// Into the level itself.
    Stay,
    /// To both.
    Both,
}

/// A game whose positions have numbers, so that a table can hold the values of all of them.
///
/// Positions that are symmetric to each other, or that are the same but for the side whose turn it is, may share a number. A finished
/// position is a draw, or lost for the side to move.
pub trait Ranked: SearchHints {
    /// The name of the table; games that differ in their start alone have the same.
    fn table_name(&self) -> String;

    /// The game whose table it is.
    #[must_use]
    fn table_game(&self) -> Self {
        self.clone()
    }

    /// The levels; none where the game is too large for a table.
    fn levels(&self) -> Vec<Level>;

    /// The place of a position; `None` where the table does not tell its value.
    fn rank(&self, position: &Self::Position) -> Option<Place>;

    /// A position with this place, always the same; `None` where no position of a game has it.
    fn unrank(&self, place: Place) -> Option<Self::Position>;

    /// Appends the positions of the same level from which a move leads to this one, or to one with the same place. More are no harm if
    /// they are lost already or no game leads to them.
    fn retract(&self, position: &Self::Position, before: &mut Vec<Self::Position>);

    /// How many arrangements share this position's place.
    fn multiplicity(&self, position: &Self::Position) -> u64 {
        let _ = position;
        1
    }
}
