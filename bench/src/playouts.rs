//! Random games from the start.

use std::path::PathBuf;

use anyhow::Result;
use clap::Args;
use zermelo_catalog::{CatalogGame, GameVisitor, with_game};
use zermelo_core::{Line, SearchLimits, Side, StopToken};
use zermelo_search::playout::{DEFAULT_CAP, Playouts};
use zermelo_search::{Budget, Rng};

use crate::peers;
use crate::report::{Compared, Report};
use crate::rounds::{Contender, Counted, Kind, measure};

/// The options.
#[derive(Args)]
pub struct Options {
    /// The games
    #[arg(default_values = ["draughts-english", "draughts-international", "teeko", "connect4", "tictactoe", "connect3d"])]
    games: Vec<String>,
    /// The number of rounds
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u16).range(1..))]
    rounds: u16,
    /// The number of games per round
    #[arg(long, default_value_t = 20_000, value_parser = clap::value_parser!(u32).range(1..))]
    playouts: u32,
    /// A Python with OpenSpiel (`pip install open_spiel`), to compare English draughts with its checkers
    #[arg(long, value_name = "PYTHON")]
    open_spiel: Option<PathBuf>,
    /// Print JSON Lines
    #[arg(long)]
    json: bool,
}

const OPEN_SPIEL: &str = "OpenSpiel plays the random games of its Monte-Carlo bot, in C++, and measures its own time. Its checkers has no draw by repetition.";

/// Measures and reports.
pub fn run(options: &Options) -> Result<()> {
    for game in &options.games {
        let mut contenders = vec![with_game(&game.parse()?, Playing(options.playouts))?];
        let mut notes = Vec::new();
        match game.as_str() {
            "connect4" => contenders.push(peers::board_game::playing_connect4(options.playouts)),
            "tictactoe" => contenders.push(peers::board_game::playing_tictactoe(options.playouts)),
            _ => {}
        }
        if let Some(python) = options.open_spiel.as_deref().filter(|_| game == "draughts-english") {
            contenders.push(peers::open_spiel::searching(python, peers::open_spiel::USUAL));
            notes.push(OPEN_SPIEL);
        }
        let title = format!("playouts {game}");
        eprintln!("{title}");
        let rounds = usize::from(options.rounds);
        let rows = measure(contenders, rounds)?;
        let (bench, compared) = ("playouts", Compared::Rates);
        Report { bench, title, unit: "playouts", rounds, rows, compared, notes }.print(options.json);
    }
    Ok(())
}

struct Playing(u32);

impl GameVisitor for Playing {
    type Output = Contender;

    fn visit<G: CatalogGame>(self, game: G) -> Contender {
        let start = game.initial();
        let line = Line::new(game, start);
        let mut playouts = Playouts::new(DEFAULT_CAP);
        Contender::new("zermelo", Kind::Own, 0, move || {
            let mut rng = Rng::new(1);
            let mut budget = Budget::start(&SearchLimits::NONE, Side::First, &StopToken::new());
            let played = (0..self.0).filter(|_| playouts.run(&line, &mut rng, &mut budget).is_ok()).count();
            Counted::nodes(played as u64)
        })
    }
}
