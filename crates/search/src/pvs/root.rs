//! The search of the root to one depth, with aspiration windows or by MTD(f).

use std::cmp::Reverse;

use zermelo_core::{Bound, Depth, Evaluator, Ply, Position, Score, Searchable};

use super::abdada::{AbdadaThread, DeferredMoves, MoveHash};
use super::mtdf::converge;
use super::node::{NonPvNode, PvNode};
use super::options::Method;
use super::worker::{Dependence, NodeContext, PvsWorker};
use crate::budget::InterruptedError;
use crate::short_sort::sort_short_by_key;
use crate::trace::Trace;

/// A legal move at the root.
#[derive(Clone, Debug)]
pub(super) struct PvsRootMove<M> {
    pub(super) mv: M,
    pub(super) code: u16,
    /// The index in the order of generation.
    pub(super) index: usize,
    /// Its score and bound at this depth; `None` until it is searched.
    pub(super) result: Option<(Score, Bound)>,
    /// The line that starts with this move, where its score is exact.
    pub(super) pv: Vec<M>,
}

impl<M> PvsRootMove<M> {
    pub(super) fn exact(&self) -> Option<Score> {
        self.result.and_then(|(score, bound)| (bound == Bound::Exact).then_some(score))
    }
}

/// The search to one depth.
pub(super) struct DepthIteration<'p, M> {
    /// The root moves, the best so far in front.
    pub(super) root_moves: &'p mut [PvsRootMove<M>],
    /// The depth.
    pub(super) depth: Depth,
    /// MultiPV: how many moves get an exact score.
    pub(super) lines: usize,
    /// The scores of the lines at the previous depths, the newest first.
    pub(super) previous_scores: &'p [Vec<Score>; 3],
    /// Whether the first move has an exact score at this depth.
    pub(super) has_new_best: bool,
}

impl<M: Copy> DepthIteration<'_, M> {
    /// Searches to the depth. An interruption leaves the results found so far.
    pub(super) fn run<G: Searchable<Move = M>, E: Evaluator<G>, T: Trace<M>>(
        &mut self,
        worker: &mut PvsWorker<'_, G, E, T>,
        method: Method,
    ) -> Result<(), InterruptedError> {
        worker.start_depth(self.depth);
        worker.tracer.start_pass();
        self.has_new_best = false;
        for root in &mut *self.root_moves {
            root.result = None;
        }
        let mut dependence = Dependence::NONE;
        for line in 0..self.lines {
            match method {
                Method::Pvs => self.aspiration_search(worker, line)?,
                Method::Mtdf => self.mtdf_search(worker, line)?,
            }
            dependence = dependence.join(worker.dependence);
        }
        worker.dependence = dependence;
        // A later line can turn out better, because of reductions and newer table entries.
        sort_short_by_key(&mut self.root_moves[..self.lines], |root| Reverse(root.exact()));
        worker.tracer.finish_pass();
        Ok(())
    }

    /// Aspiration search of the moves from index `line` on: a window around the expected score, which is widened on the
    /// side of a fail.
    fn aspiration_search<G: Searchable<Move = M>, E: Evaluator<G>, T: Trace<M>>(
        &mut self,
        worker: &mut PvsWorker<'_, G, E, T>,
        line: usize,
    ) -> Result<(), InterruptedError> {
        /// At smaller depths, scores change too much.
        const FIRST: Depth = Depth(4);
        let expected_score = self.expected_score(line).filter(|_| worker.switches.aspiration && self.depth >= FIRST);
        let (mut low, mut high) = (Score::MIN, Score::MAX);
        let mut width = i64::from(self.window_half_width(line));
        if let Some(expected_score) = expected_score.filter(|expected_score| expected_score.decided().is_none()) {
            (low, high) = (shifted(expected_score, -width), shifted(expected_score, width));
        }
        loop {
            let value = self.search(worker, line, low, high)?;
            width *= 4;
            if value <= low && low > Score::MIN {
                low = widened(value, -width);
            } else if value >= high && high < Score::MAX {
                high = widened(value, width);
            } else {
                return Ok(());
            }
        }
    }

    /// The expected score of a line: that of two depths before, when the same side moved last, since evaluators tend to
    /// favour the side that moved last.
    fn expected_score(&self, line: usize) -> Option<Score> {
        let [last, same, _] = self.previous_scores;
        same.get(line).or(last.get(line)).copied()
    }

    /// Half the width of the first window: the last change of the line's score between depths of the same side, plus a
    /// constant.
    fn window_half_width(&self, line: usize) -> i32 {
        /// In the evaluator's units.
        const LEAST: i32 = 2;
        let values = self.previous_scores.each_ref().map(|values| values.get(line).map(|score| score.value()));
        let change = match values {
            [Some(last), _, Some(same)] => last.abs_diff(same),
            [Some(last), Some(other), None] => last.abs_diff(other),
            _ => 0,
        };
        LEAST + i32::try_from(change).unwrap_or(i32::MAX / 2)
    }

    /// Searches the moves from index `from` on within a window and moves the best one to that index. The value is an
    /// upper bound up to `low`, a lower bound from `high` on.
    fn search<G: Searchable<Move = M>, E: Evaluator<G>, T: Trace<M>>(
        &mut self,
        worker: &mut PvsWorker<'_, G, E, T>,
        from: usize,
        low: Score,
        high: Score,
    ) -> Result<Score, InterruptedError> {
        worker.trace_window(Ply(0), low, high);
        worker.tracer.set_move_count(self.root_moves.len());
        let mut best = Score::MIN;
        let mut alpha = low;
        let mut dependence = Dependence::NONE;
        let mut deferred = DeferredMoves::default();
        let mut at = from;
        while at < self.root_moves.len() {
            let tried = at - from;
            if self.defers(worker, at, tried, &mut deferred) {
                continue;
            }
            let value = self.search_move(worker, at, tried, alpha, high)?;
            dependence = dependence.join(worker.dependence);
            let root = &mut self.root_moves[at];
            at += 1;
            root.result = Some((value, bound(value, alpha, high)));
            if value <= best && tried > 0 {
                continue;
            }
            best = value;
            if value <= alpha {
                continue;
            }
            alpha = value;
            root.pv.clear();
            root.pv.push(root.mv);
            if value < high {
                root.pv.extend_from_slice(worker.pv_table.line(Ply(1)));
            }
            self.root_moves[from..at].rotate_right(1);
            if value >= high {
                dependence = worker.dependence;
                break;
            }
            self.has_new_best = true;
        }
        worker.dependence = dependence;
        worker.trace_value(Ply(0), best);
        Ok(best)
    }

    /// The score of one move.
    fn search_move<G: Searchable<Move = M>, E: Evaluator<G>, T: Trace<M>>(
        &mut self,
        worker: &mut PvsWorker<'_, G, E, T>,
        at: usize,
        tried: usize,
        alpha: Score,
        high: Score,
    ) -> Result<Score, InterruptedError> {
        let PvsRootMove { mv, code, .. } = self.root_moves[at];
        let root = worker.root;
        let (after, key) = worker.make_move(&root, mv, self.depth.less_one())?;
        let child_context = NodeContext { ply: Ply(1), previous_move: code, key };
        let below = self.depth.less_one();
        let guard = self.move_hash(worker, at).map(|(abdada, hash)| abdada.start_search(hash));
        let value = if tried > 0 && worker.switches.null_window && alpha.above() < high {
            worker.node::<NonPvNode>(&after, child_context, below, -alpha.above(), -alpha).and_then(|value| {
                let is_inside = -value > alpha && -value < high;
                if is_inside { worker.node::<PvNode>(&after, child_context, below, -high, -alpha) } else { Ok(value) }
            })
        } else {
            worker.node::<PvNode>(&after, child_context, below, -high, -alpha)
        };
        drop(guard);
        worker.unmake_move(&root, mv, &after);
        Ok(-value?)
    }

    /// The ABDADA table and the hash of a move, where moves are deferred at this depth.
    fn move_hash<'w, G: Searchable<Move = M>, E: Evaluator<G>, T: Trace<M>>(
        &self,
        worker: &PvsWorker<'w, G, E, T>,
        at: usize,
    ) -> Option<(AbdadaThread<'w>, MoveHash)> {
        let abdada = worker.abdada?.if_deep_enough(self.depth)?;
        Some((abdada, MoveHash::new(worker.root.key(), self.root_moves[at].code)))
    }

    /// Defers a move that another thread is searching, unless it is the first move or has been deferred before. Returns
    /// whether it did.
    fn defers<G: Searchable<Move = M>, E: Evaluator<G>, T: Trace<M>>(
        &mut self,
        worker: &PvsWorker<'_, G, E, T>,
        at: usize,
        tried: usize,
        deferred: &mut DeferredMoves,
    ) -> bool {
        tried > 0
            && self.move_hash(worker, at).is_some_and(|(abdada, hash)| abdada.is_searched(hash))
            && deferred.defer_first(&mut self.root_moves[at..])
    }

    /// Finds the score of the moves from index `line` on by MTD(f).
    fn mtdf_search<G: Searchable<Move = M>, E: Evaluator<G>, T: Trace<M>>(
        &mut self,
        worker: &mut PvsWorker<'_, G, E, T>,
        line: usize,
    ) -> Result<(), InterruptedError> {
        let expected_score = self.expected_score(line).unwrap_or(Score::DRAW);
        let mut dependence = [Dependence::NONE; 2];
        let value = converge(expected_score, |beta| {
            let value = self.null_window_search(worker, line, beta)?;
            dependence[usize::from(value >= beta)] = worker.dependence;
            Ok(value)
        })?;
        // The value depends on the last search from each side.
        worker.dependence = dependence[0].join(dependence[1]);
        for root in &mut self.root_moves[line + 1..] {
            // The last failing-low search bounded each of them by the value.
            root.result = root.result.map(|(score, _)| (score.min(value), Bound::Upper));
        }
        let best = &mut self.root_moves[line];
        best.result = Some((value, Bound::Exact));
        self.has_new_best = true;
        Ok(())
    }

    /// A null-window search of the moves from index `from` on, just below `beta`.
    fn null_window_search<G: Searchable<Move = M>, E: Evaluator<G>, T: Trace<M>>(
        &mut self,
        worker: &mut PvsWorker<'_, G, E, T>,
        from: usize,
        beta: Score,
    ) -> Result<Score, InterruptedError> {
        let alpha = beta.below();
        worker.trace_window(Ply(0), alpha, beta);
        worker.tracer.set_move_count(self.root_moves.len());
        let root = worker.root;
        let mut best = Score::MIN;
        let mut dependence = Dependence::NONE;
        let mut deferred = DeferredMoves::default();
        let mut at = from;
        while at < self.root_moves.len() {
            if self.defers(worker, at, at - from, &mut deferred) {
                continue;
            }
            let PvsRootMove { mv, code, .. } = self.root_moves[at];
            let (after, key) = worker.make_move(&root, mv, self.depth.less_one())?;
            let child_context = NodeContext { ply: Ply(1), previous_move: code, key };
            let guard = self.move_hash(worker, at).map(|(abdada, hash)| abdada.start_search(hash));
            let value = worker.node::<NonPvNode>(&after, child_context, self.depth.less_one(), -beta, -alpha);
            drop(guard);
            worker.unmake_move(&root, mv, &after);
            let value = -value?;
            dependence = dependence.join(worker.dependence);
            let root = &mut self.root_moves[at];
            at += 1;
            root.result = Some((value, if value >= beta { Bound::Lower } else { Bound::Upper }));
            best = best.max(value);
            if value >= beta {
                root.pv.clear();
                root.pv.push(mv);
                self.root_moves[from..at].rotate_right(1);
                dependence = worker.dependence;
                break;
            }
        }
        worker.dependence = dependence;
        worker.trace_value(Ply(0), best);
        Ok(best)
    }
}

/// What a value means that was found with a window.
fn bound(value: Score, alpha: Score, beta: Score) -> Bound {
    if value >= beta {
        Bound::Lower
    } else if value > alpha {
        Bound::Exact
    } else {
        Bound::Upper
    }
}

/// A score shifted by `by`, clamped to the range of estimates.
fn shifted(score: Score, by: i64) -> Score {
    Score::estimate((i64::from(score.value()) + by).clamp(i64::from(i32::MIN), i64::from(i32::MAX)) as i32)
}

/// The new end of a window after a fail. Far out, where wins and losses begin, it opens completely.
fn widened(score: Score, by: i64) -> Score {
    /// Steps larger than this open the window completely.
    const FAR: i64 = 20_000;
    let end = if by < 0 { Score::MIN } else { Score::MAX };
    if by.abs() > FAR || score.decided().is_some() { end } else { shifted(score, by) }
}

/// The root moves, in the order of the first depth.
pub(super) fn root_moves<G: Searchable, E: Evaluator<G>, T: Trace<G::Move>>(
    worker: &mut PvsWorker<'_, G, E, T>,
) -> Vec<PvsRootMove<G::Move>> {
    let mut moves = Vec::new();
    let root = worker.root;
    worker.game.generate(&root, &mut moves);
    let ranked = worker.switches.ordering;
    let mut root_moves: Vec<(i32, PvsRootMove<G::Move>)> = Vec::with_capacity(moves.len());
    for (index, &mv) in moves.iter().enumerate() {
        let code = worker.game.move_code(&root, mv);
        let rank = if ranked { worker.evaluator.rank(worker.game, &worker.state, &root, mv) } else { 0 };
        root_moves.push((-rank, PvsRootMove { mv, code, index, result: None, pv: vec![mv] }));
    }
    let known = worker.table_move(&root, Depth(u32::MAX));
    sort_short_by_key(&mut root_moves, |(rank, root)| (Some(root.mv) != known, *rank));
    root_moves.into_iter().map(|(_, root)| root).collect()
}
