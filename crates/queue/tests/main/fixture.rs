//! A server in a temporary folder, with runs and workers.

use std::path::PathBuf;
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::Duration;

use zermelo_arena::plan::GameCount;
use zermelo_arena::results::{GameFilter, ResultsReader, StoredGame};
use zermelo_arena::run::{Run, RunError, RunOutcome};
use zermelo_arena::{Roster, TournamentConfig};
use zermelo_core::StopToken;
use zermelo_core::erased::{DynAgent, DynGame};
use zermelo_core::spec::SpecError;
use zermelo_queue::{EventListener, Queue, QueueEvent, QueueOptions, WorkerOptions, WorkerSummary};
use zermelo_testkit::nats::NatsServer;

/// The catalogue, or the catalogue without the agent `greedy`.
pub struct TestRoster {
    pub lacks_greedy: bool,
}

impl Roster for TestRoster {
    fn game(&self, spec: &str) -> Result<Box<dyn DynGame>, SpecError> {
        zermelo_catalog::game(spec)
    }

    fn agent(&self, spec: &str, game: &str) -> Result<Box<dyn DynAgent>, SpecError> {
        let spec = if self.lacks_greedy && spec.starts_with("greedy") { "no-such-agent" } else { spec };
        zermelo_catalog::agent(spec, game)
    }
}

pub struct QueueFixture {
    folder: tempfile::TempDir,
    pub server: NatsServer,
}

impl QueueFixture {
    pub fn new() -> Self {
        let folder = tempfile::tempdir().expect("a folder for the test");
        let server = NatsServer::start(folder.path());
        Self { folder, server }
    }

    pub fn file(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// A new run.
    pub fn run(&self, name: &str, games: u64) -> Run {
        let mut config = TournamentConfig::new("tictactoe", &["random", "greedy:ties=random"]);
        config.games = GameCount::Games(games);
        Run::begin(config, &self.file(name), &TestRoster { lacks_greedy: false }).expect("a tournament")
    }

    /// Plays a run through the queue on a thread.
    pub fn play(&self, run: Run) -> (Receiver<QueueEvent>, JoinHandle<Result<RunOutcome, RunError>>) {
        let (queue, events) = self.connect();
        let playing = std::thread::spawn(move || {
            let options = QueueOptions { ack_wait: Duration::from_secs(1) };
            let mut collector = queue.collect(&run.key(), run.terms(), options).expect("a queue");
            run.play_with(&mut collector, &StopToken::new(), &mut |_| {})
        });
        (events, playing)
    }

    /// A worker on a thread; it stops when the token is raised.
    pub fn work(&self, roster: TestRoster) -> (Receiver<QueueEvent>, StopToken, JoinHandle<WorkerSummary>) {
        let (queue, events) = self.connect();
        let stop = StopToken::new();
        let raised = stop.clone();
        let roster: Arc<dyn Roster> = Arc::new(roster);
        let working =
            std::thread::spawn(move || queue.work(WorkerOptions { concurrency: 1, idle_exit: None }, &roster, &raised));
        (events, stop, working)
    }

    fn connect(&self) -> (Queue, Receiver<QueueEvent>) {
        let (sender, events) = channel();
        let sender = Mutex::new(sender);
        let listener: EventListener = Arc::new(move |event: &QueueEvent| {
            // The test may have dropped the receiver.
            let _ = sender.lock().expect("no panic").send(event.clone());
        });
        (Queue::connect(&self.server.url(), listener).expect("a queue"), events)
    }

    /// The games of a results file without times.
    pub fn games(&self, name: &str) -> Vec<StoredGame> {
        let mut games = Vec::new();
        let read =
            ResultsReader::open(&self.file(name)).expect("results").for_each(&GameFilter::default(), |mut game| {
                game.ended = 0;
                game.figures.iter_mut().for_each(|figures| figures.nanoseconds = 0);
                games.push(game);
                Ok(())
            });
        read.expect("whole rows");
        games
    }

    /// The games of the same run, played without a queue.
    pub fn expected(&self, games: u64) -> Vec<StoredGame> {
        let roster: Arc<dyn Roster> = Arc::new(TestRoster { lacks_greedy: false });
        self.run("whole.db", games).play(&roster, &StopToken::new(), &mut |_| {}).expect("a run without a fault");
        self.games("whole.db")
    }
}

/// The next event that passes the test.
pub fn wait_for(events: &Receiver<QueueEvent>, is_wanted: impl Fn(&QueueEvent) -> bool) -> QueueEvent {
    loop {
        let event = events.recv_timeout(Duration::from_mins(1)).expect("an event");
        if is_wanted(&event) {
            return event;
        }
    }
}
