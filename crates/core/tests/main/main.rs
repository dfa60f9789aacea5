//! The contracts of the core, tested with the games and agents of the test kit, because the core has none.

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
