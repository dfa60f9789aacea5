//! Capabilities of the terminal: Unicode and colours.

use std::env;

use ratatui::style::{Color, Modifier, Style};
use zermelo_core::Side;

/// Secondary text: lines, labels, figures.
pub const QUIET: Style = Style::new().add_modifier(Modifier::DIM);
/// Emphasised text: the side to move, the winner.
pub const STRONG: Style = Style::new().add_modifier(Modifier::BOLD);
/// The cursor.
pub const CURSOR: Style = STRONG.add_modifier(Modifier::REVERSED);

/// The characters and colours for drawing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Theme {
    /// Whether the terminal shows Unicode.
    pub unicode: bool,
    /// Whether colours are used. No information depends on colour alone.
    pub colour: bool,
}

impl Theme {
    /// Reads the locale, `TERM` and `NO_COLOR`.
    pub fn of_terminal() -> Self {
        Self::from_variables(|name| env::var(name).ok().filter(|value| !value.is_empty()))
    }

    fn from_variables(variable: impl Fn(&str) -> Option<String>) -> Self {
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().find_map(&variable);
        let unicode = match locale {
            Some(locale) => locale.to_ascii_lowercase().replace('-', "").contains("utf8"),
            // Windows sets no locale variables, and its terminals support Unicode.
            None => cfg!(windows),
        };
        let terminal = variable("TERM").unwrap_or_default();
        let is_monochrome = ["vt100", "vt102", "vt220"].contains(&terminal.as_str())
            || ["-m", "-mono"].iter().any(|end| terminal.ends_with(end));
        Self { unicode, colour: variable("NO_COLOR").is_none() && !is_monochrome }
    }

    /// The first argument on Unicode terminals, else the second.
    pub fn pick<T>(self, unicode: T, ascii: T) -> T {
        if self.unicode { unicode } else { ascii }
    }

    /// The pieces of a side, in the colours of plain mode.
    pub fn side(self, side: Side) -> Style {
        match (self.colour, side) {
            (false, _) => STRONG,
            (true, Side::First) => STRONG.fg(Color::LightCyan),
            (true, Side::Second) => STRONG.fg(Color::LightYellow),
        }
    }

    /// Error messages.
    pub fn alarm(self) -> Style {
        if self.colour { STRONG.fg(Color::LightRed) } else { STRONG }
    }

    /// Selectable cells and hints.
    pub fn accent(self) -> Style {
        if self.colour { STRONG.fg(Color::LightGreen) } else { STRONG }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn theme(variables: &[(&str, &str)]) -> Theme {
        Theme::from_variables(|name| {
            variables.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned())
        })
    }

    #[test]
    fn the_first_locale_variable_decides() {
        assert!(theme(&[("LANG", "en_GB.UTF-8")]).unicode);
        assert!(theme(&[("LC_CTYPE", "de_DE.utf8"), ("LANG", "C")]).unicode);
        assert!(!theme(&[("LC_ALL", "C"), ("LANG", "en_GB.UTF-8")]).unicode);
        assert!(!theme(&[("LANG", "POSIX")]).unicode);
    }

    #[test]
    fn colours_can_be_disabled() {
        assert!(theme(&[("TERM", "xterm-256color")]).colour);
        assert!(!theme(&[("TERM", "xterm-256color"), ("NO_COLOR", "1")]).colour);
        assert!(!theme(&[("TERM", "vt100")]).colour);
        assert!(!theme(&[("TERM", "xterm-mono")]).colour);
    }
}
