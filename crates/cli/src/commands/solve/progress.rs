//! The intermediate result of a solve, shown only on a terminal.

use indicatif::ProgressBar;

use crate::progress;

/// A status line that is removed at the end.
pub struct Spinner(Option<ProgressBar>);

impl Spinner {
    /// A line on standard error, if that is a terminal.
    pub fn new() -> Self {
        Self(progress::line("{spinner} {elapsed}  {msg}"))
    }

    /// Sets the message.
    pub fn show(&self, message: String) {
        if let Some(bar) = &self.0 {
            bar.set_message(message);
        }
    }

    /// Removes the line.
    pub fn clear(&mut self) {
        if let Some(bar) = self.0.take() {
            bar.finish_and_clear();
        }
    }
}
