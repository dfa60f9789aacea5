//! Plain minimax.

use zermelo_core::{Depth, Evaluator, Game, GameRecord, Line, Ply, Position, Score};

/// The result of [`slow_minimax`].
#[derive(Clone, PartialEq, Debug)]
pub struct SlowMinimaxResult<M> {
    /// The score of the root for the side to move. Distances are counted from the root.
    pub score: Score,
    /// The score of each move for the side that plays it, in the order of generation.
    pub moves: Vec<(M, Score)>,
    /// The number of moves played in the tree.
    pub nodes: u64,
}

impl<M: Copy> SlowMinimaxResult<M> {
    /// The first of the best moves.
    pub fn best(&self) -> Option<M> {
        self.moves.iter().find(|(_, score)| *score == self.score).map(|&(mv, _)| mv)
    }
}

/// Searches the whole tree of a record's position down to `depth`, or to the end of every game for `None`. Draws by
/// repetition and by the move limit count, as in the record. The evaluator's state is copied for each move and never
/// reverted.
///
/// # Panics
/// When the record is over. When `depth` is `None` and the game is not acyclic.
pub fn slow_minimax<G: Game, E: Evaluator<G>>(
    record: &GameRecord<G>,
    depth: Option<Depth>,
    evaluator: &E,
) -> SlowMinimaxResult<G::Move> {
    assert!(record.ending().is_none(), "the game is over: there is nothing to search");
    assert!(depth.is_some() || record.game().is_acyclic(), "without a depth this search would not end");
    let mut line = record.line().clone();
    let state = evaluator.fresh_on(&line);
    let mut nodes = 0;
    let depth = depth.unwrap_or(Depth(u32::MAX));
    if depth.0 == 0 {
        let score = evaluator.evaluate(record.game(), &state, record.position());
        return SlowMinimaxResult { score, moves: Vec::new(), nodes };
    }
    let moves = move_scores(&mut line, &state, Ply(0), depth, evaluator, &mut nodes);
    SlowMinimaxResult { score: best_score(&moves), moves, nodes }
}

fn move_scores<G: Game, E: Evaluator<G>>(
    line: &mut Line<G>,
    state: &E::State,
    ply: Ply,
    depth: Depth,
    evaluator: &E,
    nodes: &mut u64,
) -> Vec<(G::Move, Score)> {
    let mut moves = Vec::new();
    line.generate(&mut moves);
    let mut values = Vec::new();
    for mv in moves {
        let before = *line.position();
        line.push(mv);
        *nodes += 1;
        let after = *line.position();
        let mut state = state.clone();
        evaluator.update(line.game(), &mut state, &before, mv, &after);
        let score = if let Some(outcome) = line.outcome() {
            Score::finished(outcome.wdl(after.side_to_move()), ply.next())
        } else if depth.0 == 1 {
            evaluator.evaluate(line.game(), &state, &after)
        } else {
            best_score(&move_scores(line, &state, ply.next(), depth.less_one(), evaluator, nodes))
        };
        line.pop();
        values.push((mv, -score));
    }
    values
}

fn best_score<M>(moves: &[(M, Score)]) -> Score {
    moves.iter().map(|(_, score)| *score).max().expect("an undecided position has a legal move")
}
