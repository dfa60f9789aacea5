//! Rules, texts and views of the games.

mod conformance;
mod draughts;
mod draughts_rules;
mod lines;
mod reference;
mod reversi;
mod teeko;
mod texts;
mod values;
