//! The sequential test of a match of two.

use maud::{Markup, html};
use zermelo_arena::stats::{EloModel, SprtVerdict};
use zermelo_arena::tally::SprtTrace;

use super::results::Results;
use crate::chart::{Chart, Curve, Stroke, curves, mark};
use crate::page::Page;
use crate::words::{count, number};

/// The state of the test and its course.
pub(super) fn section(results: &Results<'_>, page: &mut Page) -> Markup {
    let Some(test) = &results.tables().sprt else { return html! {} };
    let hypotheses = test.hypotheses();
    let model = match hypotheses.model() {
        EloModel::Logistic => "logistic",
        EloModel::Normalized => "normalised",
    };
    html! {
        section {
            h2 { "Sequential test" }
            p {
                "H0: " (results.name(0)) " is stronger than " (results.name(1)) " by " (hypotheses.elo0()) " " (model) " Elo. H1: by "
                (hypotheses.elo1()) ". " b { (verdict(test)) }
            }
            p.note {
                "The match stops as soon as the log-likelihood ratio (LLR) of the results leaves the two bounds. The Elo of a match that was stopped so "
                "is biased away from 0: the test tells the sign, a match of fixed length measures the size."
            }
            (page.figure(chart(test), &numbers(test)))
        }
    }
}

fn verdict(test: &SprtTrace) -> String {
    let ratio = number(Some(test.ratio()), 2);
    match test.verdict() {
        SprtVerdict::Continue => format!("Not decided: the LLR is {ratio}."),
        SprtVerdict::H0 => format!("H0 is accepted, at an LLR of {ratio}."),
        SprtVerdict::H1 => format!("H1 is accepted, at an LLR of {ratio}."),
    }
}

fn trials(test: &SprtTrace) -> &'static str {
    if test.is_of_pairs() { "pairs of games" } else { "games" }
}

fn chart(test: &SprtTrace) -> Chart {
    let points = test.trace().iter().map(|&(trials, ratio)| (trials as f64, Some(ratio))).collect();
    let curve = Curve { name: "LLR".to_owned(), points, number: 0, stroke: Stroke::Plain };
    let mut option = curves(&[curve], [trials(test), "LLR"], false);
    let hypotheses = test.hypotheses();
    let (low, high) = (hypotheses.lower_bound(), hypotheses.upper_bound());
    mark(&mut option, &[(low, "accept H0"), (high, "accept H1")]);
    let reach =
        |ends: fn(f64, f64) -> f64, bound: f64| test.trace().iter().fold(bound, |end, &(_, ratio)| ends(end, ratio));
    option["yAxis"]["min"] = (reach(f64::min, low) - 0.5).floor().into();
    option["yAxis"]["max"] = (reach(f64::max, high) + 0.5).ceil().into();
    Chart::new("The ratio on its way", 280, "", option)
        .note(format!("Bounds at {} and {}.", number(Some(low), 2), number(Some(high), 2)))
        .summary(verdict(test))
}

/// The course in a few steps.
fn numbers(test: &SprtTrace) -> Markup {
    let trace = test.trace();
    let step = trace.len().div_ceil(12).max(1);
    html! {
        table {
            thead { tr { th scope="col" { (trials(test)) } th scope="col" { "LLR" } } }
            tbody {
                @for (at, (trials, ratio)) in trace.iter().enumerate() {
                    @if (trace.len() - 1 - at).is_multiple_of(step) {
                        tr { td { (count(*trials)) } td { (number(Some(*ratio), 2)) } }
                    }
                }
            }
        }
    }
}
