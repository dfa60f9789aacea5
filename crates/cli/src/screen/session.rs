//! The event loop of local games in full-screen mode: feeds keys, search results and the time to the [`Model`] and performs its tasks.

use std::io;
use std::sync::mpsc::RecvTimeoutError;
use std::time::{Duration, Instant};

use ratatui::crossterm::event::{Event, KeyEventKind, MouseButton, MouseEventKind};
use ratatui::layout::{Position, Rect, Size};
use zermelo_core::StopToken;
use zermelo_core::erased::{DynAgent, DynRecord};

use super::look::Look;
use super::model::{Input, Model, Seated, Task, Thinker};
use super::page;
use super::terminal::{self, Screen};
use super::worker::{Hired, Worker};
use crate::failure::Failure;
use crate::play::{Deal, PlayArgs, Player, Statistics, limits};
use crate::save::Archive;

/// The interval between two polls of the agents.
pub const BEAT: Duration = Duration::from_millis(40);
/// The index of the agent that gives hints, after the players.
const ADVISER: usize = 2;

/// The environment of the model.
struct Sitting<'a> {
    args: &'a PlayArgs,
    start: &'a dyn DynRecord,
    worker: Worker,
    archive: Option<Archive>,
    seed: u64,
    /// The number of games so far.
    games: u64,
}

/// Runs until the person leaves. Returns the statistics of the players.
pub fn run(
    args: &PlayArgs,
    start: &dyn DynRecord,
    players: [Player; 2],
    archive: Option<Archive>,
    stop: &StopToken,
    seed: u64,
) -> Result<Vec<Statistics>, Failure> {
    let seated =
        [0, 1].map(|at: usize| Seated { name: players[at].name().to_owned(), is_human: players[at].is_human() });
    let worker = Worker::start(hire(args, &start.game_spec(), players)?)?;
    let mut sitting = Sitting { args, start, worker, archive, seed, games: 0 };
    let (record, seats) = sitting.deal()?;
    let mut model = Model::new(record, seated, seats, Look::of_terminal()).endless(args.endless).advised_by(&args.hint);
    let mut screen = Screen::open()?;
    sitting.play(&mut model, &mut screen, stop)?;
    drop(screen);
    Ok(model.statistics)
}

/// The agents of the players, and the agent that gives hints if a person plays.
fn hire(args: &PlayArgs, game: &str, players: [Player; 2]) -> Result<Vec<Option<Hired>>, Failure> {
    let adviser = if players.iter().any(Player::is_human) {
        let refused = |error| Failure::Spec { what: "--hint (an agent)".to_owned(), error };
        Some(zermelo_catalog::agent(&args.hint, game).map_err(refused)?)
    } else {
        None
    };
    let agent = |player| match player {
        Player::Human => None,
        Player::Agent { agent, .. } => Some(agent),
    };
    let [first, second] = players.map(agent);
    let hired = |agent: Box<dyn DynAgent>| Hired { limits: limits(args, agent.as_ref()), agent };
    Ok([first, second, adviser].map(|agent| agent.map(hired)).into())
}

impl Sitting<'_> {
    /// Sets up the next game. Returns its record and the players by side.
    fn deal(&mut self) -> Result<(Box<dyn DynRecord>, [usize; 2]), Failure> {
        let mut deal = Deal::new(self.args, self.seed, self.games);
        self.games += 1;
        for agent in 0..=ADVISER {
            self.worker.new_game(agent, deal.seed_of(agent));
        }
        let mut record = self.start.boxed_clone();
        deal.open(self.args, record.as_mut())?;
        Ok((record, deal.seats))
    }

    fn play(&mut self, model: &mut Model, screen: &mut Screen, stop: &StopToken) -> Result<(), Failure> {
        let events = terminal::listen()?;
        let begun = Instant::now();
        model.handle(Input::Tick, begun.elapsed());
        self.work(model)?;
        let mut is_changed = true;
        loop {
            // Redraw the elapsed time of a search, else only after a change.
            let shown = show(model, screen, is_changed || model.thought.is_some());
            let (size, heard) = match shown.map(|size| (size, events.recv_timeout(BEAT))) {
                Ok((size, heard)) if !stop.is_stopped() && heard != Err(RecvTimeoutError::Disconnected) => {
                    (size, heard)
                }
                // Ctrl-C, or the terminal is gone, which drawing may notice first.
                ended => {
                    model.close();
                    self.work(model)?;
                    return Ok(ended.map(|_| ())?);
                }
            };
            // Handle all waiting events before the next redraw, so that a held key does not lag.
            is_changed = heard.is_ok();
            for event in heard.into_iter().chain(events.try_iter()) {
                if let Some(input) = input(model, size, &event) {
                    model.handle(input, begun.elapsed());
                }
            }
            while let Some(input) = self.worker.next() {
                is_changed = true;
                model.handle(input, begun.elapsed());
            }
            is_changed |= model.is_watched();
            model.handle(Input::Tick, begun.elapsed());
            if self.work(model)? {
                return Ok(());
            }
        }
    }

    /// Performs the tasks of the model. Returns whether to quit.
    fn work(&mut self, model: &mut Model) -> Result<bool, Failure> {
        for task in model.take_tasks() {
            match task {
                Task::Think(id, thinker, record) => {
                    let agent = match thinker {
                        Thinker::Player(player) => player,
                        Thinker::Adviser => ADVISER,
                    };
                    self.worker.think(id, agent, record);
                }
                Task::Stop => self.worker.stop(),
                Task::Deal => {
                    let (record, seats) = self.deal()?;
                    model.deal(record, seats);
                }
                Task::Note(ply, decision) => {
                    if let Some(archive) = &mut self.archive {
                        archive.note(ply, &decision);
                    }
                }
                Task::Keep(record, seats) => {
                    if let Some(archive) = &mut self.archive {
                        let name = |side: usize| model.players[seats[side]].name.as_str();
                        archive.add(record.as_ref(), [name(0), name(1)], self.seed)?;
                    }
                }
                Task::Leave => return Ok(true),
                // Tasks of games on a server.
                Task::Act(_) | Task::Follow(_) => {}
                Task::Break(failure) => return Err(failure),
                Task::Fail(player, error) => {
                    return Err(Failure::Agent { agent: model.players[player].name.clone(), error });
                }
            }
        }
        Ok(false)
    }
}

/// Redraws the page after a change. Returns the size of the terminal.
fn show(model: &Model, screen: &mut Screen, is_changed: bool) -> io::Result<Size> {
    if is_changed {
        screen.terminal.draw(|frame| page::draw(model, frame))?;
    }
    screen.terminal.size()
}

/// Converts a terminal event. Resizes need no input, since each redraw reads the size.
pub fn input(model: &Model, size: Size, event: &Event) -> Option<Input> {
    match event {
        Event::Key(key) if key.kind != KeyEventKind::Release => Some(Input::Key(*key)),
        Event::Mouse(mouse) if mouse.kind == MouseEventKind::Down(MouseButton::Left) => {
            let area = Rect::new(0, 0, size.width, size.height);
            page::cell_at(model, area, Position::new(mouse.column, mouse.row)).map(Input::Click)
        }
        _ => None,
    }
}
