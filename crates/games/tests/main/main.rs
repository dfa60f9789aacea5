//! Rules, texts and views of the games.

mod conformance;
mod lines;
mod reference;
mod texts;
mod values;
