//! Rules, texts and views of the games.

mod conformance;
mod draughts_rules;
mod lines;
mod reference;
mod texts;
mod values;
