//! The view of Teeko: black and red men on points connected by lines.

use zermelo_core::view::{Board, BoardKind, Cell, Effect, Moving, Phrase, Piece, PieceKind};
use zermelo_core::{Scene, Side, SideName, Square};

use super::error::square_name;
use super::position::{TeekoMove, TeekoPosition, squares};
use super::{FULL, SIZE, Teeko};
use crate::grid::letter;

impl Scene for Teeko {
    fn side_names(&self) -> [SideName; 2] {
        [SideName { id: "black", text: "Black", mark: 'b' }, SideName { id: "red", text: "Red", mark: 'r' }]
    }

    fn board(&self) -> Board {
        let cell = |square: Square| {
            let size = u16::from(SIZE);
            let name = square_name(square);
            let spoken = Phrase::new("square", [("name", name.clone())]);
            Cell { square, name, at: [(square.0 % size) as u8, (square.0 / size) as u8, 0], spoken }
        };
        Board {
            kind: BoardKind::Points,
            size: [SIZE, SIZE, 1],
            cells: squares(FULL).map(cell).collect(),
            columns: (0..SIZE).map(|x| letter(x).to_string()).collect(),
            rows: (1..=SIZE).map(|row| row.to_string()).collect(),
            planes: Vec::new(),
            groups: Vec::new(),
            edges: Vec::new(),
        }
    }

    fn pieces(&self, position: &TeekoPosition) -> Vec<Piece> {
        let piece = |square| position.at(square).map(|side| man(square, side));
        squares(position.occupied()).filter_map(piece).collect()
    }

    fn moving(&self, position: &TeekoPosition, mv: TeekoMove) -> Moving {
        match mv {
            TeekoMove::Drop(to) => Moving {
                spoken: Phrase::new("place", [("square", square_name(to))]),
                path: vec![to],
                steps: vec![vec![Effect::Place { piece: man(to, position.side()) }]],
            },
            TeekoMove::Step { from, to } => Moving {
                spoken: Phrase::new("move", [("from", square_name(from)), ("to", square_name(to))]),
                path: vec![from, to],
                steps: vec![vec![Effect::Move { from, to }]],
            },
        }
    }

    fn winning_cells(&self, position: &TeekoPosition) -> Vec<Square> {
        if position.is_won() { squares(position.other()).collect() } else { Vec::new() }
    }
}

fn man(square: Square, side: Side) -> Piece {
    Piece { square, side, kind: PieceKind::Man }
}
