//! `zermelo arena run` and `resume`.

use std::io::Write;
use std::path::Path;
use std::sync::Arc;

use serde::Serialize;
use zermelo_arena::Roster;
use zermelo_arena::run::{Ended, Finished, Run};
use zermelo_arena::stats::Verdict;

use super::args::{ResumeArgs, RunArgs};
use super::progress::Bar;
use super::roster::Catalogue;
use super::{config, run_failure, show};
use crate::failure::Failure;
use crate::input;

/// Plays a new tournament.
pub fn run(args: &RunArgs) -> Result<(), Failure> {
    let config = config::read(args)?;
    if args.print_config {
        anstream::stdout().lock().write_all(config.to_toml().as_bytes())?;
        return Ok(());
    }
    let Some(out) = &args.out else {
        return Err(Failure::Usage("give --out RESULTS, the file that keeps the games".to_owned()));
    };
    let run = Run::begin(config, out, &Catalogue).map_err(run_failure)?;
    play(run, out, args.json, args.quiet)
}

/// Goes on with a tournament.
pub fn resume(args: &ResumeArgs) -> Result<(), Failure> {
    let change = |config: &mut zermelo_arena::Config| {
        config.games = args.games.unwrap_or(config.games);
        config.concurrency = args.concurrency.or(config.concurrency);
    };
    let run = Run::resume(&args.results, &Catalogue, change).map_err(run_failure)?;
    play(run, &args.results, args.json, args.quiet)
}

fn play(run: Run, path: &Path, json: bool, quiet: bool) -> Result<(), Failure> {
    let roster: Arc<dyn Roster> = Arc::new(Catalogue);
    let stop = input::stop_on_interrupt()?;
    let mut bar = Bar::new(json || quiet);
    let finished = run.play(&roster, &stop, &mut |progress| bar.show(progress));
    bar.clear();
    let finished = finished.map_err(run_failure)?;
    if json {
        print_json(&finished)?;
    }
    if !quiet {
        show::tables(path, json, finished.ranking.as_deref())?;
    }
    if !json {
        print_end(&finished, path)?;
    }
    Ok(())
}

/// The end of a run, for programs.
#[derive(Serialize)]
struct End {
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
    let end = End {
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

fn print_end(finished: &Finished, path: &Path) -> Result<(), Failure> {
    let progress = &finished.progress;
    let seconds = progress.elapsed.as_secs_f64();
    let rate = if seconds > 0.0 { progress.played as f64 / seconds } else { 0.0 };
    let mut out = anstream::stdout().lock();
    writeln!(out, "{} games in {seconds:.2} s: {rate:.1} games/s", progress.played)?;
    if progress.kept > 0 {
        writeln!(out, "{} games were there before", progress.kept)?;
    }
    if let Some((hypotheses, ratio, verdict)) = progress.sprt {
        let said = match verdict {
            Verdict::Continue => "not decided".to_owned(),
            Verdict::H0 => format!("H0 accepted: the difference is rather {} Elo", hypotheses.elo0()),
            Verdict::H1 => format!("H1 accepted: the difference is rather {} Elo", hypotheses.elo1()),
        };
        let bounds = (hypotheses.lower_bound(), hypotheses.upper_bound());
        writeln!(out, "SPRT: LLR {ratio:.2} ({:.2} to {:.2}): {said}", bounds.0, bounds.1)?;
    }
    if finished.ended == Ended::Stopped {
        writeln!(out, "Stopped; what is finished is kept. Go on with: zermelo arena resume {}", path.display())?;
    }
    Ok(())
}
