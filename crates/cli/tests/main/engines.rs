//! External engines in `play`, in the arena and under `arena check`; `zermelo engine`.

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::LazyLock;

use serde_json::{Value, json};
use zermelo_arena::results::{GameFilter, ResultsReader};
use zermelo_core::Termination;

use super::{failure, output, zermelo};

/// The interpreter itself: what `python3` names can be a script that starts it.
static PYTHON: LazyLock<String> = LazyLock::new(|| {
    let asked = Command::new("python3").args(["-c", "import sys; print(sys.executable)"]).output();
    let output =
        asked.unwrap_or_else(|why| panic!("these tests need python3 (3.10 or later), which can't be started: {why}"));
    assert!(output.status.success(), "python3 does not work: {output:?}");
    String::from_utf8_lossy(&output.stdout).trim().to_owned()
});

/// The command line of a script of this repository.
fn python(script: &str, words: &str) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    format!("'{}' '{}' {words}", *PYTHON, root.join(script).display())
}

/// A player with a fault, as an agent of the arena under this name; the fault shows at a move of the game.
fn faulty(fault: &str, when: u32) -> String {
    let command = python("crates/engines/tests/faulty_bot.py", &format!("native {fault} {when}"));
    format!("{fault}=external:cmd=\"{command}\",handshake=60s")
}

fn example(name: &str, protocol: &str) -> String {
    let command = python(&format!("examples/{name}_bot.py"), "");
    format!("external:cmd=\"{}\",protocol={protocol},handshake=60s", command.trim())
}

fn lines(args: &[&str]) -> Vec<Value> {
    let read = |line: &str| serde_json::from_str(line).unwrap_or_else(|why| panic!("{line}: {why}"));
    output(args, "").lines().map(read).collect()
}

/// How all games of an agent ended, with what was said of it.
fn endings(results: &str, agent: &str) -> Vec<(Termination, String)> {
    let reader = ResultsReader::open(Path::new(results)).expect("results");
    let filter =
        GameFilter { agent: Some(reader.agent(agent).expect("an agent of this name")), ..GameFilter::default() };
    let mut endings = Vec::new();
    let read = reader.for_each(&filter, |game| {
        endings.push((game.termination, game.detail.unwrap_or_default()));
        Ok(())
    });
    read.expect("whole rows");
    endings
}

/// Each fault is an ending of its own; the others' games are played all the same.
#[test]
fn a_tournament_survives_misbehaving_engines() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let out = folder.path().join("results.db").to_str().expect("a plain path").to_owned();
    let faults = [
        ("crash", Termination::Crash, "exit status: 3; its last message: something went wrong"),
        ("hang", Termination::Stall, "no answer"),
        ("close", Termination::Disconnect, "it closed its output but is still running"),
        ("illegal", Termination::IllegalMove, "z99"),
        ("garbage", Termination::IllegalMove, "one two three"),
        ("draw", Termination::IllegalMove, "bestmove draw"),
        ("refuse", Termination::Crash, "bot/tired: not today"),
    ];
    let mut args = vec!["arena", "run", "--game", "connect4", "--format", "gauntlet", "--nodes", "200"];
    args.extend(["--games", "4", "--hang", "3s", "--concurrency", "2", "--max-plies", "60", "--quiet", "--out", &out]);
    let random = format!("example={}", example("native", "native"));
    let plain = format!("plain={}", example("plain", "plain"));
    let agents: Vec<String> = faults.iter().map(|(fault, ..)| faulty(fault, 2)).collect();
    for agent in
        ["own=alphabeta:depth=2,ties=random", &random, &plain].into_iter().chain(agents.iter().map(String::as_str))
    {
        args.extend(["--agent", agent]);
    }
    output(&args, "");
    for (fault, termination, words) in faults {
        let endings = endings(&out, fault);
        assert_eq!(endings.len(), 4, "{fault}");
        for (ending, detail) in endings {
            assert_eq!(ending, termination, "{fault}: {detail}");
            assert!(detail.contains(words), "{fault}: {detail}");
        }
    }
    for agent in ["example", "plain"] {
        let endings = endings(&out, agent);
        assert_eq!(endings.len(), 4);
        assert!(endings.iter().all(|(ending, _)| ending.is_by_rules()), "{agent}: {endings:?}");
    }
}

/// A program that asks for a draw instead of a move does not save a game by it.
#[test]
fn a_draw_cannot_be_claimed_at_the_terminal() {
    let command = python("crates/engines/tests/faulty_bot.py", "native draw 2");
    let claims = format!("external:cmd=\"{command}\",handshake=60s");
    let args = ["play", "connect4", "--first", &claims, "--second", "random", "--json"];
    let output = zermelo(&args).assert().code(1).get_output().clone();
    let [said, events] = [output.stderr, output.stdout].map(|bytes| String::from_utf8(bytes).expect("text"));
    assert!(!events.contains("agreement"), "{events}");
    assert!(said.contains("bestmove draw") && said.contains("is malformed"), "{said}");
}

/// An offer stands until the other side answers it, by an offer or by a move.
#[test]
fn programs_agree_on_a_draw_at_the_terminal() {
    let offers = |when: u32| {
        let command = python("crates/engines/tests/faulty_bot.py", &format!("native offer {when}"));
        format!("external:cmd=\"{command}\",handshake=60s")
    };
    let (early, late) = (offers(1), offers(2));
    let events = |second: &str| lines(&["play", "connect4", "--first", &early, "--second", second, "--json"]);
    let names = |events: &[Value]| {
        events.iter().map(|event| event["event"].as_str().unwrap_or_default().to_owned()).collect::<Vec<_>>()
    };
    let agreed = events(&early);
    assert_eq!(names(&agreed)[..4], ["start", "move", "draw_offer", "end"]);
    assert_eq!((&agreed[3]["termination"], &agreed[3]["winner"]), (&json!("agreement"), &json!("draw")));
    let played = events(&late);
    assert_eq!(names(&played)[..5], ["start", "move", "draw_offer", "move", "move"], "the move declined it");
}

/// Who answers too late has lost on time, whatever is the matter with it.
#[test]
fn an_engine_that_hangs_under_a_time_limit_loses_on_time() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let out = folder.path().join("results.db").to_str().expect("a plain path").to_owned();
    let hanging = faulty("hang", 2);
    let mut args = vec!["arena", "run", "--game", "connect4", "--agent", "greedy:ties=random", "--agent", &hanging];
    args.extend(["--games", "2", "--time", "1s", "--margin", "3s", "--quiet", "--out", &out]);
    output(&args, "");
    let endings = endings(&out, "hang");
    assert!(endings.iter().all(|(ending, _)| *ending == Termination::Time) && endings.len() == 2, "{endings:?}");
}

#[test]
fn a_missing_engine_is_reported_before_the_first_game() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let out = folder.path().join("results.db").to_str().expect("a plain path").to_owned();
    let missing = "external:cmd=\"./no/such/bot\"";
    let args = ["arena", "run", "--game", "connect4", "--agent", "random", "--agent", missing, "--out", &out];
    let (code, said) = failure(&args);
    assert_eq!(code, 2, "{said}");
    assert!(said.contains("can't start \"./no/such/bot\""), "{said}");
    assert!(!Path::new(&out).exists());
}

/// Our own engine, as a program of somebody else, plays the game that it would play here.
#[test]
fn our_engine_plays_by_its_protocol() {
    let program = env!("CARGO_BIN_EXE_zermelo");
    let external = format!("external:cmd=\"'{program}' engine --agent alphabeta:depth=3\"");
    let moves = |agent: &str| {
        let events = lines(&["play", "connect4", "--first", agent, "--second", "random", "--seed", "5", "--json"]);
        let of_move = |event: &Value| event["move"].as_str().map(str::to_owned);
        events.iter().filter_map(of_move).collect::<Vec<String>>()
    };
    let direct = moves("alphabeta:depth=3");
    assert!(direct.len() >= 7, "{direct:?}");
    assert_eq!(moves(&external), direct);
    let analysis = lines(&["analyse", "connect4", "--moves", "415263", "--agent", &external, "--json"]);
    assert_eq!(analysis.last().expect("a line")["score"], json!({ "win_in": 1 }));
    for protocol in ["native", "plain"] {
        let command = format!("'{program}' engine --agent mcts:playouts=50 --protocol {protocol}");
        let said = output(&["arena", "check", &command, "--protocol", protocol, "--positions", "5"], "");
        assert!(said.contains(" 0 broken"), "{said}");
    }
}

/// The session in the manual is one that was held.
#[test]
fn the_session_in_the_docs_is_accurate() {
    let manual = include_str!("../../../../docs/engine-protocol.md");
    let session = manual.split("```").find(|block| block.contains("> zermelo-protocol 1")).expect("a session");
    let mut engine = Command::new(env!("CARGO_BIN_EXE_zermelo"))
        .args(["engine", "--agent", "alphabeta"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut input = engine.stdin.take().expect("a pipe");
    let mut output = BufReader::new(engine.stdout.take().expect("a pipe")).lines();
    // What the clock says is another's each time.
    let timeless = |line: &str| {
        let (before, behind) = line.split_once(" time ").unwrap_or((line, ""));
        let behind = behind.trim_start_matches(|letter: char| letter.is_ascii_digit());
        format!("{before}{behind}")
    };
    for line in session.lines().filter(|line| !line.is_empty()) {
        match line.split_at(2) {
            ("> ", said) => writeln!(input, "{said}").expect("it listens"),
            ("< ", expected) => {
                let answer = output.next().expect("a line").expect("text");
                assert_eq!(timeless(&answer), timeless(expected));
            }
            _ => panic!("neither side says {line:?}"),
        }
    }
    assert!(output.next().is_none(), "it has left");
    assert!(engine.wait().expect("it has ended").success());
}

#[test]
fn an_engine_that_listens_is_checked() {
    let mut engine = Command::new(env!("CARGO_BIN_EXE_zermelo"))
        .args(["engine", "connect4", "--agent", "alphabeta", "--listen", "127.0.0.1:0"])
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut line = String::new();
    BufReader::new(engine.stdout.take().expect("a pipe")).read_line(&mut line).expect("a line");
    let address = line.trim().strip_prefix("listening on ").expect("its address").to_owned();
    let found = lines(&["arena", "check", "--tcp", &address, "--positions", "3", "--json"]);
    engine.kill().expect("it listens for ever");
    engine.wait().expect("it is dead");
    let sum = found.last().expect("a last line");
    assert_eq!(
        (&sum["game"], &sum["broken"], &sum["skipped"]),
        (&json!("connect4"), &json!(0), &json!(0)),
        "{found:?}"
    );
}

#[test]
fn the_checker_names_the_rule_and_the_line() {
    let bot = python("crates/engines/tests/faulty_bot.py", "native chatter");
    let check = zermelo(&["arena", "check", &bot, "--positions", "3"]).assert().code(1).get_output().clone();
    let (said, why) = (String::from_utf8_lossy(&check.stdout), String::from_utf8_lossy(&check.stderr));
    assert!(said.contains("broken  lines"), "{said}");
    assert!(said.contains("line: I think, therefore I am"), "{said}");
    assert!(said.contains("connect4: 14 rules kept, 1 broken, 0 skipped"), "{said}");
    assert!(why.contains("error: the engine violates a rule of the protocol"), "{why}");
    let illegal = python("crates/engines/tests/faulty_bot.py", "plain illegal");
    let args = ["arena", "check", &illegal, "--protocol", "plain", "--game", "teeko", "--json"];
    let check = zermelo(&args).assert().code(1).get_output().clone();
    let first: Value =
        serde_json::from_slice(check.stdout.split(|&byte| byte == b'\n').next().expect("a line")).expect("an object");
    assert_eq!((&first["rule"], &first["finding"], &first["line"]), (&json!("legal"), &json!("broken"), &json!("z99")));
    for (args, words) in [
        (&["arena", "check"][..], "required"),
        (&["arena", "check", "'x"], "a quote that does not end"),
        (&["arena", "check", "./no/such/bot"], "can't start \"./no/such/bot\""),
        (&["arena", "check", &bot, "--game", "chess"], "there is no game \"chess\""),
        (&["engine", "chess"], "there is no game \"chess\""),
        (&["engine", "--agent", "deepblue"], "there is no agent \"deepblue\""),
        (&["engine", "connect4", "--agent", "greedy:eval=material"], "there is no evaluator \"material\""),
    ] {
        let (code, said) = failure(args);
        assert_eq!(code, 2, "{args:?}: {said}");
        assert!(said.contains(words), "{args:?}: {said}");
    }
    let (code, said) = failure(&["engine", "--listen", "nowhere"]);
    assert_eq!(code, 1, "{said}");
    assert!(said.contains("can't listen on nowhere"), "{said}");
}

#[test]
fn a_reader_that_leaves_ends_the_engine() {
    let mut engine = Command::new(PathBuf::from(env!("CARGO_BIN_EXE_zermelo")))
        .args(["engine", "connect4"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    drop(engine.stdout.take());
    let mut input = engine.stdin.take().expect("a pipe");
    // It may have left before the line arrives.
    let _ = input.write_all(b"ping\n");
    assert!(engine.wait().expect("it ends by itself").success());
    drop(input);
    for command in [&["engine", "--help"][..], &["arena", "check", "--help"]] {
        assert!(output(command, "").contains("Example"), "{command:?}");
    }
}
