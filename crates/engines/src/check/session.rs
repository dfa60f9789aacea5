//! A session with an engine that checks every line.

use std::time::{Duration, Instant};

use zermelo_core::erased::DynRecord;

use super::options::CheckOptions;
use super::report::{RuleError, displayed};
use crate::connection::{ConnectionEvent, EngineConnection, ReceivedLine};
use crate::protocol::{
    BestMove, GoLimits, IDS, LEGAL, LineError, MAX_LINE, Reply, Request, SupportedGames, Tagged, VERSION, is_notice,
};

/// The first violations of the two rules that every check watches: `lines` and `answers`.
#[derive(Default)]
pub(super) struct GlobalViolations {
    /// A line that is not part of the protocol.
    pub invalid_line: Option<RuleError>,
    /// A `bestmove` or `info` without a `go`.
    pub unexpected_reply: Option<RuleError>,
}

/// What an engine sends before `ok`.
#[derive(Default)]
pub(super) struct Handshake {
    pub has_name: bool,
    pub games: Option<SupportedGames>,
    pub wants_legal: bool,
    pub knows_ids: bool,
}

/// A session with one process or connection.
pub(super) struct CheckSession<'a> {
    connection: EngineConnection,
    options: &'a CheckOptions,
    violations: &'a mut GlobalViolations,
    /// A `go` has no answer yet.
    is_searching: bool,
    /// The last line that was sent, for messages.
    last_sent: String,
    /// The number of the last `ping`.
    pings: u32,
    wants_legal: bool,
}

impl<'a> CheckSession<'a> {
    /// Starts the engine and sends nothing.
    pub fn open(options: &'a CheckOptions, violations: &'a mut GlobalViolations) -> Result<Self, String> {
        let connection = EngineConnection::open(&options.launch, options.timeouts.handshake)?;
        Ok(Self {
            connection,
            options,
            violations,
            is_searching: false,
            last_sent: String::new(),
            pings: 0,
            wants_legal: false,
        })
    }

    pub fn handshake(&mut self) -> Result<Handshake, RuleError> {
        let mut handshake = Handshake::default();
        self.send(&Request::Hello { version: VERSION });
        self.wait(self.options.timeouts.handshake, "ok", |reply| {
            match reply.line {
                Reply::Ok => return Some(()),
                Reply::Name(_) => handshake.has_name = true,
                Reply::Games(games) => handshake.games = Some(games),
                Reply::Feature(feature) => {
                    handshake.wants_legal |= feature == LEGAL;
                    handshake.knows_ids |= feature == IDS;
                }
                _ => {}
            }
            None
        })?;
        self.wants_legal = handshake.wants_legal;
        Ok(handshake)
    }

    pub fn send(&mut self, request: &Request) {
        self.send_line(&request.to_string());
    }

    /// Sends a line, valid or not.
    pub fn send_line(&mut self, line: &str) {
        self.last_sent = displayed(line);
        self.connection.send(line);
    }

    /// Begins a game and waits until the engine is ready.
    pub fn start_game(&mut self, spec: &str) -> Result<(), RuleError> {
        self.send(&Request::Game { spec: spec.to_owned(), seed: Some(self.options.seed) });
        self.sync()
    }

    /// Waits for a `pong`, so that every line before it has been checked.
    pub fn sync(&mut self) -> Result<(), RuleError> {
        self.pings += 1;
        let word = format!("check{}", self.pings);
        self.send(&Request::Ping(Some(word.clone())));
        let is_pong = |reply: Tagged<Reply>| (reply.line == Reply::Pong(Some(word.clone()))).then_some(());
        self.wait(self.options.timeouts.ready, &format!("pong {word}"), is_pong)
    }

    /// Sends a position: its moves, or the position as text.
    pub fn set_position(&mut self, record: &dyn DynRecord, by_text: bool) {
        let moves = record.moves().into_iter().map(|(text, _)| text).collect();
        let request = if by_text {
            Request::Position { start: Some(record.position_text()), moves: Vec::new() }
        } else {
            Request::Position { start: None, moves }
        };
        self.send(&request);
        if self.wants_legal {
            self.send(&Request::Legal(record.legal_moves()));
        }
    }

    pub fn go(&mut self, id: Option<&str>, go: GoLimits) {
        self.is_searching = true;
        self.send_line(&Tagged { id: id.map(str::to_owned), line: Request::Go(go) }.to_string());
    }

    /// Waits for a `bestmove` with a legal move.
    pub fn wait_for_move(&mut self, record: &dyn DynRecord, timeout: Duration) -> Result<Tagged<Reply>, RuleError> {
        let reply =
            self.wait(timeout, "bestmove", |reply| matches!(reply.line, Reply::BestMove(_)).then_some(reply))?;
        if let Reply::BestMove(BestMove::Move { text, .. }) = &reply.line
            && let Err(why) = record.boxed_clone().play(text, None)
        {
            return Err(RuleError::at(&reply.to_string(), format!("in {}: {why}", record.position_text())));
        }
        Ok(reply)
    }

    /// Waits for the reply that `pick` accepts, called `what` in messages. An error in answer to a request ends the wait.
    pub fn wait<T>(
        &mut self,
        timeout: Duration,
        what: &str,
        mut pick: impl FnMut(Tagged<Reply>) -> Option<T>,
    ) -> Result<T, RuleError> {
        let until = Instant::now() + timeout;
        loop {
            let Some(reply) = self.next(until)? else {
                let why = format!("no \"{what}\" within {} s of this line", timeout.as_secs_f64());
                return Err(RuleError { why, line: Some(self.last_sent.clone()) });
            };
            if let Reply::Error { code, .. } = &reply.line
                && !is_notice(code)
            {
                let why = format!("no \"{what}\", but this error, after {}", self.last_sent);
                return Err(RuleError::at(&reply.to_string(), why));
            }
            if let Some(picked) = pick(reply) {
                return Ok(picked);
            }
        }
    }

    /// The next expected reply; `None` at the deadline. Records all other lines as violations.
    fn next(&mut self, until: Instant) -> Result<Option<Tagged<Reply>>, RuleError> {
        loop {
            let line = match self.connection.receive(until, None) {
                ConnectionEvent::TimedOut | ConnectionEvent::Stopped => return Ok(None),
                ConnectionEvent::Exited(how) | ConnectionEvent::Closed(how) => {
                    return Err(RuleError {
                        why: format!("{how}, after this line"),
                        line: Some(self.last_sent.clone()),
                    });
                }
                ConnectionEvent::Line(line) => line,
            };
            if let Some(reply) = self.check_line(line) {
                return Ok(Some(reply));
            }
        }
    }

    /// Returns an expected reply; records anything else.
    fn check_line(&mut self, received: ReceivedLine) -> Option<Tagged<Reply>> {
        let invalid = |line: &str, why: String| Some(RuleError::at(line, why));
        let violation = match received {
            ReceivedLine::Text(line) if line.trim().is_empty() => return None,
            ReceivedLine::TooLong => invalid("", format!("a line of more than {MAX_LINE} bytes")),
            ReceivedLine::NotUtf8(line) => invalid(&line, "it is not UTF-8".to_owned()),
            ReceivedLine::Text(line) => match line.parse::<Tagged<Reply>>() {
                Ok(reply) if self.is_expected(&reply.line) => return Some(reply),
                Ok(_) => {
                    self.violations
                        .unexpected_reply
                        .get_or_insert_with(|| RuleError::at(&line, "no search was running"));
                    return None;
                }
                Err(LineError::Unknown(_)) => {
                    invalid(&line, "the protocol has no such line; standard error is for messages".to_owned())
                }
                Err(LineError::Malformed { expected, .. }) => invalid(&line, format!("expected {expected}")),
            },
        };
        if self.violations.invalid_line.is_none() {
            self.violations.invalid_line = violation;
        }
        None
    }

    /// Whether a reply may come now: `bestmove` and `info` are allowed only after `go`.
    fn is_expected(&mut self, reply: &Reply) -> bool {
        match reply {
            Reply::BestMove(_) => std::mem::replace(&mut self.is_searching, false),
            Reply::Info(_) => self.is_searching,
            // An error in answer to a `go` takes the place of `bestmove`.
            Reply::Error { code, .. } if !is_notice(code) => {
                self.is_searching = false;
                true
            }
            _ => true,
        }
    }

    /// Sends `quit` or closes the input, and waits for the engine to exit.
    pub fn end(mut self, quit: bool) -> Result<(), RuleError> {
        let what = if quit { "quit" } else { "the end of its input" };
        if quit {
            self.send(&Request::Quit);
        } else {
            self.connection.close_input();
        }
        if self.connection.wait_for_end(self.options.timeouts.quit) {
            return Ok(());
        }
        Err(RuleError::new(format!("it was still running {} s after {what}", self.options.timeouts.quit.as_secs_f64())))
    }
}
