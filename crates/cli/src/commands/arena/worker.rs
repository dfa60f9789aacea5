//! `zermelo arena worker`.

use std::io::Write;
use std::sync::Arc;
use std::time::Duration;

use zermelo_arena::Roster;
use zermelo_queue::{Queue, QueueEvent, WorkerOptions};

use super::args::WorkerArgs;
use crate::error::CliError;
use crate::input;
use zermelo::CatalogRoster;

/// Plays games of tournaments from the queue.
pub fn run(args: &WorkerArgs) -> Result<(), CliError> {
    let roster: Arc<dyn Roster> = Arc::new(CatalogRoster);
    let stop = input::stop_on_interrupt()?;
    let json = args.json;
    let say = move |event: &QueueEvent| print(event, json);
    let queue = Queue::connect(&args.queue, Arc::new(say)).map_err(|error| CliError::Failed(error.to_string()))?;
    let processors = || std::thread::available_parallelism().map_or(1, usize::from);
    let options = WorkerOptions {
        concurrency: args.concurrency.map_or_else(processors, usize::from),
        idle_exit: args.idle_exit.map(|seconds| Duration::from_secs(seconds.into())),
    };
    let summary = queue.work(options, &roster, &stop);
    let mut out = anstream::stdout().lock();
    if json {
        let end = serde_json::json!({
            "event": "end", "pairs": summary.pairs, "games": summary.games, "lost": summary.lost,
        });
        writeln!(out, "{end}")?;
    } else {
        writeln!(out, "played {} games, {} pairs", summary.games, summary.pairs)?;
    }
    if summary.lost > 0 {
        let lost = summary.lost;
        return Err(CliError::Failed(format!(
            "the queue does not respond: {lost} pairs were not delivered and will be played by other workers"
        )));
    }
    Ok(())
}

/// Prints an event. Finished pairs are printed only as JSON: there can be thousands per second.
fn print(event: &QueueEvent, json: bool) {
    let text = match event {
        _ if json => serde_json::to_string(event).unwrap_or_default(),
        QueueEvent::Pair { lost: 0, .. } => return,
        event => event.to_string(),
    };
    // The reader of the pipe may have closed it. The games continue.
    let _ = writeln!(anstream::stdout().lock(), "{text}");
}
