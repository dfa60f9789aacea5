//! `zermelo arena worker`.

use std::io::Write;
use std::sync::Arc;
use std::time::Duration;

use zermelo_arena::Roster;
use zermelo_queue::{Queue, QueueEvent, WorkerOptions};

use super::args::WorkerArgs;
use super::roster::Catalogue;
use crate::failure::Failure;
use crate::input;

/// Plays what tournaments at the queue want to have played.
pub fn run(args: &WorkerArgs) -> Result<(), Failure> {
    let roster: Arc<dyn Roster> = Arc::new(Catalogue);
    let stop = input::stop_on_interrupt()?;
    let json = args.json;
    let say = move |event: &QueueEvent| print(event, json);
    let queue = Queue::connect(&args.queue, Arc::new(say)).map_err(|error| Failure::Failed(error.to_string()))?;
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
        return Err(Failure::Failed(format!("the queue does not answer: {lost} pairs are left, and others play them")));
    }
    Ok(())
}

/// Says what happens. For people without the pairs: there may be thousands a second.
fn print(event: &QueueEvent, json: bool) {
    let text = match event {
        _ if json => serde_json::to_string(event).unwrap_or_default(),
        QueueEvent::Pair { lost: 0, .. } => return,
        event => event.to_string(),
    };
    // Who reads it may have gone; the games go on.
    let _ = writeln!(anstream::stdout().lock(), "{text}");
}
