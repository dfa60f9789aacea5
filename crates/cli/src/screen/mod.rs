//! The full screen: a board to play on with arrows and Enter, for every game.
//!
//! Keys, answers of agents and the time go into the [`Model`](model::Model), which knows no terminal; [`page::draw`] draws it, from
//! the [`View`](zermelo_core::View) of its game alone; [`session`] moves events from the terminal and the agents to the model and
//! does its tasks.

mod board;
mod keys;
mod look;
mod model;
mod online;
mod page;
mod panel;
mod plan;
mod session;
mod terminal;
mod walk;
mod words;
mod worker;

#[cfg(test)]
mod tests;

use std::io::{IsTerminal, stdin, stdout};

use ratatui::crossterm::terminal::size;
use ratatui::layout::Rect;

pub use online::{result, run as online};
pub use session::run;

/// Whether this terminal can be drawn on.
pub fn is_possible() -> bool {
    let is_terminal = stdin().is_terminal() && stdout().is_terminal();
    let is_dumb = std::env::var("TERM").is_ok_and(|name| name == "dumb");
    is_terminal && !is_dumb && size().is_ok_and(|(width, height)| page::has_room(Rect::new(0, 0, width, height)))
}
