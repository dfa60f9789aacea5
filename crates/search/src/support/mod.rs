//! What the searches share; no search.

pub mod buckets;
pub mod budget;
mod huge_pages;
pub mod memory;
pub(crate) mod one_ply;
pub mod playout;
pub(crate) mod preconditions;
pub mod prefetch;
pub mod purse;
pub mod rng;
pub mod table;
pub mod ties;
pub mod trace;
pub mod tree;
