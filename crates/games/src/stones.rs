//! Positions of games in which stones are placed one by one and stay.

use zermelo_core::view::{Effect, Moving, Phrase, Piece, PieceKind};
use zermelo_core::{Game, Outcome, Position, Side, Square};

use crate::bitboard::{Bits, mix};
use crate::grid::{Arrangement, PositionError};
use crate::lattice::Lattice;

/// A game in which each move places one stone on a cell of a box, and lines of `k` win. What all such games answer alike follows
/// from these few answers (`stone_game_items!`); evaluators of lines ask for them too.
pub trait StoneGame: Game<Position = Stones<Self::Set>> {
    /// Sets of squares.
    type Set: Bits;

    /// The board's geometry.
    fn lattice(&self) -> &Lattice;

    /// All squares.
    fn full(&self) -> Self::Set;

    /// The square that a legal move takes.
    fn square_of(&self, before: &Stones<Self::Set>, mv: Self::Move) -> Square;

    /// The move that takes a square which can be taken now.
    fn move_to(&self, square: Square) -> Self::Move;

    /// The cells that can be taken now, where these are taken.
    fn open(&self, occupied: Self::Set) -> Self::Set;

    /// The cells right under these, where stones stand on each other; none elsewhere.
    fn under(&self, cells: Self::Set) -> Self::Set;

    /// The squares, taken or not, each of which makes a line with these stones.
    fn completions(&self, stones: Self::Set) -> Self::Set;

    /// Whether some line has at most `missing` of its squares in `free` and the others in `stones`. Errors on the side of `true` are
    /// safe.
    fn has_room(&self, stones: Self::Set, free: Self::Set, missing: u32) -> bool;

    /// Whether stones stand on each other: a cell comes free when the one below is taken.
    fn has_gravity(&self) -> bool;
}

/// The items of a trait that a [`StoneGame`] with the set `B` answers as all others do.
macro_rules! stone_game_items {
    (Game) => {
        fn initial(&self) -> Stones<B> {
            Stones::empty()
        }

        #[inline]
        fn is_acyclic(&self) -> bool {
            true
        }

        #[inline]
        fn outcome(&self, position: &Stones<B>) -> Option<zermelo_core::Outcome> {
            position.outcome(self.full())
        }

        fn symmetries(&self) -> usize {
            self.lattice.symmetry_count()
        }

        fn transform(&self, position: &Stones<B>, symmetry: usize) -> Stones<B> {
            position.image(&self.lattice, symmetry)
        }
    };
    (SearchHints) => {
        fn plies_to_draw(&self, position: &Stones<B>) -> Option<zermelo_core::Ply> {
            Some(zermelo_core::Ply((self.full() & !position.occupied()).count()))
        }

        /// Some line is free of the opponent's stones and lacks no more than those moves.
        #[inline]
        fn can_win(&self, position: &Stones<B>, side: zermelo_core::Side, moves: u32) -> bool {
            self.has_room(position.of(side), self.full() & !position.occupied(), moves)
        }

        fn null_move(&self, position: &Stones<B>) -> Option<Stones<B>> {
            Some(position.passed())
        }

        /// The square that is taken.
        #[inline]
        fn move_code(&self, position: &Stones<B>, mv: Self::Move) -> u16 {
            self.square_of(position, mv).0
        }

        #[inline]
        fn winning_move(&self, position: &Stones<B>) -> Option<Self::Move> {
            let wins = self.open(position.occupied()) & self.completions(position.mover());
            (!wins.is_empty()).then(|| self.move_to(zermelo_core::Square(wins.lowest() as u16)))
        }

        #[inline]
        fn foresee(&self, position: &Stones<B>, sound: &mut Vec<Self::Move>) -> zermelo_core::Foresight<Self::Move> {
            let open = self.open(position.occupied());
            let (own, other) = (self.completions(position.mover()), self.completions(position.other()));
            let (foresight, squares) = crate::gaps::foresee(open, own, other, |cells| self.under(cells));
            let move_to = |square: u32| self.move_to(zermelo_core::Square(square as u16));
            sound.extend(squares.squares().map(move_to));
            foresight.map(move_to)
        }
    };
    (Notation) => {
        fn position_text(&self, position: &Stones<B>) -> String {
            position.to_arrangement(&self.lattice).to_string()
        }
    };
    (Scene) => {
        fn pieces(&self, position: &Stones<B>) -> Vec<zermelo_core::view::Piece> {
            position.pieces()
        }

        fn winning_cells(&self, position: &Stones<B>) -> Vec<zermelo_core::Square> {
            position.winning_squares(&self.lattice)
        }
    };
}
pub(crate) use stone_game_items;

/// The stones of both sides. Who owns which set follows from the side to move, so that a search sees the same shape from either
/// side.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Stones<B> {
    mover: B,
    other: B,
    side: Side,
    /// Whether the side that has just moved has a line.
    won: bool,
}

impl<B: Bits> Stones<B> {
    /// The empty board.
    pub const fn empty() -> Self {
        Self { mover: B::EMPTY, other: B::EMPTY, side: Side::First, won: false }
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
