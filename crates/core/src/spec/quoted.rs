//! Quoting of values.

/// A value in quotes if it needs them.
pub(super) fn quoted(value: &str) -> String {
    if !value.is_empty() && value.chars().all(is_bare) {
        return value.to_owned();
    }
    format!("\"{}\"", value.replace('\\', "\\\\").replace('"', "\\\""))
}

pub(super) fn is_bare(c: char) -> bool {
    !matches!(c, ',' | ':' | '=' | '(' | ')' | '"') && !c.is_whitespace() && !c.is_control()
}
