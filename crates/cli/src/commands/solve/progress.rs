//! What is known so far: on a terminal, and nowhere else.

use indicatif::ProgressBar;

use crate::progress;

/// A line of its own that is taken away at the end.
pub struct Spinner(Option<ProgressBar>);

impl Spinner {
    /// A line on standard error, if that is a terminal.
    pub fn new() -> Self {
        Self(progress::line("{spinner} {elapsed}  {msg}"))
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
