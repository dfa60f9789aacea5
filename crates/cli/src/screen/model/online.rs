//! Games on a server: requests of keys, and messages of the server.

use std::time::Duration;

use ratatui::crossterm::event::{KeyCode, KeyEvent};
use zermelo_client::ServerEvent;
use zermelo_core::{Clocks, Referee, Side};
use zermelo_protocol::{Claim, Offer, RoomAction, Stage};

use super::{Confirmation, InputMode, Model, OnlineState, PlayerInfo, Task};
use crate::online::command::{self, RoomCommand};
use crate::online::{OnlineGame, UpdateKind, words as said};
use crate::screen::keys::KeyCommand;
use crate::screen::theme::Theme;
use crate::screen::words;

impl Model {
    /// A model for a game on a server.
    pub fn online(game: OnlineGame, waiting: Option<String>, theme: Theme) -> Self {
        let seats = Side::BOTH.map(|side| player_info(&game, side));
        let mut model = Self::new(game.record().boxed_clone(), seats, [0, 1], theme);
        model.online = Some(OnlineState { game, waiting });
        model.snap();
        model
    }

    /// The game on a server; `None` for local games.
    pub fn game(&self) -> Option<&OnlineGame> {
        self.online.as_ref().map(|online| &online.game)
    }

    /// The text while the other side has no player.
    pub fn waiting_for(&self) -> Option<&str> {
        let online = self.online.as_ref()?;
        online.waiting.as_deref().filter(|_| online.game.room().status.stage == Stage::Waiting)
    }

    /// Applies a server message.
    pub(super) fn server_event(&mut self, event: ServerEvent) {
        let now = self.now;
        let Some(online) = &mut self.online else { return };
        let was_pending = online.game.pending().is_some();
        let news = match online.game.handle(event, now) {
            Ok(news) => news,
            Err(failure) => return self.tasks.push(Task::FailOnline(failure)),
        };
        // An open offer is shown below the board and needs no message.
        let standing = online.game.proposal();
        let counts = online.game.claim_in(now).is_some();
        let changes_board = |kind: &UpdateKind| {
            !matches!(
                kind,
                UpdateKind::Notice
                    | UpdateKind::Presence
                    | UpdateKind::Refusal
                    | UpdateKind::Connection
                    | UpdateKind::Room(_)
            )
        };
        if news.iter().any(|news| changes_board(&news.kind)) {
            self.referee = Referee::new(online.game.record().boxed_clone(), Clocks::default());
            self.players = Side::BOTH.map(|side| player_info(&online.game, side));
            let is_over = !online.game.is_running();
            self.refresh();
            // The question is obsolete.
            if is_over && matches!(self.mode, InputMode::Asking(_)) {
                self.mode = InputMode::Board;
            }
        } else if was_pending && online.game.pending().is_none() {
            // The move was rejected.
            self.clicked.clear();
        }
        for news in news {
            match news.kind {
                UpdateKind::Notice if standing.as_ref() == Some(&news.text) => self.message = None,
                UpdateKind::Presence if counts => self.message = None,
                UpdateKind::Refusal => self.refuse(news.text),
                UpdateKind::Room(room) => {
                    self.tasks.push(Task::EnterRoom(room));
                    self.say(news.text);
                }
                UpdateKind::TakenBack(moves) => self.say(words::taken_back(moves)),
                // The board shows the move; a status line shows the connection.
                UpdateKind::Moved(_) | UpdateKind::Connection => self.message = None,
                _ if news.text.is_empty() => {}
                _ => self.say(news.text),
            }
        }
    }

    /// Handles the keys that differ from local games. Returns whether the key was one of them.
    pub(super) fn online_command(&mut self, command: KeyCommand) -> bool {
        let Some(game) = self.game() else { return false };
        let is_free = !game.is_running() || game.you().is_none();
        match command {
            KeyCommand::TakeBack => self.act(RoomAction::Offer { offer: Offer::Takeback }),
            KeyCommand::Draw => self.act(RoomAction::Offer { offer: Offer::Draw }),
            KeyCommand::New if game.is_running() => self.refuse(words::AGAIN_LATER),
            KeyCommand::New => self.act(RoomAction::Offer { offer: Offer::Rematch }),
            KeyCommand::Accept => self.answer_proposal(OnlineGame::accept),
            KeyCommand::Decline => self.answer_proposal(OnlineGame::decline),
            KeyCommand::Claim => self.act(RoomAction::Claim { claim: Claim::Win }),
            KeyCommand::Say if game.you().is_none() => self.refuse(said::WATCHING),
            KeyCommand::Say => self.mode = InputMode::Saying,
            KeyCommand::Resign if is_free => self.refuse_turn(),
            KeyCommand::Resign if game.may_abort() => self.mode = InputMode::Asking(Confirmation::Abort),
            KeyCommand::Resign => self.mode = InputMode::Asking(Confirmation::Resign),
            KeyCommand::Quit => self.ask_unless(is_free, Confirmation::Leave),
            KeyCommand::Type => self.mode = InputMode::Typing(String::new()),
            KeyCommand::Back if game.pending().is_some() => {}
            _ => return false,
        }
        true
    }

    fn answer_proposal(&mut self, answer: impl Fn(&OnlineGame) -> Result<RoomAction, String>) {
        match self.game().map(answer) {
            Some(Ok(action)) => self.act(action),
            Some(Err(why)) => self.refuse(why),
            None => {}
        }
    }

    /// Sends an action to the server.
    pub(super) fn act(&mut self, action: RoomAction) {
        if self.game().is_some_and(|game| game.you().is_none()) {
            return self.refuse(said::WATCHING);
        }
        self.tasks.push(Task::Act(action));
    }

    /// Shows why nothing can be selected. Returns `false` in local games.
    pub(super) fn refuse_online(&mut self) -> bool {
        let Some(game) = self.game() else { return false };
        let why = match (game.you(), game.room().status.stage) {
            (None, _) => said::WATCHING,
            (_, Stage::Waiting) => said::NOT_BEGUN,
            (_, Stage::Aborted) => said::ABORTED,
            (_, Stage::Ended) => said::OVER,
            (_, Stage::Playing) if game.pending().is_some() => said::PENDING,
            (_, Stage::Playing) => said::NOT_YOUR_TURN,
        };
        self.refuse(why);
        true
    }

    /// Sends a move to the server. It stays selected until the server confirms it. Returns whether it was legal; `None` in local games.
    pub(super) fn play_online(&mut self, text: &str) -> Option<bool> {
        let game = &mut self.online.as_mut()?.game;
        match game.play(text) {
            Ok((mv, action)) => {
                if let Some(shown) = self.view.moves.iter().find(|shown| shown.text == mv) {
                    self.clicked.clone_from(&shown.moving.path);
                }
                self.tasks.push(Task::Act(action));
                Some(true)
            }
            Err(why) => {
                self.refuse(why);
                Some(false)
            }
        }
    }

    /// Executes a typed line. Returns whether it was valid; `None` in local games.
    pub(super) fn type_online(&mut self, text: &str) -> Option<bool> {
        self.online.as_ref()?;
        match command::parse(text) {
            RoomCommand::Act(action) => self.act(action),
            RoomCommand::Accept => self.answer_proposal(OnlineGame::accept),
            RoomCommand::Decline => self.answer_proposal(OnlineGame::decline),
            RoomCommand::Sayings => self.mode = InputMode::Saying,
            RoomCommand::Leave => self.leave(),
            RoomCommand::Other(text) => return self.play_online(&text),
        }
        Some(true)
    }

    /// Handles a key while the list of chat messages is open.
    pub(super) fn say_key(&mut self, key: KeyEvent) {
        self.mode = InputMode::Board;
        let KeyCode::Char(c) = key.code else { return };
        let at = c.to_digit(10).and_then(|number| (number as usize).checked_sub(1));
        if let Some((saying, _)) = at.and_then(|at| said::SAYINGS.get(at)) {
            self.act(RoomAction::Say { saying: *saying });
        }
    }

    /// The remaining time of a side; `None` without a clock.
    pub fn clock(&self, side: Side) -> Option<Duration> {
        self.game()?.clock(side, self.now)
    }
}

fn player_info(game: &OnlineGame, side: Side) -> PlayerInfo {
    PlayerInfo { name: game.name(side), is_human: game.you() == Some(side) }
}
