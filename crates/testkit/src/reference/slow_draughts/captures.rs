//! Captures: every path of every piece, then the choice among them, then one move of all paths with the same start, end and
//! captured set.

use std::collections::BTreeMap;

use super::{
    DIAGONALS, Place, STRAIGHTS, SlowDraughts, SlowDraughtsMove, SlowDraughtsPiece, SlowDraughtsPosition, SlowMajority,
    SlowPromotion, SlowRemoval, Step, next,
};

/// A capture on its way.
#[derive(Clone, Debug)]
pub(super) struct Walk {
    /// Without the piece that captures: its start counts as empty.
    board: SlowDraughtsPosition,
    piece: SlowDraughtsPiece,
    /// Start and landings.
    path: Vec<Place>,
    captured: Vec<Place>,
    /// Crowned, and that ends the move.
    is_over: bool,
}

impl Walk {
    fn here(&self) -> Place {
        self.path[self.path.len() - 1]
    }
}

impl SlowDraughts {
    /// The complete captures of the piece that stands there, one for each path.
    pub(super) fn walks(&self, position: &SlowDraughtsPosition, from: Place) -> Vec<Walk> {
        let Some(piece) = position.at(from) else { return Vec::new() };
        let mut board = *position;
        board.put(from, None);
        let mut done = Vec::new();
        self.walk_on(&Walk { board, piece, path: vec![from], captured: Vec::new(), is_over: false }, &mut done);
        done
    }

    /// A capture goes on as long as there is something to capture. A piece that may land on several squares behind what it
    /// captures has to land where it can capture on, if there is such a square.
    fn walk_on(&self, walk: &Walk, done: &mut Vec<Walk>) {
        let jumps = self.jumps(walk);
        if jumps.is_empty() && !walk.captured.is_empty() {
            done.push(walk.clone());
        }
        for landings in jumps {
            let goes_on = |landing: &Walk| !self.jumps(landing).is_empty();
            let must_go_on = landings.iter().any(goes_on);
            for landing in landings.iter().filter(|landing| goes_on(landing) == must_go_on) {
                self.walk_on(landing, done);
            }
        }
    }

    /// The captures of one more piece: for each such piece, the landings behind it.
    fn jumps(&self, walk: &Walk) -> Vec<Vec<Walk>> {
        if walk.is_over {
            return Vec::new();
        }
        let steps = self.capture_steps(walk.piece);
        steps.into_iter().map(|step| self.landings(walk, step)).filter(|landings| !landings.is_empty()).collect()
    }

    fn capture_steps(&self, piece: SlowDraughtsPiece) -> Vec<Step> {
        let straights: &[Step] = if self.orthogonal { &STRAIGHTS } else { &[] };
        let goes_back = |step: &Step| step.0.signum() == -piece.colour.forwards();
        let may = |step: &Step| piece.is_king || self.men_capture_backwards || !goes_back(step);
        DIAGONALS.iter().chain(straights).filter(|step| may(step)).copied().collect()
    }

    /// The landings behind the next piece in a direction; none where there is nothing to capture.
    fn landings(&self, walk: &Walk, step: Step) -> Vec<Walk> {
        let is_far = walk.piece.is_king && self.flying_kings;
        let is_free = |place| self.is_on_board(place) && walk.board.at(place).is_none();
        let mut over = next(walk.here(), step);
        while is_far && is_free(over) {
            over = next(over, step);
        }
        let is_other = |piece: SlowDraughtsPiece| piece.colour != walk.piece.colour;
        let is_prey = self.is_on_board(over) && walk.board.at(over).is_some_and(is_other);
        let mut landings = Vec::new();
        if !is_prey || walk.captured.contains(&over) {
            return landings;
        }
        let mut to = next(over, step);
        while is_free(to) {
            landings.push(self.landed(walk, over, to));
            if !is_far {
                break;
            }
            to = next(to, step);
        }
        landings
    }

    fn landed(&self, walk: &Walk, over: Place, to: Place) -> Walk {
        let mut after = walk.clone();
        after.path.push(to);
        after.captured.push(over);
        if self.removal == SlowRemoval::AtOnce {
            after.board.put(over, None);
        }
        let is_crowned = !walk.piece.is_king && self.is_last_row(walk.piece.colour, to);
        match self.promotion {
            SlowPromotion::Ends => after.is_over = is_crowned,
            SlowPromotion::Passes => {}
            SlowPromotion::ContinuesAsKing => after.piece.is_king |= is_crowned,
        }
        after
    }

    /// Those captures that go before all others.
    pub(super) fn best(&self, position: &SlowDraughtsPosition, walks: Vec<Walk>) -> Vec<Walk> {
        let rank = |walk: &Walk| match self.majority {
            SlowMajority::None => (0, false),
            SlowMajority::Quantity => (walk.captured.len(), false),
            SlowMajority::Value => {
                let is_king = |place: Place| position.at(place).is_some_and(|piece| piece.is_king);
                let worth = walk.captured.iter().map(|&place| if is_king(place) { 199 } else { 100 }).sum();
                (worth, is_king(walk.path[0]))
            }
        };
        let best = walks.iter().map(rank).max();
        walks.into_iter().filter(|walk| Some(rank(walk)) == best).collect()
    }

    /// One move for all paths with the same start, end and captured set.
    pub(super) fn merged(&self, walks: Vec<Walk>) -> Vec<SlowDraughtsMove> {
        let numbers = |places: &[Place]| places.iter().map(|&place| self.number(place)).collect::<Vec<u8>>();
        let mut moves: BTreeMap<(u8, u8, Vec<u8>), SlowDraughtsMove> = BTreeMap::new();
        for walk in walks {
            let (from, to) = (self.number(walk.path[0]), self.number(walk.here()));
            let mut captured = numbers(&walk.captured);
            captured.sort_unstable();
            let becomes = self.crowned(walk.piece, walk.here());
            let fresh = SlowDraughtsMove { from, to, captured: captured.clone(), paths: Vec::new(), becomes };
            let mv = moves.entry((from, to, captured)).or_insert(fresh);
            // A man is crowned on the way by a piece on the last row but one, whatever the path: so the set says it.
            assert_eq!(mv.becomes, becomes, "two paths of {mv:?} that end in different pieces");
            mv.paths.push(numbers(&walk.path));
        }
        let mut moves: Vec<SlowDraughtsMove> = moves.into_values().collect();
        for mv in &mut moves {
            mv.paths.sort();
        }
        moves
    }
}
