//! Evaluators of Hex: how many stones each side still needs to join its edges.
//!
//! The distance of a side is the least number of open cells that join its edges together with its stones. Van Rijswijck ("Search and
//! Evaluation in Hex", 2002) evaluates by a distance of this kind, Anshelevich ("A hierarchical approach to computer Hex", Artificial
//! Intelligence 134, 2002) by virtual connections. `bridges` counts two cells as joined that are a bridge apart: they have two open
//! neighbours in common, and when the other side takes one of them, the other one joins them. Cells of the second row are joined to the
//! edge in the same way.

use zermelo_core::spec::{Param, ParamInfo, Spec, SpecError};
use zermelo_core::{Evaluator, Position, Score, Side};
use zermelo_games::bitboard::Bits;
use zermelo_games::hex::{Hex, HexBoard, HexMove, MOST, STEPS};
use zermelo_games::stones::Stones;

use crate::{Evaluated, EvaluatorInfo, checked, weight};

/// The most layers of a flood: the distance is never larger than the board has rows.
const LAYERS: usize = MOST as usize + 1;

/// What a position is worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum HexEvaluator {
    /// Every undecided position counts as a draw.
    #[default]
    None,
    /// The distance of the other side less one's own.
    Distance(DistanceWeights),
}

/// What distances weigh.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DistanceWeights {
    /// Whether cells a bridge apart count as joined.
    pub bridges: bool,
    /// A stone that is lacking.
    pub stone: i32,
    /// An open cell that is on a shortest way.
    pub way: i32,
    /// To be on move.
    pub turn: i32,
}

const STONE: Param<i32> = weight("stone", 100, "what a stone weighs that a side lacks");
const WAY: Param<i32> = weight("way", 4, "what an open cell weighs that is on a shortest way");
const TURN: Param<i32> = weight("turn", 50, "what it weighs to be on move");

const WEIGHTS: &[ParamInfo] = &[STONE.info, WAY.info, TURN.info];

/// The evaluators of Hex.
const HEX_EVALUATORS: &[EvaluatorInfo] = &[
    EvaluatorInfo {
        name: "bridges",
        params: WEIGHTS,
        help: "the stones that each side lacks to join its edges, where bridges count as joined",
    },
    EvaluatorInfo { name: "distance", params: WEIGHTS, help: "the stones that each side lacks to join its edges" },
    EvaluatorInfo { name: "none", params: &[], help: "every undecided position counts as a draw" },
];

/// How far a side is from joining its edges.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Distance<B> {
    /// The open cells that it still has to take.
    pub stones: u32,
    /// The open cells that are on some shortest way.
    pub ways: B,
}

/// The cells that a flood from one edge has reached with so many open cells and fewer.
struct Flood<B> {
    layers: [B; LAYERS],
    last: usize,
}

/// One side's view of the board.
struct Ground<'b, B> {
    board: &'b HexBoard<B>,
    own: B,
    open: B,
    bridges: bool,
}

impl<B: Bits> Ground<'_, B> {
    /// The open and own cells joined to some cell of the set: beside it, or a bridge apart.
    #[inline]
    fn joined(&self, set: B) -> B {
        let passable = self.own | self.open;
        let steps: [B; STEPS.len()] = std::array::from_fn(|step| self.board.step(set, step));
        let beside = steps.iter().fold(B::EMPTY, |all, &cells| all | cells);
        if !self.bridges {
            return beside & passable;
        }
        let bridge = |step: usize| {
            let next = (step + 1) % STEPS.len();
            self.board.step(steps[step] & self.open, next) & self.board.step(steps[next] & self.open, step)
        };
        (0..STEPS.len()).fold(beside, |all, step| all | bridge(step)) & passable
    }

    /// The open and own cells joined to an edge of the side: those of the edge, and with bridges those of the second row over two open
    /// cells of the edge.
    #[inline]
    fn joined_to_edge(&self, side: Side, end: usize) -> B {
        /// The two steps from each edge onto the second row.
        const INWARDS: [[[usize; 2]; 2]; 2] = [[[4, 5], [1, 2]], [[0, 1], [3, 4]]];
        let edge = self.board.edges(side)[end];
        let passable = self.own | self.open;
        if !self.bridges {
            return edge & passable;
        }
        let [a, b] = INWARDS[side.index()][end];
        let open = edge & self.open;
        (edge | self.board.step(open, a) & self.board.step(open, b)) & passable
    }

    /// The set with all own stones that are joined to it.
    #[inline]
    fn with_stones(&self, set: B) -> B {
        let mut set = set;
        loop {
            let new = self.joined(set) & self.own & !set;
            if new.is_empty() {
                return set;
            }
            set |= new;
        }
    }

    /// Floods the board from one edge of the side until it reaches the other, or until nothing more can be reached.
    #[inline]
    fn flood(&self, side: Side, end: usize) -> Flood<B> {
        let (start, goal) = (self.joined_to_edge(side, end), self.joined_to_edge(side, 1 - end));
        let mut layers = [B::EMPTY; LAYERS];
        layers[0] = self.with_stones(start & self.own);
        let mut last = 0;
        while (layers[last] & goal).is_empty() && last + 1 < LAYERS {
            let from = if last == 0 { start } else { B::EMPTY };
            let next = self.with_stones(layers[last] | from | self.joined(layers[last]) & self.open);
            if next == layers[last] {
                break;
            }
            last += 1;
            layers[last] = next;
        }
        Flood { layers, last }
    }
}

/// How far a side is from joining its edges in an undecided position.
pub fn distance<B: Bits>(board: &HexBoard<B>, position: &Stones<B>, side: Side, bridges: bool) -> Distance<B> {
    let own = position.of(side);
    let ground = Ground { board, own, open: board.full() & !position.occupied(), bridges };
    let (there, back) = (ground.flood(side, 0), ground.flood(side, 1));
    let stones = there.last;
    // A way of `stones` open cells: those that are reached with `n` of them from one edge, and with the rest, the cell itself again, from
    // the other.
    let layer = |flood: &Flood<B>, at: usize| flood.layers[at] & !flood.layers[at - 1] & ground.open;
    let ways = (1..=stones).fold(B::EMPTY, |ways, at| ways | layer(&there, at) & layer(&back, stones + 1 - at));
    Distance { stones: stones as u32, ways }
}

impl DistanceWeights {
    fn side<B: Bits>(self, game: &Hex<B>, position: &Stones<B>, side: Side) -> i32 {
        let distance = distance(game.board(), position, side, self.bridges);
        self.way * distance.ways.count() as i32 - self.stone * distance.stones as i32
    }
}

impl<B: Bits> Evaluator<Hex<B>> for HexEvaluator {
    type State = ();

    fn fresh(&self, _: &Hex<B>, _: &Stones<B>) {}

    /// Nearness to the middle, and two more for each stone beside the cell or a bridge away.
    #[inline]
    fn rank(&self, game: &Hex<B>, (): &(), position: &Stones<B>, mv: HexMove) -> i32 {
        let HexMove::Place(cell) = mv else { return i32::from(game.board().size()) };
        let size = i32::from(game.board().size());
        let (column, row) = (i32::from(cell.0) % size, i32::from(cell.0) / size);
        let away = (2 * column - size + 1).abs() + (2 * row - size + 1).abs();
        let stones = position.occupied();
        let ground = Ground {
            board: game.board(),
            own: stones,
            open: game.board().full() & !stones,
            bridges: *self != Self::None,
        };
        let joined = ground.joined(B::single(u32::from(cell.0))) & stones;
        2 * size - away + 2 * joined.count() as i32
    }

    #[inline]
    fn evaluate(&self, game: &Hex<B>, (): &(), position: &Stones<B>) -> Score {
        let Self::Distance(weights) = self else { return Score::DRAW };
        let side = position.side_to_move();
        let own = weights.side(game, position, side);
        let other = weights.side(game, position, side.opponent());
        Score::estimate(own - other + weights.turn)
    }
}

impl<B: Bits> Evaluated for Hex<B> {
    type Evaluator = HexEvaluator;
    const EVALUATORS: &'static [EvaluatorInfo] = HEX_EVALUATORS;
    const TEXTBOOK: &'static str = "distance";
    const STRONGEST: &'static str = "bridges";

    fn evaluator(spec: &Spec) -> Result<HexEvaluator, SpecError> {
        let params = checked(spec, HEX_EVALUATORS)?;
        if spec.name == "none" {
            return Ok(HexEvaluator::None);
        }
        Ok(HexEvaluator::Distance(DistanceWeights {
            bridges: spec.name == "bridges",
            stone: params.get(&STONE),
            way: params.get(&WAY),
            turn: params.get(&TURN),
        }))
    }
}
