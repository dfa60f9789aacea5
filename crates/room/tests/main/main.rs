//! A room as its players and its server meet it: every action, clocks, absence, restarts, and a slow model beside it.

mod absence;
mod actions;
mod clocks;
mod computers;
mod corpus;
mod frames;
mod model;
mod offers;
mod referee;
mod restart;
mod table;
