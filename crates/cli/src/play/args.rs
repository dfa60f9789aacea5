//! What can be typed behind `play`.

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

A player is `human` or an agent (`zermelo agents` lists them). On a terminal the board fills the screen, and ? shows the keys.
With --plain, in a pipe or on a terminal below 24x8, type a move or `help` at the prompt.")]
pub struct PlayArgs {
    /// The game, such as connect4 or mnk:width=5,height=4,k=4 (`zermelo games` lists them); a room says by itself which
    #[arg(value_name = "GAME", required_unless_present = "room")]
    pub game: Option<String>,
    /// Start from this position, such as "3/1x1/3 o"
    #[arg(long, value_name = "POSITION")]
    pub position: Option<String>,
    /// Play these moves first, with spaces between (Connect Four: also without)
    #[arg(long, value_name = "MOVES")]
    pub moves: Option<String>,
    /// Who plays the first side
    #[arg(long, value_name = "human|AGENT", default_value = "human")]
    pub first: String,
    /// Who plays the second side
    #[arg(long, value_name = "human|AGENT", default_value = "human")]
    pub second: String,
    /// Whether the players keep the sides given or draw lots before each game
    #[arg(long, value_enum, default_value_t = Sides::Fixed)]
    pub sides: Sides,
    /// Time per move for agents whose specification sets no limit
    #[arg(long, value_name = "TIME", value_parser = time, default_value = "1s")]
    pub time: Duration,
    /// A dialogue of lines in ASCII text without colours, instead of the full screen
    #[arg(long)]
    pub plain: bool,
    /// Who is asked for a hint on the full screen
    #[arg(long, value_name = "AGENT", default_value = "mcts:time=1s")]
    pub hint: String,
    /// Start a new game after each, until stopped
    #[arg(long)]
    pub endless: bool,
    /// Let chance play the first move
    #[arg(long)]
    pub random_first: bool,
    /// Add each game to this file: a table in .csv, PDN in .pdn (draughts), else one JSON object a line
    #[arg(long, value_name = "FILE")]
    pub save: Option<PathBuf>,
    /// The seed of all chance; another one each time if it is not given
    #[arg(long)]
    pub seed: Option<u64>,
    /// One JSON object a line for each event: start, move, end, statistics
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub online: OnlineArgs,
}

impl PlayArgs {
    /// Where to start; nothing where a room says it.
    pub fn start(&self) -> Option<StartArgs> {
        let game = self.game.clone()?;
        Some(StartArgs { game, position: self.position.clone(), moves: self.moves.clone() })
    }
}

/// Who gets which side.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Sides {
    /// As given.
    Fixed,
    /// By lot.
    Random,
}
