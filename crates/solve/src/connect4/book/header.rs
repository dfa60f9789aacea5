//! The header of a book.

/// Columns, rows and the length of a winning line.
pub type BoardSize = [u8; 3];

/// The kind of a book.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BookKind {
    /// The score of every position.
    Scores,
    /// A move for every position that one side can meet while it follows the book.
    Policy,
}

/// The header of a book.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BookHeader {
    /// The kind of the entries.
    pub kind: BookKind,
    /// The board.
    pub size: BoardSize,
    /// A score book has the positions of at most this many stones, a policy book those of fewer.
    pub plies: u8,
}
