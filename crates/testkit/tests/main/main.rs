//! The test kit is tested, too: the suite finds planted flaws, the reference knows the published numbers.

mod agents;
mod draughts;
mod evaluators;
mod fixtures;
mod flawed;
mod fuzz;
mod reference;
mod suite;
mod toys;
