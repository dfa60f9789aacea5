//! Games small enough to be solved by hand. Each has a property that the line games do not have.
//!
//! - [`Pursuit`]: positions repeat; draws by repetition and by a move limit;
//! - [`Leapers`]: moves of many steps, with captures and promotion;
//! - [`Subtraction`]: a formula for perfect play; a click removes several pieces;
//! - [`Snort`]: a pass as a move; a win on points; only rules, texts and view, no hints;
//! - [`Carousel`]: the sides do not move strictly in turn.

mod carousel;
mod leapers;
mod pursuit;
mod snort;
mod subtraction;

pub use carousel::{Carousel, CarouselMove, CarouselMoveError, CarouselPosition};
pub use leapers::{Leapers, LeapersMove, LeapersMoveError, LeapersPosition, LeapersPositionError};
pub use pursuit::{Pursuit, PursuitMoveError, PursuitPosition, PursuitPositionError};
pub use snort::{Snort, SnortMove, SnortMoveError, SnortPosition, SnortPositionError};
pub use subtraction::{Subtraction, SubtractionMoveError, SubtractionPosition, SubtractionPositionError};

use zermelo_core::view::{Cell, Phrase};
use zermelo_core::{Side, SideName, Square};

const SIDES: [SideName; 2] = [SideName { id: "x", text: "X", mark: 'x' }, SideName { id: "o", text: "O", mark: 'o' }];

fn side_text(side: Side) -> &'static str {
    match side {
        Side::First => "x",
        Side::Second => "o",
    }
}

fn parse_side(text: &str) -> Option<Side> {
    Side::BOTH.into_iter().find(|&side| side_text(side) == text)
}

fn cell(square: Square, name: String, at: [u8; 3]) -> Cell {
    let spoken = Phrase::new("cell", [("name", name.clone())]);
    Cell { square, name, at, spoken }
}
