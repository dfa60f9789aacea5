//! The expected score during the games.

use maud::{Markup, html};
use zermelo_arena::tally::ExpectedScoreCurve;

use super::results::Results;
use crate::chart::{Chart, Curve, Stroke, curves, mark};
use crate::page::Page;
use crate::words::{NONE, number, per_cent};

/// With more charts than this, they are collapsed.
const MOST_OPEN: usize = 6;
/// The number of points of a curve.
const MOST_POINTS: usize = 48;
/// The number of rows per pairing in the table.
const MOST_ROWS: usize = 8;

/// A chart for each pairing with scores of its moves.
pub(super) fn section(results: &Results<'_>, page: &mut Page) -> Markup {
    let told: Vec<([usize; 2], &ExpectedScoreCurve)> = results
        .details
        .courses
        .iter()
        .map(|(players, course)| (*players, course))
        .filter(|(_, it)| it.has_scores())
        .collect();
    if told.is_empty() {
        return html! {};
    }
    let figures: Vec<Markup> = told.iter().map(|(players, course)| figure(results, page, *players, course)).collect();
    let (open, folded) = figures.split_at(figures.len().min(MOST_OPEN));
    html! {
        section {
            h2 { "Score by ply" }
            p.note {
                "The mean score of the agent named first while the games go on, as either agent sees it. A game that has ended counts with its result; one "
                "that goes on, with what the agent to move expects: a proven end, else the points of its playouts, else 100 % where its score is above 0, "
                "0 % below. So all curves end at the true score, and where they leave 50 % one agent pulls ahead."
            }
            div.many { @for figure in open { (figure) } }
            @if !folded.is_empty() {
                details { summary { "The other " (folded.len()) " pairings" } div.many { @for figure in folded { (figure) } } }
            }
            details { summary { "Score by ply, in numbers" } div.scroll { (numbers(results, &told)) } }
        }
    }
}

fn figure(results: &Results<'_>, page: &mut Page, [a, b]: [usize; 2], course: &ExpectedScoreCurve) -> Markup {
    let points = course.points(MOST_POINTS);
    let seen =
        |who: usize| points.iter().map(|it| (f64::from(it.ply), it.seen[who].map(|share| 100.0 * share))).collect();
    // An agent without scores has only the result, which the other agent has too.
    let tells = |who: usize| points.iter().filter(|it| it.seen[who].is_some()).count() > 1;
    let lines: Vec<Curve> = [a, b]
        .into_iter()
        .enumerate()
        .filter(|(who, _)| tells(*who))
        .map(|(who, agent)| {
            let name = format!("as {} sees it", results.name(agent));
            Curve { name, points: seen(who), number: who, stroke: Stroke::Marked }
        })
        .collect();
    let mut option = curves(&lines, ["plies played", "%"], false);
    option["yAxis"]["min"] = 0.into();
    option["yAxis"]["max"] = 100.into();
    mark(&mut option, &[(50.0, "")]);
    let last = points.last().and_then(|point| point.seen[0]);
    let chart = Chart::new(format!("{} – {}", results.name(a), results.name(b)), 270, " %", option)
        .note(format!("{} scores {} %.", results.name(a), per_cent(last)))
        .summary("The table of numbers has the same figures");
    page.figure(chart, &html! {})
}

fn numbers(results: &Results<'_>, told: &[([usize; 2], &ExpectedScoreCurve)]) -> Markup {
    html! {
        table.grouped {
            thead {
                tr {
                    th.name scope="col" { "pairing" }
                    th scope="col" { "plies played" }
                    th scope="col" title="the share of games that go on" { "going on %" }
                    th scope="col" title="the score of the agent named first as it sees it" { "as the first sees it %" }
                    th scope="col" title="the score of the agent named first as the other one sees it" { "as the other sees it %" }
                }
            }
            @for ([a, b], course) in told {
                @let name = format!("{} – {}", results.name(*a), results.name(*b));
                tbody {
                    @for (at, point) in course.points(MOST_ROWS).into_iter().enumerate() {
                        tr {
                            th.name scope="row" { @if at == 0 { (name) } @else { span.sr { (name) } } }
                            td { (point.ply) }
                            td { (number(Some(100.0 * point.going_on), 0)) }
                            @for seen in point.seen { td { (seen.map_or(NONE.to_owned(), |share| per_cent(Some(share)))) } }
                        }
                    }
                }
            }
        }
    }
}
