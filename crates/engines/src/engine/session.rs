//! The engine side of the native protocol.
//!
//! One thread reads requests and at most one thread searches. Both send events to the session's thread, which alone answers requests. So
//! `bestmove` always follows the `info` lines of its search, and after `bestmove` the engine is ready for the next request.

use std::collections::VecDeque;
use std::io::{self, BufRead, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use zermelo_core::erased::{DynAgent, DynGame, DynRecord, TextDecision};
use zermelo_core::text::excerpt;
use zermelo_core::{Action, AgentError, StopToken};

use super::backend::{EngineBackend, RequestError};
use crate::connection::{ReceivedLine, read_line};
use crate::protocol::{BestMove, GoLimits, IDS, Info, MAX_LINE, Reply, Request, SupportedGames, Tagged, VERSION};

/// How long to wait for the running search at the end of the session.
const STOP_TIMEOUT: Duration = Duration::from_secs(1);

/// An event for the session's thread.
enum SessionEvent {
    Line(ReceivedLine),
    EndOfInput,
    SearchFinished(Box<FinishedSearch>),
}

/// A search that has ended.
struct FinishedSearch {
    /// `None` if it panicked.
    agent: Option<Box<dyn DynAgent>>,
    result: Result<TextDecision, AgentError>,
    /// The last `info` that was sent.
    last_info: Option<Info>,
}

/// Whether the session continues.
#[derive(PartialEq, Eq)]
enum SessionFlow {
    Continue,
    Quit,
}

pub(super) fn serve(
    input: impl BufRead + Send + 'static,
    output: impl Write + Send + 'static,
    backend: &dyn EngineBackend,
) -> io::Result<()> {
    let (sender, events) = channel();
    let reader = sender.clone();
    std::thread::spawn(move || read_lines(input, &reader));
    let mut session = Session {
        backend,
        output: SharedOutput(Arc::new(Mutex::new(Box::new(output)))),
        sender,
        game: None,
        search: None,
        deferred: VecDeque::new(),
    };
    match session.run(&events) {
        // The other side has closed the connection.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        ended => ended,
    }
}

fn read_lines(mut input: impl BufRead, events: &Sender<SessionEvent>) {
    while let Ok(Some(received)) = read_line(&mut input) {
        if events.send(SessionEvent::Line(received)).is_err() {
            return;
        }
    }
    // It fails only if the session has ended already.
    let _ = events.send(SessionEvent::EndOfInput);
}

/// The output, shared with the search thread.
#[derive(Clone)]
struct SharedOutput(Arc<Mutex<Box<dyn Write + Send>>>);

impl SharedOutput {
    fn send(&self, id: Option<&str>, reply: Reply) -> io::Result<()> {
        let line = Tagged { id: id.map(str::to_owned), line: reply };
        let mut output = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        output.write_all(format!("{line}\n").as_bytes())?;
        output.flush()
    }
}

struct Session<'a> {
    backend: &'a dyn EngineBackend,
    output: SharedOutput,
    sender: Sender<SessionEvent>,
    game: Option<SessionGame>,
    search: Option<RunningSearch>,
    /// Requests after a `stop`, to be answered when the search has ended.
    deferred: VecDeque<Tagged<Request>>,
}

/// The current game.
struct SessionGame {
    spec: String,
    game: Box<dyn DynGame>,
    /// The current position; `None` after an invalid `position` request.
    record: Option<Box<dyn DynRecord>>,
    /// `None` during a search.
    agent: Option<Box<dyn DynAgent>>,
}

/// A search in progress.
struct RunningSearch {
    id: Option<String>,
    stop: StopToken,
}

impl Session<'_> {
    fn run(&mut self, events: &Receiver<SessionEvent>) -> io::Result<()> {
        if let Some(spec) = self.backend.first_game()
            && let Err(why) = self.start_game(&spec, None)
        {
            self.output.send(None, why.into_reply())?;
        }
        // The session holds a sender itself, so the channel never disconnects.
        while let Ok(event) = events.recv() {
            let flow = match event {
                SessionEvent::SearchFinished(finished) => self.finish_search(*finished)?,
                SessionEvent::EndOfInput => SessionFlow::Quit,
                SessionEvent::Line(received) => self.handle_line(received)?,
            };
            if flow == SessionFlow::Quit {
                return self.quit(events);
            }
        }
        Ok(())
    }

    /// Stops the search, if one is running, and sends its result.
    fn quit(&mut self, events: &Receiver<SessionEvent>) -> io::Result<()> {
        let Some(search) = &self.search else { return Ok(()) };
        search.stop.stop();
        self.deferred.clear();
        let until = Instant::now() + STOP_TIMEOUT;
        while let Ok(event) = events.recv_timeout(until.saturating_duration_since(Instant::now())) {
            if let SessionEvent::SearchFinished(finished) = event {
                self.finish_search(*finished)?;
                break;
            }
        }
        Ok(())
    }

    fn handle_line(&mut self, received: ReceivedLine) -> io::Result<SessionFlow> {
        let request = match received {
            ReceivedLine::Text(line) if line.trim().is_empty() => return Ok(SessionFlow::Continue),
            ReceivedLine::Text(line) => line.parse::<Tagged<Request>>().map_err(RequestError::from),
            ReceivedLine::TooLong => {
                let why = format!("a line of more than {MAX_LINE} bytes; it was ignored");
                Err(RequestError::new("protocol/too-long", why))
            }
            ReceivedLine::NotUtf8(_) => {
                Err(RequestError::new("protocol/malformed", "a line that is not UTF-8; it was ignored"))
            }
        };
        match request {
            Ok(request) => self.handle_request(request),
            Err(why) => self.output.send(None, why.into_reply()).map(|()| SessionFlow::Continue),
        }
    }

    /// Handles a request now, or defers it until the search has ended.
    fn handle_request(&mut self, request: Tagged<Request>) -> io::Result<SessionFlow> {
        let Tagged { id, line } = request;
        match (line, &self.search) {
            (Request::Quit, _) => return Ok(SessionFlow::Quit),
            (Request::Ping(token), _) => self.output.send(id.as_deref(), Reply::Pong(token))?,
            (Request::Stop, search) => {
                if let Some(search) = search {
                    search.stop.stop();
                }
            }
            (line, None) => {
                for reply in self.answer(id.as_deref(), line) {
                    self.output.send(id.as_deref(), reply)?;
                }
            }
            (line, Some(search)) if search.stop.is_stopped() => self.deferred.push_back(Tagged { id, line }),
            (_, Some(_)) => {
                let why = RequestError::new("protocol/busy", "a search is running; send stop first");
                self.output.send(id.as_deref(), why.into_reply())?;
            }
        }
        Ok(SessionFlow::Continue)
    }

    /// The replies to a request while no search is running.
    fn answer(&mut self, id: Option<&str>, request: Request) -> Vec<Reply> {
        let result = match request {
            Request::Hello { version: VERSION } => return self.handshake(),
            Request::Hello { version } => {
                let why = format!("version {version} is not supported; this engine has version {VERSION}");
                Err(RequestError::new("protocol/version", why))
            }
            Request::SetOption { name, .. } => {
                let why = format!("there is no option \"{}\"; this engine has no options", excerpt(&name));
                Err(RequestError::new("option/unknown", why))
            }
            Request::Game { spec, seed } => self.start_game(&spec, seed),
            Request::Position { start, moves } => self.set_position(start.as_deref(), &moves),
            Request::Go(go) => self.search(id, &go),
            // This engine generates the legal moves itself; the others are handled before.
            Request::Legal(_) | Request::Stop | Request::Ping(_) | Request::Quit => Ok(()),
        };
        result.err().map(RequestError::into_reply).into_iter().collect()
    }

    fn handshake(&self) -> Vec<Reply> {
        vec![
            Reply::Name(self.backend.name()),
            Reply::Author("the authors of Zermelo".to_owned()),
            Reply::Games(SupportedGames::Listed(self.backend.games())),
            Reply::Feature(IDS.to_owned()),
            Reply::Ok,
        ]
    }

    /// Starts a new game. The agent is kept if the game has the same specification.
    fn start_game(&mut self, spec: &str, seed: Option<u64>) -> Result<(), RequestError> {
        let agent = self.game.take().filter(|current| current.spec == spec).and_then(|current| current.agent);
        let game = self.backend.game(spec)?;
        let mut agent = match agent {
            Some(agent) => agent,
            None => self.backend.agent(spec)?,
        };
        agent.new_game(seed.unwrap_or(0));
        let record = Some(game.new_record());
        self.game = Some(SessionGame { spec: spec.to_owned(), game, record, agent: Some(agent) });
        Ok(())
    }

    fn set_position(&mut self, start: Option<&str>, moves: &[String]) -> Result<(), RequestError> {
        let current = self.game.as_mut().ok_or_else(no_game_error)?;
        current.record = None;
        let mut record = match start {
            None => current.game.new_record(),
            Some(text) => current.game.record_from(text)?,
        };
        for (at, mv) in moves.iter().enumerate() {
            // Between people a draw by repetition may be left unclaimed, so the game may continue after it.
            let played = record.play_on(mv, None);
            played.map_err(|why| RequestError::new(why.code, format!("move {}: {why}", at + 1)))?;
        }
        current.record = Some(record);
        Ok(())
    }

    fn search(&mut self, id: Option<&str>, go: &GoLimits) -> Result<(), RequestError> {
        let current = self.game.as_mut().ok_or_else(no_game_error)?;
        let Some(record) = &current.record else {
            return Err(RequestError::new("position/none", "there is no position; send a valid one"));
        };
        let Some(mut agent) = current.agent.take() else {
            return Err(RequestError::new("agent/crash", "the agent crashed; send a new game"));
        };
        let record = record.boxed_clone();
        let (stop, limits) = (StopToken::new(), go.limits());
        self.search = Some(RunningSearch { id: id.map(str::to_owned), stop: stop.clone() });
        let (sender, output, id) = (self.sender.clone(), self.output.clone(), id.map(str::to_owned));
        std::thread::spawn(move || {
            let mut last_info = None;
            let mut report = |decision: &TextDecision| {
                // A broken output is noticed with `bestmove`.
                let _ = output.send(id.as_deref(), Reply::Info(info(decision)));
                last_info = Some(info(decision));
            };
            let choose = || agent.choose(record.as_ref(), &limits, &stop, Some(&mut report));
            let chosen = catch_unwind(AssertUnwindSafe(choose));
            let finished = match chosen {
                Ok(result) => {
                    FinishedSearch { agent: Some(agent), result: result.map(|decision| decision.text), last_info }
                }
                Err(_) => {
                    FinishedSearch { agent: None, result: Err(AgentError::Crash("it panicked".to_owned())), last_info }
                }
            };
            // It fails only if the session has ended already.
            let _ = sender.send(SessionEvent::SearchFinished(Box::new(finished)));
        });
        Ok(())
    }

    /// Sends the result of a search and handles the deferred requests.
    fn finish_search(&mut self, finished: FinishedSearch) -> io::Result<SessionFlow> {
        let id = self.search.take().and_then(|search| search.id);
        if let Some(current) = &mut self.game {
            current.agent = finished.agent;
        }
        let id = id.as_deref();
        match finished.result {
            Err(why) => self.output.send(id, RequestError::from(why).into_reply())?,
            Ok(decision) => {
                let last = info(&decision);
                // The last report of the search is often the same, apart from the time.
                if !finished.last_info.is_some_and(|sent| Info { time: last.time, ..sent } == last) {
                    self.output.send(id, Reply::Info(last))?;
                }
                if let Some(note) = &decision.note {
                    self.output.send(id, Reply::Info(Info { text: Some(note.clone()), ..Info::default() }))?;
                }
                self.output.send(id, Reply::BestMove(best_move(decision.action)))?;
            }
        }
        while self.search.is_none() {
            let Some(request) = self.deferred.pop_front() else { break };
            if self.handle_request(request)? == SessionFlow::Quit {
                return Ok(SessionFlow::Quit);
            }
        }
        Ok(SessionFlow::Continue)
    }
}

fn no_game_error() -> RequestError {
    RequestError::new("game/none", "there is no game; send game SPEC")
}

fn info(decision: &TextDecision) -> Info {
    let some = |count: u64| (count > 0).then_some(count);
    Info {
        depth: Some(decision.depth.0).filter(|depth| *depth > 0),
        score: decision.score,
        share: decision.share,
        nodes: some(decision.nodes),
        playouts: some(decision.playouts),
        time: Some(u64::try_from(decision.elapsed.as_millis()).unwrap_or(u64::MAX)),
        pv: decision.pv.clone(),
        text: None,
    }
}

fn best_move(action: Action<String>) -> BestMove {
    match action {
        Action::Play(text) => BestMove::Move { text, offers_draw: false },
        Action::OfferDraw(text) => BestMove::Move { text, offers_draw: true },
        Action::Resign => BestMove::Resign,
    }
}
