//! `zermelo play --server`: creates, joins or resumes a room.

use std::time::Duration;

use zermelo_client::{Address, ClientError, RoomConnection, RoomResponse, Server};
use zermelo_core::StopToken;
use zermelo_core::text::excerpt;
use zermelo_protocol::{ErrorCode, NewRoom, Opponent, Stage};

use crate::error::CliError;
use crate::online::{Identity, OnlineGame, ServerContext, client_error, dialogue};
use crate::play::PlayArgs;
use crate::{input, screen};

/// Plays on a server.
pub fn run(args: &PlayArgs, address: &Address) -> Result<(), CliError> {
    let online = &args.online;
    // Validate the arguments before the first request.
    let new_room = args.start().map(|start| input::start(&start)).transpose()?.map(|record| NewRoom {
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
    let me = server.guest(online.name.as_deref()).map_err(|error| client_error(&error))?;
    if let Some(cookie) = server.cookie() {
        identity.keep(cookie)?;
    }
    let server_context = ServerContext { address: address.clone(), me, name: online.name.clone() };
    let RoomResponse { you, state } = match (&online.room, new_room) {
        (Some(code), new_room) => enter(&server, code, new_room.as_ref().map(|new_room| new_room.game.as_str()))?,
        (None, Some(new_room)) => {
            let code = server.create(&new_room).map_err(|error| creation_error(&error, &new_room))?;
            server.room(&code).map_err(|error| client_error(&error))?
        }
        (None, None) => {
            return Err(CliError::Usage("no game given; name one, or join a room with --room CODE".to_owned()));
        }
    };
    let game = OnlineGame::new(state, you, Duration::ZERO)?;
    let connection = RoomConnection::open(&server, &game.room().room)
        .map_err(|error| CliError::Failed(format!("can't start the connection thread: {error}")))?;
    if args.plain || !screen::is_possible() {
        dialogue::run(&server_context, game, connection, &stop)
    } else {
        on_screen(&server_context, game, connection, &stop)
    }
}

/// Enters a room: joins the free side, resumes as its player, or watches.
fn enter(server: &Server, code: &str, game: Option<&str>) -> Result<RoomResponse, CliError> {
    let room = server.room(code).map_err(|error| client_error(&error))?;
    if let Some(game) = game
        && game != room.state.game
    {
        let plays = excerpt(&room.state.game);
        return Err(CliError::Usage(format!("room {code} plays {plays}, not {game}; omit the game")));
    }
    if room.you.is_some() || room.state.status.stage != Stage::Waiting {
        return Ok(room);
    }
    match server.join(code) {
        Ok(()) => {}
        // Another player has joined first: watch the game.
        Err(ClientError::Refused(why)) if why.is(ErrorCode::RoomFull) => {}
        Err(error) => return Err(client_error(&error)),
    }
    server.room(code).map_err(|error| client_error(&error))
}

/// The error for a room that was not created.
fn creation_error(error: &ClientError, new_room: &NewRoom) -> CliError {
    match (error, &new_room.opponent) {
        (ClientError::Refused(why), Opponent::Computer { agent }) if why.is(ErrorCode::Agent) => {
            let agent = excerpt(agent);
            CliError::Failed(format!(
                "{error} (--opponent takes friend, anyone, pool, or an agent; the server has no agent \"{agent}\")"
            ))
        }
        _ => client_error(error),
    }
}

/// Plays in full-screen mode. The invitation is printed before, and the result or the command to rejoin after it.
fn on_screen(
    server_context: &ServerContext,
    game: OnlineGame,
    connection: RoomConnection,
    stop: &StopToken,
) -> Result<(), CliError> {
    if let Some(waiting) = server_context.waiting(&game) {
        anstream::println!("{waiting}");
    }
    let (game, result) = screen::online(server_context, game, connection, stop);
    for words in game.iter().filter_map(|game| screen::result(game).or_else(|| server_context.rejoin_hint(game))) {
        anstream::println!("{words}");
    }
    result
}
