//! The crate board-game 0.8.2 with its own Connect Four.

use board_game::board::{Board, BoardMoves, Outcome};
use board_game::games::connect4::Connect4;
use board_game::util::game_stats::perft_naive;
use internal_iterator::InternalIterator;

use crate::rounds::Counted;

/// Leaf by leaf, through the interface that it gives to searches.
pub fn leaf_by_leaf(depth: u32) -> Counted {
    fn walk(board: &Connect4, depth: u32, leaves: &mut Counted) {
        let outcome = board.outcome();
        if depth == 0 {
            leaves.nodes += 1;
            leaves.won += u64::from(matches!(outcome, Some(Outcome::WonBy(_))));
            return;
        }
        if outcome.is_some() {
            return;
        }
        let Ok(moves) = board.available_moves() else { unreachable!("the game is not over") };
        moves.for_each(|mv| {
            let Ok(after) = board.clone_and_play(mv) else { unreachable!("the move is available") };
            walk(&after, depth - 1, leaves);
        });
    }
    let mut leaves = Counted::default();
    walk(&Connect4::default(), depth, &mut leaves);
    leaves
}

/// In bulk, with its own counter.
pub fn in_bulk(depth: u32) -> Counted {
    Counted::nodes(perft_naive(&Connect4::default(), depth))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_counts_what_is_known() {
        assert_eq!(leaf_by_leaf(7), Counted { nodes: 823_536, won: 13_032 });
        assert_eq!(in_bulk(7).nodes, 823_536);
    }
}
