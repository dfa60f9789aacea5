//! A board with a text in each square, such as the value of the move to it.

use std::collections::HashMap;
use std::fmt::Write;

use zermelo_core::View;

use crate::style::{QUIET, paint};

/// Draws the board with a text for each move in its target square; each line ends with a newline. Rows without a text are omitted.
/// `None` if two moves have the same target, or no move has a text.
pub fn draw(view: &View, text: impl Fn(&str) -> Option<String>) -> Option<String> {
    let mut texts = HashMap::new();
    for mv in &view.moves {
        if let Some((square, text)) = mv.target().zip(text(&mv.text))
            && texts.insert(square, text).is_some()
        {
            return None;
        }
    }
    let width = texts.values().map(String::len).max()?;
    let board = &view.board;
    let [columns, rows, planes] = board.size;
    let cells: HashMap<[u8; 3], _> = board.cells.iter().map(|cell| (cell.at, cell.square)).collect();
    let name = |names: &[String], at: u8| names.get(usize::from(at)).cloned().unwrap_or_default();
    let margin = board.rows.iter().map(String::len).max().unwrap_or(0);
    let mut drawn = String::new();
    // Writing to a string does not fail.
    for plane in 0..planes {
        if planes > 1 {
            let _ = writeln!(drawn, "{}", paint(QUIET, format!("depth {}", name(&board.planes, plane))));
        }
        for row in (0..rows).rev() {
            let squares = (0..columns).map(|column| cells.get(&[column, row, plane]));
            if squares.clone().flatten().all(|square| !texts.contains_key(square)) {
                continue;
            }
            let mut line = paint(QUIET, format!("{:>margin$}", name(&board.rows, row)));
            for square in squares {
                let text = square.map_or("", |square| texts.get(square).map_or(".", String::as_str));
                let _ = write!(line, "  {text:>width$}");
            }
            let _ = writeln!(drawn, "{}", line.trim_end());
        }
    }
    let footer: String = board.columns.iter().fold(" ".repeat(margin), |line, name| format!("{line}  {name:>width$}"));
    if !board.columns.is_empty() {
        let _ = writeln!(drawn, "{}", paint(QUIET, footer));
    }
    Some(drawn)
}
