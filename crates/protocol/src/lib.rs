//! The messages between the server and its clients, as data. `docs/server-protocol.md` describes them.
//!
//! Field names and error codes are stable within a [`VERSION`].

mod analysis;
mod error;
mod people;
mod room;
mod socket;
mod time_control;
mod view;

pub use analysis::{AnalyseRequest, AnalysedMove, AnalysisInfo, MoveValue, PositionValues, best_moves};
pub use error::{ApiError, ErrorCode, ErrorResponse, ReceivedError};
pub use people::{LiveGame, Lobby, NewGuest, PoolStatus, Profile, RoomList, RoomSummary, Seek};
pub use room::{
    ChatPhrase, Claim, ClocksMs, EventKind, NewRoom, Offer, Opponent, OpponentKind, Presence, RoomAction, RoomEvent,
    RoomPlayer, RoomState, RoomStatus, SideChoice, Stage,
};
pub use socket::{ClientMessage, CloseReason, MAX_FRAME, ReceivedMessage, ServerMessage};
pub use time_control::{RoomClockError, room_clock};
pub use view::{ViewRequest, ViewResponse, ViewUpdate};
pub use zermelo_core::TimeControl;

/// The version of the protocol, part of every address: `/api/v1/view`.
pub const VERSION: u32 = 1;
