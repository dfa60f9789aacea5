//! Connect Four in three dimensions: a ball is dropped on one of `width * depth` posts, and `k` in
//! a row in any of 13 directions win. On 4x4x4 this is Score Four. Without gravity, any empty cell
//! can be chosen; on 4x4x4 this is Qubic.
//!
//! The number of bits of a post is its height rounded up to a power of two, so that no post spans
//! two words. The square numbers of the lowest row of the default board (6 columns, 5 planes, 5
//! rows; 8 bits per post) are:
//!
//! ```text
//!            a    b    c    d    e    f     column
//!  depth 5  32   72  112  152  192  232     back
//!  depth 4  24   64  104  144  184  224
//!  depth 3  16   56   96  136  176  216
//!  depth 2   8   48   88  128  168  208
//!  depth 1   0   40   80  120  160  200     front
//! ```
//!
//! The number increases by 1 with each row. Moves are generated in the order of the squares: a1,
//! a2, .., a5, b1, .., or without gravity a11, a12, .. (the row is the last digit).

mod notation;
mod view;

use std::sync::Arc;

use zermelo_core::spec::{Param, ParamInfo, Params};
use zermelo_core::{Game, Outcome, PerftCount, Playout, SearchHints, Square};

use crate::bitboard::{Bits, Wide};
use crate::completions::LineCompletions;
use crate::grid::PlacementError;
use crate::lattice::Lattice;
use crate::playouts::{self, LineSets};
use crate::stones::{StoneGame, Stones, stone_game_items};

/// Connect Four in three dimensions, on a box whose cells fit `B`.
#[derive(Clone, Debug)]
pub struct Connect3d<B> {
    lattice: Arc<Lattice>,
    completions: Arc<LineCompletions<B>>,
    lines: Arc<LineSets<B>>,
    gravity: bool,
    /// The number of bits of a post.
    stride: u32,
    /// All cells.
    full: B,
    /// The highest cell of each post.
    top: B,
    /// The lowest cell of each post.
    floor: B,
}

/// Connect Four in three dimensions with the smallest set of cells that fits.
#[derive(Clone, Debug)]
pub enum AnyConnect3d {
    /// Up to 64 bits, such as 4x4x4.
    Small(Connect3d<u64>),
    /// Up to 256 bits, such as the default 6x5x5.
    Medium(Connect3d<Wide<4>>),
    /// Up to 512 bits.
    Large(Connect3d<Wide<8>>),
}

const WIDTH: Param<u8> = Param::<u8>::integer("width", 1..=8, 6, "columns, from left to right");
const DEPTH: Param<u8> = Param::<u8>::integer("depth", 1..=8, 5, "planes, from front to back");
const HEIGHT: Param<u8> = Param::<u8>::integer("height", 1..=8, 5, "rows, from bottom to top");
const K: Param<u8> = Param::<u8>::integer("k", 1..=8, 4, "balls in a row that win");
const GRAVITY: Param<bool> = Param::switch("gravity", true, "whether balls fall; off: any empty cell (Qubic)");

/// The parameters of a specification.
pub const PARAMS: &[ParamInfo] = &[WIDTH.info, DEPTH.info, HEIGHT.info, K.info, GRAVITY.info];

impl AnyConnect3d {
    /// The game with validated parameters.
    pub fn from_params(params: &Params) -> Self {
        let size = [params.get(&WIDTH), params.get(&HEIGHT), params.get(&DEPTH)];
        Self::new(size, params.get(&K), params.get(&GRAVITY))
    }

    /// A game on a box of `size` columns, rows and planes, each from 1 to 8.
    ///
    /// # Panics
    /// If one of them or `k` is 0, or a size is greater than 8.
    pub fn new(size: [u8; 3], k: u8, gravity: bool) -> Self {
        let [width, height, depth] = size.map(u32::from);
        match width * depth * height.next_power_of_two() {
            ..=64 => Self::Small(Connect3d::new(size, k, gravity)),
            65..=256 => Self::Medium(Connect3d::new(size, k, gravity)),
            _ => Self::Large(Connect3d::new(size, k, gravity)),
        }
    }
}

impl<B: Bits> Connect3d<B> {
    /// A game on a box of `size` columns, rows and planes.
    ///
    /// # Panics
    /// If one of them or `k` is 0, or the posts do not fit `B`.
    pub fn new(size: [u8; 3], k: u8, gravity: bool) -> Self {
        let [_, height, depth] = size.map(u16::from);
        let stride = height.next_power_of_two();
        let lattice = Lattice::new(size, [stride * depth, 1, stride], k, gravity);
        assert!(lattice.squares() <= B::CAPACITY as usize && stride <= 64, "the posts do not fit the set");
        let full = lattice.full();
        let tops = lattice.cells().filter(|cell| cell[1] == size[1] - 1);
        let top = tops.fold(B::EMPTY, |set, cell| set | B::single(u32::from(lattice.square(cell).0)));
        let floor = top.down(u32::from(size[1]) - 1);
        Self {
            completions: Arc::new(LineCompletions::new(&lattice)),
            lines: Arc::new(LineSets::new(&lattice)),
            lattice: Arc::new(lattice),
            gravity,
            stride: u32::from(stride),
            full,
            top,
            floor,
        }
    }

    /// The cell on which a ball lands, if the post is not full. `post` is the lowest cell of the
    /// post.
    #[inline]
    fn landing(&self, occupied: B, post: u32) -> Option<Square> {
        let word = occupied.word((post / 64) as usize) >> (post % 64);
        let row = word.trailing_ones();
        (row < u32::from(self.lattice.size()[1])).then(|| Square((post + row) as u16))
    }

    /// The lowest cells of the posts, in the order of generation.
    #[inline]
    fn posts(&self) -> impl Iterator<Item = u32> + use<B> {
        let [width, _, depth] = self.lattice.size().map(u32::from);
        let stride = self.stride;
        (0..width * depth).map(move |post| post * stride)
    }
}

impl<B: Bits> Game for Connect3d<B> {
    type Position = Stones<B>;
    /// The cell of the ball.
    type Move = Square;
    type MoveError = PlacementError;
    type Counters = ();

    stone_game_items!(Game with square moves);

    #[inline]
    fn generate(&self, position: &Stones<B>, moves: &mut Vec<Square>) {
        if position.is_won() {
            return;
        }
        let occupied = position.occupied();
        if self.gravity {
            moves.extend(self.posts().filter_map(|post| self.landing(occupied, post)));
        } else {
            moves.extend((self.full & !occupied).squares().map(|square| Square(square as u16)));
        }
    }

    fn check(&self, position: &Stones<B>, mv: Square) -> Result<(), PlacementError> {
        if self.outcome(position).is_some() {
            return Err(PlacementError::GameOver);
        }
        if mv.index() >= self.lattice.squares() || !self.full.has(u32::from(mv.0)) {
            return Err(PlacementError::OffBoard { expected: self.expected_move() });
        }
        let occupied = position.occupied();
        if occupied.has(u32::from(mv.0)) {
            return Err(PlacementError::Taken { square: self.cell_name(mv) });
        }
        let post = u32::from(mv.0) / self.stride * self.stride;
        if self.gravity && self.landing(occupied, post) != Some(mv) {
            return Err(PlacementError::Floating { square: self.cell_name(mv) });
        }
        Ok(())
    }
}

impl<B: Bits> SearchHints for Connect3d<B> {
    stone_game_items!(SearchHints);
}

impl<B: Bits> Playout for Connect3d<B> {
    #[inline]
    fn play_out(
        &self,
        position: &Stones<B>,
        bits: &mut impl FnMut() -> u64,
        played: &mut impl FnMut(Square),
    ) -> Option<Outcome> {
        let open = self.open(position.occupied()).squares();
        let above =
            |square: Square| (self.gravity && !self.top.has(u32::from(square.0))).then_some(Square(square.0 + 1));
        Some(playouts::play_out((&self.lattice, &self.lines), position, open, above, bits, played))
    }
}

impl<B: Bits> PerftCount for Connect3d<B> {
    #[inline]
    fn count_moves(&self, position: &Stones<B>) -> usize {
        let room = if self.gravity { self.top } else { self.full };
        if position.is_won() { 0 } else { (room & !position.occupied()).count() as usize }
    }
}

impl<B: Bits> StoneGame for Connect3d<B> {
    stone_game_items!(StoneGame with square moves);

    #[inline]
    fn open(&self, occupied: B) -> B {
        let reachable = if self.gravity { (occupied & !self.top).up(1) | self.floor } else { self.full };
        reachable & !occupied
    }

    #[inline]
    fn under(&self, cells: B) -> B {
        if self.gravity { (cells & !self.floor).down(1) } else { B::EMPTY }
    }

    fn has_gravity(&self) -> bool {
        self.gravity
    }
}
