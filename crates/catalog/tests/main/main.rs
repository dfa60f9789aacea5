//! The lists hold together, every registered game agrees with its fixtures, every agent plays every game.

mod agents;
mod corpus;
mod fixtures;
mod levels;
mod lists;
mod values;
