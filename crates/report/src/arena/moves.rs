//! Time, nodes and depth of moves.

use maud::{Markup, html};
use zermelo_arena::tally::{PlyBands, PlyFigures};

use super::results::Results;
use crate::chart::{Chart, Curve, Stroke, curves};
use crate::page::Page;
use crate::words::{count, milliseconds, number};

/// The columns: title and explanation.
const COLUMNS: [(&str, &str); 9] = [
    ("moves", "moves that the agent chose; openings are nobody's"),
    ("mean ms", "time a move by the arena's clock, in milliseconds"),
    ("p95 ms", "95 of 100 moves took no longer"),
    ("longest ms", "the longest move"),
    ("mean nodes", "moves played in the search below the root, of the moves that say so"),
    ("p95 nodes", "95 of 100 moves took no more"),
    ("depth", "mean depth reached, of the moves that say so"),
    ("deepest", "greatest depth reached"),
    ("playouts", "games played out a move, of the moves that say so"),
];

/// Time, nodes and depth: a row per agent, then by ply.
pub(super) fn section(results: &Results<'_>, page: &mut Page) -> Markup {
    html! {
        section {
            h2 { "Moves" }
            (table(results))
            details {
                summary { "What the columns mean" }
                dl.words { @for (name, title) in COLUMNS { dt { (name) } dd { (title) } } }
            }
            (by_ply(results, page))
        }
    }
}

fn table(results: &Results<'_>) -> Markup {
    let has_faults = results.tables().faults.iter().any(|faults| !faults.is_empty());
    html! {
        div.scroll {
            table {
                thead {
                    tr {
                        th.name scope="col" { "agent" }
                        @for (name, title) in COLUMNS { th scope="col" title=(title) { (name) } }
                        @if has_faults { th.name scope="col" title="games lost by time, crash, stall and the like" { "lost beside the board" } }
                    }
                }
                tbody {
                    @for &agent in &results.order {
                        tr {
                            th.name scope="row" title=(results.name(agent)) { (results.name(agent)) }
                            @for cell in row(results, agent) { td { (cell) } }
                            @if has_faults { td.name { (faults(results, agent)) } }
                        }
                    }
                }
            }
        }
    }
}

fn row(results: &Results<'_>, agent: usize) -> [String; 9] {
    let moves = &results.tables().moves[agent];
    let whole = |value: Option<u64>| value.map_or(number(None, 0), count);
    [
        count(moves.nanoseconds.count()),
        milliseconds(moves.nanoseconds.mean()),
        milliseconds(moves.nanoseconds.p95().map(|it| it as f64)),
        milliseconds(moves.nanoseconds.greatest().map(|it| it as f64)),
        whole(moves.nodes.mean().map(|it| it.round() as u64)),
        whole(moves.nodes.p95()),
        number(moves.depth.mean(), 1),
        whole(moves.depth.greatest()),
        whole(results.tables().playouts[agent].mean().map(|it| it.round() as u64)),
    ]
}

fn faults(results: &Results<'_>, agent: usize) -> String {
    let all = &results.tables().faults[agent];
    let texts: Vec<String> =
        all.iter().map(|(reason, games)| format!("{} {games}", reason.replace('_', " "))).collect();
    texts.join(", ")
}

/// Up to this number of agents, each has a second curve for the 95th percentile. More curves would not be readable.
const MOST_WITH_P95: usize = 4;

/// Selects the value of a chart from the figures of a ply, and the 95th percentile if there is one.
type Take = fn(&PlyFigures) -> (Option<f64>, Option<f64>);

fn by_ply(results: &Results<'_>, page: &mut Page) -> Markup {
    let charts: [(&str, &str, &str, bool, Take); 3] = [
        ("Time by ply", "ms", " ms", true, |it| {
            let ms = |nanoseconds: f64| nanoseconds / 1e6;
            (it.nanoseconds.mean().map(ms), it.nanoseconds.p95().map(|p95| ms(p95 as f64)))
        }),
        ("Nodes by ply", "nodes", "", true, |it| (it.nodes.mean(), it.nodes.p95().map(|p95| p95 as f64))),
        ("Depth by ply", "plies", "", false, |it| (it.mean_depth(), None)),
    ];
    let mut figures = Vec::new();
    for (title, axis, unit, log, take) in charts {
        let lines = lines(results, take);
        if lines.is_empty() {
            continue;
        }
        let has_p95 = lines.iter().any(|line| line.stroke == Stroke::Dashed);
        let note = if has_p95 {
            "The mean of the moves at each ply; dashed, the 95th percentile, to a sixteenth."
        } else {
            "The mean of the moves at each ply."
        };
        let option = curves(&lines, ["ply", axis], log);
        let chart =
            Chart::new(title, 320, unit, option).note(note).summary("The table of numbers has the same figures");
        figures.push(page.figure(chart, &html! {}));
    }
    html! {
        @for figure in &figures { (figure) }
        @if !figures.is_empty() {
            details { summary { "Time, nodes and depth by ply, in numbers" } div.scroll { (numbers(results)) } }
        }
    }
}

fn lines(results: &Results<'_>, take: Take) -> Vec<Curve> {
    let mut lines = Vec::new();
    for (number, &agent) in results.order.iter().enumerate() {
        let bands = results.details.moves[agent].within(64);
        let name = results.name(agent);
        let (mut mean, mut p95) = (Vec::new(), Vec::new());
        for (ply, figures) in bands.iter() {
            let ply = f64::from(ply + 1);
            let (value, high) = take(figures);
            mean.extend(value.filter(|&value| value > 0.0).map(|value| (ply, Some(value))));
            p95.extend(high.filter(|&high| high > 0.0).map(|high| (ply, Some(high))));
        }
        if mean.is_empty() {
            continue;
        }
        lines.push(Curve { name: name.to_owned(), points: mean, number, stroke: Stroke::Marked });
        if results.agents() <= MOST_WITH_P95 && !p95.is_empty() {
            lines.push(Curve { name: format!("{name}, p95"), points: p95, number, stroke: Stroke::Dashed });
        }
    }
    lines
}

/// The number of rows per agent in the table.
const MOST_ROWS: usize = 24;

fn numbers(results: &Results<'_>) -> Markup {
    html! {
        table.grouped {
            thead {
                tr {
                    th.name scope="col" { "agent" }
                    th scope="col" { "plies" } th scope="col" { "moves" }
                    th scope="col" { "mean ms" } th scope="col" { "p95 ms" }
                    th scope="col" { "mean nodes" } th scope="col" { "p95 nodes" } th scope="col" { "depth" }
                }
            }
            @for &agent in &results.order {
                @let bands = results.details.moves[agent].within(MOST_ROWS);
                tbody {
                    @for (at, (ply, figures)) in bands.iter().filter(|(_, it)| it.nanoseconds.count() > 0).enumerate() {
                        tr {
                            th.name scope="row" { @if at == 0 { (results.name(agent)) } @else { span.sr { (results.name(agent)) } } }
                            (numbers_of(&bands, ply, figures))
                        }
                    }
                }
            }
        }
    }
}

fn numbers_of(bands: &PlyBands<PlyFigures>, ply: u32, figures: &PlyFigures) -> Markup {
    let plies =
        if bands.width() == 1 { (ply + 1).to_string() } else { format!("{}–{}", ply + 1, ply + bands.width()) };
    html! {
        td { (plies) }
        td { (count(figures.nanoseconds.count())) }
        td { (milliseconds(figures.nanoseconds.mean())) }
        td { (milliseconds(figures.nanoseconds.p95().map(|it| it as f64))) }
        td { (number(figures.nodes.mean(), 0)) }
        td { (number(figures.nodes.p95().map(|it| it as f64), 0)) }
        td { (number(figures.mean_depth(), 1)) }
    }
}
