//! Terminal colours. No information depends on colour alone: sides differ by mark, last moves and lines by markers.

use anstyle::{AnsiColor, Style};
use zermelo_core::Side;

/// The word "error".
pub const ERROR: Style = AnsiColor::Red.on_default().bold();
/// Secondary text: labels, empty cells, figures.
pub const QUIET: Style = Style::new().dimmed();
/// Emphasised text: the side to move, the winner.
pub const STRONG: Style = Style::new().bold();

/// The pieces of a side. The two colours are distinguishable with colour blindness.
pub const fn side(side: Side) -> Style {
    match side {
        Side::First => AnsiColor::BrightCyan.on_default().bold(),
        Side::Second => AnsiColor::BrightYellow.on_default().bold(),
    }
}

/// Wraps text in a style.
pub fn paint(style: Style, text: impl std::fmt::Display) -> String {
    format!("{style}{text}{style:#}")
}
