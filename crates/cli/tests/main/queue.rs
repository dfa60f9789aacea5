//! Tournaments through a queue, with a real NATS server and real workers.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Output, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use serde_json::{Value, json};
use zermelo_testkit::nats::{NatsServer, free_port};

use super::arena::{LONG, Place, games, start, wait_for_games};
use super::{failure, output};

/// A worker, and what it tells.
struct Worker {
    child: Child,
    events: Receiver<Value>,
}

impl Worker {
    /// One that has its place at the queue.
    fn start(url: &str, options: &[&str]) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_zermelo"));
        command.args(["arena", "worker", "--json", "--queue", url]).args(options);
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::inherit());
        let mut child = command.spawn().expect("the program starts");
        let out = BufReader::new(child.stdout.take().expect("a pipe"));
        let (sender, events) = channel();
        std::thread::spawn(move || {
            for line in out.lines().map_while(Result::ok) {
                let event = serde_json::from_str(&line).unwrap_or_else(|why| panic!("{line}: {why}"));
                if sender.send(event).is_err() {
                    return;
                }
            }
        });
        let worker = Self { child, events };
        worker.wait_for(|event| event["event"] == "ready");
        worker
    }

    /// The next event of that kind.
    fn wait_for(&self, is_wanted: impl Fn(&Value) -> bool) -> Value {
        loop {
            let event = self.events.recv_timeout(Duration::from_mins(2)).expect("the worker tells it");
            if is_wanted(&event) {
                return event;
            }
        }
    }

    /// The next pair.
    fn pair(&self) -> Value {
        self.wait_for(|event| event["event"] == "pair")
    }

    fn kill(mut self) {
        self.child.kill().expect("SIGKILL");
        self.child.wait().expect("it is dead");
    }

    /// Ctrl-C; what it tells from now on.
    fn interrupt(mut self) -> Vec<Value> {
        interrupt(&self.child);
        self.end()
    }

    /// What it tells until it ends by itself.
    fn end(&mut self) -> Vec<Value> {
        assert!(self.child.wait().expect("it ends").success());
        self.events.iter().collect()
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        // A test that failed leaves it behind.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn interrupt(child: &Child) {
    let kill = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill is there");
    assert!(kill.success());
}

/// The pairs that a worker handed in, by its last event.
fn pairs(events: &[Value]) -> u64 {
    let end = events.last().expect("an end");
    assert_eq!((&end["event"], &end["lost"]), (&json!("end"), &json!(0)));
    end["pairs"].as_u64().expect("a number")
}

/// A short ack wait: a lost worker is soon found out.
fn queued<'a>(url: &'a str, out: &'a str) -> [&'a str; 6] {
    [out, "--queue", url, "--ack-wait", "1s", "--quiet"]
}

fn ended(child: Child) -> Output {
    child.wait_with_output().expect("it ends")
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn finish(child: Child) {
    let output = ended(child);
    assert!(output.status.success(), "{}", said(&output));
}

/// Four games, each long enough that a worker is caught in the middle.
const FEW: [&str; 11] = [
    "arena",
    "run",
    "--game",
    "connect4",
    "--agent",
    "mcts:playouts=3000",
    "--agent",
    "b=mcts:playouts=2500",
    "--games",
    "4",
    "--out",
];

#[test]
fn two_workers_play_the_same_games_as_one_machine() {
    let place = Place::new();
    let server = NatsServer::start(&place.path("."));
    let (url, whole, spread) = (server.url(), place.text("whole.db"), place.text("spread.db"));
    output(&[&LONG[..], &[&whole, "--quiet"]].concat(), "");
    let workers = [Worker::start(&url, &["--concurrency", "1"]), Worker::start(&url, &["--concurrency", "2"])];
    output(&[&LONG[..], &queued(&url, &spread)].concat(), "");
    assert_eq!(games(&place.path("whole.db")), games(&place.path("spread.db")));
    let played = workers.map(|worker| {
        let tournament = worker.wait_for(|event| event["event"] == "tournament");
        assert_eq!(tournament["title"], "connect4: mcts:playouts=150, alphabeta:depth=3,ties=random");
        worker.wait_for(|event| event["event"] == "over");
        pairs(&worker.interrupt())
    });
    assert!(played.iter().all(|&pairs| pairs > 0) && played.iter().sum::<u64>() >= 150, "{played:?}");

    // The queue of a tournament that is over is gone.
    let events = Worker::start(&url, &["--idle-exit", "1"]).end();
    assert_eq!(events, [json!({ "event": "end", "pairs": 0, "games": 0, "lost": 0 })]);
    assert!(output(&["arena", "resume", &spread, "--queue", &url], "").contains("0 games in"), "nothing is left to do");
}

/// What comes next depends on the results.
#[test]
fn rounds_wait_for_their_results() {
    let place = Place::new();
    let server = NatsServer::start(&place.path("."));
    let (url, worker) = (server.url(), Worker::start(&server.url(), &[]));
    let agents =
        ["--agent", "random", "--agent", "greedy:ties=random", "--agent", "b=random", "--agent", "mcts:playouts=20"];
    for format in ["swiss", "knockout"] {
        let (whole, spread) = (format!("{format}.db"), format!("{format}-spread.db"));
        let args = [&["arena", "run", "--game", "tictactoe", "--format", format, "--games", "6"], &agents[..]].concat();
        output(&[&args[..], &["--out", &place.text(&whole), "--quiet"]].concat(), "");
        output(&[&args[..], &["--out"], &queued(&url, &place.text(&spread))].concat(), "");
        assert!(games(&place.path(&whole)).len() >= 12, "{format}");
        assert_eq!(games(&place.path(&whole)), games(&place.path(&spread)), "{format}");
    }
    // A test that decides: pairs behind the deciding one don't count, and nothing is left to be played.
    let args = ["--game", "connect4", "--agent", "mcts:playouts=60", "--agent", "random", "--sprt", "0,100"];
    let args = [&["arena", "run", "--games", "10000"], &args[..]].concat();
    output(&[&args[..], &["--out", &place.text("sprt.db"), "--quiet"]].concat(), "");
    output(&[&args[..], &["--out"], &queued(&url, &place.text("sprt-spread.db"))].concat(), "");
    assert_eq!(games(&place.path("sprt.db")), games(&place.path("sprt-spread.db")));
    worker.interrupt();
    let events = Worker::start(&url, &["--idle-exit", "1"]).end();
    assert_eq!(pairs(&events), 0);
}

#[test]
fn the_pair_of_a_killed_worker_is_redelivered_and_counted_once() {
    let place = Place::new();
    let server = NatsServer::start(&place.path("."));
    let (url, whole, spread) = (server.url(), place.text("whole.db"), place.text("spread.db"));
    output(&[&FEW[..], &[&whole, "--quiet"]].concat(), "");
    let run = start(&[&FEW[..], &queued(&url, &spread)].concat());
    let first = Worker::start(&url, &["--concurrency", "1"]);
    let pair = first.pair();
    first.kill();
    let second = Worker::start(&url, &["--concurrency", "1"]);
    let again = second.wait_for(|event| event["job"] == pair["job"]);
    assert_eq!((&pair["lost"], &again["lost"]), (&json!(0), &json!(1)));
    finish(run);
    assert_eq!(games(&place.path("whole.db")), games(&place.path("spread.db")));
    assert_eq!(pairs(&second.interrupt()), 2);
}

#[test]
fn an_interrupted_worker_returns_its_pair() {
    let place = Place::new();
    let server = NatsServer::start(&place.path("."));
    let (url, whole, spread) = (server.url(), place.text("whole.db"), place.text("spread.db"));
    output(&[&FEW[..], &[&whole, "--quiet"]].concat(), "");
    // Without a short ack wait: nobody has to wait for it.
    let run = start(&[&FEW[..], &[&spread, "--queue", &url, "--quiet"]].concat());
    let first = Worker::start(&url, &["--concurrency", "1"]);
    let pair = first.pair();
    assert_eq!(pairs(&first.interrupt()), 0);
    let second = Worker::start(&url, &["--concurrency", "1"]);
    let again = second.wait_for(|event| event["job"] == pair["job"]);
    assert_eq!(again["lost"], 0, "no worker was lost with it");
    finish(run);
    assert_eq!(games(&place.path("whole.db")), games(&place.path("spread.db")));
}

#[test]
fn resuming_a_killed_collector_publishes_the_missing_jobs() {
    let place = Place::new();
    let server = NatsServer::start(&place.path("."));
    let (url, whole, broken) = (server.url(), place.text("whole.db"), place.text("broken.db"));
    output(&[&LONG[..], &[&whole, "--quiet"]].concat(), "");
    let worker = Worker::start(&url, &["--concurrency", "2"]);
    let mut run = start(&[&LONG[..], &queued(&url, &broken)].concat());
    wait_for_games(&place.path("broken.db"), 20);
    run.kill().expect("SIGKILL");
    run.wait().expect("it is dead");
    let left = games(&place.path("broken.db")).len();
    assert!((20..300).contains(&left), "it was killed in the middle: {left} games");
    output(&[&["arena", "resume"], &queued(&url, &broken)[..]].concat(), "");
    assert_eq!(games(&place.path("whole.db")), games(&place.path("broken.db")));
    worker.wait_for(|event| event["event"] == "over");
}

#[test]
fn a_stopped_run_withdraws_its_jobs_and_can_resume() {
    let place = Place::new();
    let server = NatsServer::start(&place.path("."));
    let (url, whole, broken) = (server.url(), place.text("whole.db"), place.text("broken.db"));
    output(&[&LONG[..], &[&whole, "--quiet"]].concat(), "");
    let worker = Worker::start(&url, &["--concurrency", "1"]);
    let run = start(&[&LONG[..], &queued(&url, &broken)].concat());
    wait_for_games(&place.path("broken.db"), 20);
    interrupt(&run);
    let stopped = ended(run);
    assert!(stopped.status.success(), "{}", said(&stopped));
    assert!(String::from_utf8_lossy(&stopped.stdout).contains("Resume with: zermelo arena resume"));
    let left = games(&place.path("broken.db")).len();
    assert!((20..300).contains(&left), "it was stopped in the middle: {left} games");
    worker.interrupt();
    let events = Worker::start(&url, &["--idle-exit", "1"]).end();
    assert_eq!(pairs(&events), 0, "no job is left: {events:?}");

    // Without a queue the same run goes on here, and then elsewhere again.
    output(&["arena", "resume", &broken, "--games", "100", "--quiet"], "");
    let _worker = Worker::start(&url, &[]);
    output(&[&["arena", "resume", "--games", "300"], &queued(&url, &broken)[..]].concat(), "");
    assert_eq!(games(&place.path("whole.db")), games(&place.path("broken.db")));
}

#[test]
fn a_restarted_queue_server_continues() {
    let place = Place::new();
    let mut server = NatsServer::start(&place.path("."));
    let (url, whole, spread) = (server.url(), place.text("whole.db"), place.text("spread.db"));
    output(&[&LONG[..], &[&whole, "--quiet"]].concat(), "");
    let worker = Worker::start(&url, &["--concurrency", "2"]);
    let run = start(&[&LONG[..], &queued(&url, &spread)].concat());
    wait_for_games(&place.path("spread.db"), 20);
    server.kill();
    worker.wait_for(|event| event["event"] == "disconnected");
    server.restart();
    worker.wait_for(|event| event["event"] == "reconnected");
    finish(run);
    assert_eq!(games(&place.path("whole.db")), games(&place.path("spread.db")));
}

#[test]
fn a_pair_is_given_up_after_five_crashed_workers() {
    let place = Place::new();
    let server = NatsServer::start(&place.path("."));
    let (url, whole, spread) = (server.url(), place.text("whole.db"), place.text("spread.db"));
    output(&[&FEW[..], &[&whole, "--quiet"]].concat(), "");
    let run = start(&[&FEW[..], &queued(&url, &spread)].concat());
    let mut deadly = Value::Null;
    for lost in 0..5 {
        let worker = Worker::start(&url, &["--concurrency", "1"]);
        let pair = worker.wait_for(|event| event["event"] == "pair" && (deadly.is_null() || event["job"] == deadly));
        assert_eq!(pair["lost"], lost);
        deadly = pair["job"].clone();
        worker.kill();
    }
    let last = Worker::start(&url, &["--concurrency", "1"]);
    let given_up = last.wait_for(|event| event["event"] == "given_up");
    assert_eq!(given_up["job"], deadly);
    let stopped = ended(run);
    let said = said(&stopped);
    assert_eq!(stopped.status.code(), Some(1), "{said}");
    let job = deadly.as_str().expect("an id");
    for words in ["1 of the pairs was given up", job, "mcts:playouts=3000 against b", "5 workers were lost with it"] {
        assert!(said.contains(words), "{said}\n(expected: {words})");
    }
    assert_eq!(games(&place.path("spread.db")).len(), 2, "the other pair is kept");
    last.wait_for(|event| event["event"] == "over");

    output(&["arena", "resume", &spread, "--queue", &url, "--quiet"], "");
    assert_eq!(games(&place.path("whole.db")), games(&place.path("spread.db")));
}

#[test]
fn two_tournaments_share_a_server() {
    let place = Place::new();
    let server = NatsServer::start(&place.path("."));
    let url = server.url();
    let workers = [Worker::start(&url, &["--concurrency", "1"]), Worker::start(&url, &["--concurrency", "1"])];
    let args = |seed: &'static str, game: &'static str| {
        [
            "arena",
            "run",
            "--game",
            game,
            "--agent",
            "mcts:playouts=100",
            "--agent",
            "random",
            "--games",
            "60",
            "--seed",
            seed,
        ]
    };
    // The third is the first once more: the same games, and a queue of its own.
    let all = [("1", "connect4"), ("2", "tictactoe"), ("1", "connect4")];
    let paths: Vec<[String; 2]> =
        (0..all.len()).map(|at| [place.text(&format!("{at}.db")), place.text(&format!("{at}-spread.db"))]).collect();
    let runs: Vec<Child> = all
        .iter()
        .zip(&paths)
        .map(|((seed, game), [_, spread])| start(&[&args(seed, game)[..], &["--out"], &queued(&url, spread)].concat()))
        .collect();
    runs.into_iter().for_each(finish);
    for ((seed, game), [whole, spread]) in all.iter().zip(&paths) {
        output(&[&args(seed, game)[..], &["--out", whole, "--quiet"]].concat(), "");
        assert_eq!(games(whole.as_ref()).len(), 60);
        assert_eq!(games(whole.as_ref()), games(spread.as_ref()), "{game}");
    }
    for worker in workers {
        pairs(&worker.interrupt());
    }
}

#[test]
fn an_unusable_queue_is_reported_before_a_file_is_created() {
    let place = Place::new();
    let bare = NatsServer::start_with(&place.path("."), &[]);
    let guarded =
        NatsServer::start_with(&place.path("."), &["-js", "-sd", &place.text("js"), "--user", "me", "--pass", "p@ss"]);
    let guarded_url = |who: &str| guarded.url().replace("//", &format!("//{who}"));
    let nobody = format!("nats://127.0.0.1:{}", free_port());
    let out = place.text("results.db");
    let run = ["arena", "run", "--game", "tictactoe", "--agent", "random", "--agent", "greedy", "--games", "10"];
    for (url, words) in [
        (nobody.as_str(), &["there is no queue at", &nobody, "is nats-server running there"][..]),
        (&bare.url(), &["runs without JetStream", "nats-server -js"]),
        ("http://127.0.0.1", &["is not the address of a queue", "nats://host:4222"]),
        ("nats://", &["is not the address of a queue"]),
        ("nats://no-such-host.invalid:4222", &["there is no queue at nats://no-such-host.invalid:4222"]),
        (&guarded.url(), &["rejects the login", "nats://user:password@host"]),
        (&guarded_url("me:wrong@"), &["rejects the login", "127.0.0.1"]),
    ] {
        let mut said = vec![failure(&[&run[..], &["--out", &out, "--queue", url]].concat())];
        said.push(failure(&["arena", "worker", "--queue", url]));
        for (code, said) in said {
            assert_eq!(code, 1, "{said}");
            assert!(words.iter().all(|words| said.contains(words)), "{said}\n(expected: {words:?})");
            assert!(!said.contains("wrong"), "no password is shown: {said}");
        }
        assert!(!place.path("results.db").exists(), "nothing was made");
    }
    let url = guarded_url("me:p%40ss@");
    let _worker = Worker::start(&url, &[]);
    output(&[&run[..], &["--out", &out, "--queue", &url, "--quiet"]].concat(), "");
    assert_eq!(games(&place.path("results.db")).len(), 10);
}
