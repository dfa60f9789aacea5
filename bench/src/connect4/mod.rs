//! Exact scores of Connect Four positions, compared with other solvers.
//!
//! ```text
//! set        positions and their scores
//! contender  a solver that answers line by line
//! answer     the solver of this program
//! results    means and ratios
//! ```

mod answer;
mod contender;
mod results;
mod set;

use std::time::Duration;

use anyhow::{Result, bail};
use clap::Args;

use self::contender::{Contender, Program, Solved};
use self::results::{Results, Row, print_means};
use self::set::{Known, Set};
use crate::cpu;
use crate::rounds::median;

/// The text below the options.
pub const HELP: &str = "\
A program given with --peer reads lines from standard input and answers each with a line at once:
  44455554221   ->  -15 1234 56789   columns from 1; score, positions, nanoseconds of the processor for this position alone
  (empty line)  ->  1 1234 56789     the empty board
  clear         ->  ok               its table is empty now
The score counts the stones that the winner has left, seen by the side to move. Give it one thread, no book, a table as large as ours.

Sets, 1000 positions each: L3_R1 (end, easy), L2_R1 (middle, easy), L2_R2 (middle, medium), L1_R1 (begin, easy): all of them, tables kept.
L1_R2 (begin, medium): the first 200; L1_R3 (begin, hard): the first 40; tables emptied before each position, and before the board of `empty`.

Example: cargo xtask bench connect4 --peer pons=/opt/pons/solver --peer c4=/opt/c4/solver
For the processor at hand: RUSTFLAGS=\"-C target-cpu=native\" cargo xtask bench connect4";

/// The positions to solve.
#[derive(Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of the command line")]
pub struct Options {
    /// A program to measure, with its name; see below. Can be repeated
    #[arg(long = "peer", value_name = "NAME=COMMAND")]
    peers: Vec<Program>,
    /// The positions: a set (see below) or a file with moves and score on each line. Can be repeated
    #[arg(long = "set", value_name = "SET|FILE")]
    sets: Vec<String>,
    /// The number of positions of each set
    #[arg(long, value_name = "N", conflicts_with = "all", value_parser = clap::value_parser!(u32).range(1..))]
    first: Option<u32>,
    /// All positions of each set
    #[arg(long)]
    all: bool,
    /// Empties the tables before each position of every set
    #[arg(long)]
    cold: bool,
    /// The memory of our table, in MiB, rounded down to a power of two
    #[arg(long, value_name = "MIB", default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..))]
    table: u32,
    /// The number of rounds
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
    rounds: u16,
    /// Print JSON Lines
    #[arg(long)]
    json: bool,
    /// Answer lines like a program of --peer, and do nothing else
    #[arg(long, conflicts_with_all = ["peers", "sets", "json"])]
    answer: bool,
}

/// Positions per turn of a solver that keeps its table: few, so that a busy moment affects all solvers, and enough to warm the
/// caches.
const CHUNK: usize = 100;

/// The maximum number of wrong scores to print.
const SHOWN: usize = 10;

/// Measures and reports.
pub fn run(options: &Options) -> Result<()> {
    if options.answer {
        return answer::run(u64::from(options.table) << 20);
    }
    let mut contenders = start(options)?;
    let sets = if options.sets.is_empty() { set::public().collect() } else { options.sets.clone() };
    let sets = sets.iter().map(|name| load(name, options)).collect::<Result<Vec<_>>>()?;
    if !options.json {
        let cpu = cpu::model().map(|model| format!(" on {model}")).unwrap_or_default();
        println!(
            "Compiled for {}, one thread{cpu}; median of {} rounds, means of the positions.\n",
            cpu::LEVEL,
            options.rounds
        );
    }
    let (mut all, mut wrong) = (Vec::new(), Vec::new());
    for set in &sets {
        let results = measure(&mut contenders, set, usize::from(options.rounds), &mut wrong)?;
        results.print(options.json);
        all.push(results);
    }
    print_means(&all, options.json);
    if !wrong.is_empty() {
        let rest = wrong.len().saturating_sub(SHOWN);
        let rest = if rest > 0 { format!("\nand {rest} more") } else { String::new() };
        wrong.truncate(SHOWN);
        bail!("wrong scores:\n{}{rest}", wrong.join("\n"));
    }
    Ok(())
}

fn start(options: &Options) -> Result<Vec<Contender>> {
    let mut programs = vec![Program::own(options.table)?];
    programs.extend_from_slice(&options.peers);
    for (at, program) in programs.iter().enumerate() {
        if programs[..at].iter().any(|other| other.name() == program.name()) {
            bail!("two programs are called {}: give each a name of its own", program.name());
        }
    }
    programs.into_iter().map(Contender::start).collect()
}

fn load(name: &str, options: &Options) -> Result<Set> {
    let mut set = Set::load(name)?;
    let first =
        options.first.map_or_else(|| if options.all { usize::MAX } else { set.usual() }, |first| first as usize);
    set.positions.truncate(first);
    set.is_cold |= options.cold;
    Ok(set)
}

/// The results of one program on a set.
#[derive(Default)]
struct Tally {
    nodes: u64,
    /// The sum over the positions.
    time: Duration,
}

fn measure(contenders: &mut [Contender], set: &Set, rounds: usize, wrong: &mut Vec<String>) -> Result<Results> {
    let mut times = vec![Vec::new(); contenders.len()];
    let mut nodes = vec![0; contenders.len()];
    for round in 1..=rounds {
        eprintln!("{}: round {round} of {rounds}", set.name);
        for (at, tally) in solve_all(contenders, set, wrong)?.into_iter().enumerate() {
            times[at].push(tally.time);
            nodes[at] = tally.nodes;
        }
    }
    let positions = set.positions.len();
    let row = |((contender, times), nodes): ((&Contender, Vec<Duration>), u64)| Row {
        name: contender.name().to_owned(),
        is_own: contender.is_own(),
        micros: median(times).as_secs_f64() * 1e6 / positions as f64,
        nodes: nodes as f64 / positions as f64,
    };
    let rows = contenders.iter().zip(times).zip(nodes).map(row).collect();
    Ok(Results { set: set.name.clone(), is_cold: set.is_cold, positions, rounds, rows })
}

/// All programs solve the set in turns. Prints the progress to standard error.
fn solve_all(contenders: &mut [Contender], set: &Set, wrong: &mut Vec<String>) -> Result<Vec<Tally>> {
    let mut tallies: Vec<_> = contenders.iter().map(|_| Tally::default()).collect();
    contenders.iter_mut().try_for_each(Contender::clear)?;
    let (mut done, all) = (0, set.positions.len());
    for chunk in set.positions.chunks(if set.is_cold { 1 } else { CHUNK }) {
        let moves: Vec<_> = chunk.iter().map(|known| known.moves.as_str()).collect();
        for (contender, tally) in contenders.iter_mut().zip(&mut tallies) {
            if set.is_cold {
                contender.clear()?;
            }
            for (known, solved) in chunk.iter().zip(contender.solve(&moves)?) {
                tally.nodes += solved.nodes;
                tally.time += solved.time;
                wrong.extend(complaint(contender.name(), set, known, solved));
            }
        }
        let quarters = done * 4 / all;
        done += chunk.len();
        if done * 4 / all > quarters {
            eprintln!("{}: {done} of {all}", set.name);
        }
    }
    Ok(tallies)
}

fn complaint(name: &str, set: &Set, known: &Known, solved: Solved) -> Option<String> {
    let Known { moves, score, line } = known;
    (solved.score != *score)
        .then(|| format!("{}:{line}: {name} says {} of {moves}; it is {score}", set.name, solved.score))
}
