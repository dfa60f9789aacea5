//! Tests of rules, texts and views of the games.

mod conformance;
mod draughts;
mod draughts_rules;
mod hex;
mod lines;
mod reference;
mod reversi;
mod teeko;
mod texts;
mod values;
