//! `zermelo arena run` and `resume`.

use std::io::Write;
use std::path::Path;
use std::sync::Arc;

use serde::Serialize;
use zermelo_arena::Roster;
use zermelo_arena::play::Broken;
use zermelo_arena::run::{Ended, Finished, Progress, Run, RunError};
use zermelo_arena::stats::Verdict;
use zermelo_queue::{Queue, QueueEvent, QueueOptions};

use super::args::{QueueArgs, ResumeArgs, RunArgs, Table};
use super::file::results_failure;
use super::progress::Bar;
use super::roster::Catalogue;
use super::{config, report, show, tables};
use crate::failure::Failure;
use crate::input;

/// Runs a new tournament.
pub fn run(args: &RunArgs) -> Result<(), Failure> {
    let config = config::read(args)?;
    if args.print_config {
        anstream::stdout().lock().write_all(config.to_toml().as_bytes())?;
        return Ok(());
    }
    let Some(out) = &args.out else {
        return Err(Failure::Usage("no results file given; name one with --out RESULTS".to_owned()));
    };
    let end = End { path: out, report: args.report.as_deref(), json: args.json, quiet: args.quiet };
    end.check()?;
    // Connect before the file is created, so that a failure leaves no empty file.
    let queue = connect(&args.queue, end.is_silent())?;
    let run = Run::begin(config, out, &Catalogue).map_err(run_failure)?;
    play(run, queue, &end)
}

/// Resumes a tournament.
pub fn resume(args: &ResumeArgs) -> Result<(), Failure> {
    let change = |config: &mut zermelo_arena::Config| {
        config.games = args.games.unwrap_or(config.games);
        config.concurrency = args.concurrency.or(config.concurrency);
    };
    let end = End { path: &args.results, report: args.report.as_deref(), json: args.json, quiet: args.quiet };
    end.check()?;
    let queue = connect(&args.queue, end.is_silent())?;
    let run = Run::resume(&args.results, &Catalogue, change).map_err(run_failure)?;
    play(run, queue, &end)
}

/// The output at the end of a run.
struct End<'a> {
    path: &'a Path,
    report: Option<&'a Path>,
    json: bool,
    quiet: bool,
}

impl End<'_> {
    /// Checks the report path before the run.
    fn check(&self) -> Result<(), Failure> {
        self.report.map_or(Ok(()), |out| report::check(self.path, out))
    }

    fn is_silent(&self) -> bool {
        self.json || self.quiet
    }
}

/// Connects to the queue of `--queue`.
fn connect(args: &QueueArgs, is_silent: bool) -> Result<Option<(Queue, QueueOptions)>, Failure> {
    let Some(url) = &args.queue else { return Ok(None) };
    let say = move |event: &QueueEvent| {
        if !is_silent {
            anstream::eprintln!("{event}");
        }
    };
    let queue = Queue::connect(url, Arc::new(say)).map_err(|error| Failure::Failed(error.to_string()))?;
    if !is_silent {
        anstream::eprintln!("Waiting for workers. Start them with: zermelo arena worker --queue {}", queue.url());
    }
    Ok(Some((queue, QueueOptions { ack_wait: args.ack_wait.0 })))
}

fn play(run: Run, queue: Option<(Queue, QueueOptions)>, end: &End<'_>) -> Result<(), Failure> {
    let roster: Arc<dyn Roster> = Arc::new(Catalogue);
    let stop = input::stop_on_interrupt()?;
    let mut bar = Bar::new(end.is_silent());
    let mut observer = |progress: &Progress| bar.show(progress);
    let finished = match queue {
        None => run.play(&roster, &stop, &mut observer),
        Some((queue, options)) => {
            let collector = queue.collect(&run.key(), run.terms(), options);
            let mut collector = collector.map_err(|error| Failure::Failed(error.to_string()))?;
            run.play_with(&mut collector, &stop, &mut observer)
        }
    };
    bar.clear();
    let finished = finished.map_err(|error| match error {
        RunError::GivenUp(_) => {
            Failure::Failed(format!("{error}\nTry them again with: zermelo arena resume {}", end.path.display()))
        }
        error => run_failure(error),
    })?;
    if end.json {
        print_json(&finished)?;
    }
    if !end.quiet {
        show::tables(end.path, &Table::USUAL, end.json)?;
    }
    if !end.json {
        print_end(&finished, end)?;
    }
    end.report.map_or(Ok(()), |out| report::write(end.path, out, end.json))
}

/// The end of a run, as JSON.
#[derive(Serialize)]
struct EndLine {
    event: &'static str,
    ended: &'static str,
    played: u64,
    kept: u64,
    seconds: f64,
    games_per_second: Option<f64>,
    llr: Option<f64>,
}

fn words(ended: Ended) -> &'static str {
    match ended {
        Ended::Done | Ended::Decided(Verdict::Continue) => "done",
        Ended::Stopped => "stopped",
        Ended::Decided(Verdict::H0) => "h0",
        Ended::Decided(Verdict::H1) => "h1",
    }
}

fn print_json(finished: &Finished) -> Result<(), Failure> {
    let progress = &finished.progress;
    let seconds = progress.elapsed.as_secs_f64();
    let end = EndLine {
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

fn print_end(finished: &Finished, end: &End<'_>) -> Result<(), Failure> {
    let progress = &finished.progress;
    let seconds = progress.elapsed.as_secs_f64();
    let rate = if seconds > 0.0 { progress.played as f64 / seconds } else { 0.0 };
    let mut out = anstream::stdout().lock();
    writeln!(out, "{} games in {seconds:.2} s: {rate:.1} games/s", progress.played)?;
    if progress.kept > 0 {
        writeln!(out, "{} games were played before", progress.kept)?;
    }
    // The tables include the test.
    if let Some((hypotheses, ratio, verdict)) = progress.sprt.filter(|_| end.quiet) {
        writeln!(out, "{}", tables::sprt(&hypotheses, ratio, verdict))?;
    }
    if finished.ended == Ended::Stopped {
        writeln!(out, "Stopped; finished games are stored. Resume with: zermelo arena resume {}", end.path.display())?;
    }
    Ok(())
}

/// Converts an error of a run.
fn run_failure(error: RunError) -> Failure {
    match error {
        RunError::Plan(error) => Failure::Usage(error.to_string()),
        RunError::Results(error) => results_failure(error),
        RunError::Broken(error @ (Broken::Spec { .. } | Broken::Unfit { .. })) => Failure::Usage(error.to_string()),
        RunError::Broken(error) => Failure::Failed(error.to_string()),
        error @ (RunError::GivenUp(_) | RunError::Force(_)) => Failure::Failed(error.to_string()),
    }
}
