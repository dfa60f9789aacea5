//! `zermelo arena run` and `resume`.

use std::io::Write;
use std::path::Path;
use std::sync::Arc;

use serde::Serialize;
use zermelo_arena::Roster;
use zermelo_arena::play::JobError;
use zermelo_arena::run::{Run, RunEnd, RunError, RunOutcome, RunProgress};
use zermelo_arena::stats::SprtVerdict;
use zermelo_queue::{Queue, QueueEvent, QueueOptions};

use super::args::{QueueArgs, ResultTable, ResumeArgs, RunArgs};
use super::file::results_failure;
use super::progress::TournamentProgress;
use super::{config, report, show, tables};
use crate::error::CliError;
use crate::input;
use zermelo::CatalogRoster;

/// Runs a new tournament.
pub fn run(args: &RunArgs) -> Result<(), CliError> {
    let config = config::read(args)?;
    if args.print_config {
        anstream::stdout().lock().write_all(config.to_toml().as_bytes())?;
        return Ok(());
    }
    let Some(out) = &args.out else {
        return Err(CliError::Usage("no results file given; name one with --out RESULTS".to_owned()));
    };
    let output = RunOutput { path: out, report: args.report.as_deref(), json: args.json, quiet: args.quiet };
    output.check()?;
    // Connect before the file is created, so that a failure leaves no empty file.
    let queue = connect(&args.queue, output.is_silent())?;
    let run = Run::begin(config, out, &CatalogRoster).map_err(run_failure)?;
    play(run, queue, &output)
}

/// Resumes a tournament.
pub fn resume(args: &ResumeArgs) -> Result<(), CliError> {
    let change = |config: &mut zermelo_arena::TournamentConfig| {
        config.games = args.games.unwrap_or(config.games);
        config.concurrency = args.concurrency.or(config.concurrency);
    };
    let output = RunOutput { path: &args.results, report: args.report.as_deref(), json: args.json, quiet: args.quiet };
    output.check()?;
    let queue = connect(&args.queue, output.is_silent())?;
    let run = Run::resume(&args.results, &CatalogRoster, change).map_err(run_failure)?;
    play(run, queue, &output)
}

/// The output at the end of a run.
struct RunOutput<'a> {
    path: &'a Path,
    report: Option<&'a Path>,
    json: bool,
    quiet: bool,
}

impl RunOutput<'_> {
    /// Checks the report path before the run.
    fn check(&self) -> Result<(), CliError> {
        self.report.map_or(Ok(()), |out| report::check(self.path, out))
    }

    fn is_silent(&self) -> bool {
        self.json || self.quiet
    }
}

/// Connects to the queue of `--queue`.
fn connect(args: &QueueArgs, is_silent: bool) -> Result<Option<(Queue, QueueOptions)>, CliError> {
    let Some(url) = &args.queue else { return Ok(None) };
    let say = move |event: &QueueEvent| {
        if !is_silent {
            anstream::eprintln!("{event}");
        }
    };
    let queue = Queue::connect(url, Arc::new(say)).map_err(|error| CliError::Failed(error.to_string()))?;
    if !is_silent {
        anstream::eprintln!("Waiting for workers. Start them with: zermelo arena worker --queue {}", queue.url());
    }
    Ok(Some((queue, QueueOptions { ack_wait: args.ack_wait.0 })))
}

fn play(run: Run, queue: Option<(Queue, QueueOptions)>, output: &RunOutput<'_>) -> Result<(), CliError> {
    let roster: Arc<dyn Roster> = Arc::new(CatalogRoster);
    let stop = input::stop_on_interrupt()?;
    let mut bar = TournamentProgress::new(output.is_silent());
    let mut observer = |progress: &RunProgress| bar.show(progress);
    let finished = match queue {
        None => run.play(&roster, &stop, &mut observer),
        Some((queue, options)) => {
            let collector = queue.collect(&run.key(), run.terms(), options);
            let mut collector = collector.map_err(|error| CliError::Failed(error.to_string()))?;
            run.play_with(&mut collector, &stop, &mut observer)
        }
    };
    bar.clear();
    let finished = finished.map_err(|error| match error {
        RunError::Abandoned(_) => {
            CliError::Failed(format!("{error}\nTry them again with: zermelo arena resume {}", output.path.display()))
        }
        error => run_failure(error),
    })?;
    if output.json {
        print_json(&finished)?;
    }
    if !output.quiet {
        show::tables(output.path, &ResultTable::USUAL, output.json)?;
    }
    if !output.json {
        print_end(&finished, output)?;
    }
    output.report.map_or(Ok(()), |out| report::write(output.path, out, output.json))
}

/// The end of a run, as JSON.
#[derive(Serialize)]
struct RunEndLine {
    event: &'static str,
    ended: &'static str,
    played: u64,
    kept: u64,
    seconds: f64,
    games_per_second: Option<f64>,
    llr: Option<f64>,
}

fn words(ended: RunEnd) -> &'static str {
    match ended {
        RunEnd::Done | RunEnd::Decided(SprtVerdict::Continue) => "done",
        RunEnd::Stopped => "stopped",
        RunEnd::Decided(SprtVerdict::H0) => "h0",
        RunEnd::Decided(SprtVerdict::H1) => "h1",
    }
}

fn print_json(finished: &RunOutcome) -> Result<(), CliError> {
    let progress = &finished.progress;
    let seconds = progress.elapsed.as_secs_f64();
    let end = RunEndLine {
        event: "end",
        ended: words(finished.ended),
        played: progress.played,
        kept: progress.kept,
        seconds,
        games_per_second: (seconds > 0.0).then(|| progress.played as f64 / seconds),
        llr: progress.sprt.map(|(_, ratio, _)| ratio),
    };
    let mut out = anstream::stdout().lock();
    writeln!(out, "{}", serde_json::to_string(&end).map_err(std::io::Error::from)?)?;
    Ok(())
}

fn print_end(finished: &RunOutcome, output: &RunOutput<'_>) -> Result<(), CliError> {
    let progress = &finished.progress;
    let seconds = progress.elapsed.as_secs_f64();
    let rate = if seconds > 0.0 { progress.played as f64 / seconds } else { 0.0 };
    let mut out = anstream::stdout().lock();
    writeln!(out, "{} games in {seconds:.2} s: {rate:.1} games/s", progress.played)?;
    if progress.kept > 0 {
        writeln!(out, "{} games were played before", progress.kept)?;
    }
    // The tables include the test.
    if let Some((hypotheses, ratio, verdict)) = progress.sprt.filter(|_| output.quiet) {
        writeln!(out, "{}", tables::sprt(&hypotheses, ratio, verdict))?;
    }
    if finished.ended == RunEnd::Stopped {
        writeln!(
            out,
            "Stopped; finished games are stored. Resume with: zermelo arena resume {}",
            output.path.display()
        )?;
    }
    Ok(())
}

/// Converts an error of a run.
fn run_failure(error: RunError) -> CliError {
    match error {
        RunError::Plan(error) => CliError::Usage(error.to_string()),
        RunError::Results(error) => results_failure(error),
        RunError::Job(error @ (JobError::Spec { .. } | JobError::Unfit { .. })) => CliError::Usage(error.to_string()),
        RunError::Job(error) => CliError::Failed(error.to_string()),
        error @ (RunError::Abandoned(_) | RunError::Executor(_)) => CliError::Failed(error.to_string()),
    }
}
