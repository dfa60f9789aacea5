//! Evaluators of Teeko: how close together, how central and how far along a diagonal the men stand.

use zermelo_core::spec::{ParamInfo, ParamKind, SWITCH, Spec, SpecError};
use zermelo_core::{Evaluator, Line, Position, Score, Side, Square};
use zermelo_games::teeko::{CENTRE, MEN, Men, SIZE, Teeko, TeekoMove, TeekoPosition, squares};

use crate::shapes::{self, ShapeWeights};
use crate::{Evaluated, EvaluatorInfo, checked, weight};

/// Which terms are summed, each as the side to move sees it, and what a position that comes back is worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TeekoEvaluator {
    /// The area that the opponent's men spread over, less one's own: [`spread`].
    pub spacing: bool,
    /// How near the middle one's men stand, less the opponent's: [`centrality`].
    pub centre: bool,
    /// How far one's men make up a diagonal, less the opponent's: [`alignment`].
    pub diagonal: bool,
    /// The winning patterns, in place of these terms.
    pub shapes: Option<ShapeWeights>,
    /// What a position is worth that comes back within the search.
    pub repetition: Repetition,
}

/// What a position is worth that was already on the line, and comes back below the root.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Repetition {
    /// What it is worth elsewhere.
    #[default]
    Ignore,
    /// It is nearly lost for the side that brought it about, and so is all that follows.
    Avoid,
}

/// What is kept of the line to avoid repetitions; nothing where they are ignored.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct TeekoState {
    /// The keys of the line's positions in which all men are placed: no other comes back.
    keys: Vec<u64>,
    /// The first position below the root that had come up before.
    repeated: Option<Repeated>,
}

/// A position that had come up before.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Repeated {
    /// How many keys the line has with it.
    keys: usize,
    /// The side whose move led there.
    by: Side,
}

const REPETITION: ParamInfo = ParamInfo {
    key: "repetition",
    kind: ParamKind::Choice(&["ignore", "avoid"]),
    default: "ignore",
    help: "avoid: a position that was already on the line is nearly lost for the side that brought it about",
};

const fn term(key: &'static str, help: &'static str) -> ParamInfo {
    ParamInfo { key, kind: SWITCH, default: "on", help }
}

const SEED: &[ParamInfo] = &[
    term("spacing", "whether the spacing counts"),
    term("centre", "whether nearness to the middle counts"),
    term("diagonal", "whether diagonals count"),
    REPETITION,
];

const SHAPES: &[ParamInfo] = &[
    weight("pair", "10", "what two men weigh on a pattern where the other side has none"),
    weight("triple", "20", "what three men weigh there"),
    weight("near", "5", "what each step weighs that the fourth man is nearer"),
    weight("mobility", "1", "what each step weighs that a man can make"),
    weight("centre", "5", "what each step nearer to the middle weighs"),
    weight("threat", "10", "what a square weighs where the other side wins with its next move"),
    REPETITION,
];

/// The evaluators of Teeko.
const TEEKO_EVALUATORS: &[EvaluatorInfo] = &[
    EvaluatorInfo { name: "seed", params: SEED, help: "the sum of spacing, centre and diagonal" },
    EvaluatorInfo {
        name: "shapes",
        params: SHAPES,
        help: "men on winning patterns, and how near the man is that a pattern lacks",
    },
    EvaluatorInfo {
        name: "spacing",
        params: &[REPETITION],
        help: "the area between the opponent's two farthest men, less one's own",
    },
    EvaluatorInfo { name: "centre", params: &[REPETITION], help: "how near the middle the men stand" },
    EvaluatorInfo {
        name: "diagonal",
        params: &[REPETITION],
        help: "three or four men on a diagonal of four or five squares",
    },
    EvaluatorInfo { name: "none", params: &[], help: "every undecided position counts as a draw" },
];

impl TeekoEvaluator {
    fn parse(spec: &Spec) -> Result<Self, SpecError> {
        let params = checked(spec, TEEKO_EVALUATORS)?;
        let name = spec.name.as_str();
        let counts = |key: &str| name == key || (name == "seed" && params.is_on(key));
        // An evaluator without knowledge has no parameters.
        let avoids = name != "none" && params.text("repetition") == Some("avoid");
        Ok(Self {
            shapes: (name == "shapes").then(|| ShapeWeights {
                pair: params.required("pair"),
                triple: params.required("triple"),
                near: params.required("near"),
                mobility: params.required("mobility"),
                centre: params.required("centre"),
                threat: params.required("threat"),
            }),
            spacing: counts("spacing"),
            centre: counts("centre"),
            diagonal: counts("diagonal"),
            repetition: if avoids { Repetition::Avoid } else { Repetition::Ignore },
        })
    }

    #[inline]
    fn avoids_repetition(self) -> bool {
        self.repetition == Repetition::Avoid
    }

    /// The terms that count, for men of one side.
    #[inline]
    fn of(self, men: Men) -> i32 {
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

/// Column and row, from 0.
#[inline]
fn at(square: Square) -> [i32; 2] {
    let [square, size] = [i32::from(square.0), i32::from(SIZE)];
    [square % size, square / size]
}

/// How many columns and rows lie between two squares.
#[inline]
fn apart(a: Square, b: Square) -> [i32; 2] {
    let ([ax, ay], [bx, by]) = (at(a), at(b));
    [(ax - bx).abs(), (ay - by).abs()]
}

/// The squares of the rectangle between the two men that are farthest apart, those whose rectangle is the largest: 1 for one
/// man, 0 without any, 4 to 25 for four.
pub fn spread(men: Men) -> i32 {
    let area = |a, b| {
        let [dx, dy] = apart(a, b);
        (dx + 1) * (dy + 1)
    };
    let areas = squares(men).flat_map(|a| squares(men).map(move |b| area(a, b)));
    areas.max().unwrap_or(0)
}

/// The sum over men of 4 less the steps to the middle along rows and columns: 0 for men in the corners, at most 13.
pub fn centrality(men: Men) -> i32 {
    squares(men).map(|square| 4 - apart(square, CENTRE).iter().sum::<i32>()).sum()
}

/// The diagonals of four and five squares.
const DIAGONALS: [Men; 6] =
    [diagonal(0, 6, 5), diagonal(4, 4, 5), diagonal(1, 6, 4), diagonal(5, 6, 4), diagonal(3, 4, 4), diagonal(9, 4, 4)];

const fn diagonal(first: u32, step: u32, length: u32) -> Men {
    let mut men = 0;
    let mut n = 0;
    while n < length {
        men |= 1 << (first + n * step);
        n += 1;
    }
    men
}

/// How far four men make up a diagonal of four or five squares; 0 before all four are placed.
///
/// With four men on one diagonal 7; with three, 7 less the steps of the fourth man to the nearest square of it that none of the
/// three holds, wherever the opponent stands. Otherwise the most men that stand on one diagonal, less 3: from -3 to -1.
pub fn alignment(men: Men) -> i32 {
    if men.count_ones() != MEN {
        return 0;
    }
    let of_diagonal = |diagonal: Men| match (men & diagonal).count_ones() {
        4 => 7,
        3 => 7 - steps_to(men & !diagonal, diagonal & !men),
        fewer => fewer as i32 - 3,
    };
    DIAGONALS.into_iter().map(of_diagonal).max().unwrap_or(0)
}

/// The steps of a man to the nearest of some squares on an empty board, diagonal ones too.
fn steps_to(man: Men, targets: Men) -> i32 {
    let steps = squares(man).flat_map(|from| squares(targets).map(move |to| apart(from, to)));
    steps.map(|[dx, dy]| dx.max(dy)).min().unwrap_or(0)
}

impl TeekoState {
    /// Notes a position that a move of `by` led to.
    fn push(&mut self, key: u64, by: Side) {
        // The newest key is that of the other side's last position; those before it belong to each side in turn.
        let came_before = self.keys.iter().rev().skip(1).step_by(2).any(|&earlier| earlier == key);
        self.keys.push(key);
        if came_before && self.repeated.is_none() {
            self.repeated = Some(Repeated { keys: self.keys.len(), by });
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

    /// The steps that the man comes nearer to the middle.
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
