//! Selects the search code of a board: specialized for common sizes, otherwise generic.

use zermelo_games::bitboard::{Bits, Wide as WideBits};
use zermelo_search::memory::TableTooLargeError;

use super::board::{AnyBoard, FixedBoard, SolverBoard};
use super::question::{ScoreBounds, ScoreQuestion};
use super::root::{self, SolveParams};
use super::table::{BoundsTable, NarrowLayout, WideLayout};

/// A solver for the boards of one size.
pub trait BoardSolver<S>: Send + Sync {
    /// Solves a position that is not over, given by the stones of the side to move and of the opponent.
    #[doc(hidden)]
    fn solve(&self, stones: [S; 2], question: ScoreQuestion, params: SolveParams<'_>) -> (ScoreBounds, u64);

    /// The memory of the transposition table in bytes.
    #[doc(hidden)]
    fn bytes(&self) -> u64;
}

/// A bitboard type with solvers for its boards.
pub trait SolverBits: Bits {
    /// The solver for a board of `[width, height, k]`, with a table of at most `bytes`.
    #[doc(hidden)]
    fn board_solver(size: [u32; 3], bytes: u64) -> Result<Box<dyn BoardSolver<Self>>, TableTooLargeError>;
}

struct SizedSolver<B> {
    board: B,
    table: BoundsTable,
}

impl<B: SolverBoard> BoardSolver<B::Set> for SizedSolver<B> {
    fn solve(&self, stones: [B::Set; 2], question: ScoreQuestion, params: SolveParams<'_>) -> (ScoreBounds, u64) {
        root::solve(self.board, &self.table, stones, question, params)
    }

    fn bytes(&self) -> u64 {
        self.table.bytes()
    }
}

fn with_table<B: SolverBoard>(board: B, bytes: u64) -> Result<Box<dyn BoardSolver<B::Set>>, TableTooLargeError> {
    Ok(Box::new(SizedSolver { board, table: BoundsTable::new(bytes)? }))
}

/// The specialized solver of a listed size, otherwise the generic one.
macro_rules! select_solver {
    ($set:ty, $size:expr, $bytes:expr, $($width:literal x $height:literal $layout:ty),* $(,)?) => {
        match $size {
            $([$width, $height, 4] => with_table(FixedBoard::<$width, $height, $set, $layout>::NEW, $bytes),)*
            [width, height, k] => with_table(AnyBoard::<$set, WideLayout>::new(width, height, k), $bytes),
        }
    };
}

impl SolverBits for u64 {
    fn board_solver(size: [u32; 3], bytes: u64) -> Result<Box<dyn BoardSolver<Self>>, TableTooLargeError> {
        select_solver!(u64, size, bytes, 7 x 6 NarrowLayout, 6 x 6 NarrowLayout, 6 x 7 NarrowLayout, 7 x 7 NarrowLayout, 8 x 6 NarrowLayout, 9 x 5 NarrowLayout, 8 x 7 WideLayout, 9 x 6 WideLayout)
    }
}

impl SolverBits for u128 {
    fn board_solver(size: [u32; 3], bytes: u64) -> Result<Box<dyn BoardSolver<Self>>, TableTooLargeError> {
        select_solver!(u128, size, bytes, 8 x 8 WideLayout, 9 x 7 WideLayout, 10 x 6 WideLayout)
    }
}

impl SolverBits for WideBits<5> {
    fn board_solver(size: [u32; 3], bytes: u64) -> Result<Box<dyn BoardSolver<Self>>, TableTooLargeError> {
        select_solver!(WideBits<5>, size, bytes,)
    }
}
