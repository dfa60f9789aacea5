//! What a book is about.

/// Columns, rows and the length of lines.
pub type BoardSize = [u8; 3];

/// What the entries of a book say.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// The score of every position.
    Scores,
    /// A move in every position that comes up while one side keeps to these moves.
    Policy,
}

/// What a book is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Title {
    /// What its entries say.
    pub kind: Kind,
    /// Columns, rows and the length of lines.
    pub size: BoardSize,
    /// Scores: positions of up to so many stones. Policy: of fewer.
    pub plies: u8,
}
