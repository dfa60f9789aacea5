//! The engine's side of the native protocol.
//!
//! One thread reads, one thread at a time searches, and what either brings comes to the third, which alone answers. An answer to
//! `go` is therefore always behind its `info` lines, and whoever has read it finds the engine ready.

use std::collections::VecDeque;
use std::io::{self, BufRead, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use zermelo_core::erased::{DynAgent, DynGame, DynRecord, TextDecision};
use zermelo_core::text::excerpt;
use zermelo_core::{Action, AgentError, StopToken};

use super::house::{Complaint, House};
use crate::link::{Received, read_line};
use crate::protocol::{Answer, Games, Go, IDS, Info, MAX_LINE, Reply, Request, Tagged, VERSION};

/// How long a search may take to end when the session does.
const LAST_WAIT: Duration = Duration::from_secs(1);

/// What the session hears of.
enum Event {
    Received(Received),
    End,
    Done(Box<Done>),
}

/// A search that has ended.
struct Done {
    /// `None`: it panicked.
    agent: Option<Box<dyn DynAgent>>,
    result: Result<TextDecision, AgentError>,
    /// The last that was told of it.
    told: Option<Info>,
}

/// Whether the session goes on.
#[derive(PartialEq, Eq)]
enum Next {
    GoOn,
    Leave,
}

pub(super) fn serve(
    input: impl BufRead + Send + 'static,
    output: impl Write + Send + 'static,
    house: &dyn House,
) -> io::Result<()> {
    let (sender, events) = channel();
    let reader = sender.clone();
    std::thread::spawn(move || read(input, &reader));
    let mut session = Session {
        house,
        output: Output(Arc::new(Mutex::new(Box::new(output)))),
        sender,
        table: None,
        search: None,
        later: VecDeque::new(),
    };
    match session.run(&events) {
        // Nobody reads any more.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        ended => ended,
    }
}

fn read(mut input: impl BufRead, events: &Sender<Event>) {
    while let Ok(Some(received)) = read_line(&mut input) {
        if events.send(Event::Received(received)).is_err() {
            return;
        }
    }
    // The session has gone already: there is nobody to tell.
    let _ = events.send(Event::End);
}

/// Where lines go; the search has a share of it.
#[derive(Clone)]
struct Output(Arc<Mutex<Box<dyn Write + Send>>>);

impl Output {
    fn say(&self, id: Option<&str>, reply: Reply) -> io::Result<()> {
        let line = Tagged { id: id.map(str::to_owned), line: reply };
        let mut output = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        output.write_all(format!("{line}\n").as_bytes())?;
        output.flush()
    }
}

struct Session<'a> {
    house: &'a dyn House,
    output: Output,
    sender: Sender<Event>,
    table: Option<Table>,
    search: Option<Search>,
    /// What came behind a `stop` and waits for the search to end.
    later: VecDeque<Tagged<Request>>,
}

/// The game that is played.
struct Table {
    spec: String,
    game: Box<dyn DynGame>,
    /// Where it stands; `None` after a position that was refused.
    record: Option<Box<dyn DynRecord>>,
    /// `None` while it searches.
    agent: Option<Box<dyn DynAgent>>,
}

/// A search that goes on.
struct Search {
    id: Option<String>,
    stop: StopToken,
}

impl Session<'_> {
    fn run(&mut self, events: &Receiver<Event>) -> io::Result<()> {
        if let Some(spec) = self.house.first_game()
            && let Err(why) = self.begin(&spec, None)
        {
            self.output.say(None, why.reply())?;
        }
        // The session holds a sender itself: the channel never breaks.
        while let Ok(event) = events.recv() {
            let next = match event {
                Event::Done(done) => self.finish(*done)?,
                Event::End => Next::Leave,
                Event::Received(received) => self.hear(received)?,
            };
            if next == Next::Leave {
                return self.leave(events);
            }
        }
        Ok(())
    }

    /// Ends the search, if there is one, and lets it say its last word.
    fn leave(&mut self, events: &Receiver<Event>) -> io::Result<()> {
        let Some(search) = &self.search else { return Ok(()) };
        search.stop.stop();
        self.later.clear();
        let until = Instant::now() + LAST_WAIT;
        while let Ok(event) = events.recv_timeout(until.saturating_duration_since(Instant::now())) {
            if let Event::Done(done) = event {
                self.finish(*done)?;
                break;
            }
        }
        Ok(())
    }

    fn hear(&mut self, received: Received) -> io::Result<Next> {
        let request = match received {
            Received::Line(line) if line.trim().is_empty() => return Ok(Next::GoOn),
            Received::Line(line) => line.parse::<Tagged<Request>>().map_err(Complaint::from),
            Received::TooLong => {
                let why = format!("a line of more than {MAX_LINE} bytes; it was not read");
                Err(Complaint::new("protocol/too-long", why))
            }
            Received::NotText(_) => {
                Err(Complaint::new("protocol/malformed", "a line that is not UTF-8; it was not read"))
            }
        };
        match request {
            Ok(request) => self.take(request),
            Err(why) => self.output.say(None, why.reply()).map(|()| Next::GoOn),
        }
    }

    /// Does what was asked, now or when the search has ended.
    fn take(&mut self, request: Tagged<Request>) -> io::Result<Next> {
        let Tagged { id, line } = request;
        match (line, &self.search) {
            (Request::Quit, _) => return Ok(Next::Leave),
            (Request::Ping(token), _) => self.output.say(id.as_deref(), Reply::Pong(token))?,
            (Request::Stop, search) => {
                if let Some(search) = search {
                    search.stop.stop();
                }
            }
            (line, None) => {
                for reply in self.answer(id.as_deref(), line) {
                    self.output.say(id.as_deref(), reply)?;
                }
            }
            (line, Some(search)) if search.stop.is_stopped() => self.later.push_back(Tagged { id, line }),
            (_, Some(_)) => {
                let why = Complaint::new("protocol/busy", "a search goes on; send stop first");
                self.output.say(id.as_deref(), why.reply())?;
            }
        }
        Ok(Next::GoOn)
    }

    /// The replies to a request while nothing is searched.
    fn answer(&mut self, id: Option<&str>, request: Request) -> Vec<Reply> {
        let done = match request {
            Request::Hello { version: VERSION } => return self.introduce(),
            Request::Hello { version } => {
                let why = format!("version {version} is not spoken here; {VERSION} is");
                Err(Complaint::new("protocol/version", why))
            }
            Request::SetOption { name, .. } => {
                let why = format!("there is no option \"{}\"; there is none", excerpt(&name));
                Err(Complaint::new("option/unknown", why))
            }
            Request::Game { spec, seed } => self.begin(&spec, seed),
            Request::Position { start, moves } => self.place(start.as_deref(), &moves),
            Request::Go(go) => self.search(id, &go),
            // The moves are known here; the rest was answered before.
            Request::Legal(_) | Request::Stop | Request::Ping(_) | Request::Quit => Ok(()),
        };
        done.err().map(Complaint::reply).into_iter().collect()
    }

    fn introduce(&self) -> Vec<Reply> {
        vec![
            Reply::Name(self.house.name()),
            Reply::Author("the authors of Zermelo".to_owned()),
            Reply::Games(Games::These(self.house.games())),
            Reply::Feature(IDS.to_owned()),
            Reply::Ok,
        ]
    }

    /// A new game. The player stays where the game is the same.
    fn begin(&mut self, spec: &str, seed: Option<u64>) -> Result<(), Complaint> {
        let kept = self.table.take().filter(|table| table.spec == spec).and_then(|table| table.agent);
        let game = self.house.game(spec)?;
        let mut agent = match kept {
            Some(agent) => agent,
            None => self.house.agent(spec)?,
        };
        agent.new_game(seed.unwrap_or(0));
        let record = Some(game.new_record());
        self.table = Some(Table { spec: spec.to_owned(), game, record, agent: Some(agent) });
        Ok(())
    }

    fn place(&mut self, start: Option<&str>, moves: &[String]) -> Result<(), Complaint> {
        let table = self.table.as_mut().ok_or_else(no_game)?;
        table.record = None;
        let mut record = match start {
            None => table.game.new_record(),
            Some(text) => table.game.record_from(text)?,
        };
        for (at, mv) in moves.iter().enumerate() {
            // Between people a draw by repetition may stand unclaimed: the game goes on where the other side says so.
            let played = record.play_on(mv, None);
            played.map_err(|why| Complaint::new(why.code, format!("move {}: {why}", at + 1)))?;
        }
        table.record = Some(record);
        Ok(())
    }

    fn search(&mut self, id: Option<&str>, go: &Go) -> Result<(), Complaint> {
        let table = self.table.as_mut().ok_or_else(no_game)?;
        let Some(record) = &table.record else {
            return Err(Complaint::new("position/none", "there is no position; send one that is right"));
        };
        let Some(mut agent) = table.agent.take() else {
            return Err(Complaint::new("agent/crash", "the player broke down; send a new game"));
        };
        let record = record.boxed_clone();
        let (stop, limits) = (StopToken::new(), go.limits());
        self.search = Some(Search { id: id.map(str::to_owned), stop: stop.clone() });
        let (sender, output, id) = (self.sender.clone(), self.output.clone(), id.map(str::to_owned));
        std::thread::spawn(move || {
            let mut told = None;
            let mut report = |seen: &TextDecision| {
                // A reader that has left is noticed with the answer.
                let _ = output.say(id.as_deref(), Reply::Info(info(seen)));
                told = Some(info(seen));
            };
            let choose = || agent.choose(record.as_ref(), &limits, &stop, Some(&mut report));
            let chosen = catch_unwind(AssertUnwindSafe(choose));
            let done = match chosen {
                Ok(result) => Done { agent: Some(agent), result: result.map(|decision| decision.text), told },
                Err(_) => Done { agent: None, result: Err(AgentError::Crash("it panicked".to_owned())), told },
            };
            // The session has ended: nobody waits.
            let _ = sender.send(Event::Done(Box::new(done)));
        });
        Ok(())
    }

    /// Says what a search found, and does what waited for its end.
    fn finish(&mut self, done: Done) -> io::Result<Next> {
        let id = self.search.take().and_then(|search| search.id);
        if let Some(table) = &mut self.table {
            table.agent = done.agent;
        }
        let id = id.as_deref();
        match done.result {
            Err(why) => self.output.say(id, Complaint::from(why).reply())?,
            Ok(decision) => {
                let found = info(&decision);
                // Often the last report has said it all already.
                if !done.told.is_some_and(|told| Info { time: found.time, ..told } == found) {
                    self.output.say(id, Reply::Info(found))?;
                }
                if let Some(note) = &decision.note {
                    self.output.say(id, Reply::Info(Info { text: Some(note.clone()), ..Info::default() }))?;
                }
                self.output.say(id, Reply::BestMove(answer(decision.action)))?;
            }
        }
        while self.search.is_none() {
            let Some(request) = self.later.pop_front() else { break };
            if self.take(request)? == Next::Leave {
                return Ok(Next::Leave);
            }
        }
        Ok(Next::GoOn)
    }
}

fn no_game() -> Complaint {
    Complaint::new("game/none", "there is no game; send game and its specification")
}

fn info(seen: &TextDecision) -> Info {
    let some = |count: u64| (count > 0).then_some(count);
    Info {
        depth: Some(seen.depth.0).filter(|depth| *depth > 0),
        score: seen.score,
        share: seen.share,
        nodes: some(seen.nodes),
        playouts: some(seen.playouts),
        time: Some(u64::try_from(seen.elapsed.as_millis()).unwrap_or(u64::MAX)),
        pv: seen.pv.clone(),
        text: None,
    }
}

fn answer(action: Action<String>) -> Answer {
    match action {
        Action::Play(text) => Answer::Move { text, offers_draw: false },
        Action::OfferDraw(text) => Answer::Move { text, offers_draw: true },
        Action::Resign => Answer::Resign,
    }
}
