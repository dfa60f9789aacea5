//! What was seen of a program.

/// A rule that a program can break.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rule {
    /// Its name, for programs.
    pub name: &'static str,
    /// What it asks for.
    pub text: &'static str,
}

/// What became of a rule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Verdict {
    /// Which.
    pub rule: Rule,
    /// What was seen.
    pub finding: Finding,
}

/// Whether a rule is kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Finding {
    /// It is, as far as this could show.
    Kept,
    /// It is not.
    Broken(Breach),
    /// It was not looked at: why.
    Skipped(String),
}

/// How a rule was broken.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Breach {
    /// What was wrong.
    pub why: String,
    /// The line that was wrong, or the one that was answered wrongly; cut for showing.
    pub line: Option<String>,
}

impl Breach {
    pub(super) fn new(why: impl Into<String>) -> Self {
        Self { why: why.into(), line: None }
    }

    pub(super) fn at(line: &str, why: impl Into<String>) -> Self {
        Self { why: why.into(), line: Some(shown(line)) }
    }
}

/// A line of a protocol as it is shown: it may be long.
pub(super) fn shown(line: &str) -> String {
    const SHOWN: usize = 200;
    let mut shown = String::new();
    for letter in line.chars().take(SHOWN) {
        if letter.is_control() {
            shown.extend(letter.escape_debug());
        } else {
            shown.push(letter);
        }
    }
    if line.chars().nth(SHOWN).is_some() {
        shown.push('…');
    }
    shown
}
