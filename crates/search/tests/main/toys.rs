//! Toy games, written to be obvious: stones in a row, Nim, and two games with cycles.

use proptest::prelude::{Strategy, any};
use zermelo_core::{
    Agent, CodedError, Decision, Evaluator, Game, GameRecord, NoObserver, Outcome, PerftCount, Playout, Position,
    Score, SearchHints, SearchLimits, Searchable, Side, StopToken,
};
use zermelo_search::Rng;

#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("not a legal move")]
pub(crate) struct Refused;

impl CodedError for Refused {
    fn code(&self) -> &'static str {
        "move/toy"
    }
}

fn hash(bytes: impl IntoIterator<Item = u8>) -> u64 {
    let spread = |key: u64| (key ^ (key >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    spread(bytes.into_iter().fold(7, |key, byte| spread(key.wrapping_add(u64::from(byte) + 1)) ^ (key >> 32)))
}

/// `k` in a row on a board of `width` times `height` (at most 16 cells), cell by cell.
#[derive(Clone, Debug)]
pub(crate) struct Rows {
    pub(crate) width: usize,
    pub(crate) height: usize,
    pub(crate) k: usize,
}

pub(crate) const TIC_TAC_TOE: Rows = Rows { width: 3, height: 3, k: 3 };

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Board {
    pub(crate) cells: [u8; 16],
    side: Side,
}

impl Position for Board {
    fn side_to_move(&self) -> Side {
        self.side
    }

    fn key(&self) -> u64 {
        hash(self.cells.into_iter().chain([self.side.index() as u8]))
    }
}

impl Rows {
    fn has_line(&self, cells: &[u8; 16], stone: u8) -> bool {
        let at = |x: isize, y: isize| {
            let on_board = (0..self.width as isize).contains(&x) && (0..self.height as isize).contains(&y);
            on_board && cells[(y * self.width as isize + x) as usize] == stone
        };
        let cells = (0..self.height as isize).flat_map(|y| (0..self.width as isize).map(move |x| (x, y)));
        cells.into_iter().any(|(x, y)| {
            [(1, 0), (0, 1), (1, 1), (1, -1)]
                .iter()
                .any(|(dx, dy)| (0..self.k as isize).all(|step| at(x + dx * step, y + dy * step)))
        })
    }

    /// A position from rows, the top one first: `x`, `o`, `.`.
    pub(crate) fn position(&self, rows: &str, side: Side) -> Board {
        let mut cells = [0; 16];
        for (y, row) in rows.split('/').rev().enumerate() {
            for (x, cell) in row.chars().enumerate() {
                cells[y * self.width + x] = match cell {
                    'x' => 1,
                    'o' => 2,
                    _ => 0,
                };
            }
        }
        Board { cells, side }
    }

    /// `c2`: column, then row from the bottom.
    pub(crate) fn cell(&self, name: &str) -> u8 {
        let bytes = name.as_bytes();
        (bytes[1] - b'1') * self.width as u8 + (bytes[0] - b'a')
    }
}

impl Game for Rows {
    type Position = Board;
    type Move = u8;
    type MoveError = Refused;
    type Counters = ();

    fn initial(&self) -> Board {
        Board { cells: [0; 16], side: Side::First }
    }

    fn is_acyclic(&self) -> bool {
        true
    }

    fn outcome(&self, board: &Board) -> Option<Outcome> {
        if self.has_line(&board.cells, 1) {
            return Some(Outcome::Win(Side::First));
        }
        if self.has_line(&board.cells, 2) {
            return Some(Outcome::Win(Side::Second));
        }
        board.cells[..self.width * self.height].iter().all(|&cell| cell != 0).then_some(Outcome::Draw)
    }

    fn generate(&self, board: &Board, moves: &mut Vec<u8>) {
        if self.outcome(board).is_none() {
            moves.extend((0..(self.width * self.height) as u8).filter(|&at| board.cells[at as usize] == 0));
        }
    }

    fn check(&self, board: &Board, mv: u8) -> Result<(), Refused> {
        let mut moves = Vec::new();
        self.generate(board, &mut moves);
        if moves.contains(&mv) { Ok(()) } else { Err(Refused) }
    }

    fn play_unchecked(&self, board: &mut Board, mv: u8) {
        board.cells[mv as usize] = board.side.index() as u8 + 1;
        board.side = board.side.opponent();
    }
}

impl SearchHints for Rows {
    fn null_move(&self, board: &Board) -> Option<Board> {
        Some(Board { side: board.side.opponent(), ..*board })
    }
}

impl Playout for Rows {}

impl PerftCount for Rows {}

/// Take 1 to 3 from a heap; the side that takes the last one wins.
#[derive(Clone, Debug)]
pub(crate) struct Nim(pub(crate) u8);

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Heap(pub(crate) u8, pub(crate) Side);

impl Position for Heap {
    fn side_to_move(&self) -> Side {
        self.1
    }

    fn key(&self) -> u64 {
        hash([self.0, self.1.index() as u8])
    }
}

impl Game for Nim {
    type Position = Heap;
    type Move = u8;
    type MoveError = Refused;
    type Counters = ();

    fn initial(&self) -> Heap {
        Heap(self.0, Side::First)
    }

    fn is_acyclic(&self) -> bool {
        true
    }

    fn outcome(&self, heap: &Heap) -> Option<Outcome> {
        (heap.0 == 0).then_some(Outcome::Win(heap.1.opponent()))
    }

    fn generate(&self, heap: &Heap, moves: &mut Vec<u8>) {
        moves.extend(1..=heap.0.min(3));
    }

    fn check(&self, heap: &Heap, mv: u8) -> Result<(), Refused> {
        if (1..=heap.0.min(3)).contains(&mv) { Ok(()) } else { Err(Refused) }
    }

    fn play_unchecked(&self, heap: &mut Heap, mv: u8) {
        *heap = Heap(heap.0 - mv, heap.1.opponent());
    }
}

impl SearchHints for Nim {}

impl Playout for Nim {}

impl PerftCount for Nim {}

/// Each side has a runner on its own track that steps forwards or backwards; the first to reach the goal wins. The
/// third occurrence of a position is a draw. With `goal` 0 no side can win: the tracks are rings of four.
#[derive(Clone, Debug)]
pub(crate) struct Race {
    pub(crate) goal: u8,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Runners {
    at: [u8; 2],
    side: Side,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum Step {
    Back,
    Forth,
}

impl Position for Runners {
    fn side_to_move(&self) -> Side {
        self.side
    }

    fn key(&self) -> u64 {
        hash([self.at[0], self.at[1], self.side.index() as u8])
    }
}

impl Game for Race {
    type Position = Runners;
    type Move = Step;
    type MoveError = Refused;
    type Counters = ();

    fn initial(&self) -> Runners {
        Runners { at: [0; 2], side: Side::First }
    }

    fn is_acyclic(&self) -> bool {
        false
    }

    fn outcome(&self, runners: &Runners) -> Option<Outcome> {
        Side::BOTH.into_iter().find(|side| self.goal > 0 && runners.at[side.index()] == self.goal).map(Outcome::Win)
    }

    fn generate(&self, runners: &Runners, moves: &mut Vec<Step>) {
        if self.outcome(runners).is_some() {
            return;
        }
        if self.goal == 0 || runners.at[runners.side.index()] > 0 {
            moves.push(Step::Back);
        }
        moves.push(Step::Forth);
    }

    fn check(&self, runners: &Runners, mv: Step) -> Result<(), Refused> {
        let mut moves = Vec::new();
        self.generate(runners, &mut moves);
        if moves.contains(&mv) { Ok(()) } else { Err(Refused) }
    }

    fn play_unchecked(&self, runners: &mut Runners, mv: Step) {
        let at = &mut runners.at[runners.side.index()];
        *at = match (self.goal, mv) {
            (0, Step::Back) => (*at + 3) % 4,
            (0, Step::Forth) => (*at + 1) % 4,
            (_, Step::Back) => *at - 1,
            (_, Step::Forth) => *at + 1,
        };
        runners.side = runners.side.opponent();
    }

    fn repetition_limit(&self) -> Option<u32> {
        Some(3)
    }
}

impl SearchHints for Race {}

impl Playout for Race {}

impl PerftCount for Race {}

/// Pseudo-random values that are the same for the same position. Its state checks that each move is made and taken
/// back.
#[derive(Clone, Debug)]
pub(crate) struct Whim {
    /// The number of different values: a small number makes many ties.
    pub(crate) range: u64,
}

impl<G: Searchable> Evaluator<G> for Whim {
    type State = Vec<u64>;

    fn fresh(&self, _: &G, root: &G::Position) -> Vec<u64> {
        vec![root.key()]
    }

    fn update(&self, _: &G, state: &mut Vec<u64>, before: &G::Position, _: G::Move, after: &G::Position) {
        assert_eq!(state.last(), Some(&before.key()));
        state.push(after.key());
    }

    fn revert(&self, _: &G, state: &mut Vec<u64>, before: &G::Position, _: G::Move, after: &G::Position) {
        assert_eq!(state.pop(), Some(after.key()));
        assert_eq!(state.last(), Some(&before.key()));
    }

    fn evaluate(&self, game: &G, state: &Vec<u64>, position: &G::Position) -> Score {
        assert_eq!(state.last(), Some(&position.key()));
        assert_eq!(game.outcome(position), None, "called for a finished position");
        Score::estimate((position.key() % self.range) as i32 - self.range as i32 / 2)
    }
}

/// A record after some random moves, not finished yet.
pub(crate) fn random_record<G: Searchable>(game: G, moves: usize, seed: u64) -> GameRecord<G> {
    let mut rng = Rng::new(seed);
    let mut record = GameRecord::new(game);
    for _ in 0..moves {
        let mut legal = Vec::new();
        record.line().generate(&mut legal);
        record.play(legal[rng.below(legal.len())], None).expect("a generated move is legal");
        if record.ending().is_some() {
            record.undo();
            break;
        }
    }
    record
}

/// Boards of several shapes.
pub(crate) fn any_rows() -> impl Strategy<Value = Rows> {
    (2_usize..=4, 2_usize..=4, 2_usize..=4).prop_map(|(width, height, k)| Rows { width, height, k })
}

/// A number of moves and a seed.
pub(crate) fn any_start() -> impl Strategy<Value = (usize, u64)> {
    (0_usize..12, any::<u64>())
}

/// One decision of an agent that must not fail, checked: the move is legal, and the principal variation starts with it.
pub(crate) fn decide<G: Searchable>(
    agent: &mut impl Agent<G>,
    record: &GameRecord<G>,
    limits: SearchLimits,
) -> Decision<G::Move> {
    let decision = agent.choose(record, &limits, &StopToken::new(), &mut NoObserver).expect("a decision");
    check(record, &decision);
    decision
}

pub(crate) fn check<G: Searchable>(record: &GameRecord<G>, decision: &Decision<G::Move>) {
    let mv = *decision.action.mv().expect("these agents always play");
    record.game().check(record.position(), mv).expect("a legal move");
    assert_eq!(decision.pv.first(), Some(&mv), "the variation starts with the move");
    let mut legal = Vec::new();
    record.line().generate(&mut legal);
    if !decision.moves.is_empty() {
        assert_eq!(decision.moves.iter().map(|root| root.mv).collect::<Vec<_>>(), legal, "the order of generation");
    }
    let mut line = record.line().clone();
    for &mv in &decision.pv {
        assert!(line.outcome().is_none(), "the variation ends with the game");
        line.game().check(line.position(), mv).expect("a variation of legal moves");
        line.push(mv);
    }
}

/// The move of a decision.
pub(crate) fn played<M: Copy>(decision: &Decision<M>) -> M {
    *decision.action.mv().expect("these agents always play")
}
