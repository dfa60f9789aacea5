//! Searches the empty board of connect3d to a fixed depth with an agent of the catalogue.

use anyhow::{Context, Result};
use clap::Args;
use zermelo_core::{SearchLimits, StopToken};

use crate::report::{Compared, Report};
use crate::rounds::{Contender, Counted, Kind, measure};

/// The options.
#[derive(Args)]
pub struct Options {
    /// The number of rounds
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u16).range(1..))]
    rounds: u16,
    /// The depth
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u8).range(1..))]
    depth: u8,
    /// Print JSON Lines
    #[arg(long)]
    json: bool,
}

const GAME: &str = "connect3d";

const EVALUATOR: &str = "(alignments:count=windows,view=difference)";

/// Measures and reports.
pub fn run(options: &Options) -> Result<()> {
    let depth = u32::from(options.depth);
    let contenders = [("alphabeta", Kind::Own), ("minimax", Kind::Reference)]
        .map(|(algorithm, kind)| contender(algorithm, kind, depth))
        .into_iter()
        .collect::<Result<Vec<_>>>()?;
    let rounds = usize::from(options.rounds);
    let report = Report {
        bench: "search",
        title: format!("search of the empty {GAME}, eval={EVALUATOR}"),
        unit: "nodes",
        rounds,
        rows: measure(contenders, rounds)?,
        compared: Compared::Times,
        notes: Vec::new(),
    };
    report.print(options.json);
    Ok(())
}

fn contender(algorithm: &str, kind: Kind, depth: u32) -> Result<Contender> {
    let spec = format!("{algorithm}:depth={depth},eval={EVALUATOR}");
    let mut agent = zermelo_catalog::agent(&spec, GAME).with_context(|| spec.clone())?;
    let record = zermelo_catalog::game(GAME)?.new_record();
    let mut search = move || {
        agent.new_game(0);
        agent.choose(record.as_ref(), &SearchLimits::default(), &StopToken::default(), None)
    };
    // Once beforehand: an agent that can't answer says so here.
    search().with_context(|| spec)?;
    let run = move || Counted::nodes(search().map_or(0, |decision| decision.text.nodes));
    Ok(Contender::new(algorithm, kind, depth, run))
}
