//! Threats in line games: squares that complete a line, forks (squares that make two such threats), and their values.
//!
//! With gravity, a square that completes a line may have to wait until the square below is taken. When all other
//! columns are full, parity decides which side gets it: on Connect Four's 7x6 the first player gets the odd rows of the
//! last column, the second player the even ones. Allis, "A Knowledge-based Approach of Connect-Four", 1988.

use std::sync::Arc;

use zermelo_core::{Side, Square};
use zermelo_games::bitboard::Bits;
use zermelo_games::lattice::Lattice;
use zermelo_games::stones::StoneGame;

/// The weights of the terms.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ThreatWeights {
    /// An open line scores 1 with one stone, and this factor more with each further stone.
    pub growth: i32,
    /// The bonus for the lines of the side to move, in percent.
    pub tempo: i32,
    /// A square that completes a line and is not playable yet.
    pub later: i32,
    /// The bonus for such a square if parity gives it to its side.
    pub parity: i32,
    /// The bonus for two such squares, one on top of the other.
    pub stacked: i32,
    /// The bonus for the side that gains by zugzwang.
    pub zugzwang: i32,
}

/// A count per square, and the set of the squares whose count is at least `least`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct SquareCounts<B> {
    least: u8,
    counts: Vec<u8>,
    pub(crate) set: B,
}

impl<B: Bits> SquareCounts<B> {
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

/// Squares of interest on one side's open lines.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct SideThreats<B> {
    /// The squares that complete a line.
    pub(crate) gaps: SquareCounts<B>,
    /// The squares that make two or more threats at once; not used with gravity.
    pub(crate) forks: SquareCounts<B>,
}

/// The threats of both sides.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Threats<B> {
    pub(crate) sides: [SideThreats<B>; 2],
    board: Arc<ThreatBoard<B>>,
}

/// What threats need to know of the board.
#[derive(Clone, PartialEq, Eq, Debug)]
struct ThreatBoard<B> {
    has_gravity: bool,
    /// For each square, the squares below it in its column.
    below: Vec<B>,
    /// By [`Side::index`]: the squares that parity gives to a side when all other columns are full.
    parity: [B; 2],
}

impl<B: Bits> ThreatBoard<B> {
    fn new(lattice: &Lattice, has_gravity: bool) -> Self {
        let mut board = Self { has_gravity, below: vec![B::EMPTY; lattice.squares()], parity: [B::EMPTY; 2] };
        if !has_gravity {
            return board;
        }
        let elsewhere = lattice.cells().count() - usize::from(lattice.size()[1]);
        for [x, y, z] in lattice.cells() {
            let square = |row| B::single(u32::from(lattice.square([x, row, z]).0));
            board.below[lattice.square([x, y, z]).index()] = (0..y).fold(B::EMPTY, |set, row| set | square(row));
            // The first player makes the odd-numbered moves.
            board.parity[(elsewhere + usize::from(y)) % 2] |= square(y);
        }
        board
    }
}

/// The kind of threat on a line of `k`, by the number of missing stones.
#[derive(Clone, Copy, PartialEq, Eq)]
enum LineThreat {
    None,
    Fork,
    Gap,
}

impl LineThreat {
    #[inline]
    fn of(stones: u8, k: u8) -> Self {
        match k - stones {
            1 if k > 1 => Self::Gap,
            2 if k > 2 => Self::Fork,
            _ => Self::None,
        }
    }
}

impl<B: Bits> Threats<B> {
    /// The threats of an empty board: none.
    pub(crate) fn new(game: &impl StoneGame<Set = B>) -> Self {
        let lattice = game.lattice();
        let counts = |least| SquareCounts::new(lattice.squares(), least);
        let side = SideThreats { gaps: counts(1), forks: counts(2) };
        Self { sides: [side.clone(), side], board: Arc::new(ThreatBoard::new(lattice, game.has_gravity())) }
    }

    /// Adds (`sign` 1) or removes (-1) a stone of `side` on `square`, on a line without stones of the other side.
    /// `stones` are the side's stones without it, `count` of them on the line.
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
        self.mark(lattice, line, (side, stones), LineThreat::of(count, k), -sign);
        if count + 1 < k {
            self.mark(
                lattice,
                line,
                (side, stones | B::single(u32::from(square.0))),
                LineThreat::of(count + 1, k),
                sign,
            );
        }
    }

    /// The other side enters (`sign` 1) or leaves (-1) a line with `count` stones of `side` alone.
    #[inline]
    pub(crate) fn close(&mut self, lattice: &Lattice, line: u16, owner: (Side, B), count: u8, sign: i32) {
        self.mark(lattice, line, owner, LineThreat::of(count, lattice.k()), -sign);
    }

    #[inline]
    fn mark(&mut self, lattice: &Lattice, line: u16, (side, stones): (Side, B), kind: LineThreat, sign: i32) {
        let threats = &mut self.sides[side.index()];
        let counts = match kind {
            LineThreat::Gap => &mut threats.gaps,
            LineThreat::Fork if !self.board.has_gravity => &mut threats.forks,
            _ => return,
        };
        for &square in lattice.line(line).iter().filter(|square| !stones.has(u32::from(square.0))) {
            counts.change(square, sign);
        }
    }

    /// The value of the threats for the side to move.
    ///
    /// # Errors
    /// The value of the position, if the threats decide the game within a few moves.
    #[inline]
    pub(crate) fn value(&self, weights: ThreatWeights, playable: B, occupied: B, mover: Side) -> Result<i32, i32> {
        let [mine, theirs] = [mover, mover.opponent()].map(|side| self.sides[side.index()].gaps.set & !occupied);
        if !(mine & playable).is_empty() {
            return Err(WON);
        }
        let blocks = theirs & playable;
        let moves = if blocks.is_empty() { playable } else { blocks };
        // A move below a winning square of the other side loses too.
        let sound = if self.board.has_gravity { moves & !theirs.down(1) } else { moves };
        if !blocks.without_lowest().is_empty() || sound.is_empty() {
            return Err(-LOST);
        }
        if !self.board.has_gravity {
            return self.forks(playable, !blocks.is_empty(), mover);
        }
        if mine.is_empty() && theirs.is_empty() {
            return Ok(0);
        }
        let (own, own_gets) = self.unplayable_threats(weights, mine & !playable, mine | theirs, mover);
        let (other, other_gets) = self.unplayable_threats(weights, theirs & !playable, mine | theirs, mover.opponent());
        let gets_one = |side: Side| if side == mover { own_gets } else { other_gets };
        let zugzwang =
            if gets_one(Side::First) { Some(Side::First) } else { gets_one(Side::Second).then_some(Side::Second) };
        let bonus = zugzwang.map_or(0, |side| if side == mover { weights.zugzwang } else { -weights.zugzwang });
        Ok(own - other + bonus)
    }

    /// Forks, without gravity: the side to move wins by a fork unless it must block.
    #[inline]
    fn forks(&self, playable: B, is_forced: bool, mover: Side) -> Result<i32, i32> {
        let [mine, theirs] = [mover, mover.opponent()].map(|side| self.sides[side.index()].forks.set & playable);
        if !is_forced && !mine.is_empty() {
            return Err(FORKED);
        }
        Ok(-((theirs.count().min(8) * FORK) as i32))
    }

    /// The value of a side's squares that complete a line and are not playable yet, and whether parity gives it one of
    /// them. Only the lowest threat of a column counts, since those above it are seldom reached.
    #[inline]
    fn unplayable_threats(&self, weights: ThreatWeights, own: B, all: B, side: Side) -> (i32, bool) {
        let mut value = 0;
        let mut gets_one = false;
        for square in own.squares() {
            let below = self.board.below[square as usize];
            let single = B::single(square);
            if !(single.down(1) & below & own).is_empty() {
                value += weights.stacked;
            }
            if !(below & all).is_empty() {
                continue;
            }
            let has_parity = !(self.board.parity[side.index()] & single).is_empty();
            value += weights.later + if has_parity { weights.parity } else { 0 };
            gets_one |= has_parity;
        }
        (value, gets_one)
    }
}

/// The side to move completes a line.
const WON: i32 = 100_000;
/// The other side completes a line, and no move prevents it.
const LOST: i32 = 90_000;
/// The side to move makes two threats at once.
const FORKED: i32 = 50_000;
/// The weight of each fork of the other side.
const FORK: u32 = 20;
