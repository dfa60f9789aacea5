//! What a terminal can show: which characters, and whether colours.

use std::env;

use ratatui::style::{Color, Modifier, Style};
use zermelo_core::Side;

/// What stands back: lines, labels, figures.
pub const QUIET: Style = Style::new().add_modifier(Modifier::DIM);
/// What matters now: whose turn, who won.
pub const STRONG: Style = Style::new().add_modifier(Modifier::BOLD);
/// Where the cursor is.
pub const CURSOR: Style = STRONG.add_modifier(Modifier::REVERSED);

/// The characters and colours to draw with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Look {
    /// Whether lines, dots and shades beyond ASCII can be shown.
    pub unicode: bool,
    /// Whether colours can be shown. Nothing depends on them.
    pub colour: bool,
}

impl Look {
    /// What the environment says of the terminal.
    pub fn of_terminal() -> Self {
        Self::from_variables(|name| env::var(name).ok().filter(|value| !value.is_empty()))
    }

    fn from_variables(variable: impl Fn(&str) -> Option<String>) -> Self {
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().find_map(&variable);
        let unicode = match locale {
            Some(locale) => locale.to_ascii_lowercase().replace('-', "").contains("utf8"),
            // Windows names its language elsewhere, and its terminals show everything.
            None => cfg!(windows),
        };
        let terminal = variable("TERM").unwrap_or_default();
        let is_monochrome = ["vt100", "vt102", "vt220"].contains(&terminal.as_str())
            || ["-m", "-mono"].iter().any(|end| terminal.ends_with(end));
        Self { unicode, colour: variable("NO_COLOR").is_none() && !is_monochrome }
    }

    /// One of two, by the characters that can be shown.
    pub fn or<T>(self, unicode: T, ascii: T) -> T {
        if self.unicode { unicode } else { ascii }
    }

    /// A side's pieces: the colours of the dialogue.
    pub fn side(self, side: Side) -> Style {
        match (self.colour, side) {
            (false, _) => STRONG,
            (true, Side::First) => STRONG.fg(Color::LightCyan),
            (true, Side::Second) => STRONG.fg(Color::LightYellow),
        }
    }

    /// What was refused.
    pub fn alarm(self) -> Style {
        if self.colour { STRONG.fg(Color::LightRed) } else { STRONG }
    }

    /// What can be chosen, and what a hint names.
    pub fn accent(self) -> Style {
        if self.colour { STRONG.fg(Color::LightGreen) } else { STRONG }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn look(variables: &[(&str, &str)]) -> Look {
        Look::from_variables(|name| {
            variables.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned())
        })
    }

    #[test]
    fn the_first_locale_that_is_set_decides() {
        assert!(look(&[("LANG", "en_GB.UTF-8")]).unicode);
        assert!(look(&[("LC_CTYPE", "de_DE.utf8"), ("LANG", "C")]).unicode);
        assert!(!look(&[("LC_ALL", "C"), ("LANG", "en_GB.UTF-8")]).unicode);
        assert!(!look(&[("LANG", "POSIX")]).unicode);
    }

    #[test]
    fn colours_are_for_those_who_want_them() {
        assert!(look(&[("TERM", "xterm-256color")]).colour);
        assert!(!look(&[("TERM", "xterm-256color"), ("NO_COLOR", "1")]).colour);
        assert!(!look(&[("TERM", "vt100")]).colour);
        assert!(!look(&[("TERM", "xterm-mono")]).colour);
    }
}
