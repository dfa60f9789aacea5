//! Small helpers for text that comes from outside.

/// The longest specification of a game or an agent that is read, in bytes.
pub const MAX_SPEC: usize = 4096;
/// The longest position or move text that is read, in bytes. The largest board takes far less.
pub const MAX_TEXT: usize = 65536;

/// A piece of foreign text, fit to be shown in a message: control characters escaped, cut after 40 characters.
pub fn excerpt(text: &str) -> String {
    const SHOWN: usize = 40;
    let mut shown: String = text.chars().take(SHOWN).flat_map(char::escape_debug).collect();
    if text.chars().nth(SHOWN).is_some() {
        shown.push('…');
    }
    shown
}

/// "a, b or c".
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
