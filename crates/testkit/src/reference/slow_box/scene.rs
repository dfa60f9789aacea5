//! The view of a box.

use std::collections::BTreeSet;

use zermelo_core::view::{Board, BoardKind, Cell, Effect, Moving, Phrase, Piece, PieceKind};
use zermelo_core::{Scene, Side, SideName, Square};

use super::{SlowBox, SlowMove, letter};

impl<const CELLS: usize> SlowBox<CELLS> {
    fn square(&self, place: SlowMove) -> Square {
        Square(self.index(place) as u16)
    }

    fn cell_name(&self, SlowMove { x, y, z }: SlowMove) -> String {
        if self.depth == 1 { format!("{}{}", letter(x), z + 1) } else { format!("{}{}{}", letter(x), y + 1, z + 1) }
    }
}

impl<const CELLS: usize> Scene for SlowBox<CELLS> {
    fn side_names(&self) -> [SideName; 2] {
        [SideName { id: "x", text: "X", mark: 'x' }, SideName { id: "o", text: "O", mark: 'o' }]
    }

    fn board(&self) -> Board {
        let numbers = |count: u8| (1..=count).map(|n| n.to_string()).collect();
        let cell = |place: SlowMove| Cell {
            square: self.square(place),
            name: self.cell_name(place),
            at: [place.x, place.z, place.y],
            spoken: Phrase::new("cell", [("name", self.cell_name(place))]),
        };
        let posts = (0..self.width).flat_map(|x| (0..self.depth).map(move |y| (x, y)));
        let post = |(x, y)| (0..self.height).map(|z| self.square(SlowMove { x, y, z })).collect();
        Board {
            kind: match (self.depth, self.gravity) {
                (1, true) => BoardKind::Upright,
                (1, false) => BoardKind::Grid,
                (_, true) => BoardKind::Posts,
                (_, false) => BoardKind::Cube,
            },
            size: [self.width, self.height, self.depth],
            cells: self.places().map(cell).collect(),
            columns: (0..self.width).map(|x| letter(x).to_string()).collect(),
            rows: numbers(self.height),
            planes: if self.depth == 1 { Vec::new() } else { numbers(self.depth) },
            groups: if self.gravity { posts.map(post).collect() } else { Vec::new() },
            edges: Vec::new(),
        }
    }

    fn pieces(&self, position: &Self::Position) -> Vec<Piece> {
        let piece = |place| {
            let side = self.at(position, place)?;
            Some(Piece { square: self.square(place), side, kind: PieceKind::Stone })
        };
        self.places().filter_map(piece).collect()
    }

    fn moving(&self, position: &Self::Position, mv: Self::Move) -> Moving {
        let piece = Piece { square: self.square(mv), side: position.side, kind: PieceKind::Stone };
        Moving {
            spoken: Phrase::new("place", [("cell", self.cell_name(mv))]),
            path: vec![self.square(mv)],
            steps: vec![vec![Effect::Place { piece }]],
        }
    }

    fn winning_cells(&self, position: &Self::Position) -> Vec<Square> {
        let lines = Side::BOTH.map(|side| self.lines(position, side));
        let cells: BTreeSet<SlowMove> = lines.into_iter().flatten().flatten().collect();
        cells.into_iter().map(|place| self.square(place)).collect()
    }
}
