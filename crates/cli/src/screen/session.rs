//! A sitting at the full screen: keys, agents and time go to the [`Model`], its tasks are done.

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

/// How long is waited for a key before time and agents are looked after.
pub const BEAT: Duration = Duration::from_millis(40);
/// The place of the adviser, after the players.
const ADVISER: usize = 2;

/// All that stands round the model.
struct Sitting<'a> {
    args: &'a PlayArgs,
    start: &'a dyn DynRecord,
    worker: Worker,
    archive: Option<Archive>,
    seed: u64,
    /// How many games were dealt.
    games: u64,
}

/// Plays until somebody leaves. What the players did.
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

/// The agents among the players, and the adviser where a person may ask.
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
    /// The next game and its seats.
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
            // A thought shows how long it goes on; else nothing is drawn while nothing happens.
            let shown = show(model, screen, is_changed || model.thought.is_some());
            let (size, heard) = match shown.map(|size| (size, events.recv_timeout(BEAT))) {
                Ok((size, heard)) if !stop.is_stopped() && heard != Err(RecvTimeoutError::Disconnected) => {
                    (size, heard)
                }
                // Somebody asks for the end, or the terminal is gone: drawing may be the first to notice.
                ended => {
                    model.close();
                    self.work(model)?;
                    return Ok(ended.map(|_| ())?);
                }
            };
            // All that waits, before the next drawing: a held key must not lag behind.
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

    /// Does the tasks; whether to leave.
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
                // There is no server here.
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

/// Draws the page anew, if it is changed; gives the size of the terminal.
fn show(model: &Model, screen: &mut Screen, is_changed: bool) -> io::Result<Size> {
    if is_changed {
        screen.terminal.draw(|frame| page::draw(model, frame))?;
    }
    screen.terminal.size()
}

/// What an event of the terminal means for the model. After a change of size the next drawing finds the new one.
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
