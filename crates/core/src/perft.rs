//! Perft: counting the leaves of the game tree, to verify the rules. A game stops when the position decides it. Draws that
//! depend on the history (repetition, move limits) are ignored.

use std::collections::HashSet;

use serde::Serialize;

use crate::{Depth, Game, Outcome, Side};

/// Faster ways to count moves and leaves. The default implementations generate the moves.
pub trait PerftCount: Game {
    /// The number of legal moves.
    fn count_moves(&self, position: &Self::Position) -> usize {
        let mut moves = Vec::new();
        self.generate(position, &mut moves);
        moves.len()
    }

    /// The number of perft leaves, if the game can count them without playing all moves; otherwise `None`. A decided position
    /// has 1 leaf at depth 0 and none at greater depths.
    fn count_leaves(&self, position: &Self::Position, depth: Depth) -> Option<u64> {
        match depth.0 {
            0 => Some(1),
            1 => Some(self.count_moves(position) as u64),
            _ => None,
        }
    }
}

/// The number of positions `depth` plies below this one. Uses [`PerftCount::count_leaves`] near the leaves.
pub fn perft<G: PerftCount>(game: &G, position: &G::Position, depth: Depth) -> u64 {
    fn count<G: PerftCount>(game: &G, position: &G::Position, depth: Depth, moves: &mut Vec<G::Move>) -> u64 {
        // No test for the end of the game: a decided position has no moves and so no leaves.
        if let Some(leaves) = game.count_leaves(position, depth) {
            return leaves;
        }
        let start = moves.len();
        game.generate(position, moves);
        let mut leaves = 0;
        for at in start..moves.len() {
            let mut after = *position;
            game.play_unchecked(&mut after, moves[at]);
            leaves += count(game, &after, depth.less_one(), moves);
        }
        moves.truncate(start);
        leaves
    }
    count(game, position, depth, &mut Vec::new())
}

/// The leaves of a game tree, by result.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct PerftLeaves {
    /// All leaves.
    pub nodes: u64,
    /// Leaves that are a win of either side.
    pub won: u64,
    /// Leaves that are a draw.
    pub drawn: u64,
}

impl PerftLeaves {
    #[inline]
    fn add(&mut self, outcome: Option<Outcome>) {
        self.nodes += 1;
        self.won += u64::from(matches!(outcome, Some(Outcome::Win(_))));
        self.drawn += u64::from(matches!(outcome, Some(Outcome::Draw)));
    }
}

/// As [`perft`], but plays every leaf and counts the results.
pub fn perft_leaves<G: Game>(game: &G, position: &G::Position, depth: Depth) -> PerftLeaves {
    /// Counts below an undecided position, at least one ply above the leaves.
    fn count<G: Game>(
        game: &G,
        position: &G::Position,
        depth: Depth,
        moves: &mut Vec<G::Move>,
        leaves: &mut PerftLeaves,
    ) {
        let start = moves.len();
        game.generate(position, moves);
        for at in start..moves.len() {
            let mut after = *position;
            game.play_unchecked(&mut after, moves[at]);
            let outcome = game.outcome(&after);
            if depth.0 == 1 {
                leaves.add(outcome);
            } else if outcome.is_none() {
                count(game, &after, depth.less_one(), moves, leaves);
            }
        }
        moves.truncate(start);
    }
    let mut leaves = PerftLeaves::default();
    let outcome = game.outcome(position);
    if depth.0 == 0 {
        leaves.add(outcome);
    } else if outcome.is_none() {
        count(game, position, depth, &mut Vec::new(), &mut leaves);
    }
    leaves
}

/// The number of leaves below each move, in the order of generation.
///
/// # Panics
/// In debug builds, at depth 0.
pub fn divide<G: PerftCount>(game: &G, position: &G::Position, depth: Depth) -> Vec<(G::Move, u64)> {
    debug_assert!(depth.0 > 0, "divide needs a depth of at least 1");
    let mut moves = Vec::new();
    game.generate(position, &mut moves);
    let below = |&mv: &G::Move| {
        let mut after = *position;
        game.play_unchecked(&mut after, mv);
        (mv, perft(game, &after, depth.less_one()))
    };
    moves.iter().map(below).collect()
}

/// Counts of a complete game tree.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct PerftTotals {
    /// Nodes of the game tree, including the root.
    pub nodes: u64,
    /// Finished games.
    pub games: u64,
    /// Finished games that the first side won.
    pub first_wins: u64,
    /// Finished games that the second side won.
    pub second_wins: u64,
    /// Drawn games.
    pub draws: u64,
    /// Finished games by length: entry `n` is the number of games of `n` plies.
    pub games_by_length: Vec<u64>,
    /// Distinct positions, including the root.
    pub positions: u64,
    /// Distinct positions, with symmetric positions counted as one.
    pub positions_under_symmetry: u64,
}

/// The game tree has more nodes than the limit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("more than {limit} nodes: too many to count positions; lower the depth or take a smaller board")]
pub struct TreeTooLargeError {
    /// The limit, in nodes.
    pub limit: u64,
}

/// Counts the whole tree to `depth`.
///
/// # Errors
/// The tree has more than `limit` nodes.
pub fn totals<G: Game>(
    game: &G,
    position: &G::Position,
    depth: Depth,
    limit: u64,
) -> Result<PerftTotals, TreeTooLargeError> {
    let mut walk = TreeWalk { game, limit, totals: PerftTotals::default(), moves: Vec::new(), seen: HashSet::new() };
    walk.visit(position, 0, depth)?;
    let TreeWalk { mut totals, seen, .. } = walk;
    totals.positions = seen.len() as u64;
    let canonical: HashSet<G::Position> = seen.iter().map(|position| game.canonical(position)).collect();
    totals.positions_under_symmetry = canonical.len() as u64;
    Ok(totals)
}

struct TreeWalk<'a, G: Game> {
    game: &'a G,
    limit: u64,
    totals: PerftTotals,
    moves: Vec<G::Move>,
    seen: HashSet<G::Position>,
}

impl<G: Game> TreeWalk<'_, G> {
    fn visit(&mut self, position: &G::Position, ply: usize, depth: Depth) -> Result<(), TreeTooLargeError> {
        if self.totals.nodes == self.limit {
            return Err(TreeTooLargeError { limit: self.limit });
        }
        self.totals.nodes += 1;
        self.seen.insert(*position);
        if let Some(outcome) = self.game.outcome(position) {
            self.totals.games += 1;
            match outcome {
                Outcome::Win(Side::First) => self.totals.first_wins += 1,
                Outcome::Win(Side::Second) => self.totals.second_wins += 1,
                Outcome::Draw => self.totals.draws += 1,
            }
            if self.totals.games_by_length.len() <= ply {
                self.totals.games_by_length.resize(ply + 1, 0);
            }
            self.totals.games_by_length[ply] += 1;
            return Ok(());
        }
        if depth.0 == 0 {
            return Ok(());
        }
        let start = self.moves.len();
        self.game.generate(position, &mut self.moves);
        for at in start..self.moves.len() {
            let mut after = *position;
            self.game.play_unchecked(&mut after, self.moves[at]);
            self.visit(&after, ply + 1, depth.less_one())?;
        }
        self.moves.truncate(start);
        Ok(())
    }
}
