//! Upper bounds of the score from simple strategies of the opponent.
//!
//! On a board of even height, a side that answers each stone with a stone on top of it gets every second square: claimeven (Victor Allis,
//! "A Knowledge-Based Approach of Connect-Four", 1988). Columns in which this is not possible yet are paired. Rows are counted from 1 here:
//! the first side gets the odd rows and the second side the even rows.
//!
//! ```text
//! first to move     If all columns have an even number of stones, the second side plays claimeven. Two columns with an odd number are
//!                   paired: a stone in one is answered in the other, and the second side gets one of the two squares.
//! second to move    The first side has a threat on an odd row of column c, in which the second side must play first. The first side
//!                   follows up elsewhere until the second side is in zugzwang. In c the second side gets the even rows below the threat.
//! ```
//!
//! A strategy holds if the other side can't make a line from its stones and all the squares that it can get. So the order of moves does
//! not matter. `tests` compares the bounds with a plain search in all positions of small boards.

use zermelo_games::bitboard::Bits;

use super::board::SolverBoard;
use super::node::SolverNode;
use super::score;

/// No strategy applies.
pub(super) const NO_BOUND: i32 = i32::MAX;

/// An upper bound of the score of the side to move, by a strategy of the opponent.
#[inline(always)]
pub(super) fn upper_bound<B: SolverBoard>(board: B, node: &SolverNode<B::Set>) -> i32 {
    let free = board.squares() & !node.occupied();
    if !board.has_line(node.stones[0] | free) {
        return 0;
    }
    if !board.height().is_multiple_of(2) {
        return NO_BOUND;
    }
    let odd = free & board.odd_rows();
    let even = free & !board.odd_rows();
    // The next squares of the columns that hold an odd number of stones.
    let unpaired = Unpaired::of(board.landings(node.occupied()) & !board.odd_rows());
    if node.ply % 2 == 0 {
        claimeven(board, node, odd, even, unpaired)
    } else {
        zugzwang(board, node, odd, even, unpaired)
    }
}

/// Up to four squares. `count` is 5 if there are more.
#[derive(Clone, Copy)]
struct Unpaired<S> {
    squares: [S; 4],
    count: usize,
}

impl<S: Bits> Unpaired<S> {
    #[inline(always)]
    fn of(set: S) -> Self {
        let mut rest = set;
        let mut squares = [S::EMPTY; 4];
        let mut count = 0;
        while !rest.is_empty() {
            if count == squares.len() {
                return Self { squares, count: count + 1 };
            }
            let others = rest.without_lowest();
            squares[count] = rest & !others;
            rest = others;
            count += 1;
        }
        Self { squares, count }
    }
}

/// Claimeven by the second side, with the first side to move.
#[inline(always)]
fn claimeven<B: SolverBoard>(
    board: B,
    node: &SolverNode<B::Set>,
    odd: B::Set,
    even: B::Set,
    unpaired: Unpaired<B::Set>,
) -> i32 {
    let [first, second] = node.stones;
    let is_safe = |also: B::Set| !board.has_line(first | odd | also);
    match (unpaired.squares, unpaired.count) {
        (_, 0) => {
            if !is_safe(B::Set::EMPTY) {
                return NO_BOUND;
            }
            if !board.has_line(second | even) {
                return 0;
            }
            // A line without a square of the top row is complete while two squares are free.
            let lower = even & board.lowest_rows(board.height() - 2);
            let row = if board.has_line(second | lower) { board.height() - 2 } else { board.height() };
            -win_score_on_row(board, row)
        }
        ([a, b, ..], 2) => {
            if !(is_safe(a) && is_safe(b)) {
                NO_BOUND
            } else if board.has_line(second | (even & !a)) && board.has_line(second | (even & !b)) {
                -win_score_on_row(board, board.height())
            } else {
                0
            }
        }
        ([a, b, c, d], 4) => {
            if has_pairing([a, b, c, d], |u, v| is_safe(u | v)) {
                0
            } else {
                NO_BOUND
            }
        }
        _ => NO_BOUND,
    }
}

/// Zugzwang by the first side, with the second side to move.
#[inline(always)]
fn zugzwang<B: SolverBoard>(
    board: B,
    node: &SolverNode<B::Set>,
    odd: B::Set,
    even: B::Set,
    unpaired: Unpaired<B::Set>,
) -> i32 {
    let second = node.stones[0];
    let mut threats = node.threats[1] & board.odd_rows();
    if unpaired.count != 1 && unpaired.count != 3 {
        return NO_BOUND;
    }
    let landings = board.landings(node.occupied());
    while !threats.is_empty() {
        let threat = threats & !threats.without_lowest();
        let column = board.squares_of(board.column(threat));
        threats &= !column;
        // Subtracting one sets all bits below the threat; the column mask keeps the squares below it.
        let below = threat.plus(!B::Set::EMPTY) & column;
        let base = second | (odd & !column) | (even & below);
        let is_safe = |also: B::Set| !board.has_line(base | also);
        let next = landings & column;
        let is_unpaired = (next & board.odd_rows()).is_empty();
        let [a, b, c, _] = unpaired.squares;
        let holds = match (unpaired.count, is_unpaired) {
            // The second side must play first in the column of the threat.
            (1, true) => is_safe(B::Set::EMPTY),
            // The side that starts that column forces the other side to start the unpaired one.
            (1, false) => is_safe(a) && is_safe(next),
            (_, true) => [a, b, c].into_iter().all(|square| square == next || is_safe(square)),
            (_, false) => has_pairing([next, a, b, c], |u, v| is_safe(u | v)),
        };
        if holds {
            return -win_score_on_row(board, board.row(threat) + 1);
        }
    }
    NO_BOUND
}

/// The least score of a win on this row (from 1) or below: the squares above it are free.
#[inline(always)]
fn win_score_on_row<B: SolverBoard>(board: B, row: u32) -> i32 {
    score::of_win(board.area(), board.area() - (board.height() - row) as i32 - 1)
}

/// Whether the squares can be paired such that the strategy holds whichever square of each pair the other side gets.
#[inline(always)]
fn has_pairing<S: Copy>([a, b, c, d]: [S; 4], holds: impl Fn(S, S) -> bool) -> bool {
    let (ab, cd) = (holds(a, b), holds(c, d));
    let (ac, bd) = (holds(a, c), holds(b, d));
    let (ad, bc) = (holds(a, d), holds(b, c));
    (ac && ad && bc && bd) || (ab && ad && bc && cd) || (ab && ac && bd && cd)
}
