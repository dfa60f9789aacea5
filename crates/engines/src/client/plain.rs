//! A program that reads a line a position and writes a line a move.

use std::time::Instant;

use zermelo_core::text::excerpt;
use zermelo_core::{AgentError, StopToken};

use super::question::{Engine, Question, from_now};
use super::setup::Setup;
use crate::client::Patience;
use crate::link::{Heard, Link, Received};
use crate::plain;
use crate::protocol::{Answer, Info, MAX_LINE};

/// A running program. It knows of no handshake and no game: each line stands for itself.
pub(super) struct Plain {
    link: Link,
    patience: Patience,
    /// It has answered once.
    is_up: bool,
}

impl Plain {
    pub fn start(setup: &Setup) -> Result<Self, AgentError> {
        if !setup.options.is_empty() {
            let why = "a program that speaks plain has no options; leave options= out";
            return Err(AgentError::NotStarted(why.to_owned()));
        }
        let link = Link::open(&setup.launch, setup.patience.handshake).map_err(AgentError::NotStarted)?;
        Ok(Self { link, patience: setup.patience, is_up: false })
    }

    /// The next line that is not empty.
    fn listen(&mut self, until: Instant, stop: Option<&StopToken>) -> Result<Line, AgentError> {
        loop {
            match self.link.listen(until, stop) {
                Heard::Stopped => return Ok(Line::Stopped),
                Heard::Silence => return Ok(Line::Silence),
                Heard::Crashed(how) => return Err(AgentError::Crash(how)),
                Heard::Closed(how) => return Err(AgentError::Disconnect(how)),
                Heard::Received(Received::TooLong) => {
                    return Err(AgentError::Malformed(format!("a line of more than {MAX_LINE} bytes")));
                }
                Heard::Received(Received::NotText(line)) => {
                    return Err(AgentError::Malformed(format!("\"{}\" is not UTF-8", excerpt(&line))));
                }
                Heard::Received(Received::Line(line)) if line.trim().is_empty() => {}
                Heard::Received(Received::Line(line)) => return Ok(Line::Said(line)),
            }
        }
    }

    fn say(&mut self, question: &Question) {
        self.link.say(&plain::question(&question.spec, &question.position, &question.legal));
    }
}

/// What came of listening.
enum Line {
    Said(String),
    Silence,
    Stopped,
}

impl Engine for Plain {
    /// There is no handshake. The first question is asked once before it counts, so that the start costs no time of a game.
    fn new_game(&mut self, question: &Question, _: u64) -> Result<(), AgentError> {
        if self.is_up || question.legal.is_empty() {
            return Ok(());
        }
        self.say(question);
        match self.listen(from_now(self.patience.handshake), None)? {
            Line::Said(line) => {
                self.is_up = true;
                read(&line).map(|_| ())
            }
            Line::Silence | Line::Stopped => {
                let seconds = self.patience.handshake.as_secs_f64();
                Err(AgentError::Stall(format!("no move within {seconds} s of its start")))
            }
        }
    }

    fn ask(&mut self, question: &Question, stop: &StopToken, _: &mut dyn FnMut(&Info)) -> Result<Answer, AgentError> {
        // What it said without being asked is no answer.
        self.link.forget();
        self.say(question);
        let mut until = from_now(question.patience);
        let mut is_stopped = false;
        loop {
            match self.listen(until, (!is_stopped).then_some(stop))? {
                // There is no way to tell it: it gets the time that others get to answer.
                Line::Stopped => {
                    is_stopped = true;
                    until = until.min(from_now(self.patience.stop));
                }
                Line::Silence => {
                    let how = if is_stopped { "it was to stop" } else { "it was asked" };
                    return Err(AgentError::Stall(format!("no move in time after {how}")));
                }
                Line::Said(line) => return read(&line),
            }
        }
    }
}

fn read(line: &str) -> Result<Answer, AgentError> {
    let wrong =
        || AgentError::Malformed(format!("\"{}\"; expected one move on a line, or resign", excerpt(line.trim())));
    plain::answer(line).ok_or_else(wrong)
}

impl Drop for Plain {
    fn drop(&mut self) {
        self.link.close(None, self.patience.quit);
    }
}
