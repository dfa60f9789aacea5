//! The root of the search: null windows that narrow the bounds of the score, on one thread or several.

use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use zermelo_core::{SearchLimits, Side, StopToken};
use zermelo_games::bitboard::Bits;
use zermelo_search::budget::{Budget, InterruptedError};

use super::board::SolverBoard;
use super::node::{ForcedOutcome, SolverNode};
use super::question::{ScoreBounds, ScoreQuestion};
use super::search::{LocatedNode, ScoreSearch};
use super::table::{BoundsTable, NO_COLUMN};

/// The stack size of a search thread, in bytes: enough for the largest board.
const STACK_SIZE: usize = 64 << 20;
/// How often the stop token is checked while threads search.
const STOP_INTERVAL: Duration = Duration::from_millis(5);
/// The largest board, in squares, that is searched on the caller's stack.
const MAX_AREA_ON_CALLER_STACK: i32 = 64;

/// The parameters of a search.
pub struct SolveParams<'a> {
    pub(super) limits: SearchLimits,
    pub(super) threads: usize,
    pub(super) stop: &'a StopToken,
    /// Called with every new bound.
    pub(super) progress: &'a mut dyn FnMut(ScoreBounds),
}

/// Bounds of the score of a position that is not over, for the side to move, and the number of nodes.
pub(super) fn solve<B: SolverBoard>(
    board: B,
    table: &BoundsTable,
    stones: [B::Set; 2],
    question: ScoreQuestion,
    params: SolveParams<'_>,
) -> (ScoreBounds, u64) {
    let ply = (stones[0] | stones[1]).count() as i32;
    let Some(mut node) = SolverNode::new(board, stones) else {
        return (ScoreBounds::exactly(super::score::of_win(board.area(), ply)), 0);
    };
    match node.play_forced(board) {
        ForcedOutcome::Score(score) => (ScoreBounds::exactly(score), 0),
        ForcedOutcome::Quiet { is_same_side } => {
            let [lower, upper] = node.score_range(board);
            let SolveParams { limits, threads, stop, progress } = params;
            let view = |bounds: ScoreBounds| if is_same_side { bounds } else { bounds.reversed() };
            let mut progress = |bounds| progress(view(bounds));
            let params = SolveParams { limits, threads, stop, progress: &mut progress };
            let question = if is_same_side { question } else { question.reversed() };
            let root = RootSearch { board, table, node, question };
            let (bounds, nodes) = root.solve(ScoreBounds { lower, upper }, params);
            (view(bounds), nodes)
        }
    }
}

/// A question about a quiet node.
struct RootSearch<'a, B: SolverBoard> {
    board: B,
    table: &'a BoundsTable,
    node: SolverNode<B::Set>,
    question: ScoreQuestion,
}

impl<B: SolverBoard> RootSearch<'_, B> {
    fn solve(&self, bounds: ScoreBounds, params: SolveParams<'_>) -> (ScoreBounds, u64) {
        let SolveParams { limits, threads, stop, progress } = params;
        let threads = threads.max(1);
        let count = threads as u64;
        let search = |number: u64, stop: &StopToken| {
            let share = |nodes: u64| nodes / count + u64::from(number < nodes % count);
            let limits = SearchLimits { nodes: limits.nodes.map(share), ..limits };
            ScoreSearch::new(self.board, self.table, Budget::start(&limits, Side::First, stop), number as u32)
        };
        let known = Mutex::new(bounds);
        if threads == 1 && self.board.area() <= MAX_AREA_ON_CALLER_STACK {
            let nodes = self.narrow(search(0, stop), &known, progress);
            return (current(&known), nodes);
        }
        let stop_threads = StopToken::new();
        if stop.is_stopped() {
            stop_threads.stop();
        }
        let nodes = thread::scope(|scope| {
            let known = &known;
            let (sender, new_bounds) = mpsc::channel();
            let threads: Vec<_> = (0..count)
                .filter_map(|number| {
                    let search = search(number, &stop_threads);
                    let stop_threads = &stop_threads;
                    let sender = sender.clone();
                    let work = move || {
                        let nodes = self.narrow(search, known, &mut |bounds| {
                            // The receiver outlives the threads.
                            let _ = sender.send(bounds);
                        });
                        // The first answer stops the other threads.
                        stop_threads.stop();
                        nodes
                    };
                    // If a thread can't be spawned, the others find the same answer.
                    thread::Builder::new().stack_size(STACK_SIZE).spawn_scoped(scope, work).ok()
                })
                .collect();
            drop(sender);
            loop {
                match new_bounds.recv_timeout(STOP_INTERVAL) {
                    Ok(bounds) => progress(bounds),
                    Err(RecvTimeoutError::Timeout) if stop.is_stopped() => stop_threads.stop(),
                    Err(RecvTimeoutError::Timeout) => {}
                    Err(RecvTimeoutError::Disconnected) => break,
                }
            }
            threads.into_iter().map(join).sum::<u64>()
        });
        (current(&known), nodes)
    }

    /// Searches null windows until the question is answered or the budget is spent. Returns the number of nodes.
    fn narrow(
        &self,
        mut search: ScoreSearch<'_, B>,
        known: &Mutex<ScoreBounds>,
        progress: &mut dyn FnMut(ScoreBounds),
    ) -> u64 {
        let root = search.locate(self.node);
        while let Some(bounds) = self.open_range(current(known)) {
            match Self::narrow_once(&mut search, &root, bounds) {
                Ok(found) => {
                    let mut known = known.lock().unwrap_or_else(PoisonError::into_inner);
                    let narrower = known.intersect(found);
                    if narrower != *known {
                        *known = narrower;
                        progress(narrower);
                    }
                }
                Err(InterruptedError) => break,
            }
        }
        search.nodes()
    }

    /// The range in which the answer is unknown; `None` if the question is answered.
    fn open_range(&self, known: ScoreBounds) -> Option<ScoreBounds> {
        let ScoreBounds { lower, upper } = match self.question {
            ScoreQuestion::Score => known,
            ScoreQuestion::Outcome => known.clamped(-1, 1),
            ScoreQuestion::Above(score) => known.clamped(score, score.saturating_add(1)),
            ScoreQuestion::Decisive { won, .. } if known.upper >= won => {
                ScoreBounds { lower: known.lower.max(won - 1), ..known }
            }
            ScoreQuestion::Decisive { lost, .. } if known.lower <= lost => {
                ScoreBounds { upper: known.upper.min(lost + 1), ..known }
            }
            ScoreQuestion::Decisive { .. } => return None,
        };
        (lower < upper).then_some(ScoreBounds { lower, upper })
    }

    /// Narrows the bounds by the table, or by one null-window search.
    fn narrow_once(
        search: &mut ScoreSearch<'_, B>,
        root: &LocatedNode<B>,
        open: ScoreBounds,
    ) -> Result<ScoreBounds, InterruptedError> {
        let entry = search.probe(root);
        if let Some(entry) = entry {
            let found = ScoreBounds { lower: entry.lower, upper: entry.upper };
            if open.intersect(found) != open {
                return Ok(found);
            }
        }
        let above = next_window(open);
        let best = entry.map_or(NO_COLUMN, |entry| entry.column);
        let score = search.search(root, above, above + 1, best)?;
        Ok(if score > above {
            ScoreBounds { lower: score, ..ScoreBounds::ALL }
        } else {
            ScoreBounds { upper: score, ..ScoreBounds::ALL }
        })
    }
}

/// The lower end of the next null window. First the extremes are cut off, each time half of the longer side, because quick wins are
/// cheap to find and to refute. Then the sign is determined. Then the score is approached from the side of the draw, where every
/// window but the last fails in the same direction.
fn next_window(ScoreBounds { lower, upper }: ScoreBounds) -> i32 {
    /// The sign is determined when both bounds are at most this far from a draw.
    const NEAR: i32 = 5;
    if lower >= 0 {
        lower
    } else if upper <= 0 {
        upper - 1
    } else if -lower <= NEAR && upper <= NEAR {
        if -lower >= upper { -1 } else { 0 }
    } else if -lower > upper {
        lower / 2
    } else {
        upper / 2
    }
}

fn current(known: &Mutex<ScoreBounds>) -> ScoreBounds {
    *known.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Joins a thread, and propagates its panic.
fn join<T>(thread: thread::ScopedJoinHandle<'_, T>) -> T {
    thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
}
