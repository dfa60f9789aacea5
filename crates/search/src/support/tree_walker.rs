//! The walk up and down a game tree that the textbook searches share.
//!
//! A [`TreeWalker`] holds what a depth-first search needs besides its recursion: the current line with its history, the
//! evaluator's incremental state, one stack for the moves of all open nodes, a table of principal variations, and the
//! counts. Once its buffers have grown to the depth of the search, nothing is allocated.
//!
//! ```text
//! moves:  [a1 b1 c1 | a1 b1 | b1 c1 d1 ]     pv:  row 0  b1 a1 c1
//!          root       ply 1   ply 2               row 1  a1 c1
//!                                                 row 2  c1
//! ```

use std::ops::Range;

use zermelo_core::trace::NodeEnd;
use zermelo_core::{Depth, Evaluator, Game, GameRecord, Line, Ply, Score, Side};

use crate::budget::{Budget, InterruptedError};
use crate::trace::{NoTrace, Trace};

/// The horizon of an exhaustive search.
pub const NO_HORIZON: Depth = Depth(u32::MAX);

/// The deepest horizon of a depth-limited search. It bounds the recursion; no acyclic game here is as long.
pub const MAX_DEPTH: Depth = Depth(2000);

/// A game tree and the current node in it. `T` is told about the nodes. The alignment keeps the walkers of different
/// threads in different cache lines.
#[derive(Debug)]
#[repr(align(128))]
pub struct TreeWalker<'e, G: Game, E: Evaluator<G>, T = NoTrace> {
    /// The budget of the search.
    pub budget: Budget,
    /// Records the nodes.
    pub tracer: T,
    line: Line<G>,
    root: Ply,
    side: Side,
    evaluator: &'e E,
    state: E::State,
    moves: Vec<G::Move>,
    pv: Vec<Vec<G::Move>>,
    has_hit_horizon: bool,
    longest_line: u32,
}

impl<'e, G: Game, E: Evaluator<G>> TreeWalker<'e, G, E> {
    /// A walker whose root is the record's current position, with the record's history, and without a tracer.
    pub fn new(record: &GameRecord<G>, evaluator: &'e E, budget: Budget) -> Self {
        Self::with_tracer(record, evaluator, budget, NoTrace)
    }
}

impl<'e, G: Game, E: Evaluator<G>, T: Trace<G::Move>> TreeWalker<'e, G, E, T> {
    /// Like [`new`](TreeWalker::new), with a tracer.
    pub fn with_tracer(record: &GameRecord<G>, evaluator: &'e E, budget: Budget, tracer: T) -> Self {
        let line = record.line().clone();
        Self {
            budget,
            tracer,
            root: line.ply(),
            side: line.side_to_move(),
            state: evaluator.fresh_on(&line),
            evaluator,
            line,
            moves: Vec::new(),
            pv: vec![Vec::new()],
            has_hit_horizon: false,
            longest_line: 0,
        }
    }

    /// The side to move at the root.
    #[inline]
    pub fn root_side(&self) -> Side {
        self.side
    }

    /// The side to move.
    #[inline]
    pub fn side_to_move(&self) -> Side {
        self.line.side_to_move()
    }

    /// The distance from the root in plies.
    #[inline]
    pub fn height(&self) -> Ply {
        Ply(self.line.ply().0 - self.root.0)
    }

    /// The value of this node, from the view of the side to move, if it is a leaf: the game is over (distances count
    /// from the root) or `depth` is 0. `None` if it is an inner node.
    #[inline]
    pub fn leaf(&mut self, depth: Depth) -> Option<Score> {
        let height = self.height();
        self.pv[height.index()].clear();
        if let Some(outcome) = self.line.outcome() {
            let value = Score::finished(outcome.wdl(self.side_to_move()), height);
            self.tracer.set_leaf(self.root_view(value), NodeEnd::GameOver);
            return Some(value);
        }
        if depth == Depth(0) {
            self.has_hit_horizon = true;
            let value = self.evaluator.evaluate(self.line.game(), &self.state, self.line.position());
            self.tracer.set_leaf(self.root_view(value), NodeEnd::Horizon);
            return Some(value);
        }
        None
    }

    /// Pushes the legal moves onto the stack and returns their range.
    #[inline]
    pub fn generate(&mut self) -> Range<usize> {
        let from = self.moves.len();
        self.line.generate(&mut self.moves);
        debug_assert!(self.moves.len() > from, "an undecided position without a move");
        self.tracer.set_move_count(self.moves.len() - from);
        from..self.moves.len()
    }

    /// The move at an index of the stack.
    #[inline]
    pub fn move_at(&self, at: usize) -> G::Move {
        self.moves[at]
    }

    /// Pops the moves of a range, and all above them, from the stack.
    #[inline]
    pub fn pop_moves(&mut self, moves: &Range<usize>) {
        self.moves.truncate(moves.start);
    }

    /// Plays a legal move.
    ///
    /// # Errors
    /// When the budget is spent; then the position is unchanged.
    #[inline]
    pub fn make_move(&mut self, mv: G::Move) -> Result<(), InterruptedError> {
        self.budget.count_node()?;
        let before = *self.line.position();
        self.line.push(mv);
        self.evaluator.update(self.line.game(), &mut self.state, &before, mv, self.line.position());
        let height = self.height();
        if height.index() == self.pv.len() {
            self.pv.push(Vec::new());
        }
        self.longest_line = self.longest_line.max(height.0);
        self.tracer.make_move(mv);
        Ok(())
    }

    /// Takes back the move that [`make_move`](TreeWalker::make_move) played.
    #[inline]
    pub fn unmake_move(&mut self, mv: G::Move) {
        self.tracer.unmake_move();
        let after = *self.line.position();
        self.line.pop();
        self.evaluator.revert(self.line.game(), &mut self.state, self.line.position(), mv, &after);
    }

    /// Reports the window of this node, given from the view of the side to move.
    #[inline]
    pub fn trace_window(&mut self, alpha: Score, beta: Score) {
        let [low, high] = if self.side_to_move() == self.side { [alpha, beta] } else { [-beta, -alpha] };
        self.tracer.set_window(low, high);
    }

    /// Reports the value of this node, given from the view of the side to move, once its moves are searched.
    #[inline]
    pub fn trace_value(&mut self, value: Score) {
        self.tracer.set_value(self.root_view(value), self.side_to_move() == self.side);
    }

    /// Converts a value from the view of the side to move to that of the side to move at the root.
    #[inline]
    fn root_view(&self, value: Score) -> Score {
        if self.side_to_move() == self.side { value } else { -value }
    }

    /// Makes `mv`, which was searched just now, the first move of this node's principal variation.
    #[inline]
    pub fn update_pv(&mut self, mv: G::Move) {
        let height = self.height().index();
        let (above, below) = self.pv.split_at_mut(height + 1);
        let row = &mut above[height];
        row.clear();
        row.push(mv);
        // Searching `mv` has created its row.
        row.extend_from_slice(&below[0]);
    }

    /// The principal variation of the child that was searched last.
    pub fn pv_below(&self) -> &[G::Move] {
        self.pv.get(self.height().index() + 1).map_or(&[], Vec::as_slice)
    }

    /// Starts a pass over the tree.
    pub fn start_pass(&mut self) {
        debug_assert_eq!(self.height(), Ply(0), "a pass starts at the root");
        self.moves.clear();
        self.has_hit_horizon = false;
        self.longest_line = 0;
        self.tracer.start_pass();
    }

    /// Ends a pass that was not interrupted.
    pub fn finish_pass(&mut self) {
        self.tracer.finish_pass();
    }

    /// Whether a leaf of this pass was at the horizon, so that a deeper search could find another value.
    pub fn has_hit_horizon(&self) -> bool {
        self.has_hit_horizon
    }

    /// The length of the longest line of this pass.
    pub fn longest_line(&self) -> Depth {
        Depth(self.longest_line)
    }
}
