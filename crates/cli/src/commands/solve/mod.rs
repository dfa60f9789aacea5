//! `zermelo solve`: proven values of positions.

mod args;
mod literature;
mod progress;
mod stats;
mod tables;
mod text;

use std::io::Write;
use std::time::Instant;

use serde::Serialize;
use zermelo_catalog::OracleOptions;
use zermelo_core::erased::{DynOracle, DynRecord};
use zermelo_core::text::excerpt;
use zermelo_core::{Ending, OracleQuery, Ply, Proven, ProvenBounds, StopToken, Wdl};
use zermelo_search::SharedBudget;

pub use self::args::SolveArgs;
use self::args::{HowArgs, SolveCommand};
use self::literature::PublishedValue;
use self::progress::Spinner;
pub use self::tables::prepare;
use self::text::ValueText;
use crate::args::StartArgs;
use crate::error::CliError;
use crate::input;
use crate::style::{QUIET, STRONG, paint};

/// The result as JSON.
#[derive(Serialize)]
struct SolveLine<'a> {
    #[serde(flatten)]
    value: ValueLine,
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<Vec<MoveLine<'a>>>,
    /// The published value of an unsolved position.
    #[serde(skip_serializing_if = "Option::is_none")]
    literature: Option<PublishedValue>,
    nodes: u64,
    seconds: f64,
}

#[derive(Serialize)]
struct MoveLine<'a> {
    #[serde(rename = "move")]
    mv: &'a str,
    #[serde(flatten)]
    value: ValueLine,
}

/// A value, or its bounds.
#[derive(Serialize)]
struct ValueLine {
    #[serde(rename = "value")]
    wdl: Option<Wdl>,
    plies: Option<Ply>,
    score: Option<i32>,
    proven: bool,
    /// Present if the search ended early.
    #[serde(skip_serializing_if = "Option::is_none")]
    at_least: Option<BoundLine>,
    #[serde(skip_serializing_if = "Option::is_none")]
    at_most: Option<BoundLine>,
}

#[derive(Serialize)]
struct BoundLine {
    value: Wdl,
    plies: Option<Ply>,
    score: Option<i32>,
}

/// The findings for a position and its moves.
struct Solution {
    root: ProvenBounds,
    moves: Option<Vec<(String, ProvenBounds)>>,
}

/// Solves a position, or works on a table.
pub fn run(args: &SolveArgs) -> Result<(), CliError> {
    match (&args.command, &args.start) {
        (Some(SolveCommand::Build(args)), _) => tables::build(args),
        (Some(SolveCommand::Verify(args)), _) => tables::verify(args),
        (Some(SolveCommand::Stats(args)), _) => stats::run(args),
        (None, Some(start)) => solve(start, &args.how),
        // Clap requires a game or a subcommand.
        (None, None) => Err(CliError::Usage("no game given; `zermelo games` lists them".to_owned())),
    }
}

fn solve(start: &StartArgs, args: &HowArgs) -> Result<(), CliError> {
    let record = input::start(start)?;
    let limits = args.limits();
    let stop = input::stop_on_interrupt()?;
    prepare(&start.game, &stop)?;
    let mut left = SharedBudget::new(limits, record.side_to_move());
    let options = OracleOptions { limits, hash: args.hash, threads: args.threads as usize };
    let oracle = zermelo_catalog::oracle(&start.game, options)
        .map_err(|error| CliError::Spec { what: format!("game \"{}\"", excerpt(&start.game)), error })?;
    if !left.is_limited()
        && !args.force
        && record.ending().is_none()
        && let Some(why) = oracle.endless_reason(record.as_ref())
    {
        return Err(CliError::Usage(format!(
            "{why}; set --nodes or --time to get bounds, or --force to search without a limit"
        )));
    }
    let begun = Instant::now();
    let found = find(oracle.as_ref(), record.as_ref(), args, &mut left, &stop);
    let seconds = begun.elapsed().as_secs_f64();
    let mut out = anstream::stdout().lock();
    if args.json {
        let moves = found
            .moves
            .as_ref()
            .map(|moves| moves.iter().map(|(mv, findings)| MoveLine { mv, value: ValueLine::of(findings) }).collect());
        let literature = PublishedValue::of(record.as_ref(), &found.root);
        let answer = SolveLine { value: ValueLine::of(&found.root), moves, literature, nodes: left.spent(), seconds };
        writeln!(out, "{}", serde_json::to_string(&answer).map_err(std::io::Error::from)?)?;
    } else {
        print(&mut out, record.as_ref(), &found, left.spent(), seconds)?;
    }
    out.flush()?;
    Ok(())
}

fn find(
    oracle: &dyn DynOracle,
    record: &dyn DynRecord,
    args: &HowArgs,
    left: &mut SharedBudget,
    stop: &StopToken,
) -> Solution {
    if let Some(ending) = record.ending() {
        return Solution { root: ended(oracle, record, ending), moves: args.scores.then(Vec::new) };
    }
    let text = ValueText::of(record);
    let mut spinner = Spinner::new();
    let mut ask = |record: &dyn DynRecord, parts: u32, show: &dyn Fn(&ProvenBounds) -> String| {
        let query = OracleQuery { outcome_only: args.weak, limits: left.part(parts), stop: stop.clone() };
        let findings = oracle.query(record, &query, &mut |findings| spinner.show(show(findings)));
        left.spend(findings.nodes);
        if args.weak { outcomes(findings) } else { findings }
    };
    // With limits, half of the budget is for the position, the rest for its moves.
    let mut root = ask(record, if args.scores { 2 } else { 1 }, &|findings| text.value(findings));
    let mut moves = None;
    if args.scores {
        let legal = record.legal();
        let count = legal.len() as u32;
        let mut values: Vec<(String, ProvenBounds)> = Vec::new();
        for (mv, parts) in legal.into_iter().zip((1..=count).rev()) {
            let mut after = record.boxed_clone();
            // A legal move of the record, so this does not fail.
            if after.play_move(&mv, None).is_err() {
                continue;
            }
            let show = |findings: &ProvenBounds| format!("{mv}: {}", text::of_move(&findings.before_move()));
            let findings = ask(after.as_ref(), parts, &show).before_move();
            values.push((mv.text().to_owned(), findings));
        }
        root = tightened(root, &values);
        moves = Some(values);
    }
    spinner.clear();
    Solution { root, moves }
}

/// Reduces findings to win, draw or loss. With `--weak`, distances and scores depend on the course of the search.
fn outcomes(ProvenBounds { lower, upper, nodes }: ProvenBounds) -> ProvenBounds {
    let outcome = |proven: Proven| Proven { plies: None, score: None, ..proven };
    ProvenBounds { lower: lower.map(outcome), upper: upper.map(outcome), nodes }
}

/// The value of a finished game.
fn ended(oracle: &dyn DynOracle, record: &dyn DynRecord, ending: Ending) -> ProvenBounds {
    let wdl = ending.outcome.wdl(record.side_to_move());
    // The oracle does not know draws by repetition.
    let known = oracle.probe(record).filter(|proven| proven.wdl == wdl);
    ProvenBounds::exactly(known.unwrap_or(Proven { wdl, plies: Some(Ply(0)), score: None }))
}

/// Tightens the bounds of a position by those of its moves: its value is that of the best move.
fn tightened(root: ProvenBounds, moves: &[(String, ProvenBounds)]) -> ProvenBounds {
    let least = |proven: &Proven| worth(proven, false);
    let most = |proven: &Proven| worth(proven, true);
    let lower = moves.iter().filter_map(|(_, findings)| findings.lower).chain(root.lower).max_by_key(least);
    let of_moves: Option<Vec<Proven>> = moves.iter().map(|(_, findings)| findings.upper).collect();
    let of_moves = of_moves.and_then(|upper| upper.into_iter().max_by_key(most));
    ProvenBounds { lower, upper: of_moves.into_iter().chain(root.upper).min_by_key(most), ..root }
}

/// Orders values by preference of the side to move: sooner wins are greater, later losses are greater. An unknown distance counts as the best
/// possible one for upper bounds (`is_most`), else as the worst.
fn worth(proven: &Proven, is_most: bool) -> (Wdl, i64) {
    let plies = proven.plies.map(|plies| i64::from(plies.0));
    match proven.wdl {
        Wdl::Win => (Wdl::Win, -plies.unwrap_or(if is_most { 0 } else { i64::MAX })),
        Wdl::Draw => (Wdl::Draw, 0),
        Wdl::Loss => (Wdl::Loss, plies.unwrap_or(if is_most { i64::MAX } else { 0 })),
    }
}

fn print(
    out: &mut impl Write,
    record: &dyn DynRecord,
    found: &Solution,
    nodes: u64,
    seconds: f64,
) -> std::io::Result<()> {
    let text = ValueText::of(record);
    if record.ending().is_some() {
        writeln!(out, "The game is over: {}", paint(STRONG, text.over(&found.root)))?;
    } else {
        writeln!(out, "{} to move: {}", text.mover(), paint(STRONG, text.value(&found.root)))?;
    }
    let mut parts = Vec::new();
    parts.extend(text::score(&found.root).map(|score| format!("score {score}")));
    parts.push(format!("proven: {}", if found.root.wdl().is_some() { "yes" } else { "no" }));
    parts.push(format!("{nodes} nodes"));
    parts.push(format!("{seconds:.3} s"));
    writeln!(out, "{}", paint(QUIET, parts.join("  ")))?;
    if let Some(published) = PublishedValue::of(record, &found.root) {
        writeln!(out, "{}", published.text(&text))?;
    }
    let moves = found.moves.iter().flatten();
    let width = moves.clone().map(|(mv, _)| mv.len()).max().unwrap_or(0);
    for (mv, findings) in moves {
        let score = text::score(findings).map_or(String::new(), |score| format!("score {score}"));
        let line = format!("  {mv:<width$}  {:<25}  {score}", text::of_move(findings));
        writeln!(out, "{}", line.trim_end())?;
    }
    Ok(())
}

impl ValueLine {
    fn of(findings: &ProvenBounds) -> Self {
        let Proven { plies, score, .. } =
            findings.proven().unwrap_or(Proven { wdl: Wdl::Draw, plies: None, score: None });
        let is_open = findings.lower != findings.upper;
        let limit = |Proven { wdl, plies, score }: Proven| is_open.then_some(BoundLine { value: wdl, plies, score });
        Self {
            wdl: findings.wdl(),
            plies,
            score,
            proven: findings.wdl().is_some(),
            at_least: findings.lower.and_then(limit),
            at_most: findings.upper.and_then(limit),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn win(plies: Option<u32>) -> Proven {
        Proven { wdl: Wdl::Win, plies: plies.map(Ply), score: None }
    }

    #[test]
    fn a_position_is_worth_its_best_move() {
        let root = ProvenBounds { nodes: 9, ..ProvenBounds::default() };
        let draw = ProvenBounds::exactly(Proven { wdl: Wdl::Draw, plies: None, score: None });
        let moves = |all: &[ProvenBounds]| all.iter().map(|&findings| ("1".to_owned(), findings)).collect::<Vec<_>>();
        let [five, some] = [Some(5), None].map(|plies| ProvenBounds::exactly(win(plies)));
        let found = tightened(root, &moves(&[draw, five]));
        assert_eq!((found.proven(), found.nodes), (Some(win(Some(5))), 9));
        // The other win may be shorter.
        let found = tightened(root, &moves(&[five, some]));
        assert_eq!((found.lower, found.upper), (Some(win(Some(5))), Some(win(None))));
        assert_eq!(found.proven(), Some(win(None)));
        let found = tightened(root, &moves(&[draw, ProvenBounds::default()]));
        assert_eq!((found.lower, found.upper), (draw.lower, None));
        assert_eq!(tightened(draw, &moves(&[ProvenBounds::default()])), draw);
    }
}
