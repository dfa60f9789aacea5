//! The reference implementation of draughts: an array of squares, and a search of every path of every capture.
//!
//! Rows are counted from the top, where Black starts, columns from the left, both from 0. Squares have the numbers of
//! PDN: from 1, by rows from the top, each from the left. The first row uses the second, fourth, .. column. Moves are
//! ordered by start, end and captured squares: compare them with the moves of other implementations as sets.

mod captures;
mod draws;
mod notation;

pub use draws::{SlowDrawReason, draw_reason};

/// The rules of a game of the draughts family.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SlowDraughts {
    /// Rows and columns: even, 4 to 12.
    pub size: i8,
    /// The colour that moves first.
    pub starts: SlowColour,
    /// Whether a king moves any distance (flying king). Otherwise one square.
    pub flying_kings: bool,
    /// Whether a man also captures backwards.
    pub men_capture_backwards: bool,
    /// Whether pieces also capture along rows and columns, over the playable square two away.
    pub orthogonal: bool,
    /// The majority rule.
    pub majority: SlowMajority,
    /// The promotion rule.
    pub promotion: SlowPromotion,
    /// When captured pieces are removed.
    pub removal: SlowRemoval,
    /// The rules of draws.
    pub draws: SlowDrawRules,
}

/// The majority rule: which captures must be chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SlowMajority {
    /// Any capture can be chosen, but it must be completed.
    None,
    /// A capture of the most pieces.
    Quantity,
    /// A capture of the greatest value, where a man counts 100 and a king 199; among equal captures, one by a king.
    Value,
}

/// The promotion rule for a man that reaches the last row during a capture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SlowPromotion {
    /// The move ends, and the man becomes a king.
    Ends,
    /// The man continues the capture and stays a man.
    Passes,
    /// The man becomes a king and continues the capture.
    ContinuesAsKing,
}

/// When captured pieces are removed from the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SlowRemoval {
    /// At the end of the move.
    AtEnd,
    /// Immediately: they no longer block the rest of the capture.
    AtOnce,
}

/// The rules of draws, each with its limit; `None` if the game does not have the rule.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SlowDrawRules {
    /// The number of occurrences of a position.
    pub repetition: Option<usize>,
    /// The number of consecutive king moves without a capture, in plies.
    pub quiet: Option<usize>,
    /// The number of plies with three pieces, a king among them, against a lone king.
    pub three_to_king: Option<usize>,
    /// The number of plies with one or two pieces, a king among them, against a lone king.
    pub two_to_king: Option<usize>,
}

/// The two sides.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum SlowColour {
    /// Starts at the top; its men move down.
    Black,
    /// Starts at the bottom; its men move up.
    White,
}

/// A man or a king.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct SlowDraughtsPiece {
    /// The owner.
    pub colour: SlowColour,
    /// Whether it is a king; otherwise a man.
    pub is_king: bool,
}

/// The pieces and the side to move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct SlowDraughtsPosition {
    /// Twelve entries per row, on every board size.
    board: [Option<SlowDraughtsPiece>; 144],
    to_move: SlowColour,
}

/// A legal move. Squares are given by number.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct SlowDraughtsMove {
    /// The square of the piece.
    pub from: u8,
    /// The target square.
    pub to: u8,
    /// The captured squares, ascending.
    pub captured: Vec<u8>,
    /// Every path of this move (start, landings, end), ascending.
    pub paths: Vec<Vec<u8>>,
    /// The piece after the move: a king if the man was promoted.
    becomes: SlowDraughtsPiece,
}

/// The leaves of the game tree at a depth.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SlowPerftLeaves {
    /// The number of leaves.
    pub nodes: u64,
    /// The number of leaves in which the side to move has no move and so has lost.
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
    /// The other colour.
    #[must_use]
    pub fn opponent(self) -> Self {
        match self {
            Self::Black => Self::White,
            Self::White => Self::Black,
        }
    }

    /// The change of the row when a man of this colour moves forwards.
    fn forward_step(self) -> i8 {
        match self {
            Self::Black => 1,
            Self::White => -1,
        }
    }
}

impl SlowDraughtsPosition {
    /// The side to move.
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
            draws: SlowDrawRules { repetition: Some(3), quiet: Some(80), three_to_king: None, two_to_king: None },
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
            draws: SlowDrawRules {
                repetition: Some(3),
                quiet: Some(50),
                three_to_king: Some(32),
                two_to_king: Some(10),
            },
        }
    }

    /// The number of playable squares.
    pub fn squares(&self) -> u8 {
        (self.size / 2 * self.size) as u8
    }

    /// The number of men of a side at the start, which leaves two empty rows in the middle.
    pub fn men(&self) -> u8 {
        ((self.size - 2) / 2 * self.size / 2) as u8
    }

    /// The initial position.
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

    /// The piece after its move, promoted if it ends on the last row.
    fn promoted(&self, piece: SlowDraughtsPiece, end: Place) -> SlowDraughtsPiece {
        SlowDraughtsPiece { is_king: piece.is_king || self.is_last_row(piece.colour, end), ..piece }
    }

    /// The legal moves, ordered by start, end and captured squares. Without a legal move the side to move has lost.
    pub fn legal_moves(&self, position: &SlowDraughtsPosition) -> Vec<SlowDraughtsMove> {
        let own = |number: &u8| position.at(self.place(*number)).is_some_and(|p| p.colour == position.to_move);
        let own: Vec<u8> = (1..=self.squares()).filter(own).collect();
        let captures: Vec<_> = own.iter().flat_map(|&from| self.captures(position, self.place(from))).collect();
        let mut moves = if captures.is_empty() {
            own.iter().flat_map(|&from| self.quiet_moves(position, self.place(from))).collect()
        } else {
            self.merge(self.mandatory(position, captures))
        };
        moves.sort();
        moves
    }

    fn quiet_moves(&self, position: &SlowDraughtsPosition, from: Place) -> Vec<SlowDraughtsMove> {
        let Some(piece) = position.at(from) else { return Vec::new() };
        let mut moves = Vec::new();
        for step in DIAGONALS {
            if !piece.is_king && step.0 != piece.colour.forward_step() {
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
                    becomes: self.promoted(piece, to),
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

    /// The number of leaves of the game tree at a depth.
    pub fn perft(&self, position: &SlowDraughtsPosition, depth: u32) -> u64 {
        let moves = self.legal_moves(position);
        match depth {
            0 => 1,
            1 => moves.len() as u64,
            _ => moves.iter().map(|mv| self.perft(&self.play(position, mv), depth - 1)).sum(),
        }
    }

    /// The leaves at a depth, as [`SlowDraughts::perft`], with the number of decided ones.
    pub fn leaves(&self, position: &SlowDraughtsPosition, depth: u32) -> SlowPerftLeaves {
        let moves = self.legal_moves(position);
        if depth == 0 {
            return SlowPerftLeaves { nodes: 1, won: u64::from(moves.is_empty()) };
        }
        let below = moves.iter().map(|mv| self.leaves(&self.play(position, mv), depth - 1));
        below.fold(SlowPerftLeaves::default(), |sum, leaves| SlowPerftLeaves {
            nodes: sum.nodes + leaves.nodes,
            won: sum.won + leaves.won,
        })
    }
}
