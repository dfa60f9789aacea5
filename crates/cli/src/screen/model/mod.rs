//! The state machine of full-screen mode. Keys, clicks, search results and the time go in, and [`Task`]s come out. It is independent of
//! terminal, threads and clock.

mod agents;
mod commands;
mod online;
mod pace;

use std::time::Duration;

use ratatui::crossterm::event::KeyEvent;
use zermelo_client::ServerEvent;
use zermelo_core::erased::{DynDecision, DynRecord, TextDecision};
use zermelo_core::view::{ClickOptions, Clicks, Piece};
use zermelo_core::{AgentError, Clocks, Ply, Referee, Side, Square, View};
use zermelo_protocol::RoomAction;

use super::cursor_moves::OrientedBoard;
use super::theme::Theme;
use crate::error::CliError;
use crate::online::OnlineGame;
use crate::play::{Statistics, add_result};

/// Input of the model.
pub enum Input {
    /// A key was pressed.
    Key(KeyEvent),
    /// A cell was clicked with the mouse.
    Click(Square),
    /// An intermediate result of the search with this number.
    Progress(u64, TextDecision),
    /// The result of the search with this number, and its duration.
    Answer(u64, Result<DynDecision, AgentError>, Duration),
    /// A message from the server.
    Server(ServerEvent),
    /// Time passed.
    Tick,
}

/// A side effect for the caller to perform.
#[derive(Debug)]
pub enum Task {
    /// Start a search. Its number returns with the result.
    Think(u64, SearchPurpose, Box<dyn DynRecord>),
    /// Stop the running search, which then returns its result.
    Stop,
    /// Set up a new game.
    NewGame,
    /// Record the search figures of the move that led to a ply.
    RecordDecision(Ply, TextDecision),
    /// Save a finished or unfinished game, with the players by side.
    SaveGame(Box<dyn DynRecord>, [usize; 2]),
    /// Quit.
    Leave,
    /// Quit with the error of this player.
    Fail(usize, AgentError),
    /// Send an action to the server.
    Act(RoomAction),
    /// Enter another room of the server.
    EnterRoom(String),
    /// Quit with an error of the game on the server.
    FailOnline(CliError),
}

/// The purpose of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SearchPurpose {
    /// The move of this player.
    Move(usize),
    /// A hint.
    Hint,
}

/// A player for display.
pub struct PlayerInfo {
    pub name: String,
    pub is_human: bool,
}

/// The state of a game on a server.
pub struct OnlineState {
    pub game: OnlineGame,
    /// The text while the other side has no player.
    pub waiting: Option<String>,
}

/// A running search.
pub struct RunningSearch {
    id: u64,
    pub purpose: SearchPurpose,
    pub began: Duration,
    /// The latest intermediate result.
    pub latest: Option<TextDecision>,
}

/// A question to confirm.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Confirmation {
    New,
    Quit,
    Resign,
    Abort,
    /// Leave a running game on a server?
    Leave,
}

/// The receiver of keys.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum InputMode {
    Board,
    /// The input line, with its text.
    Typing(String),
    Asking(Confirmation),
    /// The help page.
    Keys,
    /// The list of chat messages.
    Saying,
}

/// A message, shown until the next key.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StatusMessage {
    pub text: String,
    /// Whether it is an error.
    pub is_error: bool,
}

/// The state of full-screen mode.
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
pub struct Model {
    referee: Referee,
    pub view: View,
    /// The player of each side, by [`Side::index`].
    pub seats: [usize; 2],
    pub players: [PlayerInfo; 2],
    pub statistics: Vec<Statistics>,
    /// The specification of the agent that gives hints.
    pub adviser: String,
    pub theme: Theme,
    pub cursor: Square,
    /// The selected cells of an incomplete move.
    pub clicked: Vec<Square>,
    pub mode: InputMode,
    pub message: Option<StatusMessage>,
    /// The cells of the hint.
    pub hinted: Vec<Square>,
    /// The running search.
    pub search: Option<RunningSearch>,
    /// Whether a 3-D board is rotated.
    pub rotated: bool,
    /// Whether square numbers are shown, on boards without other names.
    pub numbers: bool,
    /// Whether a game of agents is paused.
    pub paused: bool,
    /// The time since the program started.
    pub now: Duration,
    /// Whether a new game starts after each game.
    endless: bool,
    pace: usize,
    /// The result of a search whose move is delayed.
    waiting: Option<(DynDecision, Duration)>,
    turn_began: Duration,
    search_count: u64,
    /// The first digits of a typed row number.
    digits: String,
    /// Whether the game was saved and counted.
    is_closed: bool,
    /// The game on a server; `None` for local games.
    pub online: Option<OnlineState>,
    tasks: Vec<Task>,
}

impl Model {
    /// A model for a game.
    pub fn new(record: Box<dyn DynRecord>, players: [PlayerInfo; 2], seats: [usize; 2], theme: Theme) -> Self {
        let view = record.view();
        let statistics = players.iter().map(|player| Statistics::new(&player.name)).collect();
        let cursor = OrientedBoard { board: &view.board, rotated: false }.middle();
        let mut model = Self {
            referee: Referee::new(record, Clocks::default()),
            seats,
            statistics,
            players,
            adviser: String::new(),
            theme,
            cursor,
            clicked: Vec::new(),
            mode: InputMode::Board,
            message: None,
            hinted: Vec::new(),
            search: None,
            rotated: false,
            numbers: true,
            paused: false,
            now: Duration::ZERO,
            endless: false,
            pace: pace::USUAL_PACE,
            waiting: None,
            turn_began: Duration::ZERO,
            search_count: 0,
            digits: String::new(),
            is_closed: false,
            online: None,
            tasks: Vec::new(),
            view,
        };
        model.refresh();
        model
    }

    /// Sets whether a new game starts after each game.
    #[must_use]
    pub fn endless(self, endless: bool) -> Self {
        Self { endless, ..self }
    }

    /// Sets the agent that gives hints.
    #[must_use]
    pub fn advised_by(self, adviser: &str) -> Self {
        Self { adviser: adviser.to_owned(), ..self }
    }

    /// Starts another game.
    pub fn new_game(&mut self, record: Box<dyn DynRecord>, seats: [usize; 2]) {
        self.referee = Referee::new(record, Clocks::default());
        self.seats = seats;
        self.is_closed = false;
        self.mode = InputMode::Board;
        self.message = None;
        self.refresh();
        self.cursor = self.board().middle();
        self.snap();
    }

    /// Handles an input at a time.
    pub fn handle(&mut self, input: Input, now: Duration) {
        self.now = now;
        match input {
            Input::Key(key) => self.press(key),
            Input::Click(square) => self.click(square),
            Input::Progress(id, decision) => {
                if let Some(search) = self.search.as_mut().filter(|search| search.id == id) {
                    search.latest = Some(decision);
                }
            }
            Input::Answer(id, result, time) => {
                if let Some(search) = self.search.take_if(|search| search.id == id) {
                    self.answer(search.purpose, result, time);
                }
            }
            Input::Server(event) => self.server_event(event),
            Input::Tick => {}
        }
        self.advance();
    }

    /// Removes and returns the pending tasks.
    pub fn take_tasks(&mut self) -> Vec<Task> {
        std::mem::take(&mut self.tasks)
    }

    /// The board in its current orientation.
    pub fn board(&self) -> OrientedBoard<'_> {
        OrientedBoard { board: &self.view.board, rotated: self.rotated }
    }

    /// The moves as a tree of selections.
    pub fn clicks(&self) -> Clicks<'_> {
        Clicks::new(&self.view)
    }

    /// The pieces, with a preview of the partly selected move.
    pub fn pieces(&self) -> Vec<Piece> {
        self.clicks().preview(&self.clicked)
    }

    /// The selectable cells and moves; none unless a person is to move.
    pub fn choice(&self) -> ClickOptions {
        if self.is_persons_turn() { self.clicks().after(&self.clicked) } else { ClickOptions::default() }
    }

    /// Whether a local person is to move.
    pub fn is_persons_turn(&self) -> bool {
        match self.game() {
            Some(game) => game.is_your_turn(),
            None => self.view.ending.is_none() && self.is_human(self.view.to_move),
        }
    }

    /// Whether this is a local game of agents.
    pub fn is_watched(&self) -> bool {
        self.online.is_none() && self.players.iter().all(|player| !player.is_human)
    }

    /// The player of a side.
    pub fn player(&self, side: Side) -> &PlayerInfo {
        &self.players[self.seats[side.index()]]
    }

    /// The moves played, with the side that played the first.
    pub fn moves(&self) -> (Side, Vec<String>) {
        let moves: Vec<String> = self.referee.record().moves().into_iter().map(|(mv, _)| mv).collect();
        let next = self.view.to_move;
        (if moves.len().is_multiple_of(2) { next } else { next.opponent() }, moves)
    }

    /// Cancels the search, counts the game, and saves it.
    pub fn close(&mut self) {
        self.cancel_search();
        if self.is_closed {
            return;
        }
        self.is_closed = true;
        if let Some(ending) = self.view.ending {
            add_result(&mut self.statistics, self.seats, ending);
        }
        if self.view.ply.0 > 0 || self.view.ending.is_some() {
            self.tasks.push(Task::SaveGame(self.referee.record().boxed_clone(), self.seats));
        }
    }

    fn is_human(&self, side: Side) -> bool {
        self.player(side).is_human
    }

    /// Updates the view from the record.
    fn refresh(&mut self) {
        self.view = self.referee.record().view();
        self.clicked.clear();
        self.hinted.clear();
        self.digits.clear();
        self.waiting = None;
        self.turn_began = self.now;
        self.snap();
    }

    /// Moves the cursor to the nearest selectable cell.
    fn snap(&mut self) {
        let next = self.choice().next;
        let is_there = next.iter().any(|&cell| self.clicks().is_same(cell, self.cursor));
        if !is_there && let Some(nearest) = self.board().nearest(self.cursor, &next) {
            self.cursor = nearest;
        }
    }

    fn say(&mut self, text: impl Into<String>) {
        self.message = Some(StatusMessage { text: text.into(), is_error: false });
    }

    fn refuse(&mut self, text: impl Into<String>) {
        self.message = Some(StatusMessage { text: text.into(), is_error: true });
    }
}
