//! The header of a results file.

use zermelo_core::Termination;

use crate::config::TournamentConfig;

/// The header of a results file.
#[derive(Clone, PartialEq, Debug)]
pub struct ResultsHeader {
    /// The configuration of the tournament.
    pub config: TournamentConfig,
    /// The id of the tournament.
    pub tournament: u64,
    /// The program that created the file, with its version.
    pub program: String,
    /// The time of creation: RFC 3339, UTC.
    pub begun: String,
    /// A random number that distinguishes two runs of the same tournament; 0 in old files.
    pub run: u32,
}

/// The name of a termination as in JSON, such as `no_move`.
pub(super) fn word(termination: Termination) -> String {
    match serde_json::to_value(termination) {
        Ok(serde_json::Value::String(word)) => word,
        // A termination is serialized as a string.
        _ => String::new(),
    }
}

/// The number of columns of the table `games`.
pub(super) const GAME_COLUMNS: usize = 20;
