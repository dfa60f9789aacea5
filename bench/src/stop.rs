//! How soon a search that is stopped has an answer: every agent on a large board of every game.

use std::thread;
use std::time::{Duration, Instant};

use anyhow::Result;
use clap::Args;
use zermelo_catalog::AGENTS;
use zermelo_core::{SearchLimits, StopToken};

/// The options.
#[derive(Args)]
pub struct Options {
    /// The number of rounds
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u16).range(1..))]
    rounds: u16,
    /// The delay of the stop in milliseconds
    #[arg(long, default_value_t = 100)]
    after_ms: u64,
}

/// Large boards.
const GAMES: [&str; 6] = [
    "mnk:width=15,height=15,k=5",
    "connect4:width=16,height=16",
    "connect3d:width=8,depth=8,height=8",
    "draughts-english:size=12",
    "draughts-international:size=12",
    "teeko",
];

/// A search that ends by itself only after this.
const LONG: Duration = Duration::from_secs(20);

/// Stops and reports.
pub fn run(options: &Options) -> Result<()> {
    println!("Milliseconds from the stop to the answer: the maximum of {} rounds.\n", options.rounds);
    println!("| agent | {} |\n|---|{}", GAMES.join(" | "), "--:|".repeat(GAMES.len()));
    let mut worst = Duration::ZERO;
    for info in AGENTS.iter().filter(|info| !info.is_external()) {
        let mut cells = Vec::new();
        for game in GAMES {
            let late = latest(options, info.name, game)?;
            worst = worst.max(late.unwrap_or_default());
            cells.push(late.map_or("-".to_owned(), |late| format!("{:.1}", late.as_secs_f64() * 1e3)));
        }
        println!("| {} | {} |", info.name, cells.join(" | "));
    }
    println!(
        "\nThe maximum: {:.1} ms. `-`: the agent had answered before, or does not play this game.",
        worst.as_secs_f64() * 1e3
    );
    Ok(())
}

/// How late the answer came; `None` where it came before the stop.
fn latest(options: &Options, agent: &str, game: &str) -> Result<Option<Duration>> {
    let Ok(mut searcher) = zermelo_catalog::agent(agent, game) else { return Ok(None) };
    let record = zermelo_catalog::game(game)?.new_record();
    let mut latest = None;
    for seed in 0..options.rounds {
        searcher.new_game(u64::from(seed));
        let stop = StopToken::new();
        let (found, late) = thread::scope(|scope| {
            let clock = scope.spawn(|| {
                thread::sleep(Duration::from_millis(options.after_ms));
                let at = Instant::now();
                stop.stop();
                at
            });
            let limits = SearchLimits { time: Some(LONG), ..SearchLimits::NONE };
            let found = searcher.choose(record.as_ref(), &limits, &stop, None);
            let answered = Instant::now();
            let stopped = clock.join().unwrap_or(answered);
            (found, answered.checked_duration_since(stopped))
        });
        if found.is_err() {
            return Ok(None);
        }
        latest = latest.max(late);
    }
    Ok(latest)
}
