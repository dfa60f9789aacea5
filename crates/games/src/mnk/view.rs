//! The view of m,n,k-games: crosses and noughts on a grid.

use zermelo_core::view::{Board, BoardKind, Cell, Moving, Phrase};
use zermelo_core::{Scene, SideName, Square};

use super::Mnk;
use crate::bitboard::Bits;
use crate::grid::letter;
use crate::stones::{Stones, stone_game_items};

impl<B: Bits> Scene for Mnk<B> {
    stone_game_items!(Scene);

    fn side_names(&self) -> [SideName; 2] {
        [SideName { id: "cross", text: "X", mark: 'x' }, SideName { id: "nought", text: "O", mark: 'o' }]
    }

    fn board(&self) -> Board {
        let size = self.lattice.size();
        let cell = |at: [u8; 3]| {
            let square = self.lattice.square(at);
            let name = self.square_name(square);
            let spoken = Phrase::new("square", [("name", name.clone())]);
            Cell { square, name, at, spoken }
        };
        Board {
            kind: BoardKind::Grid,
            size,
            cells: self.lattice.cells().map(cell).collect(),
            columns: (0..size[0]).map(|x| letter(x).to_string()).collect(),
            rows: (1..=size[1]).map(|row| row.to_string()).collect(),
            planes: Vec::new(),
            groups: Vec::new(),
            edges: Vec::new(),
        }
    }

    fn moving(&self, position: &Stones<B>, mv: Square) -> Moving {
        let spoken = Phrase::new("place", [("square", self.square_name(mv))]);
        position.placement(mv, spoken)
    }
}
