//! The move generator, compiled once for each set of rules and each board size.
//! [`CompiledGenerator`] holds the functions.
//!
//! Rules, board size and direction of the men are compile-time constants: every shift is by a
//! constant, and the generator has no branches on the rules. Generating a list of moves costs one
//! call through a function pointer.

#![expect(clippy::inline_always, reason = "constants must reach the shifts, whatever the inliner thinks of the size")]

use zermelo_core::Depth;

use super::captures::{self, CaptureCounter, CaptureList};
use super::position::DraughtsMove;
use super::rules::Ruleset;
use super::steps::{
    DOWN_LEFT, DOWN_RIGHT, Direction, Down, ForwardDirection, MoveGenerator, Pieces, UP_LEFT, UP_RIGHT, Up,
};
use crate::bitboard::Bits;

/// The compiled move generator of one game and board size.
#[derive(Clone, Copy, Debug)]
pub struct CompiledGenerator<B> {
    down: GeneratorFunctions<B>,
    up: GeneratorFunctions<B>,
}

#[derive(Clone, Copy, Debug)]
struct GeneratorFunctions<B> {
    generate: fn(&Pieces<B>, &mut Vec<DraughtsMove<B>>),
    count: fn(&Pieces<B>) -> usize,
    can_move: fn(&Pieces<B>) -> bool,
    can_capture: fn(&Pieces<B>) -> bool,
    leaves: fn(&Pieces<B>, Depth) -> u64,
}

impl<B: Bits> CompiledGenerator<B> {
    /// The generator for the rules `V` on a board of `2 * HALF` rows.
    pub fn of<V: Ruleset, const HALF: u32>() -> Self {
        Self { down: GeneratorFunctions::of::<V, Down, HALF>(), up: GeneratorFunctions::of::<V, Up, HALF>() }
    }

    /// Appends the legal moves of a side whose men move down (to higher numbers) or up.
    #[inline]
    pub fn generate(&self, down: bool, pieces: &Pieces<B>, moves: &mut Vec<DraughtsMove<B>>) {
        (self.functions(down).generate)(pieces, moves);
    }

    /// The number of legal moves.
    #[inline]
    pub fn count(&self, down: bool, pieces: &Pieces<B>) -> usize {
        (self.functions(down).count)(pieces)
    }

    /// Whether there is a legal move.
    #[inline]
    pub fn can_move(&self, down: bool, pieces: &Pieces<B>) -> bool {
        (self.functions(down).can_move)(pieces)
    }

    /// Whether there is a capture.
    #[inline]
    pub fn can_capture(&self, down: bool, pieces: &Pieces<B>) -> bool {
        (self.functions(down).can_capture)(pieces)
    }

    /// The number of perft leaves.
    #[inline]
    pub fn leaves(&self, down: bool, pieces: &Pieces<B>, depth: Depth) -> u64 {
        (self.functions(down).leaves)(pieces, depth)
    }

    #[inline]
    fn functions(&self, down: bool) -> &GeneratorFunctions<B> {
        if down { &self.down } else { &self.up }
    }
}

impl<B: Bits> GeneratorFunctions<B> {
    fn of<V: Ruleset, D: ForwardDirection, const HALF: u32>() -> Self {
        Self {
            generate: MoveGenerator::<V, B, D, HALF>::generate,
            count: MoveGenerator::<V, B, D, HALF>::count,
            can_move: MoveGenerator::<V, B, D, HALF>::can_move,
            can_capture: captures::has_capture::<V, B, D, HALF>,
            leaves: MoveGenerator::<V, B, D, HALF>::leaves,
        }
    }
}

impl<V: Ruleset, B: Bits, D: ForwardDirection, const HALF: u32> MoveGenerator<V, B, D, HALF> {
    fn generate(pieces: &Pieces<B>, moves: &mut Vec<DraughtsMove<B>>) {
        if !captures::visit_captures::<V, B, D, HALF>(pieces, &mut CaptureList::new(moves)) {
            Self::quiet(pieces, |mv| moves.push(mv));
        }
    }

    /// Visits the moves without a capture, ignoring that captures are obligatory.
    #[inline(always)]
    fn quiet(pieces: &Pieces<B>, mut visit: impl FnMut(DraughtsMove<B>)) {
        let empty = Self::board() & !(pieces.own | pieces.other);
        let men = pieces.own & !pieces.kings;
        if D::DOWN {
            Self::steps::<DOWN_LEFT, UP_RIGHT>(men, empty, Self::last_row(), &mut visit);
            Self::steps::<DOWN_RIGHT, UP_LEFT>(men, empty, Self::last_row(), &mut visit);
        } else {
            Self::steps::<UP_LEFT, DOWN_RIGHT>(men, empty, Self::last_row(), &mut visit);
            Self::steps::<UP_RIGHT, DOWN_LEFT>(men, empty, Self::last_row(), &mut visit);
        }
        let kings = pieces.own & pieces.kings;
        if kings.is_empty() {
            return;
        }
        if V::RULES.flying_kings {
            for king in kings.squares() {
                Self::king_moves::<UP_LEFT>(king, empty, &mut visit);
                Self::king_moves::<UP_RIGHT>(king, empty, &mut visit);
                Self::king_moves::<DOWN_LEFT>(king, empty, &mut visit);
                Self::king_moves::<DOWN_RIGHT>(king, empty, &mut visit);
            }
        } else {
            Self::steps::<UP_LEFT, DOWN_RIGHT>(kings, empty, B::EMPTY, &mut visit);
            Self::steps::<UP_RIGHT, DOWN_LEFT>(kings, empty, B::EMPTY, &mut visit);
            Self::steps::<DOWN_LEFT, UP_RIGHT>(kings, empty, B::EMPTY, &mut visit);
            Self::steps::<DOWN_RIGHT, UP_LEFT>(kings, empty, B::EMPTY, &mut visit);
        }
    }

    #[inline(always)]
    fn steps<const TO: Direction, const BACK: Direction>(
        set: B,
        empty: B,
        last_row: B,
        visit: &mut impl FnMut(DraughtsMove<B>),
    ) {
        let mut from = set & Self::step::<BACK>(empty);
        while !from.is_empty() {
            let square = from.lowest();
            from = from.without_lowest();
            let to = Self::step::<TO>(B::single(square));
            let crowns = !(to & last_row).is_empty();
            visit(DraughtsMove { from: square as u8, to: to.lowest() as u8, crowns, captured: B::EMPTY });
        }
    }

    #[inline(always)]
    fn king_moves<const TO: Direction>(king: u32, empty: B, visit: &mut impl FnMut(DraughtsMove<B>)) {
        let mut to = Self::step::<TO>(B::single(king)) & empty;
        while !to.is_empty() {
            visit(DraughtsMove { from: king as u8, to: to.lowest() as u8, crowns: false, captured: B::EMPTY });
            to = Self::step::<TO>(to) & empty;
        }
    }

    fn count(pieces: &Pieces<B>) -> usize {
        let mut captures = CaptureCounter::default();
        if captures::visit_captures::<V, B, D, HALF>(pieces, &mut captures) {
            return captures.count();
        }
        let empty = Self::board() & !(pieces.own | pieces.other);
        let men = pieces.own & !pieces.kings;
        let kings = pieces.own & pieces.kings;
        let (left, right) = if D::DOWN {
            (Self::step::<DOWN_LEFT>(men), Self::step::<DOWN_RIGHT>(men))
        } else {
            (Self::step::<UP_LEFT>(men), Self::step::<UP_RIGHT>(men))
        };
        let mut count = (left & empty).count() + (right & empty).count();
        if !kings.is_empty() {
            count += if V::RULES.flying_kings {
                // All kings move at once, one step per iteration, until all are blocked.
                Self::count_king_moves::<UP_LEFT>(kings, empty)
                    + Self::count_king_moves::<UP_RIGHT>(kings, empty)
                    + Self::count_king_moves::<DOWN_LEFT>(kings, empty)
                    + Self::count_king_moves::<DOWN_RIGHT>(kings, empty)
            } else {
                (Self::step::<UP_LEFT>(kings) & empty).count()
                    + (Self::step::<UP_RIGHT>(kings) & empty).count()
                    + (Self::step::<DOWN_LEFT>(kings) & empty).count()
                    + (Self::step::<DOWN_RIGHT>(kings) & empty).count()
            };
        }
        count as usize
    }

    #[inline(always)]
    fn count_king_moves<const TO: Direction>(kings: B, empty: B) -> u32 {
        let mut count = 0;
        let mut to = Self::step::<TO>(kings) & empty;
        while !to.is_empty() {
            count += to.count();
            to = Self::step::<TO>(to) & empty;
        }
        count
    }

    fn can_move(pieces: &Pieces<B>) -> bool {
        let empty = Self::board() & !(pieces.own | pieces.other);
        let kings = pieces.own & pieces.kings;
        let (down, up) = if D::DOWN { (pieces.own, kings) } else { (kings, pieces.own) };
        let steps = Self::step::<DOWN_LEFT>(down)
            | Self::step::<DOWN_RIGHT>(down)
            | Self::step::<UP_LEFT>(up)
            | Self::step::<UP_RIGHT>(up);
        // A side with a step has a legal move: if the step is illegal, a capture is possible.
        !(steps & empty).is_empty() || captures::has_capture::<V, B, D, HALF>(pieces)
    }

    fn leaves(pieces: &Pieces<B>, depth: Depth) -> u64 {
        match depth.0 {
            0 => 1,
            1 => Self::count(pieces) as u64,
            _ => Self::count_leaves_below(pieces, depth, &mut Vec::with_capacity(64)),
        }
    }

    /// As [`leaves`](Self::leaves), for depths from 2. The moves of all nodes of the current line
    /// share one vector.
    fn count_leaves_below(pieces: &Pieces<B>, depth: Depth, moves: &mut Vec<DraughtsMove<B>>) -> u64 {
        let start = moves.len();
        let mut leaves = 0;
        if depth.0 == 2 {
            // Most nodes are at this depth, so quiet moves are counted without a list.
            if !captures::visit_captures::<V, B, D, HALF>(pieces, &mut CaptureList::new(moves)) {
                Self::quiet(pieces, |mv| {
                    leaves += MoveGenerator::<V, B, D::Opposite, HALF>::count(&Self::after(pieces, mv)) as u64;
                });
            }
        } else {
            Self::generate(pieces, moves);
        }
        for at in start..moves.len() {
            let after = Self::after(pieces, moves[at]);
            leaves += if depth.0 == 2 {
                MoveGenerator::<V, B, D::Opposite, HALF>::count(&after) as u64
            } else {
                MoveGenerator::<V, B, D::Opposite, HALF>::count_leaves_below(&after, depth.less_one(), moves)
            };
        }
        moves.truncate(start);
        leaves
    }

    /// The position after a move, from the opponent's point of view.
    #[inline(always)]
    fn after(pieces: &Pieces<B>, mv: DraughtsMove<B>) -> Pieces<B> {
        let (from, to) = (B::single(u32::from(mv.from)), B::single(u32::from(mv.to)));
        let is_king = mv.crowns || pieces.kings.has(u32::from(mv.from));
        let kings = pieces.kings & !(mv.captured | from);
        Pieces {
            own: pieces.other & !mv.captured,
            other: (pieces.own & !from) | to,
            kings: if is_king { kings | to } else { kings },
        }
    }
}
