//! The questions that settle a score: windows, one after the other, by one thread or several.

use std::sync::{Mutex, PoisonError};
use std::thread;

use zermelo_core::{SearchLimits, Side, StopToken};
use zermelo_games::bitboard::Bits;
use zermelo_search::budget::{Budget, Interrupted};

use super::board::Board;
use super::node::{Node, Settled};
use super::search::{Placed, Search};
use super::table::{NO_COLUMN, Table};
use super::{Bounds, Question};

/// Stack for a search on the largest board.
const STACK: usize = 64 << 20;
/// Boards of more squares than this are searched on a stack of their own.
const SHALLOW: i32 = 64;

/// What goes on while a score is settled.
pub struct Errand<'a> {
    pub(super) limits: SearchLimits,
    pub(super) threads: usize,
    pub(super) stop: &'a StopToken,
    /// Hears of every new bound.
    pub(super) progress: &'a mut (dyn FnMut(Bounds) + Send),
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
        let limits = SearchLimits { nodes: limits.nodes.map(|nodes| nodes.div_ceil(threads as u64)), ..limits };
        let search = |number: u32, stop: &StopToken| {
            Search::new(self.board, self.table, Budget::start(&limits, Side::First, stop), number)
        };
        let first = search(0, stop);
        let known = Mutex::new(bounds);
        if threads == 1 && self.board.area() <= SHALLOW {
            let nodes = self.narrow(first, &known, progress);
            return (of(&known), nodes);
        }
        let enough = StopToken::new();
        let nodes = thread::scope(|scope| {
            let helpers: Vec<_> = (1..threads)
                .filter_map(|number| {
                    let search = search(number as u32, &enough);
                    let known = &known;
                    // Without this thread the answer comes later, and is the same.
                    let helper = thread::Builder::new().stack_size(STACK);
                    helper.spawn_scoped(scope, move || self.narrow(search, known, &mut |_| {})).ok()
                })
                .collect();
            let known = &known;
            let lead = thread::Builder::new().stack_size(STACK);
            let lead = lead.spawn_scoped(scope, move || self.narrow(first, known, progress));
            // No thread at all: no bound but the first, and no node.
            let nodes = lead.map_or(0, joined);
            enough.stop();
            helpers.into_iter().map(joined).sum::<u64>() + nodes
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
                Err(Interrupted) => break,
            }
        }
        search.nodes()
    }

    /// The bounds between which the answer is open.
    fn open(&self, known: Bounds) -> Option<Bounds> {
        let Bounds { lower, upper } = match self.question {
            Question::Score => known,
            Question::Outcome => Bounds { lower: known.lower.clamp(-1, 1), upper: known.upper.clamp(-1, 1) },
        };
        (lower < upper).then_some(Bounds { lower, upper })
    }

    /// Asks the table, or whether the score is above one number.
    fn ask(search: &mut Search<'_, B>, root: &Placed<B>, open: Bounds) -> Result<Bounds, Interrupted> {
        let entry = search.known(root);
        if let Some(entry) = entry {
            let narrower = open.and(Bounds { lower: entry.lower, upper: entry.upper });
            if narrower != open {
                return Ok(narrower);
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
