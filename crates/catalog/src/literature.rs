//! Published values of games that are too large to solve here.

use zermelo_core::Wdl;
use zermelo_core::erased::DynRecord;

/// The published value of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Literature {
    /// The game spec, without default values.
    pub game: &'static str,
    /// The value for the first side.
    pub value: Wdl,
    /// The publication of the proof.
    pub source: &'static str,
}

/// All published values. Score Four (4x4x4 with gravity) has no published proof.
pub const LITERATURE: &[Literature] = &[
    Literature {
        game: "connect3d:width=4,depth=4,height=4,gravity=off",
        value: Wdl::Win,
        source: "O. Patashnik, \"Qubic: 4x4x4 Tic-Tac-Toe\", Mathematics Magazine 53, 1980",
    },
    Literature {
        game: "mnk",
        value: Wdl::Win,
        source: "V. Allis, \"Searching for Solutions in Games and Artificial Intelligence\", 1994",
    },
    Literature {
        game: "draughts-english",
        value: Wdl::Draw,
        source: "J. Schaeffer and others, \"Checkers Is Solved\", Science 317, 2007",
    },
];

/// The published value of a record's position.
pub fn literature(record: &dyn DynRecord) -> Option<&'static Literature> {
    let known = LITERATURE.iter().find(|known| known.game == record.game_spec())?;
    let start = crate::game(known.game).ok()?.new_record();
    (start.position_text() == record.position_text()).then_some(known)
}
