//! Captures. A depth-first search visits every capture of every piece; the ones of the highest rank
//! are legal.

#![expect(clippy::inline_always, reason = "constants must reach the shifts, whatever the inliner thinks of the size")]

use smallvec::SmallVec;

use super::position::DraughtsMove;
use super::rules::{Criterion, Promotion, Removal, Ruleset};
use super::steps::{
    DOWN, DOWN_LEFT, DOWN_RIGHT, Direction, ForwardDirection, LEFT, MoveGenerator, Pieces, RIGHT, UP, UP_LEFT, UP_RIGHT,
};
use crate::bitboard::Bits;

/// Receives the captures found by the search.
pub(super) trait CaptureVisitor<B: Bits> {
    /// Visits a capture with its rank. With `long`, the search may find the same move again by
    /// another path.
    fn visit(&mut self, rank: u32, mv: DraughtsMove<B>, long: bool);
}

/// Appends the captures of the highest rank to a list of moves.
pub(super) struct CaptureList<'m, B> {
    moves: &'m mut Vec<DraughtsMove<B>>,
    start: usize,
    best: u32,
}

impl<'m, B> CaptureList<'m, B> {
    pub(super) fn new(moves: &'m mut Vec<DraughtsMove<B>>) -> Self {
        Self { start: moves.len(), moves, best: 0 }
    }
}

impl<B: Bits> CaptureVisitor<B> for CaptureList<'_, B> {
    #[inline]
    fn visit(&mut self, rank: u32, mv: DraughtsMove<B>, long: bool) {
        if rank < self.best {
            return;
        }
        if rank > self.best {
            self.moves.truncate(self.start);
            self.best = rank;
        }
        if !(long && self.moves[self.start..].contains(&mv)) {
            self.moves.push(mv);
        }
    }
}

/// Counts the captures of the highest rank. Only captures that may be found twice are stored,
/// usually without an allocation.
pub(super) struct CaptureCounter<B> {
    best: u32,
    short: usize,
    long: SmallVec<[DraughtsMove<B>; 16]>,
}

impl<B> Default for CaptureCounter<B> {
    #[inline]
    fn default() -> Self {
        Self { best: 0, short: 0, long: SmallVec::new() }
    }
}

impl<B> CaptureCounter<B> {
    #[inline]
    pub(super) fn count(&self) -> usize {
        self.short + self.long.len()
    }
}

impl<B: Bits> CaptureVisitor<B> for CaptureCounter<B> {
    #[inline]
    fn visit(&mut self, rank: u32, mv: DraughtsMove<B>, long: bool) {
        if rank < self.best {
            return;
        }
        if rank > self.best {
            self.short = 0;
            self.long.clear();
            self.best = rank;
        }
        if !long {
            self.short += 1;
        } else if !self.long.contains(&mv) {
            self.long.push(mv);
        }
    }
}

/// Passes every capture to the visitor. Returns whether there is one.
#[inline]
pub(super) fn visit_captures<V: Ruleset, B: Bits, D: ForwardDirection, const HALF: u32>(
    pieces: &Pieces<B>,
    visitor: &mut impl CaptureVisitor<B>,
) -> bool {
    let men = pieces.own & !pieces.kings;
    let kings = pieces.own & pieces.kings;
    let empty = MoveGenerator::<V, B, D, HALF>::board() & !(pieces.own | pieces.other);
    let by_men = CaptureSearch::<V, B, D, HALF>::can_jump::<false>(men, pieces, empty);
    let by_kings = match (kings.is_empty(), V::RULES.flying_kings) {
        (true, _) => B::EMPTY,
        (false, true) => kings,
        (false, false) => CaptureSearch::<V, B, D, HALF>::can_jump::<true>(kings, pieces, empty),
    };
    if by_men.is_empty() && by_kings.is_empty() {
        return false;
    }
    search_captures::<V, B, D, HALF>(pieces, by_men, by_kings, empty, visitor)
}

/// Whether there is a capture.
pub(super) fn has_capture<V: Ruleset, B: Bits, D: ForwardDirection, const HALF: u32>(pieces: &Pieces<B>) -> bool {
    visit_captures::<V, B, D, HALF>(pieces, &mut IgnoreCaptures)
}

/// Ignores the captures.
struct IgnoreCaptures;

impl<B: Bits> CaptureVisitor<B> for IgnoreCaptures {
    #[inline]
    fn visit(&mut self, _: u32, _: DraughtsMove<B>, _: bool) {}
}

/// Searches from every piece that may be able to capture.
fn search_captures<V: Ruleset, B: Bits, D: ForwardDirection, const HALF: u32>(
    pieces: &Pieces<B>,
    by_men: B,
    by_kings: B,
    empty: B,
    visitor: &mut impl CaptureVisitor<B>,
) -> bool {
    let mut found = false;
    for from in by_men.squares() {
        let start = B::single(from);
        let capturable = if V::RULES.men_capture_kings { pieces.other } else { pieces.other & !pieces.kings };
        let mut search = CaptureSearch::<V, B, D, HALF>::new(pieces.kings, capturable, empty | start, from, false);
        found |= search.jump::<false>(start, CapturedPieces::default(), visitor);
    }
    for from in by_kings.squares() {
        let start = B::single(from);
        let mut search = CaptureSearch::<V, B, D, HALF>::new(pieces.kings, pieces.other, empty | start, from, true);
        found |= if V::RULES.flying_kings {
            search.fly::<NO_AXIS>(start, CapturedPieces::default(), visitor)
        } else {
            search.jump::<true>(start, CapturedPieces::default(), visitor)
        };
    }
    found
}

/// The pieces captured so far on a path of the search.
#[derive(Clone, Copy)]
struct CapturedPieces<B> {
    set: B,
    count: u32,
    /// The index of the first captured king among the captures, from 1. 0 if there is none, or if
    /// the rules do not use it.
    first_king: u32,
}

impl<B: Bits> Default for CapturedPieces<B> {
    #[inline]
    fn default() -> Self {
        Self { set: B::EMPTY, count: 0, first_king: 0 }
    }
}

/// The line on which a flying king arrived at its square.
type Axis = u8;
/// Up-left to down-right.
const FALLING: Axis = 0;
/// Down-left to up-right.
const RISING: Axis = 1;
const VERTICAL: Axis = 2;
const HORIZONTAL: Axis = 3;
/// No capture has been made yet.
const NO_AXIS: Axis = 4;

/// The search for the captures of one piece.
struct CaptureSearch<V, B, D, const HALF: u32> {
    kings: B,
    /// The pieces that may be captured.
    capturable: B,
    /// The empty squares, including the start of the piece.
    empty: B,
    from: u32,
    by_king: bool,
    rules: std::marker::PhantomData<(V, D)>,
}

impl<V: Ruleset, B: Bits, D: ForwardDirection, const HALF: u32> CaptureSearch<V, B, D, HALF> {
    /// Two paths of the same move have at least this many captured pieces. With fewer pieces, start
    /// and end determine the order of the jumps. For jumps along rows and columns this is not
    /// proven, so 2 is used.
    const MIN_DUPLICATED: u32 = if V::RULES.orthogonal { 2 } else { 3 };
    /// Whether a criterion depends on the first captured king.
    const RANKS_FIRST_KING: bool = {
        let mut ranks = false;
        let mut at = 0;
        while at < V::RULES.priority.len() {
            ranks |= matches!(V::RULES.priority[at], Criterion::EarliestKing);
            at += 1;
        }
        ranks
    };

    #[inline(always)]
    fn new(kings: B, capturable: B, empty: B, from: u32, by_king: bool) -> Self {
        Self { kings, capturable, empty, from, by_king, rules: std::marker::PhantomData }
    }

    #[inline(always)]
    fn step<const TO: Direction>(set: B) -> B {
        MoveGenerator::<V, B, D, HALF>::step::<TO>(set)
    }

    /// Whether a man (with `KING`, a king) may capture in direction `TO`.
    #[inline(always)]
    const fn can_capture_to<const TO: Direction, const KING: bool>() -> bool {
        if TO >= UP {
            V::RULES.orthogonal
        } else {
            KING || V::RULES.men_capture_backwards || MoveGenerator::<V, B, D, HALF>::is_ahead::<TO>()
        }
    }

    /// The pieces of a set that can jump over an adjacent piece.
    #[inline(always)]
    fn can_jump<const KING: bool>(set: B, pieces: &Pieces<B>, empty: B) -> B {
        let capturable = if KING || V::RULES.men_capture_kings { pieces.other } else { pieces.other & !pieces.kings };
        Self::can_jump_to::<UP_LEFT, DOWN_RIGHT, KING>(set, capturable, empty)
            | Self::can_jump_to::<UP_RIGHT, DOWN_LEFT, KING>(set, capturable, empty)
            | Self::can_jump_to::<DOWN_LEFT, UP_RIGHT, KING>(set, capturable, empty)
            | Self::can_jump_to::<DOWN_RIGHT, UP_LEFT, KING>(set, capturable, empty)
            | Self::can_jump_to::<UP, DOWN, KING>(set, capturable, empty)
            | Self::can_jump_to::<LEFT, RIGHT, KING>(set, capturable, empty)
            | Self::can_jump_to::<RIGHT, LEFT, KING>(set, capturable, empty)
            | Self::can_jump_to::<DOWN, UP, KING>(set, capturable, empty)
    }

    #[inline(always)]
    fn can_jump_to<const TO: Direction, const BACK: Direction, const KING: bool>(set: B, capturable: B, empty: B) -> B {
        if Self::can_capture_to::<TO, KING>() {
            set & Self::step::<BACK>(capturable & Self::step::<BACK>(empty))
        } else {
            B::EMPTY
        }
    }

    /// Continues a capture from `at` with jumps over adjacent pieces. Returns whether there was a
    /// jump.
    fn jump<const KING: bool>(
        &mut self,
        at: B,
        captured: CapturedPieces<B>,
        visitor: &mut impl CaptureVisitor<B>,
    ) -> bool {
        // Not `||`: all directions are searched.
        self.jump_to::<UP_LEFT, KING>(at, captured, visitor)
            | self.jump_to::<UP_RIGHT, KING>(at, captured, visitor)
            | self.jump_to::<DOWN_LEFT, KING>(at, captured, visitor)
            | self.jump_to::<DOWN_RIGHT, KING>(at, captured, visitor)
            | self.jump_to::<UP, KING>(at, captured, visitor)
            | self.jump_to::<LEFT, KING>(at, captured, visitor)
            | self.jump_to::<RIGHT, KING>(at, captured, visitor)
            | self.jump_to::<DOWN, KING>(at, captured, visitor)
    }

    #[inline(always)]
    fn jump_to<const TO: Direction, const KING: bool>(
        &mut self,
        at: B,
        captured: CapturedPieces<B>,
        visitor: &mut impl CaptureVisitor<B>,
    ) -> bool {
        if !Self::can_capture_to::<TO, KING>() {
            return false;
        }
        let over = Self::step::<TO>(at) & self.capturable & !captured.set;
        let to = Self::step::<TO>(over) & self.free_squares(captured);
        if to.is_empty() {
            return false;
        }
        let captured = self.with_captured(captured, over);
        let is_crowned = !KING && !(to & MoveGenerator::<V, B, D, HALF>::last_row()).is_empty();
        if is_crowned && V::RULES.promotion == Promotion::Ends {
            self.visit_end(to, captured, visitor);
            return true;
        }
        if is_crowned && V::RULES.promotion == Promotion::ContinuesAsKing {
            // The man is a king from here on, wherever the capture ends, and may continue in any
            // direction.
            self.by_king = true;
            if V::RULES.flying_kings {
                self.continue_after::<TO>(to, captured, true, visitor);
            } else if !self.jump::<true>(to, captured, visitor) {
                self.visit_end(to, captured, visitor);
            }
            self.by_king = false;
            return true;
        }
        if !self.jump::<KING>(to, captured, visitor) {
            self.visit_end(to, captured, visitor);
        }
        true
    }

    /// The squares that the moving piece can pass or land on.
    #[inline(always)]
    fn free_squares(&self, captured: CapturedPieces<B>) -> B {
        if V::RULES.removal == Removal::AtOnce { self.empty | captured.set } else { self.empty }
    }

    #[inline(always)]
    fn with_captured(&self, captured: CapturedPieces<B>, over: B) -> CapturedPieces<B> {
        let count = captured.count + 1;
        let is_first_king = Self::RANKS_FIRST_KING && captured.first_king == 0 && !(over & self.kings).is_empty();
        CapturedPieces {
            set: captured.set | over,
            count,
            first_king: if is_first_king { count } else { captured.first_king },
        }
    }

    /// Continues the capture of a flying king from `at` along every line but `ARRIVAL`. Returns
    /// whether there was a jump.
    fn fly<const ARRIVAL: Axis>(
        &mut self,
        at: B,
        captured: CapturedPieces<B>,
        visitor: &mut impl CaptureVisitor<B>,
    ) -> bool {
        let mut found = false;
        if ARRIVAL != FALLING {
            found |= self.fly_to::<UP_LEFT>(at, captured, visitor);
        }
        if ARRIVAL != RISING {
            found |= self.fly_to::<UP_RIGHT>(at, captured, visitor);
            found |= self.fly_to::<DOWN_LEFT>(at, captured, visitor);
        }
        if ARRIVAL != FALLING {
            found |= self.fly_to::<DOWN_RIGHT>(at, captured, visitor);
        }
        if V::RULES.orthogonal && ARRIVAL != VERTICAL {
            found |= self.fly_to::<UP>(at, captured, visitor);
            found |= self.fly_to::<DOWN>(at, captured, visitor);
        }
        if V::RULES.orthogonal && ARRIVAL != HORIZONTAL {
            found |= self.fly_to::<LEFT>(at, captured, visitor);
            found |= self.fly_to::<RIGHT>(at, captured, visitor);
        }
        found
    }

    /// Moves a flying king in one direction to the first piece and jumps over it if possible.
    /// Returns whether it did.
    fn fly_to<const TO: Direction>(
        &mut self,
        at: B,
        captured: CapturedPieces<B>,
        visitor: &mut impl CaptureVisitor<B>,
    ) -> bool {
        let free = self.free_squares(captured);
        let mut next = Self::step::<TO>(at);
        while !(next & free).is_empty() {
            next = Self::step::<TO>(next);
        }
        let over = next & self.capturable & !captured.set;
        let to = Self::step::<TO>(over) & free;
        if to.is_empty() {
            return false;
        }
        self.continue_after::<TO>(to, self.with_captured(captured, over), false, visitor);
        true
    }

    /// Continues from the free squares behind a captured piece, of which `first` is the nearest. If
    /// the capture can continue from any of them, it must not end here. With `crowned`, a man has
    /// just become a king on `first` and can only continue from that square.
    fn continue_after<const TO: Direction>(
        &mut self,
        first: B,
        captured: CapturedPieces<B>,
        crowned: bool,
        visitor: &mut impl CaptureVisitor<B>,
    ) {
        let free = self.free_squares(captured);
        let mut further = false;
        let mut at = first;
        loop {
            further |= match TO {
                UP_LEFT | DOWN_RIGHT => self.fly::<FALLING>(at, captured, visitor),
                UP_RIGHT | DOWN_LEFT => self.fly::<RISING>(at, captured, visitor),
                UP | DOWN => self.fly::<VERTICAL>(at, captured, visitor),
                _ => self.fly::<HORIZONTAL>(at, captured, visitor),
            };
            let next = Self::step::<TO>(at) & free;
            if crowned || next.is_empty() {
                break;
            }
            at = next;
        }
        // Straight on, from any of these squares, and back if captured pieces have been removed.
        further |= self.fly_to::<TO>(at, captured, visitor);
        if V::RULES.removal == Removal::AtOnce {
            further |= match TO {
                UP_LEFT => self.fly_to::<DOWN_RIGHT>(first, captured, visitor),
                UP_RIGHT => self.fly_to::<DOWN_LEFT>(first, captured, visitor),
                DOWN_LEFT => self.fly_to::<UP_RIGHT>(first, captured, visitor),
                DOWN_RIGHT => self.fly_to::<UP_LEFT>(first, captured, visitor),
                UP => self.fly_to::<DOWN>(first, captured, visitor),
                DOWN => self.fly_to::<UP>(first, captured, visitor),
                LEFT => self.fly_to::<RIGHT>(first, captured, visitor),
                _ => self.fly_to::<LEFT>(first, captured, visitor),
            };
        }
        if further {
            return;
        }
        let mut end = first;
        while !end.is_empty() {
            self.visit_end(end, captured, visitor);
            if crowned {
                break;
            }
            end = Self::step::<TO>(end) & free;
        }
    }

    #[inline(always)]
    fn visit_end(&self, to: B, captured: CapturedPieces<B>, visitor: &mut impl CaptureVisitor<B>) {
        let was_king = self.kings.has(self.from);
        let ends_on_last_row = !(to & MoveGenerator::<V, B, D, HALF>::last_row()).is_empty();
        let mv = DraughtsMove {
            from: self.from as u8,
            to: to.lowest() as u8,
            crowns: !was_king && (self.by_king || ends_on_last_row),
            captured: captured.set,
        };
        visitor.visit(self.rank(captured, was_king), mv, captured.count >= Self::MIN_DUPLICATED);
    }

    /// The rank of a capture by the criteria, of which the first has the highest weight.
    #[inline(always)]
    fn rank(&self, captured: CapturedPieces<B>, by_king: bool) -> u32 {
        let mut rank = 0;
        for criterion in V::RULES.priority {
            let (base, value) = match criterion {
                Criterion::Pieces => (64, captured.count),
                Criterion::Value => (8192, 100 * captured.count + 99 * (captured.set & self.kings).count()),
                Criterion::ByKing => (2, u32::from(by_king)),
                Criterion::Kings => (64, (captured.set & self.kings).count()),
                Criterion::EarliestKing => (64, if captured.first_king == 0 { 0 } else { 64 - captured.first_king }),
            };
            rank = rank * base + value;
        }
        rank
    }
}
