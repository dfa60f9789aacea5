//! Consistency of the catalogue, every game against its fixtures, every agent with every game.

mod agents;
mod corpus;
mod fixtures;
mod levels;
mod lists;
mod values;
