//! Agents as engines.

use std::io::{BufRead, BufReader, PipeReader, PipeWriter, Write, pipe};
use std::thread::JoinHandle;
use std::time::Duration;

use zermelo_catalog::game;
use zermelo_core::erased::{DynAgent, TextDecision};
use zermelo_core::{SearchLimits, StopToken};
use zermelo_engines::client::{EngineConfig, Protocol};
use zermelo_engines::engine::serve;
use zermelo_engines::{Launch, plain};

use super::agent;
use super::process::{CatalogueBackend, server};

/// A talk with an engine.
struct EngineSession {
    input: PipeWriter,
    output: BufReader<PipeReader>,
    engine: JoinHandle<std::io::Result<()>>,
}

impl EngineSession {
    fn with(spec: &'static str, protocol: Protocol) -> Self {
        let ((read, input), (output, write)) = (pipe().expect("a pipe"), pipe().expect("a pipe"));
        let engine = std::thread::spawn(move || serve(protocol, BufReader::new(read), write, &CatalogueBackend(spec)));
        Self { input, output: BufReader::new(output), engine }
    }

    fn say(&mut self, line: impl AsRef<[u8]>) {
        self.input.write_all(line.as_ref()).and_then(|()| self.input.write_all(b"\n")).expect("it reads");
    }

    fn hear(&mut self) -> String {
        let mut line = String::new();
        self.output.read_line(&mut line).expect("text");
        line.trim_end().to_owned()
    }

    /// The next line that is no `info`.
    fn answer(&mut self) -> String {
        loop {
            let line = self.hear();
            if !line.contains("info ") {
                return line;
            }
        }
    }

    fn ask(&mut self, line: &str) -> String {
        self.say(line);
        self.answer()
    }

    /// Ends its input; what it still says.
    fn end(self) -> Vec<String> {
        drop(self.input);
        let rest = self.output.lines().map(|line| line.expect("text")).collect();
        self.engine.join().expect("it does not panic").expect("it ends well");
        rest
    }
}

#[test]
fn a_session() {
    let mut session = EngineSession::with("alphabeta:depth=4", Protocol::Native);
    session.say("zermelo-protocol 1");
    let hello: Vec<String> = std::iter::repeat_with(|| session.hear()).take(5).collect();
    assert_eq!(hello[0], "id name Zermelo alphabeta:depth=4");
    assert!(hello[2].starts_with("games tictactoe mnk connect4 "), "{hello:?}");
    assert_eq!(hello[3..], ["feature ids", "ok"]);
    session.say("game connect4 seed 7");
    session.say("position start moves 4 4 5");
    assert_eq!(session.ask("go depth 2"), "bestmove 3", "it keeps three in a row from growing");
    session.say("position 7/7/7/7/7/xxx1ooo x");
    session.say("#a go depth 2");
    let info = session.hear();
    assert!(info.starts_with("#a info depth 2 score win 1 nodes ") && info.ends_with(" pv 4"), "{info}");
    assert_eq!(session.hear(), "#a bestmove 4", "it says nothing twice");
    assert_eq!(session.ask("#b ping there"), "#b pong there");
    session.say("quit");
    assert!(session.end().is_empty());
}

#[test]
fn requests_are_answered_during_a_search() {
    // Without a limit it would play after 10,000 playouts, which may be sooner than the next line.
    let mut session = EngineSession::with("mcts:time=1h", Protocol::Native);
    session.say("game connect4\nposition start\ngo");
    assert_eq!(session.ask("ping a"), "pong a");
    for line in ["go", "position start moves 4"] {
        let said = session.ask(line);
        assert!(said.starts_with("error protocol/busy"), "{line}: {said}");
    }
    session.say("stop");
    // What comes behind a stop is done when the search has ended.
    session.say("position start moves 4 4\ngo playouts 20");
    assert!(session.answer().starts_with("bestmove "));
    assert!(session.answer().starts_with("bestmove "));
    session.say("go\nping b");
    assert_eq!(session.answer(), "pong b");
    // The end of input ends the search.
    let rest = session.end();
    assert!(rest.last().is_some_and(|line| line.starts_with("bestmove ")), "{rest:?}");
}

#[test]
fn failed_requests_do_not_end_the_session() {
    let mut session = EngineSession::with("alphabeta:depth=2", Protocol::Native);
    let long = format!("position start moves {}", "4 ".repeat(600_000));
    for (line, words) in [
        ("go", "error game/none there is no game"),
        ("position start", "error game/none"),
        ("zermelo-protocol 9", "error protocol/version version 9 is not supported; this engine has version 1"),
        ("game chess", "error spec/unknown-name there is no game \"chess\""),
        ("game connect4:width=99", "error spec/wrong-value"),
        ("game connect4 connect4", "error protocol/malformed"),
        ("option set Hash 5", "error option/unknown"),
        ("xyzzy", "error protocol/unknown"),
        (&long, "error protocol/too-long"),
    ] {
        let said = session.ask(line);
        assert!(said.starts_with(words), "{line:.40}: {said}");
    }
    session.say(b"position \xff");
    assert!(session.answer().starts_with("error protocol/malformed a line that is not UTF-8"));
    session.say("game connect4");
    for (line, words) in [
        ("position 7/7/7 x", "error position/"),
        ("position start moves 4 9", "error move/off-board move 2"),
        ("position start moves 4 4 4 4 4 4 4", "error move/column-full move 7"),
        ("go depth 2", "error position/none there is no position"),
        ("position start moves 1 2 1 2 1 2 1 2", "error move/"),
        ("position start moves 1 2 1 2 1 2 1\ngo", "error agent/game-over"),
    ] {
        let said = session.ask(line);
        assert!(said.starts_with(words), "{line}: {said}");
    }
    session.say("position start");
    assert!(session.ask("go depth 2").starts_with("bestmove "), "it plays on");
    assert!(session.end().is_empty());
}

#[test]
fn a_player_that_does_not_fit_says_so() {
    let mut session = EngineSession::with("bfs", Protocol::Native);
    session.say("game draughts-english\nposition start");
    assert!(session.ask("go").starts_with("error agent/unfit-game"));
}

#[test]
fn the_plain_protocol_is_spoken() {
    let mut session = EngineSession::with("alphabeta:depth=3", Protocol::Plain);
    let request = plain::format_request("connect4", "7/7/7/7/7/xxx1ooo x", &["4".to_owned()]);
    assert_eq!(session.ask(&request), "4");
    assert_eq!(session.ask("tictactoe\txx1/oo1/3 x"), "c3");
    for (line, words) in [
        ("connect4", "error protocol/malformed"),
        ("chess\tx\t", "error spec/unknown-name"),
        ("connect4\t7/7 x\t1", "error position/"),
        ("tictactoe\txxx/oo1/3 o\t", "error agent/game-over"),
    ] {
        let said = session.ask(line);
        assert!(said.starts_with(words), "{line}: {said}");
    }
    assert_eq!(session.ask(&request), "4", "it plays on");
    assert!(session.end().is_empty());
}

/// Nothing of a player is lost on the way.
#[test]
fn a_player_behind_the_protocol_is_the_same_player() {
    let stop = StopToken::new();
    let limits = SearchLimits { nodes: Some(2000), playouts: Some(30), ..SearchLimits::depth(3) };
    for spec in ["alphabeta:ties=random", "mcts:reuse=off", "random"] {
        let address = server(spec, Protocol::Native, &stop);
        for played in ["connect4", "draughts-english", "teeko"] {
            let direct = zermelo_catalog::agent(spec, played).expect("an agent");
            let mut both = [direct, agent(played, EngineConfig::new(Launch::tcp(address.clone())))];
            for seed in 0..2 {
                for agent in &mut both {
                    agent.new_game(seed);
                }
                let mut record = game(played).expect("a game").new_record();
                while record.ending().is_none() && record.ply().0 < 30 {
                    let choose = |agent: &mut dyn DynAgent| {
                        let decision = agent.choose(record.as_ref(), &limits, &StopToken::new(), None);
                        let decision = decision.unwrap_or_else(|why| panic!("{spec} in {played}: {why}")).text;
                        // What each move at the root is worth is not told.
                        TextDecision { elapsed: Duration::ZERO, moves: Vec::new(), ..decision }
                    };
                    let [expected, found] = both.each_mut().map(|agent| choose(agent.as_mut()));
                    assert_eq!(found, expected, "{spec} in {played}, {}", record.position_text());
                    record.play(found.action.mv().expect("a move"), None).expect("a legal move");
                }
            }
        }
    }
    stop.stop();
}
