//! `zermelo analyse`: an agent's evaluation of a position.

use std::io::Write;

use clap::Args;
use zermelo_core::erased::TextDecision;
use zermelo_core::{Action, AgentError, Bound, Depth, SearchLimits};
use zermelo_protocol::{AnalysisInfo, best_moves};

use crate::args::StartArgs;
use crate::error::CliError;
use crate::input;
use crate::style::{QUIET, STRONG, paint};

/// Arguments of `analyse`.
#[derive(Args)]
#[command(after_help = "Examples:
  zermelo analyse connect3d --agent alphabeta:depth=4
  zermelo analyse tictactoe --position '2o/1x1/xo1 x' --agent minimax --lines 5
  zermelo analyse connect4 --moves 4453 --agent mcts:time=2s --json

Without a limit in the agent's specification, an exhaustive search runs to its end. Ctrl-C stops it and prints the result so far.")]
pub struct AnalyseArgs {
    #[command(flatten)]
    pub start: StartArgs,
    /// The agent that searches (`zermelo agents` lists them)
    #[arg(long, value_name = "AGENT")]
    pub agent: String,
    /// Print the values of the best N moves (MultiPV); agents with the parameter `lines` search them exactly
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u32).range(0..=1000))]
    pub lines: u32,
    /// The random seed
    #[arg(long, default_value_t = 0)]
    pub seed: u64,
    /// Print JSON Lines: an object for each finished depth, and a final one
    #[arg(long)]
    pub json: bool,
}

/// Runs the search and prints its progress.
pub fn run(args: &AnalyseArgs) -> Result<(), CliError> {
    let record = input::start(&args.start)?;
    let fail = |error| CliError::Agent { agent: args.agent.clone(), error };
    let spec = zermelo_catalog::with_lines(&args.agent, args.lines);
    let mut agent = zermelo_catalog::agent(&spec, &args.start.game)
        .map_err(|error| CliError::Spec { what: "--agent".to_owned(), error })?;
    if record.ending().is_some() {
        return Err(fail(AgentError::GameOver));
    }
    let stop = input::stop_on_interrupt()?;
    agent.new_game(args.seed);
    let mut written = Ok(());
    let mut shown = None;
    let mut report = |decision: &TextDecision| {
        shown = Some(amount(decision));
        if written.is_ok() {
            written = if args.json { print_line(decision, 0) } else { print_summary(decision) };
            if written.is_err() {
                stop.stop();
            }
        }
    };
    let decision = agent.choose(record.as_ref(), &SearchLimits::NONE, &stop, Some(&mut report)).map_err(fail)?.text;
    written?;
    if args.json {
        print_line(&decision, args.lines as usize)?;
    } else {
        // Do not repeat the line of the last finished depth.
        if shown != Some(amount(&decision)) {
            print_summary(&decision)?;
        }
        print_moves(&decision, args.lines as usize)?;
    }
    Ok(())
}

/// The figures that distinguish two reports of a search.
fn amount(decision: &TextDecision) -> (Depth, u64, u64) {
    (decision.depth, decision.nodes, decision.playouts)
}

fn print_line(decision: &TextDecision, lines: usize) -> std::io::Result<()> {
    let line = AnalysisInfo::of(decision, lines);
    let mut out = anstream::stdout().lock();
    writeln!(out, "{}", serde_json::to_string(&line)?)?;
    out.flush()
}

fn print_summary(decision: &TextDecision) -> std::io::Result<()> {
    let best = match &decision.action {
        Action::Play(mv) => mv.clone(),
        Action::OfferDraw(mv) => format!("{mv} and a draw offer"),
        Action::Resign => "resigns".to_owned(),
    };
    let mut parts = vec![format!("best {}", paint(STRONG, best))];
    if decision.depth.0 > 0 {
        parts.push(format!("depth {}", decision.depth));
    }
    parts.extend(decision.score.map(|score| format!("score {score}")));
    parts.extend(decision.share.map(|share| format!("points {:.1}%", 100.0 * share)));
    if decision.playouts > 0 {
        parts.push(format!("{} playouts", decision.playouts));
    }
    parts.push(format!("{} nodes", decision.nodes));
    parts.push(format!("{:.3} s", decision.elapsed.as_secs_f64()));
    if decision.pv.len() > 1 {
        parts.push(format!("line {}", decision.pv.join(" ")));
    }
    let mut out = anstream::stdout().lock();
    writeln!(out, "{}", parts.join("  "))?;
    out.flush()
}

/// Prints the values of the best moves and the note of the search.
fn print_moves(decision: &TextDecision, lines: usize) -> std::io::Result<()> {
    let mut out = anstream::stdout().lock();
    for root in best_moves(&decision.moves, lines) {
        let mut parts = vec![format!("  {:<5}", root.mv)];
        parts.extend(root.score.map(|score| {
            let sign = match root.bound {
                Bound::Exact => "",
                Bound::Lower => "at least ",
                Bound::Upper => "at most ",
            };
            format!("{sign}{score}")
        }));
        parts.extend(root.share.map(|share| format!("points {:.1}%", 100.0 * share)));
        if root.visits > 0 {
            parts.push(format!("{} visits", root.visits));
        }
        writeln!(out, "{}", parts.join("  ").trim_end())?;
    }
    if let Some(note) = &decision.note {
        writeln!(out, "{}", paint(QUIET, note))?;
    }
    out.flush()
}
