//! Evaluators of the draughts family: terms that count something of each side's, and their weighted sum.

use zermelo_core::spec::{ParamInfo, Params, Spec, SpecError};
use zermelo_core::{Evaluator, Position, Score, Side, Square};
use zermelo_games::bitboard::Bits;
use zermelo_games::draughts::{Draughts, DraughtsMove, DraughtsPosition};

use crate::{Evaluated, EvaluatorInfo, checked, weight};

/// What each term weighs. A term counts something of the side to move less the same of the other.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct DraughtsEvaluator {
    /// A man.
    pub man: i32,
    /// A king.
    pub king: i32,
    /// A row that a man has gone ahead, counted from its own side's first row.
    pub advancement: i32,
    /// A step of a man or king from the edge of the board, on the shortest way.
    pub centre: i32,
    /// A man on its own side's first row, where the other side wants to be crowned.
    pub back_row: i32,
    /// A legal move that the side has, or would have if it were to move.
    pub mobility: i32,
    /// A king that flies, where it weighs something else than one that goes step by step.
    pub flying: Option<i32>,
    /// A man with a piece of its own side diagonally behind it.
    pub support: i32,
    /// A man that no piece of the other side stands ahead of: this much for each row that it has gone.
    pub runaway: i32,
    /// A piece that one side has more, when all others are taken; less while more of them are on the board.
    pub lead: i32,
    /// To be on move.
    pub turn: i32,
}

/// The sets of squares that the terms count on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Regions<B> {
    /// By [`Side::index`]: the rows as the side's men go through them, the first row of its own side first.
    rows: [Vec<B>; 2],
    /// The squares at least 1, 2, .. steps from the edge.
    inner: Vec<B>,
    /// All squares.
    board: B,
    /// Squares of a row.
    half: u32,
    /// What a king weighs.
    king: i32,
    /// Whether the side's men go down, by [`Side::index`].
    down: [bool; 2],
    /// The pieces at the start of a game.
    pieces: i32,
}

impl<B: Bits> Regions<B> {
    /// The squares one step ahead of these, as a side's men go.
    #[inline]
    fn ahead(&self, set: B, side: Side) -> B {
        let (half, wide) = (self.half, self.half + 1);
        let steps = if self.down[side.index()] { set.up(half) | set.up(wide) } else { set.down(half) | set.down(wide) };
        steps & self.board
    }
}

const MATERIAL: &[ParamInfo] = &[weight("man", "1", "what a man weighs"), weight("king", "3", "what a king weighs")];

const POSITIONAL: &[ParamInfo] = &[
    weight("man", "100", "what a man weighs"),
    weight("king", "300", "what a king weighs"),
    weight("advancement", "3", "what each row weighs that a man has gone ahead"),
    weight("centre", "2", "what each step from the edge weighs"),
    weight("back-row", "8", "what each man weighs on its own first row"),
    weight("mobility", "2", "what each move weighs"),
];

const FORMATION: &[ParamInfo] = &[
    weight("man", "100", "what a man weighs"),
    weight("king", "180", "what a king weighs that goes step by step"),
    weight("flying", "300", "what a king weighs that flies"),
    weight("advancement", "0", "what each row weighs that a man has gone ahead"),
    weight("centre", "1", "what each step from the edge weighs"),
    weight("back-row", "12", "what each man weighs on its own first row"),
    weight("mobility", "4", "what each move weighs"),
    weight("support", "3", "what each man weighs with a piece of its side behind it"),
    weight("runaway", "6", "what each row weighs that a man has gone ahead of all pieces of the other side"),
    weight("lead", "100", "what each piece more weighs when all others are taken"),
    weight("turn", "3", "what it weighs to be on move"),
];

/// The evaluators of every game of the family.
const DRAUGHTS_EVALUATORS: &[EvaluatorInfo] = &[
    EvaluatorInfo { name: "material", params: MATERIAL, help: "men and kings" },
    EvaluatorInfo { name: "advancement", params: &[], help: "rows that men have gone ahead" },
    EvaluatorInfo { name: "centre", params: &[], help: "steps of men and kings from the edge of the board" },
    EvaluatorInfo { name: "back-row", params: &[], help: "men that still guard their own first row" },
    EvaluatorInfo { name: "mobility", params: &[], help: "moves that each side has" },
    EvaluatorInfo { name: "positional", params: POSITIONAL, help: "the weighted sum of all of these" },
    EvaluatorInfo {
        name: "formation",
        params: FORMATION,
        help: "these with men that support each other, men that nobody stops, and exchanges for the side that is ahead",
    },
    EvaluatorInfo { name: "none", params: &[], help: "every undecided position counts as a draw" },
];

impl DraughtsEvaluator {
    fn parse(spec: &Spec) -> Result<Self, SpecError> {
        let params = checked(spec, DRAUGHTS_EVALUATORS)?;
        Ok(match spec.name.as_str() {
            "advancement" => Self { advancement: 1, ..Self::default() },
            "centre" => Self { centre: 1, ..Self::default() },
            "back-row" => Self { back_row: 1, ..Self::default() },
            "mobility" => Self { mobility: 1, ..Self::default() },
            "none" => Self::default(),
            "material" => Self { man: params.required("man"), king: params.required("king"), ..Self::default() },
            "formation" => Self {
                flying: Some(params.required("flying")),
                support: params.required("support"),
                runaway: params.required("runaway"),
                lead: params.required("lead"),
                turn: params.required("turn"),
                ..Self::weighed(&params)
            },
            _ => Self::weighed(&params),
        })
    }

    /// The weights that both sums of terms have.
    fn weighed(params: &Params) -> Self {
        Self {
            man: params.required("man"),
            king: params.required("king"),
            advancement: params.required("advancement"),
            centre: params.required("centre"),
            back_row: params.required("back-row"),
            mobility: params.required("mobility"),
            ..Self::default()
        }
    }

    /// What one side has.
    #[inline]
    fn of<B: Bits>(&self, game: &Draughts<B>, regions: &Regions<B>, position: &DraughtsPosition<B>, side: Side) -> i32 {
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
            let met = Self::met(regions, position.of(side.opponent()), side);
            let free = men & !met;
            if !free.is_empty() {
                let rows_gone = (0..).zip(rows).map(|(gone, &row)| gone * (free & row).count() as i32);
                value += self.runaway * rows_gone.sum::<i32>();
            }
        }
        value
    }
}

impl DraughtsEvaluator {
    /// The squares from which a man of `side` has one of these pieces of the other side ahead, in the triangle that it can reach.
    #[inline]
    fn met<B: Bits>(regions: &Regions<B>, pieces: B, side: Side) -> B {
        let mut met = pieces;
        for _ in 1..regions.rows[0].len() {
            met |= regions.ahead(met, side.opponent());
        }
        met
    }

    /// What is added for pieces that one side has more.
    #[inline]
    fn leads<B: Bits>(&self, regions: &Regions<B>, position: &DraughtsPosition<B>, side: Side) -> i32 {
        let [own, other] = [side, side.opponent()].map(|side| position.of(side).count() as i32);
        let taken = (regions.pieces - own - other).max(0);
        self.lead * (own - other) * taken / regions.pieces.max(1)
    }
}

impl<B: Bits> Evaluator<Draughts<B>> for DraughtsEvaluator {
    type State = Regions<B>;

    fn fresh(&self, game: &Draughts<B>, _: &DraughtsPosition<B>) -> Regions<B> {
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
        Regions {
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

    /// Captures by what they take, kings counting double; then men that are crowned.
    #[inline]
    fn rank(&self, _: &Draughts<B>, _: &Regions<B>, position: &DraughtsPosition<B>, mv: DraughtsMove<B>) -> i32 {
        let kings = (mv.captured & position.kings()).count();
        (20 * (mv.captured.count() + kings) + 30 * u32::from(mv.crowns)) as i32
    }

    #[inline]
    fn evaluate(&self, game: &Draughts<B>, regions: &Regions<B>, position: &DraughtsPosition<B>) -> Score {
        let side = position.side_to_move();
        let own = |side| self.of(game, regions, position, side);
        let mut value = own(side) - own(side.opponent()) + self.turn;
        if self.lead != 0 {
            value += self.leads(regions, position, side);
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
