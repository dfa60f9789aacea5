//! A game that is told whole with each question, so that the server remembers nothing of it.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use zermelo_core::view::{MoveView, Piece};
use zermelo_core::{Ending, Ply, Side, Square, View};

/// Where a game stands: the rules, a start and the moves since.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Place {
    /// The game's specification.
    pub game: String,
    /// The position that it starts from; the initial one if not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<String>,
    /// The moves since, in the game's notation.
    #[serde(default)]
    pub moves: Vec<String>,
}

/// All that is to be seen of a place.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct Shown {
    /// The text of the position that the game started from.
    pub start: String,
    /// The text of the present position.
    pub position: String,
    /// The moves played, in their usual text.
    pub played: Vec<String>,
    /// The board, the pieces, how it stands, and every legal move.
    #[serde(flatten)]
    pub view: View,
}

/// What of a view changes while a game goes on.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct Seen {
    /// What stands on the board.
    pub pieces: Vec<Piece>,
    /// The last move; none at the start.
    #[schema(required)]
    pub last: Option<MoveView>,
    /// The cells of the winning lines.
    pub winning: Vec<Square>,
    /// Who moves next.
    pub to_move: Side,
    /// How many moves were played.
    pub ply: Ply,
    /// How the game ended; `None` while it goes on.
    #[schema(required)]
    pub ending: Option<Ending>,
    /// The legal moves, in the order of generation; empty when the game is over.
    pub moves: Vec<MoveView>,
}

impl From<View> for Seen {
    fn from(view: View) -> Self {
        let View { pieces, last, winning, to_move, ply, ending, moves, .. } = view;
        Self { pieces, last, winning, to_move, ply, ending, moves }
    }
}
