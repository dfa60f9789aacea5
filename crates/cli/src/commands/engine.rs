//! `zermelo engine`: an agent as an engine for other programs.

use std::io::{self, BufReader, Write};
use std::net::TcpListener;
use std::sync::Arc;

use clap::{Args, ValueEnum};
use zermelo_catalog::GAMES;
use zermelo_core::erased::{DynAgent, DynGame};
use zermelo_core::spec::SpecError;
use zermelo_core::text::excerpt;
use zermelo_engines::client::Protocol;
use zermelo_engines::engine::{EngineBackend, listen, serve};

use crate::error::CliError;
use crate::input;

/// Arguments of `engine`.
#[derive(Args)]
#[command(after_help = "Examples:
  zermelo engine
  zermelo engine connect4 --agent alphabeta:depth=6 --protocol plain
  zermelo engine --agent mcts --listen 127.0.0.1:7117

The engine reads standard input until its end and answers on standard output. docs/engine-protocol.md describes the protocol.")]
pub struct EngineArgs {
    /// The only game that the engine accepts [default: all games]
    #[arg(value_name = "GAME")]
    pub game: Option<String>,
    /// The agent that plays (`zermelo agents` lists them); the client sets its limits
    #[arg(long, value_name = "AGENT", default_value = "mcts")]
    pub agent: String,
    /// The protocol
    #[arg(long, value_enum, default_value_t = ProtocolArg::Native)]
    pub protocol: ProtocolArg,
    /// Listen for TCP connections at this address instead; each connection gets its own agent
    #[arg(long, value_name = "HOST:PORT")]
    pub listen: Option<String>,
}

/// The protocols of engines.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ProtocolArg {
    /// Commands in the style of UCI
    Native,
    /// One line with a position in, one line with a move out
    Plain,
}

impl From<ProtocolArg> for Protocol {
    fn from(protocol: ProtocolArg) -> Self {
        match protocol {
            ProtocolArg::Native => Self::Native,
            ProtocolArg::Plain => Self::Plain,
        }
    }
}

/// The games of the catalogue, with one agent.
struct CatalogueBackend {
    /// The only game, in canonical form.
    game: Option<String>,
    agent: String,
}

impl EngineBackend for CatalogueBackend {
    fn name(&self) -> String {
        format!("Zermelo {} {}", env!("CARGO_PKG_VERSION"), self.agent)
    }

    fn games(&self) -> Vec<String> {
        match &self.game {
            Some(game) => vec![game.clone()],
            None => GAMES.iter().map(|info| info.name.to_owned()).collect(),
        }
    }

    fn first_game(&self) -> Option<String> {
        self.game.clone()
    }

    fn game(&self, spec: &str) -> Result<Box<dyn DynGame>, SpecError> {
        let game = zermelo_catalog::game(spec)?;
        match &self.game {
            Some(own) if *own != game.spec() => {
                Err(SpecError::Conflict(format!("this engine plays {own}, not {}", excerpt(spec))))
            }
            _ => Ok(game),
        }
    }

    fn agent(&self, game: &str) -> Result<Box<dyn DynAgent>, SpecError> {
        zermelo_catalog::agent(&self.agent, game)
    }
}

/// Serves until the input ends; with `--listen`, until Ctrl-C.
pub fn run(args: &EngineArgs) -> Result<(), CliError> {
    let backend = backend(args)?;
    let Some(address) = &args.listen else {
        return Ok(serve(args.protocol.into(), BufReader::new(io::stdin()), io::stdout(), &backend)?);
    };
    let failed = |error: io::Error| CliError::Failed(format!("can't listen on {}: {error}", excerpt(address)));
    let listener = TcpListener::bind(address).map_err(failed)?;
    let stop = input::stop_on_interrupt()?;
    let mut out = io::stdout().lock();
    writeln!(out, "listening on {}", listener.local_addr().map_err(failed)?)?;
    out.flush()?;
    let backend: Arc<dyn EngineBackend> = Arc::new(backend);
    listen(&listener, args.protocol.into(), &backend, &stop).map_err(failed)
}

/// Validates the game and the agent.
fn backend(args: &EngineArgs) -> Result<CatalogueBackend, CliError> {
    let game = args.game.as_ref().map(|spec| {
        let made = zermelo_catalog::game(spec);
        made.map_err(|error| CliError::Spec { what: format!("game \"{}\"", excerpt(spec)), error })
    });
    let backend = CatalogueBackend { game: game.transpose()?.map(|game| game.spec()), agent: args.agent.clone() };
    // An evaluator exists only in some games, so the agent must be valid in at least one.
    let made = backend.games().into_iter().map(|game| backend.agent(&game).map(drop));
    let fits = made.reduce(Result::or).unwrap_or(Ok(()));
    fits.map_err(|error| CliError::Spec { what: "--agent".to_owned(), error })?;
    Ok(backend)
}
