//! What a results file is of, and the form of its rows.

use zermelo_core::Termination;

use crate::config::TournamentConfig;

/// What a results file says of itself.
#[derive(Clone, PartialEq, Debug)]
pub struct ResultsHeader {
    /// What is played.
    pub config: TournamentConfig,
    /// The number of the tournament.
    pub tournament: u64,
    /// The program that began it.
    pub program: String,
    /// When it began: RFC 3339, UTC.
    pub begun: String,
    /// A number by lot, which tells two runs of one tournament apart; 0 in files from before there was one.
    pub run: u32,
}

/// The word of a reason, as in JSON: `no_move`.
pub(super) fn word(termination: Termination) -> String {
    match serde_json::to_value(termination) {
        Ok(serde_json::Value::String(word)) => word,
        // A reason is a plain word.
        _ => String::new(),
    }
}

/// The columns of the table of games.
pub(super) const GAME_COLUMNS: usize = 20;
