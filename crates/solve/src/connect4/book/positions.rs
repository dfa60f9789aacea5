//! The positions of a book. The rules give them and their keys the order, so that a file holds neither.
//!
//! A key is the stones of the side to move with the lowest free square of every column; in a full column that is the bit that is no square.
//! Of a position and its mirror image the smaller key stands for both. 7x6 after 4, 4, 5 (square numbers as in [`zermelo_games::connect4`]):
//!
//! ```text
//! row 3   . . . o . . .      . . . 1 . . .
//! row 2   . . . o . . .  ->  . . . 1 1 . .   second to move: its stone on 22, and free squares 0, 7, 14, 23, 29, 35, 42
//! row 1   . . . x x . .      1 1 1 . . 1 1
//! ```

use zermelo_games::bitboard::Bits;
use zermelo_games::stones::Stones;

use super::super::board::{Any, Board};
use super::super::score;
use super::super::table::Wide;
use super::error::BookError;
use super::title::BoardSize;

/// More positions than this of one number of stones are too many.
pub(in super::super) const MOST: usize = 1 << 23;

/// The rules of one board, on sets of squares: those of the side to move and of the other.
#[derive(Clone, Copy)]
pub(in super::super) struct Ground<S> {
    board: Any<S, Wide>,
}

/// What a move leads to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in super::super) enum After<S> {
    /// It completes a line.
    Won,
    /// It fills the board.
    Full,
    /// The game goes on.
    On([S; 2]),
}

/// A key and whether it is that of the mirror image.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in super::super) struct Keyed<S> {
    pub(in super::super) key: S,
    pub(in super::super) is_mirrored: bool,
}

impl<S: Bits> Ground<S> {
    pub(in super::super) fn new([width, height, k]: BoardSize) -> Self {
        Self { board: Any::new(u32::from(width), u32::from(height), u32::from(k)) }
    }

    /// The rules of a board that a file names.
    pub(in super::super) fn fitting(size: BoardSize) -> Result<Self, BookError> {
        let [width, height, _] = size.map(u32::from);
        let fits = width * (height + 1) <= S::CAPACITY;
        fits.then(|| Self::new(size)).ok_or(BookError::Impossible("the board does not fit"))
    }

    pub(in super::super) fn width(&self) -> u8 {
        self.board.width() as u8
    }

    pub(in super::super) fn area(&self) -> i32 {
        self.board.area()
    }

    pub(in super::super) fn keyed(&self, [mover, other]: [S; 2]) -> Keyed<S> {
        let key = mover | (mover | other).plus(self.board.bottom());
        let image = self.board.mirrored(key);
        if image < key { Keyed { key: image, is_mirrored: true } } else { Keyed { key, is_mirrored: false } }
    }

    /// The stones that a key stands for.
    pub(in super::super) fn stones(&self, key: S) -> [S; 2] {
        let stride = self.board.stride();
        (0..self.board.width()).fold([S::EMPTY; 2], |[mover, other], at| {
            let column = key.down(at * stride).word(0) & ((1 << stride) - 1);
            let free = 1_u64 << column.ilog2();
            let of = |stones: u64| S::from_u128(u128::from(stones)).up(at * stride);
            [mover | of(column ^ free), other | of((free - 1) & !column)]
        })
    }

    /// The moves from the left and what they lead to.
    pub(in super::super) fn moves(&self, [mover, other]: [S; 2]) -> impl Iterator<Item = (u8, After<S>)> {
        let board = self.board;
        let landings = board.landings(mover | other);
        (0..board.width()).filter_map(move |column| {
            let stone = landings & board.squares_of(column);
            let after = if stone.is_empty() {
                return None;
            } else if board.has_line(mover | stone) {
                After::Won
            } else if (mover | other | stone) == board.squares() {
                After::Full
            } else {
                After::On([other, mover | stone])
            };
            Some((column as u8, after))
        })
    }

    /// What a move leads to.
    pub(in super::super) fn after(&self, stones: [S; 2], column: u8) -> Option<After<S>> {
        self.moves(stones).find_map(|(at, after)| (at == column).then_some(after))
    }

    /// The key of the empty board.
    pub(in super::super) fn start(&self) -> S {
        self.keyed([S::EMPTY; 2]).key
    }

    /// The keys of all positions one move after these in which the game goes on.
    pub(in super::super) fn next(&self, keys: &[S]) -> Vec<S> {
        let mut next: Vec<S> = keys.iter().flat_map(|&key| self.on(self.stones(key))).collect();
        next.sort_unstable();
        next.dedup();
        next
    }

    /// The keys of the positions one move after one in which the game goes on.
    pub(in super::super) fn on(&self, stones: [S; 2]) -> impl Iterator<Item = S> {
        let ground = *self;
        self.moves(stones).filter_map(move |(_, after)| match after {
            After::On(stones) => Some(ground.keyed(stones).key),
            After::Won | After::Full => None,
        })
    }

    /// The score of a position that is not over, from the scores of those after it. `None` where one of them is not known.
    pub(in super::super) fn minimax(&self, stones: [S; 2], score: impl Fn(S) -> Option<i32>) -> Option<i32> {
        let mut best = i32::MIN;
        for (_, after) in self.moves(stones) {
            let value = match after {
                After::Won => return Some(self.most(stones)),
                After::Full => 0,
                After::On(stones) => -score(self.keyed(stones).key)?,
            };
            best = best.max(value);
        }
        Some(best)
    }

    /// The score of a win with the next stone.
    pub(in super::super) fn most(&self, [mover, other]: [S; 2]) -> i32 {
        score::of_win(self.area(), (mover | other).count() as i32)
    }

    /// The score of a loss with the stone after the next.
    pub(in super::super) fn least(&self, [mover, other]: [S; 2]) -> i32 {
        -score::of_win(self.area(), (mover | other).count() as i32 + 1)
    }
}

/// The position of these stones, which hold no line.
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

    /// All positions after so many plies, by the rules of the game.
    fn walked(game: &Connect4<u64>, plies: u32) -> BTreeSet<Stones<u64>> {
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
    fn keys_stand_for_all_positions_of_the_game() {
        for [width, height, k] in [[7, 6, 4], [4, 4, 3], [5, 3, 4], [1, 5, 2], [4, 1, 2]] {
            let game = Connect4::<u64>::new(width, height, k);
            let ground = Ground::<u64>::new([width, height, k]);
            let mut keys = vec![ground.start()];
            for plies in 0..=6 {
                let expected: BTreeSet<u64> = walked(&game, plies)
                    .iter()
                    .map(|position| ground.keyed([position.mover(), position.other()]).key)
                    .collect();
                assert!(expected.iter().eq(&keys), "{width}x{height}, {k} in a row, {:?}", Ply(plies));
                keys = ground.next(&keys);
            }
        }
    }

    #[test]
    fn a_key_says_where_every_stone_is() {
        let game = Connect4::<u64>::new(7, 6, 4);
        let ground = Ground::<u64>::new([7, 6, 4]);
        for plies in 0..=5 {
            for walked in walked(&game, plies) {
                let stones = [walked.mover(), walked.other()];
                let Keyed { key, is_mirrored } = ground.keyed(stones);
                let image = game.transform(&walked, usize::from(is_mirrored));
                assert_eq!(position(ground.stones(key)), image);
                assert_eq!(ground.keyed([image.mover(), image.other()]), Keyed { key, is_mirrored: false });
            }
        }
    }

    #[test]
    fn positions_are_counted_as_published() {
        let ground = Ground::<u64>::new([7, 6, 4]);
        let mut keys = vec![ground.start()];
        let counts: Vec<usize> = (0..=8)
            .map(|_| {
                let count = keys.len();
                keys = ground.next(&keys);
                count
            })
            .collect();
        assert_eq!(counts, [1, 4, 25, 121, 568, 2144, 8231, 27_109, 91_295]);
    }
}
