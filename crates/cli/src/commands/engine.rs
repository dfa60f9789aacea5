//! `zermelo engine`: a player as a program for others.

use std::io::{self, BufReader, Write};
use std::net::TcpListener;
use std::sync::Arc;

use clap::{Args, ValueEnum};
use zermelo_catalog::GAMES;
use zermelo_core::erased::{DynAgent, DynGame};
use zermelo_core::spec::SpecError;
use zermelo_core::text::excerpt;
use zermelo_engines::client::Protocol;
use zermelo_engines::engine::{House, listen, serve};

use crate::failure::Failure;
use crate::input;

/// Arguments of `engine`.
#[derive(Args)]
#[command(after_help = "Examples:
  zermelo engine
  zermelo engine connect4 --agent alphabeta:depth=6 --protocol plain
  zermelo engine --agent mcts --listen 127.0.0.1:7117

It speaks on standard input and output, until its input ends. What is spoken is in docs/engine-protocol.md.")]
pub struct EngineArgs {
    /// The one game that it plays; every game if not given
    #[arg(value_name = "GAME")]
    pub game: Option<String>,
    /// Who plays (`zermelo agents` lists them); the other side sets the limits
    #[arg(long, value_name = "AGENT", default_value = "mcts")]
    pub agent: String,
    /// What is spoken
    #[arg(long, value_enum, default_value_t = ProtocolArg::Native)]
    pub protocol: ProtocolArg,
    /// Wait for connections at this address instead; each gets a player of its own
    #[arg(long, value_name = "HOST:PORT")]
    pub listen: Option<String>,
}

/// What is spoken.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ProtocolArg {
    /// Lines in the manner of UCI.
    Native,
    /// A line with a position in, a line with a move out.
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

/// The catalogue with one player.
struct Catalogue {
    /// The one game, in its usual form.
    game: Option<String>,
    agent: String,
}

impl House for Catalogue {
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

/// Speaks until its input ends, or until Ctrl-C where it listens.
pub fn run(args: &EngineArgs) -> Result<(), Failure> {
    let house = house(args)?;
    let Some(address) = &args.listen else {
        return Ok(serve(args.protocol.into(), BufReader::new(io::stdin()), io::stdout(), &house)?);
    };
    let failed = |error: io::Error| Failure::Failed(format!("can't listen on {}: {error}", excerpt(address)));
    let listener = TcpListener::bind(address).map_err(failed)?;
    let stop = input::stop_on_interrupt()?;
    let mut out = io::stdout().lock();
    writeln!(out, "listening on {}", listener.local_addr().map_err(failed)?)?;
    out.flush()?;
    let house: Arc<dyn House> = Arc::new(house);
    listen(&listener, args.protocol.into(), &house, &stop).map_err(failed)
}

/// Makes sure that there is such a game and such a player.
fn house(args: &EngineArgs) -> Result<Catalogue, Failure> {
    let game = args.game.as_ref().map(|spec| {
        let made = zermelo_catalog::game(spec);
        made.map_err(|error| Failure::Spec { what: format!("game \"{}\"", excerpt(spec)), error })
    });
    let house = Catalogue { game: game.transpose()?.map(|game| game.spec()), agent: args.agent.clone() };
    // An evaluator is one of some games alone: a player has to fit one of them.
    let made = house.games().into_iter().map(|game| house.agent(&game).map(drop));
    let fits = made.reduce(Result::or).unwrap_or(Ok(()));
    fits.map_err(|error| Failure::Spec { what: "--agent".to_owned(), error })?;
    Ok(house)
}
