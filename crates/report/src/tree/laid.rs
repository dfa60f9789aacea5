//! What is shown: one search, or two over each other.

use zermelo_core::erased::{DynGame, DynRecord, DynTrace};

use super::merge::Node;

/// A search and who made it.
pub struct Searched<'a> {
    /// The agent's specification.
    pub agent: &'a str,
    /// What it decided, and its tree.
    pub trace: &'a dyn DynTrace,
}

/// A search tree, or those of two searches of the same position laid over each other.
pub struct Tree<'a> {
    pub(super) rules: &'a dyn DynGame,
    pub(super) record: &'a dyn DynRecord,
    pub(super) searches: Vec<Searched<'a>>,
    pub(super) nodes: Vec<Node>,
    /// The nodes that the expected line of each search goes through, the root first.
    pub(super) lines: Vec<Vec<usize>>,
}
