//! The statistics against figures that other programs publish or compute, against their own laws, and against simulation; and the
//! arena that plays.

mod arena;
mod crosstable;
mod elo;
mod llr;
mod ratings;
mod reorder;
mod simulation;
mod sprt;
mod summary;
mod support;
mod wdl;
