//! Tests of the test kit: the suite finds planted defects, and the reference implementations give the published
//! numbers.

mod agents;
mod draughts;
mod evaluators;
mod fixtures;
mod flawed;
mod fuzz;
mod reference;
mod suite;
mod toys;
