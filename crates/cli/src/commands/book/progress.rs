//! The progress bar of a book, shown only on a terminal.

use std::time::{Duration, Instant};

use indicatif::ProgressBar;

use crate::progress;

/// Finished positions, positions per minute, remaining time.
pub struct BookProgressBar {
    bar: Option<ProgressBar>,
    begun: Instant,
}

impl BookProgressBar {
    /// A bar on standard error, if that is a terminal.
    pub fn new() -> Self {
        Self { bar: progress::line("{wide_bar} {pos}/{len} positions  {msg}"), begun: Instant::now() }
    }

    /// Updates the bar; `new` positions were solved in this run.
    pub fn show(&mut self, done: usize, all: usize, new: usize) {
        if let Some(bar) = &self.bar {
            bar.set_length(all as u64);
            bar.set_position(done as u64);
            bar.set_message(message(all.saturating_sub(done), new, self.begun.elapsed()));
        }
    }

    /// Removes the bar.
    pub fn clear(&mut self) {
        if let Some(bar) = self.bar.take() {
            bar.finish_and_clear();
        }
    }
}

fn message(left: usize, new: usize, elapsed: Duration) -> String {
    let minutes = elapsed.as_secs_f64() / 60.0;
    if new == 0 || minutes <= 0.0 {
        return String::new();
    }
    let rate = new as f64 / minutes;
    format!("{rate:.0}/min  {:.0} min left", (left as f64 / rate).ceil())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_message_has_rate_and_time() {
        assert_eq!(message(90, 0, Duration::from_secs(10)), "");
        assert_eq!(message(90, 20, Duration::from_mins(1)), "20/min  5 min left");
    }
}
