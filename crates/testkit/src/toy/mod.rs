//! Games small enough to be solved by hand, each for something that the line games do not have.
//!
//! - [`Pursuit`]: positions come back; draws by repetition and by a move limit;
//! - [`Leapers`]: moves of many steps, with captures and promotion;
//! - [`Subtraction`]: a formula for perfect play; several pieces leave the board at a click;
//! - [`Snort`]: a pass as a move; a win on points; rules, texts and view alone, with no hints;
//! - [`Carousel`]: the sides do not move strictly in turn.

mod carousel;
mod leapers;
mod pursuit;
mod snort;
mod subtraction;

pub use carousel::{Carousel, CarouselIllegal, CarouselMove, CarouselPosition};
pub use leapers::{Leapers, LeapersIllegal, LeapersMove, LeapersPosition, LeapersTextError};
pub use pursuit::{Pursuit, PursuitIllegal, PursuitPosition, PursuitTextError};
pub use snort::{Snort, SnortIllegal, SnortMove, SnortPosition, SnortTextError};
pub use subtraction::{Subtraction, SubtractionIllegal, SubtractionPosition, SubtractionTextError};

use zermelo_core::view::{Cell, Phrase};
use zermelo_core::{Side, SideName, Square};

const SIDES: [SideName; 2] = [SideName { id: "x", text: "X", mark: 'x' }, SideName { id: "o", text: "O", mark: 'o' }];

fn side_text(side: Side) -> &'static str {
    match side {
        Side::First => "x",
        Side::Second => "o",
    }
}

fn read_side(text: &str) -> Option<Side> {
    Side::BOTH.into_iter().find(|&side| side_text(side) == text)
}

fn cell(square: Square, name: String, at: [u8; 3]) -> Cell {
    let spoken = Phrase::new("cell", [("name", name.clone())]);
    Cell { square, name, at, spoken }
}
