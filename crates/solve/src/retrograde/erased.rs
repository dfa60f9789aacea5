//! Type-erased games with a table.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use zermelo_core::{Notation, Wdl};

use super::{
    EndgameTable, LevelError, MoveStats, ProgressFn, RankedGame, TableEntry, TableError, TableMismatch, TableOptions,
    TableStats, build_file, check, hardest, moves, open, user_tables,
};

/// A game of any type that can have an endgame table. Moves and positions are texts.
pub trait DynRankedGame {
    /// The specification of the game.
    fn spec(&self) -> String;

    /// The name of the table; see [`RankedGame::table_name`].
    fn table_name(&self) -> String;

    /// The number of levels.
    fn levels(&self) -> usize;

    /// The path of the user's table; `None` without a data folder.
    fn user_path(&self) -> Option<PathBuf>;

    /// See [`user_tables::needs_long_build`].
    fn needs_long_build(&self) -> bool;

    /// See [`user_tables::table`].
    ///
    /// # Errors
    /// As [`user_tables::table`].
    fn user_table(
        &self,
        options: &TableOptions,
        progress: &mut ProgressFn<'_>,
    ) -> Result<Arc<EndgameTable>, TableError>;

    /// See [`build_file`].
    ///
    /// # Errors
    /// As [`build_file`].
    fn build_file(
        &self,
        path: &Path,
        force: bool,
        options: &TableOptions,
        progress: &mut ProgressFn<'_>,
    ) -> Result<EndgameTable, TableError>;

    /// See [`open`].
    ///
    /// # Errors
    /// As [`open`].
    fn open(&self, path: &Path) -> Result<EndgameTable, TableError>;

    /// See [`check`].
    ///
    /// # Errors
    /// As [`check`].
    fn check(&self, table: &EndgameTable, options: &TableOptions) -> Result<Vec<TableMismatch>, LevelError>;

    /// See [`TableStats::of`].
    ///
    /// # Errors
    /// As [`TableStats::of`].
    fn stats(&self, table: &EndgameTable, options: &TableOptions) -> Result<TableStats, LevelError>;

    /// The entry of the initial position.
    fn initial_entry(&self, table: &EndgameTable) -> TableEntry;

    /// The moves of the initial position; see [`moves`].
    fn first_moves(&self, table: &EndgameTable) -> Option<Vec<MoveStats<String>>>;

    /// See [`hardest`].
    fn hardest(&self, table: &EndgameTable, level: usize, wdl: Wdl, limit: usize) -> Vec<String>;
}

/// Implements [`DynRankedGame`] for a game.
#[derive(Clone, Debug)]
pub struct ErasedRankedGame<G>(pub G);

impl<G: RankedGame + Notation> DynRankedGame for ErasedRankedGame<G> {
    fn spec(&self) -> String {
        self.0.spec()
    }

    fn table_name(&self) -> String {
        self.0.table_name()
    }

    fn levels(&self) -> usize {
        self.0.levels().len()
    }

    fn user_path(&self) -> Option<PathBuf> {
        user_tables::path(&self.0)
    }

    fn needs_long_build(&self) -> bool {
        user_tables::needs_long_build(&self.0)
    }

    fn user_table(
        &self,
        options: &TableOptions,
        progress: &mut ProgressFn<'_>,
    ) -> Result<Arc<EndgameTable>, TableError> {
        user_tables::table(&self.0, options, progress)
    }

    fn build_file(
        &self,
        path: &Path,
        force: bool,
        options: &TableOptions,
        progress: &mut ProgressFn<'_>,
    ) -> Result<EndgameTable, TableError> {
        build_file(&self.0, path, force, options, progress)
    }

    fn open(&self, path: &Path) -> Result<EndgameTable, TableError> {
        open(path, &self.0)
    }

    fn check(&self, table: &EndgameTable, options: &TableOptions) -> Result<Vec<TableMismatch>, LevelError> {
        check(&self.0, table, options)
    }

    fn stats(&self, table: &EndgameTable, options: &TableOptions) -> Result<TableStats, LevelError> {
        TableStats::of(&self.0, table, options)
    }

    fn initial_entry(&self, table: &EndgameTable) -> TableEntry {
        table.entry(&self.0, &self.0.initial()).unwrap_or(TableEntry::NONE)
    }

    fn first_moves(&self, table: &EndgameTable) -> Option<Vec<MoveStats<String>>> {
        let start = self.0.initial();
        let text = |stats: MoveStats<G::Move>| MoveStats {
            mv: self.0.move_text(&start, stats.mv),
            after: stats.after,
            replies: stats.replies,
        };
        Some(moves(&self.0, table, &start)?.into_iter().map(text).collect())
    }

    fn hardest(&self, table: &EndgameTable, level: usize, wdl: Wdl, limit: usize) -> Vec<String> {
        let positions = hardest(&self.0, table, level, wdl, limit).into_iter();
        positions.map(|(position, _)| self.0.position_text(&position)).collect()
    }
}
