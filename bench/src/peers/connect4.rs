//! Connect Four for the searches of the crate minimax 0.6.0, and one evaluator for them and for ours.
//!
//! Rules and evaluator are those of the crate's own example (MIT or Apache-2.0), which is what its published times are of: the hash follows the
//! discs, and the evaluator looks at the middle columns and at the squares that would complete four in a row. One thing of the example is
//! kept on purpose: its walk over the columns stands still from the first full column on.

use std::cell::Cell;
use std::fmt::Debug;

use minimax::{Evaluation, Game, Winner};
use zermelo_core::{Column, Evaluator, Score};
use zermelo_games::connect4::Connect4;
use zermelo_games::stones::{StoneGame, Stones};

const COLUMNS: u32 = 7;
const ROWS: u32 = 6;
/// Bits of a column: its rows and one that is never set.
const STRIDE: u32 = ROWS + 1;
/// The rows of the first column.
const COLUMN: u64 = (1 << ROWS) - 1;

thread_local! {
    static APPLIED: Cell<u64> = const { Cell::new(0) };
}

/// How many moves the counting rules have played in this thread since the last call.
pub fn take_count() -> u64 {
    APPLIED.replace(0)
}

/// The rules; those that count their moves are for a run that is not timed.
#[derive(Clone)]
pub struct Rules<const COUNTS: bool>;

/// A position.
#[derive(Clone, Copy, Default)]
pub struct Board {
    mover: u64,
    all: u64,
    moves: u8,
    hash: u64,
}

/// A random-looking number for a side's disc on a square.
const fn key(square: u32, side: u8) -> u64 {
    let mut z = (square as u64 * 2 + side as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

const KEYS: [u64; 2 * 64] = {
    let mut keys = [0; 2 * 64];
    let mut at = 0;
    while at < keys.len() {
        keys[at] = key(at as u32 / 2, (at % 2) as u8);
        at += 1;
    }
    keys
};

impl<const COUNTS: bool> Game for Rules<COUNTS> {
    type S = Board;
    /// A column from 0.
    type M = u8;

    fn generate_moves(board: &Board, moves: &mut Vec<u8>) -> Option<Winner> {
        if let Some(winner) = Self::get_winner(board) {
            return Some(winner);
        }
        let mut columns = board.all;
        for column in 0..COLUMNS as u8 {
            if columns & COLUMN < COLUMN {
                moves.push(column);
            }
            columns >>= STRIDE;
        }
        None
    }

    fn get_winner(board: &Board) -> Option<Winner> {
        let just_moved = board.all ^ board.mover;
        let is_line = |step: u32| {
            let pairs = just_moved & (just_moved >> step);
            pairs & (pairs >> (2 * step)) != 0
        };
        if is_line(1) || is_line(STRIDE) || is_line(STRIDE + 1) || is_line(STRIDE - 1) {
            return Some(Winner::PlayerJustMoved);
        }
        (u32::from(board.moves) == ROWS * COLUMNS).then_some(Winner::Draw)
    }

    fn apply(board: &mut Board, column: u8) -> Option<Board> {
        if COUNTS {
            APPLIED.set(APPLIED.get() + 1);
        }
        let shift = u32::from(column) * STRIDE;
        let disc = ((board.all >> shift & COLUMN) + 1) << shift;
        let side = usize::from(board.moves & 1);
        Some(Board {
            mover: board.mover ^ board.all,
            all: board.all | disc,
            moves: board.moves + 1,
            hash: board.hash ^ KEYS[2 * disc.trailing_zeros() as usize + side],
        })
    }

    fn zobrist_hash(board: &Board) -> u64 {
        board.hash
    }
}

/// The evaluator, for both.
#[derive(Clone, Copy, Debug, Default)]
pub struct Threats<const COUNTS: bool>;

impl<const COUNTS: bool> minimax::Evaluator for Threats<COUNTS> {
    type G = Rules<COUNTS>;

    fn evaluate(&self, board: &Board) -> Evaluation {
        worth(board.mover, board.all ^ board.mover)
    }
}

impl Evaluator<Connect4<u64>> for Threats<false> {
    type State = ();

    fn fresh(&self, _: &Connect4<u64>, _: &Stones<u64>) {}

    #[inline]
    fn evaluate(&self, _: &Connect4<u64>, (): &(), position: &Stones<u64>) -> Score {
        Score::estimate(i32::from(worth(position.mover(), position.other())))
    }

    #[inline]
    fn rank(&self, game: &Connect4<u64>, (): &(), position: &Stones<u64>, mv: Column) -> i32 {
        game.lattice().lines_through(game.square_of(position, mv)).len() as i32
    }
}

#[inline]
fn worth(own: u64, other: u64) -> i16 {
    let all = own | other;
    let (mut wins, mut losses) = (completions(own, all), completions(other, all));
    let mut value = 0;
    for column in 2..5 {
        let discs = |set: u64| (set >> (STRIDE * column) & COLUMN).count_ones() as i16;
        value += discs(own) - discs(other);
    }
    let mut rest = all;
    for _ in 0..COLUMNS {
        let next = (rest & COLUMN) + 1;
        if next > COLUMN {
            continue;
        }
        let is_in = |square: u64, set: u64| i16::from(square & set != 0);
        value += 10 * (is_in(next, wins) - is_in(next, losses));
        value += 5 * (is_in(next << 1, wins) - is_in(next << 1, losses));
        rest >>= STRIDE;
        wins >>= STRIDE;
        losses >>= STRIDE;
    }
    value
}

/// The free squares that would complete four in a row.
#[inline]
fn completions(discs: u64, all: u64) -> u64 {
    let mut taken = all;
    for column in 0..COLUMNS {
        taken |= (COLUMN + 1) << (STRIDE * column);
    }
    let along = |step: u32| {
        let pairs = discs & (discs >> step);
        let singles = (discs >> step | discs << step) & !taken;
        (pairs >> (2 * step) | pairs << (2 * step)) & singles
    };
    along(1) | along(STRIDE) | along(STRIDE + 1) | along(STRIDE - 1)
}
