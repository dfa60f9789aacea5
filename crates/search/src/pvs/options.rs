//! Configuration of principal-variation search.

use std::num::NonZeroUsize;

use zermelo_core::SearchLimits;

use crate::memory::{self, TableTooLargeError};
use crate::tie_break::TieBreak;

/// Configuration of principal-variation search: limits, resources, and a switch for each refinement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PvsOptions {
    /// Its own limits: depth, nodes, time (playouts are ignored). None by default.
    pub limits: SearchLimits,
    /// Which of several best moves is played. `Random` shuffles the root moves before each search; the choice among the
    /// best is not uniform.
    pub ties: TieBreak,
    /// How the root's value is found.
    pub method: Method,
    /// Size of the transposition table in bytes: 64 MiB by default.
    pub hash: u64,
    /// The number of search threads, which share the transposition table. 1 by default: a single thread makes the same
    /// decision on every machine for the same seed, record and limits (other than time).
    pub threads: NonZeroUsize,
    /// How several threads divide the work.
    pub sharing: SmpMethod,
    /// MultiPV: how many of the best moves get an exact score. 1 by default.
    pub lines: NonZeroUsize,
    /// The refinements.
    pub switches: Switches,
}

/// How the root's value is found.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Method {
    /// Principal-variation search ([`pvs`](super)).
    #[default]
    Pvs,
    /// MTD(f): a sequence of null-window searches ([`mtdf`](crate::mtdf)).
    Mtdf,
}

/// How several threads divide the work, apart from sharing the transposition table (symmetric multiprocessing, SMP).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum SmpMethod {
    /// Simplified ABDADA: a thread defers a move that another thread is searching until the other moves are done.
    #[default]
    Abdada,
    /// Lazy SMP: the threads search independently.
    LazySmp,
}

/// What the transposition table is used for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum TableUse {
    /// There is no table.
    Off,
    /// Values of exactly the same depth, so that each depth has the minimax value (in acyclic games), and move
    /// ordering.
    EqualDepth,
    /// Values of at least the same depth, and move ordering.
    #[default]
    On,
}

/// A switch for each refinement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own, named as the specification names it")]
pub struct Switches {
    /// The transposition table.
    pub table: TableUse,
    /// Aspiration windows: a narrow window around the score of two depths before, when the same side moved last.
    pub aspiration: bool,
    /// Null-window searches of all moves but the first.
    pub null_window: bool,
    /// Wins in one and forced blocks that the game can tell without a search
    /// ([`SearchHints::foresee`](zermelo_core::SearchHints::foresee)).
    pub threats: bool,
    /// Move ordering by the evaluator ([`Evaluator::rank`](zermelo_core::Evaluator::rank)).
    pub ordering: bool,
    /// Killer heuristic: moves that caused a cutoff at the same ply go first.
    pub killers: bool,
    /// History heuristic: moves that caused cutoffs anywhere go first.
    pub history: bool,
    /// Countermove heuristic: the move that caused a cutoff after the same opponent's move goes first.
    pub countermoves: bool,
    /// Late-move reductions.
    pub lmr: bool,
    /// Quiescence search of noisy moves below the horizon.
    pub quiescence: bool,
    /// Extensions: a forced reply costs no depth.
    pub extensions: bool,
    /// The second occurrence of a position below the root counts as a draw.
    pub rep2: bool,
    /// Symmetric positions share a table entry, where the root is symmetric. The evaluator must judge them alike.
    pub symmetry: bool,
    /// The oracle, if there is one.
    pub oracle: bool,
}

impl Switches {
    /// Off: everything that can change the value from that of minimax to the same depth.
    pub const EXACT: Self = Self {
        table: TableUse::EqualDepth,
        lmr: false,
        quiescence: false,
        extensions: false,
        rep2: false,
        oracle: false,
        ..Self::ALL
    };

    /// On: everything that makes play stronger in some game and weaker in none.
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

    /// Everything is off: plain alpha-beta.
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

impl PvsOptions {
    /// The defaults.
    pub const DEFAULT: Self = Self {
        limits: SearchLimits::NONE,
        ties: TieBreak::First,
        method: Method::Pvs,
        hash: 64 << 20,
        threads: NonZeroUsize::MIN,
        sharing: SmpMethod::Abdada,
        lines: NonZeroUsize::MIN,
        switches: Switches::DEFAULT,
    };
}

impl Default for PvsOptions {
    fn default() -> Self {
        Self::DEFAULT
    }
}

impl PvsOptions {
    /// Checks that the table fits into the memory of the machine.
    ///
    /// # Errors
    /// When it does not.
    pub fn check(&self) -> Result<(), TableTooLargeError> {
        if self.switches.table == TableUse::Off { Ok(()) } else { memory::check(self.hash) }
    }
}
