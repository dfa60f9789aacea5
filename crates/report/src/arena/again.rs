//! How to repeat the tournament.

use maud::{Markup, html};

use super::results::Results;
use crate::words::counted;

/// With more openings than this, the configuration omits them: the results file has them.
const MOST_OPENINGS: usize = 200;

/// The configuration and the commands.
pub(super) fn section(results: &Results<'_>) -> Markup {
    let mut config = results.config().clone();
    let mut left_out = None;
    if let Some(openings) = &mut config.openings
        && let Some(list) = &openings.list
        && list.len() > MOST_OPENINGS
    {
        left_out = Some(list.len() as u64);
        openings.list = None;
    }
    html! {
        section {
            h2 { "Play it again" }
            p { "Save the configuration as " code { "tournament.toml" } ", then:" }
            pre { "zermelo arena run tournament.toml --out again.db --report again.html" }
            p.note {
                "The same configuration gives the same games where time is not what limits the agents. Seed "
                (config.seed) ", " (results.header.program) "."
            }
            details {
                summary { "tournament.toml" }
                @if let Some(lines) = left_out {
                    p.note {
                        "Its " (counted(lines, "opening")) " are left out here; the results file holds them. Give a book or a list of them."
                    }
                }
                pre { (config.to_toml()) }
            }
        }
        footer {
            p {
                "Made by " code { "zermelo arena report " (results.file) } " from the games of " (results.file)
                ". All intervals are of 95 %. Charts by "
                a href="https://echarts.apache.org" { "Apache ECharts" } " (Apache License 2.0), which is part of this file: it loads nothing from elsewhere."
            }
        }
    }
}
