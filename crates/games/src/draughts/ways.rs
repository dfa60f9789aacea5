//! The ways of a capture: the squares that the piece lands on, which a move does not hold.
//!
//! Slow and plain: for reading, writing and showing moves, never for search.

use zermelo_core::Square;

use super::Draughts;
use super::position::{DraughtsMove, DraughtsPosition};
use super::rules::{Promotion, Removal};
use crate::bitboard::Bits;
use zermelo_core::Position;

/// How many squares are looked at in search of a way. No position of a game comes near; one made to be hard may.
const MOST_STEPS: u32 = 200_000;

/// Columns to the right and rows up.
type Step = [i8; 2];

const DIAGONALS: [Step; 4] = [[-1, 1], [1, 1], [-1, -1], [1, -1]];
const STRAIGHTS: [Step; 4] = [[0, 2], [-2, 0], [2, 0], [0, -2]];

/// Which landing squares are tried where a king goes straight on to the next captured piece.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Landings {
    /// The one right behind the piece captured before, as moves are written.
    Nearest,
    /// Each, as moves are read.
    All,
}

impl<B: Bits> Draughts<B> {
    /// The squares of a move, its start first: of several ways of a capture the one with the highest numbers, compared square
    /// by square. For a quiet move, start and end.
    pub fn way(&self, position: &DraughtsPosition<B>, mv: DraughtsMove<B>) -> Vec<Square> {
        let mut best: Vec<Square> = Vec::new();
        if mv.is_capture() {
            let numbers = |way: &[Square]| -> Vec<u16> { way.iter().map(|&at| self.geometry().number(at)).collect() };
            self.visit_ways(position, mv, Landings::Nearest, &mut |way| {
                if numbers(way) > numbers(&best) {
                    best = way.to_vec();
                }
                false
            });
        }
        // The way of a legal capture is found, but for one that is beyond all measure.
        if best.is_empty() { vec![mv.start(), mv.end()] } else { best }
    }

    /// Whether a move can go through these squares in this order, start and end included: exactly these where it lands, or,
    /// with `loosely`, some of them.
    pub(super) fn goes_through(
        &self,
        position: &DraughtsPosition<B>,
        mv: DraughtsMove<B>,
        squares: &[Square],
        loosely: bool,
    ) -> bool {
        let mut goes = false;
        self.visit_ways(position, mv, Landings::All, &mut |way| {
            goes = if loosely { is_part(squares, way) } else { squares == way };
            goes
        });
        goes
    }

    /// Shows each way of a capture to a visitor, until it says that it has seen enough.
    fn visit_ways(
        &self,
        position: &DraughtsPosition<B>,
        mv: DraughtsMove<B>,
        landings: Landings,
        visit: &mut dyn FnMut(&[Square]) -> bool,
    ) {
        let mut walk = Walk { game: self, position, mv, landings, visit, way: vec![mv.start()], steps: 0 };
        let is_king = position.kings().has(u32::from(mv.from));
        walk.go(mv.captured, is_king, None);
    }
}

/// Whether `part` comes out of `whole` by leaving squares out, with the same first and last.
fn is_part(part: &[Square], whole: &[Square]) -> bool {
    let mut rest = whole.iter();
    part.first() == whole.first()
        && part.last() == whole.last()
        && part.iter().all(|square| rest.any(|at| at == square))
}

struct Walk<'a, B> {
    game: &'a Draughts<B>,
    position: &'a DraughtsPosition<B>,
    mv: DraughtsMove<B>,
    landings: Landings,
    visit: &'a mut dyn FnMut(&[Square]) -> bool,
    way: Vec<Square>,
    steps: u32,
}

/// How a piece came to where it is: the direction, and whether it stands right behind what it captured.
type Came = Option<(Step, bool)>;

impl<B: Bits> Walk<'_, B> {
    /// Goes on from the end of the way; whether the visitor has seen enough.
    fn go(&mut self, left: B, is_king: bool, came: Came) -> bool {
        self.steps += 1;
        if self.steps > MOST_STEPS {
            return true;
        }
        if left.is_empty() {
            return self.way.last() == Some(&self.mv.end()) && (self.visit)(&self.way);
        }
        let rules = self.game.rules();
        let straights: &[Step] = if rules.orthogonal { &STRAIGHTS } else { &[] };
        for &step in DIAGONALS.iter().chain(straights) {
            let enough = if is_king && rules.flying_kings {
                self.fly(left, step, came)
            } else {
                let ahead = (step[1] < 0) == self.game.goes_down(self.position.side_to_move());
                let goes = is_king || rules.men_capture_backwards || ahead || step[0] == 0 || step[1] == 0;
                goes && self.hop(left, is_king, step)
            };
            if enough {
                return true;
            }
        }
        false
    }

    fn hop(&mut self, left: B, is_king: bool, step: Step) -> bool {
        let Some(over) = self.next(self.here(), step).filter(|&over| left.has(u32::from(over.0))) else { return false };
        let left_then = left & !B::single(u32::from(over.0));
        let Some(to) = self.next(over, step).filter(|&to| self.is_free(to, left_then)) else { return false };
        let rules = self.game.rules();
        let last_row = self.game.last_row(self.position.side_to_move());
        let crowned = !is_king && self.game.geometry().at(to)[1] == last_row;
        if crowned && rules.promotion == Promotion::Ends && !left_then.is_empty() {
            return false;
        }
        let is_king = is_king || crowned && rules.promotion == Promotion::ContinuesAsKing;
        self.on(to, left_then, is_king, Some((step, true)))
    }

    fn fly(&mut self, left: B, step: Step, came: Came) -> bool {
        if let Some((before, is_nearest)) = came {
            let back = step == before.map(|n| -n);
            let on = step == before;
            if back && self.game.rules().removal == Removal::AtEnd
                || on && !is_nearest && self.landings == Landings::Nearest
            {
                return false;
            }
        }
        let mut over = self.next(self.here(), step);
        while let Some(at) = over.filter(|&at| self.is_free(at, left)) {
            over = self.next(at, step);
        }
        let Some(over) = over.filter(|&over| left.has(u32::from(over.0))) else { return false };
        let left = left & !B::single(u32::from(over.0));
        let mut to = self.next(over, step);
        let mut is_nearest = true;
        while let Some(at) = to.filter(|&at| self.is_free(at, left)) {
            if self.on(at, left, true, Some((step, is_nearest))) {
                return true;
            }
            is_nearest = false;
            to = self.next(at, step);
        }
        false
    }

    fn on(&mut self, to: Square, left: B, is_king: bool, came: Came) -> bool {
        self.way.push(to);
        let enough = self.go(left, is_king, came);
        self.way.pop();
        enough
    }

    fn here(&self) -> Square {
        // The way begins with the start of the move.
        self.way.last().copied().unwrap_or(self.mv.start())
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
