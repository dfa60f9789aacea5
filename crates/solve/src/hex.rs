//! The numbers of Hex's positions on small boards, so that a [table](crate::retrograde) can hold them all.
//!
//! ```text
//! level   by the cells that are free: 0 with all of them taken. With the swap rule the positions of one stone have two levels: first
//!         those after a swap, then those before; then comes the empty board
//! number  (the taken cells among as many) * (ways to give them to the two sides) + (those of the mover among the taken ones)
//! ```
//!
//! After a swap the second side has a stone more. Such a position has the place of the one with the sides exchanged and the board
//! mirrored ([`Hex::reversed`]), which has the same value for the side to move; but for a single stone, which can be swapped in one of them
//! alone. Positions that are the same after half a turn have numbers of their own.

use zermelo_core::{Position, Side};
use zermelo_games::bitboard::Bits;
use zermelo_games::hex::Hex;
use zermelo_games::stones::Stones;

use crate::retrograde::{Level, Moves, Place, Ranked};
use crate::stones::{MOST, cells_of, choose, number};

/// The stones on the board, and whether a swap came before.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Phase {
    taken: usize,
    swapped: bool,
}

fn cells<B: Bits>(game: &Hex<B>) -> usize {
    usize::from(game.board().size()).pow(2)
}

impl Phase {
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

    /// The phase of a level; positions that share a place with others are taken as those before a swap.
    fn at<B: Bits>(level: usize, game: &Hex<B>) -> Option<Self> {
        let all = cells(game);
        let phase = |taken, swapped| Self { taken, swapped };
        let last = all + usize::from(game.has_swap());
        match last.checked_sub(level)? {
            0 => Some(phase(0, false)),
            1 => Some(phase(1, false)),
            2 if game.has_swap() => Some(phase(1, true)),
            _ => Some(phase(all - level, false)),
        }
    }

    /// The ways to give the taken cells to the sides.
    fn ways(self) -> u64 {
        choose(self.taken, self.taken / 2)
    }
}

impl<B: Bits> Ranked for Hex<B> {
    fn table_name(&self) -> String {
        format!("hex-{}{}", self.board().size(), if self.has_swap() { "-swap" } else { "" })
    }

    fn levels(&self) -> Vec<Level> {
        let cells = cells(self);
        if cells > MOST {
            return Vec::new();
        }
        let level = |phase: Phase| {
            let size = choose(cells, phase.taken) * phase.ways();
            let shared = self.has_swap() && phase.taken > 1;
            Level {
                name: format!("{} stones{}", phase.taken, if phase.swapped { ", swapped" } else { "" }),
                size,
                arrangements: if shared { 2 * size } else { size },
                moves: Moves::Leave,
            }
        };
        (0..).map_while(|at| Phase::at(at, self)).map(level).collect()
    }

    fn rank(&self, position: &Stones<B>) -> Option<Place> {
        let phase = Phase::of(position);
        let position = if phase.swapped { self.reversed(position) } else { *position };
        let taken: Vec<u32> = position.occupied().squares().collect();
        let movers = (0..).zip(&taken).filter(|&(_, &cell)| position.mover().has(cell)).map(|(at, _)| at);
        let index = number(taken.iter().map(|&cell| cell as usize)) * phase.ways() + number(movers);
        Some(Place { level: phase.level(self), index })
    }

    fn unrank(&self, Place { level, index }: Place) -> Option<Stones<B>> {
        let phase = Phase::at(level, self)?;
        let mut places = cells_of(index / phase.ways(), phase.taken, cells(self));
        places.reverse();
        let mover = if phase.taken.is_multiple_of(2) { Side::First } else { Side::Second };
        let single = |cell: usize| B::single(cell as u32);
        let all = places.iter().fold(B::EMPTY, |set, &cell| set | single(cell));
        let own = cells_of(index % phase.ways(), phase.taken / 2, phase.taken);
        let own = own.into_iter().fold(B::EMPTY, |set, at| set | single(places[at]));
        let stones = if mover == Side::First { [own, all & !own] } else { [all & !own, own] };
        let position = self.position_of(stones, mover).ok()?;
        // The only stone of a board of one cell wins, and is not swapped.
        match phase.swapped {
            true if position.is_won() => None,
            true => Some(self.reversed(&position)),
            false => Some(position),
        }
    }

    /// No position of a level is before another.
    fn retract(&self, _: &Stones<B>, _: &mut Vec<Stones<B>>) {}

    fn multiplicity(&self, position: &Stones<B>) -> u64 {
        if self.has_swap() && Phase::of(position).taken > 1 { 2 } else { 1 }
    }
}
