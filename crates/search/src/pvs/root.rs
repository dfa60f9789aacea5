//! The root: each depth from end to end, by windows around the value of the depth before or by null windows alone.

use std::cmp::Reverse;

use zermelo_core::{Bound, Depth, Evaluator, Ply, Position, Score, Searchable};

use super::busy::{Busy, Mark, PutOff};
use super::converge::converge;
use super::node::{Open, Scout};
use super::options::Method;
use super::worker::{At, Flow, Worker};
use crate::budget::Interrupted;
use crate::trace::Trace;

/// A legal move at the root.
#[derive(Clone, Debug)]
pub(super) struct Root<M> {
    pub(super) mv: M,
    pub(super) code: u16,
    /// Where it stands in the order of generation.
    pub(super) place: usize,
    /// Its value and what that says, as this depth found it; `None` until it is searched.
    pub(super) found: Option<(Score, Bound)>,
    /// The line from this move on, where its value is exact.
    pub(super) pv: Vec<M>,
}

impl<M> Root<M> {
    pub(super) fn exact(&self) -> Option<Score> {
        self.found.and_then(|(score, bound)| (bound == Bound::Exact).then_some(score))
    }
}

/// The search of one depth.
pub(super) struct Pass<'p, M> {
    /// The moves, those that are best so far in front.
    pub(super) roots: &'p mut [Root<M>],
    /// How deep.
    pub(super) depth: Depth,
    /// How many moves get an exact value.
    pub(super) lines: usize,
    /// The values of the depths before in the order of their lines, the last depth first.
    pub(super) before: &'p [Vec<Score>; 3],
    /// The best move of this depth until now: set once it has an exact value.
    pub(super) leads: bool,
}

impl<M: Copy> Pass<'_, M> {
    /// Searches the depth. Interrupted, it leaves what was found until then.
    pub(super) fn run<G: Searchable<Move = M>, E: Evaluator<G>, T: Trace<M>>(
        &mut self,
        worker: &mut Worker<'_, G, E, T>,
        method: Method,
    ) -> Result<(), Interrupted> {
        worker.start_depth(self.depth);
        worker.tracer.begin();
        self.leads = false;
        for root in &mut *self.roots {
            root.found = None;
        }
        let mut flow = Flow::CLEAN;
        for line in 0..self.lines {
            match method {
                Method::Pvs => self.aspire(worker, line)?,
                Method::Mtdf => self.converge(worker, line)?,
            }
            flow = flow.join(worker.flow);
        }
        worker.flow = flow;
        // A later line can turn out the better one, by moves that are looked at less deep and by what the table knows by then.
        self.roots[..self.lines].sort_by_key(|root| Reverse(root.exact()));
        worker.tracer.finish();
        Ok(())
    }

    /// Searches the moves from a place on with a window around the value of the depth before, which opens on the side where the value
    /// lies outside.
    fn aspire<G: Searchable<Move = M>, E: Evaluator<G>, T: Trace<M>>(
        &mut self,
        worker: &mut Worker<'_, G, E, T>,
        line: usize,
    ) -> Result<(), Interrupted> {
        /// Before this depth values jump too much.
        const FIRST: Depth = Depth(4);
        let guess = self.guess(line).filter(|_| worker.switches.aspiration && self.depth >= FIRST);
        let (mut low, mut high) = (Score::MIN, Score::MAX);
        let mut width = i64::from(self.spread(line));
        if let Some(guess) = guess.filter(|guess| guess.decided().is_none()) {
            (low, high) = (shifted(guess, -width), shifted(guess, width));
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

    /// What a line will be worth: as much as two depths before, where the same side moved last. An evaluator likes the side that moved
    /// last.
    fn guess(&self, line: usize) -> Option<Score> {
        let [last, same, _] = self.before;
        same.get(line).or(last.get(line)).copied()
    }

    /// Half the width of the first window: as far as values of the same side's last move lie apart, and a little.
    fn spread(&self, line: usize) -> i32 {
        /// Of the evaluator's units.
        const LEAST: i32 = 2;
        let values = self.before.each_ref().map(|values| values.get(line).map(|score| score.value()));
        let change = match values {
            [Some(last), _, Some(same)] => last.abs_diff(same),
            [Some(last), Some(other), None] => last.abs_diff(other),
            _ => 0,
        };
        LEAST + i32::try_from(change).unwrap_or(i32::MAX / 2)
    }

    /// One search of the moves from a place on. Below `low` the value is an upper bound, from `high` on a lower one. The best move comes
    /// to the place.
    fn search<G: Searchable<Move = M>, E: Evaluator<G>, T: Trace<M>>(
        &mut self,
        worker: &mut Worker<'_, G, E, T>,
        from: usize,
        low: Score,
        high: Score,
    ) -> Result<Score, Interrupted> {
        worker.tell_window(Ply(0), low, high);
        worker.tracer.moves(self.roots.len());
        let mut best = Score::MIN;
        let mut alpha = low;
        let mut flow = Flow::CLEAN;
        let mut put_off = PutOff::default();
        let mut at = from;
        while at < self.roots.len() {
            let tried = at - from;
            if self.puts_off(worker, at, tried, &mut put_off) {
                continue;
            }
            let value = self.visit(worker, at, tried, alpha, high)?;
            flow = flow.join(worker.flow);
            let root = &mut self.roots[at];
            at += 1;
            root.found = Some((value, bound(value, alpha, high)));
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
                root.pv.extend_from_slice(worker.lines.row(Ply(1)));
            }
            self.roots[from..at].rotate_right(1);
            if value >= high {
                flow = worker.flow;
                break;
            }
            self.leads = true;
        }
        worker.flow = flow;
        worker.tell_value(Ply(0), best);
        Ok(best)
    }

    /// The value of one move.
    fn visit<G: Searchable<Move = M>, E: Evaluator<G>, T: Trace<M>>(
        &mut self,
        worker: &mut Worker<'_, G, E, T>,
        at: usize,
        tried: usize,
        alpha: Score,
        high: Score,
    ) -> Result<Score, Interrupted> {
        let Root { mv, code, .. } = self.roots[at];
        let root = worker.root;
        let (after, key) = worker.down(&root, mv, self.depth.less_one())?;
        let there = At { ply: Ply(1), before: code, key };
        let below = self.depth.less_one();
        let held = self.mark(worker, at).map(|(busy, mark)| busy.hold(mark));
        let value = if tried > 0 && worker.switches.null_window && alpha.above() < high {
            worker.node::<Scout>(&after, there, below, -alpha.above(), -alpha).and_then(|value| {
                let is_inside = -value > alpha && -value < high;
                if is_inside { worker.node::<Open>(&after, there, below, -high, -alpha) } else { Ok(value) }
            })
        } else {
            worker.node::<Open>(&after, there, below, -high, -alpha)
        };
        drop(held);
        worker.up(&root, mv, &after);
        Ok(-value?)
    }

    /// What all threads are searching, and the mark of a move, where they put off each other's.
    fn mark<'w, G: Searchable<Move = M>, E: Evaluator<G>, T: Trace<M>>(
        &self,
        worker: &Worker<'w, G, E, T>,
        at: usize,
    ) -> Option<(Busy<'w>, Mark)> {
        let busy = worker.busy?.at_depth(self.depth)?;
        Some((busy, Mark::new(worker.root.key(), self.roots[at].code)))
    }

    /// Puts a move off that another thread is searching, unless it is the first or was put off before. Whether it did.
    fn puts_off<G: Searchable<Move = M>, E: Evaluator<G>, T: Trace<M>>(
        &mut self,
        worker: &Worker<'_, G, E, T>,
        at: usize,
        tried: usize,
        put_off: &mut PutOff,
    ) -> bool {
        tried > 0
            && self.mark(worker, at).is_some_and(|(busy, mark)| busy.holds(mark))
            && put_off.first_of(&mut self.roots[at..])
    }

    /// Finds the value of the moves from a place on by null windows.
    fn converge<G: Searchable<Move = M>, E: Evaluator<G>, T: Trace<M>>(
        &mut self,
        worker: &mut Worker<'_, G, E, T>,
        line: usize,
    ) -> Result<(), Interrupted> {
        let guess = self.guess(line).unwrap_or(Score::DRAW);
        let mut flow = [Flow::CLEAN; 2];
        let value = converge(guess, |beta| {
            let value = self.probe(worker, line, beta)?;
            flow[usize::from(value >= beta)] = worker.flow;
            Ok(value)
        })?;
        // The last bound from either side rests on these.
        worker.flow = flow[0].join(flow[1]);
        for root in &mut self.roots[line + 1..] {
            // Below the last window that was lost, each was at most the value.
            root.found = root.found.map(|(score, _)| (score.min(value), Bound::Upper));
        }
        let best = &mut self.roots[line];
        best.found = Some((value, Bound::Exact));
        self.leads = true;
        Ok(())
    }

    /// One null window below `beta`.
    fn probe<G: Searchable<Move = M>, E: Evaluator<G>, T: Trace<M>>(
        &mut self,
        worker: &mut Worker<'_, G, E, T>,
        from: usize,
        beta: Score,
    ) -> Result<Score, Interrupted> {
        let alpha = beta.below();
        worker.tell_window(Ply(0), alpha, beta);
        worker.tracer.moves(self.roots.len());
        let root = worker.root;
        let mut best = Score::MIN;
        let mut flow = Flow::CLEAN;
        let mut put_off = PutOff::default();
        let mut at = from;
        while at < self.roots.len() {
            if self.puts_off(worker, at, at - from, &mut put_off) {
                continue;
            }
            let Root { mv, code, .. } = self.roots[at];
            let (after, key) = worker.down(&root, mv, self.depth.less_one())?;
            let there = At { ply: Ply(1), before: code, key };
            let held = self.mark(worker, at).map(|(busy, mark)| busy.hold(mark));
            let value = worker.node::<Scout>(&after, there, self.depth.less_one(), -beta, -alpha);
            drop(held);
            worker.up(&root, mv, &after);
            let value = -value?;
            flow = flow.join(worker.flow);
            let root = &mut self.roots[at];
            at += 1;
            root.found = Some((value, if value >= beta { Bound::Lower } else { Bound::Upper }));
            best = best.max(value);
            if value >= beta {
                root.pv.clear();
                root.pv.push(mv);
                self.roots[from..at].rotate_right(1);
                flow = worker.flow;
                break;
            }
        }
        worker.flow = flow;
        worker.tell_value(Ply(0), best);
        Ok(best)
    }
}

/// What a value says that was found with a window.
fn bound(value: Score, alpha: Score, beta: Score) -> Bound {
    if value >= beta {
        Bound::Lower
    } else if value > alpha {
        Bound::Exact
    } else {
        Bound::Upper
    }
}

/// A score so far from another, within the estimates.
fn shifted(score: Score, by: i64) -> Score {
    Score::estimate((i64::from(score.value()) + by).clamp(i64::from(i32::MIN), i64::from(i32::MAX)) as i32)
}

/// The end of a window that has to open: no narrow steps far out, where wins and losses begin.
fn widened(score: Score, by: i64) -> Score {
    /// Steps beyond this go all the way.
    const FAR: i64 = 20_000;
    let end = if by < 0 { Score::MIN } else { Score::MAX };
    if by.abs() > FAR || score.decided().is_some() { end } else { shifted(score, by) }
}

/// The moves of the root.
pub(super) fn roots<G: Searchable, E: Evaluator<G>, T: Trace<G::Move>>(
    worker: &mut Worker<'_, G, E, T>,
) -> Vec<Root<G::Move>> {
    let mut moves = Vec::new();
    let root = worker.root;
    worker.game.generate(&root, &mut moves);
    let ranked = worker.switches.ordering;
    let mut roots: Vec<(i32, Root<G::Move>)> = Vec::with_capacity(moves.len());
    for (place, &mv) in moves.iter().enumerate() {
        let code = worker.game.move_code(&root, mv);
        let rank = if ranked { worker.evaluator.rank(worker.game, &worker.state, &root, mv) } else { 0 };
        roots.push((-rank, Root { mv, code, place, found: None, pv: vec![mv] }));
    }
    let known = worker.known_move(&root, Depth(u32::MAX));
    roots.sort_by_key(|(rank, root)| (Some(root.mv) != known, *rank));
    roots.into_iter().map(|(_, root)| root).collect()
}
