//! Effects of keys and clicks.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use zermelo_core::erased::{DynMove, ErasedError};
use zermelo_core::view::ClickOptions;
use zermelo_core::{Action, Square, Termination};
use zermelo_protocol::RoomAction;

use super::pace::PACES;
use super::{Confirmation, InputMode, Model, RunningSearch, SearchPurpose, Task};
use crate::play::take_back;
use crate::screen::cursor_moves::Direction;
use crate::screen::keys::{self, KeyCommand};
use crate::screen::words;

/// The maximum length of a typed move, in characters.
const MAX_TYPED: usize = 200;

impl Model {
    pub(super) fn press(&mut self, key: KeyEvent) {
        let command = keys::command(key, self.online.is_some());
        if command == Some(KeyCommand::Leave) {
            return self.leave();
        }
        if !self.is_watched() || matches!(self.mode, InputMode::Asking(_)) {
            self.message = None;
        }
        match &self.mode {
            InputMode::Keys => self.mode = InputMode::Board,
            InputMode::Typing(_) => self.type_key(key),
            InputMode::Asking(question) => self.decide(*question, key),
            InputMode::Saying => self.say_key(key),
            InputMode::Board => {
                if let Some(command) = command {
                    self.command(command);
                }
            }
        }
    }

    fn command(&mut self, command: KeyCommand) {
        if !matches!(command, KeyCommand::Name(_)) {
            self.digits.clear();
        }
        if self.online_command(command) {
            return;
        }
        match command {
            KeyCommand::Go(direction) => self.go(direction),
            KeyCommand::Next | KeyCommand::Previous => {
                let next = self.board().next(self.cursor, &self.choice().next, command == KeyCommand::Next);
                self.cursor = next.unwrap_or(self.cursor);
            }
            KeyCommand::Space if self.is_watched() => self.pause(),
            KeyCommand::Choose | KeyCommand::Space => self.choose(self.cursor),
            KeyCommand::Unclicked => self.play_unclicked(),
            KeyCommand::Back => self.back(),
            KeyCommand::TakeBack => self.take_back(),
            KeyCommand::Hint => self.ask_hint(),
            KeyCommand::New => self.ask_unless(self.view.ending.is_some() || self.view.ply.0 == 0, Confirmation::New),
            KeyCommand::Quit => self.ask_unless(self.view.ending.is_some() || self.view.ply.0 == 0, Confirmation::Quit),
            KeyCommand::Draw | KeyCommand::Resign | KeyCommand::Type if !self.is_persons_turn() => self.refuse_turn(),
            KeyCommand::Draw => self.offer_draw(),
            KeyCommand::Resign => self.mode = InputMode::Asking(Confirmation::Resign),
            KeyCommand::Type => self.mode = InputMode::Typing(String::new()),
            KeyCommand::Turn if self.view.board.size[2] > 1 => self.rotated = !self.rotated,
            KeyCommand::Turn => self.refuse(words::NOTHING_TO_TURN),
            KeyCommand::Numbers => self.numbers = !self.numbers,
            KeyCommand::Keys => self.mode = InputMode::Keys,
            KeyCommand::Quicker => self.change_pace(self.pace.saturating_sub(1)),
            KeyCommand::Slower => self.change_pace((self.pace + 1).min(PACES.len() - 1)),
            KeyCommand::Name(name) => self.jump(name),
            KeyCommand::Leave => self.leave(),
            // Only in games on a server.
            KeyCommand::Accept | KeyCommand::Decline | KeyCommand::Claim | KeyCommand::Say => {}
        }
    }

    /// Shows why nothing can be selected.
    pub(super) fn refuse_turn(&mut self) {
        if self.refuse_online() {
            return;
        }
        let why = match (self.view.ending, self.is_watched()) {
            (Some(_), _) => words::OVER,
            (None, true) => words::ONLY_AGENTS,
            (None, false) => words::NOT_YOUR_TURN,
        };
        self.refuse(why);
    }

    fn go(&mut self, direction: Direction) {
        let cells = self.choice().next;
        if let Some(next) = self.board().go(self.cursor, direction, &cells) {
            self.cursor = next;
        }
    }

    /// Moves the cursor to a column, row or plane. On boards with square numbers instead of names, a digit starts a typed move.
    fn jump(&mut self, name: char) {
        let board = &self.view.board;
        let lists = [&board.columns, &board.rows, &board.planes];
        if !self.is_persons_turn() {
            return self.refuse_turn();
        }
        if lists.iter().all(|names| names.is_empty()) {
            if name.is_ascii_digit() {
                self.mode = InputMode::Typing(name.to_string());
            }
            return;
        }
        let find = |text: &str| {
            let place = |names: &Vec<String>| names.iter().position(|known| known == text);
            lists.iter().enumerate().find_map(|(axis, names)| Some((axis, place(names)? as u8)))
        };
        let long = format!("{}{name}", self.digits);
        let (text, found) = match find(&long) {
            Some(found) => (long, Some(found)),
            None => (name.to_string(), find(&name.to_string())),
        };
        let Some((axis, place)) = found else { return self.refuse(words::no_such_name(name)) };
        self.digits = if name.is_ascii_digit() { text.clone() } else { String::new() };
        let lies_there = |square: &Square| board.cells.iter().any(|c| c.square == *square && c.at[axis] == place);
        let cells: Vec<Square> = self.choice().next.into_iter().filter(lies_there).collect();
        match self.board().nearest(self.cursor, &cells) {
            Some(cell) => self.cursor = cell,
            None => self.refuse(words::nothing_there(&text)),
        }
    }

    /// Handles a mouse click on a cell.
    pub(super) fn click(&mut self, square: Square) {
        if self.mode != InputMode::Board {
            return;
        }
        self.message = None;
        self.choose(square);
    }

    fn choose(&mut self, square: Square) {
        if !self.is_persons_turn() {
            return self.refuse_turn();
        }
        let choice = self.choice();
        if let (Some(only), true) = (choice.unclicked, choice.next.is_empty()) {
            return self.play(only);
        }
        let chosen = choice.next.into_iter().find(|&cell| self.clicks().is_same(cell, square));
        if let Some(cell) = chosen {
            self.clicked.push(cell);
            self.cursor = cell;
        } else if self.clicked.last() == Some(&square)
            && let Some(complete) = choice.complete
        {
            return self.play(complete);
        } else if self.clicks().after(&[square]) != ClickOptions::default() {
            // Replace the selected piece by another one.
            self.clicked = vec![square];
            self.cursor = square;
        } else {
            return self.refuse(words::NOT_POSSIBLE);
        }
        let after = self.choice();
        match after.complete {
            Some(complete) if after.next.is_empty() => self.play(complete),
            Some(_) => self.say(words::ENOUGH),
            None => self.snap(),
        }
    }

    /// Plays the move without cells: a pass.
    fn play_unclicked(&mut self) {
        if !self.is_persons_turn() {
            return self.refuse_turn();
        }
        match self.clicks().after(&[]).unclicked {
            Some(index) => self.play(index),
            None => self.refuse(words::NOTHING_UNCLICKED),
        }
    }

    fn play(&mut self, index: usize) {
        if self.online.is_some() {
            let text = self.view.moves[index].text.clone();
            self.play_online(&text);
        } else if let Some(mv) = self.referee.record().legal().into_iter().nth(index) {
            self.play_move(Ok(mv));
        }
    }

    /// Plays a typed move. Returns whether it was legal.
    fn play_text(&mut self, text: &str) -> bool {
        self.play_online(text).unwrap_or_else(|| self.play_move(self.referee.record().parse(text)))
    }

    /// Plays a person's move. Returns whether it was legal.
    fn play_move(&mut self, mv: Result<DynMove, ErasedError>) -> bool {
        let time = self.now.saturating_sub(self.turn_began);
        let side = self.view.to_move;
        match mv.and_then(|mv| self.referee.act(&Action::Play(mv), time)) {
            Ok(_) => {
                self.cancel_search();
                self.refresh();
                if self.referee.offers_draw(side) {
                    self.say(words::offers_draw(&words::side(&self.view, side)));
                }
                true
            }
            Err(refused) => {
                self.refuse(refused.to_string());
                false
            }
        }
    }

    /// Offers a draw, or accepts the opponent's offer.
    fn offer_draw(&mut self) {
        let side = self.view.to_move;
        if self.referee.offer_draw(side).is_some() {
            self.cancel_search();
            self.refresh();
        } else {
            self.say(words::offers_draw(&words::side(&self.view, side)));
        }
    }

    fn back(&mut self) {
        if let Some(cell) = self.clicked.pop() {
            self.cursor = cell;
            return;
        }
        match &self.search {
            Some(RunningSearch { purpose: SearchPurpose::Move(_), .. }) => self.tasks.push(Task::Stop),
            Some(_) => {
                self.cancel_search();
                self.say(words::NO_HINT);
            }
            None => self.hinted.clear(),
        }
    }

    fn take_back(&mut self) {
        if self.is_watched() {
            return self.refuse_turn();
        }
        if self.view.ply.0 == 0 || self.is_closed {
            return self.refuse(words::NOTHING_TO_TAKE_BACK);
        }
        self.cancel_search();
        let (players, seats) = (&self.players, self.seats);
        let taken = take_back(&mut self.referee, |side| players[seats[side.index()]].is_human);
        self.refresh();
        self.say(words::taken_back(taken));
    }

    fn ask_hint(&mut self) {
        if !self.is_persons_turn() {
            return self.refuse_turn();
        }
        if self.search.is_none() {
            self.start_search(SearchPurpose::Hint);
        }
    }

    fn pause(&mut self) {
        self.paused = !self.paused;
        self.message = None;
        if self.paused {
            self.say(words::PAUSED);
        }
    }

    fn change_pace(&mut self, pace: usize) {
        if !self.is_watched() {
            return;
        }
        self.pace = pace;
        self.say(words::pace(self.pace()));
    }

    pub(super) fn ask_unless(&mut self, is_free: bool, question: Confirmation) {
        if is_free { self.agree(question) } else { self.mode = InputMode::Asking(question) }
    }

    fn decide(&mut self, question: Confirmation, key: KeyEvent) {
        match key.code {
            KeyCode::Char('y' | 'Y') => {
                self.mode = InputMode::Board;
                self.agree(question);
            }
            KeyCode::Char('n' | 'N') | KeyCode::Esc => self.mode = InputMode::Board,
            _ => {}
        }
    }

    pub(super) fn agree(&mut self, question: Confirmation) {
        match question {
            Confirmation::New => {
                self.close();
                self.tasks.push(Task::NewGame);
            }
            Confirmation::Quit | Confirmation::Leave => self.leave(),
            Confirmation::Abort => self.act(RoomAction::Abort),
            Confirmation::Resign if self.online.is_some() => self.act(RoomAction::Resign),
            Confirmation::Resign => {
                if !self.is_persons_turn() {
                    return self.refuse_turn();
                }
                self.cancel_search();
                self.referee.lose(self.view.to_move, Termination::Resignation);
                self.refresh();
            }
        }
    }

    pub(super) fn leave(&mut self) {
        self.close();
        self.tasks.push(Task::Leave);
    }

    fn type_key(&mut self, key: KeyEvent) {
        let InputMode::Typing(text) = &mut self.mode else { return };
        match key.code {
            KeyCode::Esc => self.mode = InputMode::Board,
            KeyCode::Backspace if text.is_empty() => self.mode = InputMode::Board,
            KeyCode::Backspace => {
                text.pop();
            }
            KeyCode::Enter => {
                let text = text.trim().to_owned();
                if text.is_empty() {
                    self.mode = InputMode::Board;
                    return;
                }
                let typing = std::mem::replace(&mut self.mode, InputMode::Board);
                let is_valid =
                    self.type_online(&text).unwrap_or_else(|| self.is_persons_turn() && self.play_text(&text));
                if !is_valid {
                    // Keep the rejected text for editing.
                    self.mode = typing;
                }
            }
            KeyCode::Char(c) if text.chars().count() < MAX_TYPED && !key.modifiers.contains(KeyModifiers::ALT) => {
                text.push(c);
            }
            _ => {}
        }
    }
}
