//! The tests of the store, on both databases, and tests of each database.

mod child;
mod crash;
mod database;
mod faults;
mod files;
mod lists;
mod open;
mod postgres;
mod servers;
mod texts;
mod writes;
