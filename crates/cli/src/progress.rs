//! How far long work is: on a terminal, and nowhere else.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// How often it is drawn anew.
pub const EVERY: Duration = Duration::from_millis(200);

/// A line on standard error in this form, if that is a terminal.
pub fn line(template: &str) -> Option<ProgressBar> {
    let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
    if bar.is_hidden() {
        return None;
    }
    shape(&bar, template);
    bar.enable_steady_tick(EVERY);
    Some(bar)
}

/// Gives it another form.
pub fn shape(bar: &ProgressBar, template: &str) {
    // The templates are fixed; a wrong one would leave the usual style.
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
}
