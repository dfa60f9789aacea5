//! The head of the report.

use std::fmt::Write as _;

use maud::{Markup, html};
use zermelo_arena::adjudication::AdjudicationRules;
use zermelo_arena::plan::{GameCount, LimitsConfig, Sides, TournamentConfig};
use zermelo_arena::stats::{Confidence, likelihood_of_superiority, score_interval};

use super::results::Results;
use crate::words::{NONE, count, counted, per_cent, per_cent_range};

/// The title, the game and the agents.
pub(super) fn section(results: &Results<'_>) -> Markup {
    let config = results.config();
    html! {
        header {
            h1 { (results.title()) }
            p.lead { (counted(results.tables().games(), "game")) " of " (config.game) ", " (counted(results.agents() as u64, "agent")) }
            @if let Some(text) = headline(results) { p.headline { (text) } }
            dl.facts {
                @for (term, text) in facts(results) { dt { (term) } dd { (text) } }
            }
            h2 { "Agents" }
            p.note { "What played: its specification, and what it might spend." }
            div.scroll {
                table {
                    thead { tr { th.name scope="col" { "name" } th.name scope="col" { "specification" } th.name scope="col" { "limits" } } }
                    tbody {
                        @for agent in &config.agents {
                            tr {
                                th.name scope="row" title=(agent.name()) { (agent.name()) }
                                td.text { code { (agent.spec) } }
                                td.text { (limits(&agent.limits(&config.limits))) }
                            }
                        }
                    }
                }
            }
        }
        noscript { p.note { "The charts are drawn by a script, which is off here. All their figures are in the tables." } }
    }
}

/// The result in a sentence, if there is one.
fn headline(results: &Results<'_>) -> Option<String> {
    let tables = results.tables();
    let (&best, rest) = results.order.split_first()?;
    if let [other] = *rest {
        let sample = tables.sample([best.min(other), best.max(other)]);
        let own = tables.cross.against(best, other).ok()?;
        let mirrored = best > other;
        let interval = score_interval(&sample, Confidence::P95)?;
        let range = if mirrored {
            zermelo_arena::stats::Interval { low: 1.0 - interval.high, high: 1.0 - interval.low }
        } else {
            interval
        };
        let better = likelihood_of_superiority(&sample).map(|it| if mirrored { 1.0 - it } else { it });
        return Some(format!(
            "{} scores {} % against {} (95 %: {}). It is the better one with a likelihood of {} %.",
            results.name(best),
            per_cent(own.score()),
            results.name(other),
            per_cent_range(Some(range)),
            per_cent(better),
        ));
    }
    let score = tables.cross.total(best).ok()?.score()?;
    let verb = if tables.ranking.as_ref().is_some_and(|places| places.is_final) { "wins" } else { "leads" };
    Some(format!("{} {verb}, with {} % of the points of its games.", results.name(best), per_cent(Some(score))))
}

fn facts(results: &Results<'_>) -> Vec<(&'static str, String)> {
    let (config, tables) = (results.config(), results.tables());
    let mut facts = vec![("Game", config.game.clone()), ("Format", format(config)), ("Games", games(results))];
    facts.push(("Openings", openings(config)));
    if let Some(text) = adjudication(&config.adjudication) {
        facts.push(("Adjudication", text));
    }
    facts.push(("Seed", config.seed.to_string()));
    facts.push(("Played", played(results)));
    let programs: Vec<&str> = if tables.programs.is_empty() {
        vec![&results.header.program]
    } else {
        tables.programs.iter().map(String::as_str).collect()
    };
    facts.push(("Program", programs.join(", ")));
    facts
}

fn format(config: &TournamentConfig) -> String {
    let sides = match (config.sides, config.pairs) {
        (Sides::Both, true) => "pairs of games from one opening, with the sides swapped",
        (Sides::Both, false) => "both sides equally often",
        (Sides::Fixed, _) => "the agent listed first begins",
        (Sides::Random, _) => "sides by lot",
    };
    let games = match config.games {
        GameCount::Endless => "endless".to_owned(),
        GameCount::Games(games) => format!("{} each pairing", counted(games, "game")),
    };
    format!("{}; {games}; {sides}", config.format.word())
}

fn games(results: &Results<'_>) -> String {
    let tables = results.tables();
    let games = tables.games();
    if tables.different < games {
        format!(
            "{}; {} of them differ, the others repeat one of these move by move",
            count(games),
            count(tables.different)
        )
    } else {
        format!("{}; all differ", count(games))
    }
}

fn openings(config: &TournamentConfig) -> String {
    let mut text = match &config.openings {
        None => "the initial position".to_owned(),
        Some(openings) => match (&openings.plies, &openings.book, &openings.list) {
            (Some(plies), ..) => {
                let balanced = if openings.balanced { ", balanced" } else { "" };
                format!("{plies} random plies{balanced}, each pair of games another")
            }
            (None, Some(book), list) => {
                let lines =
                    list.as_ref().map_or(String::new(), |list| format!(", {}", counted(list.len() as u64, "line")));
                format!("the book {book}{lines}")
            }
            (None, None, list) => format!("a list of {}", list.as_ref().map_or(0, Vec::len)),
        },
    };
    if config.random_first > 0 {
        let plies = if config.random_first == 1 { "ply" } else { "plies" };
        // Writing to a string does not fail.
        let _ = write!(text, "; then {} {plies} by chance", config.random_first);
    }
    text
}

/// The adjudication rules; `None` without adjudication.
fn adjudication(rules: &AdjudicationRules) -> Option<String> {
    let mut parts = Vec::new();
    parts.extend(rules.win.map(|win| format!("won at a score of {} for {} moves of both", win.score, win.moves)));
    parts.extend(rules.draw.map(|draw| {
        format!("drawn at a score within {} for {} moves of both, from ply {}", draw.score, draw.moves, draw.after)
    }));
    parts.extend(rules.max_plies.map(|plies| format!("drawn after {} plies", count(u64::from(plies)))));
    if rules.solver {
        parts.push("decided by a solver".to_owned());
    }
    (!parts.is_empty()).then(|| parts.join("; "))
}

/// The limits of an agent.
fn limits(limits: &LimitsConfig) -> String {
    let mut parts = Vec::new();
    parts.extend(limits.time.map(|time| format!("{time} a move")));
    parts.extend(limits.clock.map(|clock| format!("clock {clock}")));
    parts.extend(limits.depth.map(|depth| format!("depth {depth}")));
    parts.extend(limits.nodes.map(|nodes| format!("{} nodes", count(nodes))));
    parts.extend(limits.playouts.map(|playouts| format!("{} playouts", count(playouts))));
    if parts.is_empty() { "its own".to_owned() } else { parts.join(", ") }
}

fn played(results: &Results<'_>) -> String {
    let minute = |ms: i64| {
        let at = jiff::Timestamp::from_millisecond(ms).unwrap_or_default();
        // RFC 3339 begins with the date and the minute.
        at.to_string().get(..16).unwrap_or(NONE).replace('T', " ")
    };
    match results.tables().period {
        None => format!("begun {}", results.header.begun),
        Some([first, last]) if minute(first) == minute(last) => format!("{} UTC", minute(first)),
        Some([first, last]) => format!("{} to {} UTC", minute(first), minute(last)),
    }
}
