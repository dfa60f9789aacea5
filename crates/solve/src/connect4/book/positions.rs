//! The positions of a book. Files contain no positions: the rules determine them, and their keys determine the order.
//!
//! A key has the stones of the side to move and the lowest free square of every column; in a full column that is the extra bit above it. A
//! position and its mirror image share the smaller key. 7x6 after 4, 4, 5 (square numbers as in [`zermelo_games::connect4`]):
//!
//! ```text
//! row 3   . . . o . . .      . . . 1 . . .
//! row 2   . . . o . . .  ->  . . . 1 1 . .   second to move: its stone on 22, and free squares 0, 7, 14, 23, 29, 35, 42
//! row 1   . . . x x . .      1 1 1 . . 1 1
//! ```

use zermelo_games::bitboard::Bits;
use zermelo_games::stones::Stones;

use super::super::board::{AnyBoard, SolverBoard};
use super::super::score;
use super::super::table::WideLayout;
use super::error::BookError;
use super::header::BoardSize;

/// The most positions of one number of stones.
pub(in super::super) const MAX_POSITIONS: usize = 1 << 23;

/// The rules of one board. Positions are the stones of the side to move and of the opponent.
#[derive(Clone, Copy)]
pub(in super::super) struct BookBoard<S> {
    board: AnyBoard<S, WideLayout>,
}

/// The outcome of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in super::super) enum MoveOutcome<S> {
    /// The move completes a line.
    Won,
    /// The move fills the board.
    Full,
    /// The game continues from this position.
    Continues([S; 2]),
}

/// The canonical key of a position, and whether it is that of the mirror image.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in super::super) struct CanonicalKey<S> {
    pub(in super::super) key: S,
    pub(in super::super) is_mirrored: bool,
}

impl<S: Bits> BookBoard<S> {
    pub(in super::super) fn new([width, height, k]: BoardSize) -> Self {
        Self { board: AnyBoard::new(u32::from(width), u32::from(height), u32::from(k)) }
    }

    /// The rules of a board size from a file. Fails if the board does not fit `S`.
    pub(in super::super) fn try_new(size: BoardSize) -> Result<Self, BookError> {
        let [width, height, _] = size.map(u32::from);
        let fits = width * (height + 1) <= S::CAPACITY;
        fits.then(|| Self::new(size)).ok_or(BookError::Invalid("the board is too large"))
    }

    pub(in super::super) fn width(&self) -> u8 {
        self.board.width() as u8
    }

    pub(in super::super) fn area(&self) -> i32 {
        self.board.area()
    }

    pub(in super::super) fn canonical_key(&self, [mover, other]: [S; 2]) -> CanonicalKey<S> {
        let key = mover | (mover | other).plus(self.board.bottom());
        let image = self.board.mirrored(key);
        if image < key {
            CanonicalKey { key: image, is_mirrored: true }
        } else {
            CanonicalKey { key, is_mirrored: false }
        }
    }

    /// The stones of the position with a key.
    pub(in super::super) fn stones(&self, key: S) -> [S; 2] {
        let stride = self.board.stride();
        (0..self.board.width()).fold([S::EMPTY; 2], |[mover, other], at| {
            let column = key.down(at * stride).word(0) & ((1 << stride) - 1);
            let free = 1_u64 << column.ilog2();
            let of = |stones: u64| S::from_u128(u128::from(stones)).up(at * stride);
            [mover | of(column ^ free), other | of((free - 1) & !column)]
        })
    }

    /// The moves from the left and their outcomes.
    pub(in super::super) fn moves(&self, [mover, other]: [S; 2]) -> impl Iterator<Item = (u8, MoveOutcome<S>)> {
        let board = self.board;
        let landings = board.landings(mover | other);
        (0..board.width()).filter_map(move |column| {
            let stone = landings & board.squares_of(column);
            let after = if stone.is_empty() {
                return None;
            } else if board.has_line(mover | stone) {
                MoveOutcome::Won
            } else if (mover | other | stone) == board.squares() {
                MoveOutcome::Full
            } else {
                MoveOutcome::Continues([other, mover | stone])
            };
            Some((column as u8, after))
        })
    }

    /// The outcome of a move; `None` if the column is full or does not exist.
    pub(in super::super) fn after(&self, stones: [S; 2], column: u8) -> Option<MoveOutcome<S>> {
        self.moves(stones).find_map(|(at, after)| (at == column).then_some(after))
    }

    /// The key of the empty board.
    pub(in super::super) fn empty_key(&self) -> S {
        self.canonical_key([S::EMPTY; 2]).key
    }

    /// The keys of the unfinished successors of all these positions, in ascending order.
    pub(in super::super) fn next_layer(&self, keys: &[S]) -> Vec<S> {
        let mut next: Vec<S> = keys.iter().flat_map(|&key| self.successors(self.stones(key))).collect();
        next.sort_unstable();
        next.dedup();
        next
    }

    /// The keys of the unfinished successors of a position.
    pub(in super::super) fn successors(&self, stones: [S; 2]) -> impl Iterator<Item = S> {
        let board = *self;
        self.moves(stones).filter_map(move |(_, after)| match after {
            MoveOutcome::Continues(stones) => Some(board.canonical_key(stones).key),
            MoveOutcome::Won | MoveOutcome::Full => None,
        })
    }

    /// The score of an unfinished position by the scores of its successors; `None` if one of them is unknown.
    pub(in super::super) fn minimax(&self, stones: [S; 2], score: impl Fn(S) -> Option<i32>) -> Option<i32> {
        let mut best = i32::MIN;
        for (_, after) in self.moves(stones) {
            let value = match after {
                MoveOutcome::Won => return Some(self.max_score(stones)),
                MoveOutcome::Full => 0,
                MoveOutcome::Continues(stones) => -score(self.canonical_key(stones).key)?,
            };
            best = best.max(value);
        }
        Some(best)
    }

    /// The greatest score: a win with the next stone.
    pub(in super::super) fn max_score(&self, [mover, other]: [S; 2]) -> i32 {
        score::of_win(self.area(), (mover | other).count() as i32)
    }

    /// The least score: a loss with the stone after the next.
    pub(in super::super) fn min_score(&self, [mover, other]: [S; 2]) -> i32 {
        -score::of_win(self.area(), (mover | other).count() as i32 + 1)
    }
}

/// The position of these stones, which must not contain a line.
pub(in super::super) fn position<S: Bits>([mover, other]: [S; 2]) -> Stones<S> {
    let mut position = Stones::empty();
    let is_second = mover.count() != other.count();
    let (first, second) = if is_second { (other, mover) } else { (mover, other) };
    position.place(first, |_| false);
    position.place(second, |_| false);
    if is_second {
        position.place(S::EMPTY, |_| false);
    }
    position
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use zermelo_core::{Game, Ply};
    use zermelo_games::connect4::Connect4;

    use super::*;

    /// All unfinished positions after a number of plies, by the rules of the game.
    fn positions_after(game: &Connect4<u64>, plies: u32) -> BTreeSet<Stones<u64>> {
        (0..plies).fold(BTreeSet::from([game.initial()]), |layer, _| {
            let mut next = BTreeSet::new();
            for position in &layer {
                let mut moves = Vec::new();
                game.generate(position, &mut moves);
                for mv in moves {
                    let mut after = *position;
                    game.play_unchecked(&mut after, mv);
                    if game.outcome(&after).is_none() {
                        next.insert(after);
                    }
                }
            }
            next
        })
    }

    #[test]
    fn keys_cover_all_positions_of_the_game() {
        for [width, height, k] in [[7, 6, 4], [4, 4, 3], [5, 3, 4], [1, 5, 2], [4, 1, 2]] {
            let game = Connect4::<u64>::new(width, height, k);
            let board = BookBoard::<u64>::new([width, height, k]);
            let mut keys = vec![board.empty_key()];
            for plies in 0..=6 {
                let expected: BTreeSet<u64> = positions_after(&game, plies)
                    .iter()
                    .map(|position| board.canonical_key([position.mover(), position.other()]).key)
                    .collect();
                assert!(expected.iter().eq(&keys), "{width}x{height}, {k} in a row, {:?}", Ply(plies));
                keys = board.next_layer(&keys);
            }
        }
    }

    #[test]
    fn keys_decode_to_their_positions() {
        let game = Connect4::<u64>::new(7, 6, 4);
        let board = BookBoard::<u64>::new([7, 6, 4]);
        for plies in 0..=5 {
            for walked in positions_after(&game, plies) {
                let stones = [walked.mover(), walked.other()];
                let CanonicalKey { key, is_mirrored } = board.canonical_key(stones);
                let image = game.transform(&walked, usize::from(is_mirrored));
                assert_eq!(position(board.stones(key)), image);
                assert_eq!(
                    board.canonical_key([image.mover(), image.other()]),
                    CanonicalKey { key, is_mirrored: false }
                );
            }
        }
    }

    #[test]
    fn position_counts_match_published_ones() {
        let board = BookBoard::<u64>::new([7, 6, 4]);
        let mut keys = vec![board.empty_key()];
        let counts: Vec<usize> = (0..=8)
            .map(|_| {
                let count = keys.len();
                keys = board.next_layer(&keys);
                count
            })
            .collect();
        assert_eq!(counts, [1, 4, 25, 121, 568, 2144, 8231, 27_109, 91_295]);
    }
}
