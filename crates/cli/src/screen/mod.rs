//! Full-screen mode: a board with a cursor, for every game.
//!
//! The [`Model`](model::Model) is a state machine. Keys, results of agents and the time go in, and tasks come out. It is independent of the
//! terminal. [`page::draw`] draws it from the [`View`](zermelo_core::View) of the game. [`session`] connects it with the terminal and the
//! agents.

mod agent_thread;
mod board;
mod cursor_moves;
mod keys;
mod layout;
mod model;
mod online;
mod page;
mod panel;
mod session;
mod terminal;
mod theme;
mod words;

#[cfg(test)]
mod tests;

use std::io::{IsTerminal, stdin, stdout};

use ratatui::crossterm::terminal::size;
use ratatui::layout::Rect;

pub use online::{result, run as online};
pub use session::run;

/// Whether standard input and output are a terminal that is large enough.
pub fn is_possible() -> bool {
    let is_terminal = stdin().is_terminal() && stdout().is_terminal();
    let is_dumb = std::env::var("TERM").is_ok_and(|name| name == "dumb");
    is_terminal && !is_dumb && size().is_ok_and(|(width, height)| page::has_room(Rect::new(0, 0, width, height)))
}
