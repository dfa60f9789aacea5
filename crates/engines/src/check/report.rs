//! The rules of a protocol and the result of checking them.

/// A rule of a protocol.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ProtocolRule {
    /// A stable name for programs.
    pub name: &'static str,
    /// The requirement, in words.
    pub text: &'static str,
}

/// The result of checking one rule.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub struct RuleReport {
    pub rule: ProtocolRule,
    pub status: RuleStatus,
}

/// Whether an engine follows a rule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RuleStatus {
    /// The check found no violation.
    Passed,
    /// The check found a violation.
    Failed(RuleError),
    /// The rule was not checked, with the reason.
    Skipped(String),
}

/// A violation of a rule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RuleError {
    /// A description for people.
    pub why: String,
    /// The line that was wrong, or the line that got the wrong answer; shortened for display.
    pub line: Option<String>,
}

impl RuleError {
    pub(super) fn new(why: impl Into<String>) -> Self {
        Self { why: why.into(), line: None }
    }

    pub(super) fn at(line: &str, why: impl Into<String>) -> Self {
        Self { why: why.into(), line: Some(displayed(line)) }
    }
}

/// Shortens a line to 200 characters and escapes its control characters.
pub(super) fn displayed(line: &str) -> String {
    const MAX_CHARS: usize = 200;
    let mut text = String::new();
    for letter in line.chars().take(MAX_CHARS) {
        if letter.is_control() {
            text.extend(letter.escape_debug());
        } else {
            text.push(letter);
        }
    }
    if line.chars().nth(MAX_CHARS).is_some() {
        text.push('…');
    }
    text
}
