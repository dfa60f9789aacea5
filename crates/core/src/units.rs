//! Counts and places that must not be mixed up.

use std::fmt;

use serde::{Deserialize, Serialize};

macro_rules! unit {
    ($(#[$doc:meta])* $name:ident($int:ty)) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
        #[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
        #[serde(transparent)]
        pub struct $name(pub $int);

        impl $name {
            /// As an index of an array.
            #[inline]
            pub const fn index(self) -> usize {
                self.0 as usize
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }
    };
}

unit! {
    /// A number of moves played, each side's counted. From the start of a game, or as a distance ("wins in 7 plies").
    Ply(u32)
}
unit! {
    /// How many plies below the root a search looks.
    Depth(u32)
}
unit! {
    /// A place on a board, numbered by the game: its bit in the game's bitboards.
    Square(u16)
}
unit! {
    /// A column of a board with gravity, from 0.
    Column(u8)
}

impl Depth {
    /// One ply less. A search asks only above the horizon.
    ///
    /// # Panics
    /// On depth 0, in builds with overflow checks.
    #[inline]
    #[must_use]
    pub const fn less_one(self) -> Self {
        Self(self.0 - 1)
    }
}

impl Ply {
    /// One ply more.
    #[inline]
    #[must_use]
    pub const fn next(self) -> Self {
        Self(self.0 + 1)
    }
}
