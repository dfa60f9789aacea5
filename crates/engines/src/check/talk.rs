//! A talk with a program, every line of it looked at.

use std::time::{Duration, Instant};

use zermelo_core::erased::DynRecord;

use super::findings::{Breach, shown};
use super::terms::Terms;
use crate::link::{Heard, Link, Received};
use crate::protocol::{Answer, Games, Go, IDS, LEGAL, LineError, MAX_LINE, Reply, Request, Tagged, VERSION, is_notice};

/// What was seen on the way, under whichever rule.
#[derive(Default)]
pub(super) struct Notes {
    /// A line that the protocol does not have.
    pub foreign: Option<Breach>,
    /// An answer that nobody asked for.
    pub unasked: Option<Breach>,
}

/// What a program said of itself.
#[derive(Default)]
pub(super) struct Introduction {
    pub has_name: bool,
    pub games: Option<Games>,
    pub wants_legal: bool,
    pub knows_ids: bool,
}

/// A talk with one process.
pub(super) struct Talk<'a> {
    link: Link,
    terms: &'a Terms,
    notes: &'a mut Notes,
    /// A move was asked for and did not come yet.
    is_asked: bool,
    /// The last line that was said to it.
    said: String,
    number: u32,
    wants_legal: bool,
}

impl<'a> Talk<'a> {
    /// Starts it and says nothing.
    pub fn open(terms: &'a Terms, notes: &'a mut Notes) -> Result<Self, String> {
        let link = Link::open(&terms.launch, terms.patience.handshake)?;
        Ok(Self { link, terms, notes, is_asked: false, said: String::new(), number: 0, wants_legal: false })
    }

    /// Shakes hands.
    pub fn greet(&mut self) -> Result<Introduction, Breach> {
        let mut said = Introduction::default();
        self.say(&Request::Hello { version: VERSION });
        self.wait(self.terms.patience.handshake, "ok", |reply| {
            match reply.line {
                Reply::Ok => return Some(()),
                Reply::Name(_) => said.has_name = true,
                Reply::Games(games) => said.games = Some(games),
                Reply::Feature(feature) => {
                    said.wants_legal |= feature == LEGAL;
                    said.knows_ids |= feature == IDS;
                }
                _ => {}
            }
            None
        })?;
        self.wants_legal = said.wants_legal;
        Ok(said)
    }

    pub fn say(&mut self, request: &Request) {
        self.say_line(&request.to_string());
    }

    /// Says anything at all.
    pub fn say_line(&mut self, line: &str) {
        self.said = shown(line);
        self.link.say(line);
    }

    /// Begins a game and waits until it is ready.
    pub fn begin(&mut self, spec: &str) -> Result<(), Breach> {
        self.say(&Request::Game { spec: spec.to_owned(), seed: Some(self.terms.seed) });
        self.sync()
    }

    /// Whether it is there: everything that it said before is looked at then.
    pub fn sync(&mut self) -> Result<(), Breach> {
        self.number += 1;
        let word = format!("check{}", self.number);
        self.say(&Request::Ping(Some(word.clone())));
        let is_it = |reply: Tagged<Reply>| (reply.line == Reply::Pong(Some(word.clone()))).then_some(());
        self.wait(self.terms.patience.ready, &format!("pong {word}"), is_it)
    }

    /// Tells it where a game stands: by its moves, or by the text of the position.
    pub fn place(&mut self, record: &dyn DynRecord, by_text: bool) {
        let moves = record.moves().into_iter().map(|(text, _)| text).collect();
        let request = if by_text {
            Request::Position { start: Some(record.position_text()), moves: Vec::new() }
        } else {
            Request::Position { start: None, moves }
        };
        self.say(&request);
        if self.wants_legal {
            self.say(&Request::Legal(record.legal_moves()));
        }
    }

    /// Asks for a move.
    pub fn go(&mut self, id: Option<&str>, go: Go) {
        self.is_asked = true;
        self.say_line(&Tagged { id: id.map(str::to_owned), line: Request::Go(go) }.to_string());
    }

    /// Waits for a move that can be played.
    pub fn answer(&mut self, record: &dyn DynRecord, patience: Duration) -> Result<Tagged<Reply>, Breach> {
        let reply =
            self.wait(patience, "bestmove", |reply| matches!(reply.line, Reply::BestMove(_)).then_some(reply))?;
        if let Reply::BestMove(Answer::Move { text, .. }) = &reply.line
            && let Err(why) = record.boxed_clone().play(text, None)
        {
            return Err(Breach::at(&reply.to_string(), format!("in {}: {why}", record.position_text())));
        }
        Ok(reply)
    }

    /// Waits for a line. An error about what was asked means that it won't come.
    pub fn wait<T>(
        &mut self,
        patience: Duration,
        what: &str,
        mut pick: impl FnMut(Tagged<Reply>) -> Option<T>,
    ) -> Result<T, Breach> {
        let until = Instant::now() + patience;
        loop {
            let Some(reply) = self.next(until)? else {
                let why = format!("no \"{what}\" within {} s of this line", patience.as_secs_f64());
                return Err(Breach { why, line: Some(self.said.clone()) });
            };
            if let Reply::Error { code, .. } = &reply.line
                && !is_notice(code)
            {
                let why = format!("no \"{what}\", but this error, after {}", self.said);
                return Err(Breach::at(&reply.to_string(), why));
            }
            if let Some(picked) = pick(reply) {
                return Ok(picked);
            }
        }
    }

    /// The next line of the protocol; `None` when none came in time. Others are noted.
    fn next(&mut self, until: Instant) -> Result<Option<Tagged<Reply>>, Breach> {
        loop {
            let line = match self.link.listen(until, None) {
                Heard::Silence | Heard::Stopped => return Ok(None),
                Heard::Crashed(how) | Heard::Closed(how) => {
                    return Err(Breach { why: format!("{how}, after this line"), line: Some(self.said.clone()) });
                }
                Heard::Received(received) => received,
            };
            if let Some(reply) = self.look(line) {
                return Ok(Some(reply));
            }
        }
    }

    /// Looks at what came; gives it back where it is something to wait for.
    fn look(&mut self, received: Received) -> Option<Tagged<Reply>> {
        let foreign = |line: &str, why: String| Some(Breach::at(line, why));
        let found = match received {
            Received::Line(line) if line.trim().is_empty() => return None,
            Received::TooLong => foreign("", format!("a line of more than {MAX_LINE} bytes")),
            Received::NotText(line) => foreign(&line, "it is not UTF-8".to_owned()),
            Received::Line(line) => match line.parse::<Tagged<Reply>>() {
                Ok(reply) if self.is_expected(&reply.line) => return Some(reply),
                Ok(_) => {
                    self.notes.unasked.get_or_insert_with(|| Breach::at(&line, "nothing had been asked for"));
                    return None;
                }
                Err(LineError::Unknown(_)) => {
                    foreign(&line, "the protocol has no such line; standard error is for messages".to_owned())
                }
                Err(LineError::Malformed { expected, .. }) => foreign(&line, format!("expected {expected}")),
            },
        };
        if self.notes.foreign.is_none() {
            self.notes.foreign = found;
        }
        None
    }

    /// Whether a line may come now: moves and what goes with them come between `go` and `bestmove` alone.
    fn is_expected(&mut self, reply: &Reply) -> bool {
        match reply {
            Reply::BestMove(_) => std::mem::replace(&mut self.is_asked, false),
            Reply::Info(_) => self.is_asked,
            // What refuses a `go` stands for its answer.
            Reply::Error { code, .. } if !is_notice(code) => {
                self.is_asked = false;
                true
            }
            _ => true,
        }
    }

    /// Waits for it to leave, once `quit` was said or its input was closed.
    pub fn leave(mut self, quit: bool) -> Result<(), Breach> {
        let what = if quit { "quit" } else { "the end of its input" };
        if quit {
            self.say(&Request::Quit);
        } else {
            self.link.close_input();
        }
        if self.link.wait_for_end(self.terms.patience.quit) {
            return Ok(());
        }
        Err(Breach::new(format!("it was still there {} s after {what}", self.terms.patience.quit.as_secs_f64())))
    }
}
