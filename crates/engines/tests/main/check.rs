//! Each rule of the checker can be broken, and a program without fault breaks none.

use std::time::Duration;

use zermelo_core::StopToken;
use zermelo_engines::Launch;
use zermelo_engines::check::{CheckError, Finding, Terms, Verdict, check};
use zermelo_engines::client::{Patience, Protocol};

use super::process::server;
use super::{faulty, python};

fn terms(protocol: Protocol, launch: Launch) -> Terms {
    let minute = Duration::from_mins(1);
    let patience =
        Patience { handshake: minute, ready: minute, hang: minute, stop: minute, quit: minute, margin: minute };
    Terms { positions: 4, patience, ..Terms::new(launch, protocol, "connect4") }
}

/// The verdicts that are not "kept".
fn complaints(terms: &Terms) -> Vec<Verdict> {
    let mut verdicts = Vec::new();
    let played = check(terms, &|spec| zermelo_catalog::game(spec), &mut |verdict| verdicts.push(verdict.clone()));
    played.unwrap_or_else(|why| panic!("{why}"));
    verdicts.retain(|verdict| verdict.finding != Finding::Kept);
    verdicts
}

fn broken(terms: &Terms) -> Vec<(&'static str, String)> {
    let only = |verdict: Verdict| match verdict.finding {
        Finding::Broken(breach) => {
            Some((verdict.rule.name, format!("{} | {}", breach.why, breach.line.unwrap_or_default())))
        }
        _ => None,
    };
    complaints(terms).into_iter().filter_map(only).collect()
}

#[test]
fn programs_without_fault_break_nothing() {
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
        let found = broken(&terms(protocol, launch.clone()));
        assert_eq!(found, [], "{launch:?}");
    }
    stop.stop();
}

#[test]
fn each_rule_of_the_native_protocol_can_be_broken() {
    // Which rules a fault breaks, the first complaint, and what is not waited for as long as a busy machine may need.
    type Hurry = fn(&mut Patience);
    let usual: Hurry = |_| {};
    let stop: Hurry = |patience| patience.stop = Duration::from_millis(400);
    let ready: Hurry = |patience| patience.ready = Duration::from_secs(2);
    let hasty: Hurry = |patience| patience.ready = Duration::from_millis(400);
    let time: Hurry = |patience| patience.margin = Duration::from_millis(100);
    let quit: Hurry = |patience| patience.quit = Duration::from_millis(400);
    let hang: Hurry = |patience| {
        let soon = Duration::from_millis(400);
        *patience = Patience { hang: soon, margin: soon, stop: soon, ..*patience };
    };
    let hello: Hurry = |patience| patience.handshake = Duration::from_secs(1);
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
        ("stop-at-rest", &["answers"], "nothing had been asked for | bestmove 1", usual),
        ("deaf", &["thinking"], "no \"pong check2\" within 2 s of this line | ping check2", ready),
        ("second-game", &["games"], "exit status: 5", usual),
        ("strict", &["unknown"], "exit status: 6", usual),
        ("wrong-id", &["ids"], "it answers a request with the id #b2 | #other bestmove", usual),
        ("stay", &["quit", "eof"], "it was still there 0.4 s after quit", quit),
        ("stay-at-eof", &["quit", "eof"], "still there 0.4 s after", quit),
        ("chatter", &["lines"], "standard error is for messages | I think, therefore I am", usual),
        ("garbage", &["lines"], "expected bestmove and a move", hang),
        ("bytes", &["lines"], "it is not UTF-8", hang),
        ("two-answers", &["answers"], "nothing had been asked for | bestmove 1", usual),
        ("late-info", &["answers"], "nothing had been asked for | info nodes 5", usual),
    ] {
        let mut terms = terms(Protocol::Native, Launch::command(faulty(Protocol::Native, fault)));
        hurry(&mut terms.patience);
        let found = broken(&terms);
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
        ("stay-at-eof", "eof", "it was still there 1 s after the end of its input"),
    ] {
        let mut terms = terms(Protocol::Plain, Launch::command(faulty(Protocol::Plain, fault)));
        terms.patience.quit = Duration::from_secs(1);
        if matches!(fault, "hang" | "flood") {
            terms.patience.handshake = Duration::from_secs(2);
        }
        if fault == "two-answers" {
            // One position: the second line is left over.
            terms.positions = 1;
            assert_eq!(broken(&terms), [("lines", "there was no line left to answer | 1".to_owned())]);
            continue;
        }
        let found = broken(&terms);
        assert_eq!(found.len(), 1, "{fault}: {found:?}");
        assert!(found[0].0 == rule && found[0].1.contains(words), "{fault}: {found:?}");
    }
}

#[test]
fn what_can_not_be_looked_at_is_said() {
    let launch = || Launch::command(faulty(Protocol::Native, "only-chess"));
    // It plays nothing that is known here: the usual game is not among its games.
    let found = complaints(&terms(Protocol::Native, launch()));
    assert!(matches!(&found[0].finding, Finding::Broken(breach) if breach.why == "connect4 is not among its games"));
    assert!(found[1..].iter().all(|verdict| matches!(verdict.finding, Finding::Skipped(_))));
    let mut other = terms(Protocol::Native, launch());
    other.game = Some("chess".to_owned());
    let why = check(&other, &|spec| zermelo_catalog::game(spec), &mut |_| {}).expect_err("there is no chess");
    assert!(why.to_string().contains("there is no game \"chess\""), "{why}");
    let missing = terms(Protocol::Plain, Launch::command("./no/such/bot".parse().expect("a command")));
    let why = check(&missing, &|spec| zermelo_catalog::game(spec), &mut |_| {}).expect_err("it is not there");
    assert!(matches!(why, CheckError::NotStarted(_)), "{why}");
    let unannounced = terms(Protocol::Native, Launch::command(faulty(Protocol::Native, "no-ids-announced")));
    let found = complaints(&unannounced);
    assert_eq!(found.len(), 1);
    assert_eq!(
        (found[0].rule.name, &found[0].finding),
        ("ids", &Finding::Skipped("it has no \"feature ids\"".to_owned()))
    );
}
