//! The view of Connect Four in three dimensions: balls on posts, or in a cube.

use zermelo_core::view::{Board, BoardKind, Cell, Moving, Phrase};
use zermelo_core::{Scene, SideName, Square};

use super::Connect3d;
use crate::bitboard::Bits;
use crate::grid::letter;
use crate::stones::{Stones, stone_game_items};

impl<B: Bits> Connect3d<B> {
    /// The coordinates of a cell for a spoken phrase.
    fn phrase_args(&self, square: Square) -> [(&'static str, String); 3] {
        let name = self.cell_name(square);
        // The name is a letter and two digits.
        let part = |at: usize| name[at..=at].to_owned();
        [("column", part(0)), ("depth", part(1)), ("row", part(2))]
    }
}

impl<B: Bits> Scene for Connect3d<B> {
    stone_game_items!(Scene);

    fn side_names(&self) -> [SideName; 2] {
        [SideName { id: "red", text: "Red", mark: 'x' }, SideName { id: "yellow", text: "Yellow", mark: 'o' }]
    }

    fn board(&self) -> Board {
        let size @ [width, height, depth] = self.lattice.size();
        let cell = |at: [u8; 3]| {
            let square = self.lattice.square(at);
            let spoken = Phrase::new("column-depth-row", self.phrase_args(square));
            Cell { square, name: self.cell_name(square), at, spoken }
        };
        let numbers = |count: u8| (1..=count).map(|n| n.to_string()).collect();
        let post = |post: u32| (0..height).map(|row| Square(post as u16 + u16::from(row))).collect();
        Board {
            kind: if self.gravity { BoardKind::Posts } else { BoardKind::Cube },
            size,
            cells: self.lattice.cells().map(cell).collect(),
            columns: (0..width).map(|x| letter(x).to_string()).collect(),
            rows: if self.gravity { Vec::new() } else { numbers(height) },
            planes: numbers(depth),
            groups: if self.gravity { self.posts().map(post).collect() } else { Vec::new() },
            edges: Vec::new(),
        }
    }

    fn moving(&self, position: &Stones<B>, mv: Square) -> Moving {
        let key = if self.gravity { "drop-on-post" } else { "place-in-cube" };
        position.placement(mv, Phrase::new(key, self.phrase_args(mv)))
    }
}
