//! Evaluators of Teeko: spacing, centrality and diagonals, or winning patterns.

use zermelo_core::choice;
use zermelo_core::spec::{Choice, Param, ParamInfo, Spec, SpecError};
use zermelo_core::{Evaluator, Line, Position, Score, Side};
use zermelo_games::teeko::{CENTRE, MEN, Teeko, TeekoBitboard, TeekoMove, TeekoPosition, squares};

use crate::shapes::{self, ShapeWeights};
use crate::steps::{apart, centrality};
use crate::{Evaluated, EvaluatorInfo, checked_params, weight};

/// Which terms are summed, from the view of the side to move, and how repetitions are evaluated.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TeekoEvaluator {
    /// The area of the opponent's men minus one's own: [`spread`].
    pub spacing: bool,
    /// The centrality of one's men minus the opponent's: [`centrality`].
    pub centre: bool,
    /// The alignment of one's men on a diagonal minus the opponent's: [`alignment`].
    pub diagonal: bool,
    /// The winning patterns, instead of these terms.
    pub shapes: Option<ShapeWeights>,
    /// How a position below the root is evaluated that repeats an earlier one.
    pub repetition: RepetitionPolicy,
}

/// How a position below the root is evaluated that repeats an earlier one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum RepetitionPolicy {
    /// Like any other position.
    #[default]
    Ignore,
    /// As nearly lost for the side that repeated it, and so are all positions after it.
    Avoid,
}

/// The history needed to avoid repetitions; empty if they are ignored.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct TeekoState {
    /// The keys of the line's positions with all men placed; only these can repeat.
    keys: Vec<u64>,
    /// The first repetition below the root.
    repeated: Option<RepeatedPosition>,
}

/// A repetition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct RepeatedPosition {
    /// The number of keys of the line, with the repeated position.
    keys: usize,
    /// The side whose move led there.
    by: Side,
}

const REPETITION: Choice<RepetitionPolicy> = choice!(
    "repetition",
    "avoid: a repeated position is nearly lost for the side that repeated it",
    "ignore" => RepetitionPolicy::Ignore,
    "avoid" => RepetitionPolicy::Avoid,
);

const SPACING: Param<bool> = Param::switch("spacing", true, "whether the spacing counts");
const CENTRALITY: Param<bool> = Param::switch("centre", true, "whether centrality counts");
const DIAGONAL: Param<bool> = Param::switch("diagonal", true, "whether diagonals count");

const SEED: &[ParamInfo] = &[SPACING.info, CENTRALITY.info, DIAGONAL.info, REPETITION.info];

const PAIR: Param<i32> = weight("pair", 10, "weight of two men on a pattern without opposing men");
const TRIPLE: Param<i32> = weight("triple", 20, "weight of three men on such a pattern");
const NEAR: Param<i32> = weight("near", 5, "weight of each step that the fourth man is nearer");
const MOBILITY: Param<i32> = weight("mobility", 1, "weight of each legal step");
const NEARER: Param<i32> = weight("centre", 5, "weight of each step nearer to the centre");
const THREAT: Param<i32> = weight("threat", 10, "weight of a square where the other side threatens to win");

const SHAPES: &[ParamInfo] =
    &[PAIR.info, TRIPLE.info, NEAR.info, MOBILITY.info, NEARER.info, THREAT.info, REPETITION.info];

/// The evaluators of Teeko.
const TEEKO_EVALUATORS: &[EvaluatorInfo] = &[
    EvaluatorInfo { name: "seed", params: SEED, help: "the sum of spacing, centre and diagonal" },
    EvaluatorInfo {
        name: "shapes",
        params: SHAPES,
        help: "men on winning patterns, and the distance of the missing man",
    },
    EvaluatorInfo {
        name: "spacing",
        params: &[REPETITION.info],
        help: "the area between the opponent's two farthest men, minus one's own",
    },
    EvaluatorInfo { name: "centre", params: &[REPETITION.info], help: "how near the centre the men are" },
    EvaluatorInfo {
        name: "diagonal",
        params: &[REPETITION.info],
        help: "three or four men on a diagonal of four or five squares",
    },
    EvaluatorInfo { name: "none", params: &[], help: "every undecided position counts as a draw" },
];

impl TeekoEvaluator {
    fn parse(spec: &Spec) -> Result<Self, SpecError> {
        let params = checked_params(spec, TEEKO_EVALUATORS)?;
        let name = spec.name.as_str();
        let counts = |param: &Param<bool>| name == param.info.key || (name == "seed" && params.get(param));
        Ok(Self {
            shapes: (name == "shapes").then(|| ShapeWeights {
                pair: params.get(&PAIR),
                triple: params.get(&TRIPLE),
                near: params.get(&NEAR),
                mobility: params.get(&MOBILITY),
                centre: params.get(&NEARER),
                threat: params.get(&THREAT),
            }),
            spacing: counts(&SPACING),
            centre: counts(&CENTRALITY),
            diagonal: counts(&DIAGONAL),
            repetition: params.get(&REPETITION),
        })
    }

    #[inline]
    fn avoids_repetition(self) -> bool {
        self.repetition == RepetitionPolicy::Avoid
    }

    /// The sum of one side's terms.
    #[inline]
    fn of(self, men: TeekoBitboard) -> i32 {
        let mut value = 0;
        if self.spacing {
            value -= spread(men);
        }
        if self.centre {
            value += centrality(men);
        }
        if self.diagonal {
            value += alignment(men);
        }
        value
    }
}

/// The largest area of a rectangle with two of the men in opposite corners: 1 for one man, 0 without men, 4 to 25 for
/// four.
pub fn spread(men: TeekoBitboard) -> i32 {
    let area = |a, b| {
        let [dx, dy] = apart(a, b);
        (dx + 1) * (dy + 1)
    };
    let areas = squares(men).flat_map(|a| squares(men).map(move |b| area(a, b)));
    areas.max().unwrap_or(0)
}

/// The diagonals of four and five squares.
const DIAGONALS: [TeekoBitboard; 6] =
    [diagonal(0, 6, 5), diagonal(4, 4, 5), diagonal(1, 6, 4), diagonal(5, 6, 4), diagonal(3, 4, 4), diagonal(9, 4, 4)];

const fn diagonal(first: u32, step: u32, length: u32) -> TeekoBitboard {
    let mut men = 0;
    let mut n = 0;
    while n < length {
        men |= 1 << (first + n * step);
        n += 1;
    }
    men
}

/// How well four men are aligned on a diagonal of four or five squares; 0 until all four are placed.
///
/// Four men on a diagonal score 7. Three score 7 minus the steps of the fourth man to the nearest square of the
/// diagonal that none of the three holds, wherever the opponent's men are. Otherwise the score is the most men on one
/// diagonal minus 3: from -3 to -1.
pub fn alignment(men: TeekoBitboard) -> i32 {
    if men.count_ones() != MEN {
        return 0;
    }
    let of_diagonal = |diagonal: TeekoBitboard| match (men & diagonal).count_ones() {
        4 => 7,
        3 => 7 - steps_to(men & !diagonal, diagonal & !men),
        fewer => fewer as i32 - 3,
    };
    DIAGONALS.into_iter().map(of_diagonal).max().unwrap_or(0)
}

/// The fewest steps of a man to one of several squares on an empty board, including diagonal steps.
fn steps_to(man: TeekoBitboard, targets: TeekoBitboard) -> i32 {
    let steps = squares(man).flat_map(|from| squares(targets).map(move |to| apart(from, to)));
    steps.map(|[dx, dy]| dx.max(dy)).min().unwrap_or(0)
}

impl TeekoState {
    /// Adds a position to which a move of `by` led.
    fn push(&mut self, key: u64, by: Side) {
        // The last key belongs to the other side's position; before it, the sides alternate.
        let came_before = self.keys.iter().rev().skip(1).step_by(2).any(|&earlier| earlier == key);
        self.keys.push(key);
        if came_before && self.repeated.is_none() {
            self.repeated = Some(RepeatedPosition { keys: self.keys.len(), by });
        }
    }

    fn pop(&mut self) {
        if self.repeated.is_some_and(|repeated| repeated.keys == self.keys.len()) {
            self.repeated = None;
        }
        self.keys.pop();
    }
}

/// Whether all men of both sides are placed.
#[inline]
fn are_placed(position: &TeekoPosition) -> bool {
    position.occupied().count_ones() == 2 * MEN
}

impl Evaluator<Teeko> for TeekoEvaluator {
    type State = TeekoState;

    fn fresh(&self, _: &Teeko, root: &TeekoPosition) -> TeekoState {
        let keeps = self.avoids_repetition() && are_placed(root);
        TeekoState { keys: if keeps { vec![root.key()] } else { Vec::new() }, repeated: None }
    }

    fn fresh_on(&self, line: &Line<Teeko>) -> TeekoState {
        if !self.avoids_repetition() {
            return TeekoState::default();
        }
        let placed = line.positions().iter().filter(|position| are_placed(position));
        TeekoState { keys: placed.map(Position::key).collect(), repeated: None }
    }

    #[inline]
    fn update(&self, _: &Teeko, state: &mut TeekoState, before: &TeekoPosition, _: TeekoMove, after: &TeekoPosition) {
        if self.avoids_repetition() && are_placed(after) {
            state.push(after.key(), before.side_to_move());
        }
    }

    #[inline]
    fn revert(&self, _: &Teeko, state: &mut TeekoState, _: &TeekoPosition, _: TeekoMove, after: &TeekoPosition) {
        if self.avoids_repetition() && are_placed(after) {
            state.pop();
        }
    }

    /// The steps by which the man gets nearer to the centre.
    #[inline]
    fn rank(&self, _: &Teeko, _: &TeekoState, _: &TeekoPosition, mv: TeekoMove) -> i32 {
        let away = |square| apart(square, CENTRE).iter().sum::<i32>();
        match mv {
            TeekoMove::Drop(to) => 4 - away(to),
            TeekoMove::Step { from, to } => away(from) - away(to),
        }
    }

    #[inline]
    fn evaluate(&self, game: &Teeko, state: &TeekoState, position: &TeekoPosition) -> Score {
        if let Some(repeated) = state.repeated {
            return Score::estimate(if repeated.by == position.side_to_move() { i32::MIN } else { i32::MAX });
        }
        let [mover, other] = [position.mover(), position.other()];
        Score::estimate(match self.shapes {
            Some(weights) => shapes::value(game, weights, mover, other),
            None => self.of(mover) - self.of(other),
        })
    }
}

impl Evaluated for Teeko {
    type Evaluator = TeekoEvaluator;
    const EVALUATORS: &'static [EvaluatorInfo] = TEEKO_EVALUATORS;
    const TEXTBOOK: &'static str = "seed";
    const STRONGEST: &'static str = "shapes";

    fn evaluator(spec: &Spec) -> Result<TeekoEvaluator, SpecError> {
        TeekoEvaluator::parse(spec)
    }
}
