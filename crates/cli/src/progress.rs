//! Progress bars on standard error, shown only on a terminal.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// The interval between two redraws.
pub const EVERY: Duration = Duration::from_millis(200);

/// A progress bar with an indicatif template; `None` if standard error is not a terminal.
pub fn line(template: &str) -> Option<ProgressBar> {
    let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
    if bar.is_hidden() {
        return None;
    }
    shape(&bar, template);
    bar.enable_steady_tick(EVERY);
    Some(bar)
}

/// Sets the template of a bar.
pub fn shape(bar: &ProgressBar, template: &str) {
    // The templates are constants. A wrong one would leave the default style.
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
}
