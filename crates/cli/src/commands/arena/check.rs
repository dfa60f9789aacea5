//! `zermelo arena check`: protocol compliance of an engine.

use std::io::{self, Write};

use clap::Args;
use serde::Serialize;
use zermelo_core::text::excerpt;
use zermelo_engines::Launch;
use zermelo_engines::check::{CheckOptions, RuleReport, RuleStatus, check};

use crate::commands::engine::ProtocolArg;
use crate::error::CliError;
use crate::style::{ERROR, QUIET, STRONG, paint};

/// Arguments of `arena check`.
#[derive(Args)]
#[command(after_help = "Examples:
  zermelo arena check 'python3 examples/native_bot.py'
  zermelo arena check 'python3 examples/plain_bot.py' --protocol plain --game teeko
  zermelo arena check --tcp localhost:7117 --json

docs/engine-protocol.md lists the rules. The exit code is 1 if the engine violates a rule.")]
pub struct CheckArgs {
    /// The engine command with its arguments; it is not run by a shell
    #[arg(value_name = "COMMAND", required_unless_present = "tcp", conflicts_with = "tcp")]
    pub command: Option<String>,
    /// Connect to an engine at this address instead
    #[arg(long, value_name = "HOST:PORT")]
    pub tcp: Option<String>,
    /// The protocol of the engine
    #[arg(long, value_enum, default_value_t = ProtocolArg::Native)]
    pub protocol: ProtocolArg,
    /// The game to play [default: the first game of the engine that zermelo has, else connect4]
    #[arg(long, value_name = "GAME")]
    pub game: Option<String>,
    /// The number of positions in which the engine is asked for a move
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub positions: u32,
    /// The random seed of these positions
    #[arg(long, default_value_t = 0)]
    pub seed: u64,
    /// Print JSON Lines: an object for each rule, and a summary
    #[arg(long)]
    pub json: bool,
}

#[derive(Serialize)]
struct RuleLine<'a> {
    rule: &'static str,
    text: &'static str,
    finding: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<&'a str>,
}

#[derive(Default, Serialize)]
struct CheckSummary {
    game: String,
    kept: u32,
    broken: u32,
    skipped: u32,
}

/// Checks every rule.
pub fn run(args: &CheckArgs) -> Result<(), CliError> {
    let terms = terms(args)?;
    let mut sum = CheckSummary::default();
    let mut written = Ok(());
    let mut report = |report: &RuleReport| {
        match report.status {
            RuleStatus::Passed => sum.kept += 1,
            RuleStatus::Failed(_) => sum.broken += 1,
            RuleStatus::Skipped(_) => sum.skipped += 1,
        }
        if written.is_ok() {
            written = if args.json { print_line(report) } else { print(report) };
        }
    };
    let played = check(&terms, &|spec| zermelo_catalog::game(spec), &mut report);
    written?;
    sum.game = played.map_err(|why| CliError::Usage(why.to_string()))?;
    let mut out = anstream::stdout().lock();
    if args.json {
        writeln!(out, "{}", serde_json::to_string(&sum).map_err(io::Error::from)?)?;
    } else {
        let CheckSummary { game, kept, broken, skipped } = &sum;
        writeln!(out, "\n{game}: {kept} rules kept, {broken} broken, {skipped} skipped")?;
    }
    match sum.broken {
        0 => Ok(()),
        1 => Err(CliError::Failed("the engine violates a rule of the protocol".to_owned())),
        broken => Err(CliError::Failed(format!("the engine violates {broken} rules of the protocol"))),
    }
}

fn terms(args: &CheckArgs) -> Result<CheckOptions, CliError> {
    let launch = match (&args.command, &args.tcp) {
        (Some(command), _) => {
            Launch::command(command.parse().map_err(|why| CliError::Usage(format!("\"{}\": {why}", excerpt(command))))?)
        }
        (None, address) => Launch::tcp(address.clone().unwrap_or_default()),
    };
    let defaults = CheckOptions::new(launch, args.protocol.into(), "connect4");
    Ok(CheckOptions { game: args.game.clone(), positions: args.positions, seed: args.seed, ..defaults })
}

/// The name of a finding, the explanation, and the offending line.
fn parts(finding: &RuleStatus) -> (&'static str, Option<&str>, Option<&str>) {
    match finding {
        RuleStatus::Passed => ("kept", None, None),
        RuleStatus::Failed(error) => ("broken", Some(&error.why), error.line.as_deref()),
        RuleStatus::Skipped(why) => ("skipped", Some(why), None),
    }
}

fn print_line(report: &RuleReport) -> io::Result<()> {
    let (finding, why, line) = parts(&report.status);
    let line = RuleLine { rule: report.rule.name, text: report.rule.text, finding, why, line };
    let mut out = anstream::stdout().lock();
    writeln!(out, "{}", serde_json::to_string(&line)?)?;
    out.flush()
}

fn print(report: &RuleReport) -> io::Result<()> {
    let (finding, why, line) = parts(&report.status);
    let style = if finding == "broken" { ERROR } else { QUIET };
    let mut out = anstream::stdout().lock();
    let word = paint(style, format!("{finding:<8}"));
    writeln!(out, "{word}{}  {}", paint(STRONG, format!("{:<10}", report.rule.name)), report.rule.text)?;
    if let Some(text) = why {
        writeln!(out, "{:20}{text}", "")?;
    }
    if let Some(line) = line {
        writeln!(out, "{:20}line: {line}", "")?;
    }
    out.flush()
}
