//! The event loop of a game on a server in full-screen mode: feeds keys and server messages to the [`Model`] and performs its tasks.

use std::sync::mpsc::RecvTimeoutError;
use std::time::Instant;

use zermelo_client::RoomConnection;
use zermelo_core::StopToken;

use super::model::{Input, Model, Task};
use super::page;
use super::session::{POLL_INTERVAL, input};
use super::terminal::{self, Screen};
use super::theme::Theme;
use super::words;
use crate::error::CliError;
use crate::online::{OnlineGame, ServerContext};

/// Runs until the person leaves. Returns the final state of the game, and the error if one occurred.
pub fn run(
    context: &ServerContext,
    game: OnlineGame,
    mut connection: RoomConnection,
    stop: &StopToken,
) -> (Option<OnlineGame>, Result<(), CliError>) {
    let waiting = context.waiting(&game);
    let mut model = Model::online(game, waiting, Theme::of_terminal());
    let result = Screen::open()
        .map_err(CliError::from)
        .and_then(|mut screen| play(&mut model, &mut screen, &mut connection, stop));
    let game = model.online.map(|online| online.game);
    if let Some(action) = game.as_ref().and_then(OnlineGame::leave_action) {
        connection.act(action);
    }
    connection.close();
    (game, result)
}

/// The result of a finished game as text.
pub fn result(game: &OnlineGame) -> Option<String> {
    let view = game.record().view();
    view.ending.map(|ending| words::ending(&view, ending))
}

fn play(
    model: &mut Model,
    screen: &mut Screen,
    connection: &mut RoomConnection,
    stop: &StopToken,
) -> Result<(), CliError> {
    let events = terminal::listen()?;
    let begun = Instant::now();
    let mut is_changed = true;
    loop {
        // Redraw for running clocks and countdowns, else only after a change.
        if is_changed || model.game().is_some_and(OnlineGame::is_ticking) {
            screen.terminal.draw(|frame| page::draw(model, frame))?;
        }
        let size = screen.terminal.size()?;
        let heard = events.recv_timeout(POLL_INTERVAL);
        if stop.is_stopped() || heard == Err(RecvTimeoutError::Disconnected) {
            return Ok(());
        }
        is_changed = heard.is_ok();
        for event in heard.into_iter().chain(events.try_iter()) {
            if let Some(input) = input(model, size, &event) {
                model.handle(input, begun.elapsed());
            }
        }
        for event in connection.events() {
            is_changed = true;
            model.handle(Input::Server(event), begun.elapsed());
        }
        model.handle(Input::Tick, begun.elapsed());
        for task in model.take_tasks() {
            match task {
                Task::Act(action) => {
                    connection.act(action);
                }
                Task::EnterRoom(room) => connection.follow(&room),
                Task::Leave => return Ok(()),
                Task::FailOnline(failure) => return Err(failure),
                // Tasks of local games.
                Task::Think(..)
                | Task::Stop
                | Task::NewGame
                | Task::RecordDecision(..)
                | Task::SaveGame(..)
                | Task::Fail(..) => {}
            }
        }
    }
}
