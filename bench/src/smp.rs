//! The speed-up of `pvs` with a second thread: time to a fixed depth and nodes per second, on random positions of several games.
//!
//! One thread and several take turns on each position, and the medians of all rounds count: the best of one thread is more easily had than
//! the best of several at once. What the machine itself has to give is measured in the same rounds, by as many searches of one thread that
//! share no table: processors share caches, memory, heat, and on a virtual machine often a core; threads of a process, the pages of its
//! memory.

use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use clap::Args;
use serde_json::json;
use zermelo_core::erased::{DynAgent, DynRecord};
use zermelo_core::{SearchLimits, StopToken};
use zermelo_testkit::rng::TestRng;

use crate::cpu;

/// The options.
#[derive(Args)]
pub struct Options {
    /// The number of rounds
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u16).range(1..))]
    rounds: u16,
    /// Positions of each game
    #[arg(long, default_value_t = 30, value_parser = clap::value_parser!(u16).range(1..))]
    positions: u16,
    /// The number of threads to compare with one
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u16).range(2..))]
    threads: u16,
    /// The search: pvs or mtdf, with its switches
    #[arg(long, default_value = "pvs:hash=64mb")]
    agent: String,
    /// Only this game
    #[arg(long)]
    game: Option<String>,
    /// Each position is searched to the first depth that takes one thread this number of milliseconds
    #[arg(long, default_value_t = 100)]
    least_ms: u64,
    /// Print JSON Lines
    #[arg(long)]
    json: bool,
}

/// Games, with how many random moves lead to a position.
const GAMES: [(&str, u32); 5] =
    [("connect4", 8), ("connect3d", 8), ("draughts-english", 10), ("teeko", 6), ("mnk:width=8,height=8,k=5", 6)];

/// What was measured of one position.
struct Row {
    /// Time to depth of one thread by that of several.
    time: f64,
    /// Nodes a second of several threads by those of one.
    rate: f64,
    /// The same of searches of one thread, side by side: what machine and system give.
    most: f64,
    /// How much of that the threads get: what they lose, they lose to each other.
    share: f64,
    /// What the time to depth would be if each thread ran as fast as one alone: the nodes of one, times the threads, by those of several.
    work: f64,
    /// What one thread took, in seconds.
    single: f64,
}

/// Searches and reports.
pub fn run(options: &Options) -> Result<()> {
    if !options.json {
        println!(
            "Compiled for {}{}; {} against one thread, {} positions of each game, medians of {} rounds.\n",
            cpu::LEVEL,
            cpu::model().map(|model| format!(" on {model}")).unwrap_or_default(),
            options.threads,
            options.positions,
            options.rounds
        );
        println!(
            "| game | time to depth | nodes a second | searches apart | of apart | by nodes alone | one thread, ms |\n|---|--:|--:|--:|--:|--:|--:|"
        );
    }
    let games = GAMES.iter().map(|&(game, plies)| (game.to_owned(), plies));
    let games: Vec<_> = match &options.game {
        None => games.collect(),
        Some(game) => vec![(game.clone(), 8)],
    };
    for (game, plies) in games {
        let rows = measure(options, &game, plies)?;
        let of = |figure: fn(&Row) -> f64| median(rows.iter().map(figure));
        let (time, rate, most) = (of(|row| row.time), of(|row| row.rate), of(|row| row.most));
        let (share, work, single) = (of(|row| row.share), of(|row| row.work), of(|row| 1e3 * row.single));
        if options.json {
            let object = json!({"bench": "smp", "game": game, "threads": options.threads, "positions": rows.len(),
                "rounds": options.rounds, "time_ratio": time, "rate_ratio": rate, "apart_ratio": most, "share_of_apart": share,
                "work_ratio": work, "single_ms": single, "compiled_for": cpu::LEVEL});
            println!("{object}");
        } else {
            println!("| {game} | {time:.2} | {rate:.2} | {most:.2} | {share:.2} | {work:.2} | {single:.0} |");
        }
    }
    Ok(())
}

fn measure(options: &Options, game: &str, plies: u32) -> Result<Vec<Row>> {
    let join = if options.agent.contains(':') { "," } else { ":" };
    let agent = |threads: u16| {
        let spec = format!("{}{join}threads={threads}", options.agent);
        zermelo_catalog::agent(&spec, game).with_context(|| spec)
    };
    let (mut single, mut several) = (agent(1)?, agent(options.threads)?);
    let mut apart = (0..options.threads).map(|_| agent(1)).collect::<Result<Vec<_>>>()?;
    let mut rng = TestRng::new(1);
    let mut rows = Vec::new();
    while rows.len() < usize::from(options.positions) {
        let record = random_record(game, plies, &mut rng)?;
        let Some(depth) = depth_of(&mut *single, &*record, Duration::from_millis(options.least_ms))? else {
            continue;
        };
        let (mut one, mut more, mut most) = (Vec::new(), Vec::new(), Vec::new());
        for _ in 0..options.rounds {
            one.push(search(&mut *single, &*record, depth)?);
            more.push(search(&mut *several, &*record, depth)?);
            most.push(rate_apart(&mut apart, &*record, depth)?);
        }
        let of = |searches: &[Search], figure: fn(&Search) -> f64| median(searches.iter().map(figure));
        let ratio = |figure| of(&more, figure) / of(&one, figure);
        let most = median(most.into_iter());
        rows.push(Row {
            time: 1.0 / ratio(|search| search.seconds),
            rate: ratio(Search::rate),
            most: most / of(&one, Search::rate),
            share: of(&more, Search::rate) / most,
            work: f64::from(options.threads) / ratio(|search| search.nodes),
            single: of(&one, |search| search.seconds),
        });
        eprintln!("{game}: {} of {}", rows.len(), options.positions);
    }
    Ok(rows)
}

fn random_record(game: &str, plies: u32, rng: &mut TestRng) -> Result<Box<dyn DynRecord>> {
    let mut record = zermelo_catalog::game(game)?.new_record();
    for _ in 0..plies {
        let moves = record.legal_moves();
        if moves.is_empty() || record.ending().is_some() {
            break;
        }
        record.play(&moves[rng.below(moves.len())], None).map_err(|why| anyhow::anyhow!("{why:?}"))?;
    }
    Ok(record)
}

/// One search.
#[derive(Clone, Copy)]
struct Search {
    seconds: f64,
    nodes: f64,
    /// A deeper search would find nothing else.
    is_settled: bool,
}

fn search(agent: &mut dyn DynAgent, record: &dyn DynRecord, depth: u32) -> Result<Search> {
    agent.new_game(0);
    let start = Instant::now();
    let decision = agent.choose(record, &SearchLimits::depth(depth), &StopToken::new(), None)?;
    let seconds = start.elapsed().as_secs_f64();
    let is_settled =
        decision.text.depth.0 < depth || decision.text.score.is_some_and(|score| score.decided().is_some());
    let nodes = decision.text.nodes as f64;
    Ok(Search { seconds, nodes, is_settled })
}

impl Search {
    /// Nodes a second.
    fn rate(&self) -> f64 {
        self.nodes / self.seconds
    }
}

/// Nodes a second of all agents together, each with a search of its own.
fn rate_apart(agents: &mut [Box<dyn DynAgent>], record: &dyn DynRecord, depth: u32) -> Result<f64> {
    thread::scope(|scope| {
        let searches: Vec<_> = agents
            .iter_mut()
            .map(|agent| {
                let record = record.boxed_clone();
                scope.spawn(move || search(&mut **agent, &*record, depth))
            })
            .collect();
        let rates =
            searches.into_iter().map(|search| Ok(search.join().expect("a panic is a fault of the search")?.rate()));
        rates.sum()
    })
}

/// The first depth that takes so long; `None` where the position is settled before.
fn depth_of(agent: &mut dyn DynAgent, record: &dyn DynRecord, least: Duration) -> Result<Option<u32>> {
    if record.ending().is_some() {
        return Ok(None);
    }
    for depth in 2.. {
        let found = search(agent, record, depth)?;
        if found.is_settled {
            break;
        }
        if found.seconds >= least.as_secs_f64() {
            return Ok(Some(depth));
        }
    }
    Ok(None)
}

fn median(values: impl Iterator<Item = f64>) -> f64 {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    values.get(values.len().saturating_sub(1) / 2).copied().unwrap_or(f64::NAN)
}
