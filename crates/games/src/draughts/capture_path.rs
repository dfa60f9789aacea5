//! The path of a capture: the squares on which the piece lands, which [`DraughtsMove`] does not
//! contain.
//!
//! The search for a path is simple and slow. It is used to parse, write and show moves, not in
//! game-tree search.

use std::cmp::Reverse;

use zermelo_core::{Position, Square};

use super::Draughts;
use super::position::{DraughtsMove, DraughtsPosition};
use super::rules::{Promotion, Removal};
use crate::bitboard::Bits;

/// The maximum number of states that a search for a path visits. Only artificial positions reach
/// it.
const MAX_STATES: u32 = 50_000;

/// A difference of squares: columns to the right and rows up.
type Offset = [i8; 2];

const DIAGONALS: [Offset; 4] = [[-1, 1], [1, 1], [-1, -1], [1, -1]];
const STRAIGHTS: [Offset; 4] = [[0, 2], [-2, 0], [2, 0], [0, -2]];

/// The condition for the path to be found.
#[derive(Clone, Copy)]
enum PathConstraint<'w> {
    /// The path with the highest square numbers, compared square by square. A king that goes
    /// straight on to the next captured piece lands directly behind the last one.
    Highest,
    /// Exactly these squares.
    Exactly(&'w [Square]),
    /// These squares in this order, possibly with others between them.
    Among(&'w [Square]),
}

impl<B: Bits> Draughts<B> {
    /// The squares of a move from start to end. If a capture has several paths, the one with the
    /// highest square numbers, compared square by square.
    pub fn move_path(&self, position: &DraughtsPosition<B>, mv: DraughtsMove<B>) -> Vec<Square> {
        let path = if mv.is_capture() { self.find_path(position, mv, PathConstraint::Highest) } else { None };
        // A legal capture has a path, but the search may reach its limit first.
        path.unwrap_or_else(|| vec![mv.start(), mv.end()])
    }

    /// Whether a path of the move consists of these squares, including start and end. With
    /// `loosely`, the path may have other squares between them.
    pub(super) fn can_pass_through(
        &self,
        position: &DraughtsPosition<B>,
        mv: DraughtsMove<B>,
        squares: &[Square],
        loosely: bool,
    ) -> bool {
        let constraint = if loosely { PathConstraint::Among(squares) } else { PathConstraint::Exactly(squares) };
        self.find_path(position, mv, constraint).is_some()
    }

    fn find_path(
        &self,
        position: &DraughtsPosition<B>,
        mv: DraughtsMove<B>,
        constraint: PathConstraint<'_>,
    ) -> Option<Vec<Square>> {
        let mut search = PathSearch { game: self, position, mv, constraint, path: vec![mv.start()], states: 0 };
        let is_king = position.kings().has(u32::from(mv.from));
        search.extend(PathState { at: mv.start(), left: mv.captured, is_king, arrival: None }).then_some(search.path)
    }
}

/// Whether `part` is a subsequence of `whole` with the same first and last square.
fn is_subsequence(part: &[Square], whole: &[Square]) -> bool {
    let mut rest = whole.iter();
    part.first() == whole.first()
        && part.last() == whole.last()
        && part.iter().all(|square| rest.any(|at| at == square))
}

/// A depth-first search for a path.
struct PathSearch<'a, B> {
    game: &'a Draughts<B>,
    position: &'a DraughtsPosition<B>,
    mv: DraughtsMove<B>,
    constraint: PathConstraint<'a>,
    path: Vec<Square>,
    states: u32,
}

/// The state of the capturing piece between two jumps.
#[derive(Clone, Copy)]
struct PathState<B> {
    at: Square,
    /// The pieces still to be captured.
    left: B,
    is_king: bool,
    /// The direction of the last jump, and whether the piece landed directly behind the captured
    /// piece.
    arrival: Option<(Offset, bool)>,
}

impl<B: Bits> PathSearch<'_, B> {
    /// Extends the path from a state. Returns whether a complete path was found, which is then in
    /// `self.path`.
    fn extend(&mut self, state: PathState<B>) -> bool {
        self.states += 1;
        if self.states > MAX_STATES {
            return false;
        }
        if state.left.is_empty() {
            return state.at == self.mv.end()
                && match self.constraint {
                    PathConstraint::Highest => true,
                    PathConstraint::Exactly(squares) => self.path == squares,
                    PathConstraint::Among(squares) => is_subsequence(squares, &self.path),
                };
        }
        let mut next = self.jumps(state);
        match self.constraint {
            PathConstraint::Highest => next.sort_by_key(|state| Reverse(self.game.geometry().number(state.at))),
            PathConstraint::Exactly(squares) => next.retain(|state| squares.get(self.path.len()) == Some(&state.at)),
            PathConstraint::Among(_) => {}
        }
        for state in next {
            self.path.push(state.at);
            if self.extend(state) {
                return true;
            }
            self.path.pop();
        }
        false
    }

    /// The states after the next jump.
    fn jumps(&self, state: PathState<B>) -> Vec<PathState<B>> {
        let rules = self.game.rules();
        let straights: &[Offset] = if rules.orthogonal { &STRAIGHTS } else { &[] };
        let mut next = Vec::new();
        for &step in DIAGONALS.iter().chain(straights) {
            if state.is_king && rules.flying_kings {
                self.fly(state, step, &mut next);
            } else {
                let ahead = (step[1] < 0) == self.game.goes_down(self.position.side_to_move());
                let is_straight = step[0] == 0 || step[1] == 0;
                if state.is_king || rules.men_capture_backwards || ahead || is_straight {
                    next.extend(self.jump(state, step));
                }
            }
        }
        next
    }

    /// The jump of a man, or of a king that does not fly, in one direction.
    fn jump(&self, state: PathState<B>, step: Offset) -> Option<PathState<B>> {
        let over = self.neighbour(state.at, step).filter(|&over| state.left.has(u32::from(over.0)))?;
        let left = state.left & !B::single(u32::from(over.0));
        let to = self.neighbour(over, step).filter(|&to| self.is_free(to, left))?;
        let rules = self.game.rules();
        let last_row = self.game.last_row(self.position.side_to_move());
        let is_crowned = !state.is_king && self.game.geometry().at(to)[1] == last_row;
        if is_crowned && rules.promotion == Promotion::Ends && !left.is_empty() {
            return None;
        }
        let is_king = state.is_king || is_crowned && rules.promotion == Promotion::ContinuesAsKing;
        Some(PathState { at: to, left, is_king, arrival: Some((step, true)) })
    }

    /// Adds the jumps of a flying king in one direction.
    fn fly(&self, state: PathState<B>, step: Offset, next: &mut Vec<PathState<B>>) {
        if let Some((before, is_nearest)) = state.arrival {
            let is_back = step == before.map(|n| -n);
            let is_on = step == before;
            if is_back && self.game.rules().removal == Removal::AtEnd
                || is_on && !is_nearest && matches!(self.constraint, PathConstraint::Highest)
            {
                return;
            }
        }
        let mut over = self.neighbour(state.at, step);
        while let Some(at) = over.filter(|&at| self.is_free(at, state.left)) {
            over = self.neighbour(at, step);
        }
        let Some(over) = over.filter(|&over| state.left.has(u32::from(over.0))) else { return };
        let left = state.left & !B::single(u32::from(over.0));
        let mut to = self.neighbour(over, step);
        let mut is_nearest = true;
        while let Some(at) = to.filter(|&at| self.is_free(at, left)) {
            next.push(PathState { at, left, is_king: true, arrival: Some((step, is_nearest)) });
            is_nearest = false;
            to = self.neighbour(at, step);
        }
    }

    fn neighbour(&self, from: Square, step: Offset) -> Option<Square> {
        let [column, row] = self.game.geometry().at(from).map(|n| n as i8);
        self.game.geometry().square_at([column + step[0], row + step[1]])
    }

    /// Whether the piece can pass or land on a square while `left` is still to be captured.
    fn is_free(&self, at: Square, left: B) -> bool {
        let at = u32::from(at.0);
        let removed = self.mv.captured & !left;
        !self.position.occupied().has(at)
            || at == u32::from(self.mv.from)
            || self.game.rules().removal == Removal::AtOnce && removed.has(at)
    }
}
