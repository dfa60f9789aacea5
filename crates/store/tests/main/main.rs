//! The tests of the store, on both databases, and tests of each database.

mod child;
mod crash;
mod faults;
mod files;
mod database;
mod lists;
mod open;
mod postgres;
mod servers;
mod texts;
mod writes;
