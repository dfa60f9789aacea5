//! The state of the full screen: a machine that takes keys, clicks, answers and the time, and gives [`Task`]s. It knows no
//! terminal, no thread and no clock.

mod agents;
mod commands;
mod online;
mod pace;

use std::time::Duration;

use ratatui::crossterm::event::KeyEvent;
use zermelo_client::Told;
use zermelo_core::erased::{DynDecision, DynRecord, TextDecision};
use zermelo_core::view::{Choice, Clicks, Piece};
use zermelo_core::{AgentError, Clocks, Ply, Referee, Side, Square, View};
use zermelo_protocol::RoomAction;

use super::look::Look;
use super::walk::Turned;
use crate::failure::Failure;
use crate::online::Game;
use crate::play::{Statistics, note_ending};

/// What comes in.
pub enum Input {
    /// A key was pressed.
    Key(KeyEvent),
    /// A cell was clicked with the mouse.
    Click(Square),
    /// What the thought of this number found so far.
    Progress(u64, TextDecision),
    /// What the thought of this number came to, and the time that it took.
    Answer(u64, Result<DynDecision, AgentError>, Duration),
    /// The server told something.
    Told(Told),
    /// Time passed.
    Tick,
}

/// What is to be done outside.
#[derive(Debug)]
pub enum Task {
    /// Let somebody think about a game. The thought's number comes back with the answer.
    Think(u64, Thinker, Box<dyn DynRecord>),
    /// End the thought that goes on; its answer comes at once.
    Stop,
    /// Deal a new game.
    Deal,
    /// Note how the move that led to a ply was chosen.
    Note(Ply, TextDecision),
    /// Keep a game that is over or was left, with the seats of its players.
    Keep(Box<dyn DynRecord>, [usize; 2]),
    /// Leave.
    Leave,
    /// Leave: this player failed.
    Fail(usize, AgentError),
    /// Ask the server for something.
    Act(RoomAction),
    /// Go on in another room of the server.
    Follow(String),
    /// Leave: the game on the server can't go on.
    Break(Failure),
}

/// Who thinks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Thinker {
    /// The player of this number, whose turn it is.
    Player(usize),
    /// The one who is asked for hints.
    Adviser,
}

/// A player, as it is shown.
pub struct Seated {
    /// Its name.
    pub name: String,
    /// Whether it is a person.
    pub is_human: bool,
}

/// What the model has of a game on a server.
pub struct Online {
    /// The game.
    pub game: Game,
    /// What is shown while nobody plays the other side.
    pub waiting: Option<String>,
}

/// A thought that goes on.
pub struct Thought {
    /// Its number.
    id: u64,
    /// Whose it is.
    pub thinker: Thinker,
    /// When it began.
    pub began: Duration,
    /// What it found so far.
    pub latest: Option<TextDecision>,
}

/// What is asked before something is lost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Question {
    /// Begin a new game?
    New,
    /// Leave?
    Quit,
    /// Give up?
    Resign,
    /// Call the game off?
    Abort,
    /// Leave a game that goes on without one?
    Leave,
}

/// What keys go to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Mode {
    /// The board.
    Board,
    /// A move that is being typed.
    Typing(String),
    /// A question.
    Asking(Question),
    /// The page of keys.
    Keys,
    /// What can be said.
    Saying,
}

/// Something that is said until the next key.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Message {
    /// The words.
    pub text: String,
    /// Whether something was refused.
    pub is_refusal: bool,
}

/// The state of the full screen.
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
pub struct Model {
    referee: Referee,
    /// What is to be seen of the game.
    pub view: View,
    /// Which player holds which side, by [`Side::index`].
    pub seats: [usize; 2],
    /// The players.
    pub players: [Seated; 2],
    /// What the players did.
    pub statistics: Vec<Statistics>,
    /// Who gives hints.
    pub adviser: String,
    /// How to draw.
    pub look: Look,
    /// Where the cursor is.
    pub cursor: Square,
    /// The clicks of a move that is not complete.
    pub clicked: Vec<Square>,
    /// What keys go to.
    pub mode: Mode,
    /// What is said.
    pub message: Option<Message>,
    /// The cells of a hint.
    pub hinted: Vec<Square>,
    /// The thought that goes on.
    pub thought: Option<Thought>,
    /// Whether the planes are cut the other way.
    pub turned: bool,
    /// Whether the numbers of the squares are shown, where the board has no other names.
    pub numbers: bool,
    /// Whether a game of agents stands still.
    pub paused: bool,
    /// The time now, since the program began.
    pub now: Duration,
    /// Whether a new game follows each by itself.
    endless: bool,
    pace: usize,
    /// The answer of an agent whose move is not due yet.
    waiting: Option<(DynDecision, Duration)>,
    turn_began: Duration,
    thoughts: u64,
    /// Digits of a name of two.
    digits: String,
    /// Whether the game was kept and counted.
    is_closed: bool,
    /// The game on a server, if it is one.
    pub online: Option<Online>,
    tasks: Vec<Task>,
}

impl Model {
    /// A game at its start.
    pub fn new(record: Box<dyn DynRecord>, players: [Seated; 2], seats: [usize; 2], look: Look) -> Self {
        let view = record.view();
        let statistics = players.iter().map(|player| Statistics::new(&player.name)).collect();
        let cursor = Turned { board: &view.board, turned: false }.middle();
        let mut model = Self {
            referee: Referee::new(record, Clocks::default()),
            seats,
            statistics,
            players,
            adviser: String::new(),
            look,
            cursor,
            clicked: Vec::new(),
            mode: Mode::Board,
            message: None,
            hinted: Vec::new(),
            thought: None,
            turned: false,
            numbers: true,
            paused: false,
            now: Duration::ZERO,
            endless: false,
            pace: pace::USUAL_PACE,
            waiting: None,
            turn_began: Duration::ZERO,
            thoughts: 0,
            digits: String::new(),
            is_closed: false,
            online: None,
            tasks: Vec::new(),
            view,
        };
        model.refresh();
        model
    }

    /// Lets a new game follow each by itself.
    #[must_use]
    pub fn endless(self, endless: bool) -> Self {
        Self { endless, ..self }
    }

    /// Names the one who gives hints.
    #[must_use]
    pub fn advised_by(self, adviser: &str) -> Self {
        Self { adviser: adviser.to_owned(), ..self }
    }

    /// Begins another game.
    pub fn deal(&mut self, record: Box<dyn DynRecord>, seats: [usize; 2]) {
        self.referee = Referee::new(record, Clocks::default());
        self.seats = seats;
        self.is_closed = false;
        self.mode = Mode::Board;
        self.message = None;
        self.refresh();
        self.cursor = self.board().middle();
        self.snap();
    }

    /// Takes something in at a time.
    pub fn handle(&mut self, input: Input, now: Duration) {
        self.now = now;
        match input {
            Input::Key(key) => self.press(key),
            Input::Click(square) => self.click(square),
            Input::Progress(id, decision) => {
                if let Some(thought) = self.thought.as_mut().filter(|thought| thought.id == id) {
                    thought.latest = Some(decision);
                }
            }
            Input::Answer(id, result, time) => {
                if let Some(thought) = self.thought.take_if(|thought| thought.id == id) {
                    self.answer(thought.thinker, result, time);
                }
            }
            Input::Told(told) => self.told(told),
            Input::Tick => {}
        }
        self.go_on();
    }

    /// What is to be done now, each once.
    pub fn take_tasks(&mut self) -> Vec<Task> {
        std::mem::take(&mut self.tasks)
    }

    /// The board as it is drawn.
    pub fn board(&self) -> Turned<'_> {
        Turned { board: &self.view.board, turned: self.turned }
    }

    /// The moves as a tree of clicks.
    pub fn clicks(&self) -> Clicks<'_> {
        Clicks::new(&self.view)
    }

    /// What stands where, the unfinished move included.
    pub fn pieces(&self) -> Vec<Piece> {
        self.clicks().preview(&self.clicked)
    }

    /// What can be chosen now; nothing while no person is to choose.
    pub fn choice(&self) -> Choice {
        if self.is_persons_turn() { self.clicks().after(&self.clicked) } else { Choice::default() }
    }

    /// Whether a person is to move.
    pub fn is_persons_turn(&self) -> bool {
        match self.game() {
            Some(game) => game.is_your_turn(),
            None => self.view.ending.is_none() && self.is_human(self.view.to_move),
        }
    }

    /// Whether only agents play, here.
    pub fn is_watched(&self) -> bool {
        self.online.is_none() && self.players.iter().all(|player| !player.is_human)
    }

    /// The player of a side.
    pub fn player(&self, side: Side) -> &Seated {
        &self.players[self.seats[side.index()]]
    }

    /// The moves played, with the side that played the first.
    pub fn moves(&self) -> (Side, Vec<String>) {
        let moves: Vec<String> = self.referee.record().moves().into_iter().map(|(mv, _)| mv).collect();
        let next = self.view.to_move;
        (if moves.len().is_multiple_of(2) { next } else { next.opponent() }, moves)
    }

    /// Ends what goes on, so that nothing is lost: the game is counted and kept.
    pub fn close(&mut self) {
        self.drop_thought();
        if self.is_closed {
            return;
        }
        self.is_closed = true;
        if let Some(ending) = self.view.ending {
            note_ending(&mut self.statistics, self.seats, ending);
        }
        if self.view.ply.0 > 0 || self.view.ending.is_some() {
            self.tasks.push(Task::Keep(self.referee.record().boxed_clone(), self.seats));
        }
    }

    fn is_human(&self, side: Side) -> bool {
        self.player(side).is_human
    }

    /// Shows the record as it is now.
    fn refresh(&mut self) {
        self.view = self.referee.record().view();
        self.clicked.clear();
        self.hinted.clear();
        self.digits.clear();
        self.waiting = None;
        self.turn_began = self.now;
        self.snap();
    }

    /// Brings the cursor to a cell that can be chosen, if there is one.
    fn snap(&mut self) {
        let next = self.choice().next;
        let is_there = next.iter().any(|&cell| self.clicks().is_same(cell, self.cursor));
        if !is_there && let Some(nearest) = self.board().nearest(self.cursor, &next) {
            self.cursor = nearest;
        }
    }

    fn say(&mut self, text: impl Into<String>) {
        self.message = Some(Message { text: text.into(), is_refusal: false });
    }

    fn refuse(&mut self, text: impl Into<String>) {
        self.message = Some(Message { text: text.into(), is_refusal: true });
    }
}
