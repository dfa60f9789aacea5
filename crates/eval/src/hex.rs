//! Evaluators of Hex: how many stones each side needs to connect its edges.
//!
//! The distance of a side is the least number of empty cells that connect its edges together with its stones. Van
//! Rijswijck ("Search and Evaluation in Hex", 2002) evaluates by a distance of this kind, Anshelevich ("A hierarchical
//! approach to computer Hex", Artificial Intelligence 134, 2002) by virtual connections. `bridges` treats two cells a
//! bridge apart as connected: they have two empty neighbours in common, and when the other side takes one of them, the
//! other one connects them. Cells of the second row are connected to the edge in the same way.

use zermelo_core::spec::{Param, ParamInfo, Spec, SpecError};
use zermelo_core::{Evaluator, Position, Score, Side};
use zermelo_games::bitboard::Bits;
use zermelo_games::hex::{Hex, HexBoard, HexMove, MAX_SIZE, STEPS};
use zermelo_games::stones::Stones;

use crate::{Evaluated, EvaluatorInfo, checked_params, weight};

/// The most layers of a flood fill: the distance never exceeds the number of rows.
const LAYERS: usize = MAX_SIZE as usize + 1;

/// An evaluator of Hex.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum HexEvaluator {
    /// Every undecided position counts as a draw.
    #[default]
    None,
    /// The distance of the other side minus one's own.
    Distance(DistanceWeights),
}

/// The weights of the terms.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DistanceWeights {
    /// Whether cells a bridge apart count as connected.
    pub bridges: bool,
    /// A missing stone.
    pub stone: i32,
    /// An empty cell on a shortest path.
    pub way: i32,
    /// The right to move.
    pub turn: i32,
}

const STONE: Param<i32> = weight("stone", 100, "weight of each stone that a side needs");
const WAY: Param<i32> = weight("way", 4, "weight of each empty cell on a shortest path");
const TURN: Param<i32> = weight("turn", 50, "weight of the right to move");

const WEIGHTS: &[ParamInfo] = &[STONE.info, WAY.info, TURN.info];

/// The evaluators of Hex.
const HEX_EVALUATORS: &[EvaluatorInfo] = &[
    EvaluatorInfo {
        name: "bridges",
        params: WEIGHTS,
        help: "the stones that each side needs to connect its edges, counting bridges as connected",
    },
    EvaluatorInfo { name: "distance", params: WEIGHTS, help: "the stones that each side needs to connect its edges" },
    EvaluatorInfo { name: "none", params: &[], help: "every undecided position counts as a draw" },
];

/// The distance of a side between its edges.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HexDistance<B> {
    /// The empty cells that it must take.
    pub stones: u32,
    /// The empty cells on at least one shortest path.
    pub path_cells: B,
}

/// A flood fill from one edge: `layers[n]` are the cells reached with at most `n` empty cells.
struct EdgeFlood<B> {
    layers: [B; LAYERS],
    last: usize,
}

/// The board from one side's view.
struct SideView<'b, B> {
    board: &'b HexBoard<B>,
    own: B,
    open: B,
    bridges: bool,
}

impl<B: Bits> SideView<'_, B> {
    /// The empty and own cells connected to a cell of `set`: adjacent, or a bridge apart.
    #[inline]
    fn connected(&self, set: B) -> B {
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

    /// The empty and own cells connected to an edge of the side: those of the edge, and with bridges those of the
    /// second row with two empty cells of the edge below them.
    #[inline]
    fn connected_to_edge(&self, side: Side, end: usize) -> B {
        /// The two steps from each edge to the second row.
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

    /// `set` with all own stones connected to it.
    #[inline]
    fn with_stones(&self, set: B) -> B {
        let mut set = set;
        loop {
            let new = self.connected(set) & self.own & !set;
            if new.is_empty() {
                return set;
            }
            set |= new;
        }
    }

    /// Flood-fills the board from one edge of the side until it reaches the other edge or cannot grow.
    #[inline]
    fn flood(&self, side: Side, end: usize) -> EdgeFlood<B> {
        let (start, goal) = (self.connected_to_edge(side, end), self.connected_to_edge(side, 1 - end));
        let mut layers = [B::EMPTY; LAYERS];
        layers[0] = self.with_stones(start & self.own);
        let mut last = 0;
        while (layers[last] & goal).is_empty() && last + 1 < LAYERS {
            let from = if last == 0 { start } else { B::EMPTY };
            let next = self.with_stones(layers[last] | from | self.connected(layers[last]) & self.open);
            if next == layers[last] {
                break;
            }
            last += 1;
            layers[last] = next;
        }
        EdgeFlood { layers, last }
    }
}

/// The distance of a side between its edges in an undecided position.
pub fn hex_distance<B: Bits>(board: &HexBoard<B>, position: &Stones<B>, side: Side, bridges: bool) -> HexDistance<B> {
    let own = position.of(side);
    let view = SideView { board, own, open: board.full() & !position.occupied(), bridges };
    let (there, back) = (view.flood(side, 0), view.flood(side, 1));
    let stones = there.last;
    // A path of `stones` empty cells: each is reached with `n` of them from one edge and with the rest, itself included
    // again, from the other.
    let layer = |flood: &EdgeFlood<B>, at: usize| flood.layers[at] & !flood.layers[at - 1] & view.open;
    let path_cells =
        (1..=stones).fold(B::EMPTY, |path_cells, at| path_cells | layer(&there, at) & layer(&back, stones + 1 - at));
    HexDistance { stones: stones as u32, path_cells }
}

impl DistanceWeights {
    fn side<B: Bits>(self, game: &Hex<B>, position: &Stones<B>, side: Side) -> i32 {
        let hex_distance = hex_distance(game.board(), position, side, self.bridges);
        self.way * hex_distance.path_cells.count() as i32 - self.stone * hex_distance.stones as i32
    }
}

impl<B: Bits> Evaluator<Hex<B>> for HexEvaluator {
    type State = ();

    fn fresh(&self, _: &Hex<B>, _: &Stones<B>) {}

    /// Closeness to the centre, plus 2 for each stone adjacent or a bridge apart.
    #[inline]
    fn rank(&self, game: &Hex<B>, (): &(), position: &Stones<B>, mv: HexMove) -> i32 {
        let HexMove::Place(cell) = mv else { return i32::from(game.board().size()) };
        let size = i32::from(game.board().size());
        let (column, row) = (i32::from(cell.0) % size, i32::from(cell.0) / size);
        let away = (2 * column - size + 1).abs() + (2 * row - size + 1).abs();
        let stones = position.occupied();
        let view = SideView {
            board: game.board(),
            own: stones,
            open: game.board().full() & !stones,
            bridges: *self != Self::None,
        };
        let connected = view.connected(B::single(u32::from(cell.0))) & stones;
        2 * size - away + 2 * connected.count() as i32
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
        let params = checked_params(spec, HEX_EVALUATORS)?;
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
