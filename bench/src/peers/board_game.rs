//! The crate board-game 0.8.2 with its own Connect Four and tic-tac-toe.

use board_game::ai::mcts::mcts_build_tree;
use board_game::board::{AltBoard, Board, BoardMoves, Outcome};
use board_game::games::connect4::Connect4;
use board_game::games::ttt::TTTBoard;
use board_game::util::game_stats::perft_naive;
use internal_iterator::InternalIterator;
use rand::SeedableRng;
use rand::rngs::SmallRng;

use crate::rounds::{Contender, Counted, Kind};

const NAME: &str = "board-game 0.8.2";

/// Plays Connect Four out at random.
pub fn playing_connect4(playouts: u32) -> Contender {
    playing::<Connect4>(playouts)
}

/// Plays tic-tac-toe out at random.
pub fn playing_tictactoe(playouts: u32) -> Contender {
    playing::<TTTBoard>(playouts)
}

fn playing<B: Board + Default + 'static>(playouts: u32) -> Contender {
    let mut rng = SmallRng::seed_from_u64(1);
    let mut play = move || {
        let mut board = B::default();
        while let Ok(mv) = board.random_available_move(&mut rng) {
            if board.play(mv).is_err() {
                return false;
            }
        }
        true
    };
    Contender::new(NAME, Kind::Peer, 0, move || Counted::nodes((0..playouts).filter(|_| play()).count() as u64))
}

/// Searches the empty board of Connect Four.
pub fn searching_connect4(searches: u64, playouts: u64) -> Contender {
    searching::<Connect4>(searches, playouts)
}

/// Searches the empty board of tic-tac-toe.
pub fn searching_tictactoe(searches: u64, playouts: u64) -> Contender {
    searching::<TTTBoard>(searches, playouts)
}

/// Its search propagates proven results and ends when the root is proven.
fn searching<B: AltBoard + Default + 'static>(searches: u64, playouts: u64) -> Contender {
    let search = move |seed| {
        let tree = mcts_build_tree(&B::default(), playouts, 1.414, &mut SmallRng::seed_from_u64(seed));
        tree.nodes[0].visits as u64
    };
    Contender::new(NAME, Kind::Peer, 0, move || Counted::nodes((1..=searches).map(search).sum()))
}

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
