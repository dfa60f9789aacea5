//! Views of a game that the client sends whole with each request. The server keeps nothing of it.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use zermelo_core::view::{MoveView, Piece};
use zermelo_core::{Ending, Ply, Side, Square, View};

/// A position: the game, a start position and the moves from there.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ViewRequest {
    /// The game's specification.
    pub game: String,
    /// The start position; the default is the initial position of the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<String>,
    /// The moves from the start position, in the game's notation.
    #[serde(default)]
    pub moves: Vec<String>,
}

/// The view of a position: board, pieces and legal moves.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct ViewResponse {
    /// The text of the start position.
    pub start: String,
    /// The text of the current position.
    pub position: String,
    /// The moves played, in canonical notation.
    pub played: Vec<String>,
    /// The board, the pieces, the state of the game, and every legal move.
    #[serde(flatten)]
    pub view: View,
}

/// The part of a view that changes during a game: all but the board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct ViewUpdate {
    /// The pieces on the board.
    pub pieces: Vec<Piece>,
    /// The last move; `null` at the start.
    #[schema(required)]
    pub last: Option<MoveView>,
    /// The cells of the winning lines.
    pub winning: Vec<Square>,
    /// The side to move.
    pub to_move: Side,
    /// The number of moves played.
    pub ply: Ply,
    /// How the game ended; `null` while it goes on.
    #[schema(required)]
    pub ending: Option<Ending>,
    /// The legal moves in the order of generation; empty after the end of the game.
    pub moves: Vec<MoveView>,
}

impl From<View> for ViewUpdate {
    fn from(view: View) -> Self {
        let View { pieces, last, winning, to_move, ply, ending, moves, .. } = view;
        Self { pieces, last, winning, to_move, ply, ending, moves }
    }
}
