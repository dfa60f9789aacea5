//! A writing child process, which a test can kill or limit. It is this test binary, started for the test [`writes`] alone.

use std::io::{BufRead, BufReader, Lines};
use std::process::{Child, ChildStdout, Command, Stdio};

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use zermelo_store::{Database, Durability, Store, StoreOptions, StoredStatus};

use crate::database::{TestDatabase, event, failing, room, row, submit_all};

/// The variable with the child's database. Only children have it.
const PLACE: &str = "ZERMELO_STORE_CHILD";

/// The room that the child writes.
pub const ROOM: &str = "child";

/// A child process that writes in an endless loop. Killed on drop.
pub struct ChildWriter {
    child: Child,
    lines: Lines<BufReader<ChildStdout>>,
}

impl ChildWriter {
    /// Starts a child; with a soft limit of its file size in units of 512 bytes, which it can raise itself.
    pub fn start(home: &TestDatabase, limit: Option<u32>) -> Self {
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

    /// The rest of its next output line that starts with a word.
    pub fn next(&mut self, word: &str) -> Option<String> {
        loop {
            let line = self.lines.next()?.expect("its output");
            if let Some(rest) = line.strip_prefix(word) {
                return Some(rest.trim().to_owned());
            }
        }
    }

    /// Kills it, and returns the rest of its output.
    pub fn kill(mut self) -> Vec<String> {
        self.child.kill().expect("it runs");
        std::iter::from_fn(|| self.lines.next()).map_while(Result::ok).collect()
    }
}

impl Drop for ChildWriter {
    fn drop(&mut self) {
        // It may be dead already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The child's work; does nothing in a normal test run. Prints `stored N` for each acknowledged event, and `failing CODE` when the store
/// can't write; then it raises its limit.
#[test]
fn writes() {
    let Ok(place) = std::env::var(PLACE) else { return };
    let database = if place.starts_with("postgres://") {
        Database::Postgres { url: place }
    } else {
        Database::Sqlite { folder: place.into() }
    };
    let options = StoreOptions { database, durability: Durability::Process };
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build();
    runtime.expect("a runtime").block_on(async {
        let store = Store::open(&options).await.expect("a store");
        store.write(room(&row(ROOM, 1, StoredStatus::Playing))).await.expect("it is stored");
        let watched = store.clone();
        tokio::spawn(async move {
            let (code, why) = failing(&watched).await;
            println!("failing {code} {why}");
            let limit = getrlimit(Resource::Fsize);
            setrlimit(Resource::Fsize, Rlimit { current: limit.maximum, ..limit }).expect("a higher limit");
        });
        for hundred in 0_u32.. {
            // Several writes are queued at any time.
            let numbers = hundred * 100 + 1..=hundred * 100 + 100;
            let mut answers = submit_all(&store, numbers.clone().map(|seq| event(ROOM, seq)));
            for seq in numbers {
                let (_, result) = answers.recv().await.expect("an answer");
                result.expect("it is stored");
                println!("stored {seq}");
            }
        }
    });
}
