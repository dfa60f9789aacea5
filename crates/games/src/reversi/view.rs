//! The view of Reversi: black and white discs on a grid.

use zermelo_core::view::{Board, BoardKind, Cell, Effect, Moving, Phrase, Piece, PieceKind};
use zermelo_core::{Position, Scene, Side, SideName, Square};

use super::{Reversi, ReversiMove, ReversiPosition};
use crate::bitboard::Bits;
use crate::grid::letter;

impl<B: Bits> Scene for Reversi<B> {
    fn side_names(&self) -> [SideName; 2] {
        [SideName { id: "black", text: "Black", mark: 'x' }, SideName { id: "white", text: "White", mark: 'o' }]
    }

    fn board(&self) -> Board {
        let size = self.size();
        let cell = |square: u16| {
            let square = Square(square);
            let name = self.square_name(square);
            let spoken = Phrase::new("square", [("name", name.clone())]);
            Cell { square, name, at: self.cell(square), spoken }
        };
        Board {
            kind: BoardKind::Grid,
            size: [size, size, 1],
            cells: (0..u16::from(size) * u16::from(size)).map(cell).collect(),
            columns: (0..size).map(|column| letter(column).to_string()).collect(),
            rows: (1..=size).rev().map(|row| row.to_string()).collect(),
            planes: Vec::new(),
            groups: Vec::new(),
            edges: Vec::new(),
        }
    }

    fn pieces(&self, position: &ReversiPosition<B>) -> Vec<Piece> {
        let discs = |side| position.of(side).squares().map(move |square| disc(square as u16, side));
        Side::BOTH.into_iter().flat_map(discs).collect()
    }

    fn moving(&self, position: &ReversiPosition<B>, mv: ReversiMove) -> Moving {
        let ReversiMove::Place(square) = mv else {
            return Moving { spoken: Phrase::new("pass", []), path: Vec::new(), steps: Vec::new() };
        };
        let flips = self.flips(position, square).squares().map(|flip| Effect::Flip { square: Square(flip as u16) });
        let placed = Effect::Place { piece: disc(square.0, position.side_to_move()) };
        Moving {
            spoken: Phrase::new("place", [("square", self.square_name(square))]),
            path: vec![square],
            steps: vec![[placed].into_iter().chain(flips).collect()],
        }
    }

    fn winning_cells(&self, _: &ReversiPosition<B>) -> Vec<Square> {
        Vec::new()
    }
}

fn disc(square: u16, side: Side) -> Piece {
    Piece { square: Square(square), side, kind: PieceKind::Stone }
}
