//! How the strong search is set up.

use std::num::NonZeroUsize;

use zermelo_core::SearchLimits;

use crate::memory::{self, TooLarge};
use crate::ties::Ties;

/// How the strong search is set up: limits, resources, and a switch for each refinement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PvsOptions {
    /// Its own limits: depth, nodes, time (playouts mean nothing here). None by default.
    pub limits: SearchLimits,
    /// Which of several best moves is played. `Random` looks at the root's moves in another order each time and so takes any of the
    /// best, not each as likely.
    pub ties: Ties,
    /// How the root finds its value.
    pub method: Method,
    /// Memory of the table in bytes: 64 MiB by default.
    pub hash: u64,
    /// Threads that search the same tree over one table. One by default: with one thread the same seed, record and limits give the
    /// same decision on every machine (limits of time apart).
    pub threads: NonZeroUsize,
    /// What several threads do about each other.
    pub sharing: Sharing,
    /// How many of the best moves get an exact value. One by default.
    pub lines: NonZeroUsize,
    /// The refinements.
    pub switches: Switches,
}

/// How the root finds its value.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Method {
    /// Principal-variation search ([`pvs`](super)).
    #[default]
    Pvs,
    /// A sequence of null windows ([`mtdf`](crate::mtdf)).
    Mtdf,
}

/// What several threads do about each other, beside sharing the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Sharing {
    /// A move that another thread is searching is put off until the others are searched: then its value is in the table.
    #[default]
    Defer,
    /// Nothing: each searches for itself (lazy SMP).
    Lazy,
}

/// What the table is used for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum TableUse {
    /// There is none.
    Off,
    /// Values of the same depth alone, so that each depth is worth what minimax says (in acyclic games); moves to try first.
    EqualDepth,
    /// Values of at least the depth that is asked for; moves to try first.
    #[default]
    On,
}

/// Each refinement by itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own, named as the specification names it")]
pub struct Switches {
    /// The table of positions.
    pub table: TableUse,
    /// A narrow window around the value of two depths before, when the same side moved last.
    pub aspiration: bool,
    /// All moves but the first are only asked whether they are better.
    pub null_window: bool,
    /// Wins in one and forced blocks that the board tells ([`SearchHints::foresee`](zermelo_core::SearchHints::foresee)).
    pub threats: bool,
    /// The evaluator's order of moves ([`Evaluator::rank`](zermelo_core::Evaluator::rank)).
    pub ordering: bool,
    /// Moves that cut off at the same ply go first.
    pub killers: bool,
    /// Moves that cut off anywhere go first.
    pub history: bool,
    /// Moves that cut off after the same move go first.
    pub countermoves: bool,
    /// Late moves are looked at less deep first.
    pub lmr: bool,
    /// Below the horizon noisy moves are looked at.
    pub quiescence: bool,
    /// A forced reply costs no depth.
    pub extensions: bool,
    /// A position that comes up for the second time below the root is a draw.
    pub rep2: bool,
    /// Positions that are symmetric to each other share what is found, where the root is symmetric. The evaluator has to judge both
    /// alike.
    pub symmetry: bool,
    /// The oracle is asked, where there is one.
    pub oracle: bool,
}

impl Switches {
    /// Everything that can find another value than minimax to the same depth is off.
    pub const EXACT: Self = Self {
        table: TableUse::EqualDepth,
        lmr: false,
        quiescence: false,
        extensions: false,
        rep2: false,
        oracle: false,
        ..Self::ALL
    };

    /// Everything is on that makes play stronger in some game and weaker in none.
    pub const DEFAULT: Self = Self { extensions: false, ..Self::ALL };

    /// Everything is on.
    pub const ALL: Self = Self {
        table: TableUse::On,
        aspiration: true,
        null_window: true,
        threats: true,
        ordering: true,
        killers: true,
        history: true,
        countermoves: true,
        lmr: true,
        quiescence: true,
        extensions: true,
        rep2: true,
        symmetry: true,
        oracle: true,
    };

    /// Everything is off: alpha-beta.
    pub const NONE: Self = Self {
        table: TableUse::Off,
        aspiration: false,
        null_window: false,
        threats: false,
        ordering: false,
        killers: false,
        history: false,
        countermoves: false,
        symmetry: false,
        ..Self::EXACT
    };
}

impl Default for Switches {
    fn default() -> Self {
        Self::DEFAULT
    }
}

impl Default for PvsOptions {
    fn default() -> Self {
        Self {
            limits: SearchLimits::NONE,
            ties: Ties::First,
            method: Method::Pvs,
            hash: 64 << 20,
            threads: NonZeroUsize::MIN,
            sharing: Sharing::Defer,
            lines: NonZeroUsize::MIN,
            switches: Switches::DEFAULT,
        }
    }
}

impl PvsOptions {
    /// Refuses a table that the machine has no room for.
    pub fn check(&self) -> Result<(), TooLarge> {
        if self.switches.table == TableUse::Off { Ok(()) } else { memory::check(self.hash) }
    }
}
