//! The few colours of the terminal. Nothing depends on them: sides differ by mark, last moves and lines by signs.

use anstyle::{AnsiColor, Style};
use zermelo_core::Side;

/// The word "error".
pub const ERROR: Style = AnsiColor::Red.on_default().bold();
/// What stands back: labels, empty cells, figures.
pub const QUIET: Style = Style::new().dimmed();
/// What matters now: whose turn, who won.
pub const STRONG: Style = Style::new().bold();

/// A side's pieces: two colours that colour-blind people tell apart.
pub const fn side(side: Side) -> Style {
    match side {
        Side::First => AnsiColor::BrightCyan.on_default().bold(),
        Side::Second => AnsiColor::BrightYellow.on_default().bold(),
    }
}

/// Text in a style.
pub fn paint(style: Style, text: impl std::fmt::Display) -> String {
    format!("{style}{text}{style:#}")
}
