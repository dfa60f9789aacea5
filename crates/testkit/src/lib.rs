//! Tools for tests: the crates of the project check their games, agents and parsers with them.
//!
//! - [`conformance`]: the suite that every game passes;
//! - [`agents`] and [`evaluators`]: the contracts of agents and evaluators, as checks;
//! - [`fixture`]: the reader of the data files under `fixtures/`;
//! - [`mod@reference`]: slow, plain rules and searches that the fast ones must equal;
//! - [`toy`]: games small enough to be solved by hand;
//! - [`nats`]: a real `nats-server` for tests of queues;
//! - [`playout`] and [`rng`]: random games and numbers from a seed;
//! - [`fuzz`]: the bodies of the fuzz targets, and the replay of their corpus.
//!
//! A failed check panics with the game, position, move and seed, or with the file and line. Of the project's crates,
//! this one depends only on the core, so every other crate can use it in tests.

pub mod agents;
pub mod conformance;
pub mod evaluators;
pub mod fixture;
pub mod fuzz;
mod mix;
pub mod nats;
pub mod playout;
pub mod reference;
pub mod rng;
pub mod toy;
