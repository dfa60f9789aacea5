//! An engine that speaks the native protocol.

use std::time::Instant;

use zermelo_core::text::{excerpt, one_of};
use zermelo_core::{AgentError, StopToken};

use super::question::{Engine, Question, from_now};
use super::setup::Setup;
use crate::client::Patience;
use crate::link::{Heard, Link, Received};
use crate::protocol::{
    Answer, Games, IDS, Info, LEGAL, LineError, MAX_LINE, OptionKind, Reply, Request, Tagged, VERSION, is_notice,
};

/// A running engine behind its handshake.
pub(super) struct Native {
    link: Link,
    patience: Patience,
    memory: Option<u64>,
    games: Games,
    options: Vec<(String, OptionKind)>,
    wants_legal: bool,
    knows_ids: bool,
    /// The last number used for a ping or an id.
    number: u64,
}

/// What came of listening for a reply.
enum Said {
    Reply(Tagged<Reply>),
    Silence,
    Stopped,
}

impl Native {
    /// Starts it and shakes hands.
    pub fn start(setup: &Setup) -> Result<Self, AgentError> {
        let until = from_now(setup.patience.handshake);
        let link = Link::open(&setup.launch, setup.patience.handshake).map_err(AgentError::NotStarted)?;
        let mut native = Self {
            link,
            patience: setup.patience,
            memory: setup.launch.memory,
            // An engine that does not say what it plays is taken to play what it is given.
            games: Games::Any,
            options: Vec::new(),
            wants_legal: false,
            knows_ids: false,
            number: 0,
        };
        native.shake_hands(until)?;
        for (name, value) in &setup.options {
            native.set_option(name, value)?;
        }
        Ok(native)
    }

    fn say(&mut self, request: &Request) {
        self.link.say(&request.to_string());
    }

    fn shake_hands(&mut self, until: Instant) -> Result<(), AgentError> {
        self.say(&Request::Hello { version: VERSION });
        loop {
            match self.listen(until, None)? {
                Said::Silence | Said::Stopped => {
                    let seconds = self.patience.handshake.as_secs_f64();
                    return Err(AgentError::Stall(format!("no \"ok\" within {seconds} s of its start")));
                }
                Said::Reply(reply) => match reply.line {
                    Reply::Ok => return Ok(()),
                    Reply::Games(games) => self.games = games,
                    Reply::Feature(feature) => {
                        self.wants_legal |= feature == LEGAL;
                        self.knows_ids |= feature == IDS;
                    }
                    Reply::Option { name, kind } => self.options.push((name, kind)),
                    Reply::Error { code, message } => {
                        return Err(AgentError::NotStarted(format!("it answers {code}: {}", excerpt(&message))));
                    }
                    _ => {}
                },
            }
        }
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), AgentError> {
        let Some((_, kind)) = self.options.iter().find(|(known, _)| known == name) else {
            let known: Vec<&str> = self.options.iter().map(|(name, _)| name.as_str()).collect();
            let why = format!("the engine has no option \"{}\"; it has {}", excerpt(name), one_of(&known));
            return Err(AgentError::NotStarted(why));
        };
        if !kind.takes(value) {
            let why = format!("option {}={}: the engine takes {kind}", excerpt(name), excerpt(value));
            return Err(AgentError::NotStarted(why));
        }
        self.say(&Request::SetOption { name: name.to_owned(), value: value.to_owned() });
        Ok(())
    }

    /// The next reply. Lines that the protocol does not have are passed over, and so is an `info` that can't be read.
    fn listen(&mut self, until: Instant, stop: Option<&StopToken>) -> Result<Said, AgentError> {
        loop {
            let (line, is_text) = match self.link.listen(until, stop) {
                Heard::Silence => return Ok(Said::Silence),
                Heard::Stopped => return Ok(Said::Stopped),
                Heard::Crashed(how) => return Err(AgentError::Crash(how + &self.memory_note())),
                Heard::Closed(how) => return Err(AgentError::Disconnect(how)),
                Heard::Received(Received::TooLong) => {
                    return Err(AgentError::Malformed(format!("a line of more than {MAX_LINE} bytes")));
                }
                Heard::Received(Received::NotText(line)) => (line, false),
                Heard::Received(Received::Line(line)) => (line, true),
            };
            match line.parse::<Tagged<Reply>>() {
                Ok(_) if !is_text => {
                    return Err(AgentError::Malformed(format!("\"{}\" is not UTF-8", excerpt(&line))));
                }
                Ok(reply) => return Ok(Said::Reply(reply)),
                Err(LineError::Unknown(_)) => {}
                Err(LineError::Malformed { ref line, .. }) if line.starts_with("info") => {}
                Err(error) => return Err(AgentError::Malformed(error.to_string())),
            }
        }
    }

    fn memory_note(&self) -> String {
        self.memory.map_or_else(String::new, |bytes| format!(" (its memory is limited to {} MiB)", bytes >> 20))
    }

    /// A word that was not used before.
    fn fresh(&mut self) -> String {
        self.number += 1;
        self.number.to_string()
    }
}

impl Engine for Native {
    fn new_game(&mut self, question: &Question, seed: u64) -> Result<(), AgentError> {
        let spec = &question.spec;
        if !self.games.include(spec) {
            let Games::These(games) = &self.games else { return Ok(()) };
            return Err(unfit(spec, &format!("it plays {}", one_of(games))));
        }
        let until = from_now(self.patience.ready);
        self.say(&Request::Game { spec: spec.clone(), seed: Some(seed) });
        let token = self.fresh();
        self.say(&Request::Ping(Some(token.clone())));
        loop {
            match self.listen(until, None)? {
                Said::Silence | Said::Stopped => {
                    let seconds = self.patience.ready.as_secs_f64();
                    return Err(AgentError::Stall(format!("no \"pong\" within {seconds} s of a new game")));
                }
                Said::Reply(reply) => match reply.line {
                    Reply::Pong(Some(word)) if word == token => return Ok(()),
                    Reply::Error { code, message } if !is_notice(&code) => return Err(unfit(spec, &message)),
                    _ => {}
                },
            }
        }
    }

    fn ask(
        &mut self,
        question: &Question,
        stop: &StopToken,
        heard: &mut dyn FnMut(&Info),
    ) -> Result<Answer, AgentError> {
        self.say(&Request::Position { start: question.start.clone(), moves: question.moves.clone() });
        if self.wants_legal {
            self.say(&Request::Legal(question.legal.clone()));
        }
        // What comes before the pong belongs to what was asked before.
        let token = self.fresh();
        self.say(&Request::Ping(Some(token.clone())));
        let id = self.knows_ids.then(|| self.fresh());
        self.link.say(&Tagged { id: id.clone(), line: Request::Go(question.go) }.to_string());

        let mut until = from_now(question.patience);
        let (mut is_stopped, mut is_overdue, mut is_ours) = (false, false, false);
        loop {
            let reply = match self.listen(until, (!is_stopped).then_some(stop))? {
                Said::Silence | Said::Stopped if is_stopped => return Err(self.stall(is_ours)),
                said @ (Said::Silence | Said::Stopped) => {
                    is_stopped = true;
                    is_overdue = matches!(said, Said::Silence) && !question.may_be_stopped;
                    until = from_now(self.patience.stop);
                    self.say(&Request::Stop);
                    continue;
                }
                Said::Reply(reply) => reply,
            };
            let is_other = id.is_some() && reply.id != id;
            match reply.line {
                Reply::Pong(Some(word)) if word == token => is_ours = true,
                Reply::Error { code, message } if refuses(&code, is_ours) => {
                    return Err(AgentError::Refused(format!("{code}: {}", excerpt(&message))));
                }
                Reply::Info(info) if is_ours && !is_other => heard(&info),
                Reply::BestMove(_) if is_ours && !is_other && is_overdue => {
                    let seconds = question.patience.as_secs_f64();
                    let why = format!("no \"bestmove\" within {seconds} s, only after \"stop\"; hang= gives it longer");
                    return Err(AgentError::Stall(why));
                }
                Reply::BestMove(answer) if is_ours && !is_other => return Ok(answer),
                _ => {}
            }
        }
    }
}

/// Whether an error says that no answer will come: before the pong it has to be about the position, else it is about something
/// that was said earlier.
fn refuses(code: &str, is_ours: bool) -> bool {
    let is_position = code.starts_with("position/") || code.starts_with("move/");
    if is_ours { !is_notice(code) } else { is_position }
}

fn unfit(spec: &str, why: &str) -> AgentError {
    AgentError::UnfitGame { agent: "the engine".to_owned(), game: spec.to_owned(), why: excerpt(why) }
}

impl Native {
    fn stall(&self, is_ours: bool) -> AgentError {
        let missing = if is_ours { "bestmove" } else { "pong" };
        let seconds = self.patience.stop.as_secs_f64();
        AgentError::Stall(format!("no \"{missing}\" within {seconds} s of \"stop\""))
    }
}

impl Drop for Native {
    fn drop(&mut self) {
        self.link.close(Some(&Request::Quit.to_string()), self.patience.quit);
    }
}
