//! A program of its own that writes, so that it can be killed or limited: this one, started for the test [`writes`] alone.

use std::io::{BufRead, BufReader, Lines};
use std::process::{Child, ChildStdout, Command, Stdio};

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use zermelo_store::{Database, Durability, Options, Status, Store};

use crate::home::{Home, event, failing, hand_over, room, row};

/// The variable that says where a child writes. The tests themselves don't have it.
const PLACE: &str = "ZERMELO_STORE_CHILD";

/// The room that a child writes.
pub const ROOM: &str = "child";

/// A child that writes without end. It is killed when it is dropped.
pub struct Writing {
    child: Child,
    lines: Lines<BufReader<ChildStdout>>,
}

impl Writing {
    /// Starts it; with a limit for the size of its files in units of 512 bytes, which it may raise itself.
    pub fn start(home: &Home, limit: Option<u32>) -> Self {
        let place = match &home.options.database {
            Database::Sqlite { folder } => folder.to_str().expect("a plain path").to_owned(),
            Database::Postgres { url } => url.clone(),
        };
        let program = std::env::current_exe().expect("this program");
        let mut command = match limit {
            None => Command::new(program),
            Some(limit) => {
                let mut shell = Command::new("sh");
                shell.args(["-c", &format!("trap '' XFSZ; ulimit -S -f {limit}; exec \"$0\" \"$@\"")]).arg(program);
                shell
            }
        };
        command.args(["--exact", "child::writes", "--nocapture"]).env(PLACE, place);
        let mut child = command.stdin(Stdio::null()).stdout(Stdio::piped()).spawn().expect("a child");
        let lines = BufReader::new(child.stdout.take().expect("its output")).lines();
        Self { child, lines }
    }

    /// What it says next with this word before it.
    pub fn next(&mut self, word: &str) -> Option<String> {
        loop {
            let line = self.lines.next()?.expect("its output");
            if let Some(rest) = line.strip_prefix(word) {
                return Some(rest.trim().to_owned());
            }
        }
    }

    /// Ends it in whatever it does, and tells what it said until then.
    pub fn kill(mut self) -> Vec<String> {
        self.child.kill().expect("it runs");
        std::iter::from_fn(|| self.lines.next()).map_while(Result::ok).collect()
    }
}

impl Drop for Writing {
    fn drop(&mut self) {
        // Whoever is dead already can't be killed.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// What a child does; nothing where this is not one. It says `stored N` for each event that is acknowledged, and `failing CODE` when
/// nothing can be stored; then it takes its limit away.
#[test]
fn writes() {
    let Ok(place) = std::env::var(PLACE) else { return };
    let database = if place.starts_with("postgres://") {
        Database::Postgres { url: place }
    } else {
        Database::Sqlite { folder: place.into() }
    };
    let options = Options { database, durability: Durability::Process };
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build();
    runtime.expect("a runtime").block_on(async {
        let store = Store::open(&options).await.expect("a store");
        store.written(room(&row(ROOM, 1, Status::Playing))).await.expect("it is stored");
        let watched = store.clone();
        tokio::spawn(async move {
            let (code, why) = failing(&watched).await;
            println!("failing {code} {why}");
            let limit = getrlimit(Resource::Fsize);
            setrlimit(Resource::Fsize, Rlimit { current: limit.maximum, ..limit }).expect("a higher limit");
        });
        for hundred in 0_u32.. {
            // Several are on their way at any time.
            let numbers = hundred * 100 + 1..=hundred * 100 + 100;
            let mut answers = hand_over(&store, numbers.clone().map(|seq| event(ROOM, seq)));
            for seq in numbers {
                let (_, result) = answers.recv().await.expect("an answer");
                result.expect("it is stored");
                println!("stored {seq}");
            }
        }
    });
}
