//! The contents of the page: one search, or two searches of the same position.

use zermelo_core::erased::{DynGame, DynRecord, DynTrace};

use super::merge::Node;

/// A search and its agent.
pub struct Searched<'a> {
    /// The agent's specification.
    pub agent: &'a str,
    /// The decision and the tree.
    pub trace: &'a dyn DynTrace,
}

/// The search tree of a search, or the merged trees of two searches of the same position.
pub struct Tree<'a> {
    pub(super) rules: &'a dyn DynGame,
    pub(super) record: &'a dyn DynRecord,
    pub(super) searches: Vec<Searched<'a>>,
    pub(super) nodes: Vec<Node>,
    /// The nodes of the principal variation of each search, the root first.
    pub(super) lines: Vec<Vec<usize>>,
}
