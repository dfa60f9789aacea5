//! The cross table: results by agent, opponent and side.

use maud::{Markup, html};
use zermelo_arena::stats::{AverageScores, Confidence, Counts, FirstPlayer};

use super::results::Results;
use crate::chart::{Chart, bars, height_of_rows};
use crate::page::Page;
use crate::words::{count, estimate, per_cent, per_cent_range};

/// The cross table as a heat map, with averages in the margins.
pub(super) fn section(results: &Results<'_>) -> Markup {
    let agents = results.agents();
    html! {
        section {
            h2 { "Cross table" }
            p.note { "Each cell is the score of the row, which plays first, against the column, which plays second, in per cent." }
            div.scroll {
                table.heat {
                    caption.sr { "Score in per cent of the row, playing first, against the column, playing second, with averages" }
                    thead {
                        tr {
                            th.name scope="col" { "first ↓ second →" }
                            @for agent in 0..agents {
                                th scope="col" title=(results.name(agent)) { (agent + 1) span.sr { " " (results.name(agent)) } }
                            }
                            th.gap scope="col" title="mean over the row: each cell weighs alike" { "as first" }
                            th scope="col" title="mean over the column, as this agent sees it" { "as second" }
                            th scope="col" title="the mean of both" { "mean" }
                        }
                    }
                    tbody {
                        @for first in 0..agents {
                            @let averages = results.tables().cross.averages(first).ok();
                            tr {
                                th.name scope="row" title=(results.name(first)) { (first + 1) " " (results.name(first)) }
                                @for second in 0..agents {
                                    (cell(results.tables().cross.cell(first, second).unwrap_or_default()))
                                }
                                (average(averages, "gap", |it| it.as_first))
                                (average(averages, "", |it| it.as_second))
                                (average(averages, "", |it| it.mean))
                            }
                        }
                    }
                }
            }
            (scale("0 % for the row", "100 %"))
        }
    }
}

fn cell(counts: Counts) -> Markup {
    let said = format!("{} won, {} drawn, {} lost", count(counts.wins), count(counts.draws), count(counts.losses));
    match counts.score() {
        None => html! { td.none { "–" } },
        Some(score) => {
            let (class, style) = heat(score);
            html! { td class=(class) style=(style) title=(said) { (per_cent(Some(score))) } }
        }
    }
}

fn average(averages: Option<AverageScores>, gap: &str, take: impl Fn(AverageScores) -> Option<f64>) -> Markup {
    match averages.and_then(take) {
        None => html! { td class=(format!("none {gap}").trim_end()) { "–" } },
        Some(score) => {
            let (class, style) = heat(score);
            html! { td class=(format!("{class} {gap}").trim_end()) style=(style) { (per_cent(Some(score))) } }
        }
    }
}

/// The class and style of a cell for a score from 0 to 1.
pub(super) fn heat(score: f64) -> (&'static str, String) {
    let far = (2.0 * (score - 0.5)).clamp(-1.0, 1.0);
    // The tint is weak enough to read the number.
    (if far < 0.0 { "lo" } else { "hi" }, format!("--d:{:.0}%", 70.0 * far.abs()))
}

/// The legend of the colours.
pub(super) fn scale(low: &str, high: &str) -> Markup {
    html! { p.legend aria-hidden="true" { (low) i {} (high) } }
}

/// The advantage of the first move.
pub(super) fn first_player(results: &Results<'_>, page: &mut Page) -> Markup {
    let first = FirstPlayer::of(&results.tables().cross);
    let counts = first.counts;
    let fitted = results.ratings.as_ref().ok().and_then(zermelo_arena::stats::Ratings::advantage);
    html! {
        section {
            h2 { "Who begins" }
            p {
                "The first player (" (results.sides[0].text) ") scores " b { (per_cent(first.score())) " %" } " (95 %: "
                (per_cent_range(first.interval(Confidence::P95))) "): " (count(counts.wins)) " won, " (count(counts.draws)) " drawn, "
                (count(counts.losses)) " lost. As a difference in strength that is " (estimate(first.elo(Confidence::P95))) " Elo"
                @if let Some(fitted) = fitted { "; fitted together with the ratings, " (estimate(Some(fitted))) } "."
            }
            p.note {
                "The score is fair where every two agents met as often with either of them first; elsewhere the fitted value is the one to trust."
            }
            @let (chart, numbers) = by_side(results);
            (page.figure(chart, &numbers))
        }
    }
}

fn by_side(results: &Results<'_>) -> (Chart, Markup) {
    let averages = |agent: usize| results.tables().cross.averages(agent).ok();
    let share = |take: fn(AverageScores) -> Option<f64>| -> Vec<f64> {
        results.order.iter().map(|&agent| averages(agent).and_then(take).map_or(0.0, |it| 100.0 * it)).collect()
    };
    let names: Vec<String> = results.order.iter().map(|&agent| results.name(agent).to_owned()).collect();
    let parts = [
        ("as first", "var(--series-1)", share(|it| it.as_first)),
        ("as second", "var(--series-2)", share(|it| it.as_second)),
    ];
    let option = bars(&names, &parts, "mean score in %", false);
    let said: Vec<String> = results
        .order
        .iter()
        .map(|&agent| {
            let averages = averages(agent);
            let text = |take: fn(AverageScores) -> Option<f64>| per_cent(averages.and_then(take));
            format!(
                "{}: {} % as first, {} % as second",
                results.name(agent),
                text(|it| it.as_first),
                text(|it| it.as_second)
            )
        })
        .collect();
    let chart = Chart::new("Score by side", height_of_rows(names.len()) + 20, " %", option)
        .note("The mean over all opponents; each weighs alike.")
        .summary(said.join("; "));
    let numbers = html! {
        table {
            thead { tr { th.name scope="col" { "agent" } th scope="col" { "as first %" } th scope="col" { "as second %" } } }
            tbody {
                @for &agent in &results.order {
                    @let averages = averages(agent);
                    tr {
                        th.name scope="row" { (results.name(agent)) }
                        td { (per_cent(averages.and_then(|it| it.as_first))) }
                        td { (per_cent(averages.and_then(|it| it.as_second))) }
                    }
                }
            }
        }
    };
    (chart, numbers)
}
