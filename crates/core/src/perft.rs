//! Counting the leaves of the game tree: the reference for rules. Games stop when the board decides them; draws by what came
//! before are ignored.

use std::collections::HashSet;

use serde::Serialize;

use crate::{Depth, Game, Outcome, Side};

/// Counting moves and leaves without making lists of moves. A game writes what it can do faster than by the defaults.
pub trait PerftCount: Game {
    /// The number of legal moves, without making a list of them where the game can.
    fn count_moves(&self, position: &Self::Position) -> usize {
        let mut moves = Vec::new();
        self.generate(position, &mut moves);
        moves.len()
    }

    /// The number of perft leaves, where the game knows it without making lists of moves or playing them all; `None` elsewhere. A
    /// decided position has none but at depth 0.
    fn count_leaves(&self, position: &Self::Position, depth: Depth) -> Option<u64> {
        match depth.0 {
            0 => Some(1),
            1 => Some(self.count_moves(position) as u64),
            _ => None,
        }
    }
}

/// The number of positions `depth` plies below this one, counted with the game's own shortcuts near the leaves.
pub fn perft<G: PerftCount>(game: &G, position: &G::Position, depth: Depth) -> u64 {
    fn count<G: PerftCount>(game: &G, position: &G::Position, depth: Depth, moves: &mut Vec<G::Move>) -> u64 {
        // Nobody asks whether the game is over: a decided position has no moves, and so no leaves.
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

/// Leaves by their result.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Leaves {
    /// All of them.
    pub nodes: u64,
    /// Those that the board decided as a win of either side.
    pub won: u64,
    /// Those that the board decided as a draw.
    pub drawn: u64,
}

impl Leaves {
    #[inline]
    fn add(&mut self, outcome: Option<Outcome>) {
        self.nodes += 1;
        self.won += u64::from(matches!(outcome, Some(Outcome::Win(_))));
        self.drawn += u64::from(matches!(outcome, Some(Outcome::Draw)));
    }
}

/// As [`perft`], but every leaf is played and asked for its result.
pub fn perft_leaves<G: Game>(game: &G, position: &G::Position, depth: Depth) -> Leaves {
    /// Counts below an undecided position, at least one ply above the leaves.
    fn count<G: Game>(game: &G, position: &G::Position, depth: Depth, moves: &mut Vec<G::Move>, leaves: &mut Leaves) {
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
    let mut leaves = Leaves::default();
    let outcome = game.outcome(position);
    if depth.0 == 0 {
        leaves.add(outcome);
    } else if outcome.is_none() {
        count(game, position, depth, &mut Vec::new(), &mut leaves);
    }
    leaves
}

/// The leaves below each move, in the order of generation.
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

/// Everything that can be counted of a game small enough to be walked whole.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Totals {
    /// Nodes of the game tree to the depth asked for, the root included.
    pub nodes: u64,
    /// Finished games in it.
    pub games: u64,
    /// Of these, won by the first side.
    pub first_wins: u64,
    /// Won by the second side.
    pub second_wins: u64,
    /// Drawn.
    pub draws: u64,
    /// Finished games by their length in plies: entry `n` counts those of `n` plies.
    pub games_by_length: Vec<u64>,
    /// Different positions, the root included.
    pub positions: u64,
    /// Different positions when symmetric ones count as one.
    pub positions_under_symmetry: u64,
}

/// A game tree too large to be walked whole.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("more than {limit} nodes: too many to count positions; lower the depth or take a smaller board")]
pub struct TooLarge {
    /// How many nodes would have been walked.
    pub limit: u64,
}

/// Walks the whole tree to `depth`, at most `limit` nodes of it.
pub fn totals<G: Game>(game: &G, position: &G::Position, depth: Depth, limit: u64) -> Result<Totals, TooLarge> {
    let mut walk = Walk { game, limit, totals: Totals::default(), moves: Vec::new(), seen: HashSet::new() };
    walk.visit(position, 0, depth)?;
    let Walk { mut totals, seen, .. } = walk;
    totals.positions = seen.len() as u64;
    let canonical: HashSet<G::Position> = seen.iter().map(|position| game.canonical(position)).collect();
    totals.positions_under_symmetry = canonical.len() as u64;
    Ok(totals)
}

struct Walk<'a, G: Game> {
    game: &'a G,
    limit: u64,
    totals: Totals,
    moves: Vec<G::Move>,
    seen: HashSet<G::Position>,
}

impl<G: Game> Walk<'_, G> {
    fn visit(&mut self, position: &G::Position, ply: usize, depth: Depth) -> Result<(), TooLarge> {
        if self.totals.nodes == self.limit {
            return Err(TooLarge { limit: self.limit });
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
