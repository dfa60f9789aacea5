//! The event loop of a game on a server in full-screen mode: feeds keys and server messages to the [`Model`] and performs its tasks.

use std::sync::mpsc::RecvTimeoutError;
use std::time::Instant;

use zermelo_client::Line;
use zermelo_core::StopToken;

use super::look::Look;
use super::model::{Input, Model, Task};
use super::page;
use super::session::{BEAT, input};
use super::terminal::{self, Screen};
use super::words;
use crate::failure::Failure;
use crate::online::{Game, Seat};

/// Runs until the person leaves. Returns the final state of the game, and the error if one occurred.
pub fn run(seat: &Seat, game: Game, mut line: Line, stop: &StopToken) -> (Option<Game>, Result<(), Failure>) {
    let waiting = seat.waiting(&game);
    let mut model = Model::online(game, waiting, Look::of_terminal());
    let result =
        Screen::open().map_err(Failure::from).and_then(|mut screen| play(&mut model, &mut screen, &mut line, stop));
    let game = model.online.map(|online| online.game);
    if let Some(action) = game.as_ref().and_then(Game::farewell) {
        line.act(action);
    }
    line.leave();
    (game, result)
}

/// The result of a finished game as text.
pub fn result(game: &Game) -> Option<String> {
    let view = game.record().view();
    view.ending.map(|ending| words::ending(&view, ending))
}

fn play(model: &mut Model, screen: &mut Screen, line: &mut Line, stop: &StopToken) -> Result<(), Failure> {
    let events = terminal::listen()?;
    let begun = Instant::now();
    let mut is_changed = true;
    loop {
        // Redraw for running clocks and countdowns, else only after a change.
        if is_changed || model.game().is_some_and(Game::is_ticking) {
            screen.terminal.draw(|frame| page::draw(model, frame))?;
        }
        let size = screen.terminal.size()?;
        let heard = events.recv_timeout(BEAT);
        if stop.is_stopped() || heard == Err(RecvTimeoutError::Disconnected) {
            return Ok(());
        }
        is_changed = heard.is_ok();
        for event in heard.into_iter().chain(events.try_iter()) {
            if let Some(input) = input(model, size, &event) {
                model.handle(input, begun.elapsed());
            }
        }
        for told in line.told() {
            is_changed = true;
            model.handle(Input::Told(told), begun.elapsed());
        }
        model.handle(Input::Tick, begun.elapsed());
        for task in model.take_tasks() {
            match task {
                Task::Act(action) => {
                    line.act(action);
                }
                Task::Follow(room) => line.follow(&room),
                Task::Leave => return Ok(()),
                Task::Break(failure) => return Err(failure),
                // Tasks of local games.
                Task::Think(..) | Task::Stop | Task::Deal | Task::Note(..) | Task::Keep(..) | Task::Fail(..) => {}
            }
        }
    }
}
