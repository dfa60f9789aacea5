//! Captures: found by walking every way a piece can go, and kept when no other is preferred.

#![expect(clippy::inline_always, reason = "constants must reach the shifts, whatever the inliner thinks of the size")]

use smallvec::SmallVec;

use super::position::DraughtsMove;
use super::rules::{Criterion, Promotion, Removal, Ruleset};
use super::steps::{
    DOWN, DOWN_LEFT, DOWN_RIGHT, Direction, Heading, LEFT, Mover, Pieces, RIGHT, UP, UP_LEFT, UP_RIGHT,
};
use crate::bitboard::Bits;

/// Takes the captures that are found; those that are not preferred fall out again.
pub(super) trait Sink<B: Bits> {
    /// A capture with its rank; `LONG`: another way may lead to the same one.
    fn offer(&mut self, rank: u32, mv: DraughtsMove<B>, long: bool);
}

/// The preferred captures, at the end of a list of moves.
pub(super) struct List<'m, B> {
    moves: &'m mut Vec<DraughtsMove<B>>,
    start: usize,
    best: u32,
}

impl<'m, B> List<'m, B> {
    pub(super) fn new(moves: &'m mut Vec<DraughtsMove<B>>) -> Self {
        Self { start: moves.len(), moves, best: 0 }
    }
}

impl<B: Bits> Sink<B> for List<'_, B> {
    #[inline]
    fn offer(&mut self, rank: u32, mv: DraughtsMove<B>, long: bool) {
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

/// The number of the preferred captures. Only those that may come twice are kept, and seldom so many that room is allocated.
pub(super) struct Tally<B> {
    best: u32,
    short: usize,
    long: SmallVec<[DraughtsMove<B>; 16]>,
}

impl<B> Default for Tally<B> {
    #[inline]
    fn default() -> Self {
        Self { best: 0, short: 0, long: SmallVec::new() }
    }
}

impl<B> Tally<B> {
    #[inline]
    pub(super) fn count(&self) -> usize {
        self.short + self.long.len()
    }
}

impl<B: Bits> Sink<B> for Tally<B> {
    #[inline]
    fn offer(&mut self, rank: u32, mv: DraughtsMove<B>, long: bool) {
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

/// Offers every capture to a sink; whether there is one.
#[inline]
pub(super) fn find<V: Ruleset, B: Bits, D: Heading, const HALF: u32>(
    pieces: &Pieces<B>,
    sink: &mut impl Sink<B>,
) -> bool {
    let men = pieces.own & !pieces.kings;
    let kings = pieces.own & pieces.kings;
    let empty = Mover::<V, B, D, HALF>::board() & !(pieces.own | pieces.other);
    let by_men = Scan::<V, B, D, HALF>::able::<false>(men, pieces, empty);
    let by_kings = match (kings.is_empty(), V::RULES.flying_kings) {
        (true, _) => B::EMPTY,
        (false, true) => kings,
        (false, false) => Scan::<V, B, D, HALF>::able::<true>(kings, pieces, empty),
    };
    if by_men.is_empty() && by_kings.is_empty() {
        return false;
    }
    walk::<V, B, D, HALF>(pieces, by_men, by_kings, empty, sink)
}

/// Whether there is a capture.
pub(super) fn any<V: Ruleset, B: Bits, D: Heading, const HALF: u32>(pieces: &Pieces<B>) -> bool {
    find::<V, B, D, HALF>(pieces, &mut Nothing)
}

/// Keeps nothing.
struct Nothing;

impl<B: Bits> Sink<B> for Nothing {
    #[inline]
    fn offer(&mut self, _: u32, _: DraughtsMove<B>, _: bool) {}
}

/// Walks from every piece that may be able to capture.
fn walk<V: Ruleset, B: Bits, D: Heading, const HALF: u32>(
    pieces: &Pieces<B>,
    by_men: B,
    by_kings: B,
    empty: B,
    sink: &mut impl Sink<B>,
) -> bool {
    let mut found = false;
    for from in by_men.squares() {
        let start = B::single(from);
        let prey = if V::RULES.men_capture_kings { pieces.other } else { pieces.other & !pieces.kings };
        let mut scan = Scan::<V, B, D, HALF>::new(pieces.kings, prey, empty | start, from, false);
        found |= scan.hop::<false>(start, Taken::default(), sink);
    }
    for from in by_kings.squares() {
        let start = B::single(from);
        let mut scan = Scan::<V, B, D, HALF>::new(pieces.kings, pieces.other, empty | start, from, true);
        found |= if V::RULES.flying_kings {
            scan.fly::<NO_AXIS>(start, Taken::default(), sink)
        } else {
            scan.hop::<true>(start, Taken::default(), sink)
        };
    }
    found
}

/// What a walk has captured so far.
#[derive(Clone, Copy)]
struct Taken<B> {
    set: B,
    count: u32,
    /// When the first king was captured, counted from 1; 0: none yet. Kept only where the rules ask for it.
    first_king: u32,
}

impl<B: Bits> Default for Taken<B> {
    #[inline]
    fn default() -> Self {
        Self { set: B::EMPTY, count: 0, first_king: 0 }
    }
}

/// A line on which a king moves; it turns from one to another.
type Axis = u8;
/// Up-left to down-right.
const FALLING: Axis = 0;
/// Down-left to up-right.
const RISING: Axis = 1;
const VERTICAL: Axis = 2;
const HORIZONTAL: Axis = 3;
/// Before the first capture.
const NO_AXIS: Axis = 4;

/// The walk of one piece.
struct Scan<V, B, D, const HALF: u32> {
    kings: B,
    /// What may be captured.
    prey: B,
    /// Where the piece can be; its start among them.
    empty: B,
    from: u32,
    by_king: bool,
    rules: std::marker::PhantomData<(V, D)>,
}

impl<V: Ruleset, B: Bits, D: Heading, const HALF: u32> Scan<V, B, D, HALF> {
    /// Two ways to one capture need at least this many captured pieces: with fewer, the order in which they are jumped
    /// follows from start and end. (Jumps along rows and columns: not proven, so any second piece counts.)
    const LONG: u32 = if V::RULES.orthogonal { 2 } else { 3 };
    /// Whether the first captured king matters.
    const WATCHES_KINGS: bool = {
        let mut watches = false;
        let mut at = 0;
        while at < V::RULES.priority.len() {
            watches |= matches!(V::RULES.priority[at], Criterion::EarliestKing);
            at += 1;
        }
        watches
    };

    #[inline(always)]
    fn new(kings: B, prey: B, empty: B, from: u32, by_king: bool) -> Self {
        Self { kings, prey, empty, from, by_king, rules: std::marker::PhantomData }
    }

    #[inline(always)]
    fn step<const TO: Direction>(set: B) -> B {
        Mover::<V, B, D, HALF>::step::<TO>(set)
    }

    /// Whether a man (or a king) may capture this way.
    #[inline(always)]
    const fn goes<const TO: Direction, const KING: bool>() -> bool {
        if TO >= UP {
            V::RULES.orthogonal
        } else {
            KING || V::RULES.men_capture_backwards || Mover::<V, B, D, HALF>::is_ahead::<TO>()
        }
    }

    /// The pieces of a set that can jump over a neighbour.
    #[inline(always)]
    fn able<const KING: bool>(set: B, pieces: &Pieces<B>, empty: B) -> B {
        let prey = if KING || V::RULES.men_capture_kings { pieces.other } else { pieces.other & !pieces.kings };
        Self::able_to::<UP_LEFT, DOWN_RIGHT, KING>(set, prey, empty)
            | Self::able_to::<UP_RIGHT, DOWN_LEFT, KING>(set, prey, empty)
            | Self::able_to::<DOWN_LEFT, UP_RIGHT, KING>(set, prey, empty)
            | Self::able_to::<DOWN_RIGHT, UP_LEFT, KING>(set, prey, empty)
            | Self::able_to::<UP, DOWN, KING>(set, prey, empty)
            | Self::able_to::<LEFT, RIGHT, KING>(set, prey, empty)
            | Self::able_to::<RIGHT, LEFT, KING>(set, prey, empty)
            | Self::able_to::<DOWN, UP, KING>(set, prey, empty)
    }

    #[inline(always)]
    fn able_to<const TO: Direction, const BACK: Direction, const KING: bool>(set: B, prey: B, empty: B) -> B {
        if Self::goes::<TO, KING>() { set & Self::step::<BACK>(prey & Self::step::<BACK>(empty)) } else { B::EMPTY }
    }

    /// Jumps over neighbours from here on; whether there was one to jump over.
    fn hop<const KING: bool>(&mut self, at: B, taken: Taken<B>, sink: &mut impl Sink<B>) -> bool {
        // Not `||`: all ways are walked.
        self.hop_to::<UP_LEFT, KING>(at, taken, sink)
            | self.hop_to::<UP_RIGHT, KING>(at, taken, sink)
            | self.hop_to::<DOWN_LEFT, KING>(at, taken, sink)
            | self.hop_to::<DOWN_RIGHT, KING>(at, taken, sink)
            | self.hop_to::<UP, KING>(at, taken, sink)
            | self.hop_to::<LEFT, KING>(at, taken, sink)
            | self.hop_to::<RIGHT, KING>(at, taken, sink)
            | self.hop_to::<DOWN, KING>(at, taken, sink)
    }

    #[inline(always)]
    fn hop_to<const TO: Direction, const KING: bool>(
        &mut self,
        at: B,
        taken: Taken<B>,
        sink: &mut impl Sink<B>,
    ) -> bool {
        if !Self::goes::<TO, KING>() {
            return false;
        }
        let over = Self::step::<TO>(at) & self.prey & !taken.set;
        let to = Self::step::<TO>(over) & self.free(taken);
        if to.is_empty() {
            return false;
        }
        let taken = self.take(taken, over);
        let is_crowned = !KING && !(to & Mover::<V, B, D, HALF>::last_row()).is_empty();
        if is_crowned && V::RULES.promotion == Promotion::Ends {
            self.offer(to, taken, sink);
            return true;
        }
        if is_crowned && V::RULES.promotion == Promotion::ContinuesAsKing {
            // From here on it is a king, wherever it ends; it may turn any way, as after any jump.
            self.by_king = true;
            if V::RULES.flying_kings {
                self.land::<TO>(to, taken, true, sink);
            } else if !self.hop::<true>(to, taken, sink) {
                self.offer(to, taken, sink);
            }
            self.by_king = false;
            return true;
        }
        if !self.hop::<KING>(to, taken, sink) {
            self.offer(to, taken, sink);
        }
        true
    }

    /// What the walking piece can pass and land on.
    #[inline(always)]
    fn free(&self, taken: Taken<B>) -> B {
        if V::RULES.removal == Removal::AtOnce { self.empty | taken.set } else { self.empty }
    }

    #[inline(always)]
    fn take(&self, taken: Taken<B>, over: B) -> Taken<B> {
        let count = taken.count + 1;
        let is_first_king = Self::WATCHES_KINGS && taken.first_king == 0 && !(over & self.kings).is_empty();
        Taken { set: taken.set | over, count, first_king: if is_first_king { count } else { taken.first_king } }
    }

    /// Flies from here on along every line but the one on which it came; whether there was something to jump over.
    fn fly<const CAME: Axis>(&mut self, at: B, taken: Taken<B>, sink: &mut impl Sink<B>) -> bool {
        let mut found = false;
        if CAME != FALLING {
            found |= self.fly_to::<UP_LEFT>(at, taken, sink);
        }
        if CAME != RISING {
            found |= self.fly_to::<UP_RIGHT>(at, taken, sink);
            found |= self.fly_to::<DOWN_LEFT>(at, taken, sink);
        }
        if CAME != FALLING {
            found |= self.fly_to::<DOWN_RIGHT>(at, taken, sink);
        }
        if V::RULES.orthogonal && CAME != VERTICAL {
            found |= self.fly_to::<UP>(at, taken, sink);
            found |= self.fly_to::<DOWN>(at, taken, sink);
        }
        if V::RULES.orthogonal && CAME != HORIZONTAL {
            found |= self.fly_to::<LEFT>(at, taken, sink);
            found |= self.fly_to::<RIGHT>(at, taken, sink);
        }
        found
    }

    /// Flies one way to the first piece, and over it if that is a capture; whether it is.
    fn fly_to<const TO: Direction>(&mut self, at: B, taken: Taken<B>, sink: &mut impl Sink<B>) -> bool {
        let free = self.free(taken);
        let mut next = Self::step::<TO>(at);
        while !(next & free).is_empty() {
            next = Self::step::<TO>(next);
        }
        let over = next & self.prey & !taken.set;
        let to = Self::step::<TO>(over) & free;
        if to.is_empty() {
            return false;
        }
        self.land::<TO>(to, self.take(taken, over), false, sink);
        true
    }

    /// Goes on from the squares behind a captured piece, the first of which is `first`. A capture that can be gone on with
    /// from any of them may not end. With `crowned`, a man has just become a king on `first`, and stops there to go on.
    fn land<const TO: Direction>(&mut self, first: B, taken: Taken<B>, crowned: bool, sink: &mut impl Sink<B>) {
        let free = self.free(taken);
        let mut further = false;
        let mut at = first;
        loop {
            further |= match TO {
                UP_LEFT | DOWN_RIGHT => self.fly::<FALLING>(at, taken, sink),
                UP_RIGHT | DOWN_LEFT => self.fly::<RISING>(at, taken, sink),
                UP | DOWN => self.fly::<VERTICAL>(at, taken, sink),
                _ => self.fly::<HORIZONTAL>(at, taken, sink),
            };
            let next = Self::step::<TO>(at) & free;
            if crowned || next.is_empty() {
                break;
            }
            at = next;
        }
        // Straight on, from wherever it landed; and back, where what was captured is no longer in the way.
        further |= self.fly_to::<TO>(at, taken, sink);
        if V::RULES.removal == Removal::AtOnce {
            further |= match TO {
                UP_LEFT => self.fly_to::<DOWN_RIGHT>(first, taken, sink),
                UP_RIGHT => self.fly_to::<DOWN_LEFT>(first, taken, sink),
                DOWN_LEFT => self.fly_to::<UP_RIGHT>(first, taken, sink),
                DOWN_RIGHT => self.fly_to::<UP_LEFT>(first, taken, sink),
                UP => self.fly_to::<DOWN>(first, taken, sink),
                DOWN => self.fly_to::<UP>(first, taken, sink),
                LEFT => self.fly_to::<RIGHT>(first, taken, sink),
                _ => self.fly_to::<LEFT>(first, taken, sink),
            };
        }
        if further {
            return;
        }
        let mut end = first;
        while !end.is_empty() {
            self.offer(end, taken, sink);
            if crowned {
                break;
            }
            end = Self::step::<TO>(end) & free;
        }
    }

    #[inline(always)]
    fn offer(&self, to: B, taken: Taken<B>, sink: &mut impl Sink<B>) {
        let was_king = self.kings.has(self.from);
        let ends_on_last_row = !(to & Mover::<V, B, D, HALF>::last_row()).is_empty();
        let mv = DraughtsMove {
            from: self.from as u8,
            to: to.lowest() as u8,
            crowns: !was_king && (self.by_king || ends_on_last_row),
            captured: taken.set,
        };
        sink.offer(self.rank(taken, was_king), mv, taken.count >= Self::LONG);
    }

    /// The rank of a capture by the criteria, the first of them weighing most.
    #[inline(always)]
    fn rank(&self, taken: Taken<B>, by_king: bool) -> u32 {
        let mut rank = 0;
        for criterion in V::RULES.priority {
            let (base, value) = match criterion {
                Criterion::Pieces => (64, taken.count),
                Criterion::Value => (8192, 100 * taken.count + 99 * (taken.set & self.kings).count()),
                Criterion::ByKing => (2, u32::from(by_king)),
                Criterion::Kings => (64, (taken.set & self.kings).count()),
                Criterion::EarliestKing => (64, if taken.first_king == 0 { 0 } else { 64 - taken.first_king }),
            };
            rank = rank * base + value;
        }
        rank
    }
}
