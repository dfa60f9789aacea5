//! Processes: what is left of them, what they may take, where they are.

use std::net::TcpListener;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use zermelo_core::StopToken;
use zermelo_core::erased::{DynAgent, DynGame};
use zermelo_core::spec::SpecError;
use zermelo_engines::client::{EngineConfig, Protocol};
use zermelo_engines::engine::{EngineBackend, listen};
use zermelo_engines::{EngineAddress, Launch};

use super::{agent, config, faulty, play, played};

/// Whether a process does anything; one that has ended and that nobody has asked for yet does not.
#[cfg(target_os = "linux")]
fn is_alive(pid: &str) -> bool {
    std::fs::read_to_string(format!("/proc/{pid}/stat"))
        .is_ok_and(|stat| !stat.rsplit(')').next().is_some_and(|rest| rest.trim_start().starts_with('Z')))
}

/// The number that the bot says of itself or of what it started, in a log: `pid N`, `child N`.
#[cfg(target_os = "linux")]
fn said(log: &Path, word: &str) -> String {
    let until = Instant::now() + Duration::from_secs(30);
    let mark = format!(" ! {word} ");
    loop {
        let log = std::fs::read_to_string(log).expect("a log");
        if let Some((_, pid)) = log.lines().find_map(|line| line.split_once(&mark)) {
            return pid.trim().to_owned();
        }
        assert!(Instant::now() < until, "no {word} in {log}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[cfg(target_os = "linux")]
fn wait_for_the_end_of(pid: &str) {
    let until = Instant::now() + Duration::from_secs(30);
    while is_alive(pid) {
        assert!(Instant::now() < until, "process {pid} is still there");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Whether it left, was killed or crashed: nothing of it is there afterwards, what it started included.
#[cfg(target_os = "linux")]
#[test]
fn nothing_is_left_of_a_program_and_what_it_started() {
    for fault in ["child", "stay", "hang", "crash", "hang-at-start"] {
        let log = tempfile::NamedTempFile::new().expect("a file for the test");
        let mut config = config(Protocol::Native, faulty(Protocol::Native, fault));
        config.launch.log = Some(log.path().to_owned());
        config.timeouts.hang = Duration::from_millis(100);
        config.timeouts.stop = Duration::from_millis(100);
        if fault == "hang-at-start" {
            config.timeouts.handshake = Duration::from_secs(2);
        }
        let mut agent = agent("connect4", config);
        let answer = play(agent.as_mut());
        assert_eq!(answer.is_ok(), matches!(fault, "child" | "stay"), "{fault}: {answer:?}");
        drop(agent);
        let pid = said(log.path(), "pid");
        assert!(!Path::new(&format!("/proc/{pid}")).exists(), "{fault}: not even a zombie");
        if fault == "child" {
            wait_for_the_end_of(&said(log.path(), "child"));
        }
    }
}

#[cfg(unix)]
#[test]
fn memory_is_limited() {
    for protocol in [Protocol::Native, Protocol::Plain] {
        let mut config = config(protocol, faulty(protocol, "memory"));
        config.launch.memory = Some(256 << 20);
        let why = play(agent("connect4", config).as_mut()).expect_err("it takes a gigabyte");
        assert_eq!(why.code(), "agent/crash", "{why}");
        assert!(why.to_string().contains("MemoryError"), "{why}");
    }
    let mut enough = config(Protocol::Native, faulty(Protocol::Native, "none"));
    enough.launch.memory = Some(256 << 20);
    assert_eq!(play(agent("connect4", enough).as_mut()).expect("it is enough for this").action, played("1"));
}

#[test]
fn a_program_works_in_its_folder() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    std::fs::copy(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/faulty_bot.py"), folder.path().join("bot.py"))
        .expect("a copy");
    let mut command = faulty(Protocol::Native, "none");
    command.arguments[0] = "bot.py".to_owned();
    let mut config = config(Protocol::Native, command);
    config.launch.directory = Some(folder.path().to_owned());
    assert_eq!(play(agent("connect4", config).as_mut()).expect("a move").action, played("1"));
}

/// A house with the catalogue's games and one player.
pub(super) struct CatalogueBackend(pub &'static str);

impl EngineBackend for CatalogueBackend {
    fn name(&self) -> String {
        format!("Zermelo {}", self.0)
    }

    fn games(&self) -> Vec<String> {
        zermelo_catalog::GAMES.iter().map(|info| info.name.to_owned()).collect()
    }

    fn first_game(&self) -> Option<String> {
        None
    }

    fn game(&self, spec: &str) -> Result<Box<dyn DynGame>, SpecError> {
        zermelo_catalog::game(spec)
    }

    fn agent(&self, game: &str) -> Result<Box<dyn DynAgent>, SpecError> {
        zermelo_catalog::agent(self.0, game)
    }
}

/// Listens on a port that the system chooses, until the test process ends.
pub(super) fn server(spec: &'static str, protocol: Protocol, stop: &StopToken) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = listener.local_addr().expect("an address").to_string();
    let stop = stop.clone();
    std::thread::spawn(move || {
        let backend: Arc<dyn EngineBackend> = Arc::new(CatalogueBackend(spec));
        listen(&listener, protocol, &backend, &stop)
    });
    address
}

#[test]
fn an_engine_that_listens_is_played_with() {
    let stop = StopToken::new();
    for protocol in [Protocol::Native, Protocol::Plain] {
        let address = server("alphabeta:depth=3", protocol, &stop);
        let tcp = || EngineConfig { protocol, ..EngineConfig::new(Launch::tcp(address.clone())) };
        // Two talk at a time.
        let mut agents = [agent("connect4", tcp()), agent("connect4", tcp())];
        for _ in 0..2 {
            let answers = agents.each_mut().map(|agent| play(agent.as_mut()).expect("a move").action);
            assert_eq!(answers[0], answers[1], "{protocol:?}");
        }
    }
    stop.stop();
}

#[test]
fn a_connection_that_is_lost_or_never_made_is_told() {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = listener.local_addr().expect("an address").to_string();
    let accepts = std::thread::spawn(move || drop(listener.accept().expect("somebody")));
    let config = || EngineConfig::new(Launch { address: EngineAddress::Tcp(address.clone()), ..Launch::tcp("") });
    let why = play(agent("connect4", config()).as_mut()).expect_err("it hangs up");
    assert_eq!(why.code(), "agent/disconnect", "{why}");
    accepts.join().expect("it accepted");
    let why = play(agent("connect4", config()).as_mut()).expect_err("nobody listens any more");
    assert_eq!(why.code(), "agent/not-started", "{why}");
    assert!(why.to_string().contains("can't connect to 127.0.0.1:"), "{why}");
    let why = play(agent("connect4", EngineConfig::new(Launch::tcp("nowhere"))).as_mut()).expect_err("no address");
    assert!(why.to_string().contains("can't connect to nowhere"), "{why}");
}
