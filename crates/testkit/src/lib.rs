//! For tests alone: what every crate of the project tests its games, players and parsers with.
//!
//! - [`conformance`]: the suite that every game passes;
//! - [`agents`] and [`evaluators`]: what every player and every evaluator keeps to;
//! - [`fixture`]: the one reader of the data files under `fixtures/`;
//! - [`mod@reference`]: rules and searches that are slow and obvious, to compare the fast ones with;
//! - [`toy`]: games small enough to be solved by hand, and a player for them;
//! - [`nats`]: a real `nats-server` for tests of queues;
//! - [`playout`] and [`dice`]: random games from a seed;
//! - [`fuzz`]: the bodies of the fuzz targets, and the replay of their corpus.
//!
//! Everything here answers with a panic that says where: game, position, move, seed, file and line. Of the project's crates
//! it knows the core alone, so that each of the others can use it.

pub mod agents;
pub mod conformance;
pub mod dice;
pub mod evaluators;
pub mod fixture;
pub mod fuzz;
mod mix;
pub mod nats;
pub mod playout;
pub mod reference;
pub mod toy;
