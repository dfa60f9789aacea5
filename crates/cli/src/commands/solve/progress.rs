//! What is known so far: on a terminal, and nowhere else.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// How often it is drawn anew.
const EVERY: Duration = Duration::from_millis(200);

/// A line of its own that is taken away at the end.
pub struct Spinner(Option<ProgressBar>);

impl Spinner {
    /// A line on standard error, if that is a terminal.
    pub fn new() -> Self {
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
        if bar.is_hidden() {
            return Self(None);
        }
        // The template is fixed; a wrong one would leave the usual style.
        if let Ok(style) = ProgressStyle::with_template("{spinner} {elapsed}  {msg}") {
            bar.set_style(style);
        }
        bar.enable_steady_tick(EVERY);
        Self(Some(bar))
    }

    /// Shows something new.
    pub fn show(&self, message: String) {
        if let Some(bar) = &self.0 {
            bar.set_message(message);
        }
    }

    /// Takes it away.
    pub fn clear(&mut self) {
        if let Some(bar) = self.0.take() {
            bar.finish_and_clear();
        }
    }
}
