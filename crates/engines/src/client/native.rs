//! The client of the native protocol.

use std::time::Instant;

use zermelo_core::text::{excerpt, one_of};
use zermelo_core::{AgentError, StopToken};

use super::config::{EngineConfig, EngineTimeouts};
use super::engine_client::{EngineClient, MoveRequest, deadline_after};
use crate::connection::{ConnectionEvent, EngineConnection, ReceivedLine};
use crate::protocol::{
    BestMove, IDS, Info, LEGAL, LineError, MAX_LINE, OptionKind, Reply, Request, SupportedGames, Tagged, VERSION,
    is_notice,
};

/// A running engine after the handshake.
pub(super) struct NativeClient {
    connection: EngineConnection,
    timeouts: EngineTimeouts,
    memory: Option<u64>,
    games: SupportedGames,
    options: Vec<(String, OptionKind)>,
    wants_legal: bool,
    knows_ids: bool,
    /// The last number used as the word of a ping or as an id.
    last_number: u64,
}

/// The result of waiting for a reply.
enum ReplyEvent {
    Reply(Tagged<Reply>),
    TimedOut,
    Stopped,
}

impl NativeClient {
    /// Starts the engine, performs the handshake and sets the options.
    pub fn start(config: &EngineConfig) -> Result<Self, AgentError> {
        let until = deadline_after(config.timeouts.handshake);
        let connection =
            EngineConnection::open(&config.launch, config.timeouts.handshake).map_err(AgentError::NotStarted)?;
        let mut client = Self {
            connection,
            timeouts: config.timeouts,
            memory: config.launch.memory,
            // An engine that lists no games is assumed to play all of them.
            games: SupportedGames::Any,
            options: Vec::new(),
            wants_legal: false,
            knows_ids: false,
            last_number: 0,
        };
        client.handshake(until)?;
        for (name, value) in &config.options {
            client.set_option(name, value)?;
        }
        Ok(client)
    }

    fn send(&mut self, request: &Request) {
        self.connection.send(&request.to_string());
    }

    fn handshake(&mut self, until: Instant) -> Result<(), AgentError> {
        self.send(&Request::Hello { version: VERSION });
        loop {
            match self.next_reply(until, None)? {
                ReplyEvent::TimedOut | ReplyEvent::Stopped => {
                    let seconds = self.timeouts.handshake.as_secs_f64();
                    return Err(AgentError::Stall(format!("no \"ok\" within {seconds} s of its start")));
                }
                ReplyEvent::Reply(reply) => match reply.line {
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
        if !kind.accepts(value) {
            let why = format!("option {}={}: the engine takes {kind}", excerpt(name), excerpt(value));
            return Err(AgentError::NotStarted(why));
        }
        self.send(&Request::SetOption { name: name.to_owned(), value: value.to_owned() });
        Ok(())
    }

    /// The next reply. Unknown lines and malformed `info` lines are ignored.
    fn next_reply(&mut self, until: Instant, stop: Option<&StopToken>) -> Result<ReplyEvent, AgentError> {
        loop {
            let (line, is_text) = match self.connection.receive(until, stop) {
                ConnectionEvent::TimedOut => return Ok(ReplyEvent::TimedOut),
                ConnectionEvent::Stopped => return Ok(ReplyEvent::Stopped),
                ConnectionEvent::Exited(how) => return Err(AgentError::Crash(how + &self.memory_note())),
                ConnectionEvent::Closed(how) => return Err(AgentError::Disconnect(how)),
                ConnectionEvent::Line(ReceivedLine::TooLong) => {
                    return Err(AgentError::Malformed(format!("a line of more than {MAX_LINE} bytes")));
                }
                ConnectionEvent::Line(ReceivedLine::NotUtf8(line)) => (line, false),
                ConnectionEvent::Line(ReceivedLine::Text(line)) => (line, true),
            };
            match line.parse::<Tagged<Reply>>() {
                Ok(_) if !is_text => {
                    return Err(AgentError::Malformed(format!("\"{}\" is not UTF-8", excerpt(&line))));
                }
                Ok(reply) => return Ok(ReplyEvent::Reply(reply)),
                Err(LineError::Unknown(_)) => {}
                Err(LineError::Malformed { ref line, .. }) if line.starts_with("info") => {}
                Err(error) => return Err(AgentError::Malformed(error.to_string())),
            }
        }
    }

    fn memory_note(&self) -> String {
        self.memory.map_or_else(String::new, |bytes| format!(" (its memory is limited to {} MiB)", bytes >> 20))
    }

    /// A new number for a ping or an id.
    fn next_number(&mut self) -> String {
        self.last_number += 1;
        self.last_number.to_string()
    }
}

impl EngineClient for NativeClient {
    fn new_game(&mut self, request: &MoveRequest, seed: u64) -> Result<(), AgentError> {
        let spec = &request.spec;
        if !self.games.include(spec) {
            let SupportedGames::Listed(games) = &self.games else { return Ok(()) };
            return Err(unfit_game(spec, &format!("it plays {}", one_of(games))));
        }
        let until = deadline_after(self.timeouts.ready);
        self.send(&Request::Game { spec: spec.clone(), seed: Some(seed) });
        let token = self.next_number();
        self.send(&Request::Ping(Some(token.clone())));
        loop {
            match self.next_reply(until, None)? {
                ReplyEvent::TimedOut | ReplyEvent::Stopped => {
                    let seconds = self.timeouts.ready.as_secs_f64();
                    return Err(AgentError::Stall(format!("no \"pong\" within {seconds} s of a new game")));
                }
                ReplyEvent::Reply(reply) => match reply.line {
                    Reply::Pong(Some(word)) if word == token => return Ok(()),
                    Reply::Error { code, message } if !is_notice(&code) => return Err(unfit_game(spec, &message)),
                    _ => {}
                },
            }
        }
    }

    fn request_move(
        &mut self,
        request: &MoveRequest,
        stop: &StopToken,
        on_info: &mut dyn FnMut(&Info),
    ) -> Result<BestMove, AgentError> {
        self.send(&Request::Position { start: request.start.clone(), moves: request.moves.clone() });
        if self.wants_legal {
            self.send(&Request::Legal(request.legal.clone()));
        }
        // Replies before this pong belong to earlier requests.
        let token = self.next_number();
        self.send(&Request::Ping(Some(token.clone())));
        let id = self.knows_ids.then(|| self.next_number());
        self.connection.send(&Tagged { id: id.clone(), line: Request::Go(request.go) }.to_string());

        let mut until = deadline_after(request.timeout);
        let (mut is_stopped, mut is_late, mut is_current) = (false, false, false);
        loop {
            let reply = match self.next_reply(until, (!is_stopped).then_some(stop))? {
                ReplyEvent::TimedOut | ReplyEvent::Stopped if is_stopped => return Err(self.stall(is_current)),
                event @ (ReplyEvent::TimedOut | ReplyEvent::Stopped) => {
                    is_stopped = true;
                    is_late = matches!(event, ReplyEvent::TimedOut) && !request.accepts_answer_after_stop;
                    until = deadline_after(self.timeouts.stop);
                    self.send(&Request::Stop);
                    continue;
                }
                ReplyEvent::Reply(reply) => reply,
            };
            let has_other_id = id.is_some() && reply.id != id;
            match reply.line {
                Reply::Pong(Some(word)) if word == token => is_current = true,
                Reply::Error { code, message } if is_refusal(&code, is_current) => {
                    return Err(AgentError::Refused(format!("{code}: {}", excerpt(&message))));
                }
                Reply::Info(info) if is_current && !has_other_id => on_info(&info),
                Reply::BestMove(_) if is_current && !has_other_id && is_late => {
                    let seconds = request.timeout.as_secs_f64();
                    let why = format!("no \"bestmove\" within {seconds} s, only after \"stop\"; hang= gives it longer");
                    return Err(AgentError::Stall(why));
                }
                Reply::BestMove(answer) if is_current && !has_other_id => return Ok(answer),
                _ => {}
            }
        }
    }
}

/// Whether an error means that no answer will come. Before the pong only errors about the position count, because others may belong to
/// earlier requests.
fn is_refusal(code: &str, is_current: bool) -> bool {
    let is_position = code.starts_with("position/") || code.starts_with("move/");
    if is_current { !is_notice(code) } else { is_position }
}

fn unfit_game(spec: &str, why: &str) -> AgentError {
    AgentError::UnfitGame { agent: "the engine".to_owned(), game: spec.to_owned(), why: excerpt(why) }
}

impl NativeClient {
    fn stall(&self, is_current: bool) -> AgentError {
        let missing = if is_current { "bestmove" } else { "pong" };
        let seconds = self.timeouts.stop.as_secs_f64();
        AgentError::Stall(format!("no \"{missing}\" within {seconds} s of \"stop\""))
    }
}

impl Drop for NativeClient {
    fn drop(&mut self) {
        self.connection.close(Some(&Request::Quit.to_string()), self.timeouts.quit);
    }
}
