//! Values as they are written.

/// A value as it is written: bare where it can be, in quotes where it must be.
pub(super) fn quoted(value: &str) -> String {
    if !value.is_empty() && value.chars().all(is_bare) {
        return value.to_owned();
    }
    format!("\"{}\"", value.replace('\\', "\\\\").replace('"', "\\\""))
}

pub(super) fn is_bare(c: char) -> bool {
    !matches!(c, ',' | ':' | '=' | '(' | ')' | '"') && !c.is_whitespace() && !c.is_control()
}
