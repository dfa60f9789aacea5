//! External engines as agents and agents as engines, with real processes, most of them faulty.

mod check;
mod client;
mod engine;
mod process;
mod protocol;

use std::path::PathBuf;
use std::process::Command;
use std::sync::LazyLock;
use std::time::Duration;

use zermelo_catalog::{CatalogGame, GameVisitor, with_game};
use zermelo_core::erased::{DynAgent, ErasedAgent, TextDecision};
use zermelo_core::spec::SpecError;
use zermelo_core::{Action, AgentError, SearchLimits, StopToken};
use zermelo_engines::client::{EngineConfig, EngineTimeouts, Protocol};
use zermelo_engines::{CommandLine, ExternalAgent, Launch};

/// The interpreter itself: what `python3` names can be a script that starts it.
static PYTHON: LazyLock<String> = LazyLock::new(|| {
    let asked = Command::new("python3").args(["-c", "import sys; print(sys.executable)"]).output();
    let output =
        asked.unwrap_or_else(|why| panic!("these tests need python3 (3.10 or later), which can't be started: {why}"));
    assert!(output.status.success(), "python3 does not work: {output:?}");
    String::from_utf8_lossy(&output.stdout).trim().to_owned()
});

/// A player in Python, of this crate's tests or of the examples.
fn python(script: &str, arguments: &[&str]) -> CommandLine {
    let script = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(script);
    let script = script.to_str().expect("a plain path").to_owned();
    let arguments = arguments.iter().map(|word| (*word).to_owned());
    CommandLine { program: PYTHON.clone(), arguments: std::iter::once(script).chain(arguments).collect() }
}

/// The player with a fault that shows at its first move.
fn faulty(protocol: Protocol, fault: &str) -> CommandLine {
    faulty_at(protocol, fault, 1)
}

/// The player with a fault that shows at a later move.
fn faulty_at(protocol: Protocol, fault: &str, when: u32) -> CommandLine {
    let protocol = if protocol == Protocol::Plain { "plain" } else { "native" };
    python("tests/faulty_bot.py", &[protocol, fault, &when.to_string()])
}

fn config(protocol: Protocol, command: CommandLine) -> EngineConfig {
    // Long enough for a busy machine; what is expected to last is set by the test.
    let timeouts = EngineTimeouts {
        handshake: Duration::from_mins(1),
        ready: Duration::from_mins(1),
        ..EngineTimeouts::default()
    };
    EngineConfig { protocol, timeouts, ..EngineConfig::new(Launch::command(command)) }
}

struct Make(EngineConfig);

impl GameVisitor for Make {
    type Output = Box<dyn DynAgent>;

    fn visit<G: CatalogGame>(self, game: G) -> Self::Output {
        Box::new(ErasedAgent::new(game.clone(), "external".to_owned(), ExternalAgent::new(game, self.0)))
    }
}

fn agent(game: &str, config: EngineConfig) -> Box<dyn DynAgent> {
    let spec = game.parse().expect("a specification");
    with_game(&spec, Make(config)).unwrap_or_else(|why: SpecError| panic!("{game}: {why}"))
}

/// Asks for the first move of a game.
fn first_move(agent: &mut dyn DynAgent, limits: &SearchLimits) -> Result<TextDecision, AgentError> {
    let record = zermelo_catalog::game("connect4").expect("a game").new_record();
    agent.choose(record.as_ref(), limits, &StopToken::new(), None).map(|decision| decision.text)
}

/// A new game and its first move.
fn play(agent: &mut dyn DynAgent) -> Result<TextDecision, AgentError> {
    agent.new_game(1);
    first_move(agent, &SearchLimits::nodes(1000))
}

fn played(text: &str) -> Action<String> {
    Action::Play(text.to_owned())
}
