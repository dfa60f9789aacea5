//! A server, a run and a worker for a test.

use std::path::PathBuf;
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::Duration;

use zermelo_arena::plan::GameCount;
use zermelo_arena::results::{Filter, Reader, StoredGame};
use zermelo_arena::run::{Finished, Run, RunError};
use zermelo_arena::{Config, Roster};
use zermelo_core::StopToken;
use zermelo_core::erased::{DynAgent, DynGame};
use zermelo_core::spec::SpecError;
use zermelo_queue::{Event, Options, Queue, Say, Shift, Summary};
use zermelo_testkit::nats::NatsServer;

/// The catalogue; where it is lame, without the agent `greedy`.
pub struct House {
    pub is_lame: bool,
}

impl Roster for House {
    fn game(&self, spec: &str) -> Result<Box<dyn DynGame>, SpecError> {
        zermelo_catalog::game(spec)
    }

    fn agent(&self, spec: &str, game: &str) -> Result<Box<dyn DynAgent>, SpecError> {
        let spec = if self.is_lame && spec.starts_with("greedy") { "no-such-agent" } else { spec };
        zermelo_catalog::agent(spec, game)
    }
}

/// A folder and a server in it.
pub struct Place {
    folder: tempfile::TempDir,
    pub server: NatsServer,
}

impl Place {
    pub fn new() -> Self {
        let folder = tempfile::tempdir().expect("a folder for the test");
        let server = NatsServer::start(folder.path());
        Self { folder, server }
    }

    pub fn file(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// A run that is ready to go.
    pub fn run(&self, name: &str, games: u64) -> Run {
        let mut config = Config::new("tictactoe", &["random", "greedy:ties=random"]);
        config.games = GameCount::Games(games);
        Run::begin(config, &self.file(name), &House { is_lame: false }).expect("a tournament")
    }

    /// Plays a run through the queue, on a thread.
    pub fn play(&self, run: Run) -> (Receiver<Event>, JoinHandle<Result<Finished, RunError>>) {
        let (queue, events) = self.connect();
        let playing = std::thread::spawn(move || {
            let options = Options { ack_wait: Duration::from_secs(1) };
            let mut collector = queue.collect(&run.key(), run.terms(), options).expect("a queue");
            run.play_with(&mut collector, &StopToken::new(), &mut |_| {})
        });
        (events, playing)
    }

    /// A worker on a thread, until the token is raised.
    pub fn work(&self, house: House) -> (Receiver<Event>, StopToken, JoinHandle<Summary>) {
        let (queue, events) = self.connect();
        let stop = StopToken::new();
        let raised = stop.clone();
        let roster: Arc<dyn Roster> = Arc::new(house);
        let working =
            std::thread::spawn(move || queue.work(Shift { concurrency: 1, idle_exit: None }, &roster, &raised));
        (events, stop, working)
    }

    fn connect(&self) -> (Queue, Receiver<Event>) {
        let (sender, events) = channel();
        let sender = Mutex::new(sender);
        let say: Say = Arc::new(move |event: &Event| {
            // The test may have heard enough.
            let _ = sender.lock().expect("a whole sender").send(event.clone());
        });
        (Queue::connect(&self.server.url(), say).expect("a queue"), events)
    }

    /// The games of a file without what the clock says.
    pub fn games(&self, name: &str) -> Vec<StoredGame> {
        let mut games = Vec::new();
        let read = Reader::open(&self.file(name)).expect("results").for_each(&Filter::default(), |mut game| {
            game.ended = 0;
            game.figures.iter_mut().for_each(|figures| figures.nanoseconds = 0);
            games.push(game);
            Ok(())
        });
        read.expect("whole rows");
        games
    }

    /// The games of the same run, played here.
    pub fn expected(&self, games: u64) -> Vec<StoredGame> {
        let roster: Arc<dyn Roster> = Arc::new(House { is_lame: false });
        self.run("whole.db", games).play(&roster, &StopToken::new(), &mut |_| {}).expect("a run without a fault");
        self.games("whole.db")
    }
}

/// The next event of that kind.
pub fn wait_for(events: &Receiver<Event>, is_wanted: impl Fn(&Event) -> bool) -> Event {
    loop {
        let event = events.recv_timeout(Duration::from_mins(1)).expect("it is told");
        if is_wanted(&event) {
            return event;
        }
    }
}
