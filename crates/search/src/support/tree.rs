//! The walk up and down a game tree that the textbook searches share.
//!
//! A [`Tree`] holds all that a depth-first search needs beside its recursion: the line with its history, the evaluator's state
//! that follows it, one stack for the moves of all open nodes, the rows of the principal variation, and the counts. Once its
//! buffers have grown to the depth of the search, nothing is allocated.
//!
//! ```text
//! moves:  [a1 b1 c1 | a1 b1 | b1 c1 d1 ]     pv:  row 0  b1 a1 c1
//!          root       ply 1   ply 2               row 1  a1 c1
//!                                                 row 2  c1
//! ```

use std::ops::Range;

use zermelo_core::trace::NodeEnd;
use zermelo_core::{Depth, Evaluator, Game, GameRecord, Line, Ply, Score, Side};

use crate::budget::{Budget, Interrupted};
use crate::trace::{NoTrace, Trace};

/// A horizon that no search reaches: the tree is searched to its ends.
pub const NO_HORIZON: Depth = Depth(u32::MAX);

/// The deepest horizon of a search that has one. It bounds the recursion; no game of the acyclic kind here is as long.
pub const DEEPEST: Depth = Depth(2000);

/// A game tree with a place in it. `T` hears of the nodes. Trees of several threads lie side by side: aligned, so that none
/// writes into a cache line of another.
#[derive(Debug)]
#[repr(align(128))]
pub struct Tree<'e, G: Game, E: Evaluator<G>, T = NoTrace> {
    /// What is spent and what is allowed.
    pub budget: Budget,
    /// Who hears of the nodes.
    pub tracer: T,
    line: Line<G>,
    root: Ply,
    side: Side,
    evaluator: &'e E,
    state: E::State,
    moves: Vec<G::Move>,
    pv: Vec<Vec<G::Move>>,
    was_cut: bool,
    longest: u32,
}

impl<'e, G: Game, E: Evaluator<G>> Tree<'e, G, E> {
    /// A tree whose root is the record's present position, with the record's history. Nobody hears of its nodes.
    pub fn new(record: &GameRecord<G>, evaluator: &'e E, budget: Budget) -> Self {
        Self::traced(record, evaluator, budget, NoTrace)
    }
}

impl<'e, G: Game, E: Evaluator<G>, T: Trace<G::Move>> Tree<'e, G, E, T> {
    /// As [`new`](Tree::new), with somebody who hears of its nodes.
    pub fn traced(record: &GameRecord<G>, evaluator: &'e E, budget: Budget, tracer: T) -> Self {
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
            was_cut: false,
            longest: 0,
        }
    }

    /// The side that moves at the root: the one that the search plays for.
    #[inline]
    pub fn root_side(&self) -> Side {
        self.side
    }

    /// Who moves next.
    #[inline]
    pub fn side_to_move(&self) -> Side {
        self.line.side_to_move()
    }

    /// How far below the root we stand.
    #[inline]
    pub fn height(&self) -> Ply {
        Ply(self.line.ply().0 - self.root.0)
    }

    /// The value of this node, from the view of the side to move, if the search does not go below it: the game is over here
    /// (distances count from the root), or the horizon is reached. `None`: it has moves to look at.
    #[inline]
    pub fn leaf(&mut self, depth: Depth) -> Option<Score> {
        let height = self.height();
        self.pv[height.index()].clear();
        if let Some(outcome) = self.line.outcome() {
            let value = Score::finished(outcome.wdl(self.side_to_move()), height);
            self.tracer.leaf(self.of_root(value), NodeEnd::GameOver);
            return Some(value);
        }
        if depth == Depth(0) {
            self.was_cut = true;
            let value = self.evaluator.evaluate(self.line.game(), &self.state, self.line.position());
            self.tracer.leaf(self.of_root(value), NodeEnd::Horizon);
            return Some(value);
        }
        None
    }

    /// Puts the legal moves on the stack; returns where they lie.
    #[inline]
    pub fn generate(&mut self) -> Range<usize> {
        let from = self.moves.len();
        self.line.generate(&mut self.moves);
        debug_assert!(self.moves.len() > from, "an undecided position without a move");
        self.tracer.moves(self.moves.len() - from);
        from..self.moves.len()
    }

    /// The move at a place of the stack.
    #[inline]
    pub fn mv(&self, at: usize) -> G::Move {
        self.moves[at]
    }

    /// Takes the moves from a place on off the stack.
    #[inline]
    pub fn forget(&mut self, moves: &Range<usize>) {
        self.moves.truncate(moves.start);
    }

    /// Plays a legal move, if the budget allows; else nothing changes.
    #[inline]
    pub fn down(&mut self, mv: G::Move) -> Result<(), Interrupted> {
        self.budget.node()?;
        let before = *self.line.position();
        self.line.push(mv);
        self.evaluator.update(self.line.game(), &mut self.state, &before, mv, self.line.position());
        let height = self.height();
        if height.index() == self.pv.len() {
            self.pv.push(Vec::new());
        }
        self.longest = self.longest.max(height.0);
        self.tracer.down(mv);
        Ok(())
    }

    /// Takes back the move that [`down`](Tree::down) played.
    #[inline]
    pub fn up(&mut self, mv: G::Move) {
        self.tracer.up();
        let after = *self.line.position();
        self.line.pop();
        self.evaluator.revert(self.line.game(), &mut self.state, self.line.position(), mv, &after);
    }

    /// Tells between which values, from the view of the side to move, the search wants to know this node's.
    #[inline]
    pub fn tell_window(&mut self, alpha: Score, beta: Score) {
        let [low, high] = if self.side_to_move() == self.side { [alpha, beta] } else { [-beta, -alpha] };
        self.tracer.window(low, high);
    }

    /// Tells the value of this node, from the view of the side to move, once its moves are searched.
    #[inline]
    pub fn tell_value(&mut self, value: Score) {
        self.tracer.value(self.of_root(value), self.side_to_move() == self.side);
    }

    /// A value of the side to move from the view of the root's.
    #[inline]
    fn of_root(&self, value: Score) -> Score {
        if self.side_to_move() == self.side { value } else { -value }
    }

    /// Notes that `mv`, searched just now, is the best move here: the principal variation goes on through it.
    #[inline]
    pub fn note_best(&mut self, mv: G::Move) {
        let height = self.height().index();
        let (above, below) = self.pv.split_at_mut(height + 1);
        let row = &mut above[height];
        row.clear();
        row.push(mv);
        // Whoever searched `mv` went down to it, and so made its row.
        row.extend_from_slice(&below[0]);
    }

    /// The principal variation from the node below this one, which was searched last.
    pub fn pv_below(&self) -> &[G::Move] {
        self.pv.get(self.height().index() + 1).map_or(&[], Vec::as_slice)
    }

    /// Starts a pass over the tree: nothing was cut yet, no line seen.
    pub fn start_pass(&mut self) {
        debug_assert_eq!(self.height(), Ply(0), "a pass starts at the root");
        self.moves.clear();
        self.was_cut = false;
        self.longest = 0;
        self.tracer.begin();
    }

    /// Ends a pass that was not interrupted.
    pub fn finish_pass(&mut self) {
        self.tracer.finish();
    }

    /// Whether some leaf of this pass lay at the horizon: a deeper search could find something else.
    pub fn was_cut(&self) -> bool {
        self.was_cut
    }

    /// The length of the longest line of this pass.
    pub fn longest(&self) -> Depth {
        Depth(self.longest)
    }
}
