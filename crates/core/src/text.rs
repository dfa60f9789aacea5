//! Helpers for text from outside.

/// The maximum length of a specification of a game or an agent, in bytes.
pub const MAX_SPEC: usize = 4096;
/// The maximum length of a position or a list of moves, in bytes. Far more than the largest board needs.
pub const MAX_TEXT: usize = 65536;

/// A text from outside for an error message: control characters are escaped, and it is cut after 40 characters.
pub fn excerpt(text: &str) -> String {
    const SHOWN: usize = 40;
    let mut shown: String = text.chars().take(SHOWN).flat_map(char::escape_debug).collect();
    if text.chars().nth(SHOWN).is_some() {
        shown.push('…');
    }
    shown
}

/// Joins words: "a, b or c".
pub fn one_of(words: &[impl AsRef<str>]) -> String {
    match words {
        [] => "none".to_owned(),
        [only] => only.as_ref().to_owned(),
        [head @ .., last] => {
            let head: Vec<&str> = head.iter().map(AsRef::as_ref).collect();
            format!("{} or {}", head.join(", "), last.as_ref())
        }
    }
}
