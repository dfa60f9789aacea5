//! The search: alpha-beta with a table, over positions in which there is a choice.
//!
//! The moves of a node are looked at in three rounds, the cheapest first: chains of forced replies and strategies, the table, the
//! search of what is left, in the order of their threats.

use arrayvec::ArrayVec;
use zermelo_games::bitboard::Bits;
use zermelo_search::budget::{Budget, InterruptedError};
use zermelo_search::prefetch::prefetch;

use super::board::Board;
use super::node::{Node, Settled};
use super::strategy::{self, NO_CEILING};
use super::table::{Entry, Layout, NO_COLUMN, Table};

/// The most columns of a board.
const COLUMNS: usize = 16;
/// How many moves' completions are computed at once, in the lanes of a vector.
const LANES: usize = 4;
/// Makes every order positive.
const LEAST_ORDER: i32 = 64;
/// So many squares before the end the table is left alone.
const LATE: i32 = 10;
/// Below every score.
const NOTHING: i32 = -1000;

/// What orders moves, in parts of a threat.
mod weight {
    pub(super) const THREAT: i32 = 16;
    /// A threat right above a square that can be played now.
    pub(super) const NEAR_THREAT: i32 = 8;
    pub(super) const TABLE_MOVE: i32 = 8;
    /// The forced replies end with the same side to move.
    pub(super) const KEEPS_TURN: i32 = 4;
}

/// One thread's search.
pub(super) struct Search<'a, B: Board> {
    board: B,
    table: &'a Table,
    budget: Budget,
    key_bits: u32,
    /// Up to how many stones mirror images are looked up as one.
    mirrored_until: i32,
    /// What tells the move orders of threads apart, by column; nothing for the first.
    jitter: [i32; COLUMNS],
}

/// A node and where the table has it.
pub(super) struct Placed<B: Board> {
    pub(super) node: Node<B::Set>,
    bucket: usize,
    tag: Tag<B>,
}

type Tag<B> = <<B as Board>::Layout as Layout<<B as Board>::Set>>::Tag;

/// A move that is left to be searched.
struct Candidate<B: Board> {
    placed: Placed<B>,
    /// Whether forced replies led back to the side that chose it.
    is_same_side: bool,
    column: u32,
    /// Bounds of its score, seen by the side that chose it.
    lower: i32,
    upper: i32,
    order: i32,
    /// The move that the table has for the node.
    best: u32,
}

impl<'a, B: Board> Search<'a, B> {
    /// The search of a thread.
    pub(super) fn new(board: B, table: &'a Table, budget: Budget, thread: u32) -> Self {
        let key_bits = board.width() * board.stride();
        Self { board, table, budget, key_bits, mirrored_until: board.area() / 2, jitter: jitter(thread) }
    }

    pub(super) fn nodes(&self) -> u64 {
        self.budget.nodes()
    }

    /// Finds a node's place in the table. The stones of the side to move and all stones, added, tell where every stone is: in each column
    /// the bit above the highest stone marks the end.
    #[inline(always)]
    pub(super) fn place(&self, node: Node<B::Set>) -> Placed<B> {
        let board = self.board;
        if !self.is_kept(&node) {
            return Placed { node, bucket: 0, tag: Tag::<B>::default() };
        }
        let key = node.stones[0].plus(node.occupied());
        let key = if node.ply < self.mirrored_until { key.min(board.mirrored(key)) } else { key };
        let (bucket, tag) = self.table.place::<_, B::Layout>(key, self.key_bits);
        Placed { node, bucket, tag }
    }

    /// Whether the table is asked about a node, and told. At the end of a game a search is cheaper than a place that others need more.
    #[inline(always)]
    fn is_kept(&self, node: &Node<B::Set>) -> bool {
        node.ply < self.board.area() - LATE
    }

    /// What the table knows.
    #[inline(always)]
    pub(super) fn known(&self, placed: &Placed<B>) -> Option<Entry> {
        if self.is_kept(&placed.node) { B::Layout::find(self.table.bucket(placed.bucket), placed.tag) } else { None }
    }

    /// The score of a quiet node, if it lies between `alpha` and `beta`; else a bound of it on the side where it lies. `best` is the move to
    /// try first.
    pub(super) fn search(
        &mut self,
        placed: &Placed<B>,
        mut alpha: i32,
        beta: i32,
        best: u32,
    ) -> Result<i32, InterruptedError> {
        self.budget.count_node()?;
        let before = self.budget.nodes();
        let floor = alpha;
        let mut found = Found { score: NOTHING, column: NO_COLUMN };
        let mut candidates = ArrayVec::<_, COLUMNS>::new();
        let mut ranks = ArrayVec::<_, COLUMNS>::new();
        if !self.look_ahead(&placed.node, alpha, beta, best, &mut candidates, &mut found)
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
                    self.search(&candidate.placed, low, high, candidate.best)?
                } else {
                    -self.search(&candidate.placed, -high, -low, candidate.best)?
                };
                found.at_least(score, candidate.column);
                alpha = alpha.max(score);
                if alpha >= beta {
                    break;
                }
            }
        }
        if self.is_kept(&placed.node) {
            let [least, most] = placed.node.range(self.board);
            let entry = Entry {
                lower: if found.score > floor { found.score } else { least },
                upper: if found.score < beta { found.score } else { most },
                work: (self.budget.nodes() - before + 1).ilog2().min(31),
                column: found.column,
            };
            B::Layout::put(self.table.bucket(placed.bucket), placed.tag, entry);
        }
        Ok(found.score)
    }

    /// The first round: plays each move and what is forced after it. Whether one of them reaches `beta`.
    #[inline(always)]
    fn look_ahead(
        &self,
        node: &Node<B::Set>,
        alpha: i32,
        beta: i32,
        best: u32,
        candidates: &mut ArrayVec<Candidate<B>, COLUMNS>,
        found: &mut Found,
    ) -> bool {
        let board = self.board;
        let mut rest = node.sound_moves(board);
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
                let is_same_side = match child.settle(board) {
                    Settled::Score(score) => {
                        found.at_least(-score, column);
                        if found.score >= beta {
                            return true;
                        }
                        continue;
                    }
                    Settled::Quiet { is_same_side } => !is_same_side,
                };
                let [least, mut most] = child.range(board);
                // No strategy promises more: a win on a row leaves its column free above.
                let reach = board.height() as i32 / 2;
                let is_near_a_draw = if is_same_side { alpha >= -reach } else { beta <= reach };
                if is_near_a_draw {
                    let ceiling = strategy::ceiling(board, &child);
                    if ceiling != NO_CEILING {
                        most = most.min(ceiling);
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
                let placed = self.place(child);
                if self.is_kept(&child) {
                    prefetch(self.table.bucket(placed.bucket));
                }
                let order = self.order(&child, threats, is_same_side, column)
                    + if column == best { weight::TABLE_MOVE } else { 0 };
                candidates.push(Candidate { placed, is_same_side, column, lower, upper, order, best: NO_COLUMN });
            }
        }
        false
    }

    /// How promising a move is that makes so many threats and leads to a child.
    #[inline(always)]
    fn order(&self, child: &Node<B::Set>, threats: i32, is_same_side: bool, column: u32) -> i32 {
        let board = self.board;
        let own = child.threats[usize::from(!is_same_side)];
        let near = own & child.occupied().plus(board.bottom()).up(1);
        let from_centre = (2 * column as i32 + 1 - board.width() as i32).abs() / 2;
        LEAST_ORDER
            + threats * weight::THREAT
            + near.count() as i32 * weight::NEAR_THREAT
            + i32::from(is_same_side) * weight::KEEPS_TURN
            - from_centre
            + self.jitter[column as usize % COLUMNS]
    }

    /// The second round: what the table knows of them. Ranks those that must be searched, the best first: their order, times
    /// [`COLUMNS`], and their place among the candidates. Whether one of them reaches `beta`.
    #[inline(always)]
    fn look_up(
        &self,
        candidates: &mut [Candidate<B>],
        ranks: &mut ArrayVec<usize, COLUMNS>,
        alpha: i32,
        beta: i32,
        found: &mut Found,
    ) -> bool {
        for (at, candidate) in candidates.iter_mut().enumerate() {
            if candidate.upper > alpha
                && self.is_kept(&candidate.placed.node)
                && let Some(entry) = B::Layout::find(self.table.bucket(candidate.placed.bucket), candidate.placed.tag)
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

/// What a thread adds to the order of the moves in each column. As little as there is: threads that differ more lose the good order, and with
/// it more than they win.
fn jitter(thread: u32) -> [i32; COLUMNS] {
    std::array::from_fn(|column| {
        let mixed = (thread * COLUMNS as u32 + column as u32).wrapping_mul(0x9E37_79B9);
        if thread == 0 { 0 } else { (mixed >> 31) as i32 }
    })
}

/// The best of the moves so far.
struct Found {
    score: i32,
    column: u32,
}

impl Found {
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
    fn threads_order_moves_each_in_its_way() {
        assert_eq!(jitter(0), [0; COLUMNS]);
        for thread in 1..16 {
            let own = jitter(thread);
            assert!(own.iter().all(|more| (0..=1).contains(more)), "{own:?}");
            assert!(own[..7].contains(&0) && own[..7].contains(&1), "{own:?}");
            assert_ne!(own[..7], jitter(thread - 1)[..7]);
        }
    }
}
