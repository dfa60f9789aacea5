//! Line wrapping.

/// Wraps words into indented lines of at most 78 characters.
pub fn wrapped(words: &[String]) -> String {
    let mut text = String::from(" ");
    let mut width = 1;
    for word in words {
        if width + word.len() + 1 > 78 {
            text.push_str("\n ");
            width = 1;
        }
        text.push(' ');
        text.push_str(word);
        width += word.len() + 1;
    }
    text
}
