//! Positions of games in which stones are placed one by one and stay.

use zermelo_core::view::{Effect, Moving, Phrase, Piece, PieceKind};
use zermelo_core::{Game, Outcome, Position, Side, Square};

use crate::bitboard::{Bits, mix};
use crate::grid::{Arrangement, PositionError};
use crate::lattice::Lattice;

/// A game in which each move places one stone on a cell of a box, and lines of `k` win: what evaluators of lines ask for.
pub trait StoneGame: Game<Position = Stones<Self::Set>> {
    /// Sets of squares.
    type Set: Bits;

    /// The board's geometry.
    fn lattice(&self) -> &Lattice;

    /// The square that a legal move takes.
    fn square_of(&self, before: &Stones<Self::Set>, mv: Self::Move) -> Square;

    /// The cells that can be taken now, where these are taken.
    fn open(&self, occupied: Self::Set) -> Self::Set;

    /// Whether stones stand on each other: a cell comes free when the one below is taken.
    fn has_gravity(&self) -> bool;
}

/// The stones of both sides. Who owns which set follows from the side to move, so that a search sees the same shape from either
/// side.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Stones<B> {
    mover: B,
    other: B,
    side: Side,
    /// Whether the side that has just moved has a line, or what else wins.
    won: bool,
}

impl<B: Bits> Stones<B> {
    /// The empty board.
    pub const fn empty() -> Self {
        Self { mover: B::EMPTY, other: B::EMPTY, side: Side::First, won: false }
    }

    /// A position by the stones of each side, whose turn it is, and whether the side that has just moved has won.
    #[inline]
    pub(crate) fn new(stones: [B; 2], side: Side, won: bool) -> Self {
        Self { mover: stones[side.index()], other: stones[side.opponent().index()], side, won }
    }

    /// The stones of the side to move.
    #[inline]
    pub fn mover(&self) -> B {
        self.mover
    }

    /// The stones of the side that has just moved.
    #[inline]
    pub fn other(&self) -> B {
        self.other
    }

    /// The stones of a side.
    #[inline]
    pub fn of(&self, side: Side) -> B {
        if side == self.side { self.mover } else { self.other }
    }

    /// All stones.
    #[inline]
    pub fn occupied(&self) -> B {
        self.mover | self.other
    }

    /// Whether the side that has just moved has a line.
    #[inline]
    pub fn is_won(&self) -> bool {
        self.won
    }

    /// Who stands on a square.
    pub fn at(&self, square: u32) -> Option<Side> {
        if self.mover.has(square) {
            Some(self.side)
        } else if self.other.has(square) {
            Some(self.side.opponent())
        } else {
            None
        }
    }

    /// The side to move puts its stone on one more square; `has_line` says whether its stones make a line then.
    #[inline]
    pub fn place(&mut self, stone: B, has_line: impl FnOnce(B) -> bool) {
        debug_assert!((self.occupied() & stone).is_empty(), "the square is taken");
        let stones = self.mover | stone;
        *self = Self { mover: self.other, other: stones, side: self.side.opponent(), won: has_line(stones) };
    }

    /// The result on a board whose cells are `full`.
    #[inline]
    pub fn outcome(&self, full: B) -> Option<Outcome> {
        if self.won {
            Some(Outcome::Win(self.side.opponent()))
        } else if self.occupied() == full {
            Some(Outcome::Draw)
        } else {
            None
        }
    }

    /// The same stones with the other side to move.
    #[must_use]
    pub fn passed(&self) -> Self {
        Self { mover: self.other, other: self.mover, side: self.side.opponent(), won: false }
    }

    /// The image under a symmetry of the lattice.
    #[must_use]
    pub fn image(&self, lattice: &Lattice, symmetry: usize) -> Self {
        let image = |set| lattice.image_of_set(set, symmetry);
        Self { mover: image(self.mover), other: image(self.other), ..*self }
    }

    /// Makes sure that an arrangement can come up in a game on this lattice, and makes a position of it. With `gravity`, no stone
    /// floats.
    pub fn from_arrangement(
        arrangement: &Arrangement,
        lattice: &Lattice,
        gravity: bool,
    ) -> Result<Self, PositionError> {
        let mut stones = [B::EMPTY; 2];
        for (cell, side) in arrangement.stones() {
            let [x, y, z] = cell;
            if gravity && y > 0 && arrangement.at([x, y - 1, z]).is_none() {
                return Err(PositionError::Floating { column: x + 1, row: y + 1, plane: z + 1 });
            }
            stones[side.index()] |= B::single(u32::from(lattice.square(cell).0));
        }
        let side = arrangement.side_to_move();
        let (mover, other) = (stones[side.index()], stones[side.opponent().index()]);
        let lead = u32::from(side == Side::Second);
        if stones[0].count() != stones[1].count() + lead {
            let [first, second] = stones.map(Bits::count);
            return Err(PositionError::Unbalanced { first, second, side });
        }
        if lattice.has_line(mover) {
            return Err(if lattice.has_line(other) {
                PositionError::BothWon
            } else {
                PositionError::MoverWon { side }
            });
        }
        let won = lattice.has_line(other);
        if won {
            // The game ended with the stone that made the line: without one of its stones there must have been none. Under
            // gravity that stone lies on top.
            let is_last = |(cell @ [x, y, z], owner): ([u8; 3], Side)| {
                let buried = gravity && y + 1 < lattice.size()[1] && arrangement.at([x, y + 1, z]).is_some();
                let without = other & !B::single(u32::from(lattice.square(cell).0));
                owner != side && !buried && !lattice.has_line(without)
            };
            if !arrangement.stones().any(is_last) {
                return Err(PositionError::PlayedOn { side: side.opponent() });
            }
        }
        Ok(Self { mover, other, side, won })
    }

    /// The stones as an arrangement of a lattice.
    pub fn to_arrangement(&self, lattice: &Lattice) -> Arrangement {
        let mut arrangement = Arrangement::empty(lattice.size(), self.side);
        for cell in lattice.cells() {
            arrangement.set(cell, self.at(u32::from(lattice.square(cell).0)));
        }
        arrangement
    }
}

impl<B: Bits> Position for Stones<B> {
    #[inline]
    fn side_to_move(&self) -> Side {
        self.side
    }

    #[inline]
    fn key(&self) -> u64 {
        let key = self.other.mix_into(self.mover.mix_into(0));
        mix(key, u64::from(self.side == Side::Second))
    }
}

/// What all games of placed stones show alike.
impl<B: Bits> Stones<B> {
    /// The stones, by squares.
    pub fn pieces(&self) -> Vec<Piece> {
        let piece =
            |square| self.at(square).map(|side| Piece { square: Square(square as u16), side, kind: PieceKind::Stone });
        self.occupied().squares().filter_map(piece).collect()
    }

    /// The move that puts a stone on a square: one click, one stone.
    pub fn placing(&self, square: Square, spoken: Phrase) -> Moving {
        let piece = Piece { square, side: self.side, kind: PieceKind::Stone };
        Moving { spoken, path: vec![square], steps: vec![vec![Effect::Place { piece }]] }
    }

    /// The squares of the winner's lines; none while nobody has won.
    pub fn winning_squares(&self, lattice: &Lattice) -> Vec<Square> {
        if self.won { lattice.squares_of_lines(self.other) } else { Vec::new() }
    }
}
