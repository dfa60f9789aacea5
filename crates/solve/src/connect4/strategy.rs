//! Scores that a simple strategy holds, whatever the other side does.
//!
//! On a board of an even height the side that follows up, answering each stone with one on top of it, gets every second square. Allis calls
//! this claimeven (Victor Allis, "A Knowledge-Based Approach of Connect-Four", 1988); here, too, columns are paired in which it can't
//! be done yet. Rows count from 1 in these words, as players count them: the first side gets the odd rows, the second the even ones.
//!
//! ```text
//! first to move     all columns have an even number of stones: the second follows up. Of two columns with an odd number, whoever
//!                   plays in one, the other side plays in the other: the second gets either of both squares.
//! second to move    the first has a threat on an odd row of column c, in which the second must play first: the first follows up
//!                   elsewhere, and the second runs out of moves. In c the second gets the even rows below the threat.
//! ```
//!
//! A strategy holds when the other side can make no line of its stones and of all the squares that it can get. So the bounds need no look at
//! the order of moves. `tests` compares each with a plain search in all positions of small boards.

use zermelo_games::bitboard::Bits;

use super::board::Board;
use super::node::Node;
use super::score;

/// No strategy is known to hold the score of the side to move down.
pub(super) const NO_CEILING: i32 = i32::MAX;

/// The most that the side to move can score, as far as a strategy of the other side shows.
#[inline(always)]
pub(super) fn ceiling<B: Board>(board: B, node: &Node<B::Set>) -> i32 {
    let free = board.squares() & !node.occupied();
    if !board.has_line(node.stones[0] | free) {
        return 0;
    }
    if !board.height().is_multiple_of(2) {
        return NO_CEILING;
    }
    let odd = free & board.odd_rows();
    let even = free & !board.odd_rows();
    // The next squares of the columns that hold an odd number of stones.
    let unpaired = Unpaired::of(board.landings(node.occupied()) & !board.odd_rows());
    if node.ply % 2 == 0 {
        follow_up(board, node, odd, even, unpaired)
    } else {
        zugzwang(board, node, odd, even, unpaired)
    }
}

/// Up to four squares, and whether there are more.
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

/// The second side's strategy, the first is to move.
#[inline(always)]
fn follow_up<B: Board>(board: B, node: &Node<B::Set>, odd: B::Set, even: B::Set, unpaired: Unpaired<B::Set>) -> i32 {
    let [first, second] = node.stones;
    let is_safe = |also: B::Set| !board.has_line(first | odd | also);
    match (unpaired.squares, unpaired.count) {
        (_, 0) => {
            if !is_safe(B::Set::EMPTY) {
                return NO_CEILING;
            }
            if !board.has_line(second | even) {
                return 0;
            }
            // A line that needs no square of the highest row is complete while two squares are free.
            let lower = even & board.lowest_rows(board.height() - 2);
            let row = if board.has_line(second | lower) { board.height() - 2 } else { board.height() };
            -won_on_row(board, row)
        }
        ([a, b, ..], 2) => {
            if !(is_safe(a) && is_safe(b)) {
                NO_CEILING
            } else if board.has_line(second | (even & !a)) && board.has_line(second | (even & !b)) {
                -won_on_row(board, board.height())
            } else {
                0
            }
        }
        ([a, b, c, d], 4) => {
            if has_pairing([a, b, c, d], |u, v| is_safe(u | v)) {
                0
            } else {
                NO_CEILING
            }
        }
        _ => NO_CEILING,
    }
}

/// The first side's strategy, the second is to move.
#[inline(always)]
fn zugzwang<B: Board>(board: B, node: &Node<B::Set>, odd: B::Set, even: B::Set, unpaired: Unpaired<B::Set>) -> i32 {
    let second = node.stones[0];
    let mut threats = node.threats[1] & board.odd_rows();
    if unpaired.count != 1 && unpaired.count != 3 {
        return NO_CEILING;
    }
    let landings = board.landings(node.occupied());
    while !threats.is_empty() {
        let threat = threats & !threats.without_lowest();
        let column = board.squares_of(board.column(threat));
        threats &= !column;
        // Numbers of squares in the column below the threat: those bits are the lower ones.
        let below = threat.plus(!B::Set::EMPTY) & column;
        let base = second | (odd & !column) | (even & below);
        let is_safe = |also: B::Set| !board.has_line(base | also);
        let next = landings & column;
        let is_unpaired = (next & board.odd_rows()).is_empty();
        let [a, b, c, _] = unpaired.squares;
        let holds = match (unpaired.count, is_unpaired) {
            // The second must begin in the column of the threat.
            (1, true) => is_safe(B::Set::EMPTY),
            // Who begins in that column makes the other begin in the unpaired one.
            (1, false) => is_safe(a) && is_safe(next),
            (_, true) => [a, b, c].into_iter().all(|square| square == next || is_safe(square)),
            (_, false) => has_pairing([next, a, b, c], |u, v| is_safe(u | v)),
        };
        if holds {
            return -won_on_row(board, board.row(threat) + 1);
        }
    }
    NO_CEILING
}

/// What the side scores at least that completes a line on this row (from 1) or below: the squares above stay free.
#[inline(always)]
fn won_on_row<B: Board>(board: B, row: u32) -> i32 {
    score::of_win(board.area(), board.area() - (board.height() - row) as i32 - 1)
}

/// Whether four squares make two pairs such that the other side may have either square of both.
#[inline(always)]
fn has_pairing<S: Copy>([a, b, c, d]: [S; 4], may_have: impl Fn(S, S) -> bool) -> bool {
    let (ab, cd) = (may_have(a, b), may_have(c, d));
    let (ac, bd) = (may_have(a, c), may_have(b, d));
    let (ad, bc) = (may_have(a, d), may_have(b, c));
    (ac && ad && bc && bd) || (ab && ad && bc && cd) || (ab && ac && bd && cd)
}
