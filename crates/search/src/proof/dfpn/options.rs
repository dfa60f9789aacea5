//! Configuration of proof-number search.

use zermelo_core::SearchLimits;

use crate::memory::{self, TableTooLargeError};

/// Configuration of proof-number search.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct DfpnOptions {
    /// Its own limits: depth, nodes, time (playouts are ignored). None by default. A depth limits the length of wins
    /// and losses in plies; then no draw can be proven.
    pub limits: SearchLimits,
    /// Size of the table in bytes: 64 MiB by default.
    pub hash: u64,
    /// Whether to search for the shortest win (the longest loss) after a proof: more work, exact distances. Off by
    /// default.
    pub shortest: bool,
    /// The epsilon of the 1 + epsilon trick: a child is left when its number exceeds the second best by this factor. 0
    /// leaves it at once; 0.25 is the default.
    pub epsilon: f32,
    /// How the delta numbers of the children are combined. In cyclic games always [`ProofAggregation::Weak`].
    pub adding: ProofAggregation,
    /// Whether symmetric positions share a table entry. On by default.
    pub symmetry: bool,
}

/// How the delta numbers of the children are combined: the proof numbers of an AND node, the disproof numbers of an OR
/// node.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum ProofAggregation {
    /// Their sum, as defined by Allis. It counts transpositions several times.
    Sum,
    /// Weak proof numbers: the maximum, plus one for each other unsolved child (Ueda and others, "Weak Proof-Number
    /// Search", 2008).
    #[default]
    Weak,
}

impl DfpnOptions {
    /// The defaults.
    pub const DEFAULT: Self = Self {
        limits: SearchLimits::NONE,
        hash: 64 << 20,
        shortest: false,
        epsilon: 0.25,
        adding: ProofAggregation::Weak,
        symmetry: true,
    };
}

impl Default for DfpnOptions {
    fn default() -> Self {
        Self::DEFAULT
    }
}

impl DfpnOptions {
    /// Checks that the table fits into the memory of the machine.
    ///
    /// # Errors
    /// When it does not.
    pub fn check(&self) -> Result<(), TableTooLargeError> {
        memory::check(self.hash)
    }
}
