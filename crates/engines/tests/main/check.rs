//! Each rule has a faulty engine that violates it, and correct engines pass all rules.

use std::time::Duration;

use zermelo_core::StopToken;
use zermelo_engines::Launch;
use zermelo_engines::check::{CheckError, CheckOptions, RuleReport, RuleStatus, check};
use zermelo_engines::client::{EngineTimeouts, Protocol};

use super::process::server;
use super::{faulty, python};

fn options(protocol: Protocol, launch: Launch) -> CheckOptions {
    let minute = Duration::from_mins(1);
    let timeouts =
        EngineTimeouts { handshake: minute, ready: minute, hang: minute, stop: minute, quit: minute, margin: minute };
    CheckOptions { positions: 4, timeouts, ..CheckOptions::new(launch, protocol, "connect4") }
}

/// The reports of all rules that did not pass.
fn not_passed(options: &CheckOptions) -> Vec<RuleReport> {
    let mut verdicts = Vec::new();
    let played = check(options, &|spec| zermelo_catalog::game(spec), &mut |report| verdicts.push(report.clone()));
    played.unwrap_or_else(|why| panic!("{why}"));
    verdicts.retain(|report| report.status != RuleStatus::Passed);
    verdicts
}

fn violations(options: &CheckOptions) -> Vec<(&'static str, String)> {
    let only = |report: RuleReport| match report.status {
        RuleStatus::Failed(error) => {
            Some((report.rule.name, format!("{} | {}", error.why, error.line.unwrap_or_default())))
        }
        _ => None,
    };
    not_passed(options).into_iter().filter_map(only).collect()
}

#[test]
fn correct_engines_pass_all_rules() {
    let stop = StopToken::new();
    let own = server("alphabeta", Protocol::Native, &stop);
    let example = |script| Launch::command(python(script, &[]));
    for (protocol, launch) in [
        (Protocol::Native, Launch::tcp(own)),
        (Protocol::Native, example("../../examples/native_bot.py")),
        (Protocol::Native, Launch::command(faulty(Protocol::Native, "none"))),
        (Protocol::Plain, Launch::tcp(server("random", Protocol::Plain, &stop))),
        (Protocol::Plain, example("../../examples/plain_bot.py")),
        (Protocol::Plain, Launch::command(faulty(Protocol::Plain, "none"))),
    ] {
        let found = violations(&options(protocol, launch.clone()));
        assert_eq!(found, [], "{launch:?}");
    }
    stop.stop();
}

#[test]
fn each_rule_of_the_native_protocol_can_be_broken() {
    // Which rules a fault breaks, the first complaint, and what is not waited for as long as a busy machine may need.
    type Hurry = fn(&mut EngineTimeouts);
    let usual: Hurry = |_| {};
    let stop: Hurry = |timeouts| timeouts.stop = Duration::from_millis(400);
    let ready: Hurry = |timeouts| timeouts.ready = Duration::from_secs(2);
    let hasty: Hurry = |timeouts| timeouts.ready = Duration::from_millis(400);
    let time: Hurry = |timeouts| timeouts.margin = Duration::from_millis(100);
    let quit: Hurry = |timeouts| timeouts.quit = Duration::from_millis(400);
    let hang: Hurry = |timeouts| {
        let soon = Duration::from_millis(400);
        *timeouts = EngineTimeouts { hang: soon, margin: soon, stop: soon, ..*timeouts };
    };
    let hello: Hurry = |timeouts| timeouts.handshake = Duration::from_secs(1);
    for (fault, rules, words, hurry) in [
        ("no-name", &["handshake"][..], "no \"id name\" before \"ok\"", usual),
        ("no-games", &["handshake"], "no \"games\" before \"ok\"", usual),
        ("hang-at-start", &["handshake"], "no \"ok\" within 1 s of this line | zermelo-protocol 1", hello),
        ("crash-at-start", &["handshake"], "no book found", usual),
        ("wrong-pong", &["ready"], "no \"pong check1\"", hasty),
        ("illegal", &["legal"], "| bestmove z99", usual),
        ("crash", &["legal"], "something went wrong, after this line | go movetime 50", usual),
        ("refuse", &["legal"], "| error bot/tired not today", usual),
        ("bad-position", &["legal"], "| error position/malformed I can't read this", usual),
        ("hang", &["legal"], "no \"bestmove\" within 0.4 s of this line | go movetime 50", hang),
        ("slow", &["movetime", "clock"], "no \"bestmove\" within 0.4 s of this line | go movetime 300", time),
        ("ignore-stop", &["stop"], "no \"bestmove\" within 0.4 s of this line | stop", stop),
        ("stop-at-rest", &["answers"], "no search was running | bestmove 1", usual),
        ("deaf", &["thinking"], "no \"pong check2\" within 2 s of this line | ping check2", ready),
        ("second-game", &["games"], "exit status: 5", usual),
        ("strict", &["unknown"], "exit status: 6", usual),
        ("wrong-id", &["ids"], "expected the id of the request, #b2 | #other bestmove", usual),
        ("stay", &["quit", "eof"], "it was still running 0.4 s after quit", quit),
        ("stay-at-eof", &["quit", "eof"], "still running 0.4 s after", quit),
        ("chatter", &["lines"], "standard error is for messages | I think, therefore I am", usual),
        ("garbage", &["lines"], "expected bestmove MOVE", hang),
        ("bytes", &["lines"], "it is not UTF-8", hang),
        ("two-answers", &["answers"], "no search was running | bestmove 1", usual),
        ("late-info", &["answers"], "no search was running | info nodes 5", usual),
    ] {
        let mut options = options(Protocol::Native, Launch::command(faulty(Protocol::Native, fault)));
        hurry(&mut options.timeouts);
        let found = violations(&options);
        for rule in rules {
            assert!(found.iter().any(|(name, _)| name == rule), "{fault} does not break {rule}: {found:?}");
        }
        assert!(found.iter().any(|(_, why)| why.contains(words)), "{fault}: {found:?}");
    }
}

#[test]
fn each_rule_of_the_plain_protocol_can_be_broken() {
    for (fault, rule, words) in [
        ("illegal", "legal", "| z99"),
        ("garbage", "legal", "expected one move, or resign, and nothing else | one two three"),
        ("crash", "legal", "something went wrong, after this line | connect4"),
        ("hang", "legal", "no move within 2 s of this line"),
        ("flood", "legal", "no move within 2 s of this line"),
        ("two-answers", "legal", ""),
        ("stay-at-eof", "eof", "it was still running 1 s after the end of its input"),
    ] {
        let mut options = options(Protocol::Plain, Launch::command(faulty(Protocol::Plain, fault)));
        options.timeouts.quit = Duration::from_secs(1);
        if matches!(fault, "hang" | "flood") {
            options.timeouts.handshake = Duration::from_secs(2);
        }
        if fault == "two-answers" {
            // One position: the second line is left over.
            options.positions = 1;
            assert_eq!(violations(&options), [("lines", "this line has no question | 1".to_owned())]);
            continue;
        }
        let found = violations(&options);
        assert_eq!(found.len(), 1, "{fault}: {found:?}");
        assert!(found[0].0 == rule && found[0].1.contains(words), "{fault}: {found:?}");
    }
}

#[test]
fn checks_that_can_not_run_are_reported() {
    let launch = || Launch::command(faulty(Protocol::Native, "only-chess"));
    // It plays nothing that is known here: the usual game is not among its games.
    let found = not_passed(&options(Protocol::Native, launch()));
    assert!(matches!(&found[0].status, RuleStatus::Failed(error) if error.why == "connect4 is not among its games"));
    assert!(found[1..].iter().all(|report| matches!(report.status, RuleStatus::Skipped(_))));
    let mut other = options(Protocol::Native, launch());
    other.game = Some("chess".to_owned());
    let why = check(&other, &|spec| zermelo_catalog::game(spec), &mut |_| {}).expect_err("there is no chess");
    assert!(why.to_string().contains("there is no game \"chess\""), "{why}");
    let missing = options(Protocol::Plain, Launch::command("./no/such/bot".parse().expect("a command")));
    let why = check(&missing, &|spec| zermelo_catalog::game(spec), &mut |_| {}).expect_err("it is not there");
    assert!(matches!(why, CheckError::NotStarted(_)), "{why}");
    let unannounced = options(Protocol::Native, Launch::command(faulty(Protocol::Native, "no-ids-announced")));
    let found = not_passed(&unannounced);
    assert_eq!(found.len(), 1);
    assert_eq!(
        (found[0].rule.name, &found[0].status),
        ("ids", &RuleStatus::Skipped("it has no \"feature ids\"".to_owned()))
    );
}
