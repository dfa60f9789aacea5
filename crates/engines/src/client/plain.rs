//! The client of the plain protocol.

use std::time::Instant;

use zermelo_core::text::excerpt;
use zermelo_core::{AgentError, StopToken};

use super::config::{EngineConfig, EngineTimeouts};
use super::engine_client::{EngineClient, MoveRequest, deadline_after};
use crate::connection::{ConnectionEvent, EngineConnection, ReceivedLine};
use crate::plain;
use crate::protocol::{BestMove, Info, MAX_LINE};

/// A running engine. The protocol has no handshake and no game state: each line is independent.
pub(super) struct PlainClient {
    connection: EngineConnection,
    timeouts: EngineTimeouts,
    /// Whether it has answered at least once.
    has_answered: bool,
}

impl PlainClient {
    pub fn start(config: &EngineConfig) -> Result<Self, AgentError> {
        if !config.options.is_empty() {
            let why = "the plain protocol has no options; leave options= out";
            return Err(AgentError::NotStarted(why.to_owned()));
        }
        let connection =
            EngineConnection::open(&config.launch, config.timeouts.handshake).map_err(AgentError::NotStarted)?;
        Ok(Self { connection, timeouts: config.timeouts, has_answered: false })
    }

    /// The next non-empty line.
    fn next_line(&mut self, until: Instant, stop: Option<&StopToken>) -> Result<LineEvent, AgentError> {
        loop {
            match self.connection.receive(until, stop) {
                ConnectionEvent::Stopped => return Ok(LineEvent::Stopped),
                ConnectionEvent::TimedOut => return Ok(LineEvent::TimedOut),
                ConnectionEvent::Exited(how) => return Err(AgentError::Crash(how)),
                ConnectionEvent::Closed(how) => return Err(AgentError::Disconnect(how)),
                ConnectionEvent::Line(ReceivedLine::TooLong) => {
                    return Err(AgentError::Malformed(format!("a line of more than {MAX_LINE} bytes")));
                }
                ConnectionEvent::Line(ReceivedLine::NotUtf8(line)) => {
                    return Err(AgentError::Malformed(format!("\"{}\" is not UTF-8", excerpt(&line))));
                }
                ConnectionEvent::Line(ReceivedLine::Text(line)) if line.trim().is_empty() => {}
                ConnectionEvent::Line(ReceivedLine::Text(line)) => return Ok(LineEvent::Line(line)),
            }
        }
    }

    fn send(&mut self, request: &MoveRequest) {
        self.connection.send(&plain::format_request(&request.spec, &request.position, &request.legal));
    }
}

/// The result of waiting for a line.
enum LineEvent {
    Line(String),
    TimedOut,
    Stopped,
}

impl EngineClient for PlainClient {
    /// There is no handshake. The first position is sent once as a trial, so that starting the program costs no game time.
    fn new_game(&mut self, request: &MoveRequest, _: u64) -> Result<(), AgentError> {
        if self.has_answered || request.legal.is_empty() {
            return Ok(());
        }
        self.send(request);
        match self.next_line(deadline_after(self.timeouts.handshake), None)? {
            LineEvent::Line(line) => {
                self.has_answered = true;
                parse_answer(&line).map(|_| ())
            }
            LineEvent::TimedOut | LineEvent::Stopped => {
                let seconds = self.timeouts.handshake.as_secs_f64();
                Err(AgentError::Stall(format!("no move within {seconds} s of its start")))
            }
        }
    }

    fn request_move(
        &mut self,
        request: &MoveRequest,
        stop: &StopToken,
        _: &mut dyn FnMut(&Info),
    ) -> Result<BestMove, AgentError> {
        // Lines that came before the question are no answers to it.
        self.connection.discard_pending();
        self.send(request);
        let mut until = deadline_after(request.timeout);
        let mut is_stopped = false;
        loop {
            match self.next_line(until, (!is_stopped).then_some(stop))? {
                // The protocol has no `stop`: the engine gets the time that others have after a `stop`.
                LineEvent::Stopped => {
                    is_stopped = true;
                    until = until.min(deadline_after(self.timeouts.stop));
                }
                LineEvent::TimedOut => {
                    let event = if is_stopped { "the stop" } else { "the question" };
                    return Err(AgentError::Stall(format!("no move in time after {event}")));
                }
                LineEvent::Line(line) => return parse_answer(&line),
            }
        }
    }
}

fn parse_answer(line: &str) -> Result<BestMove, AgentError> {
    let wrong =
        || AgentError::Malformed(format!("\"{}\"; expected one move on a line, or resign", excerpt(line.trim())));
    plain::parse_answer(line).ok_or_else(wrong)
}

impl Drop for PlainClient {
    fn drop(&mut self) {
        self.connection.close(None, self.timeouts.quit);
    }
}
