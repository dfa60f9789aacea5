//! Threats in games of lines: the squares that complete a line, those where two lines cross that want two stones each, and what
//! they are worth to whom.
//!
//! Where stones stand on each other, a square that completes a line may have to wait until the one below is taken. When all else is
//! full, whose turn it is to take that one follows from the number of squares: on Connect Four's 7x6 the first player gets the odd
//! rows of the last column, the second player the even ones. Allis, "A Knowledge-based Approach of Connect-Four", 1988.

use std::sync::Arc;

use zermelo_core::{Side, Square};
use zermelo_games::bitboard::Bits;
use zermelo_games::lattice::Lattice;
use zermelo_games::stones::StoneGame;

/// What threats weigh.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ThreatWeights {
    /// A line that the other side has not entered is worth 1 with one stone, and so many times more with each further one.
    pub growth: i32,
    /// How much more, in percent, the lines of the side to move are worth.
    pub tempo: i32,
    /// A square that completes a line and can't be taken yet.
    pub later: i32,
    /// What is added where the last moves in a column give it to its side.
    pub parity: i32,
    /// What is added for two such squares, one on the other.
    pub stacked: i32,
    /// What is added for the side that profits from running out of other moves.
    pub zugzwang: i32,
}

/// Squares with a count each, and the set of those whose count has reached a least one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Marks<B> {
    least: u8,
    counts: Vec<u8>,
    pub(crate) set: B,
}

impl<B: Bits> Marks<B> {
    fn new(squares: usize, least: u8) -> Self {
        Self { least, counts: vec![0; squares], set: B::EMPTY }
    }

    #[inline]
    fn change(&mut self, square: Square, sign: i32) {
        let count = &mut self.counts[square.index()];
        let single = B::single(u32::from(square.0));
        if sign > 0 {
            *count += 1;
            if *count == self.least {
                self.set |= single;
            }
        } else {
            if *count == self.least {
                self.set &= !single;
            }
            *count -= 1;
        }
    }
}

/// What is kept of one side's lines that the other side has not entered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct SideThreats<B> {
    /// The squares that complete a line.
    pub(crate) gaps: Marks<B>,
    /// Those that leave two lines or more with one stone to come, where every empty square can be taken.
    pub(crate) forks: Marks<B>,
}

/// What is kept of both sides' lines.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Threats<B> {
    pub(crate) sides: [SideThreats<B>; 2],
    ground: Arc<Ground<B>>,
}

/// The board, as threats see it.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Ground<B> {
    has_gravity: bool,
    /// For each square those below it in its column.
    below: Vec<B>,
    /// By [`Side::index`]: the squares that a side gets when all other columns are full.
    parity: [B; 2],
}

impl<B: Bits> Ground<B> {
    fn new(lattice: &Lattice, has_gravity: bool) -> Self {
        let mut ground = Self { has_gravity, below: vec![B::EMPTY; lattice.squares()], parity: [B::EMPTY; 2] };
        if !has_gravity {
            return ground;
        }
        let elsewhere = lattice.cells().count() - usize::from(lattice.size()[1]);
        for [x, y, z] in lattice.cells() {
            let square = |row| B::single(u32::from(lattice.square([x, row, z]).0));
            ground.below[lattice.square([x, y, z]).index()] = (0..y).fold(B::EMPTY, |set, row| set | square(row));
            // The first player makes the first, third, fifth move.
            ground.parity[(elsewhere + usize::from(y)) % 2] |= square(y);
        }
        ground
    }
}

/// What a line of `k` says of the squares where its owner has no stone.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Line {
    Far,
    Fork,
    Gap,
}

impl Line {
    #[inline]
    fn of(stones: u8, k: u8) -> Self {
        match k - stones {
            1 if k > 1 => Self::Gap,
            2 if k > 2 => Self::Fork,
            _ => Self::Far,
        }
    }
}

impl<B: Bits> Threats<B> {
    /// Those of an empty board.
    pub(crate) fn new(game: &impl StoneGame<Set = B>) -> Self {
        let lattice = game.lattice();
        let marks = |least| Marks::new(lattice.squares(), least);
        let side = SideThreats { gaps: marks(1), forks: marks(2) };
        Self { sides: [side.clone(), side], ground: Arc::new(Ground::new(lattice, game.has_gravity())) }
    }

    /// A line of `side` alone gets a stone on `square` (`sign` 1), or loses it (-1): `stones` are those without it, `count` of them on
    /// the line.
    #[inline]
    pub(crate) fn grow(
        &mut self,
        lattice: &Lattice,
        line: u16,
        (side, stones): (Side, B),
        count: u8,
        at: (Square, i32),
    ) {
        let (square, sign) = at;
        let k = lattice.k();
        if count + 3 < k {
            return;
        }
        self.mark(lattice, line, (side, stones), Line::of(count, k), -sign);
        if count + 1 < k {
            self.mark(lattice, line, (side, stones | B::single(u32::from(square.0))), Line::of(count + 1, k), sign);
        }
    }

    /// A line of `side` alone, with `count` of its stones, is entered by the other side (`sign` 1), or left (-1).
    #[inline]
    pub(crate) fn close(&mut self, lattice: &Lattice, line: u16, owner: (Side, B), count: u8, sign: i32) {
        self.mark(lattice, line, owner, Line::of(count, lattice.k()), -sign);
    }

    #[inline]
    fn mark(&mut self, lattice: &Lattice, line: u16, (side, stones): (Side, B), kind: Line, sign: i32) {
        let threats = &mut self.sides[side.index()];
        let marks = match kind {
            Line::Gap => &mut threats.gaps,
            Line::Fork if !self.ground.has_gravity => &mut threats.forks,
            _ => return,
        };
        for &square in lattice.line(line).iter().filter(|square| !stones.has(u32::from(square.0))) {
            marks.change(square, sign);
        }
    }

    /// What the threats are worth to the side to move; `Err` where they decide the game within a few moves.
    #[inline]
    pub(crate) fn value(&self, weights: ThreatWeights, open: B, occupied: B, mover: Side) -> Result<i32, i32> {
        let [mine, theirs] = [mover, mover.opponent()].map(|side| self.sides[side.index()].gaps.set & !occupied);
        if !(mine & open).is_empty() {
            return Err(WON);
        }
        let blocks = theirs & open;
        let moves = if blocks.is_empty() { open } else { blocks };
        // A move under such a square of the other side's loses too.
        let sound = if self.ground.has_gravity { moves & !theirs.down(1) } else { moves };
        if !blocks.without_lowest().is_empty() || sound.is_empty() {
            return Err(-LOST);
        }
        if !self.ground.has_gravity {
            return self.forks(open, !blocks.is_empty(), mover);
        }
        if mine.is_empty() && theirs.is_empty() {
            return Ok(0);
        }
        let (own, own_gets) = self.later(weights, mine & !open, mine | theirs, mover);
        let (other, other_gets) = self.later(weights, theirs & !open, mine | theirs, mover.opponent());
        let gets = |side: Side| if side == mover { own_gets } else { other_gets };
        let zugzwang = if gets(Side::First) { Some(Side::First) } else { gets(Side::Second).then_some(Side::Second) };
        let bonus = zugzwang.map_or(0, |side| if side == mover { weights.zugzwang } else { -weights.zugzwang });
        Ok(own - other + bonus)
    }

    /// Where every empty square can be taken: a fork of the side that is free to move wins.
    #[inline]
    fn forks(&self, open: B, is_forced: bool, mover: Side) -> Result<i32, i32> {
        let [mine, theirs] = [mover, mover.opponent()].map(|side| self.sides[side.index()].forks.set & open);
        if !is_forced && !mine.is_empty() {
            return Err(FORKED);
        }
        Ok(-((theirs.count().min(8) * FORK) as i32))
    }

    /// What the squares are worth that complete a line of a side and can't be taken yet, and whether one comes to it in the end. The
    /// lowest threat of a column counts: those above it are seldom reached.
    #[inline]
    fn later(&self, weights: ThreatWeights, own: B, all: B, side: Side) -> (i32, bool) {
        let mut value = 0;
        let mut gets = false;
        for square in own.squares() {
            let below = self.ground.below[square as usize];
            let single = B::single(square);
            if !(single.down(1) & below & own).is_empty() {
                value += weights.stacked;
            }
            if !(below & all).is_empty() {
                continue;
            }
            let comes = !(self.ground.parity[side.index()] & single).is_empty();
            value += weights.later + if comes { weights.parity } else { 0 };
            gets |= comes;
        }
        (value, gets)
    }
}

/// The side to move completes a line.
const WON: i32 = 100_000;
/// The other side can't be kept from completing one.
const LOST: i32 = 90_000;
/// The side to move makes two threats at once.
const FORKED: i32 = 50_000;
/// What each fork weighs that the other side threatens.
const FORK: u32 = 20;
