//! `zermelo play --server`: creates, joins or resumes a room.

use std::time::Duration;

use zermelo_client::{Address, ClientError, Line, Room, Server};
use zermelo_core::StopToken;
use zermelo_core::text::excerpt;
use zermelo_protocol::{ErrorCode, NewRoom, Opponent, Stage};

use crate::failure::Failure;
use crate::online::{Game, Identity, Seat, dialogue, failed};
use crate::play::PlayArgs;
use crate::{input, screen};

/// Plays on a server.
pub fn run(args: &PlayArgs, address: &Address) -> Result<(), Failure> {
    let online = &args.online;
    // Validate the arguments before the first request.
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
        (None, None) => {
            return Err(Failure::Usage("no game given; name one, or join a room with --room CODE".to_owned()));
        }
    };
    let game = Game::new(state, you, Duration::ZERO)?;
    let line = Line::to(&server, &game.room().room)
        .map_err(|error| Failure::Failed(format!("can't start the connection thread: {error}")))?;
    if args.plain || !screen::is_possible() {
        dialogue::run(&seat, game, line, &stop)
    } else {
        on_screen(&seat, game, line, &stop)
    }
}

/// Enters a room: joins the free side, resumes as its player, or watches.
fn enter(server: &Server, code: &str, game: Option<&str>) -> Result<Room, Failure> {
    let room = server.room(code).map_err(|error| failed(&error))?;
    if let Some(game) = game
        && game != room.state.game
    {
        let plays = excerpt(&room.state.game);
        return Err(Failure::Usage(format!("room {code} plays {plays}, not {game}; omit the game")));
    }
    if room.you.is_some() || room.state.status.stage != Stage::Waiting {
        return Ok(room);
    }
    match server.join(code) {
        Ok(()) => {}
        // Another player has joined first: watch the game.
        Err(ClientError::Refused(why)) if why.is(ErrorCode::RoomFull) => {}
        Err(error) => return Err(failed(&error)),
    }
    server.room(code).map_err(|error| failed(&error))
}

/// The error for a room that was not created.
fn unmade(error: &ClientError, wish: &NewRoom) -> Failure {
    match (error, &wish.opponent) {
        (ClientError::Refused(why), Opponent::Computer { agent }) if why.is(ErrorCode::Agent) => {
            let agent = excerpt(agent);
            Failure::Failed(format!(
                "{error} (--opponent takes friend, anyone, pool, or an agent; the server has no agent \"{agent}\")"
            ))
        }
        _ => failed(error),
    }
}

/// Plays in full-screen mode. The invitation is printed before, and the result or the command to rejoin after it.
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
