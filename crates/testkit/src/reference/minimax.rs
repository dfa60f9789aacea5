//! Minimax as the textbook defines it.

use zermelo_core::{Depth, Evaluator, Game, GameRecord, Line, Ply, Position, Score};

/// What the slow minimax found.
#[derive(Clone, PartialEq, Debug)]
pub struct SlowValue<M> {
    /// The value of the root for the side to move, distances counted from the root.
    pub score: Score,
    /// The value of each move for the side that plays it, in the order of generation.
    pub moves: Vec<(M, Score)>,
    /// The moves played below the root.
    pub nodes: u64,
}

impl<M: Copy> SlowValue<M> {
    /// The first of the best moves.
    pub fn best(&self) -> Option<M> {
        self.moves.iter().find(|(_, score)| *score == self.score).map(|&(mv, _)| mv)
    }
}

/// The value of a record's position when everything is tried down to `depth`; `None` tries everything to the end. Draws by
/// repetition and move limit count, as in the record. The evaluator's state is copied for each move and never taken back.
///
/// # Panics
/// When the record is over; without a depth in a game that is not acyclic.
pub fn slow_minimax<G: Game, E: Evaluator<G>>(
    record: &GameRecord<G>,
    depth: Option<Depth>,
    evaluator: &E,
) -> SlowValue<G::Move> {
    assert!(record.ending().is_none(), "the game is over: there is nothing to search");
    assert!(depth.is_some() || record.game().is_acyclic(), "without a depth this search would not end");
    let mut line = record.line().clone();
    let state = evaluator.fresh_on(&line);
    let mut nodes = 0;
    let depth = depth.unwrap_or(Depth(u32::MAX));
    if depth.0 == 0 {
        let score = evaluator.evaluate(record.game(), &state, record.position());
        return SlowValue { score, moves: Vec::new(), nodes };
    }
    let moves = below(&mut line, &state, Ply(0), depth, evaluator, &mut nodes);
    SlowValue { score: best(&moves), moves, nodes }
}

fn below<G: Game, E: Evaluator<G>>(
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
            best(&below(line, &state, ply.next(), depth.less_one(), evaluator, nodes))
        };
        line.pop();
        values.push((mv, -score));
    }
    values
}

fn best<M>(moves: &[(M, Score)]) -> Score {
    moves.iter().map(|(_, score)| *score).max().expect("an undecided position has a legal move")
}
