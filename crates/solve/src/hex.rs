//! The numbering of Hex's positions on small boards, for [endgame tables](crate::retrograde).
//!
//! ```text
//! level   the number of free cells. With the swap rule the positions of one stone have two levels, after a swap and before it, and the
//!         empty board comes last
//! number  (rank of the set of taken cells) * (ways to divide them between the sides) + (rank of the mover's cells among them)
//! ```
//!
//! After a swap the second side has one stone more. Such a position shares the index of the position with the sides exchanged and the
//! board mirrored ([`Hex::reversed`]), which has the same value for the side to move. The exception is a single stone, because only the
//! unswapped one can still be swapped. Positions that are equal after a half-turn are numbered separately.

use zermelo_core::{Position, Side};
use zermelo_games::bitboard::Bits;
use zermelo_games::hex::Hex;
use zermelo_games::stones::Stones;

use crate::retrograde::{Level, MoveTargets, RankedGame, TableIndex};
use crate::stones::{MAX_CELLS, binomial, subset_of_rank, subset_rank};

/// The level of a position: the stones on the board, and whether the swap was played.
#[derive(Clone, Copy, PartialEq, Eq)]
struct HexLevel {
    taken: usize,
    swapped: bool,
}

fn cells<B: Bits>(game: &Hex<B>) -> usize {
    usize::from(game.board().size()).pow(2)
}

impl HexLevel {
    fn of<B: Bits>(position: &Stones<B>) -> Self {
        let [first, second] = Side::BOTH.map(|side| position.of(side).count() as usize);
        let turn = usize::from(position.side_to_move() == Side::Second);
        Self { taken: first + second, swapped: first != second + turn }
    }

    fn level<B: Bits>(self, game: &Hex<B>) -> usize {
        let more = match self.taken {
            0 => usize::from(game.has_swap()),
            1 => usize::from(game.has_swap() && !self.swapped),
            _ => 0,
        };
        cells(game) - self.taken + more
    }

    /// The kind of a level. Levels that hold positions with and without a swap count as unswapped.
    fn from_level<B: Bits>(level: usize, game: &Hex<B>) -> Option<Self> {
        let all = cells(game);
        let kind = |taken, swapped| Self { taken, swapped };
        let last = all + usize::from(game.has_swap());
        match last.checked_sub(level)? {
            0 => Some(kind(0, false)),
            1 => Some(kind(1, false)),
            2 if game.has_swap() => Some(kind(1, true)),
            _ => Some(kind(all - level, false)),
        }
    }

    /// The ways to divide the taken cells between the sides.
    fn divisions(self) -> u64 {
        binomial(self.taken, self.taken / 2)
    }
}

impl<B: Bits> RankedGame for Hex<B> {
    fn table_name(&self) -> String {
        format!("hex-{}{}", self.board().size(), if self.has_swap() { "-swap" } else { "" })
    }

    fn levels(&self) -> Vec<Level> {
        let cells = cells(self);
        if cells > MAX_CELLS {
            return Vec::new();
        }
        let level = |kind: HexLevel| {
            let size = binomial(cells, kind.taken) * kind.divisions();
            let shared = self.has_swap() && kind.taken > 1;
            Level {
                name: format!("{} stones{}", kind.taken, if kind.swapped { ", swapped" } else { "" }),
                size,
                arrangements: if shared { 2 * size } else { size },
                moves: MoveTargets::Earlier,
            }
        };
        (0..).map_while(|at| HexLevel::from_level(at, self)).map(level).collect()
    }

    fn rank(&self, position: &Stones<B>) -> Option<TableIndex> {
        let kind = HexLevel::of(position);
        let position = if kind.swapped { self.reversed(position) } else { *position };
        let taken: Vec<u32> = position.occupied().squares().collect();
        let movers = (0..).zip(&taken).filter(|&(_, &cell)| position.mover().has(cell)).map(|(at, _)| at);
        let index = subset_rank(taken.iter().map(|&cell| cell as usize)) * kind.divisions() + subset_rank(movers);
        Some(TableIndex { level: kind.level(self), index })
    }

    fn unrank(&self, TableIndex { level, index }: TableIndex) -> Option<Stones<B>> {
        let kind = HexLevel::from_level(level, self)?;
        let mut places = subset_of_rank(index / kind.divisions(), kind.taken, cells(self));
        places.reverse();
        let mover = if kind.taken.is_multiple_of(2) { Side::First } else { Side::Second };
        let single = |cell: usize| B::single(cell as u32);
        let all = places.iter().fold(B::EMPTY, |set, &cell| set | single(cell));
        let own = subset_of_rank(index % kind.divisions(), kind.taken / 2, kind.taken);
        let own = own.into_iter().fold(B::EMPTY, |set, at| set | single(places[at]));
        let stones = if mover == Side::First { [own, all & !own] } else { [all & !own, own] };
        let position = self.position_of(stones, mover).ok()?;
        // On a board of one cell the only stone wins and can't be swapped.
        match kind.swapped {
            true if position.is_won() => None,
            true => Some(self.reversed(&position)),
            false => Some(position),
        }
    }

    /// Every move leaves the level.
    fn predecessors(&self, _: &Stones<B>, _: &mut Vec<Stones<B>>) {}

    fn multiplicity(&self, position: &Stones<B>) -> u64 {
        if self.has_swap() && HexLevel::of(position).taken > 1 { 2 } else { 1 }
    }
}
