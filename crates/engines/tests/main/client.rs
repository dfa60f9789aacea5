//! Each kind of failure has its own error, and the next game restarts the engine.

use std::time::Duration;

use zermelo_catalog::game;
use zermelo_core::{Action, AgentError, SearchLimits, StopToken, Termination};
use zermelo_engines::client::{EngineConfig, EngineTimeouts, Protocol};

use super::{agent, config, faulty, faulty_at, first_move, play, played, python};

const BOTH: [Protocol; 2] = [Protocol::Native, Protocol::Plain];

/// With waits for those that are waited for in vain.
fn impatient(protocol: Protocol, fault: &str) -> EngineConfig {
    let mut config = config(protocol, faulty_at(protocol, fault, if protocol == Protocol::Plain { 2 } else { 1 }));
    config.timeouts.hang = Duration::from_millis(300);
    config.timeouts.stop = Duration::from_millis(300);
    config
}

/// How a fault is called, a part of its message, and the ending of the game.
type Case = (&'static str, fn(&str) -> AgentError, &'static str, Termination);

const FAULTS: &[Case] = &[
    ("crash", crash, "exit status: 3; its last message: something went wrong", Termination::Crash),
    ("kill-itself", crash, "signal: 9", Termination::Crash),
    ("hang", stall, "no ", Termination::Stall),
    ("close", disconnect, "it closed its output but is still running", Termination::Disconnect),
    ("illegal", illegal, "z99", Termination::IllegalMove),
    ("garbage", malformed, "one two three", Termination::IllegalMove),
    ("bytes", malformed, "is not UTF-8", Termination::IllegalMove),
    ("long", malformed, "a line of more than 1048576 bytes", Termination::IllegalMove),
    ("flood", stall, "no ", Termination::Stall),
];

fn crash(text: &str) -> AgentError {
    AgentError::Crash(text.to_owned())
}
fn stall(text: &str) -> AgentError {
    AgentError::Stall(text.to_owned())
}
fn disconnect(text: &str) -> AgentError {
    AgentError::Disconnect(text.to_owned())
}
fn illegal(text: &str) -> AgentError {
    AgentError::IllegalMove(text.to_owned())
}
fn malformed(text: &str) -> AgentError {
    AgentError::Malformed(text.to_owned())
}

#[test]
fn faults_are_told_apart() {
    for protocol in BOTH {
        for (fault, kind, words, termination) in FAULTS {
            let mut agent = agent("connect4", impatient(protocol, fault));
            let why = play(agent.as_mut()).expect_err(fault);
            assert_eq!(why.code(), kind("").code(), "{protocol:?} {fault}: {why}");
            assert!(why.to_string().contains(words), "{protocol:?} {fault}: {why}");
            assert_eq!(why.termination(), Some(*termination), "{protocol:?} {fault}");
        }
    }
}

#[test]
fn a_program_that_broke_down_is_started_again_with_the_next_game() {
    for protocol in BOTH {
        let when = if protocol == Protocol::Plain { 3 } else { 2 };
        let mut agent = agent("connect4", config(protocol, faulty_at(protocol, "crash", when)));
        assert_eq!(play(agent.as_mut()).expect("its first move is fine").action, played("1"), "{protocol:?}");
        for _ in 0..2 {
            let why = first_move(agent.as_mut(), &SearchLimits::NONE).expect_err("the second is not");
            assert_eq!(why.termination(), Some(Termination::Crash), "{protocol:?}: until the next game: {why}");
        }
        assert_eq!(play(agent.as_mut()).expect("a new process").action, played("1"), "{protocol:?}");
    }
}

#[test]
fn a_start_that_fails_is_told_with_the_first_move() {
    let missing = config(Protocol::Native, "./no/such/bot".parse().expect("a command"));
    let case = |fault: &str| config(Protocol::Native, faulty(Protocol::Native, fault));
    let mut hanging = case("hang-at-start");
    hanging.timeouts.handshake = Duration::from_millis(300);
    let mut option = case("none");
    option.options = vec![("Colour".to_owned(), "red".to_owned())];
    let mut value = case("none");
    value.options = vec![("Level".to_owned(), "10".to_owned())];
    for (config, code, words) in [
        (missing, "agent/not-started", "can't start \"./no/such/bot\": No such file"),
        (case("crash-at-start"), "agent/crash", "exit status: 4; its last message: no book found"),
        (hanging, "agent/stall", "no \"ok\" within 0.3 s"),
        (case("refuse-handshake"), "agent/not-started", "protocol/version: I speak nothing of the kind"),
        (case("only-chess"), "agent/unfit-game", "it plays chess"),
        (case("unknown-game"), "agent/unfit-game", "never heard of it"),
        (option, "agent/not-started", "it has Level, Style, Book or Fast"),
        (value, "agent/not-started", "option Level=10: the engine takes integer 3 1 9"),
    ] {
        let why = play(agent("connect4", config).as_mut()).expect_err(words);
        assert_eq!(why.code(), code, "{why}");
        assert!(why.to_string().contains(words), "{why}");
    }
}

#[test]
fn a_slow_start_costs_no_time_of_the_game() {
    for protocol in BOTH {
        let mut agent = agent("connect4", config(protocol, faulty(protocol, "slow-start")));
        agent.new_game(1);
        let stopped = StopToken::new();
        stopped.stop();
        // The start is over: the answer comes within the time that is left after a stop.
        let record = game("connect4").expect("a game").new_record();
        let answer = agent.choose(record.as_ref(), &SearchLimits::NONE, &stopped, None);
        assert_eq!(answer.expect("it is up").text.action, played("1"), "{protocol:?}");
    }
}

#[test]
fn a_program_that_ignores_stop_stalls() {
    let mut config = config(Protocol::Native, faulty(Protocol::Native, "ignore-stop"));
    config.timeouts.hang = Duration::from_millis(100);
    config.timeouts.stop = Duration::from_millis(300);
    let mut agent = agent("connect4", config);
    agent.new_game(1);
    let why = first_move(agent.as_mut(), &SearchLimits::NONE).expect_err("it never answers");
    assert_eq!(why, AgentError::Stall("no \"bestmove\" within 0.3 s of \"stop\"".to_owned()));
}

/// Under no limit at all a search ends by a stop, and its answer is good. Under a limit that is not time it is too late.
#[test]
fn an_answer_to_a_stop_is_good_where_there_is_no_limit() {
    let mut config = config(Protocol::Native, faulty(Protocol::Native, "stops"));
    config.timeouts.hang = Duration::from_millis(100);
    let mut patient = agent("connect4", config.clone());
    patient.new_game(1);
    assert_eq!(first_move(patient.as_mut(), &SearchLimits::NONE).expect("a move").action, played("1"));
    config.launch.address = zermelo_engines::EngineAddress::Command(faulty(Protocol::Native, "slow"));
    let mut late = agent("connect4", config);
    let why = play(late.as_mut()).expect_err("it takes a second");
    assert!(matches!(&why, AgentError::Stall(why) if why.contains("hang= gives it longer")), "{why}");
}

#[test]
fn everything_that_an_engine_can_answer() {
    for (fault, action) in [
        ("resign", Action::Resign),
        ("offer", Action::OfferDraw("1".to_owned())),
        ("chatter", played("1")),
        ("late-info", played("1")),
        ("no-ids-announced", played("1")),
    ] {
        let mut agent = agent("connect4", config(Protocol::Native, faulty(Protocol::Native, fault)));
        let decision = play(agent.as_mut()).unwrap_or_else(|why| panic!("{fault}: {why}"));
        assert_eq!(decision.action, action, "{fault}");
    }
    let refused = play(agent("connect4", config(Protocol::Native, faulty(Protocol::Native, "refuse"))).as_mut());
    assert_eq!(refused.expect_err("refused"), AgentError::Refused("bot/tired: not today".to_owned()));
    let unread = play(agent("connect4", config(Protocol::Native, faulty(Protocol::Native, "bad-position"))).as_mut());
    assert_eq!(unread.expect_err("refused").code(), "agent/refused");
}

/// The rules end a drawn game by themselves, so that `bestmove draw` can only come where there is no draw.
#[test]
fn a_draw_cannot_be_claimed() {
    let claimed = play(agent("connect4", config(Protocol::Native, faulty(Protocol::Native, "draw"))).as_mut());
    let why = claimed.expect_err("the game is not drawn");
    assert!(why.to_string().contains("expected bestmove MOVE, optionally followed by offer-draw"), "{why}");
    assert_eq!((why.code(), why.termination()), ("agent/malformed", Some(Termination::IllegalMove)));
}

/// An answer that nobody asked for is not taken for the next.
#[test]
fn a_second_answer_is_not_the_answer_to_the_next_question() {
    let mut agent = agent("tictactoe", config(Protocol::Native, faulty(Protocol::Native, "two-answers")));
    agent.new_game(1);
    let mut record = game("tictactoe").expect("a game").new_record();
    while record.ending().is_none() {
        let decision = agent.choose(record.as_ref(), &SearchLimits::NONE, &StopToken::new(), None).expect("a move");
        let Action::Play(mv) = decision.action else { panic!("it plays a move") };
        record.play_move(&mv, None).expect("a legal move, not the one before");
    }
}

#[test]
fn options_are_told() {
    let mut config = config(Protocol::Native, faulty(Protocol::Native, "none"));
    let log = tempfile::NamedTempFile::new().expect("a file for the test");
    config.launch.log = Some(log.path().to_owned());
    config.options = [("Level", "9"), ("Style", "wild"), ("Book", "a  b"), ("Fast", "off")]
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .to_vec();
    let mut agent = agent("connect4", config);
    play(agent.as_mut()).expect("a move");
    drop(agent);
    let log = std::fs::read_to_string(log.path()).expect("it was written");
    for words in [
        "> zermelo-protocol 1\n",
        "< id name Faulty bot\n",
        "> option set Level 9\n",
        "> option set Book a b\n",
        "! option Style wild\n",
        "> game connect4 seed 1\n",
        "> position start\n",
        "> legal 1 2 3 4 5 6 7\n",
        " go nodes 1000\n",
        " bestmove 1\n",
        "> quit\n",
    ] {
        assert!(log.contains(words), "no {words:?} in\n{log}");
    }
}

/// The examples of the manual play whole games, of games that they have never heard of.
#[test]
fn the_examples_play() {
    for (protocol, script) in
        [(Protocol::Native, "../../examples/native_bot.py"), (Protocol::Plain, "../../examples/plain_bot.py")]
    {
        for spec in ["tictactoe", "connect3d", "draughts-english", "teeko"] {
            let mut agent = agent(spec, config(protocol, python(script, &[])));
            agent.new_game(5);
            let mut record = game(spec).expect("a game").new_record();
            while record.ending().is_none() && record.ply().0 < 40 {
                let decision = agent.choose(record.as_ref(), &SearchLimits::NONE, &StopToken::new(), None);
                let decision = decision.unwrap_or_else(|why| panic!("{script} in {}: {why}", record.position_text()));
                let mv = decision.action.mv().cloned().expect("it plays a move");
                record.play_move(&mv, None).expect("a legal move");
            }
        }
    }
}

#[test]
fn the_usual_patience_ends() {
    let EngineTimeouts { handshake, ready, margin, hang, stop, quit } = EngineTimeouts::default();
    for wait in [handshake, ready, margin, hang, stop, quit] {
        assert!(wait > Duration::ZERO && wait <= Duration::from_secs(30));
    }
}
