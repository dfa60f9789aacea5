//! Endgame tables of whole games, by retrograde analysis: the value of every position and its distance to the end.
//!
//! A game that has a table implements [`RankedGame`], which numbers its positions. The method is that of Ströhlein ("Untersuchungen über
//! kombinatorische Spiele", 1970) and Thompson ("Retrograde analysis of certain endgames", ICCA Journal 9(3), 1986), level by level:
//!
//! ```text
//!  level   positions whose moves lead to the same level or to an earlier one
//!  entry   a byte: no position, a draw, or the plies to the end; odd for wins of the side to move, even for losses
//! ```
//!
//! If all moves of a level lead to earlier levels, one pass is enough: each position gets the value of its best move. Otherwise pass `n`
//! visits the predecessors of all positions that end in `n` plies. A predecessor of a lost position is won in `n + 1` plies. A predecessor
//! of a won position is lost in `n + 1` plies if all its moves lead to positions that are won in at most `n` plies. Positions that no pass
//! reaches are draws. The build needs one byte and one bit per position.
//!
//! ```text
//! entry        the byte of a position      level          solves one level
//! table        the entries of a game       build          solves all levels
//! file         the file format             partial        the file of an unfinished build
//! check        verifies every entry        stats          counts
//! user_tables  the user's tables on disk   oracle, agent  values and moves from a table
//! ```

mod agent;
mod build;
mod check;
mod entry;
mod erased;
mod file;
mod level;
mod oracle;
mod partial;
mod stats;
mod table;
pub mod user_tables;

use zermelo_core::SearchHints;

pub use self::agent::TableAgent;
pub use self::build::{ProgressFn, TableProgress, build, build_file};
pub use self::check::{TableMismatch, check};
pub use self::entry::TableEntry;
pub use self::erased::{DynRankedGame, ErasedRankedGame};
pub use self::file::{TableError, open, save};
pub use self::level::{LevelError, TableOptions};
pub use self::oracle::TableOracle;
pub use self::stats::{LevelStats, MoveStats, Phase, TableStats, hardest, moves};
pub use self::table::{EndgameTable, TableChild};

/// The index of an entry in a table.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct TableIndex {
    /// The level; levels are solved in ascending order.
    pub level: usize,
    /// The number within the level, from 0.
    pub index: u64,
}

/// A set of positions that are solved together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Level {
    /// The name for people ("3+4").
    pub name: String,
    /// The number of entries. Positions have the numbers 0 to `size - 1`.
    pub size: u64,
    /// The number of arrangements. Symmetric and unreachable ones are counted too.
    pub arrangements: u64,
    /// The levels that the moves lead to.
    pub moves: MoveTargets,
}

/// The levels that the moves of a level lead to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum MoveTargets {
    /// Only earlier levels.
    Earlier,
    /// Only the same level.
    Same,
    /// Both.
    Both,
}

/// A game that numbers its positions, so that a table can hold the values of all of them.
///
/// Positions may share a number if they are symmetric or differ in the side to move alone. A finished position is a draw, or lost for the
/// side to move. The sides must move strictly in turn ([`Game::alternates`](zermelo_core::Game::alternates)).
pub trait RankedGame: SearchHints {
    /// The name of the table. Games that differ only in their initial position share a table.
    fn table_name(&self) -> String;

    /// The game from which the shared table is built.
    #[must_use]
    fn table_game(&self) -> Self {
        self.clone()
    }

    /// The levels; empty if the game is too large for a table.
    fn levels(&self) -> Vec<Level>;

    /// The index of a position; `None` if the position has no entry.
    fn rank(&self, position: &Self::Position) -> Option<TableIndex>;

    /// The representative position of an index; `None` if no position has the index.
    fn unrank(&self, at: TableIndex) -> Option<Self::Position>;

    /// Appends the predecessors of a position within its level: the positions with a move to this position, or to one with the same
    /// index. Additional positions do no harm if they are lost already or unreachable.
    fn predecessors(&self, position: &Self::Position, predecessors: &mut Vec<Self::Position>);

    /// The number of arrangements that share the position's index.
    fn multiplicity(&self, position: &Self::Position) -> u64 {
        let _ = position;
        1
    }
}
