//! Known import cycles.

/// Sets of files of one crate. A cycle within one of these sets is allowed. Do not add to the list.
pub(in super::super) const KNOWN: &[&[&str]] = &[];
