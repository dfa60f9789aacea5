//! Monte-Carlo tree search from the start: simulations per second.

use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::Args;
use minimax::{MCTSOptions, MonteCarloTreeSearch, Strategy};
use zermelo_core::{SearchLimits, StopToken};

use crate::peers::connect4::{Board, Rules};
use crate::peers::{board_game, open_spiel};
use crate::report::{Compared, Report};
use crate::rounds::{Contender, Counted, Kind, measure};

/// The options.
#[derive(Args)]
pub struct Options {
    /// The number of rounds
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u16).range(1..))]
    rounds: u16,
    /// Simulations per search; the default is so small that no first move is proven, because after that a
    /// simulation needs no random game
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..))]
    simulations: Option<u32>,
    /// A Python in which OpenSpiel is installed (`pip install open_spiel`), to compare English draughts with its checkers
    #[arg(long, value_name = "PYTHON")]
    open_spiel: Option<PathBuf>,
    /// Print JSON Lines
    #[arg(long)]
    json: bool,
}

/// The agents: plain UCT; UCT with propagation of proven results and the `c` of board-game; the default.
const OWN: [&str; 3] = [
    "mcts:c=1.414,solver=off,decisive=off,reuse=off,single=off",
    "mcts:c=1.414,decisive=off,reuse=off,single=off",
    "mcts",
];

/// Games, how many simulations a search makes (the whole of tic-tac-toe is known soon), and how many make a round, in searches of the
/// start.
const GAMES: [(&str, u32, u64); 3] =
    [("connect4", 200_000, 200_000), ("tictactoe", 10_000, 200_000), ("draughts-english", open_spiel::USUAL, 30_000)];

const ALL: &str = "One thread; one random playout per simulation. A search that proves the root ends there: its simulations are counted.";
const LINES: &str = "board-game propagates proven results, minimax does not.";
const DRAUGHTS: &str =
    "OpenSpiel's search is that of its C++ core, which measures its own time. Its checkers has no draw by repetition.";

/// Searches and reports.
pub fn run(options: &Options) -> Result<()> {
    for (game, usual, round) in GAMES {
        let simulations = options.simulations.unwrap_or(usual);
        let searches = (round / u64::from(simulations)).max(1);
        let mut contenders = Vec::new();
        for spec in OWN {
            contenders.push(own(spec, game, searches, u64::from(simulations))?);
        }
        let mut notes = vec![ALL];
        match game {
            "connect4" => {
                contenders.push(board_game::searching_connect4(searches, u64::from(simulations)));
                contenders.push(minimax(searches, simulations));
                notes.push(LINES);
            }
            "tictactoe" => {
                contenders.push(board_game::searching_tictactoe(searches, u64::from(simulations)));
                notes.push(LINES);
            }
            _ => {
                if let Some(python) = &options.open_spiel {
                    contenders.push(open_spiel::searching(python, simulations));
                    notes.push(DRAUGHTS);
                }
            }
        }
        let title = format!("simulations of Monte-Carlo tree search, {game}, {simulations} a search");
        eprintln!("{title}");
        let rounds = usize::from(options.rounds);
        let rows = measure(contenders, rounds)?;
        let (bench, compared) = ("simulations", Compared::Rates);
        Report { bench, title, unit: "simulations", rounds, rows, compared, notes }.print(options.json);
    }
    Ok(())
}

fn own(spec: &str, game: &str, searches: u64, simulations: u64) -> Result<Contender> {
    let mut agent = zermelo_catalog::agent(spec, game).with_context(|| spec.to_owned())?;
    let record = zermelo_catalog::game(game)?.new_record();
    let mut search = move |seed| {
        agent.new_game(seed);
        let limits = SearchLimits::playouts(simulations);
        let decision = agent.choose(record.as_ref(), &limits, &StopToken::new(), None);
        decision.map_or(0, |decision| decision.text.playouts)
    };
    Ok(Contender::new(spec, Kind::Own, 0, move || Counted::nodes((1..=searches).map(&mut search).sum())))
}

/// It does not say how many simulations it made: it is asked for so many, and makes them.
fn minimax(searches: u64, simulations: u32) -> Contender {
    Contender::new("minimax 0.6.0", Kind::Peer, 0, move || {
        for _ in 0..searches {
            let mut search = MonteCarloTreeSearch::<Rules<false>>::new(MCTSOptions::default().with_num_threads(1));
            search.set_max_rollouts(simulations);
            search.choose_move(&Board::default());
        }
        Counted::nodes(searches * u64::from(simulations))
    })
}
