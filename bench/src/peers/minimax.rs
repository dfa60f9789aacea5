//! The crate minimax 0.6.0. Its library has no games. Its published figure is its own counter over the Connect Four of its
//! examples. Here its traits have a Connect Four of our own, without a hash (the example has one), and
//! its counter runs in the same steps, because the original prints a table at each call.

use minimax::{Game, Winner};

use crate::rounds::Counted;

const COLUMNS: u8 = 7;
const ROWS: u32 = 6;
/// Bits of a column: its rows and one that is never set.
const STRIDE: u32 = ROWS + 1;
/// The lowest squares of all columns.
const FLOOR: u64 = 0x0408_1020_4081;
/// The highest squares.
const TOP: u64 = FLOOR << (ROWS - 1);

/// The rules, for the traits.
pub enum Rules {}

/// A position.
#[derive(Clone, Copy, Default)]
pub struct Board {
    /// The discs of the side to move.
    mover: u64,
    /// All discs.
    all: u64,
}

impl Game for Rules {
    type S = Board;
    /// A column from 0.
    type M = u8;

    fn generate_moves(board: &Board, moves: &mut Vec<u8>) -> Option<Winner> {
        let winner = Self::get_winner(board);
        if winner.is_none() {
            let mut tops = board.all >> (ROWS - 1);
            for column in 0..COLUMNS {
                if tops & 1 == 0 {
                    moves.push(column);
                }
                tops >>= STRIDE;
            }
        }
        winner
    }

    fn get_winner(board: &Board) -> Option<Winner> {
        let just_moved = board.mover ^ board.all;
        let is_line = |step: u32| {
            let pairs = just_moved & just_moved >> step;
            pairs & pairs >> (2 * step) != 0
        };
        if [1, STRIDE - 1, STRIDE, STRIDE + 1].into_iter().any(is_line) {
            return Some(Winner::PlayerJustMoved);
        }
        (board.all & TOP == TOP).then_some(Winner::Draw)
    }

    fn apply(board: &mut Board, column: u8) -> Option<Board> {
        let floor = 1 << (u32::from(column) * STRIDE);
        Some(Board { mover: board.mover ^ board.all, all: board.all | (board.all + floor) })
    }
}

/// Leaf by leaf.
pub fn leaf_by_leaf(depth: u32) -> Counted {
    fn walk<G: Game>(state: &mut G::S, depth: u32, pool: &mut Vec<Vec<G::M>>, leaves: &mut Counted) {
        if depth == 0 {
            leaves.nodes += 1;
            leaves.won += u64::from(matches!(G::get_winner(state), Some(Winner::PlayerJustMoved)));
            return;
        }
        let mut moves = pool.pop().unwrap_or_default();
        if G::generate_moves(state, &mut moves).is_none() {
            for &mv in &moves {
                let mut after = G::apply(state, mv);
                walk::<G>(after.as_mut().unwrap_or(state), depth - 1, pool, leaves);
                G::undo(state, mv);
            }
        }
        moves.clear();
        pool.push(moves);
    }
    let mut leaves = Counted::default();
    walk::<Rules>(&mut Board::default(), depth, &mut Vec::new(), &mut leaves);
    leaves
}

/// In bulk.
pub fn in_bulk(depth: u32) -> Counted {
    fn walk<G: Game>(state: &mut G::S, depth: u32, pool: &mut Vec<Vec<G::M>>) -> u64 {
        if depth == 0 {
            return 1;
        }
        let mut moves = pool.pop().unwrap_or_default();
        let mut count = 0;
        if G::generate_moves(state, &mut moves).is_none() {
            if depth == 1 {
                count = moves.len() as u64;
            } else {
                for &mv in &moves {
                    let mut after = G::apply(state, mv);
                    count += walk::<G>(after.as_mut().unwrap_or(state), depth - 1, pool);
                    G::undo(state, mv);
                }
            }
        }
        moves.clear();
        pool.push(moves);
        count
    }
    Counted::nodes(walk::<Rules>(&mut Board::default(), depth, &mut Vec::new()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_counts_what_is_known() {
        assert_eq!(leaf_by_leaf(7), Counted { nodes: 823_536, won: 13_032 });
        assert_eq!(in_bulk(7).nodes, 823_536);
        let mut state = Board::default();
        assert_eq!(
            minimax::perft::<Rules>(&mut state, 7, false),
            (0..=7).map(|depth| in_bulk(depth).nodes).collect::<Vec<_>>()
        );
    }
}
