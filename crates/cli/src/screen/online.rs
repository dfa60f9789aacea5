//! A sitting at the full screen with a server: keys and what the server tells go to the [`Model`], its tasks are done.

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

/// Plays until somebody leaves: the game as it stands then, and what went wrong.
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

/// How a game that is over ended.
pub fn result(game: &Game) -> Option<String> {
    let view = game.record().view();
    view.ending.map(|ending| words::ending(&view, ending))
}

fn play(model: &mut Model, screen: &mut Screen, line: &mut Line, stop: &StopToken) -> Result<(), Failure> {
    let events = terminal::listen()?;
    let begun = Instant::now();
    let mut is_changed = true;
    loop {
        // Clocks and countdowns go on by themselves; else nothing is drawn while nothing happens.
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
                // There are no agents here, and the server keeps the games.
                Task::Think(..) | Task::Stop | Task::Deal | Task::Note(..) | Task::Keep(..) | Task::Fail(..) => {}
            }
        }
    }
}
