//! Draughts, the slow way: an array of squares, rows and columns, every path of every capture.
//!
//! Rows are counted from the top, where Black stands, columns from the left, both from 0. Squares have the numbers of PDN: from 1,
//! by rows from the top, in each from the left; the first row uses the second, fourth, .. column. Moves are given by start, end
//! and captured squares in ascending order: compare them with others' as sets.

mod captures;
mod draws;
mod notation;

pub use draws::{SlowDraw, draw};

/// The rules of a game of the draughts family.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SlowDraughts {
    /// Rows and columns: even, 4 to 12.
    pub size: i8,
    /// Who moves first.
    pub starts: SlowColour,
    /// A king goes any distance. Else one square.
    pub flying_kings: bool,
    /// A man captures backwards too.
    pub men_capture_backwards: bool,
    /// Captures go along rows and columns too: over the playable square two away.
    pub orthogonal: bool,
    /// Which captures go before others.
    pub majority: SlowMajority,
    /// What becomes of a man that reaches the last row and could capture on from there.
    pub promotion: SlowPromotion,
    /// When captured pieces leave the board.
    pub removal: SlowRemoval,
    /// When a game is drawn.
    pub draws: SlowDraws,
}

/// Which captures go before others.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SlowMajority {
    /// None: any may be chosen, but it is completed.
    None,
    /// Those of most pieces.
    Quantity,
    /// Those worth most, where a man counts 100 and a king 199; among equals those that a king makes.
    Value,
}

/// What becomes of a man that reaches the last row and could capture on from there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SlowPromotion {
    /// Its move ends, and it is crowned.
    Ends,
    /// It captures on and stays a man.
    Passes,
    /// It captures on as a king.
    ContinuesAsKing,
}

/// When captured pieces leave the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SlowRemoval {
    /// When the move is over.
    AtEnd,
    /// At once.
    AtOnce,
}

/// When a game is drawn; plies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SlowDraws {
    /// A position that comes up so often.
    pub repetition: Option<usize>,
    /// So many moves of kings in a row that capture nothing.
    pub quiet: Option<usize>,
    /// So many plies of three pieces, a king among them, against a lone king.
    pub three_to_king: Option<usize>,
    /// So many plies of two pieces, a king among them, or a king against a lone king.
    pub two_to_king: Option<usize>,
}

/// Whose a piece is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum SlowColour {
    /// At the top; its men go down.
    Black,
    /// At the bottom; its men go up.
    White,
}

/// A man or a king.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct SlowDraughtsPiece {
    /// Whose.
    pub colour: SlowColour,
    /// Else a man.
    pub is_king: bool,
}

/// What stands where, and who is to move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct SlowDraughtsPosition {
    /// Twelve places to a row, whatever the size.
    board: [Option<SlowDraughtsPiece>; 144],
    to_move: SlowColour,
}

/// A legal move; squares by number.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct SlowDraughtsMove {
    /// The start.
    pub from: u8,
    /// The end.
    pub to: u8,
    /// What it captures, ascending.
    pub captured: Vec<u8>,
    /// Every list of squares, start, landings and end, that makes this move; ascending.
    pub paths: Vec<Vec<u8>>,
    /// What stands on the end afterwards.
    becomes: SlowDraughtsPiece,
}

/// PerftLeaves of the game tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SlowLeaves {
    /// All of them.
    pub nodes: u64,
    /// Those where the side to move has no move, and so has lost.
    pub won: u64,
}

/// Row and column.
type Place = (i8, i8);
/// Rows and columns from one square to the next.
type Step = (i8, i8);

const DIAGONALS: [Step; 4] = [(-1, -1), (-1, 1), (1, -1), (1, 1)];
const STRAIGHTS: [Step; 4] = [(-2, 0), (0, -2), (0, 2), (2, 0)];

fn next(place: Place, step: Step) -> Place {
    (place.0 + step.0, place.1 + step.1)
}

impl SlowColour {
    /// The other one.
    #[must_use]
    pub fn opponent(self) -> Self {
        match self {
            Self::Black => Self::White,
            Self::White => Self::Black,
        }
    }

    /// Rows that a man of this colour goes with a step.
    fn forwards(self) -> i8 {
        match self {
            Self::Black => 1,
            Self::White => -1,
        }
    }
}

impl SlowDraughtsPosition {
    /// Who is to move.
    pub fn to_move(&self) -> SlowColour {
        self.to_move
    }

    fn at(&self, (row, column): Place) -> Option<SlowDraughtsPiece> {
        self.board[12 * row as usize + column as usize]
    }

    fn put(&mut self, (row, column): Place, piece: Option<SlowDraughtsPiece>) {
        self.board[12 * row as usize + column as usize] = piece;
    }

    fn pieces(&self, colour: SlowColour) -> Vec<SlowDraughtsPiece> {
        self.board.iter().flatten().filter(|piece| piece.colour == colour).copied().collect()
    }
}

impl SlowDraughts {
    /// English draughts, or checkers.
    pub fn english(size: i8) -> Self {
        Self {
            size,
            starts: SlowColour::Black,
            flying_kings: false,
            men_capture_backwards: false,
            orthogonal: false,
            majority: SlowMajority::None,
            promotion: SlowPromotion::Ends,
            removal: SlowRemoval::AtEnd,
            draws: SlowDraws { repetition: Some(3), quiet: Some(80), three_to_king: None, two_to_king: None },
        }
    }

    /// International draughts; on 12x12, Canadian.
    pub fn international(size: i8) -> Self {
        Self {
            size,
            starts: SlowColour::White,
            flying_kings: true,
            men_capture_backwards: true,
            orthogonal: false,
            majority: SlowMajority::Quantity,
            promotion: SlowPromotion::Passes,
            removal: SlowRemoval::AtEnd,
            draws: SlowDraws { repetition: Some(3), quiet: Some(50), three_to_king: Some(32), two_to_king: Some(10) },
        }
    }

    /// How many squares are played on.
    pub fn squares(&self) -> u8 {
        (self.size / 2 * self.size) as u8
    }

    /// How many men a side starts with: two rows in the middle stay empty.
    pub fn men(&self) -> u8 {
        ((self.size - 2) / 2 * self.size / 2) as u8
    }

    /// The start.
    pub fn initial(&self) -> SlowDraughtsPosition {
        let mut position = SlowDraughtsPosition { board: [None; 144], to_move: self.starts };
        for number in 1..=self.men() {
            let man = |colour| Some(SlowDraughtsPiece { colour, is_king: false });
            position.put(self.place(number), man(SlowColour::Black));
            position.put(self.place(self.squares() + 1 - number), man(SlowColour::White));
        }
        position
    }

    fn place(&self, number: u8) -> Place {
        let (row, at) = ((number as i8 - 1) / (self.size / 2), (number as i8 - 1) % (self.size / 2));
        (row, 2 * at + (row + 1) % 2)
    }

    fn number(&self, (row, column): Place) -> u8 {
        (row * (self.size / 2) + column / 2 + 1) as u8
    }

    fn is_on_board(&self, (row, column): Place) -> bool {
        (0..self.size).contains(&row) && (0..self.size).contains(&column)
    }

    fn is_last_row(&self, colour: SlowColour, (row, _): Place) -> bool {
        row == if colour == SlowColour::Black { self.size - 1 } else { 0 }
    }

    /// A piece that ends its move somewhere.
    fn crowned(&self, piece: SlowDraughtsPiece, end: Place) -> SlowDraughtsPiece {
        SlowDraughtsPiece { is_king: piece.is_king || self.is_last_row(piece.colour, end), ..piece }
    }

    /// The legal moves, by start, end and captured squares. None: the side to move has lost.
    pub fn legal(&self, position: &SlowDraughtsPosition) -> Vec<SlowDraughtsMove> {
        let own = |number: &u8| position.at(self.place(*number)).is_some_and(|p| p.colour == position.to_move);
        let own: Vec<u8> = (1..=self.squares()).filter(own).collect();
        let walks: Vec<_> = own.iter().flat_map(|&from| self.walks(position, self.place(from))).collect();
        let mut moves = if walks.is_empty() {
            own.iter().flat_map(|&from| self.quiet(position, self.place(from))).collect()
        } else {
            self.merged(self.best(position, walks))
        };
        moves.sort();
        moves
    }

    fn quiet(&self, position: &SlowDraughtsPosition, from: Place) -> Vec<SlowDraughtsMove> {
        let Some(piece) = position.at(from) else { return Vec::new() };
        let mut moves = Vec::new();
        for step in DIAGONALS {
            if !piece.is_king && step.0 != piece.colour.forwards() {
                continue;
            }
            let mut to = next(from, step);
            while self.is_on_board(to) && position.at(to).is_none() {
                let squares = [from, to].map(|place| self.number(place));
                moves.push(SlowDraughtsMove {
                    from: squares[0],
                    to: squares[1],
                    captured: Vec::new(),
                    paths: vec![squares.to_vec()],
                    becomes: self.crowned(piece, to),
                });
                if !(piece.is_king && self.flying_kings) {
                    break;
                }
                to = next(to, step);
            }
        }
        moves
    }

    /// The position after a legal move.
    pub fn play(&self, position: &SlowDraughtsPosition, mv: &SlowDraughtsMove) -> SlowDraughtsPosition {
        let mut after = *position;
        for &number in mv.captured.iter().chain([&mv.from]) {
            after.put(self.place(number), None);
        }
        after.put(self.place(mv.to), Some(mv.becomes));
        after.to_move = position.to_move.opponent();
        after
    }

    /// The number of positions so many plies below this one.
    pub fn perft(&self, position: &SlowDraughtsPosition, depth: u32) -> u64 {
        let moves = self.legal(position);
        match depth {
            0 => 1,
            1 => moves.len() as u64,
            _ => moves.iter().map(|mv| self.perft(&self.play(position, mv), depth - 1)).sum(),
        }
    }

    /// As [`SlowDraughts::perft`], and how many of them are won.
    pub fn leaves(&self, position: &SlowDraughtsPosition, depth: u32) -> SlowLeaves {
        let moves = self.legal(position);
        if depth == 0 {
            return SlowLeaves { nodes: 1, won: u64::from(moves.is_empty()) };
        }
        let below = moves.iter().map(|mv| self.leaves(&self.play(position, mv), depth - 1));
        below.fold(SlowLeaves::default(), |sum, leaves| SlowLeaves {
            nodes: sum.nodes + leaves.nodes,
            won: sum.won + leaves.won,
        })
    }
}
