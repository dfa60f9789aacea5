//! The pairings of agents.

use maud::{Markup, html};
use zermelo_arena::stats::{Confidence, elo, likelihood_of_superiority, normalized_elo, score_interval};

use super::results::Results;
use crate::words::{count, estimate, number, per_cent, per_cent_range};

/// With more pairings than this, they are collapsed.
const MOST_OPEN: usize = 15;

/// The columns: title and explanation.
const COLUMNS: [(&str, &str); 10] = [
    ("games", "games of the two"),
    ("won", "by the agent named first"),
    ("drawn", "games drawn"),
    ("lost", "by the agent named first"),
    ("score %", "points per game of the agent named first"),
    ("95 %", "where its true score lies, by 95 %; from pairs of games where all games are in pairs"),
    ("Elo", "the difference in strength that the score means"),
    ("nElo", "normalised Elo: the score above 1/2 in standard deviations of a game, times 347.4"),
    ("LOS %", "how sure it is that the agent named first is the better one"),
    ("draws %", "the share of games that were drawn"),
];

/// The columns of game pairs: title and explanation.
const PAIRS: [(&str, &str); 8] = [
    ("0", "pairs that brought the agent named first no point: both games lost"),
    ("½", "half a point: a loss and a draw"),
    ("1: one each", "a win and a loss: the opening or the side decided"),
    ("1: drawn", "two draws"),
    ("1½", "a win and a draw"),
    ("2", "both games won"),
    ("pairs won / lost", "pairs that brought more than a point per pair that brought less"),
    (
        "decided / drawn",
        "even pairs with a win each per even pair with two draws: high where openings decide the games",
    ),
];

/// The pairings and their game pairs.
pub(super) fn section(results: &Results<'_>) -> Markup {
    let pairings = results.pairings();
    let has_pairs = pairings.iter().any(|pairing| results.tables().pairs.contains_key(pairing));
    html! {
        @if !pairings.is_empty() {
            section {
                h2 { "Pairings" }
                p.note { "As the agent named first sees them. The two games of a pair depend on each other, so error bars are made from pairs." }
                (folded(pairings.len(), &table(results, &pairings)))
                @if has_pairs {
                    h3 { "Pairs of games by points" }
                    p.note { "The two games of a pair share an opening, with the sides swapped." }
                    (folded(pairings.len(), &pairs(results, &pairings)))
                }
            }
        }
    }
}

fn folded(rows: usize, table: &Markup) -> Markup {
    html! {
        @if rows > MOST_OPEN {
            details { summary { "All " (rows) " pairings" } (table) }
        } @else {
            (table)
        }
    }
}

fn name(results: &Results<'_>, [a, b]: [usize; 2]) -> Markup {
    let text = format!("{} – {}", results.name(a), results.name(b));
    html! { th.name scope="row" title=(text) { (text) } }
}

fn table(results: &Results<'_>, pairings: &[[usize; 2]]) -> Markup {
    html! {
        div.scroll {
            table {
                thead {
                    tr {
                        th.name scope="col" { "pairing" }
                        @for (name, title) in COLUMNS { th scope="col" title=(title) { (name) } }
                    }
                }
                tbody {
                    @for &pairing in pairings {
                        tr {
                            (name(results, pairing))
                            @for cell in row(results, pairing) { td { (cell) } }
                        }
                    }
                }
            }
        }
    }
}

fn row(results: &Results<'_>, [a, b]: [usize; 2]) -> [String; 10] {
    let counts = results.tables().cross.against(a, b).unwrap_or_default();
    let sample = results.tables().sample([a, b]);
    [
        count(counts.games()),
        count(counts.wins),
        count(counts.draws),
        count(counts.losses),
        per_cent(counts.score()),
        per_cent_range(score_interval(&sample, Confidence::P95)),
        estimate(elo(&sample, Confidence::P95)),
        estimate(normalized_elo(&sample, Confidence::P95)),
        per_cent(likelihood_of_superiority(&sample)),
        per_cent(counts.draw_ratio()),
    ]
}

fn pairs(results: &Results<'_>, pairings: &[[usize; 2]]) -> Markup {
    html! {
        div.scroll {
            table {
                thead {
                    tr {
                        th.name scope="col" { "pairing" }
                        @for (name, title) in PAIRS { th scope="col" title=(title) { (name) } }
                    }
                }
                tbody {
                    @for &pairing in pairings {
                        @if let Some(it) = results.tables().pairs.get(&pairing) {
                            tr {
                                (name(results, pairing))
                                @for cell in [it.ll, it.ld, it.wl, it.dd, it.wd, it.ww] { td { (count(cell)) } }
                                td { (number(it.pairs_ratio(), 2)) }
                                td { (number(it.decided_ratio(), 2)) }
                            }
                        }
                    }
                }
            }
        }
    }
}
