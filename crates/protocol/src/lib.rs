//! What the server and its clients say to each other, as data: `docs/server-protocol.md` tells it to people.
//!
//! Names of fields and codes of errors are stable within a [`VERSION`].

mod analysis;
mod problem;
mod view;

pub use analysis::{AnalyseRequest, MoveValue, RootLine, Thought, Values, best_first};
pub use problem::{Code, Problem};
pub use view::{Place, Shown};

/// The version of the protocol, part of every address: `/api/v1/view`.
pub const VERSION: u32 = 1;
