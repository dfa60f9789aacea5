//! A node of the search, and the forced replies that lead to it.

use zermelo_games::bitboard::Bits;

use super::board::SolverBoard;
use super::score;

/// A position in which the side to move has no immediate win.
#[derive(Clone, Copy, Debug)]
pub(super) struct SolverNode<S> {
    /// The stones of the side to move and of the opponent.
    pub(super) stones: [S; 2],
    /// The free squares that complete a line of the side to move and of the opponent, playable or not.
    pub(super) threats: [S; 2],
    /// The number of stones.
    pub(super) ply: i32,
}

/// The end of a sequence of forced replies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ForcedOutcome {
    /// The game is decided, with this score for the side to move at the start.
    Score(i32),
    /// The node is quiet: neither side has an immediate win, and at least two moves do not lose at once.
    Quiet {
        /// Whether the side to move is the one at the start.
        is_same_side: bool,
    },
}

impl<S: Bits> SolverNode<S> {
    /// The node of a position; `None` if the side to move has an immediate win.
    pub(super) fn new<B: SolverBoard<Set = S>>(board: B, stones: [S; 2]) -> Option<Self> {
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

    /// The moves that do not allow an immediate win, if the opponent has no playable threat: all except those directly below a threat.
    #[inline(always)]
    pub(super) fn safe_moves<B: SolverBoard<Set = S>>(&self, board: B) -> S {
        board.landings(self.occupied()) & !self.threats[1].down(1)
    }

    /// The node after a move. `completions` are the completions of the mover's stones with the new stone.
    #[inline(always)]
    pub(super) fn after<B: SolverBoard<Set = S>>(&self, board: B, stone: S, completions: S) -> Self {
        let occupied = self.occupied() | stone;
        Self {
            stones: [self.stones[1], self.stones[0] | stone],
            threats: [self.threats[1] & !stone, completions & board.squares() & !occupied],
            ply: self.ply + 1,
        }
    }

    /// The score if the opponent wins on its next turn.
    #[inline(always)]
    fn loss_score<B: SolverBoard<Set = S>>(&self, board: B) -> i32 {
        -score::of_win(board.area(), self.ply + 1)
    }

    /// Plays forced replies until there is a choice or the game is decided. A reply is forced if it meets a threat, or if all other moves
    /// lose at once.
    #[inline(always)]
    pub(super) fn play_forced<B: SolverBoard<Set = S>>(&mut self, board: B) -> ForcedOutcome {
        let mut is_same_side = true;
        loop {
            let landings = board.landings(self.occupied());
            if landings.is_empty() {
                return ForcedOutcome::Score(0);
            }
            let to_block = landings & self.threats[1];
            let reply = if to_block.is_empty() {
                let safe = landings & !self.threats[1].down(1);
                if !safe.without_lowest().is_empty() {
                    return ForcedOutcome::Quiet { is_same_side };
                }
                safe
            } else {
                let is_double = !to_block.without_lowest().is_empty();
                if is_double || !(self.threats[1] & to_block.up(1)).is_empty() { S::EMPTY } else { to_block }
            };
            if reply.is_empty() {
                let score = self.loss_score(board);
                return ForcedOutcome::Score(if is_same_side { score } else { -score });
            }
            *self = self.after(board, reply, board.completions(self.stones[0] | reply));
            is_same_side = !is_same_side;
        }
    }

    /// The least and the greatest score of a quiet node. Neither side wins on its next turn.
    #[inline(always)]
    pub(super) fn score_range<B: SolverBoard<Set = S>>(&self, board: B) -> [i32; 2] {
        [-score::of_win(board.area(), self.ply + 3), score::of_win(board.area(), self.ply + 2)]
    }
}
