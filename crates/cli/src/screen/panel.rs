//! The side panel: the move list, the principal variation of a search, the effort of the agents.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::symbols::border;
use zermelo_core::Side;

use super::model::Model;
use super::theme::QUIET;
use super::words;
use crate::online::words as said;

/// A border in ASCII.
pub const ASCII_BORDER: border::Set = border::Set {
    top_left: "+",
    top_right: "+",
    bottom_left: "+",
    bottom_right: "+",
    vertical_left: "|",
    vertical_right: "|",
    horizontal_top: "-",
    horizontal_bottom: "-",
};

/// Draws the panel.
pub fn draw(model: &Model, area: Rect, buffer: &mut Buffer) {
    let mut page = PanelWriter { area, buffer, row: 0 };
    let foot = foot(model, usize::from(area.width));
    page.line(words::MOVES, QUIET);
    // A blank line above the footer.
    let room = usize::from(area.height).saturating_sub(1 + if foot.is_empty() { 0 } else { foot.len() + 1 });
    let moves = moves(model, usize::from(area.width));
    if moves.is_empty() {
        page.line(words::NO_MOVES, QUIET);
    }
    for line in &moves[moves.len().saturating_sub(room)..] {
        page.line(line, Style::new());
    }
    if !foot.is_empty() {
        page.row += 1;
        for line in foot {
            page.line(&line, QUIET);
        }
    }
}

struct PanelWriter<'a> {
    area: Rect,
    buffer: &'a mut Buffer,
    row: u16,
}

impl PanelWriter<'_> {
    fn line(&mut self, text: &str, style: Style) {
        if self.row < self.area.height {
            self.buffer.set_stringn(self.area.x, self.area.y + self.row, text, usize::from(self.area.width), style);
        }
        self.row += 1;
    }
}

/// The numbered moves, two per line if they fit.
fn moves(model: &Model, width: usize) -> Vec<String> {
    let (first, mut moves) = model.moves();
    if first == Side::Second {
        moves.insert(0, model.theme.pick("…", "...").to_owned());
    }
    let widest = moves.iter().map(|mv| mv.chars().count()).max().unwrap_or(0);
    let number = moves.len().div_ceil(2).to_string().len();
    if number + 3 + 2 * widest < width {
        let pair = |(at, pair): (usize, &[String])| {
            let second = pair.get(1).map_or("", String::as_str);
            format!("{:>number$}. {:<widest$}  {second}", at + 1, pair[0]).trim_end().to_owned()
        };
        return moves.chunks(2).enumerate().map(pair).collect();
    }
    let marks = model.view.sides.map(|side| side.mark);
    moves.iter().enumerate().map(|(at, mv)| format!("{:>number$}. {} {mv}", at / 2 + 1, marks[at % 2])).collect()
}

/// The footer: chat messages in a game on a server; otherwise the principal variation, or the effort of the agents after the game.
fn foot(model: &Model, width: usize) -> Vec<String> {
    if let Some(game) = model.game() {
        let mut lines: Vec<String> = game.said(3).iter().flat_map(|said| wrapped(said, width)).collect();
        let watchers = game.room().presence.watchers;
        lines.extend((watchers > 0).then(|| said::watchers(watchers)));
        return lines;
    }
    if model.view.ending.is_some() {
        let played = model.statistics.iter().filter_map(|player| Some((player, player.means()?)));
        return played
            .flat_map(|(player, means)| wrapped(&words::mean(&player.player, player.moves, means), width))
            .collect();
    }
    let latest = model.search.as_ref().and_then(|search| search.latest.as_ref());
    match latest {
        Some(decision) if !decision.pv.is_empty() => {
            let mut lines = vec![words::EXPECTS.to_owned()];
            lines.extend(wrapped(&decision.pv.join(" "), width).into_iter().take(3));
            lines
        }
        _ => Vec::new(),
    }
}

/// Wraps a text into lines of `width` characters. Longer words exceed the width.
pub fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}
