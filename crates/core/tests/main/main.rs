//! The contracts of the core, shown on games and players of the test kit: the core has none of its own.

mod erased;
mod games;
mod history;
mod input;
mod json;
mod oracle;
mod record;
mod referee;
mod spec;
mod view;
