//! The view of Connect Four: discs in an upright board.

use zermelo_core::view::{Board, BoardKind, Cell, Moving, Phrase};
use zermelo_core::{Column, Scene, SideName, Square};

use super::Connect4;
use super::column::column_char;
use crate::bitboard::Bits;
use crate::stones::{StoneGame, Stones, stone_game_items};

impl<B: Bits> Connect4<B> {
    /// The column and row of a square for a spoken phrase.
    fn phrase_args(&self, square: Square) -> [(&'static str, String); 2] {
        let stride = u16::from(self.lattice.size()[1]) + 1;
        let column = column_char(Column((square.0 / stride) as u8));
        [("column", column.to_string()), ("row", (square.0 % stride + 1).to_string())]
    }
}

impl<B: Bits> Scene for Connect4<B> {
    stone_game_items!(Scene);

    fn side_names(&self) -> [SideName; 2] {
        [SideName { id: "red", text: "Red", mark: 'x' }, SideName { id: "yellow", text: "Yellow", mark: 'o' }]
    }

    fn board(&self) -> Board {
        let size @ [width, height, _] = self.lattice.size();
        let cell = |at: [u8; 3]| {
            let square = self.lattice.square(at);
            let [(_, column), (_, row)] = self.phrase_args(square);
            let spoken = Phrase::new("column-row", self.phrase_args(square));
            Cell { square, name: format!("{column}.{row}"), at, spoken }
        };
        let column = |x| (0..height).map(|y| self.lattice.square([x, y, 0])).collect();
        Board {
            kind: BoardKind::Upright,
            size,
            cells: self.lattice.cells().map(cell).collect(),
            columns: (0..width).map(|x| column_char(Column(x)).to_string()).collect(),
            rows: Vec::new(),
            planes: Vec::new(),
            groups: (0..width).map(column).collect(),
            edges: Vec::new(),
        }
    }

    fn moving(&self, position: &Stones<B>, mv: Column) -> Moving {
        let square = self.square_of(position, mv);
        position.placement(square, Phrase::new("drop", self.phrase_args(square)))
    }
}
