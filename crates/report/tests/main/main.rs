//! The report of a tournament: what it says, that it is whole, and that nothing in it is more than text.

mod house;
mod page;
mod tables;
