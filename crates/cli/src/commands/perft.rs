//! `zermelo perft`: leaf counts, the usual test of move generators.

use std::io::Write;
use std::time::Instant;

use clap::Args;
use serde_json::json;
use zermelo_core::{Depth, PerftTotals, View};

use crate::args::StartArgs;
use crate::error::CliError;
use crate::input;

/// Arguments of `perft`.
#[derive(Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of the command line")]
#[command(after_help = "Examples:
  zermelo perft connect4 8
  zermelo perft connect4 6 --moves 4453 --divide
  zermelo perft tictactoe 9 --totals

Finished positions have no children. Draws by repetition and by move limits are ignored.")]
pub struct PerftArgs {
    #[command(flatten)]
    pub start: StartArgs,
    /// The depth in plies
    #[arg(value_name = "DEPTH", allow_negative_numbers = true, value_parser = clap::value_parser!(u32).range(0..=1000))]
    pub depth: u32,
    /// Print the count of each root move
    #[arg(long, conflicts_with_all = ["totals", "outcomes"])]
    pub divide: bool,
    /// Also count the won and drawn leaves (slower: every leaf is played)
    #[arg(long, conflicts_with = "totals")]
    pub outcomes: bool,
    /// Count the whole tree: nodes, games by result and length, distinct positions (small games only)
    #[arg(long)]
    pub totals: bool,
    /// Print JSON Lines
    #[arg(long)]
    pub json: bool,
}

/// The node limit of `--totals`, which keeps every position in memory.
const MAX_TOTALS: u64 = 200_000_000;

/// Counts positions.
pub fn run(args: &PerftArgs) -> Result<(), CliError> {
    let record = input::start(&args.start)?;
    let position = zermelo_catalog::perft_position(&args.start.game, &record.position_text())
        .map_err(|error| CliError::Spec { what: "game".to_owned(), error })?;
    let depth = Depth(args.depth);
    let mut out = anstream::stdout().lock();
    if args.totals {
        let totals = position.totals(depth, MAX_TOTALS).map_err(|error| CliError::Usage(error.to_string()))?;
        return print_totals(&totals, &record.view(), args.json);
    }
    if args.divide && depth.0 > 0 {
        let counts = position.divide(depth);
        for (mv, nodes) in &counts {
            if args.json {
                writeln!(out, "{}", json!({ "move": mv, "nodes": nodes }))?;
            } else {
                writeln!(out, "{mv}: {nodes}")?;
            }
        }
        if !args.json {
            let nodes: u64 = counts.iter().map(|(_, nodes)| nodes).sum();
            writeln!(out, "\n{} moves, {nodes} nodes", counts.len())?;
        }
        return Ok(());
    }
    for depth in 1.min(depth.0)..=depth.0 {
        let begun = Instant::now();
        let (text, object) = if args.outcomes {
            let leaves = position.leaves(Depth(depth));
            let object = json!({ "depth": depth, "nodes": leaves.nodes, "won": leaves.won, "drawn": leaves.drawn });
            (format!("{:>15}  {:>12} won  {:>12} drawn", leaves.nodes, leaves.won, leaves.drawn), object)
        } else {
            let nodes = position.perft(Depth(depth));
            (format!("{nodes:>15}"), json!({ "depth": depth, "nodes": nodes }))
        };
        if args.json {
            writeln!(out, "{object}")?;
        } else {
            writeln!(out, "{depth:>3} {text}  {:>9.3} s", begun.elapsed().as_secs_f64())?;
        }
        out.flush()?;
    }
    Ok(())
}

fn print_totals(totals: &PerftTotals, view: &View, as_json: bool) -> Result<(), CliError> {
    let mut out = anstream::stdout().lock();
    if as_json {
        writeln!(out, "{}", serde_json::to_string(totals).map_err(std::io::Error::from)?)?;
        return Ok(());
    }
    let [first, second] = view.sides.map(|name| name.text);
    let PerftTotals {
        nodes,
        games,
        first_wins,
        second_wins,
        draws,
        games_by_length,
        positions,
        positions_under_symmetry,
    } = totals;
    writeln!(out, "{nodes:>12}  nodes, the root included")?;
    writeln!(out, "{positions:>12}  different positions")?;
    writeln!(out, "{positions_under_symmetry:>12}  different positions under symmetry")?;
    writeln!(out, "{games:>12}  finished games")?;
    writeln!(out, "{first_wins:>12}  won by {first}")?;
    writeln!(out, "{second_wins:>12}  won by {second}")?;
    writeln!(out, "{draws:>12}  drawn")?;
    for (length, games) in games_by_length.iter().enumerate().filter(|&(_, &games)| games > 0) {
        writeln!(out, "{games:>12}  of {length} plies")?;
    }
    Ok(())
}
