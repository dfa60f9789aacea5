//! The plain protocol, for a first program: one line in for each position, one line out with the move.
//!
//! ```text
//! in:   SPEC <TAB> POSITION <TAB> LEGAL MOVES, a space between
//! out:  MOVE, or resign
//! ```

use crate::protocol::Answer;

/// The line for a position.
pub fn question(spec: &str, position: &str, legal: &[String]) -> String {
    format!("{spec}\t{position}\t{}", legal.join(" "))
}

/// The specification and the position of such a line; `None` if it is none.
pub fn read_question(line: &str) -> Option<(&str, &str)> {
    let mut fields = line.split('\t');
    let (spec, position) = (fields.next()?.trim(), fields.next()?.trim());
    // The legal moves are for those who don't know the rules.
    (!spec.is_empty() && !position.is_empty() && fields.count() <= 1).then_some((spec, position))
}

/// The answer in a line; `None` if it is none.
pub fn answer(line: &str) -> Option<Answer> {
    match line.trim() {
        "" => None,
        "resign" => Some(Answer::Resign),
        text if text.contains(char::is_whitespace) => None,
        text => Some(Answer::Move { text: text.to_owned(), offers_draw: false }),
    }
}
