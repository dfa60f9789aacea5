//! How far it is: on a terminal, and nowhere else.

use std::time::{Duration, Instant};

use indicatif::ProgressBar;

use crate::progress;

/// Positions done, positions a minute, time left.
pub struct Bar {
    bar: Option<ProgressBar>,
    begun: Instant,
}

impl Bar {
    /// A bar on standard error, if that is a terminal.
    pub fn new() -> Self {
        Self { bar: progress::line("{wide_bar} {pos}/{len} positions  {msg}"), begun: Instant::now() }
    }

    /// Shows how far it is, `new` of the positions in this run.
    pub fn show(&mut self, done: usize, all: usize, new: usize) {
        if let Some(bar) = &self.bar {
            bar.set_length(all as u64);
            bar.set_position(done as u64);
            bar.set_message(message(all.saturating_sub(done), new, self.begun.elapsed()));
        }
    }

    /// Takes the bar away.
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
    format!("{rate:.0} a minute  {:.0} min left", (left as f64 / rate).ceil())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_says_rate_and_time() {
        assert_eq!(message(90, 0, Duration::from_secs(10)), "");
        assert_eq!(message(90, 20, Duration::from_mins(1)), "20 a minute  5 min left");
    }
}
