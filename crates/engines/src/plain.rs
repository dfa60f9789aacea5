//! The plain protocol, for simple engines: one line in for each position, one line out with the move.
//!
//! ```text
//! in:   SPEC <TAB> POSITION <TAB> LEGAL MOVES, separated by spaces
//! out:  MOVE, or resign
//! ```

use crate::protocol::BestMove;

/// Formats the line for a position.
pub fn format_request(spec: &str, position: &str, legal: &[String]) -> String {
    format!("{spec}\t{position}\t{}", legal.join(" "))
}

/// Parses such a line into specification and position; `None` if it is malformed.
pub fn parse_request(line: &str) -> Option<(&str, &str)> {
    let mut fields = line.split('\t');
    let (spec, position) = (fields.next()?.trim(), fields.next()?.trim());
    // The legal moves are only for engines that do not know the rules.
    (!spec.is_empty() && !position.is_empty() && fields.count() <= 1).then_some((spec, position))
}

/// Parses the answer of an engine; `None` if it is malformed.
pub fn parse_answer(line: &str) -> Option<BestMove> {
    match line.trim() {
        "" => None,
        "resign" => Some(BestMove::Resign),
        text if text.contains(char::is_whitespace) => None,
        text => Some(BestMove::Move { text: text.to_owned(), offers_draw: false }),
    }
}
