//! Evaluators of the draughts family: weighted sums of terms.

use zermelo_core::spec::{Param, ParamInfo, Params, Spec, SpecError};
use zermelo_core::{Evaluator, Position, Score, Side, Square};
use zermelo_games::bitboard::Bits;
use zermelo_games::draughts::{Draughts, DraughtsMove, DraughtsPosition};

use crate::{Evaluated, EvaluatorInfo, checked_params, weight};

/// The weights of the terms. Each term is a count of the side to move minus the same count of the other side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct DraughtsEvaluator {
    /// A man.
    pub man: i32,
    /// A king.
    pub king: i32,
    /// Each row that a man has advanced from its own first row.
    pub advancement: i32,
    /// Each step of a man or king from the nearest edge of the board.
    pub centre: i32,
    /// A man on its own first row, where the other side wants to promote.
    pub back_row: i32,
    /// A legal move that the side has, or would have if it were to move.
    pub mobility: i32,
    /// A flying king, if its weight differs from that of a king that moves one step.
    pub flying: Option<i32>,
    /// A man with a piece of its own side diagonally behind it.
    pub support: i32,
    /// Each row advanced by a runaway: a man with no piece of the other side ahead of it.
    pub runaway: i32,
    /// Each piece that a side is ahead, if all other pieces are taken; proportionally less while they are on the board.
    pub lead: i32,
    /// The right to move.
    pub turn: i32,
}

/// The sets of squares that the terms use.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DraughtsRegions<B> {
    /// By [`Side::index`]: the rows in the direction of the side's men, its own first row first.
    rows: [Vec<B>; 2],
    /// The squares at least 1, 2, .. steps from the edge.
    inner: Vec<B>,
    /// All squares.
    board: B,
    /// Squares per row.
    half: u32,
    /// The weight of a king in this game.
    king: i32,
    /// By [`Side::index`]: whether the side's men move down.
    down: [bool; 2],
    /// The number of pieces at the start of a game.
    pieces: i32,
}

impl<B: Bits> DraughtsRegions<B> {
    /// The squares one step ahead of `set`, for the men of `side`.
    #[inline]
    fn ahead(&self, set: B, side: Side) -> B {
        let (half, wide) = (self.half, self.half + 1);
        let steps = if self.down[side.index()] { set.up(half) | set.up(wide) } else { set.down(half) | set.down(wide) };
        steps & self.board
    }
}

/// The weights that `positional` and `formation` have in common, with their own defaults.
struct SharedWeights {
    man: Param<i32>,
    king: Param<i32>,
    advancement: Param<i32>,
    centre: Param<i32>,
    back_row: Param<i32>,
    mobility: Param<i32>,
}

const MAN: Param<i32> = weight("man", 1, "weight of a man");
const KING: Param<i32> = weight("king", 3, "weight of a king");

const MATERIAL: &[ParamInfo] = &[MAN.info, KING.info];

const POSITIONAL_WEIGHTS: SharedWeights = SharedWeights {
    man: weight("man", 100, "weight of a man"),
    king: weight("king", 300, "weight of a king"),
    advancement: weight("advancement", 3, "weight of each row that a man has advanced"),
    centre: weight("centre", 2, "weight of each step from the edge"),
    back_row: weight("back-row", 8, "weight of each man on its own first row"),
    mobility: weight("mobility", 2, "weight of each legal move"),
};

const POSITIONAL: &[ParamInfo] = &[
    POSITIONAL_WEIGHTS.man.info,
    POSITIONAL_WEIGHTS.king.info,
    POSITIONAL_WEIGHTS.advancement.info,
    POSITIONAL_WEIGHTS.centre.info,
    POSITIONAL_WEIGHTS.back_row.info,
    POSITIONAL_WEIGHTS.mobility.info,
];

const FORMATION_WEIGHTS: SharedWeights = SharedWeights {
    man: weight("man", 100, "weight of a man"),
    king: weight("king", 180, "weight of a king that moves one step"),
    advancement: weight("advancement", 0, "weight of each row that a man has advanced"),
    centre: weight("centre", 1, "weight of each step from the edge"),
    back_row: weight("back-row", 12, "weight of each man on its own first row"),
    mobility: weight("mobility", 4, "weight of each legal move"),
};
const FLYING: Param<i32> = weight("flying", 300, "weight of a flying king");
const SUPPORT: Param<i32> = weight("support", 3, "weight of each man with a piece of its side behind it");
const RUNAWAY: Param<i32> =
    weight("runaway", 6, "weight of each row advanced by a man with no opposing piece ahead of it");
const LEAD: Param<i32> = weight("lead", 100, "weight of each piece ahead when all others are taken");
const TURN: Param<i32> = weight("turn", 3, "weight of the right to move");

const FORMATION: &[ParamInfo] = &[
    FORMATION_WEIGHTS.man.info,
    FORMATION_WEIGHTS.king.info,
    FLYING.info,
    FORMATION_WEIGHTS.advancement.info,
    FORMATION_WEIGHTS.centre.info,
    FORMATION_WEIGHTS.back_row.info,
    FORMATION_WEIGHTS.mobility.info,
    SUPPORT.info,
    RUNAWAY.info,
    LEAD.info,
    TURN.info,
];

/// The evaluators of all draughts games.
const DRAUGHTS_EVALUATORS: &[EvaluatorInfo] = &[
    EvaluatorInfo { name: "material", params: MATERIAL, help: "men and kings" },
    EvaluatorInfo { name: "advancement", params: &[], help: "rows that men have advanced" },
    EvaluatorInfo { name: "centre", params: &[], help: "steps of men and kings from the edge of the board" },
    EvaluatorInfo { name: "back-row", params: &[], help: "men that still guard their own first row" },
    EvaluatorInfo { name: "mobility", params: &[], help: "legal moves of each side" },
    EvaluatorInfo { name: "positional", params: POSITIONAL, help: "the weighted sum of all of these" },
    EvaluatorInfo {
        name: "formation",
        params: FORMATION,
        help: "positional, plus supported men, runaway men, and exchanges for the side that is ahead",
    },
    EvaluatorInfo { name: "none", params: &[], help: "every undecided position counts as a draw" },
];

impl DraughtsEvaluator {
    fn parse(spec: &Spec) -> Result<Self, SpecError> {
        let params = checked_params(spec, DRAUGHTS_EVALUATORS)?;
        Ok(match spec.name.as_str() {
            "advancement" => Self { advancement: 1, ..Self::default() },
            "centre" => Self { centre: 1, ..Self::default() },
            "back-row" => Self { back_row: 1, ..Self::default() },
            "mobility" => Self { mobility: 1, ..Self::default() },
            "none" => Self::default(),
            "material" => Self { man: params.get(&MAN), king: params.get(&KING), ..Self::default() },
            "formation" => Self {
                flying: Some(params.get(&FLYING)),
                support: params.get(&SUPPORT),
                runaway: params.get(&RUNAWAY),
                lead: params.get(&LEAD),
                turn: params.get(&TURN),
                ..Self::with_shared_weights(&params, &FORMATION_WEIGHTS)
            },
            _ => Self::with_shared_weights(&params, &POSITIONAL_WEIGHTS),
        })
    }

    /// The terms that `positional` and `formation` have in common.
    fn with_shared_weights(params: &Params, weights: &SharedWeights) -> Self {
        Self {
            man: params.get(&weights.man),
            king: params.get(&weights.king),
            advancement: params.get(&weights.advancement),
            centre: params.get(&weights.centre),
            back_row: params.get(&weights.back_row),
            mobility: params.get(&weights.mobility),
            ..Self::default()
        }
    }

    /// The sum of one side's terms.
    #[inline]
    fn of<B: Bits>(
        &self,
        game: &Draughts<B>,
        regions: &DraughtsRegions<B>,
        position: &DraughtsPosition<B>,
        side: Side,
    ) -> i32 {
        let (men, kings) = (position.men_of(side), position.kings_of(side));
        let rows = &regions.rows[side.index()];
        let mut value = self.man * men.count() as i32 + regions.king * kings.count() as i32;
        if self.advancement != 0 {
            let rows_gone = (0..).zip(rows).map(|(gone, &row)| gone * (men & row).count() as i32);
            value += self.advancement * rows_gone.sum::<i32>();
        }
        if self.centre != 0 {
            let steps = regions.inner.iter().map(|&inner| (position.of(side) & inner).count() as i32);
            value += self.centre * steps.sum::<i32>();
        }
        if self.back_row != 0 {
            value += self.back_row * (men & rows[0]).count() as i32;
        }
        if self.mobility != 0 {
            value += self.mobility * game.mobility(position, side) as i32;
        }
        if self.support != 0 {
            value += self.support * (men & regions.ahead(position.of(side), side)).count() as i32;
        }
        if self.runaway != 0 {
            let opposed_squares = Self::opposed_squares(regions, position.of(side.opponent()), side);
            let free = men & !opposed_squares;
            if !free.is_empty() {
                let rows_gone = (0..).zip(rows).map(|(gone, &row)| gone * (free & row).count() as i32);
                value += self.runaway * rows_gone.sum::<i32>();
            }
        }
        value
    }
}

impl DraughtsEvaluator {
    /// The squares from which a man of `side` has one of `pieces` ahead, in the triangle that it can reach.
    #[inline]
    fn opposed_squares<B: Bits>(regions: &DraughtsRegions<B>, pieces: B, side: Side) -> B {
        let mut opposed_squares = pieces;
        for _ in 1..regions.rows[0].len() {
            opposed_squares |= regions.ahead(opposed_squares, side.opponent());
        }
        opposed_squares
    }

    /// The value of the pieces that one side is ahead.
    #[inline]
    fn lead_bonus<B: Bits>(&self, regions: &DraughtsRegions<B>, position: &DraughtsPosition<B>, side: Side) -> i32 {
        let [own, other] = [side, side.opponent()].map(|side| position.of(side).count() as i32);
        let taken = (regions.pieces - own - other).max(0);
        self.lead * (own - other) * taken / regions.pieces.max(1)
    }
}

impl<B: Bits> Evaluator<Draughts<B>> for DraughtsEvaluator {
    type State = DraughtsRegions<B>;

    fn fresh(&self, game: &Draughts<B>, _: &DraughtsPosition<B>) -> DraughtsRegions<B> {
        let geometry = game.geometry();
        let size = geometry.size();
        let set = |holds: &dyn Fn([u8; 2]) -> bool| {
            let squares = geometry.all().filter(|&square: &Square| holds(geometry.at(square)));
            squares.fold(B::EMPTY, |set, square| set | B::single(u32::from(square.0)))
        };
        let row = |side, gone| {
            let wanted = if game.goes_down(side) { size - 1 - gone } else { gone };
            set(&move |[_, row]| row == wanted)
        };
        let board = set(&|_| true);
        DraughtsRegions {
            board,
            half: u32::from(size / 2),
            king: self.flying.filter(|_| game.rules().flying_kings).unwrap_or(self.king),
            down: Side::BOTH.map(|side| game.goes_down(side)),
            pieces: 2 * i32::from(geometry.rows_of_men()) * i32::from(size / 2),
            rows: Side::BOTH.map(|side| (0..size).map(|gone| row(side, gone)).collect()),
            inner: (1..size / 2)
                .map(|steps| set(&move |at| at.iter().all(|&n| n >= steps && n + steps < size)))
                .collect(),
        }
    }

    /// Captures by the pieces taken, with kings counting double; then promotions.
    #[inline]
    fn rank(
        &self,
        _: &Draughts<B>,
        _: &DraughtsRegions<B>,
        position: &DraughtsPosition<B>,
        mv: DraughtsMove<B>,
    ) -> i32 {
        let kings = (mv.captured & position.kings()).count();
        (20 * (mv.captured.count() + kings) + 30 * u32::from(mv.crowns)) as i32
    }

    #[inline]
    fn evaluate(&self, game: &Draughts<B>, regions: &DraughtsRegions<B>, position: &DraughtsPosition<B>) -> Score {
        let side = position.side_to_move();
        let own = |side| self.of(game, regions, position, side);
        let mut value = own(side) - own(side.opponent()) + self.turn;
        if self.lead != 0 {
            value += self.lead_bonus(regions, position, side);
        }
        Score::estimate(value)
    }
}

impl<B: Bits> Evaluated for Draughts<B> {
    type Evaluator = DraughtsEvaluator;
    const EVALUATORS: &'static [EvaluatorInfo] = DRAUGHTS_EVALUATORS;
    const TEXTBOOK: &'static str = "material";
    const STRONGEST: &'static str = "formation";

    fn evaluator(spec: &Spec) -> Result<DraughtsEvaluator, SpecError> {
        DraughtsEvaluator::parse(spec)
    }
}
