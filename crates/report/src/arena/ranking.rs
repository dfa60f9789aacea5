//! The ranking.

use maud::{Markup, html};
use zermelo_arena::stats::{
    Confidence, Estimate, Interval, PlayerRating, likelihood_of_superiority, normalized_elo, score_interval,
};

use super::results::Results;
use crate::chart::{Chart, Whisker, height_of_rows, whiskers};
use crate::page::Page;
use crate::words::{count, estimate, per_cent, per_cent_range};

/// The agents by rank, with intervals.
pub(super) fn section(results: &Results<'_>, page: &mut Page) -> Markup {
    let tables = results.tables();
    html! {
        section {
            h2 { "Ranking" }
            @if let Some(places) = &tables.ranking {
                p.note {
                    "In the order of the " (results.config().format.word()) " tournament"
                    @if places.is_final { "." } @else { ", as far as it was played." }
                }
            }
            (page.figure(chart(results), &html! {}))
            (table(results))
            @if let Some(text) = why_not(results) { p.note { (text) } }
            (words(results))
        }
    }
}

/// Why agents have no rating.
fn why_not(results: &Results<'_>) -> Option<String> {
    match &results.ratings {
        Err(error) => Some(format!("No ratings: {error}.")),
        Ok(ratings) => {
            let has = |wanted: &PlayerRating| ratings.standings().iter().any(|standing| standing == wanted);
            let mut parts = Vec::new();
            if has(&PlayerRating::Above) || has(&PlayerRating::Below) {
                parts.push(
                    "Who gave no point to the rated agents stands above all, who took none below all: no number says by how much.",
                );
            }
            if has(&PlayerRating::Unrelated) {
                parts.push("Who is connected to the others by no game has no rating.");
            }
            (!parts.is_empty()).then(|| parts.join(" "))
        }
    }
}

fn rated(results: &Results<'_>, agent: usize) -> Option<Estimate> {
    match results.ratings.as_ref().ok()?.standings().get(agent)? {
        PlayerRating::Rated(rating) => Some(*rating),
        _ => None,
    }
}

fn chart(results: &Results<'_>) -> Chart {
    let has_ratings = results.order.iter().any(|&agent| rated(results, agent).is_some());
    let rows: Vec<Whisker> = results
        .order
        .iter()
        .map(|&agent| {
            let (value, words) = if has_ratings {
                let rating = rated(results, agent);
                (rating.map(|it| [it.value, it.interval.low, it.interval.high]), estimate(rating))
            } else {
                let (score, interval) = score(results, agent);
                let ends = score.zip(interval).map(|(score, it)| [score, it.low, it.high].map(|share| 100.0 * share));
                (ends, format!("{} % ({})", per_cent(score), per_cent_range(interval)))
            };
            Whisker { label: results.name(agent).to_owned(), value, words }
        })
        .collect();
    let summary: Vec<String> = rows.iter().map(|row| format!("{}: {}", row.label, row.words)).collect();
    let level = results.config().rating.as_ref().map_or(0.0, |rating| rating.value);
    let (title, axis, middle) = if has_ratings { ("Ratings", "Elo", level) } else { ("Scores", "score in %", 50.0) };
    Chart::new(title, height_of_rows(rows.len()), "", whiskers(&rows, axis, middle))
        .note("Dots are the likeliest values; in 95 of 100 tournaments like this one the bars hold the true ones.")
        .summary(summary.join("; "))
}

/// The score of an agent against all others, with its interval.
fn score(results: &Results<'_>, agent: usize) -> (Option<f64>, Option<Interval>) {
    let score = results.tables().cross.total(agent).ok().and_then(|counts| counts.score());
    (score, score_interval(&results.tables().sample_of(agent), Confidence::P95))
}

/// The columns: title and explanation.
const COLUMNS: [(&str, &str); 9] = [
    ("games", "games against the other agents"),
    ("score %", "points per game against the other agents: a win 1, a draw 1/2"),
    ("95 %", "where the true score lies, by 95 %; from pairs of games where all games are in pairs"),
    ("Elo", "the likeliest rating given all games of the tournament, with 95 % error bars; 400 more mean ten to one"),
    (
        "nElo",
        "normalised Elo against the opponents met: the score above 1/2 in standard deviations of a game, times 347.4; it does not depend on how often games are drawn",
    ),
    ("LOS %", "likelihood of superiority: how sure it is that the true score against the opponents met is above 1/2"),
    ("draws %", "the share of games that were drawn"),
    ("first %", "mean score as the first player; each opponent weighs alike"),
    ("second %", "mean score as the second player; each opponent weighs alike"),
];

fn table(results: &Results<'_>) -> Markup {
    html! {
        div.scroll {
            table {
                thead {
                    tr {
                        th scope="col" { span.sr { "place" } }
                        th.name scope="col" { "agent" }
                        @for (name, title) in COLUMNS { th scope="col" title=(title) { (name) } }
                    }
                }
                tbody {
                    @for (place, &agent) in results.order.iter().enumerate() {
                        tr {
                            td { (place + 1) }
                            th.name scope="row" title=(results.name(agent)) { (results.name(agent)) }
                            @for cell in row(results, agent) { td { (cell) } }
                        }
                    }
                }
            }
        }
    }
}

fn row(results: &Results<'_>, agent: usize) -> [String; 9] {
    let tables = results.tables();
    let total = tables.cross.total(agent).unwrap_or_default();
    let sample = tables.sample_of(agent);
    let (score, interval) = score(results, agent);
    let averages = tables.cross.averages(agent).ok();
    let standing = results.ratings.as_ref().ok().and_then(|ratings| ratings.standings().get(agent));
    let elo = match standing {
        Some(PlayerRating::Above) => "above all".to_owned(),
        Some(PlayerRating::Below) => "below all".to_owned(),
        _ => estimate(rated(results, agent)),
    };
    [
        count(total.games()),
        per_cent(score),
        per_cent_range(interval),
        elo,
        estimate(normalized_elo(&sample, Confidence::P95)),
        per_cent(likelihood_of_superiority(&sample)),
        per_cent(total.draw_ratio()),
        per_cent(averages.and_then(|averages| averages.as_first)),
        per_cent(averages.and_then(|averages| averages.as_second)),
    ]
}

fn words(results: &Results<'_>) -> Markup {
    let anchor = results.config().rating.as_ref().and_then(|rating| rating.anchor.clone());
    html! {
        details {
            summary { "What the columns mean" }
            dl.words { @for (name, title) in COLUMNS { dt { (name) } dd { (title) } } }
            p.note {
                "The ratings have " (results.config().rating.as_ref().map_or(0.0, |rating| rating.value))
                @match anchor { Some(name) => { " for " (name) ", whose rating has no error." }, None => " as their mean." }
                " The model is that of "
                a href="https://doi.org/10.1007/BF01180541" { "Zermelo 1929" } ", a draw being half a win and half a loss."
            }
        }
    }
}
