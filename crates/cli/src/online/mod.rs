//! `zermelo play --server`: games on a server, at the terminal.
//!
//! [`Game`] is what is known here of a room: it takes what one is told and says what is new. The dialogue of lines ([`dialogue`]) and the
//! full screen ([`crate::screen`]) show it, and tell the [`Line`] what one does.

mod args;
pub mod command;
mod dialogue;
mod game;
mod identity;
pub mod words;

use std::time::Duration;

use zermelo_client::{Address, ClientError, Line, Room, Server};
use zermelo_core::StopToken;
use zermelo_core::text::excerpt;
use zermelo_protocol::{Code, Me, NewRoom, Opponent, OpponentKind, Stage};

use crate::args::PlayArgs;
use crate::failure::Failure;
use crate::{input, screen};
use game::failed;
use identity::Identity;

pub use args::OnlineArgs;
pub use game::{Game, Kind, LineState};

/// What is the same from room to room.
pub struct Seat {
    address: Address,
    me: Me,
    /// The name that was asked for, for the command that comes back.
    name: Option<String>,
}

impl Seat {
    /// The command that leads to a room: one's own, or for somebody else.
    pub fn command(&self, room: &str, is_own: bool) -> String {
        let name = self.name.as_ref().filter(|_| is_own);
        let name = name.map_or_else(String::new, |name| format!(" --name {}", quoted(name)));
        format!("zermelo play --server {} --room {room}{name}", self.address)
    }

    /// What is waited for, with what a friend types.
    pub fn waiting(&self, game: &Game) -> Option<String> {
        let room = game.room();
        if room.status.stage != Stage::Waiting {
            return None;
        }
        let mut text = words::waiting(room);
        if room.opponent == OpponentKind::Friend && game.you().is_some() {
            text.push(' ');
            text.push_str(&words::invitation(&self.command(&room.room, false)));
        }
        Some(text)
    }

    /// How one comes back to a game that goes on.
    pub fn come_back(&self, game: &Game) -> Option<String> {
        game.goes_on().then(|| words::come_back(&self.command(&game.room().room, true)))
    }
}

/// A word of a command line, as a shell takes it.
fn quoted(word: &str) -> String {
    let is_plain = word.chars().all(|c| c.is_alphanumeric() || "-_.".contains(c));
    if is_plain { word.to_owned() } else { format!("'{}'", word.replace('\'', "'\\''")) }
}

/// Plays on a server.
pub fn run(args: &PlayArgs, address: &Address) -> Result<(), Failure> {
    let online = &args.online;
    // What is wrong here is said before anybody is asked.
    let wish = args.start().map(|start| input::start(&start)).transpose()?.map(|record| NewRoom {
        game: record.game_spec(),
        start: args.position.as_ref().map(|_| record.start_text()),
        opening: record.moves().into_iter().map(|(mv, _)| mv).collect(),
        opponent: online.opponent.clone(),
        side: online.side.into(),
        clock: online.clock,
    });
    let stop = input::stop_on_interrupt()?;
    let identity = Identity::of(address, online.name.as_deref());
    let mut server = Server::new(address.clone(), identity.cookie()?);
    let me = server.guest(online.name.as_deref()).map_err(|error| failed(&error))?;
    if let Some(cookie) = server.cookie() {
        identity.keep(cookie)?;
    }
    let seat = Seat { address: address.clone(), me, name: online.name.clone() };
    let Room { you, state } = match (&online.room, wish) {
        (Some(code), wish) => enter(&server, code, wish.as_ref().map(|wish| wish.game.as_str()))?,
        (None, Some(wish)) => {
            let code = server.create(&wish).map_err(|error| unmade(&error, &wish))?;
            server.room(&code).map_err(|error| failed(&error))?
        }
        (None, None) => return Err(Failure::Usage("name a game, or a room with --room CODE".to_owned())),
    };
    let game = Game::new(state, you, Duration::ZERO)?;
    let line = Line::to(&server, &game.room().room)
        .map_err(|error| Failure::Failed(format!("can't start a thread for the connection: {error}")))?;
    if args.plain || !screen::is_possible() {
        dialogue::run(&seat, game, line, &stop)
    } else {
        on_screen(&seat, game, line, &stop)
    }
}

/// A room with a code: one takes the free side, goes on as its player, or watches.
fn enter(server: &Server, code: &str, game: Option<&str>) -> Result<Room, Failure> {
    let room = server.room(code).map_err(|error| failed(&error))?;
    if let Some(game) = game
        && game != room.state.game
    {
        let plays = excerpt(&room.state.game);
        return Err(Failure::Usage(format!("room {code} plays {plays}, not {game}; leave the game out")));
    }
    if room.you.is_some() || room.state.status.stage != Stage::Waiting {
        return Ok(room);
    }
    match server.join(code) {
        Ok(()) => {}
        // Somebody else was quicker: one watches.
        Err(ClientError::Refused(why)) if why.is(Code::RoomFull) => {}
        Err(error) => return Err(failed(&error)),
    }
    server.room(code).map_err(|error| failed(&error))
}

/// Why there is no room.
fn unmade(error: &ClientError, wish: &NewRoom) -> Failure {
    match (error, &wish.opponent) {
        (ClientError::Refused(why), Opponent::Computer { agent }) if why.is(Code::Agent) => {
            let agent = excerpt(agent);
            Failure::Failed(format!(
                "{error} (--opponent takes friend, anyone, pool, or an agent; \"{agent}\" is none)"
            ))
        }
        _ => failed(error),
    }
}

/// On the full screen, with what matters before it opens and after it is gone.
fn on_screen(seat: &Seat, game: Game, line: Line, stop: &StopToken) -> Result<(), Failure> {
    if let Some(waiting) = seat.waiting(&game) {
        anstream::println!("{waiting}");
    }
    let (game, result) = screen::online(seat, game, line, stop);
    for words in game.iter().filter_map(|game| screen::result(game).or_else(|| seat.come_back(game))) {
        anstream::println!("{words}");
    }
    result
}
