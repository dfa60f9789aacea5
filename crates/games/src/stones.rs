//! Positions of games in which each move places one stone, which is never moved or captured.

use zermelo_core::view::{Effect, Moving, Phrase, Piece, PieceKind};
use zermelo_core::{Game, Outcome, Position, Side, Square};

use crate::bitboard::{Bits, mix};
use crate::grid::{Arrangement, PositionError};
use crate::lattice::Lattice;

/// A game in which each move places one stone on a cell of a box, and a line of `k` stones wins.
/// `stone_game_items!` implements the common trait methods with the methods of this trait.
/// Evaluators that count lines use it too.
pub trait StoneGame: Game<Position = Stones<Self::Set>> {
    /// The type of sets of squares.
    type Set: Bits;

    /// The board's geometry.
    fn lattice(&self) -> &Lattice;

    /// All squares.
    fn full(&self) -> Self::Set;

    /// The square on which a legal move places its stone.
    fn square_of(&self, before: &Stones<Self::Set>, mv: Self::Move) -> Square;

    /// The move that places a stone on a playable square.
    fn move_to(&self, square: Square) -> Self::Move;

    /// The playable cells when these are occupied.
    fn open(&self, occupied: Self::Set) -> Self::Set;

    /// The cells directly below these. Empty in games without gravity.
    fn under(&self, cells: Self::Set) -> Self::Set;

    /// The squares that make a line with these stones. Occupied squares are included.
    fn completions(&self, stones: Self::Set) -> Self::Set;

    /// Whether some line has at most `missing` of its squares in `free` and the others in `stones`.
    /// The result may be `true` for a position without such a line.
    fn has_room(&self, stones: Self::Set, free: Self::Set, missing: u32) -> bool;

    /// Whether stones fall: a cell becomes playable when the cell below is occupied.
    fn has_gravity(&self) -> bool;
}

/// The items of a trait that are the same for every [`StoneGame`] with the set `B`. The arms `with
/// square moves` are for games whose moves are squares and whose rules have the fields `lattice`,
/// `completions` and `full`.
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
    (Game with square moves) => {
        stone_game_items!(Game);

        #[inline]
        fn play_unchecked(&self, position: &mut Stones<B>, mv: zermelo_core::Square) {
            position.place(B::single(u32::from(mv.0)), |stones| self.lattice.completes(stones, mv));
        }

        fn transform_move(&self, mv: zermelo_core::Square, symmetry: usize) -> zermelo_core::Square {
            self.lattice.image(mv, symmetry)
        }
    };
    (StoneGame with square moves) => {
        type Set = B;

        fn lattice(&self) -> &Lattice {
            &self.lattice
        }

        #[inline]
        fn full(&self) -> B {
            self.full
        }

        #[inline]
        fn square_of(&self, _: &Stones<B>, mv: zermelo_core::Square) -> zermelo_core::Square {
            mv
        }

        #[inline]
        fn move_to(&self, square: zermelo_core::Square) -> zermelo_core::Square {
            square
        }

        #[inline]
        fn completions(&self, stones: B) -> B {
            self.completions.completions(stones)
        }

        #[inline]
        fn has_room(&self, stones: B, free: B, missing: u32) -> bool {
            self.completions.has_line(stones, free, missing)
        }
    };
    (SearchHints) => {
        fn plies_to_draw(&self, position: &Stones<B>) -> Option<zermelo_core::Ply> {
            Some(zermelo_core::Ply((self.full() & !position.occupied()).count()))
        }

        /// Whether some line without stones of the opponent lacks at most `moves` stones.
        #[inline]
        fn can_win(&self, position: &Stones<B>, side: zermelo_core::Side, moves: u32) -> bool {
            self.has_room(position.of(side), self.full() & !position.occupied(), moves)
        }

        fn null_move(&self, position: &Stones<B>) -> Option<Stones<B>> {
            Some(position.passed())
        }

        /// The square of the stone.
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
            let (foresight, squares) = crate::completions::foresee(open, own, other, |cells| self.under(cells));
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

/// The stones of both sides, stored as those of the side to move and those of its opponent.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Stones<B> {
    mover: B,
    other: B,
    side: Side,
    /// Whether the side that has just moved has won.
    won: bool,
}

impl<B: Bits> Stones<B> {
    /// The empty board.
    pub const fn empty() -> Self {
        Self { mover: B::EMPTY, other: B::EMPTY, side: Side::First, won: false }
    }

    /// A position from the stones of each side, the side to move, and whether the side that has
    /// just moved has won.
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

    /// Whether the side that has just moved has won.
    #[inline]
    pub fn is_won(&self) -> bool {
        self.won
    }

    /// The side whose stone is on a square.
    pub fn at(&self, square: u32) -> Option<Side> {
        if self.mover.has(square) {
            Some(self.side)
        } else if self.other.has(square) {
            Some(self.side.opponent())
        } else {
            None
        }
    }

    /// Places a stone of the side to move. `has_line` decides from all stones of that side whether
    /// it has won.
    #[inline]
    pub fn place(&mut self, stone: B, has_line: impl FnOnce(B) -> bool) {
        debug_assert!((self.occupied() & stone).is_empty(), "the square is taken");
        let stones = self.mover | stone;
        *self = Self { mover: self.other, other: stones, side: self.side.opponent(), won: has_line(stones) };
    }

    /// The result of the game, if it is over; `full` is the set of all cells.
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

    /// Converts an arrangement to a position, if a game on this lattice can reach it.
    ///
    /// # Errors
    /// [`PositionError`] if the arrangement cannot occur: the numbers of stones do not fit the side
    /// to move, the game ended earlier, or, with `gravity`, a stone has an empty cell below it.
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
            // The last stone completed the line: removing one of the winner's stones must leave no
            // line. With gravity, that stone is the highest of its column.
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

/// The parts of the view that all games of placed stones share.
impl<B: Bits> Stones<B> {
    /// The stones, by square.
    pub fn pieces(&self) -> Vec<Piece> {
        let piece =
            |square| self.at(square).map(|side| Piece { square: Square(square as u16), side, kind: PieceKind::Stone });
        self.occupied().squares().filter_map(piece).collect()
    }

    /// The view of a move that places a stone on a square.
    pub fn placement(&self, square: Square, spoken: Phrase) -> Moving {
        let piece = Piece { square, side: self.side, kind: PieceKind::Stone };
        Moving { spoken, path: vec![square], steps: vec![vec![Effect::Place { piece }]] }
    }

    /// The squares of the winner's lines. Empty if the game is not won.
    pub fn winning_squares(&self, lattice: &Lattice) -> Vec<Square> {
        if self.won { lattice.squares_of_lines(self.other) } else { Vec::new() }
    }
}
