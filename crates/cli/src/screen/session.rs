//! The event loop of local games in full-screen mode: feeds keys, search results and the time to the [`Model`] and performs its tasks.

use std::io;
use std::sync::mpsc::RecvTimeoutError;
use std::time::{Duration, Instant};

use ratatui::crossterm::event::{Event, KeyEventKind, MouseButton, MouseEventKind};
use ratatui::layout::{Position, Rect, Size};
use zermelo_core::StopToken;
use zermelo_core::erased::{DynAgent, DynRecord};

use super::agent_thread::{AgentThread, LimitedAgent};
use super::model::{Input, Model, PlayerInfo, SearchPurpose, Task};
use super::page;
use super::terminal::{self, Screen};
use super::theme::Theme;
use crate::error::CliError;
use crate::play::{GameSetup, LocalPlayer, PlayArgs, Statistics, limits};
use crate::save::SaveFile;

/// The interval between two polls of the agents.
pub const POLL_INTERVAL: Duration = Duration::from_millis(40);
/// The index of the agent that gives hints, after the players.
const ADVISER: usize = 2;

/// The environment of the model.
struct LocalSession<'a> {
    args: &'a PlayArgs,
    start: &'a dyn DynRecord,
    agent_thread: AgentThread,
    save_file: Option<SaveFile>,
    seed: u64,
    /// The number of games so far.
    games: u64,
}

/// Runs until the person leaves. Returns the statistics of the players.
pub fn run(
    args: &PlayArgs,
    start: &dyn DynRecord,
    players: [LocalPlayer; 2],
    save_file: Option<SaveFile>,
    stop: &StopToken,
    seed: u64,
) -> Result<Vec<Statistics>, CliError> {
    let player_info =
        [0, 1].map(|at: usize| PlayerInfo { name: players[at].name().to_owned(), is_human: players[at].is_human() });
    let agent_thread = AgentThread::start(agents(args, &start.game_spec(), players)?)?;
    let mut session = LocalSession { args, start, agent_thread, save_file, seed, games: 0 };
    let (record, seats) = session.set_up_game()?;
    let mut model =
        Model::new(record, player_info, seats, Theme::of_terminal()).endless(args.endless).advised_by(&args.hint);
    let mut screen = Screen::open()?;
    session.play(&mut model, &mut screen, stop)?;
    drop(screen);
    Ok(model.statistics)
}

/// The agents of the players, and the agent that gives hints if a person plays.
fn agents(args: &PlayArgs, game: &str, players: [LocalPlayer; 2]) -> Result<Vec<Option<LimitedAgent>>, CliError> {
    let adviser = if players.iter().any(LocalPlayer::is_human) {
        let refused = |error| CliError::Spec { what: "--hint (an agent)".to_owned(), error };
        Some(zermelo_catalog::agent(&args.hint, game).map_err(refused)?)
    } else {
        None
    };
    let agent_of = |player| match player {
        LocalPlayer::Human => None,
        LocalPlayer::Agent { agent, .. } => Some(agent),
    };
    let [first, second] = players.map(agent_of);
    let limited = |agent: Box<dyn DynAgent>| LimitedAgent { limits: limits(args, agent.as_ref()), agent };
    Ok([first, second, adviser].map(|agent| agent.map(limited)).into())
}

impl LocalSession<'_> {
    /// Sets up the next game. Returns its record and the players by side.
    fn set_up_game(&mut self) -> Result<(Box<dyn DynRecord>, [usize; 2]), CliError> {
        let mut setup = GameSetup::new(self.args, self.seed, self.games);
        self.games += 1;
        for agent in 0..=ADVISER {
            self.agent_thread.new_game(agent, setup.player_seed(agent));
        }
        let mut record = self.start.boxed_clone();
        setup.play_random_first(self.args, record.as_mut())?;
        Ok((record, setup.seats))
    }

    fn play(&mut self, model: &mut Model, screen: &mut Screen, stop: &StopToken) -> Result<(), CliError> {
        let events = terminal::listen()?;
        let begun = Instant::now();
        model.handle(Input::Tick, begun.elapsed());
        self.work(model)?;
        let mut is_changed = true;
        loop {
            // Redraw the elapsed time of a search, else only after a change.
            let shown = show(model, screen, is_changed || model.search.is_some());
            let (size, heard) = match shown.map(|size| (size, events.recv_timeout(POLL_INTERVAL))) {
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
            while let Some(input) = self.agent_thread.next() {
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
    fn work(&mut self, model: &mut Model) -> Result<bool, CliError> {
        for task in model.take_tasks() {
            match task {
                Task::Think(id, purpose, record) => {
                    let agent = match purpose {
                        SearchPurpose::Move(player) => player,
                        SearchPurpose::Hint => ADVISER,
                    };
                    self.agent_thread.think(id, agent, record);
                }
                Task::Stop => self.agent_thread.stop(),
                Task::NewGame => {
                    let (record, seats) = self.set_up_game()?;
                    model.new_game(record, seats);
                }
                Task::RecordDecision(ply, decision) => {
                    if let Some(save_file) = &mut self.save_file {
                        save_file.record_decision(ply, &decision);
                    }
                }
                Task::SaveGame(record, seats) => {
                    if let Some(save_file) = &mut self.save_file {
                        let name = |side: usize| model.players[seats[side]].name.as_str();
                        save_file.add(record.as_ref(), [name(0), name(1)], self.seed)?;
                    }
                }
                Task::Leave => return Ok(true),
                // Tasks of games on a server.
                Task::Act(_) | Task::EnterRoom(_) => {}
                Task::FailOnline(failure) => return Err(failure),
                Task::Fail(player, error) => {
                    return Err(CliError::Agent { agent: model.players[player].name.clone(), error });
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
