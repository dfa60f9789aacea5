//! Searches of agents, and actions without input.

use std::time::Duration;

use zermelo_core::AgentError;
use zermelo_core::erased::{DynDecision, TextDecision};

use super::pace::PACES;
use super::{Confirmation, Model, RunningSearch, SearchPurpose, Task};
use crate::screen::words;

/// How long the end of a game of agents is shown before the next game, in move delays.
const LAST_LOOK: u32 = 4;

impl Model {
    pub(super) fn start_search(&mut self, purpose: SearchPurpose) {
        self.search_count += 1;
        self.search = Some(RunningSearch { id: self.search_count, purpose, began: self.now, latest: None });
        self.tasks.push(Task::Think(self.search_count, purpose, self.referee.record().boxed_clone()));
    }

    /// Cancels the running search. Its result will be ignored.
    pub(super) fn cancel_search(&mut self) {
        if self.search.take().is_some() {
            self.tasks.push(Task::Stop);
        }
        self.waiting = None;
    }

    pub(super) fn pace(&self) -> Duration {
        Duration::from_millis(PACES[self.pace])
    }

    pub(super) fn answer(&mut self, purpose: SearchPurpose, result: Result<DynDecision, AgentError>, time: Duration) {
        match (purpose, result) {
            (SearchPurpose::Move(player), Err(error)) => {
                self.close();
                self.tasks.push(Task::Fail(player, error));
            }
            (SearchPurpose::Move(_), Ok(decision)) => self.waiting = Some((decision, time)),
            (SearchPurpose::Hint, Err(error)) => self.refuse(error.to_string()),
            (SearchPurpose::Hint, Ok(decision)) => self.advise(&decision.text, time),
        }
    }

    fn advise(&mut self, decision: &TextDecision, time: Duration) {
        let Some(mv) = decision.action.mv() else { return self.say(words::HINT_NO_MOVE) };
        if let Some(shown) = self.view.moves.iter().find(|shown| shown.text == *mv) {
            self.hinted.clone_from(&shown.moving.path);
        }
        self.say(words::hint(mv, decision, time));
    }

    /// Acts without input: starts searches, plays their moves, starts the next game.
    pub(super) fn advance(&mut self) {
        if self.online.is_some() || self.is_closed || self.paused && self.is_watched() {
            return;
        }
        let rested = self.now.saturating_sub(self.turn_began);
        if self.view.ending.is_some() {
            if self.endless && self.is_watched() && rested >= LAST_LOOK * self.pace() {
                self.agree(Confirmation::New);
            }
            return;
        }
        if self.waiting.is_some() {
            if !self.is_watched() || rested >= self.pace() {
                self.play_answer();
            }
            return;
        }
        if self.search.is_none() && !self.is_human(self.view.to_move) {
            self.start_search(SearchPurpose::Move(self.seats[self.view.to_move.index()]));
        }
    }

    fn play_answer(&mut self) {
        let Some((decision, time)) = self.waiting.take() else { return };
        let (side, ply) = (self.view.to_move, self.view.ply);
        let player = self.seats[side.index()];
        let who = words::side(&self.view, side);
        if let Err(refused) = self.referee.act(&decision.action, time) {
            self.close();
            return self.tasks.push(Task::Fail(player, AgentError::IllegalMove(refused.to_string())));
        }
        self.refresh();
        if let Some(mv) = decision.action.mv().filter(|_| self.view.ply > ply) {
            self.statistics[player].add_move(&decision.text, time);
            let mut said = words::played(&who, mv.text(), &decision.text, time);
            if self.referee.offers_draw(side) {
                said = format!("{said}. {}", words::offers_draw(&who));
            }
            self.tasks.push(Task::RecordDecision(self.view.ply, decision.text));
            self.say(said);
        }
        self.advance();
    }
}
