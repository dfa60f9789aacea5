//! What the searches share: budgets, tables, random numbers, playouts, tracing.

pub mod buckets;
pub mod budget;
mod huge_pages;
pub mod memory;
pub(crate) mod one_ply;
pub mod playout;
pub(crate) mod preconditions;
pub mod prefetch;
pub mod rng;
pub mod shared_budget;
pub(crate) mod short_sort;
pub(crate) mod threads;
pub mod tie_break;
pub mod trace;
pub mod transposition_table;
pub mod tree_walker;
