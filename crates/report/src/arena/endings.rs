//! The endings and lengths of games.

use maud::{Markup, html};
use zermelo_arena::stats::Counts;

use super::results::Results;
use crate::chart::{Chart, bars, columns, height_of_rows};
use crate::page::Page;
use crate::words::{count, number, per_cent};

/// Endings by reason and winner.
pub(super) fn section(results: &Results<'_>, page: &mut Page) -> Markup {
    let mut rows: Vec<(String, Counts)> =
        results.tables().outcomes.iter().map(|(word, counts)| (word.replace('_', " "), *counts)).collect();
    rows.sort_by_key(|(_, counts)| std::cmp::Reverse(counts.games()));
    let [first, second] = results.sides.map(|side| side.text);
    let (won, lost) = (format!("won by {first} (first)"), format!("won by {second} (second)"));
    let column = |take: fn(&Counts) -> u64| rows.iter().map(|(_, counts)| take(counts) as f64).collect::<Vec<f64>>();
    let parts = [
        (won.as_str(), "var(--series-1)", column(|it| it.wins)),
        ("drawn", "var(--series-7)", column(|it| it.draws)),
        (lost.as_str(), "var(--series-2)", column(|it| it.losses)),
    ];
    let names: Vec<String> = rows.iter().map(|(word, _)| word.clone()).collect();
    let said: Vec<String> = rows.iter().map(|(word, counts)| format!("{word}: {}", count(counts.games()))).collect();
    let all = results.tables().games();
    let chart = Chart::new("Endings", height_of_rows(rows.len()) + 20, "", bars(&names, &parts, "games", true))
        .note("Games by the reason of their end.")
        .summary(said.join("; "));
    html! {
        section {
            h2 { "How games ended" }
            (page.figure(chart, &html! {}))
            div.scroll {
                table {
                    thead {
                        tr {
                            th.name scope="col" { "reason" } th scope="col" { "games" }
                            th scope="col" title="share of all games" { "%" }
                            th scope="col" { (won) } th scope="col" { "drawn" } th scope="col" { (lost) }
                        }
                    }
                    tbody {
                        @for (word, counts) in &rows {
                            tr {
                                th.name scope="row" { (word) }
                                td { (count(counts.games())) }
                                td { (per_cent(Some(counts.games() as f64 / all.max(1) as f64))) }
                                td { (count(counts.wins)) } td { (count(counts.draws)) } td { (count(counts.losses)) }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// The maximum number of columns of the histogram.
const MOST: u32 = 60;

/// The lengths of games.
pub(super) fn lengths(results: &Results<'_>, page: &mut Page) -> Markup {
    let tables = results.tables();
    let (Some(&least), Some(&most)) = (tables.histogram.keys().next(), tables.histogram.keys().next_back()) else {
        return html! {};
    };
    let width = width(most - least + 1);
    let from = least / width * width;
    let classes = (most - from) / width + 1;
    let mut values = vec![0; classes as usize];
    for (plies, games) in &tables.histogram {
        values[((plies - from) / width) as usize] += games;
    }
    let label = |class: u32| {
        let begin = from + class * width;
        if width == 1 { begin.to_string() } else { format!("{begin}–{}", begin + width - 1) }
    };
    let labels: Vec<String> = (0..classes).map(label).collect();
    let said = format!(
        "{} plies in the mean, half of the games at most {}, the shortest {least}, the longest {most}",
        number(tables.lengths.mean(), 1),
        tables.lengths.quantile(0.5).unwrap_or(0),
    );
    let chart = Chart::new("Games by their length", 260, "", columns(&labels, &values, ["plies", "games"]))
        .note(format!("Plies count each move of either side, the opening included: {said}."))
        .summary(said);
    let numbers = html! {
        table {
            thead { tr { th scope="col" { "plies" } th scope="col" { "games" } } }
            tbody { @for (label, games) in labels.iter().zip(&values) { tr { td { (label) } td { (count(*games)) } } } }
        }
    };
    html! { section { h2 { "Length" } (page.figure(chart, &numbers)) } }
}

/// The width of a column in plies: 1, 2, 5, 10, 20 and so on.
fn width(range: u32) -> u32 {
    let mut scale = 1;
    loop {
        for step in [1, 2, 5] {
            if range / (scale * step) < MOST {
                return scale * step;
            }
        }
        scale *= 10;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_few_and_round() {
        let widths = [1, 42, 60, 100, 1000, u32::MAX].map(width);
        assert_eq!(widths, [1, 1, 2, 2, 20, 100_000_000]);
    }
}
