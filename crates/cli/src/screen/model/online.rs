//! A game on a server: what keys ask the server for, and what it tells.

use std::time::Duration;

use ratatui::crossterm::event::{KeyCode, KeyEvent};
use zermelo_client::Told;
use zermelo_core::{Clocks, Referee, Side};
use zermelo_protocol::{Claim, Offer, RoomAction, Stage};

use super::{Mode, Model, Online, Question, Seated, Task};
use crate::online::command::{self, Command as Typed};
use crate::online::{Game, Kind, words as said};
use crate::screen::keys::Command;
use crate::screen::look::Look;
use crate::screen::words;

impl Model {
    /// A game on a server.
    pub fn online(game: Game, waiting: Option<String>, look: Look) -> Self {
        let seats = Side::BOTH.map(|side| seated(&game, side));
        let mut model = Self::new(game.record().boxed_clone(), seats, [0, 1], look);
        model.online = Some(Online { game, waiting });
        model.snap();
        model
    }

    /// The game on a server, if it is one.
    pub fn game(&self) -> Option<&Game> {
        self.online.as_ref().map(|online| &online.game)
    }

    /// What is waited for, where the other side has no player.
    pub fn waiting_for(&self) -> Option<&str> {
        let online = self.online.as_ref()?;
        online.waiting.as_deref().filter(|_| online.game.room().status.stage == Stage::Waiting)
    }

    /// Takes in what the server tells.
    pub(super) fn told(&mut self, told: Told) {
        let now = self.now;
        let Some(online) = &mut self.online else { return };
        let was_pending = online.game.pending().is_some();
        let news = match online.game.hear(told, now) {
            Ok(news) => news,
            Err(failure) => return self.tasks.push(Task::Break(failure)),
        };
        // What stands below the board until it is answered needs no words of its own.
        let standing = online.game.proposal();
        let counts = online.game.claim_in(now).is_some();
        let changes_board =
            |kind: &Kind| !matches!(kind, Kind::Word | Kind::Presence | Kind::Refusal | Kind::Line | Kind::Room(_));
        if news.iter().any(|news| changes_board(&news.kind)) {
            self.referee = Referee::new(online.game.record().boxed_clone(), Clocks::default());
            self.players = Side::BOTH.map(|side| seated(&online.game, side));
            let is_over = !online.game.is_on();
            self.refresh();
            // What was asked has no meaning any more.
            if is_over && matches!(self.mode, Mode::Asking(_)) {
                self.mode = Mode::Board;
            }
        } else if was_pending && online.game.pending().is_none() {
            // The move was refused.
            self.clicked.clear();
        }
        for news in news {
            match news.kind {
                Kind::Word if standing.as_ref() == Some(&news.text) => self.message = None,
                Kind::Presence if counts => self.message = None,
                Kind::Refusal => self.refuse(news.text),
                Kind::Room(room) => {
                    self.tasks.push(Task::Follow(room));
                    self.say(news.text);
                }
                Kind::TakenBack(moves) => self.say(words::taken_back(moves)),
                // The board says it, and how the line is stands below it.
                Kind::Moved(_) | Kind::Line => self.message = None,
                _ if news.text.is_empty() => {}
                _ => self.say(news.text),
            }
        }
    }

    /// What a key asks for, where it does not mean the same as at one's own board; whether it was one of these.
    pub(super) fn online_command(&mut self, command: Command) -> bool {
        let Some(game) = self.game() else { return false };
        let is_free = !game.is_on() || game.you().is_none();
        match command {
            Command::TakeBack => self.act(RoomAction::Offer { offer: Offer::Takeback }),
            Command::Draw => self.act(RoomAction::Offer { offer: Offer::Draw }),
            Command::New if game.is_on() => self.refuse(words::AGAIN_LATER),
            Command::New => self.act(RoomAction::Offer { offer: Offer::Rematch }),
            Command::Accept => self.answer_proposal(Game::accept),
            Command::Decline => self.answer_proposal(Game::decline),
            Command::Claim => self.act(RoomAction::Claim { claim: Claim::Win }),
            Command::Say if game.you().is_none() => self.refuse(said::WATCHING),
            Command::Say => self.mode = Mode::Saying,
            Command::Resign if is_free => self.refuse_turn(),
            Command::Resign if game.may_abort() => self.mode = Mode::Asking(Question::Abort),
            Command::Resign => self.mode = Mode::Asking(Question::Resign),
            Command::Quit => self.ask_unless(is_free, Question::Leave),
            Command::Type => self.mode = Mode::Typing(String::new()),
            Command::Back if game.pending().is_some() => {}
            _ => return false,
        }
        true
    }

    fn answer_proposal(&mut self, answer: impl Fn(&Game) -> Result<RoomAction, String>) {
        match self.game().map(answer) {
            Some(Ok(action)) => self.act(action),
            Some(Err(why)) => self.refuse(why),
            None => {}
        }
    }

    /// Asks the server for something.
    pub(super) fn act(&mut self, action: RoomAction) {
        if self.game().is_some_and(|game| game.you().is_none()) {
            return self.refuse(said::WATCHING);
        }
        self.tasks.push(Task::Act(action));
    }

    /// Why there is nothing to choose now.
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

    /// Plays a move: it goes to the server, and is shown as chosen until it comes back. Whether it was possible; nothing where this is no game
    /// on a server.
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

    /// A line that was typed; whether it was understood. Nothing where this is no game on a server.
    pub(super) fn type_online(&mut self, text: &str) -> Option<bool> {
        self.online.as_ref()?;
        match command::read(text) {
            Typed::Act(action) => self.act(action),
            Typed::Accept => self.answer_proposal(Game::accept),
            Typed::Decline => self.answer_proposal(Game::decline),
            Typed::Sayings => self.mode = Mode::Saying,
            Typed::Leave => self.leave(),
            Typed::Other(text) => return self.play_online(&text),
        }
        Some(true)
    }

    /// A key while sayings are shown.
    pub(super) fn say_key(&mut self, key: KeyEvent) {
        self.mode = Mode::Board;
        let KeyCode::Char(c) = key.code else { return };
        let at = c.to_digit(10).and_then(|number| (number as usize).checked_sub(1));
        if let Some((saying, _)) = at.and_then(|at| said::SAYINGS.get(at)) {
            self.act(RoomAction::Say { saying: *saying });
        }
    }

    /// What a side's clock shows; nothing where there is none.
    pub fn clock(&self, side: Side) -> Option<Duration> {
        self.game()?.clock(side, self.now)
    }
}

fn seated(game: &Game, side: Side) -> Seated {
    Seated { name: game.name(side), is_human: game.you() == Some(side) }
}
