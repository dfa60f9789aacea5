//! Evaluators of Reversi: the difference of discs, and what strong programs look at while discs still turn over.

use zermelo_core::spec::{Param, ParamInfo, Spec, SpecError};
use zermelo_core::{Evaluator, Score};
use zermelo_games::bitboard::Bits;
use zermelo_games::reversi::{Field, Reversi, ReversiMove, ReversiPosition};

use crate::{Evaluated, EvaluatorInfo, checked, weight};

/// An evaluator of Reversi.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum ReversiEvaluator {
    /// Every undecided position counts as a draw.
    #[default]
    None,
    /// The discs of the side to move, less those of the other.
    Discs,
    /// Moves, frontier, corners, the squares beside empty corners and anchored discs.
    Mobility(MobilityWeights),
}

/// What each term weighs, each as the difference between the side to move and the other.
///
/// The terms are those of Rosenbloom's IAGO ("A World-Championship-Level Othello Program", Artificial Intelligence 19, 1982): current
/// mobility, potential mobility, and stability, here from the corners out, with the squares beside an empty corner that give it away.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MobilityWeights {
    /// The share of the moves: the difference of both sides' moves over their sum plus 2.
    pub mobility: i32,
    /// The share of the potential moves, as above: the empty squares next to discs of the opponent.
    pub frontier: i32,
    /// A corner.
    pub corner: i32,
    /// A disc that can't be turned over any more: see [`Field::anchored`].
    pub anchored: i32,
    /// A disc diagonally next to an empty corner (an X-square).
    pub x_square: i32,
    /// A disc on the edge next to an empty corner (a C-square).
    pub c_square: i32,
}

const MOVES: Param<i32> = weight("mobility", 100, "what the share of the moves weighs");
const FRONTIER: Param<i32> =
    weight("frontier", 90, "what the share of the empty squares next to the opponent's discs weighs");
const CORNER: Param<i32> = weight("corner", 250, "what a corner weighs");
const ANCHORED: Param<i32> =
    weight("anchored", 30, "what a disc weighs that can't be turned over any more, from the corners out");
const X_SQUARE: Param<i32> = weight("x-square", 70, "what a disc costs diagonally next to an empty corner");
const C_SQUARE: Param<i32> = weight("c-square", 50, "what a disc costs on the edge next to an empty corner");

const MOBILITY: &[ParamInfo] = &[MOVES.info, FRONTIER.info, CORNER.info, ANCHORED.info, X_SQUARE.info, C_SQUARE.info];

/// The evaluators of Reversi.
const REVERSI_EVALUATORS: &[EvaluatorInfo] = &[
    EvaluatorInfo {
        name: "mobility",
        params: MOBILITY,
        help: "moves, empty squares next to the opponent, corners, squares beside empty corners, discs that stay",
    },
    EvaluatorInfo { name: "discs", params: &[], help: "the number of discs, less the opponent's" },
    EvaluatorInfo { name: "none", params: &[], help: "every undecided position counts as a draw" },
];

impl ReversiEvaluator {
    fn parse(spec: &Spec) -> Result<Self, SpecError> {
        let params = checked(spec, REVERSI_EVALUATORS)?;
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

/// The difference of two numbers over their sum plus 2, times a weight: a lead counts the more, the fewer there are.
fn share(weight: i32, own: u32, other: u32) -> i32 {
    weight * (own as i32 - other as i32) / (own + other + 2) as i32
}

/// The difference of two numbers times a weight.
fn lead(weight: i32, own: u32, other: u32) -> i32 {
    weight * (own as i32 - other as i32)
}

/// The squares next to corners that are empty: diagonally, and on the edge.
fn beside_corners<B: Bits>(field: &Field<B>, occupied: B) -> [B; 2] {
    let beside = field.around(field.corners() & !occupied);
    let on_edge = beside & field.edges();
    [beside & !on_edge, on_edge]
}

impl MobilityWeights {
    fn value<B: Bits>(&self, field: &Field<B>, position: &ReversiPosition<B>) -> i32 {
        let (mover, other) = (position.mover(), position.other());
        let occupied = mover | other;
        let count = |of: B| [(of & mover).count(), (of & other).count()];
        let replies = field.placements(other, mover).count();
        let [near_mover, near_other] = [mover, other].map(|discs| (field.around(discs) & !occupied).count());
        let mut value =
            share(self.mobility, position.open().count(), replies) + share(self.frontier, near_other, near_mover);
        let [own, theirs] = count(field.corners());
        if own + theirs > 0 {
            value += lead(self.corner, own, theirs)
                + lead(self.anchored, field.anchored(mover).count(), field.anchored(other).count());
        }
        if own + theirs < 4 {
            let [x_squares, c_squares] = beside_corners(field, occupied).map(count);
            value -= lead(self.x_square, x_squares[0], x_squares[1]) + lead(self.c_square, c_squares[0], c_squares[1]);
        }
        value
    }
}

/// Corners first, squares beside empty corners last; between them, the fewer replies the sooner.
fn promise<B: Bits>(game: &Reversi<B>, position: &ReversiPosition<B>, mv: ReversiMove) -> i32 {
    let ReversiMove::Place(square) = mv else { return 0 };
    let (field, at) = (game.field(), u32::from(square.0));
    let flips = game.flips(position, square);
    let (mover, other) = (position.mover() | flips | B::single(at), position.other() & !flips);
    let replies = field.placements(other, mover).count() as i32;
    let [x_squares, c_squares] = beside_corners(field, position.occupied());
    let place = match () {
        () if field.corners().has(at) => 400,
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
            Self::Discs => Score::estimate(lead(1, position.mover().count(), position.other().count())),
            Self::Mobility(weights) => Score::estimate(weights.value(game.field(), position)),
        }
    }

    #[inline]
    fn rank(&self, game: &Reversi<B>, (): &(), position: &ReversiPosition<B>, mv: ReversiMove) -> i32 {
        match self {
            Self::None | Self::Discs => 0,
            Self::Mobility(_) => promise(game, position, mv),
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
