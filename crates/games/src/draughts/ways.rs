//! The ways of a capture: the squares that the piece lands on, which a move does not hold.
//!
//! Slow and plain: for reading, writing and showing moves, never for search.

use std::cmp::Reverse;

use zermelo_core::{Position, Square};

use super::Draughts;
use super::position::{DraughtsMove, DraughtsPosition};
use super::rules::{Promotion, Removal};
use crate::bitboard::Bits;

/// How many squares are looked at in search of a way. No position of a game comes near; one made to be hard may.
const MOST_STEPS: u32 = 50_000;

/// Columns to the right and rows up.
type Step = [i8; 2];

const DIAGONALS: [Step; 4] = [[-1, 1], [1, 1], [-1, -1], [1, -1]];
const STRAIGHTS: [Step; 4] = [[0, 2], [-2, 0], [2, 0], [0, -2]];

/// What is asked of a way.
#[derive(Clone, Copy)]
enum Wanted<'w> {
    /// The highest numbers, compared square by square. Where a king goes straight on to the next captured piece it stands
    /// right behind the one before, as moves are written.
    Highest,
    /// These squares.
    Exactly(&'w [Square]),
    /// These squares among others, in this order.
    Among(&'w [Square]),
}

impl<B: Bits> Draughts<B> {
    /// The squares of a move, its start first: of several ways of a capture the one with the highest numbers, compared square
    /// by square. For a quiet move, start and end.
    pub fn way(&self, position: &DraughtsPosition<B>, mv: DraughtsMove<B>) -> Vec<Square> {
        let way = if mv.is_capture() { self.find_way(position, mv, Wanted::Highest) } else { None };
        // The way of a legal capture is found, but for one that is beyond all measure.
        way.unwrap_or_else(|| vec![mv.start(), mv.end()])
    }

    /// Whether a move can go through these squares in this order, start and end included: exactly these where it lands, or,
    /// with `loosely`, others between them.
    pub(super) fn goes_through(
        &self,
        position: &DraughtsPosition<B>,
        mv: DraughtsMove<B>,
        squares: &[Square],
        loosely: bool,
    ) -> bool {
        let wanted = if loosely { Wanted::Among(squares) } else { Wanted::Exactly(squares) };
        self.find_way(position, mv, wanted).is_some()
    }

    fn find_way(&self, position: &DraughtsPosition<B>, mv: DraughtsMove<B>, wanted: Wanted<'_>) -> Option<Vec<Square>> {
        let mut walk = Walk { game: self, position, mv, wanted, way: vec![mv.start()], steps: 0 };
        let is_king = position.kings().has(u32::from(mv.from));
        walk.go(Stand { at: mv.start(), left: mv.captured, is_king, came: None }).then_some(walk.way)
    }
}

/// Whether `part` comes out of `whole` by leaving squares out, with the same first and last.
fn is_part(part: &[Square], whole: &[Square]) -> bool {
    let mut rest = whole.iter();
    part.first() == whole.first()
        && part.last() == whole.last()
        && part.iter().all(|square| rest.any(|at| at == square))
}

/// A search for a way.
struct Walk<'a, B> {
    game: &'a Draughts<B>,
    position: &'a DraughtsPosition<B>,
    mv: DraughtsMove<B>,
    wanted: Wanted<'a>,
    way: Vec<Square>,
    steps: u32,
}

/// A piece in the middle of its capture.
#[derive(Clone, Copy)]
struct Stand<B> {
    at: Square,
    /// What is still to be captured.
    left: B,
    is_king: bool,
    /// The step that it came by, and whether it stands right behind what it captured last.
    came: Option<(Step, bool)>,
}

impl<B: Bits> Walk<'_, B> {
    /// Goes on from where the piece stands; whether a way was found, which then is `self.way`.
    fn go(&mut self, stand: Stand<B>) -> bool {
        self.steps += 1;
        if self.steps > MOST_STEPS {
            return false;
        }
        if stand.left.is_empty() {
            return stand.at == self.mv.end()
                && match self.wanted {
                    Wanted::Highest => true,
                    Wanted::Exactly(squares) => self.way == squares,
                    Wanted::Among(squares) => is_part(squares, &self.way),
                };
        }
        let mut next = self.jumps(stand);
        match self.wanted {
            Wanted::Highest => next.sort_by_key(|stand| Reverse(self.game.geometry().number(stand.at))),
            Wanted::Exactly(squares) => next.retain(|stand| squares.get(self.way.len()) == Some(&stand.at)),
            Wanted::Among(_) => {}
        }
        for stand in next {
            self.way.push(stand.at);
            if self.go(stand) {
                return true;
            }
            self.way.pop();
        }
        false
    }

    /// Where the piece can stand after its next jump.
    fn jumps(&self, stand: Stand<B>) -> Vec<Stand<B>> {
        let rules = self.game.rules();
        let straights: &[Step] = if rules.orthogonal { &STRAIGHTS } else { &[] };
        let mut next = Vec::new();
        for &step in DIAGONALS.iter().chain(straights) {
            if stand.is_king && rules.flying_kings {
                self.fly(stand, step, &mut next);
            } else {
                let ahead = (step[1] < 0) == self.game.goes_down(self.position.side_to_move());
                let is_straight = step[0] == 0 || step[1] == 0;
                if stand.is_king || rules.men_capture_backwards || ahead || is_straight {
                    next.extend(self.hop(stand, step));
                }
            }
        }
        next
    }

    fn hop(&self, stand: Stand<B>, step: Step) -> Option<Stand<B>> {
        let over = self.next(stand.at, step).filter(|&over| stand.left.has(u32::from(over.0)))?;
        let left = stand.left & !B::single(u32::from(over.0));
        let to = self.next(over, step).filter(|&to| self.is_free(to, left))?;
        let rules = self.game.rules();
        let last_row = self.game.last_row(self.position.side_to_move());
        let is_crowned = !stand.is_king && self.game.geometry().at(to)[1] == last_row;
        if is_crowned && rules.promotion == Promotion::Ends && !left.is_empty() {
            return None;
        }
        let is_king = stand.is_king || is_crowned && rules.promotion == Promotion::ContinuesAsKing;
        Some(Stand { at: to, left, is_king, came: Some((step, true)) })
    }

    fn fly(&self, stand: Stand<B>, step: Step, next: &mut Vec<Stand<B>>) {
        if let Some((before, is_nearest)) = stand.came {
            let is_back = step == before.map(|n| -n);
            let is_on = step == before;
            if is_back && self.game.rules().removal == Removal::AtEnd
                || is_on && !is_nearest && matches!(self.wanted, Wanted::Highest)
            {
                return;
            }
        }
        let mut over = self.next(stand.at, step);
        while let Some(at) = over.filter(|&at| self.is_free(at, stand.left)) {
            over = self.next(at, step);
        }
        let Some(over) = over.filter(|&over| stand.left.has(u32::from(over.0))) else { return };
        let left = stand.left & !B::single(u32::from(over.0));
        let mut to = self.next(over, step);
        let mut is_nearest = true;
        while let Some(at) = to.filter(|&at| self.is_free(at, left)) {
            next.push(Stand { at, left, is_king: true, came: Some((step, is_nearest)) });
            is_nearest = false;
            to = self.next(at, step);
        }
    }

    fn next(&self, from: Square, step: Step) -> Option<Square> {
        let [column, row] = self.game.geometry().at(from).map(|n| n as i8);
        self.game.geometry().square_at([column + step[0], row + step[1]])
    }

    /// Whether the piece can stand on a square, with `left` still to be captured.
    fn is_free(&self, at: Square, left: B) -> bool {
        let at = u32::from(at.0);
        let gone = self.mv.captured & !left;
        !self.position.occupied().has(at)
            || at == u32::from(self.mv.from)
            || self.game.rules().removal == Removal::AtOnce && gone.has(at)
    }
}
