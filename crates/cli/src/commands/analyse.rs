//! `zermelo analyse`: what an agent thinks of a position.

use std::cmp::Reverse;
use std::io::Write;

use serde::Serialize;
use zermelo_catalog::AGENTS;
use zermelo_core::erased::TextDecision;
use zermelo_core::spec::Spec;
use zermelo_core::{Action, AgentError, Bound, Depth, RootMove, Score, SearchLimits};

use crate::args::AnalyseArgs;
use crate::failure::Failure;
use crate::input;
use crate::style::{QUIET, STRONG, paint};

/// A finished depth or the last word, for programs.
#[derive(Serialize)]
struct Line<'a> {
    depth: Depth,
    score: Option<Score>,
    share: Option<f64>,
    nodes: u64,
    playouts: u64,
    nps: Option<u64>,
    seconds: f64,
    pv: &'a [String],
    best: Option<&'a String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    moves: Vec<MoveLine<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<&'a str>,
}

#[derive(Serialize)]
struct MoveLine<'a> {
    #[serde(rename = "move")]
    mv: &'a str,
    score: Option<Score>,
    bound: Bound,
    share: Option<f64>,
    visits: u64,
}

/// Lets an agent think.
pub fn run(args: &AnalyseArgs) -> Result<(), Failure> {
    let record = input::start(&args.start)?;
    let fail = |error| Failure::Agent { agent: args.agent.clone(), error };
    let spec = with_lines(&args.agent, args.lines);
    let mut agent = zermelo_catalog::agent(&spec, &args.start.game)
        .map_err(|error| Failure::Spec { what: "--agent".to_owned(), error })?;
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
    let decision = agent.choose(record.as_ref(), &SearchLimits::NONE, &stop, Some(&mut report)).map_err(fail)?;
    written?;
    if args.json {
        print_line(&decision, args.lines as usize)?;
    } else {
        // Often the last finished depth has said it all already.
        if shown != Some(amount(&decision)) {
            print_summary(&decision)?;
        }
        print_moves(&decision, args.lines as usize)?;
    }
    Ok(())
}

/// The agent, told to search as many moves exactly as are shown, if it can and its specification does not say otherwise.
fn with_lines(agent: &str, lines: u32) -> String {
    const LINES: &str = "lines";
    // What can't be read is refused where the agent is made.
    let Ok(mut spec) = agent.parse::<Spec>() else { return agent.to_owned() };
    let can = AGENTS.iter().any(|info| info.name == spec.name && info.params.iter().any(|param| param.key == LINES));
    if lines == 0 || !can || spec.pairs.iter().any(|(key, _)| key == LINES) {
        return agent.to_owned();
    }
    spec.pairs.push((LINES.to_owned(), lines.to_string()));
    spec.to_string()
}

/// What tells one report of a search from the next.
fn amount(decision: &TextDecision) -> (Depth, u64, u64) {
    (decision.depth, decision.nodes, decision.playouts)
}

fn print_line(decision: &TextDecision, lines: usize) -> std::io::Result<()> {
    let line = Line {
        depth: decision.depth,
        score: decision.score,
        share: decision.share,
        nodes: decision.nodes,
        playouts: decision.playouts,
        nps: decision.nodes_per_second(),
        seconds: decision.elapsed.as_secs_f64(),
        pv: &decision.pv,
        best: decision.action.mv(),
        moves: best_first(&decision.moves, lines).into_iter().map(move_line).collect(),
        note: decision.note.as_deref(),
    };
    let mut out = anstream::stdout().lock();
    writeln!(out, "{}", serde_json::to_string(&line)?)?;
    out.flush()
}

fn print_summary(decision: &TextDecision) -> std::io::Result<()> {
    let best = match &decision.action {
        Action::Play(mv) => mv.clone(),
        Action::OfferDraw(mv) => format!("{mv} and a draw offer"),
        Action::ClaimDraw => "claims a draw".to_owned(),
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

/// The values of the best moves, and what a person should know.
fn print_moves(decision: &TextDecision, lines: usize) -> std::io::Result<()> {
    let mut out = anstream::stdout().lock();
    for root in best_first(&decision.moves, lines) {
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

fn move_line(root: &RootMove<String>) -> MoveLine<'_> {
    MoveLine { mv: &root.mv, score: root.score, bound: root.bound, share: root.share, visits: root.visits }
}

/// The best `count` moves: by score, then by visits, then by points; equals in the order of generation.
fn best_first(moves: &[RootMove<String>], count: usize) -> Vec<&RootMove<String>> {
    let mut sorted: Vec<&RootMove<String>> = moves.iter().collect();
    sorted.sort_by(|a, b| {
        let key = |root: &RootMove<String>| Reverse((root.score, root.bound != Bound::Upper, root.visits));
        let shares = || b.share.unwrap_or(0.0).total_cmp(&a.share.unwrap_or(0.0));
        key(a).cmp(&key(b)).then_with(shares)
    });
    sorted.truncate(count);
    sorted
}
