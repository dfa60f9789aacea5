//! The reference implementation of line games in a box: tic-tac-toe, m,n,k-games, Connect Four in two and three
//! dimensions.

mod notation;
mod scene;

use std::sync::Arc;

pub use notation::SlowPositionError;
use zermelo_core::{CodedError, Game, Outcome, PerftCount, Playout, Position, SearchHints, Side};

use crate::mix::mix;

/// Two sides place stones in the cells of a box. `k` in a row along any of the 13 directions win; a full box is a draw.
/// With gravity a stone falls to the lowest free cell of its post.
///
/// The order of moves is x (columns) first, then y (depths), then z (rows from the bottom): `a1..a5, b1, ..` on the
/// default `connect3d`. The fast m,n,k-game goes row by row instead; compare its moves as sets.
///
/// Moves and positions have the same texts as in the fast games: `connect4` or `mnk` on a board of depth 1, otherwise
/// `connect3d`.
///
/// `CELLS` is the capacity of a position, at least the number of cells of the box. 512 is always enough; less saves
/// memory.
#[derive(Clone, Debug)]
pub struct SlowBox<const CELLS: usize> {
    /// Cells from left to right.
    pub width: u8,
    /// Cells from front to back; 1 on a flat board.
    pub depth: u8,
    /// Cells from bottom to top.
    pub height: u8,
    /// The number of stones in a row that wins.
    pub k: u8,
    /// Whether a stone falls to the lowest free cell of its post.
    pub gravity: bool,
    /// For each symmetry, the image of each cell. The first symmetry is the identity.
    symmetries: Arc<Vec<Vec<u16>>>,
}

/// The cells (0 empty, 1 first side, 2 second side) and the side to move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct SlowPosition<const CELLS: usize> {
    cells: [u8; CELLS],
    side: Side,
}

/// The cell of the stone; with gravity, the cell on which it lands.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct SlowMove {
    /// The column, from the left.
    pub x: u8,
    /// The depth, from the front.
    pub y: u8,
    /// The row, from the bottom.
    pub z: u8,
}

/// Why a move is illegal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SlowMoveError {
    /// The game is over.
    #[error("the game is over")]
    Over,
    /// The cell is not on the board.
    #[error("there is no such place")]
    Outside,
    /// The cell has a stone, or the post is full.
    #[error("this place is taken")]
    Taken,
    /// With gravity, the stone would fall to a lower cell.
    #[error("a stone would fall deeper")]
    Floating,
}

impl CodedError for SlowMoveError {
    fn code(&self) -> &'static str {
        match self {
            Self::Over => "move/game-over",
            Self::Outside => "move/outside",
            Self::Taken => "move/taken",
            Self::Floating => "move/floating",
        }
    }
}

/// One of each pair of opposite directions.
const DIRECTIONS: [[i16; 3]; 13] = [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
    [1, 1, 0],
    [1, -1, 0],
    [1, 0, 1],
    [1, 0, -1],
    [0, 1, 1],
    [0, 1, -1],
    [1, 1, 1],
    [1, 1, -1],
    [1, -1, 1],
    [1, -1, -1],
];

impl<const CELLS: usize> SlowBox<CELLS> {
    /// A box of `width` columns, `depth` depths and `height` rows.
    ///
    /// # Panics
    /// When a size or `k` is 0, when the box has more than `CELLS` cells, or when its places have no unambiguous names.
    pub fn new(width: u8, depth: u8, height: u8, k: u8, gravity: bool) -> Self {
        let cells = usize::from(width) * usize::from(depth) * usize::from(height);
        assert!(cells > 0 && k > 0 && width <= 16, "a box needs cells, a line needs stones, a column needs a letter");
        assert!(cells <= CELLS, "{cells} cells in a box for {CELLS}");
        assert!(
            depth == 1 || (depth <= 9 && height <= 9),
            "with depth, names have one digit for depth and one for row"
        );
        let mut game = Self { width, depth, height, k, gravity, symmetries: Arc::new(Vec::new()) };
        game.symmetries = Arc::new(game.find_symmetries());
        game
    }

    /// A board without depth: an m,n,k-game, or with gravity a Connect Four.
    ///
    /// # Panics
    /// As [`SlowBox::new`].
    pub fn flat(width: u8, height: u8, k: u8, gravity: bool) -> Self {
        Self::new(width, 1, height, k, gravity)
    }

    fn size(&self) -> [u8; 3] {
        [self.width, self.depth, self.height]
    }

    /// All cells, in the order of moves.
    fn places(&self) -> impl Iterator<Item = SlowMove> + use<CELLS> {
        let [width, depth, height] = self.size();
        (0..width).flat_map(move |x| (0..depth).flat_map(move |y| (0..height).map(move |z| SlowMove { x, y, z })))
    }

    fn is_on_board(&self, place: SlowMove) -> bool {
        place.x < self.width && place.y < self.depth && place.z < self.height
    }

    fn index(&self, place: SlowMove) -> usize {
        (usize::from(place.x) * usize::from(self.depth) + usize::from(place.y)) * usize::from(self.height)
            + usize::from(place.z)
    }

    fn at(&self, position: &SlowPosition<CELLS>, place: SlowMove) -> Option<Side> {
        match position.cells[self.index(place)] {
            0 => None,
            1 => Some(Side::First),
            _ => Some(Side::Second),
        }
    }

    /// All lines of `k` cells along the 13 directions. There is none if `k` is longer than the box. (With `k` 1, each
    /// cell occurs 13 times.)
    pub fn windows(&self) -> Vec<Vec<SlowMove>> {
        let mut windows = Vec::new();
        for start in self.places() {
            for direction in DIRECTIONS {
                let window: Vec<SlowMove> = (0..self.k).map_while(|step| self.step(start, direction, step)).collect();
                if window.len() == usize::from(self.k) {
                    windows.push(window);
                }
            }
        }
        windows
    }

    /// The windows that a side occupies completely.
    pub fn lines(&self, position: &SlowPosition<CELLS>, side: Side) -> Vec<Vec<SlowMove>> {
        let mut lines = self.windows();
        lines.retain(|line| line.iter().all(|&place| self.at(position, place) == Some(side)));
        lines
    }

    fn step(&self, start: SlowMove, direction: [i16; 3], step: u8) -> Option<SlowMove> {
        let along = |from: u8, by: i16| u8::try_from(i16::from(from) + by * i16::from(step)).ok();
        let place = SlowMove {
            x: along(start.x, direction[0])?,
            y: along(start.y, direction[1])?,
            z: along(start.z, direction[2])?,
        };
        self.is_on_board(place).then_some(place)
    }

    fn has_line(&self, position: &SlowPosition<CELLS>, side: Side) -> bool {
        let holds = |at: SlowMove| self.at(position, at) == Some(side);
        self.places().filter(|&start| holds(start)).any(|start| {
            DIRECTIONS
                .iter()
                .any(|&direction| (1..self.k).all(|step| self.step(start, direction, step).is_some_and(holds)))
        })
    }

    /// All permutations and reflections of the axes that keep the size. With gravity the vertical axis is kept.
    fn find_symmetries(&self) -> Vec<Vec<u16>> {
        let size = self.size();
        let mut maps: Vec<Vec<u16>> = Vec::new();
        for axes in [[0, 1, 2], [1, 0, 2], [0, 2, 1], [2, 1, 0], [1, 2, 0], [2, 0, 1]] {
            for mirrored in 0..8 {
                let keeps_size = (0..3).all(|axis| size[axes[axis]] == size[axis]);
                let keeps_down = axes[2] == 2 && mirrored & 4 == 0;
                if !keeps_size || (self.gravity && !keeps_down) {
                    continue;
                }
                let image = |place: SlowMove| {
                    let from = [place.x, place.y, place.z];
                    let to: [u8; 3] = std::array::from_fn(|axis| {
                        let at = from[axes[axis]];
                        if mirrored >> axis & 1 == 1 { size[axis] - 1 - at } else { at }
                    });
                    self.index(SlowMove { x: to[0], y: to[1], z: to[2] }) as u16
                };
                let map: Vec<u16> = self.places().map(image).collect();
                // On an axis of length 1, different reflections are equal.
                if !maps.contains(&map) {
                    maps.push(map);
                }
            }
        }
        maps
    }

    fn place(&self, index: usize) -> SlowMove {
        self.places().nth(index).expect("an index of the board")
    }

    /// The lowest free cell of a post.
    fn landing(&self, position: &SlowPosition<CELLS>, x: u8, y: u8) -> Option<SlowMove> {
        (0..self.height).map(|z| SlowMove { x, y, z }).find(|&place| self.at(position, place).is_none())
    }
}

impl<const CELLS: usize> Position for SlowPosition<CELLS> {
    fn side_to_move(&self) -> Side {
        self.side
    }

    fn key(&self) -> u64 {
        mix(self.cells.into_iter().chain([self.side as u8]))
    }
}

impl<const CELLS: usize> Game for SlowBox<CELLS> {
    type Position = SlowPosition<CELLS>;
    type Move = SlowMove;
    type MoveError = SlowMoveError;
    type Counters = ();

    fn initial(&self) -> Self::Position {
        SlowPosition { cells: [0; CELLS], side: Side::First }
    }

    fn is_acyclic(&self) -> bool {
        true
    }

    fn outcome(&self, position: &Self::Position) -> Option<Outcome> {
        if let Some(winner) = Side::BOTH.into_iter().find(|&side| self.has_line(position, side)) {
            return Some(Outcome::Win(winner));
        }
        self.places().all(|place| self.at(position, place).is_some()).then_some(Outcome::Draw)
    }

    fn generate(&self, position: &Self::Position, moves: &mut Vec<Self::Move>) {
        if self.outcome(position).is_some() {
            return;
        }
        let is_legal = |place: &SlowMove| {
            let landing = self.landing(position, place.x, place.y);
            self.at(position, *place).is_none() && (!self.gravity || landing == Some(*place))
        };
        moves.extend(self.places().filter(is_legal));
    }

    fn check(&self, position: &Self::Position, mv: Self::Move) -> Result<(), Self::MoveError> {
        if self.outcome(position).is_some() {
            Err(SlowMoveError::Over)
        } else if !self.is_on_board(mv) {
            Err(SlowMoveError::Outside)
        } else if self.at(position, mv).is_some() {
            Err(SlowMoveError::Taken)
        } else if self.gravity && self.landing(position, mv.x, mv.y) != Some(mv) {
            Err(SlowMoveError::Floating)
        } else {
            Ok(())
        }
    }

    fn play_unchecked(&self, position: &mut Self::Position, mv: Self::Move) {
        position.cells[self.index(mv)] = 1 + position.side as u8;
        position.side = position.side.opponent();
    }

    fn symmetries(&self) -> usize {
        self.symmetries.len()
    }

    fn transform(&self, position: &Self::Position, symmetry: usize) -> Self::Position {
        let mut image = *position;
        for (from, &to) in self.symmetries[symmetry].iter().enumerate() {
            image.cells[usize::from(to)] = position.cells[from];
        }
        image
    }

    fn transform_move(&self, mv: Self::Move, symmetry: usize) -> Self::Move {
        self.place(usize::from(self.symmetries[symmetry][self.index(mv)]))
    }
}

impl<const CELLS: usize> SearchHints for SlowBox<CELLS> {
    fn null_move(&self, position: &Self::Position) -> Option<Self::Position> {
        Some(SlowPosition { side: position.side.opponent(), ..*position })
    }
}

impl<const CELLS: usize> Playout for SlowBox<CELLS> {}

impl<const CELLS: usize> PerftCount for SlowBox<CELLS> {}

fn letter(x: u8) -> char {
    char::from(b'a' + x)
}
