//! One suite for both databases, and what each of them alone can go through.

mod child;
mod crash;
mod faults;
mod files;
mod home;
mod lists;
mod open;
mod postgres;
mod servers;
mod texts;
mod writes;
