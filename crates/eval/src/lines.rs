//! Evaluators of games in which lines of `k` win, each followed stone by stone.

use zermelo_core::spec::{ParamInfo, ParamKind, Spec, SpecError};
use zermelo_core::{Evaluator, Position, Score, Side, Square};
use zermelo_games::bitboard::Bits;
use zermelo_games::connect3d::Connect3d;
use zermelo_games::connect4::Connect4;
use zermelo_games::lattice::Lattice;
use zermelo_games::mnk::Mnk;
use zermelo_games::stones::{StoneGame, Stones};

use crate::threats::{ThreatWeights, Threats};
use crate::{Evaluated, EvaluatorInfo, checked, weight};

/// The evaluators of games of lines.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LineEvaluator {
    /// No knowledge: every undecided position counts as a draw.
    None,
    /// Each stone scores the number of lines through its cell; own less the opponent's.
    Combinations,
    /// Two in a line score 1, three 10, four 100 and so on, up to one less than a whole line.
    Alignments {
        /// What counts as stones in a line.
        count: Count,
        /// Whose are counted.
        view: PointOfView,
    },
    /// Open lines by their stones, and the squares that complete one.
    Threats(ThreatWeights),
}

/// What counts as stones in a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Count {
    /// The stones of each place for a whole line in which the other side has none.
    Windows,
    /// The stones of each unbroken group in each of the 13 directions, whether there is room for a whole line or not.
    Runs,
}

/// Whose alignments are counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PointOfView {
    /// Those of the side to move less those of the other.
    Difference,
    /// Only those of the side that searches (the one to move at the root), as one of the student programs did.
    Own,
}

/// The longest line of any game.
const LONGEST: usize = 16;

/// The running sums of a [`LineEvaluator`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LineState<B> {
    /// What each side has, by [`Side::index`].
    sums: [i32; 2],
    /// Stones of each side on each line; empty where they are not needed.
    on_line: Vec<[u8; 2]>,
    /// What so many stones of one side on a line are worth.
    worth: [i32; LONGEST + 1],
    /// The side to move at the root.
    searcher: Side,
    /// The squares that complete lines, where they are asked for.
    threats: Option<Threats<B>>,
}

/// The parameters of `alignments`.
const ALIGNMENTS: &[ParamInfo] = &[
    ParamInfo {
        key: "count",
        kind: ParamKind::Choice(&["windows", "runs"]),
        default: "windows",
        help: "stones of places for a line that the other side has not entered, or of unbroken groups",
    },
    ParamInfo {
        key: "view",
        kind: ParamKind::Choice(&["difference", "own"]),
        default: "difference",
        help: "own less the opponent's, or only those of the side that searches",
    },
];

/// The parameters of `threats`.
const THREATS: &[ParamInfo] = &[
    ParamInfo {
        key: "growth",
        kind: ParamKind::Integer { min: 1, max: 10 },
        default: "4",
        help: "how many times more a line is worth with each further stone",
    },
    weight("tempo", "30", "how much more, in percent, the lines of the side to move are worth"),
    weight("later", "10", "what a square weighs that completes a line and can't be taken yet"),
    weight("parity", "40", "what is added where its side gets it when all other columns are full"),
    weight("stacked", "60", "what is added for two such squares, one on the other"),
    weight("zugzwang", "60", "what is added for the side that gains by running out of other moves"),
];

/// The evaluators of every game of lines.
const LINE_EVALUATORS: &[EvaluatorInfo] = &[
    EvaluatorInfo {
        name: "alignments",
        params: ALIGNMENTS,
        help: "two in a line score 1, three 10, four 100 and so on",
    },
    EvaluatorInfo {
        name: "threats",
        params: THREATS,
        help: "lines that are still possible, squares that complete one, now or later, and who gets them in the end",
    },
    EvaluatorInfo { name: "combinations", params: &[], help: "each stone scores the number of lines through its cell" },
    EvaluatorInfo { name: "none", params: &[], help: "every undecided position counts as a draw" },
];

/// What `stones` in a line of `k` are worth. A whole line ends the game and is never asked for.
fn line_weight(stones: u8, k: u8) -> i32 {
    const WEIGHTS: [i32; 6] = [1, 10, 100, 1_000, 10_000, 100_000];
    if stones < 2 || stones >= k { 0 } else { WEIGHTS[usize::from(stones - 2).min(WEIGHTS.len() - 1)] }
}

impl LineEvaluator {
    /// What `stones` of one side on a line of `k` are worth to it.
    fn line_worth(&self, stones: u8, k: u8) -> i32 {
        match self {
            Self::Threats(weights) => grown(weights.growth, stones, k),
            _ => line_weight(stones, k),
        }
    }

    fn parse(spec: &Spec) -> Result<Self, SpecError> {
        let params = checked(spec, LINE_EVALUATORS)?;
        Ok(match spec.name.as_str() {
            "none" => Self::None,
            "combinations" => Self::Combinations,
            "threats" => Self::Threats(ThreatWeights {
                growth: params.required("growth"),
                tempo: params.required("tempo"),
                later: params.required("later"),
                parity: params.required("parity"),
                stacked: params.required("stacked"),
                zugzwang: params.required("zugzwang"),
            }),
            _ => Self::Alignments {
                count: if params.text("count") == Some("runs") { Count::Runs } else { Count::Windows },
                view: if params.text("view") == Some("own") { PointOfView::Own } else { PointOfView::Difference },
            },
        })
    }
}

impl<B: Bits> LineState<B> {
    /// A stone of `side` comes onto a square (`sign` 1) or leaves it (`sign` -1). `own` are the side's stones without it, `other` those
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
                self.sums[side.index()] += sign * lattice.through(square).len() as i32;
            }
            LineEvaluator::Alignments { count: Count::Windows, .. } => self.change_windows(lattice, side, square, sign),
            LineEvaluator::Threats(_) => self.change_threats(lattice, (side, own, other), square, sign),
            LineEvaluator::Alignments { count: Count::Runs, .. } => {
                self.sums[side.index()] += sign * gain_in_runs(lattice, own, square);
            }
        }
    }

    fn change_windows(&mut self, lattice: &Lattice, side: Side, square: Square, sign: i32) {
        let (own, other) = (side.index(), side.opponent().index());
        for &line in lattice.through(square) {
            let stones = &mut self.on_line[usize::from(line)];
            if sign < 0 {
                stones[own] -= 1;
            }
            let [mine, theirs] = [stones[own], stones[other]];
            if theirs == 0 {
                self.sums[own] += sign * (self.worth[usize::from(mine) + 1] - self.worth[usize::from(mine)]);
            } else if mine == 0 {
                self.sums[other] -= sign * self.worth[usize::from(theirs)];
            }
            if sign > 0 {
                stones[own] += 1;
            }
        }
    }

    fn change_threats(&mut self, lattice: &Lattice, (side, own, other): (Side, B, B), square: Square, sign: i32) {
        let [mine, theirs] = [side.index(), side.opponent().index()];
        let Some(threats) = &mut self.threats else { return };
        for &line in lattice.through(square) {
            let stones = &mut self.on_line[usize::from(line)];
            if sign < 0 {
                stones[mine] -= 1;
            }
            match [stones[mine], stones[theirs]] {
                [count, 0] => {
                    self.sums[mine] += sign * (self.worth[usize::from(count) + 1] - self.worth[usize::from(count)]);
                    threats.grow(lattice, line, (side, own), count, (square, sign));
                }
                [0, count] => {
                    self.sums[theirs] -= sign * self.worth[usize::from(count)];
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

/// What a line of `k` is worth that the other side has not entered. A whole line ends the game and is never asked for.
fn grown(growth: i32, stones: u8, k: u8) -> i32 {
    /// Lines may be of 16: the most that counts.
    const MOST: u32 = 6;
    if stones == 0 || stones >= k { 0 } else { growth.pow(u32::from(stones - 1).min(MOST)) }
}

/// What a new stone adds to its side's runs: the group that it makes of the groups beside it, in each direction.
fn gain_in_runs<B: Bits>(lattice: &Lattice, own: B, square: Square) -> i32 {
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
        let needs_lines = has_threats || matches!(self, Self::Alignments { count: Count::Windows, .. });
        let lines = if needs_lines { lattice.line_count() } else { 0 };
        let mut state = LineState {
            sums: [0; 2],
            on_line: vec![[0; 2]; lines],
            worth: std::array::from_fn(|stones| self.line_worth(stones as u8, lattice.k())),
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

    /// The lines through the square; where the stones on them are counted, what the stone gains and takes from the other side too.
    #[inline]
    fn rank(&self, game: &G, state: &LineState<G::Set>, position: &Stones<G::Set>, mv: G::Move) -> i32 {
        const MOST: i32 = 1000;
        let lattice = game.lattice();
        let through = lattice.through(game.square_of(position, mv));
        if state.on_line.is_empty() {
            return (through.len() as i32).min(MOST);
        }
        let own = position.side_to_move().index();
        let worth = |stones| state.worth[usize::from(stones)];
        let gain = |&line: &u16| {
            let stones = state.on_line[usize::from(line)];
            match [stones[own], stones[1 - own]] {
                [mine, 0] => 1 + worth(mine + 1) - worth(mine),
                [0, theirs] => worth(theirs),
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
