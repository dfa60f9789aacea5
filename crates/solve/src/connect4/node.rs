//! A position in a search, and chains of forced replies.

use zermelo_games::bitboard::Bits;

use super::board::Board;
use super::score;

/// A position in which the side to move can't win at once.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node<S> {
    /// The stones of the side to move, and of the other.
    pub(super) stones: [S; 2],
    /// The free squares that complete a line of the side to move, and of the other; whether they can be reached yet or not.
    pub(super) threats: [S; 2],
    /// How many stones there are.
    pub(super) ply: i32,
}

/// Where a chain of forced replies ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Settled {
    /// The game is decided: the score, seen by the side that was to move at the start.
    Score(i32),
    /// The node became one in which no win can be made or must be met at once, and which has at least two moves that do not lose at
    /// once; whether the side to move is the one of the start.
    Quiet {
        /// The side to move is the one of the start.
        is_same_side: bool,
    },
}

impl<S: Bits> Node<S> {
    /// The node of a position; `None` where the side to move wins at once.
    pub(super) fn new<B: Board<Set = S>>(board: B, stones: [S; 2]) -> Option<Self> {
        let occupied = stones[0] | stones[1];
        let threats = stones.map(|stones| board.completions(stones) & board.squares() & !occupied);
        let can_win = !(threats[0] & board.landings(occupied)).is_empty();
        (!can_win).then_some(Self { stones, threats, ply: occupied.count() as i32 })
    }

    /// All stones.
    #[inline(always)]
    pub(super) fn occupied(&self) -> S {
        self.stones[0] | self.stones[1]
    }

    /// The moves after which the other side can't win at once, in a node in which it threatens nothing: a stone below a threat
    /// would open it.
    #[inline(always)]
    pub(super) fn sound_moves<B: Board<Set = S>>(&self, board: B) -> S {
        board.landings(self.occupied()) & !self.threats[1].down(1)
    }

    /// The node after a move, for the other side; `completions` are those of the mover's stones with the new one.
    #[inline(always)]
    pub(super) fn after<B: Board<Set = S>>(&self, board: B, stone: S, completions: S) -> Self {
        let occupied = self.occupied() | stone;
        Self {
            stones: [self.stones[1], self.stones[0] | stone],
            threats: [self.threats[1] & !stone, completions & board.squares() & !occupied],
            ply: self.ply + 1,
        }
    }

    /// What a win on the next turn of the other side is worth to the side to move.
    #[inline(always)]
    fn lost<B: Board<Set = S>>(&self, board: B) -> i32 {
        -score::of_win(board.area(), self.ply + 1)
    }

    /// Plays replies that are forced, by a threat or because all other moves lose at once, until there is a choice or the game is
    /// decided.
    #[inline(always)]
    pub(super) fn settle<B: Board<Set = S>>(&mut self, board: B) -> Settled {
        let mut is_same_side = true;
        loop {
            let landings = board.landings(self.occupied());
            if landings.is_empty() {
                return Settled::Score(0);
            }
            let to_block = landings & self.threats[1];
            let reply = if to_block.is_empty() {
                let sound = landings & !self.threats[1].down(1);
                if !sound.without_lowest().is_empty() {
                    return Settled::Quiet { is_same_side };
                }
                sound
            } else {
                let is_double = !to_block.without_lowest().is_empty();
                if is_double || !(self.threats[1] & to_block.up(1)).is_empty() { S::EMPTY } else { to_block }
            };
            if reply.is_empty() {
                let score = self.lost(board);
                return Settled::Score(if is_same_side { score } else { -score });
            }
            *self = self.after(board, reply, board.completions(self.stones[0] | reply));
            is_same_side = !is_same_side;
        }
    }

    /// The scores that a quiet node can have: neither side wins on its next turn.
    #[inline(always)]
    pub(super) fn range<B: Board<Set = S>>(&self, board: B) -> [i32; 2] {
        [-score::of_win(board.area(), self.ply + 3), score::of_win(board.area(), self.ply + 2)]
    }
}
