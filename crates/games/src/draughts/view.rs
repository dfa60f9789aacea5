//! The view of draughts: men and kings on the dark squares of a chequered board.

use zermelo_core::view::{Board, BoardKind, Cell, Effect, Moving, Phrase, Piece, PieceKind};
use zermelo_core::{Scene, Side, SideName, Square};

use super::Draughts;
use super::position::{DraughtsMove, DraughtsPosition};
use super::rules::Colour;
use crate::bitboard::Bits;

impl<B: Bits> Draughts<B> {
    fn number(&self, square: Square) -> String {
        self.geometry().number(square).to_string()
    }
}

impl<B: Bits> Scene for Draughts<B> {
    fn side_names(&self) -> [SideName; 2] {
        Side::BOTH.map(|side| match self.rules().colour(side) {
            Colour::Black => SideName { id: "black", text: "Black", mark: 'b' },
            Colour::White => SideName { id: "white", text: "White", mark: 'w' },
        })
    }

    fn board(&self) -> Board {
        let size = self.geometry().size();
        let cell = |square: Square| {
            let [column, row] = self.geometry().at(square);
            let name = self.number(square);
            let spoken = Phrase::new("square", [("name", name.clone())]);
            Cell { square, name, at: [column, row, 0], spoken }
        };
        Board {
            kind: BoardKind::Chequered,
            size: [size, size, 1],
            cells: self.geometry().all().map(cell).collect(),
            columns: Vec::new(),
            rows: Vec::new(),
            planes: Vec::new(),
            groups: Vec::new(),
            edges: Vec::new(),
        }
    }

    fn pieces(&self, position: &DraughtsPosition<B>) -> Vec<Piece> {
        let piece = |square: u32| Piece {
            square: Square(square as u16),
            side: if position.of(Side::First).has(square) { Side::First } else { Side::Second },
            kind: if position.kings().has(square) { PieceKind::King } else { PieceKind::Man },
        };
        position.occupied().squares().map(piece).collect()
    }

    fn moving(&self, position: &DraughtsPosition<B>, mv: DraughtsMove<B>) -> Moving {
        let path = self.move_path(position, mv);
        let key = match (mv.is_capture(), mv.crowns) {
            (false, false) => "move",
            (false, true) => "move-crowned",
            (true, false) => "capture",
            (true, true) => "capture-crowned",
        };
        let mut args = vec![("from", self.number(mv.start())), ("to", self.number(mv.end()))];
        if mv.is_capture() {
            args.push(("count", mv.captured.count().to_string()));
        }
        Moving { spoken: Phrase::new(key, args), steps: steps(&path, mv), path }
    }

    fn winning_cells(&self, _: &DraughtsPosition<B>) -> Vec<Square> {
        Vec::new()
    }
}

/// The effects of each step of a move. Captured pieces are removed in the last step.
fn steps<B: Bits>(path: &[Square], mv: DraughtsMove<B>) -> Vec<Vec<Effect>> {
    let mut steps: Vec<Vec<Effect>> =
        path.windows(2).map(|pair| vec![Effect::Move { from: pair[0], to: pair[1] }]).collect();
    if let Some(last) = steps.last_mut() {
        last.extend(mv.captured.squares().map(|square| Effect::Remove { square: Square(square as u16) }));
        last.extend(mv.crowns.then_some(Effect::Promote { square: mv.end(), kind: PieceKind::King }));
    }
    steps
}
