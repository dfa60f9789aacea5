//! Tournaments: what they refuse, how their games end, and that the same plan gives the same games.

mod config;
mod endings;
mod exports;
mod fixtures;
mod openings;
mod plans;
mod results;
mod runs;
mod schedules;
mod tallies;
