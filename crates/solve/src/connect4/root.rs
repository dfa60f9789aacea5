//! The questions that settle a score: windows, one after the other, by one thread or several.

use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use zermelo_core::{SearchLimits, Side, StopToken};
use zermelo_games::bitboard::Bits;
use zermelo_search::budget::{Budget, InterruptedError};

use super::board::Board;
use super::node::{Node, Settled};
use super::question::{Bounds, Question};
use super::search::{Placed, Search};
use super::table::{NO_COLUMN, Table};

/// Stack for a search on the largest board.
const STACK: usize = 64 << 20;
/// How often a stop flag is looked at while threads search.
const LOOK: Duration = Duration::from_millis(5);
/// Boards of more squares than this are searched on a stack of their own.
const SHALLOW: i32 = 64;

/// What goes on while a score is settled.
pub struct Errand<'a> {
    pub(super) limits: SearchLimits,
    pub(super) threads: usize,
    pub(super) stop: &'a StopToken,
    /// Hears of every new bound.
    pub(super) progress: &'a mut dyn FnMut(Bounds),
}

/// Settles the score of a position in which the game goes on, seen by the side to move; and the nodes that it took.
pub(super) fn settle<B: Board>(
    board: B,
    table: &Table,
    stones: [B::Set; 2],
    question: Question,
    errand: Errand<'_>,
) -> (Bounds, u64) {
    let ply = (stones[0] | stones[1]).count() as i32;
    let Some(mut node) = Node::new(board, stones) else {
        return (Bounds::exactly(super::score::of_win(board.area(), ply)), 0);
    };
    match node.settle(board) {
        Settled::Score(score) => (Bounds::exactly(score), 0),
        Settled::Quiet { is_same_side } => {
            let [lower, upper] = node.range(board);
            let Errand { limits, threads, stop, progress } = errand;
            let view = |bounds: Bounds| if is_same_side { bounds } else { bounds.reversed() };
            let mut progress = |bounds| progress(view(bounds));
            let errand = Errand { limits, threads, stop, progress: &mut progress };
            let question = if is_same_side { question } else { question.reversed() };
            let question = Ask { board, table, node, question };
            let (bounds, nodes) = question.answer(Bounds { lower, upper }, errand);
            (view(bounds), nodes)
        }
    }
}

/// What is asked of a quiet node.
struct Ask<'a, B: Board> {
    board: B,
    table: &'a Table,
    node: Node<B::Set>,
    question: Question,
}

impl<B: Board> Ask<'_, B> {
    fn answer(&self, bounds: Bounds, errand: Errand<'_>) -> (Bounds, u64) {
        let Errand { limits, threads, stop, progress } = errand;
        let threads = threads.max(1);
        let count = threads as u64;
        let search = |number: u64, stop: &StopToken| {
            let share = |nodes: u64| nodes / count + u64::from(number < nodes % count);
            let limits = SearchLimits { nodes: limits.nodes.map(share), ..limits };
            Search::new(self.board, self.table, Budget::start(&limits, Side::First, stop), number as u32)
        };
        let known = Mutex::new(bounds);
        if threads == 1 && self.board.area() <= SHALLOW {
            let nodes = self.narrow(search(0, stop), &known, progress);
            return (of(&known), nodes);
        }
        let enough = StopToken::new();
        if stop.is_stopped() {
            enough.stop();
        }
        let nodes = thread::scope(|scope| {
            let known = &known;
            let (sender, heard) = mpsc::channel();
            let crew: Vec<_> = (0..count)
                .filter_map(|number| {
                    let search = search(number, &enough);
                    let enough = &enough;
                    let sender = sender.clone();
                    let work = move || {
                        let nodes = self.narrow(search, known, &mut |bounds| {
                            // It fails when nobody listens any more.
                            let _ = sender.send(bounds);
                        });
                        // One thread's answer is everybody's.
                        enough.stop();
                        nodes
                    };
                    // Without this thread the answer comes later, and is the same.
                    thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work).ok()
                })
                .collect();
            drop(sender);
            loop {
                match heard.recv_timeout(LOOK) {
                    Ok(bounds) => progress(bounds),
                    Err(RecvTimeoutError::Timeout) if stop.is_stopped() => enough.stop(),
                    Err(RecvTimeoutError::Timeout) => {}
                    Err(RecvTimeoutError::Disconnected) => break,
                }
            }
            crew.into_iter().map(joined).sum::<u64>()
        });
        (of(&known), nodes)
    }

    /// Asks windows until the bounds meet or the budget is spent. The nodes that it took.
    fn narrow(&self, mut search: Search<'_, B>, known: &Mutex<Bounds>, progress: &mut dyn FnMut(Bounds)) -> u64 {
        let root = search.place(self.node);
        while let Some(bounds) = self.open(of(known)) {
            match Self::ask(&mut search, &root, bounds) {
                Ok(found) => {
                    let mut known = known.lock().unwrap_or_else(PoisonError::into_inner);
                    let narrower = known.and(found);
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

    /// The bounds between which the answer is open.
    fn open(&self, known: Bounds) -> Option<Bounds> {
        let Bounds { lower, upper } = match self.question {
            Question::Score => known,
            Question::Outcome => known.clamped(-1, 1),
            Question::Above(score) => known.clamped(score, score.saturating_add(1)),
            Question::Sharp { won, .. } if known.upper >= won => Bounds { lower: known.lower.max(won - 1), ..known },
            Question::Sharp { lost, .. } if known.lower <= lost => Bounds { upper: known.upper.min(lost + 1), ..known },
            Question::Sharp { .. } => return None,
        };
        (lower < upper).then_some(Bounds { lower, upper })
    }

    /// Asks the table, or whether the score is above one number.
    fn ask(search: &mut Search<'_, B>, root: &Placed<B>, open: Bounds) -> Result<Bounds, InterruptedError> {
        let entry = search.known(root);
        if let Some(entry) = entry {
            let found = Bounds { lower: entry.lower, upper: entry.upper };
            if open.and(found) != open {
                return Ok(found);
            }
        }
        let above = next_question(open);
        let best = entry.map_or(NO_COLUMN, |entry| entry.column);
        let score = search.search(root, above, above + 1, best)?;
        Ok(if score > above { Bounds { lower: score, ..Bounds::ALL } } else { Bounds { upper: score, ..Bounds::ALL } })
    }
}

/// The number of which it is asked next whether the score is above it. First the extremes are cut off, where a quick win is found and
/// refuted soon, each time half of the longer side; then the sign is settled; then the score is come upon from the side of the draw,
/// from which each answer but the last is a bound that holds.
fn next_question(Bounds { lower, upper }: Bounds) -> i32 {
    /// Within so much of a draw the sign is settled.
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

fn of(known: &Mutex<Bounds>) -> Bounds {
    *known.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A panic in a thread goes on in the one that waits for it.
fn joined<T>(thread: thread::ScopedJoinHandle<'_, T>) -> T {
    thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
}
