//! Arguments of `play`.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};

use super::online_args::OnlineArgs;
use crate::args::{StartArgs, time};

/// Arguments of `play`.
#[derive(Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of the command line")]
#[command(after_help = "Examples:
  zermelo play connect3d --first human --second mcts:time=1s
  zermelo play tictactoe --first alphabeta --second random --endless
  zermelo play connect4 --moves 4453 --save games.jsonl
  zermelo play connect4 --server https://play.example.org
  zermelo play teeko --server http://localhost:8080 --opponent friend --clock 300+3
  zermelo play --server http://localhost:8080 --room abcdefghjk

A player is `human` or an agent (`zermelo agents` lists them). On a terminal, the game runs in full-screen mode; press ? for the keys.
With --plain, in a pipe, or on a terminal smaller than 24x8, type a move or `help` at the prompt.")]
pub struct PlayArgs {
    /// The game, such as connect4 or mnk:width=5,height=4,k=4 (`zermelo games` lists them); not needed with --room
    #[arg(value_name = "GAME", required_unless_present = "room")]
    pub game: Option<String>,
    /// Start from this position, such as "3/1x1/3 o"
    #[arg(long, value_name = "POSITION")]
    pub position: Option<String>,
    /// Play these moves first, separated by spaces (optional in Connect Four)
    #[arg(long, value_name = "MOVES")]
    pub moves: Option<String>,
    /// The player of the first side
    #[arg(long, value_name = "human|AGENT", default_value = "human")]
    pub first: String,
    /// The player of the second side
    #[arg(long, value_name = "human|AGENT", default_value = "human")]
    pub second: String,
    /// The assignment of sides: as given, or random for each game
    #[arg(long, value_enum, default_value_t = Sides::Fixed)]
    pub sides: Sides,
    /// Time per move for agents without a limit in their specification
    #[arg(long, value_name = "TIME", value_parser = time, default_value = "1s")]
    pub time: Duration,
    /// Plain mode: a prompt and ASCII boards without colours, instead of the full screen
    #[arg(long)]
    pub plain: bool,
    /// The agent that gives hints in full-screen mode
    #[arg(long, value_name = "AGENT", default_value = "mcts:time=1s")]
    pub hint: String,
    /// Start a new game after each game, until Ctrl-C
    #[arg(long)]
    pub endless: bool,
    /// Play a random first move
    #[arg(long)]
    pub random_first: bool,
    /// Append each game to this file: CSV (.csv), PDN for draughts (.pdn), else JSON Lines
    #[arg(long, value_name = "FILE")]
    pub save: Option<PathBuf>,
    /// The random seed [default: from the clock]
    #[arg(long)]
    pub seed: Option<u64>,
    /// Print JSON Lines: an object for each event (start, move, end, statistics)
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub online: OnlineArgs,
}

impl PlayArgs {
    /// The start position; `None` without a game, as with `--room`.
    pub fn start(&self) -> Option<StartArgs> {
        let game = self.game.clone()?;
        Some(StartArgs { game, position: self.position.clone(), moves: self.moves.clone() })
    }
}

/// The assignment of sides.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Sides {
    /// As given
    Fixed,
    /// At random
    Random,
}
