//! Captures: all paths of all pieces, then the majority rule. Paths with the same start, end and captured set are one
//! move.

use std::collections::BTreeMap;

use super::{
    DIAGONALS, Place, STRAIGHTS, SlowDraughts, SlowDraughtsMove, SlowDraughtsPiece, SlowDraughtsPosition, SlowMajority,
    SlowPromotion, SlowRemoval, Step, next,
};

/// A capture, possibly incomplete.
#[derive(Clone, Debug)]
pub(super) struct CapturePath {
    /// The board without the capturing piece: its start counts as empty.
    board: SlowDraughtsPosition,
    piece: SlowDraughtsPiece,
    /// Start and landings.
    squares: Vec<Place>,
    captured: Vec<Place>,
    /// Whether a promotion has ended the move.
    is_over: bool,
}

impl CapturePath {
    fn end(&self) -> Place {
        self.squares[self.squares.len() - 1]
    }
}

impl SlowDraughts {
    /// The complete captures of the piece on a square, one for each path.
    pub(super) fn captures(&self, position: &SlowDraughtsPosition, from: Place) -> Vec<CapturePath> {
        let Some(piece) = position.at(from) else { return Vec::new() };
        let mut board = *position;
        board.put(from, None);
        let mut done = Vec::new();
        self.extend(
            &CapturePath { board, piece, squares: vec![from], captured: Vec::new(), is_over: false },
            &mut done,
        );
        done
    }

    /// Extends a capture until no further piece can be captured. If the capturing piece can land on several squares, it
    /// must land on one from which it can continue, if there is one.
    fn extend(&self, path: &CapturePath, done: &mut Vec<CapturePath>) {
        let jumps = self.jumps(path);
        if jumps.is_empty() && !path.captured.is_empty() {
            done.push(path.clone());
        }
        for landings in jumps {
            let can_continue = |landing: &CapturePath| !self.jumps(landing).is_empty();
            let must_continue = landings.iter().any(can_continue);
            for landing in landings.iter().filter(|landing| can_continue(landing) == must_continue) {
                self.extend(landing, done);
            }
        }
    }

    /// The captures of one more piece: for each such piece, the possible landings behind it.
    fn jumps(&self, path: &CapturePath) -> Vec<Vec<CapturePath>> {
        if path.is_over {
            return Vec::new();
        }
        let steps = self.capture_steps(path.piece);
        steps.into_iter().map(|step| self.landings(path, step)).filter(|landings| !landings.is_empty()).collect()
    }

    fn capture_steps(&self, piece: SlowDraughtsPiece) -> Vec<Step> {
        let straights: &[Step] = if self.orthogonal { &STRAIGHTS } else { &[] };
        let is_backwards = |step: &Step| step.0.signum() == -piece.colour.forward_step();
        let is_allowed = |step: &Step| piece.is_king || self.men_capture_backwards || !is_backwards(step);
        DIAGONALS.iter().chain(straights).filter(|step| is_allowed(step)).copied().collect()
    }

    /// The landings behind the next piece in a direction; empty if there is nothing to capture.
    fn landings(&self, path: &CapturePath, step: Step) -> Vec<CapturePath> {
        let is_flying = path.piece.is_king && self.flying_kings;
        let is_free = |place| self.is_on_board(place) && path.board.at(place).is_none();
        let mut over = next(path.end(), step);
        while is_flying && is_free(over) {
            over = next(over, step);
        }
        let is_enemy = |piece: SlowDraughtsPiece| piece.colour != path.piece.colour;
        let has_target = self.is_on_board(over) && path.board.at(over).is_some_and(is_enemy);
        let mut landings = Vec::new();
        if !has_target || path.captured.contains(&over) {
            return landings;
        }
        let mut to = next(over, step);
        while is_free(to) {
            landings.push(self.after_landing(path, over, to));
            if !is_flying {
                break;
            }
            to = next(to, step);
        }
        landings
    }

    fn after_landing(&self, path: &CapturePath, over: Place, to: Place) -> CapturePath {
        let mut after = path.clone();
        after.squares.push(to);
        after.captured.push(over);
        if self.removal == SlowRemoval::AtOnce {
            after.board.put(over, None);
        }
        let is_promoted = !path.piece.is_king && self.is_last_row(path.piece.colour, to);
        match self.promotion {
            SlowPromotion::Ends => after.is_over = is_promoted,
            SlowPromotion::Passes => {}
            SlowPromotion::ContinuesAsKing => after.piece.is_king |= is_promoted,
        }
        after
    }

    /// The captures that the majority rule allows.
    pub(super) fn mandatory(&self, position: &SlowDraughtsPosition, paths: Vec<CapturePath>) -> Vec<CapturePath> {
        let rank = |path: &CapturePath| match self.majority {
            SlowMajority::None => (0, false),
            SlowMajority::Quantity => (path.captured.len(), false),
            SlowMajority::Value => {
                let is_king = |place: Place| position.at(place).is_some_and(|piece| piece.is_king);
                let value = path.captured.iter().map(|&place| if is_king(place) { 199 } else { 100 }).sum();
                (value, is_king(path.squares[0]))
            }
        };
        let best = paths.iter().map(rank).max();
        paths.into_iter().filter(|path| Some(rank(path)) == best).collect()
    }

    /// Merges the paths with the same start, end and captured set into one move.
    pub(super) fn merge(&self, paths: Vec<CapturePath>) -> Vec<SlowDraughtsMove> {
        let numbers = |places: &[Place]| places.iter().map(|&place| self.number(place)).collect::<Vec<u8>>();
        let mut moves: BTreeMap<(u8, u8, Vec<u8>), SlowDraughtsMove> = BTreeMap::new();
        for path in paths {
            let (from, to) = (self.number(path.squares[0]), self.number(path.end()));
            let mut captured = numbers(&path.captured);
            captured.sort_unstable();
            let becomes = self.promoted(path.piece, path.end());
            let new = SlowDraughtsMove { from, to, captured: captured.clone(), paths: Vec::new(), becomes };
            let mv = moves.entry((from, to, captured)).or_insert(new);
            // A man is promoted during a capture only behind a captured piece on the last row but one, so the captured
            // set decides it.
            assert_eq!(mv.becomes, becomes, "two paths of {mv:?} that end in different pieces");
            mv.paths.push(numbers(&path.squares));
        }
        let mut moves: Vec<SlowDraughtsMove> = moves.into_values().collect();
        for mv in &mut moves {
            mv.paths.sort();
        }
        moves
    }
}
