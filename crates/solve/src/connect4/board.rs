//! Bitboards, with a size fixed at compile time or any size.
//!
//! The layout is that of [`zermelo_games::connect4`]: a column has one more bit than rows, which is never set.

use zermelo_games::bitboard::Bits;

use super::table::BucketLayout;

/// The geometry of a board. Arguments must contain only squares of the board. Rows and columns are counted from 0.
pub(super) trait SolverBoard: Copy + Send + Sync + 'static {
    /// A set of squares.
    type Set: Bits;
    /// The layout of table entries for this board.
    type BucketLayout: BucketLayout<Self::Set>;

    fn width(self) -> u32;
    fn height(self) -> u32;
    /// The lowest square of every column.
    fn bottom(self) -> Self::Set;
    /// All squares.
    fn squares(self) -> Self::Set;
    /// The squares of rows 0, 2, 4 and so on: the odd rows when counted from 1.
    fn odd_rows(self) -> Self::Set;
    /// The squares that complete a line of these stones. May include occupied squares and bits outside of the board.
    fn completions(self, stones: Self::Set) -> Self::Set;
    /// Whether the set contains a line.
    fn has_line(self, set: Self::Set) -> bool;

    /// The number of squares.
    #[inline(always)]
    fn area(self) -> i32 {
        (self.width() * self.height()) as i32
    }

    /// The number of bits of a column.
    #[inline(always)]
    fn stride(self) -> u32 {
        self.height() + 1
    }

    /// The squares where a stone can land: the lowest free square of every column that is not full.
    #[inline(always)]
    fn landings(self, occupied: Self::Set) -> Self::Set {
        occupied.plus(self.bottom()) & self.squares()
    }

    /// The column of a set's lowest square.
    #[inline(always)]
    fn column(self, set: Self::Set) -> u32 {
        set.lowest() / self.stride()
    }

    /// The row of a set's lowest square.
    #[inline(always)]
    fn row(self, set: Self::Set) -> u32 {
        set.lowest() % self.stride()
    }

    /// The squares of a column.
    #[inline(always)]
    fn squares_of(self, column: u32) -> Self::Set {
        Self::Set::from_u128((1 << self.height()) - 1).up(column * self.stride())
    }

    /// The squares of the lowest `count` rows.
    #[inline(always)]
    fn lowest_rows(self, count: u32) -> Self::Set {
        (0..count).fold(Self::Set::EMPTY, |set, row| set | self.bottom().up(row))
    }

    /// The mirror image.
    #[inline(always)]
    fn mirrored(self, set: Self::Set) -> Self::Set {
        let (width, stride) = (self.width(), self.stride());
        let one = Self::Set::from_u128((1 << stride) - 1);
        (0..width).fold(Self::Set::EMPTY, |image, column| {
            image | (set.down(column * stride) & one).up((width - 1 - column) * stride)
        })
    }
}

/// A board of a size fixed at compile time, on which four in a row win.
pub(super) struct FixedBoard<const W: u32, const H: u32, S, L>(std::marker::PhantomData<fn() -> (S, L)>);

impl<const W: u32, const H: u32, S, L> FixedBoard<W, H, S, L> {
    pub(super) const NEW: Self = Self(std::marker::PhantomData);
    /// The lowest square of every column.
    const BOTTOM: u128 = repeated(W, H, 1);
    const SQUARES: u128 = repeated(W, H, (1 << H) - 1);
    const ODD_ROWS: u128 = repeated(W, H, every_other(H));
}

impl<const W: u32, const H: u32, S, L> Clone for FixedBoard<W, H, S, L> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<const W: u32, const H: u32, S, L> Copy for FixedBoard<W, H, S, L> {}

impl<const W: u32, const H: u32, S: Bits, L: BucketLayout<S>> SolverBoard for FixedBoard<W, H, S, L> {
    type Set = S;
    type BucketLayout = L;

    #[inline(always)]
    fn width(self) -> u32 {
        W
    }

    #[inline(always)]
    fn height(self) -> u32 {
        H
    }

    #[inline(always)]
    fn bottom(self) -> S {
        S::from_u128(Self::BOTTOM)
    }

    #[inline(always)]
    fn squares(self) -> S {
        S::from_u128(Self::SQUARES)
    }

    #[inline(always)]
    fn odd_rows(self) -> S {
        S::from_u128(Self::ODD_ROWS)
    }

    #[inline(always)]
    fn completions(self, stones: S) -> S {
        // Stones do not float, so vertical lines are completed only at the top.
        let vertical = stones.up(1) & stones.up(2) & stones.up(3);
        vertical | fourths(stones, H) | fourths(stones, H + 1) | fourths(stones, H + 2)
    }

    #[inline(always)]
    fn has_line(self, set: S) -> bool {
        !(fours(set, 1) | fours(set, H) | fours(set, H + 1) | fours(set, H + 2)).is_empty()
    }
}

/// The squares that complete a line of four, in the direction whose neighbours are `step` bits apart.
#[inline(always)]
fn fourths<S: Bits>(stones: S, step: u32) -> S {
    let (below, above) = (stones.up(step) & stones.up(2 * step), stones.down(step) & stones.down(2 * step));
    (below & (stones.up(3 * step) | stones.down(step))) | (above & (stones.up(step) | stones.down(3 * step)))
}

/// The lowest squares of the lines of four in a direction.
#[inline(always)]
fn fours<S: Bits>(set: S, step: u32) -> S {
    let pairs = set & set.down(step);
    pairs & pairs.down(2 * step)
}

/// A board of any size and line length.
#[derive(Clone, Copy)]
pub(super) struct AnyBoard<S, L> {
    width: u32,
    height: u32,
    k: u32,
    bottom: S,
    squares: S,
    odd_rows: S,
    /// The distances between neighbours, in bits, for the directions with room for a line.
    steps: [u32; 4],
    directions: u8,
    layout: std::marker::PhantomData<fn() -> L>,
}

impl<S: Bits, L> AnyBoard<S, L> {
    /// A board of `width` columns and `height` rows, `k` in a row wins; each from 1 to 16, and columns that fit `S`.
    pub(super) fn new(width: u32, height: u32, k: u32) -> Self {
        debug_assert!(width * (height + 1) <= S::CAPACITY, "the columns do not fit the set");
        let repeated = |column: u128| {
            let column = S::from_u128(column);
            (0..width).fold(S::EMPTY, |set, at| set | column.up(at * (height + 1)))
        };
        let (high, wide) = (k <= height, k <= width);
        let (mut steps, mut directions) = ([0; 4], 0);
        for (step, has_room) in [(1, high), (height, high && wide), (height + 1, wide), (height + 2, high && wide)] {
            if has_room {
                steps[usize::from(directions)] = step;
                directions += 1;
            }
        }
        Self {
            width,
            height,
            k,
            steps,
            directions,
            bottom: repeated(1),
            squares: repeated((1 << height) - 1),
            odd_rows: repeated(every_other(height)),
            layout: std::marker::PhantomData,
        }
    }

    fn steps(&self) -> impl Iterator<Item = u32> {
        self.steps[..usize::from(self.directions)].iter().copied()
    }
}

impl<S: Bits, L: BucketLayout<S> + Copy> SolverBoard for AnyBoard<S, L> {
    type Set = S;
    type BucketLayout = L;

    fn width(self) -> u32 {
        self.width
    }

    fn height(self) -> u32 {
        self.height
    }

    fn bottom(self) -> S {
        self.bottom
    }

    fn squares(self) -> S {
        self.squares
    }

    fn odd_rows(self) -> S {
        self.odd_rows
    }

    fn completions(self, stones: S) -> S {
        if self.k == 4 {
            return self.steps().fold(S::EMPTY, |all, step| all | fourths(stones, step));
        }
        self.steps().fold(S::EMPTY, |all, step| {
            // A completion is square number `gap` of a line whose other squares hold stones.
            (0..self.k).fold(all, |all, gap| {
                let others = (0..self.k).filter(|&at| at != gap);
                all | others.fold(self.squares, |set, at| {
                    let by = at.abs_diff(gap) * step;
                    set & if at < gap { stones.up(by) } else { stones.down(by) }
                })
            })
        })
    }

    fn has_line(self, set: S) -> bool {
        if self.k == 4 {
            return self.steps().any(|step| !fours(set, step).is_empty());
        }
        self.steps().any(|step| !(1..self.k).fold(set, |line, at| line & set.down(at * step)).is_empty())
    }
}

/// A column repeated over the board.
const fn repeated(width: u32, height: u32, column: u128) -> u128 {
    let (mut set, mut at) = (0, 0);
    while at < width {
        set |= column << (at * (height + 1));
        at += 1;
    }
    set
}

/// The squares of rows 0, 2, 4 and so on of a column.
const fn every_other(height: u32) -> u128 {
    let (mut set, mut row) = (0, 0);
    while row < height {
        set |= 1 << row;
        row += 2;
    }
    set
}
