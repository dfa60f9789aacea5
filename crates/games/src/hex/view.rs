//! The view of Hex: stones on a rhombus of hexagons, with each row half a cell to the right of the
//! row above it.

use zermelo_core::view::{Board, BoardKind, Cell, Effect, Moving, Phrase, Piece, PieceKind};
use zermelo_core::{Scene, Side, SideName, Square};

use super::{Hex, HexMove};
use crate::bitboard::Bits;
use crate::grid::letter;
use crate::stones::Stones;

impl<B: Bits> Scene for Hex<B> {
    fn side_names(&self) -> [SideName; 2] {
        [SideName { id: "red", text: "Red", mark: 'x' }, SideName { id: "blue", text: "Blue", mark: 'o' }]
    }

    fn board(&self) -> Board {
        let size = self.board.size();
        let cell = |square: Square| {
            let [column, row] = self.column_and_row(square);
            let name = self.cell_name(square);
            let spoken = Phrase::new("square", [("name", name.clone())]);
            Cell { square, name, at: [column, size - 1 - row, 0], spoken }
        };
        Board {
            kind: BoardKind::Hexagons,
            size: [size, size, 1],
            cells: (0..u16::from(size).pow(2)).map(Square).map(cell).collect(),
            columns: (0..size).map(|column| letter(column).to_string()).collect(),
            rows: (1..=size).rev().map(|row| row.to_string()).collect(),
            planes: Vec::new(),
            groups: Vec::new(),
            edges: vec![Side::First, Side::Second, Side::First, Side::Second],
        }
    }

    fn pieces(&self, position: &Stones<B>) -> Vec<Piece> {
        position.pieces()
    }

    /// A swap is a click on the stone that is taken over.
    fn moving(&self, position: &Stones<B>, mv: HexMove) -> Moving {
        match mv {
            HexMove::Place(cell) => position.placement(cell, Phrase::new("place", [("square", self.cell_name(cell))])),
            HexMove::Swap => {
                let stone = Square(position.other().lowest() as u16);
                let to = self.board.mirror(stone);
                let effects = if to == stone {
                    vec![Effect::Flip { square: stone }]
                } else {
                    let piece = Piece { square: to, side: Side::Second, kind: PieceKind::Stone };
                    vec![Effect::Remove { square: stone }, Effect::Place { piece }]
                };
                let spoken = Phrase::new("swap", [("from", self.cell_name(stone)), ("square", self.cell_name(to))]);
                Moving { spoken, path: vec![stone], steps: vec![effects] }
            }
        }
    }

    /// A shortest chain of the winner's stones.
    fn winning_cells(&self, position: &Stones<B>) -> Vec<Square> {
        if !position.is_won() {
            return Vec::new();
        }
        self.board.shortest_chain(position.other(), zermelo_core::Position::side_to_move(position).opponent())
    }
}
