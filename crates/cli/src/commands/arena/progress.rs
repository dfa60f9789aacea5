//! The progress bar of a tournament, shown only on a terminal.

use std::time::Instant;

use indicatif::{ProgressBar, ProgressDrawTarget};
use zermelo_arena::run::RunProgress;
use zermelo_arena::stats::{Confidence, elo};

use crate::progress::{EVERY, shape};

/// Games done, games per second, time left, Elo and test.
pub struct TournamentProgress {
    bar: Option<ProgressBar>,
    shown: Option<Instant>,
}

impl TournamentProgress {
    /// A bar on standard error, if that is a terminal.
    pub fn new(hidden: bool) -> Self {
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
        let is_shown = !hidden && !bar.is_hidden();
        Self { bar: is_shown.then_some(bar), shown: None }
    }

    /// Updates the bar.
    pub fn show(&mut self, progress: &RunProgress) {
        let Some(bar) = &self.bar else { return };
        if self.shown.is_some_and(|shown| shown.elapsed() < EVERY) {
            return;
        }
        if self.shown.is_none() {
            let template = match progress.expected {
                Some(_) => "{wide_bar} {pos}/{len} games  {msg}",
                None => "{spinner} {pos} games  {msg}",
            };
            shape(bar, template);
            if let Some(expected) = progress.expected {
                bar.set_length(expected);
            }
        }
        self.shown = Some(Instant::now());
        bar.set_position(progress.played + progress.kept);
        bar.set_message(message(progress));
    }

    /// Removes the bar.
    pub fn clear(&mut self) {
        if let Some(bar) = self.bar.take() {
            bar.finish_and_clear();
        }
    }
}

/// The text after the bar.
pub fn message(progress: &RunProgress) -> String {
    let seconds = progress.elapsed.as_secs_f64();
    let rate = if seconds > 0.0 { progress.played as f64 / seconds } else { 0.0 };
    let mut parts = vec![format!("{rate:.1}/s")];
    let left = progress.expected.map(|expected| expected.saturating_sub(progress.played + progress.kept));
    if let Some(left) = left.filter(|_| rate > 0.0) {
        parts.push(format!("{} left", duration(left as f64 / rate)));
    }
    if let Some(estimate) = elo(&progress.sample, Confidence::P95).filter(|estimate| estimate.value.is_finite()) {
        let error = estimate.error().map_or(String::new(), |error| format!(" ± {error:.0}"));
        parts.push(format!("Elo {:+.0}{error}", estimate.value));
    }
    if let Some((hypotheses, ratio, _)) = progress.sprt {
        parts.push(format!("LLR {ratio:.2} ({:.2}, {:.2})", hypotheses.lower_bound(), hypotheses.upper_bound()));
    }
    parts.join("  ")
}

fn duration(seconds: f64) -> String {
    let seconds = seconds.round() as u64;
    match (seconds / 3600, seconds / 60 % 60, seconds % 60) {
        (0, 0, seconds) => format!("{seconds} s"),
        (0, minutes, seconds) => format!("{minutes}:{seconds:02}"),
        (hours, minutes, seconds) => format!("{hours}:{minutes:02}:{seconds:02}"),
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use zermelo_arena::stats::{Counts, EloModel, Hypotheses, SprtVerdict, TrialCounts};

    use super::*;

    #[test]
    fn the_message_has_rate_time_elo_and_test() {
        let counts = Counts::new(60, 0, 40);
        let progress = RunProgress {
            played: 100,
            kept: 0,
            expected: Some(1000),
            elapsed: Duration::from_secs(10),
            counts,
            sample: counts.sample(),
            sprt: Hypotheses::new(EloModel::Logistic, 0.0, 5.0).ok().map(|it| (it, 0.5, SprtVerdict::Continue)),
        };
        assert_eq!(message(&progress), "10.0/s  1:30 left  Elo +70 ± 71  LLR 0.50 (-2.94, 2.94)");
    }
}
