//! Which code solves a board: of its own size where that is common, else of any.

use zermelo_games::bitboard::{Bits, Wide as WideSet};
use zermelo_search::memory::TableTooLargeError;

use super::board::{Any, Board, Fixed};
use super::question::{Bounds, Question};
use super::root::{self, Errand};
use super::table::{Narrow, Table, Wide};

/// Solves the boards of one size.
pub trait Engine<S>: Send + Sync {
    /// Settles a position that is not over, given by the stones of the side to move and of the other.
    #[doc(hidden)]
    fn settle(&self, stones: [S; 2], question: Question, errand: Errand<'_>) -> (Bounds, u64);

    /// The table's memory.
    #[doc(hidden)]
    fn bytes(&self) -> u64;
}

/// A set of squares for whose boards there are solvers.
pub trait Sizes: Bits {
    /// The solver for a board of `[width, height, k]`, with a table of so many bytes.
    #[doc(hidden)]
    fn engine(size: [u32; 3], bytes: u64) -> Result<Box<dyn Engine<Self>>, TableTooLargeError>;
}

struct Sized<B> {
    board: B,
    table: Table,
}

impl<B: Board> Engine<B::Set> for Sized<B> {
    fn settle(&self, stones: [B::Set; 2], question: Question, errand: Errand<'_>) -> (Bounds, u64) {
        root::settle(self.board, &self.table, stones, question, errand)
    }

    fn bytes(&self) -> u64 {
        self.table.bytes()
    }
}

fn sized<B: Board>(board: B, bytes: u64) -> Result<Box<dyn Engine<B::Set>>, TableTooLargeError> {
    Ok(Box::new(Sized { board, table: Table::new(bytes)? }))
}

/// The code of a size out of a list, else that of any.
macro_rules! engine {
    ($set:ty, $size:expr, $bytes:expr, $($width:literal x $height:literal $layout:ty),* $(,)?) => {
        match $size {
            $([$width, $height, 4] => sized(Fixed::<$width, $height, $set, $layout>::NEW, $bytes),)*
            [width, height, k] => sized(Any::<$set, Wide>::new(width, height, k), $bytes),
        }
    };
}

impl Sizes for u64 {
    fn engine(size: [u32; 3], bytes: u64) -> Result<Box<dyn Engine<Self>>, TableTooLargeError> {
        engine!(u64, size, bytes, 7 x 6 Narrow, 6 x 6 Narrow, 6 x 7 Narrow, 7 x 7 Narrow, 8 x 6 Narrow, 9 x 5 Narrow, 8 x 7 Wide, 9 x 6 Wide)
    }
}

impl Sizes for u128 {
    fn engine(size: [u32; 3], bytes: u64) -> Result<Box<dyn Engine<Self>>, TableTooLargeError> {
        engine!(u128, size, bytes, 8 x 8 Wide, 9 x 7 Wide, 10 x 6 Wide)
    }
}

impl Sizes for WideSet<5> {
    fn engine(size: [u32; 3], bytes: u64) -> Result<Box<dyn Engine<Self>>, TableTooLargeError> {
        engine!(WideSet<5>, size, bytes,)
    }
}
