//! What the server and its clients say to each other, as data: `docs/server-protocol.md` tells it to people.
//!
//! Names of fields and codes of errors are stable within a [`VERSION`].

mod analysis;
mod people;
mod problem;
mod room;
mod socket;
mod time_control;
mod view;

pub use analysis::{AnalyseRequest, MoveValue, RootLine, Thought, Values, best_first};
pub use people::{Entries, Entry, Live, Lobby, Me, NewGuest, Pool, Seek};
pub use problem::{Code, Complaint, Failure, Problem};
pub use room::{
    Action, Choice, Claim, ClocksMs, Event, NewRoom, Offer, Opponent, OpponentKind, Player, Presence, RoomState,
    RoomStatus, Saying, Stage, What,
};
pub use socket::{Close, FromClient, FromServer, Heard, MAX_FRAME};
pub use time_control::{RoomClockError, room_clock};
pub use view::{Place, Seen, Shown};
pub use zermelo_core::TimeControl;

/// The version of the protocol, part of every address: `/api/v1/view`.
pub const VERSION: u32 = 1;
