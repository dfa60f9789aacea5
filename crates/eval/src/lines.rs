//! Evaluators of games that are won by lines of `k` stones, updated incrementally stone by stone.

use zermelo_core::choice;
use zermelo_core::spec::{Choice, Param, ParamInfo, Spec, SpecError};
use zermelo_core::{Evaluator, Position, Score, Side, Square};
use zermelo_games::bitboard::Bits;
use zermelo_games::connect3d::Connect3d;
use zermelo_games::connect4::Connect4;
use zermelo_games::lattice::Lattice;
use zermelo_games::mnk::Mnk;
use zermelo_games::stones::{StoneGame, Stones};

use crate::threats::{ThreatWeights, Threats};
use crate::{Evaluated, EvaluatorInfo, checked_params, weight};

/// The evaluators of line games.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LineEvaluator {
    /// Every undecided position counts as a draw.
    None,
    /// Each stone scores the number of lines through its cell; own minus the opponent's.
    Combinations,
    /// Two stones in a line score 1, three 10, four 100 and so on.
    Alignments {
        /// Which stones count as being in a line.
        count: StoneCount,
        /// Whose alignments are counted.
        view: PointOfView,
    },
    /// Open lines by their number of stones, and squares that complete a line.
    Threats(ThreatWeights),
}

/// Which stones count as being in a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StoneCount {
    /// The stones in each window of `k` cells that contains no stone of the other side.
    Windows,
    /// The stones of each unbroken run in each direction (13 in three dimensions), even if there is no room for a
    /// complete line.
    Runs,
}

/// Whose alignments are counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PointOfView {
    /// Those of the side to move minus those of the other side.
    Difference,
    /// Only those of the side to move at the root, as in one of the student programs.
    Own,
}

/// The longest line in any game.
const MAX_LINE: usize = 16;

/// The incremental state of a [`LineEvaluator`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LineState<B> {
    /// The sum of each side, by [`Side::index`].
    sums: [i32; 2],
    /// The stones of each side on each line; empty if not needed.
    on_line: Vec<[u8; 2]>,
    /// The value of a line by the number of one side's stones on it.
    line_values: [i32; MAX_LINE + 1],
    /// The side to move at the root.
    searcher: Side,
    /// Squares that complete a line, if the evaluator uses them.
    threats: Option<Threats<B>>,
}

const COUNT: Choice<StoneCount> = choice!(
    "count",
    "stones in windows without opposing stones, or in unbroken runs",
    "windows" => StoneCount::Windows,
    "runs" => StoneCount::Runs,
);
const VIEW: Choice<PointOfView> = choice!(
    "view",
    "own minus the opponent's, or only those of the searching side",
    "difference" => PointOfView::Difference,
    "own" => PointOfView::Own,
);

/// The parameters of `alignments`.
const ALIGNMENTS: &[ParamInfo] = &[COUNT.info, VIEW.info];

const GROWTH: Param<i32> =
    Param::<i32>::integer("growth", 1..=10, 4, "factor of a line's value for each further stone");
const TEMPO: Param<i32> = weight("tempo", 30, "bonus in percent for the lines of the side to move");
const LATER: Param<i32> = weight("later", 10, "weight of a square that completes a line and is not playable yet");
const PARITY: Param<i32> = weight("parity", 40, "bonus if parity gives it to its side when all other columns are full");
const STACKED: Param<i32> = weight("stacked", 60, "bonus for two such squares, one on top of the other");
const ZUGZWANG: Param<i32> = weight("zugzwang", 60, "bonus for the side that gains by zugzwang");

/// The parameters of `threats`.
const THREATS: &[ParamInfo] = &[GROWTH.info, TEMPO.info, LATER.info, PARITY.info, STACKED.info, ZUGZWANG.info];

/// The evaluators of all line games.
const LINE_EVALUATORS: &[EvaluatorInfo] = &[
    EvaluatorInfo {
        name: "alignments",
        params: ALIGNMENTS,
        help: "two in a line score 1, three 10, four 100 and so on",
    },
    EvaluatorInfo {
        name: "threats",
        params: THREATS,
        help: "open lines, squares that complete one now or later, and parity",
    },
    EvaluatorInfo { name: "combinations", params: &[], help: "each stone scores the number of lines through its cell" },
    EvaluatorInfo { name: "none", params: &[], help: "every undecided position counts as a draw" },
];

/// The value of `stones` stones in a line of `k`; 0 for a complete line, which ends the game.
fn line_weight(stones: u8, k: u8) -> i32 {
    const WEIGHTS: [i32; 6] = [1, 10, 100, 1_000, 10_000, 100_000];
    if stones < 2 || stones >= k { 0 } else { WEIGHTS[usize::from(stones - 2).min(WEIGHTS.len() - 1)] }
}

impl LineEvaluator {
    /// The value of a line of `k` with `stones` stones of one side.
    fn line_value(&self, stones: u8, k: u8) -> i32 {
        match self {
            Self::Threats(weights) => open_line_value(weights.growth, stones, k),
            _ => line_weight(stones, k),
        }
    }

    fn parse(spec: &Spec) -> Result<Self, SpecError> {
        let params = checked_params(spec, LINE_EVALUATORS)?;
        Ok(match spec.name.as_str() {
            "none" => Self::None,
            "combinations" => Self::Combinations,
            "threats" => Self::Threats(ThreatWeights {
                growth: params.get(&GROWTH),
                tempo: params.get(&TEMPO),
                later: params.get(&LATER),
                parity: params.get(&PARITY),
                stacked: params.get(&STACKED),
                zugzwang: params.get(&ZUGZWANG),
            }),
            _ => Self::Alignments { count: params.get(&COUNT), view: params.get(&VIEW) },
        })
    }
}

impl<B: Bits> LineState<B> {
    /// Adds (`sign` 1) or removes (`sign` -1) a stone of `side`. `own` are the side's stones without it, `other` those
    /// of the other side.
    fn change(
        &mut self,
        evaluator: LineEvaluator,
        lattice: &Lattice,
        (side, own, other): (Side, B, B),
        square: Square,
        sign: i32,
    ) {
        match evaluator {
            LineEvaluator::None => {}
            LineEvaluator::Combinations => {
                self.sums[side.index()] += sign * lattice.lines_through(square).len() as i32;
            }
            LineEvaluator::Alignments { count: StoneCount::Windows, .. } => {
                self.change_windows(lattice, side, square, sign);
            }
            LineEvaluator::Threats(_) => self.change_threats(lattice, (side, own, other), square, sign),
            LineEvaluator::Alignments { count: StoneCount::Runs, .. } => {
                self.sums[side.index()] += sign * run_gain(lattice, own, square);
            }
        }
    }

    fn change_windows(&mut self, lattice: &Lattice, side: Side, square: Square, sign: i32) {
        let (own, other) = (side.index(), side.opponent().index());
        for &line in lattice.lines_through(square) {
            let stones = &mut self.on_line[usize::from(line)];
            if sign < 0 {
                stones[own] -= 1;
            }
            let [mine, theirs] = [stones[own], stones[other]];
            if theirs == 0 {
                self.sums[own] +=
                    sign * (self.line_values[usize::from(mine) + 1] - self.line_values[usize::from(mine)]);
            } else if mine == 0 {
                self.sums[other] -= sign * self.line_values[usize::from(theirs)];
            }
            if sign > 0 {
                stones[own] += 1;
            }
        }
    }

    fn change_threats(&mut self, lattice: &Lattice, (side, own, other): (Side, B, B), square: Square, sign: i32) {
        let [mine, theirs] = [side.index(), side.opponent().index()];
        let Some(threats) = &mut self.threats else { return };
        for &line in lattice.lines_through(square) {
            let stones = &mut self.on_line[usize::from(line)];
            if sign < 0 {
                stones[mine] -= 1;
            }
            match [stones[mine], stones[theirs]] {
                [count, 0] => {
                    self.sums[mine] +=
                        sign * (self.line_values[usize::from(count) + 1] - self.line_values[usize::from(count)]);
                    threats.grow(lattice, line, (side, own), count, (square, sign));
                }
                [0, count] => {
                    self.sums[theirs] -= sign * self.line_values[usize::from(count)];
                    threats.close(lattice, line, (side.opponent(), other), count, sign);
                }
                _ => {}
            }
            if sign > 0 {
                stones[mine] += 1;
            }
        }
    }
}

/// The value of an open line of `k` with `stones` stones; 0 for a complete line, which ends the game.
fn open_line_value(growth: i32, stones: u8, k: u8) -> i32 {
    /// The largest exponent: lines can have 16 stones.
    const MOST: u32 = 6;
    if stones == 0 || stones >= k { 0 } else { growth.pow(u32::from(stones - 1).min(MOST)) }
}

/// The increase of a side's runs by a new stone, which joins the runs next to it in each direction.
fn run_gain<B: Bits>(lattice: &Lattice, own: B, square: Square) -> i32 {
    let k = lattice.k();
    let run = |step: i32, room: u8| {
        let at = |n: u8| (i32::from(square.0) + step * i32::from(n)) as u32;
        (1..=room).take_while(|&n| own.has(at(n))).count() as u8
    };
    let gain = |axis: &zermelo_games::lattice::Axis| {
        let step = i32::from(axis.step);
        let (ahead, behind) = (run(step, axis.ahead), run(-step, axis.behind));
        line_weight(ahead + behind + 1, k) - line_weight(ahead, k) - line_weight(behind, k)
    };
    lattice.all_axes(square).iter().map(gain).sum()
}

impl<G: StoneGame> Evaluator<G> for LineEvaluator {
    type State = LineState<G::Set>;

    fn fresh(&self, game: &G, root: &Stones<G::Set>) -> LineState<G::Set> {
        let lattice = game.lattice();
        let has_threats = matches!(self, Self::Threats(_));
        let needs_lines = has_threats || matches!(self, Self::Alignments { count: StoneCount::Windows, .. });
        let lines = if needs_lines { lattice.line_count() } else { 0 };
        let mut state = LineState {
            sums: [0; 2],
            on_line: vec![[0; 2]; lines],
            line_values: std::array::from_fn(|stones| self.line_value(stones as u8, lattice.k())),
            searcher: root.side_to_move(),
            threats: has_threats.then(|| Threats::new(game)),
        };
        for side in Side::BOTH {
            let mut own = G::Set::EMPTY;
            let other = if side == Side::First { G::Set::EMPTY } else { root.of(Side::First) };
            for square in root.of(side).squares() {
                state.change(*self, lattice, (side, own, other), Square(square as u16), 1);
                own |= G::Set::single(square);
            }
        }
        state
    }

    #[inline]
    fn update(
        &self,
        game: &G,
        state: &mut LineState<G::Set>,
        before: &Stones<G::Set>,
        mv: G::Move,
        _: &Stones<G::Set>,
    ) {
        let square = game.square_of(before, mv);
        let stones = (before.side_to_move(), before.mover(), before.other());
        state.change(*self, game.lattice(), stones, square, 1);
    }

    #[inline]
    fn revert(
        &self,
        game: &G,
        state: &mut LineState<G::Set>,
        before: &Stones<G::Set>,
        mv: G::Move,
        _: &Stones<G::Set>,
    ) {
        let square = game.square_of(before, mv);
        let stones = (before.side_to_move(), before.mover(), before.other());
        state.change(*self, game.lattice(), stones, square, -1);
    }

    /// The number of lines through the square; where stones per line are counted, also what the stone adds to its own
    /// lines and takes from the other side's.
    #[inline]
    fn rank(&self, game: &G, state: &LineState<G::Set>, position: &Stones<G::Set>, mv: G::Move) -> i32 {
        const MOST: i32 = 1000;
        let lattice = game.lattice();
        let through = lattice.lines_through(game.square_of(position, mv));
        if state.on_line.is_empty() {
            return (through.len() as i32).min(MOST);
        }
        let own = position.side_to_move().index();
        let line_values = |stones| state.line_values[usize::from(stones)];
        let gain = |&line: &u16| {
            let stones = state.on_line[usize::from(line)];
            match [stones[own], stones[1 - own]] {
                [mine, 0] => 1 + line_values(mine + 1) - line_values(mine),
                [0, theirs] => line_values(theirs),
                _ => 0,
            }
        };
        through.iter().map(gain).sum::<i32>().min(MOST)
    }

    #[inline]
    fn evaluate(&self, game: &G, state: &LineState<G::Set>, position: &Stones<G::Set>) -> Score {
        let side = position.side_to_move();
        let own = |side: Side| state.sums[side.index()];
        Score::estimate(match self {
            Self::None => 0,
            Self::Alignments { view: PointOfView::Own, .. } if side == state.searcher => own(side),
            Self::Alignments { view: PointOfView::Own, .. } => -own(state.searcher),
            Self::Threats(weights) => {
                let occupied = position.occupied();
                let threats =
                    state.threats.as_ref().map(|threats| threats.value(*weights, game.open(occupied), occupied, side));
                match threats.unwrap_or(Ok(0)) {
                    Ok(value) => own(side) + own(side) * weights.tempo / 100 - own(side.opponent()) + value,
                    Err(decided) => decided,
                }
            }
            Self::Combinations | Self::Alignments { .. } => own(side) - own(side.opponent()),
        })
    }
}

macro_rules! line_evaluators {
    ($($game:ident),*) => {$(
        impl<B: Bits> Evaluated for $game<B> {
            type Evaluator = LineEvaluator;
            const EVALUATORS: &'static [EvaluatorInfo] = LINE_EVALUATORS;
            const TEXTBOOK: &'static str = "alignments";
            const STRONGEST: &'static str = "threats";

            fn evaluator(spec: &Spec) -> Result<LineEvaluator, SpecError> {
                LineEvaluator::parse(spec)
            }
        }
    )*};
}

line_evaluators!(Mnk, Connect4, Connect3d);
