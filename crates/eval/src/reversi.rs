//! Evaluators of Reversi: disc difference, and mobility with stability.

use zermelo_core::spec::{Param, ParamInfo, Spec, SpecError};
use zermelo_core::{Evaluator, Score};
use zermelo_games::bitboard::Bits;
use zermelo_games::reversi::{Reversi, ReversiGeometry, ReversiMove, ReversiPosition};

use crate::{Evaluated, EvaluatorInfo, checked_params, weight};

/// An evaluator of Reversi.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum ReversiEvaluator {
    /// Every undecided position counts as a draw.
    #[default]
    None,
    /// The discs of the side to move minus those of the other side.
    Discs,
    /// Mobility, potential mobility, corners, X-squares, C-squares and stable discs.
    Mobility(MobilityWeights),
}

/// The weights of the terms. Each term is the difference between the side to move and the other side.
///
/// The terms are those of Rosenbloom's IAGO ("A World-Championship-Level Othello Program", Artificial Intelligence 19,
/// 1982): current mobility, potential mobility and stability, here from the corners outwards, and the squares next to
/// an empty corner that give it away.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MobilityWeights {
    /// Current mobility: the difference of both sides' moves divided by their sum plus 2.
    pub mobility: i32,
    /// Potential mobility: the same for the empty squares next to discs of the opponent.
    pub frontier: i32,
    /// A corner.
    pub corner: i32,
    /// A stable disc: see [`ReversiGeometry::stable_discs`].
    pub anchored: i32,
    /// A disc diagonally next to an empty corner (on an X-square).
    pub x_square: i32,
    /// A disc on the edge next to an empty corner (on a C-square).
    pub c_square: i32,
}

const MOVES: Param<i32> = weight("mobility", 100, "weight of the relative difference of moves (mobility)");
const FRONTIER: Param<i32> =
    weight("frontier", 90, "weight of the same for empty squares next to the opponent's discs (potential mobility)");
const CORNER: Param<i32> = weight("corner", 250, "weight of a corner");
const ANCHORED: Param<i32> = weight("anchored", 30, "weight of a stable disc");
const X_SQUARE: Param<i32> = weight("x-square", 70, "cost of a disc diagonally next to an empty corner");
const C_SQUARE: Param<i32> = weight("c-square", 50, "cost of a disc on the edge next to an empty corner");

const MOBILITY: &[ParamInfo] = &[MOVES.info, FRONTIER.info, CORNER.info, ANCHORED.info, X_SQUARE.info, C_SQUARE.info];

/// The evaluators of Reversi.
const REVERSI_EVALUATORS: &[EvaluatorInfo] = &[
    EvaluatorInfo {
        name: "mobility",
        params: MOBILITY,
        help: "mobility, potential mobility, corners, squares next to empty corners, stable discs",
    },
    EvaluatorInfo { name: "discs", params: &[], help: "the number of discs, minus the opponent's" },
    EvaluatorInfo { name: "none", params: &[], help: "every undecided position counts as a draw" },
];

impl ReversiEvaluator {
    fn parse(spec: &Spec) -> Result<Self, SpecError> {
        let params = checked_params(spec, REVERSI_EVALUATORS)?;
        Ok(match spec.name.as_str() {
            "mobility" => Self::Mobility(MobilityWeights {
                mobility: params.get(&MOVES),
                frontier: params.get(&FRONTIER),
                corner: params.get(&CORNER),
                anchored: params.get(&ANCHORED),
                x_square: params.get(&X_SQUARE),
                c_square: params.get(&C_SQUARE),
            }),
            "discs" => Self::Discs,
            _ => Self::None,
        })
    }
}

/// The weighted difference of two numbers, relative to their sum plus 2.
fn relative_difference(weight: i32, own: u32, other: u32) -> i32 {
    weight * (own as i32 - other as i32) / (own + other + 2) as i32
}

/// The weighted difference of two numbers.
fn difference(weight: i32, own: u32, other: u32) -> i32 {
    weight * (own as i32 - other as i32)
}

/// The X-squares and C-squares of empty corners.
fn x_and_c_squares<B: Bits>(geometry: &ReversiGeometry<B>, occupied: B) -> [B; 2] {
    let beside = geometry.neighbours(geometry.corners() & !occupied);
    let on_edge = beside & geometry.edges();
    [beside & !on_edge, on_edge]
}

impl MobilityWeights {
    fn value<B: Bits>(&self, geometry: &ReversiGeometry<B>, position: &ReversiPosition<B>) -> i32 {
        let (mover, other) = (position.mover(), position.other());
        let occupied = mover | other;
        let count = |of: B| [(of & mover).count(), (of & other).count()];
        let replies = geometry.placements(other, mover).count();
        let [near_mover, near_other] = [mover, other].map(|discs| (geometry.neighbours(discs) & !occupied).count());
        let mut value = relative_difference(self.mobility, position.open().count(), replies)
            + relative_difference(self.frontier, near_other, near_mover);
        let [own, theirs] = count(geometry.corners());
        if own + theirs > 0 {
            value += difference(self.corner, own, theirs)
                + difference(self.anchored, geometry.stable_discs(mover).count(), geometry.stable_discs(other).count());
        }
        if own + theirs < 4 {
            let [x_squares, c_squares] = x_and_c_squares(geometry, occupied).map(count);
            value -= difference(self.x_square, x_squares[0], x_squares[1])
                + difference(self.c_square, c_squares[0], c_squares[1]);
        }
        value
    }
}

/// Corners first, squares next to empty corners last, otherwise the moves that leave the fewest replies first.
fn move_rank<B: Bits>(game: &Reversi<B>, position: &ReversiPosition<B>, mv: ReversiMove) -> i32 {
    let ReversiMove::Place(square) = mv else { return 0 };
    let (geometry, at) = (game.geometry(), u32::from(square.0));
    let flips = game.flips(position, square);
    let (mover, other) = (position.mover() | flips | B::single(at), position.other() & !flips);
    let replies = geometry.placements(other, mover).count() as i32;
    let [x_squares, c_squares] = x_and_c_squares(geometry, position.occupied());
    let place = match () {
        () if geometry.corners().has(at) => 400,
        () if x_squares.has(at) => -300,
        () if c_squares.has(at) => -150,
        () => 0,
    };
    place - 20 * replies.min(25)
}

impl<B: Bits> Evaluator<Reversi<B>> for ReversiEvaluator {
    type State = ();

    fn fresh(&self, _: &Reversi<B>, _: &ReversiPosition<B>) {}

    #[inline]
    fn evaluate(&self, game: &Reversi<B>, (): &(), position: &ReversiPosition<B>) -> Score {
        match self {
            Self::None => Score::DRAW,
            Self::Discs => Score::estimate(difference(1, position.mover().count(), position.other().count())),
            Self::Mobility(weights) => Score::estimate(weights.value(game.geometry(), position)),
        }
    }

    #[inline]
    fn rank(&self, game: &Reversi<B>, (): &(), position: &ReversiPosition<B>, mv: ReversiMove) -> i32 {
        match self {
            Self::None | Self::Discs => 0,
            Self::Mobility(_) => move_rank(game, position, mv),
        }
    }
}

impl<B: Bits> Evaluated for Reversi<B> {
    type Evaluator = ReversiEvaluator;
    const EVALUATORS: &'static [EvaluatorInfo] = REVERSI_EVALUATORS;

    fn evaluator(spec: &Spec) -> Result<ReversiEvaluator, SpecError> {
        ReversiEvaluator::parse(spec)
    }
}
