//! The draughts family on boards of 4x4 to 12x12: English draughts (checkers) and international draughts.
//!
//! A game is an entry of the table in [`rules`]; one generator serves all, compiled for each entry and size. Squares are the
//! bits of [`Geometry`], numbered as in PDN from the top left.
//!
//! Moves are generated in this order: captures by the square they start from, men first, and from a square by direction
//! (up-left, up-right, down-left, down-right); else steps of men by direction, then by square; then moves of kings.

mod captures;
mod counters;
mod fen;
mod geometry;
mod illegal;
mod kernel;
mod notation;
mod position;
pub mod rules;
mod steps;
mod view;
mod ways;

use std::fmt;

use zermelo_core::spec::Params;
use zermelo_core::{Depth, Game, Outcome, PerftCount, Playout, Ply, SearchHints, Side, Square, Termination};

use crate::bitboard::Bits;
pub use counters::Counters;
pub use fen::FenError;
pub use geometry::Geometry;
pub use illegal::DraughtsIllegal;
use kernel::Kernel;
pub use position::{DraughtsMove, DraughtsPosition};
use rules::{Colour, Draws, Rules, Ruleset};
use steps::Pieces;

/// A game of the family on a board that fits `B`.
#[derive(Clone)]
pub struct Draughts<B> {
    rules: &'static Rules,
    draws: Draws,
    geometry: Geometry,
    kernel: Kernel<B>,
    initial: DraughtsPosition<B>,
}

/// A game of the family with the smallest set of squares that fits.
#[derive(Clone, Debug)]
pub enum AnyDraughts {
    /// Up to 10x10.
    Small(Draughts<u64>),
    /// 12x12.
    Large(Draughts<u128>),
}

/// The plies of the parameter `kings25`.
const KINGS_25: u16 = 25;

impl AnyDraughts {
    /// The game of these rules that checked parameters name.
    pub fn from_params<V: Ruleset>(params: &Params) -> Self {
        let game = Self::new::<V>(params.get(&V::RULES.size));
        if params.get(&rules::KINGS25) { game.with_quiet_limit(KINGS_25) } else { game }
    }

    /// A game by its rules.
    ///
    /// # Panics
    /// When `size` is odd, below 4 or above 12.
    pub fn new<V: Ruleset>(size: u8) -> Self {
        V::build(size)
    }

    /// The game that [`Ruleset::build`] returns. Calling it compiles the move generator for the rules and all sizes.
    ///
    /// # Panics
    /// If `size` is odd, below 4 or above 12.
    pub fn compile<V: Ruleset>(size: u8) -> Self {
        match size {
            4 => Self::Small(Draughts::new::<V, 2>()),
            6 => Self::Small(Draughts::new::<V, 3>()),
            8 => Self::Small(Draughts::new::<V, 4>()),
            10 => Self::Small(Draughts::new::<V, 5>()),
            12 => Self::Large(Draughts::new::<V, 6>()),
            _ => panic!("a board of draughts has 4, 6, 8, 10 or 12 rows, not {size}"),
        }
    }

    /// The same game, drawn after other plies of kings only and without a capture.
    #[must_use]
    pub fn with_quiet_limit(self, plies: u16) -> Self {
        match self {
            Self::Small(game) => Self::Small(game.with_quiet_limit(plies)),
            Self::Large(game) => Self::Large(game.with_quiet_limit(plies)),
        }
    }
}

impl<B: Bits> Draughts<B> {
    /// A game by its rules, on `2 * HALF` rows and columns.
    ///
    /// # Panics
    /// When the board does not fit `B`.
    pub fn new<V: Ruleset, const HALF: u32>() -> Self {
        let rules = const { &V::RULES };
        assert!(HALF * (2 * HALF + 1) <= B::CAPACITY, "the board does not fit the set");
        let geometry = Geometry::new(2 * HALF as u8, rules.mirrored);
        let men = u32::from(geometry.rows_of_men());
        let black = B::from_u128(geometry::rows(HALF, 0, men));
        let white = B::from_u128(geometry::rows(HALF, 2 * HALF - men, 2 * HALF));
        let pieces = if rules.starts == Colour::Black { [black, white] } else { [white, black] };
        Self {
            rules,
            draws: rules.draws,
            geometry,
            kernel: Kernel::of::<V, HALF>(),
            initial: DraughtsPosition { pieces, kings: B::EMPTY, side: Side::First },
        }
    }

    /// The same game, drawn after other plies of kings only and without a capture.
    #[must_use]
    pub fn with_quiet_limit(mut self, plies: u16) -> Self {
        self.draws.quiet = Some(plies);
        self
    }

    /// Where the squares lie.
    pub fn geometry(&self) -> Geometry {
        self.geometry
    }

    /// The rules.
    pub fn rules(&self) -> &'static Rules {
        self.rules
    }

    /// When games are drawn.
    pub fn draws(&self) -> &Draws {
        &self.draws
    }

    /// Whether a side's men go down, to higher numbers.
    #[inline]
    pub fn goes_down(&self, side: Side) -> bool {
        self.rules.colour(side) == Colour::Black
    }

    /// The row on which a side's men are crowned, counted from the bottom.
    fn last_row(&self, side: Side) -> u8 {
        if self.goes_down(side) { 0 } else { self.geometry.size() - 1 }
    }

    /// How many moves a side has, or would have if it were to move.
    #[inline]
    pub fn mobility(&self, position: &DraughtsPosition<B>, side: Side) -> usize {
        self.kernel.count(self.goes_down(side), &Self::seen_by(position, side))
    }

    #[inline]
    fn seen_by(position: &DraughtsPosition<B>, side: Side) -> Pieces<B> {
        Pieces { own: position.of(side), other: position.of(side.opponent()), kings: position.kings }
    }

    /// The legal moves as a list of their own.
    fn legal(&self, position: &DraughtsPosition<B>) -> Vec<DraughtsMove<B>> {
        let mut moves = Vec::new();
        self.generate(position, &mut moves);
        moves
    }
}

impl<B: Bits> fmt::Debug for Draughts<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Draughts")
            .field("id", &self.rules.id)
            .field("size", &self.geometry.size())
            .finish_non_exhaustive()
    }
}

impl<B: Bits> Game for Draughts<B> {
    type Position = DraughtsPosition<B>;
    type Move = DraughtsMove<B>;
    type MoveError = DraughtsIllegal;
    type Counters = Counters;

    fn initial(&self) -> DraughtsPosition<B> {
        self.initial
    }

    #[inline]
    fn is_acyclic(&self) -> bool {
        false
    }

    /// A side without a legal move has lost.
    #[inline]
    fn outcome(&self, position: &DraughtsPosition<B>) -> Option<Outcome> {
        let can_move = self.kernel.can_move(self.goes_down(position.side), &Self::seen_by(position, position.side));
        (!can_move).then(|| Outcome::Win(position.side.opponent()))
    }

    fn termination(&self, _: &DraughtsPosition<B>) -> Termination {
        Termination::NoMove
    }

    #[inline]
    fn generate(&self, position: &DraughtsPosition<B>, moves: &mut Vec<DraughtsMove<B>>) {
        self.kernel.generate(self.goes_down(position.side), &Self::seen_by(position, position.side), moves);
    }

    fn check(&self, position: &DraughtsPosition<B>, mv: DraughtsMove<B>) -> Result<(), DraughtsIllegal> {
        let legal = self.legal(position);
        if legal.contains(&mv) { Ok(()) } else { Err(self.why_not(position, &legal, mv)) }
    }

    #[inline]
    fn play_unchecked(&self, position: &mut DraughtsPosition<B>, mv: DraughtsMove<B>) {
        position.play(mv);
    }

    #[inline]
    fn repetition_limit(&self) -> Option<u32> {
        self.draws.repetition
    }

    #[inline]
    fn is_irreversible(&self, before: &DraughtsPosition<B>, mv: DraughtsMove<B>) -> bool {
        counters::is_progress(before, mv)
    }

    #[inline]
    fn count(
        &self,
        counters: Counters,
        before: &DraughtsPosition<B>,
        mv: DraughtsMove<B>,
        after: &DraughtsPosition<B>,
    ) -> Counters {
        counters.after(&self.draws, before, mv, after)
    }

    #[inline]
    fn is_move_limit(&self, counters: Counters, position: &DraughtsPosition<B>) -> bool {
        counters.are_at_limit(&self.draws, position)
    }
}

impl<B: Bits> SearchHints for Draughts<B> {
    #[inline]
    fn counters_key(&self, counters: Counters, position: &DraughtsPosition<B>, within: Ply) -> u64 {
        counters.key(&self.draws, position, within)
    }

    #[inline]
    fn is_noisy(&self, _: &DraughtsPosition<B>, mv: DraughtsMove<B>) -> bool {
        mv.is_capture()
    }

    #[inline]
    fn has_noisy(&self, position: &DraughtsPosition<B>) -> bool {
        self.kernel.can_capture(self.goes_down(position.side), &Self::seen_by(position, position.side))
    }

    /// By both ends; captures with the same ends are told apart for the most part.
    #[inline]
    fn move_code(&self, _: &DraughtsPosition<B>, mv: DraughtsMove<B>) -> u16 {
        /// One more than the highest bit of any board.
        const BITS: u16 = 80;
        let ends = u16::from(mv.from) * BITS + u16::from(mv.to);
        if mv.is_capture() { ends + BITS * BITS * (1 + (mv.captured.mix_into(0) % 7) as u16) } else { ends }
    }
}

impl<B: Bits> Playout for Draughts<B> {}

impl<B: Bits> PerftCount for Draughts<B> {
    #[inline]
    fn count_moves(&self, position: &DraughtsPosition<B>) -> usize {
        self.mobility(position, position.side)
    }

    #[inline]
    fn count_leaves(&self, position: &DraughtsPosition<B>, depth: Depth) -> Option<u64> {
        Some(self.kernel.leaves(self.goes_down(position.side), &Self::seen_by(position, position.side), depth))
    }
}

impl<B: Bits> DraughtsMove<B> {
    /// Whether it captures something.
    #[inline]
    pub fn is_capture(&self) -> bool {
        !self.captured.is_empty()
    }

    /// The square that it starts from.
    #[inline]
    pub fn start(&self) -> Square {
        Square(u16::from(self.from))
    }

    /// The square that it ends on.
    #[inline]
    pub fn end(&self) -> Square {
        Square(u16::from(self.to))
    }
}
