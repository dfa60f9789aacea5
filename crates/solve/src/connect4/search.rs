//! Alpha-beta with a transposition table. Forced replies are played without a node of their own.
//!
//! The moves of a node go through three stages, the cheapest first: forced replies and strategy bounds, the transposition table, and the
//! search of the remaining moves, ordered by their threats.

use arrayvec::ArrayVec;
use zermelo_games::bitboard::Bits;
use zermelo_search::budget::{Budget, InterruptedError};
use zermelo_search::prefetch::prefetch;

use super::board::SolverBoard;
use super::node::{ForcedOutcome, SolverNode};
use super::strategy::{self, NO_BOUND};
use super::table::{BoundsEntry, BoundsTable, BucketLayout, NO_COLUMN};

/// The most columns of a board.
const COLUMNS: usize = 16;
/// The number of moves whose completions are computed together, so that the compiler can use vector instructions.
const LANES: usize = 4;
/// Added to every move-ordering score to make it positive.
const ORDER_OFFSET: i32 = 64;
/// Positions with at most this many free squares are not stored in the table.
const MIN_FREE: i32 = 10;
/// Less than every score.
const NO_SCORE: i32 = -1000;

/// Weights of the move ordering, in sixteenths of a threat.
mod weight {
    pub(super) const THREAT: i32 = 16;
    /// A threat directly above a square that can be played now.
    pub(super) const NEAR_THREAT: i32 = 8;
    pub(super) const TABLE_MOVE: i32 = 8;
    /// The forced replies return the move to the same side.
    pub(super) const KEEPS_TURN: i32 = 4;
}

/// The search of one thread.
pub(super) struct ScoreSearch<'a, B: SolverBoard> {
    board: B,
    table: &'a BoundsTable,
    budget: Budget,
    key_bits: u32,
    /// Mirror images share a table entry up to this number of stones.
    mirrored_until: i32,
    /// An ordering bonus per column that makes threads search different moves first; zero in the first thread.
    jitter: [i32; COLUMNS],
}

/// A node and its location in the table.
pub(super) struct LocatedNode<B: SolverBoard> {
    pub(super) node: SolverNode<B::Set>,
    bucket: usize,
    tag: Tag<B>,
}

type Tag<B> = <<B as SolverBoard>::BucketLayout as BucketLayout<<B as SolverBoard>::Set>>::Tag;

/// A move that is left to be searched.
struct Candidate<B: SolverBoard> {
    located: LocatedNode<B>,
    /// Whether the side that played the move is to move again after the forced replies.
    is_same_side: bool,
    column: u32,
    /// Bounds of the score, for the side that played the move.
    lower: i32,
    upper: i32,
    order: i32,
    /// The best move of the node according to the table.
    best: u32,
}

impl<'a, B: SolverBoard> ScoreSearch<'a, B> {
    /// The search of a thread.
    pub(super) fn new(board: B, table: &'a BoundsTable, budget: Budget, thread: u32) -> Self {
        let key_bits = board.width() * board.stride();
        Self { board, table, budget, key_bits, mirrored_until: board.area() / 2, jitter: jitter(thread) }
    }

    pub(super) fn nodes(&self) -> u64 {
        self.budget.nodes()
    }

    /// Locates a node in the table. The key is the sum of the mover's stones and all stones, which is unique (Pons): in each column the
    /// highest bit is the one above the highest stone.
    #[inline(always)]
    pub(super) fn locate(&self, node: SolverNode<B::Set>) -> LocatedNode<B> {
        let board = self.board;
        if !self.is_stored(&node) {
            return LocatedNode { node, bucket: 0, tag: Tag::<B>::default() };
        }
        let key = node.stones[0].plus(node.occupied());
        let key = if node.ply < self.mirrored_until { key.min(board.mirrored(key)) } else { key };
        let (bucket, tag) = self.table.locate::<_, B::BucketLayout>(key, self.key_bits);
        LocatedNode { node, bucket, tag }
    }

    /// Whether the node is stored in the table. Near the end of the game a search is cheaper than an entry.
    #[inline(always)]
    fn is_stored(&self, node: &SolverNode<B::Set>) -> bool {
        node.ply < self.board.area() - MIN_FREE
    }

    /// The table entry of a node.
    #[inline(always)]
    pub(super) fn probe(&self, located: &LocatedNode<B>) -> Option<BoundsEntry> {
        if self.is_stored(&located.node) {
            B::BucketLayout::find(self.table.bucket(located.bucket), located.tag)
        } else {
            None
        }
    }

    /// The score of a quiet node, fail-soft: exact if it lies between `alpha` and `beta`, an upper bound if it is at most `alpha`, a lower
    /// bound if it is at least `beta`. `best` is the move to try first, or [`NO_COLUMN`].
    pub(super) fn search(
        &mut self,
        located: &LocatedNode<B>,
        mut alpha: i32,
        beta: i32,
        best: u32,
    ) -> Result<i32, InterruptedError> {
        self.budget.count_node()?;
        let before = self.budget.nodes();
        let original_alpha = alpha;
        let mut found = BestMove { score: NO_SCORE, column: NO_COLUMN };
        let mut candidates = ArrayVec::<_, COLUMNS>::new();
        let mut ranks = ArrayVec::<_, COLUMNS>::new();
        if !self.look_ahead(&located.node, alpha, beta, best, &mut candidates, &mut found)
            && !self.look_up(&mut candidates, &mut ranks, alpha.max(found.score), beta, &mut found)
        {
            alpha = alpha.max(found.score);
            for rank in &ranks {
                let candidate = &candidates[rank % COLUMNS];
                if candidate.upper <= alpha {
                    found.at_least(candidate.upper, candidate.column);
                    continue;
                }
                let (low, high) = (alpha.max(candidate.lower), beta.min(candidate.upper));
                let score = if low >= high {
                    low
                } else if candidate.is_same_side {
                    self.search(&candidate.located, low, high, candidate.best)?
                } else {
                    -self.search(&candidate.located, -high, -low, candidate.best)?
                };
                found.at_least(score, candidate.column);
                alpha = alpha.max(score);
                if alpha >= beta {
                    break;
                }
            }
        }
        if self.is_stored(&located.node) {
            let [least, most] = located.node.score_range(self.board);
            let entry = BoundsEntry {
                lower: if found.score > original_alpha { found.score } else { least },
                upper: if found.score < beta { found.score } else { most },
                log_nodes: (self.budget.nodes() - before + 1).ilog2().min(31),
                column: found.column,
            };
            B::BucketLayout::store(self.table.bucket(located.bucket), located.tag, entry);
        }
        Ok(found.score)
    }

    /// Stage 1: plays each move and the forced replies to it. Whether a move reaches `beta`.
    #[inline(always)]
    fn look_ahead(
        &self,
        node: &SolverNode<B::Set>,
        alpha: i32,
        beta: i32,
        best: u32,
        candidates: &mut ArrayVec<Candidate<B>, COLUMNS>,
        found: &mut BestMove,
    ) -> bool {
        let board = self.board;
        let mut rest = node.safe_moves(board);
        while !rest.is_empty() {
            let mut stones = [B::Set::EMPTY; LANES];
            let mut count = 0;
            while count < LANES && !rest.is_empty() {
                let others = rest.without_lowest();
                stones[count] = rest & !others;
                rest = others;
                count += 1;
            }
            let completions = stones.map(|stone| board.completions(node.stones[0] | stone));
            for (&stone, &completions) in stones.iter().zip(&completions).take(count) {
                let mut child = node.after(board, stone, completions);
                let column = board.column(stone);
                let threats = child.threats[1].count() as i32;
                let is_same_side = match child.play_forced(board) {
                    ForcedOutcome::Score(score) => {
                        found.at_least(-score, column);
                        if found.score >= beta {
                            return true;
                        }
                        continue;
                    }
                    ForcedOutcome::Quiet { is_same_side } => !is_same_side,
                };
                let [least, mut most] = child.score_range(board);
                // The best bound of any strategy: a win on some row, with the squares above it free.
                let reach = board.height() as i32 / 2;
                let is_near_a_draw = if is_same_side { alpha >= -reach } else { beta <= reach };
                if is_near_a_draw {
                    let bound = strategy::upper_bound(board, &child);
                    if bound != NO_BOUND {
                        most = most.min(bound);
                    }
                }
                let (lower, upper) = if is_same_side { (least, most) } else { (-most, -least) };
                if upper <= alpha {
                    found.at_least(upper, column);
                    continue;
                }
                if lower >= beta {
                    found.at_least(lower, column);
                    return true;
                }
                let located = self.locate(child);
                if self.is_stored(&child) {
                    prefetch(self.table.bucket(located.bucket));
                }
                let order = self.order(&child, threats, is_same_side, column)
                    + if column == best { weight::TABLE_MOVE } else { 0 };
                candidates.push(Candidate { located, is_same_side, column, lower, upper, order, best: NO_COLUMN });
            }
        }
        false
    }

    /// The move-ordering score of a move that creates `threats` threats and leads to `child`.
    #[inline(always)]
    fn order(&self, child: &SolverNode<B::Set>, threats: i32, is_same_side: bool, column: u32) -> i32 {
        let board = self.board;
        let own = child.threats[usize::from(!is_same_side)];
        let near = own & child.occupied().plus(board.bottom()).up(1);
        let from_centre = (2 * column as i32 + 1 - board.width() as i32).abs() / 2;
        ORDER_OFFSET
            + threats * weight::THREAT
            + near.count() as i32 * weight::NEAR_THREAT
            + i32::from(is_same_side) * weight::KEEPS_TURN
            - from_centre
            + self.jitter[column as usize % COLUMNS]
    }

    /// Stage 2: tightens the bounds by the table. Collects the moves to search in `ranks`, best first, each as its ordering score times
    /// [`COLUMNS`] plus its index among the candidates. Whether a move reaches `beta`.
    #[inline(always)]
    fn look_up(
        &self,
        candidates: &mut [Candidate<B>],
        ranks: &mut ArrayVec<usize, COLUMNS>,
        alpha: i32,
        beta: i32,
        found: &mut BestMove,
    ) -> bool {
        for (at, candidate) in candidates.iter_mut().enumerate() {
            if candidate.upper > alpha
                && self.is_stored(&candidate.located.node)
                && let Some(entry) =
                    B::BucketLayout::find(self.table.bucket(candidate.located.bucket), candidate.located.tag)
            {
                let (lower, upper) =
                    if candidate.is_same_side { (entry.lower, entry.upper) } else { (-entry.upper, -entry.lower) };
                candidate.lower = candidate.lower.max(lower);
                candidate.upper = candidate.upper.min(upper);
                candidate.best = entry.column;
                found.at_least(candidate.lower, candidate.column);
                if found.score >= beta {
                    return true;
                }
            }
            if candidate.upper <= alpha {
                found.at_least(candidate.upper, candidate.column);
                continue;
            }
            let rank = candidate.order as usize * COLUMNS + at;
            ranks.push(rank);
            let mut to = ranks.len() - 1;
            while to > 0 && ranks[to - 1] / COLUMNS < rank / COLUMNS {
                ranks[to] = ranks[to - 1];
                to -= 1;
            }
            ranks[to] = rank;
        }
        false
    }
}

/// The ordering bonus of a thread per column, 0 or 1. A larger bonus would make threads more different, but costs more through worse
/// ordering than it gains.
fn jitter(thread: u32) -> [i32; COLUMNS] {
    std::array::from_fn(|column| {
        let mixed = (thread * COLUMNS as u32 + column as u32).wrapping_mul(0x9E37_79B9);
        if thread == 0 { 0 } else { (mixed >> 31) as i32 }
    })
}

/// The best move so far.
struct BestMove {
    score: i32,
    column: u32,
}

impl BestMove {
    #[inline(always)]
    fn at_least(&mut self, score: i32, column: u32) {
        if score > self.score {
            *self = Self { score, column };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_have_different_move_orders() {
        assert_eq!(jitter(0), [0; COLUMNS]);
        for thread in 1..16 {
            let own = jitter(thread);
            assert!(own.iter().all(|more| (0..=1).contains(more)), "{own:?}");
            assert!(own[..7].contains(&0) && own[..7].contains(&1), "{own:?}");
            assert_ne!(own[..7], jitter(thread - 1)[..7]);
        }
    }
}
