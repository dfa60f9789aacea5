//! The tables as JSON Lines: each object names its table. Infinite and unknown values are null.

use std::io::{self, Write};

use serde_json::{Value, json};
use zermelo_arena::results::ResultsReader;
use zermelo_arena::stats::{
    Confidence, Estimate, FirstPlayer, PlayerRating, SprtVerdict, elo, likelihood_of_superiority, normalized_elo,
    score_interval,
};
use zermelo_arena::tally::{CurvePoint, ExpectedScoreCurve, SprtTrace, TournamentDetails, TournamentTables};

use super::args::ResultTable;

/// The maximum number of points of a course.
const MAX_POINTS: usize = 64;

/// Prints tables in the order of the list.
pub fn print(
    out: &mut impl Write,
    reader: &ResultsReader,
    details: &TournamentDetails,
    wanted: &[ResultTable],
) -> io::Result<()> {
    let tables = &details.tables;
    writeln!(out, "{}", tournament(reader, tables))?;
    for table in wanted {
        let lines = match table {
            ResultTable::Cross => cells(tables).collect(),
            ResultTable::Averages => averages(tables).collect(),
            ResultTable::Pairings => pairings(tables),
            ResultTable::Ratings => ratings(reader, tables),
            ResultTable::Moves => moves(tables).collect(),
            ResultTable::Endings => endings(tables).collect(),
            ResultTable::Sprt => tables.sprt.iter().map(sprt).collect(),
            ResultTable::Places => places(tables),
            ResultTable::Course => courses(details),
            ResultTable::FirstMoves => first_moves(details).collect(),
        };
        lines.into_iter().try_for_each(|line: Value| writeln!(out, "{line}"))?;
    }
    Ok(())
}

fn endings(tables: &TournamentTables) -> impl Iterator<Item = Value> {
    let line = |(reason, games)| json!({ "table": "ending", "termination": reason, "games": games });
    tables.endings.iter().map(line)
}

fn places(tables: &TournamentTables) -> Vec<Value> {
    let Some(places) = &tables.ranking else { return Vec::new() };
    let line = |(place, &agent): (usize, &usize)| json!({ "table": "ranking", "place": place + 1, "agent": tables.names[agent], "final": places.is_final });
    places.ranking.iter().enumerate().map(line).collect()
}

/// The expected scores by ply of every pairing.
fn courses(details: &TournamentDetails) -> Vec<Value> {
    let name = |agent: usize| &details.tables.names[agent];
    let lines = |(&[a, b], course): (&[usize; 2], &ExpectedScoreCurve)| {
        let points = if course.has_scores() { course.points(MAX_POINTS) } else { Vec::new() };
        let line = move |point: CurvePoint| {
            let [own, other] = point.seen;
            json!({
                "table": "course",
                "agent": name(a),
                "opponent": name(b),
                "ply": point.ply,
                "seen_by_agent": own,
                "seen_by_opponent": other,
                "going_on": point.going_on,
            })
        };
        points.into_iter().map(line).collect::<Vec<_>>()
    };
    details.courses.iter().flat_map(lines).collect()
}

fn first_moves(details: &TournamentDetails) -> impl Iterator<Item = Value> {
    details.first_moves.iter().map(|(mv, counts)| {
        json!({
            "table": "first_move",
            "move": mv,
            "games": counts.games(),
            "wins": counts.wins,
            "draws": counts.draws,
            "losses": counts.losses,
            "score": counts.score(),
        })
    })
}

fn tournament(reader: &ResultsReader, tables: &TournamentTables) -> Value {
    let header = reader.header();
    let first = FirstPlayer::of(&tables.cross);
    json!({
        "table": "tournament",
        "name": header.config.name,
        "game": header.config.game,
        "format": header.config.format,
        "seed": header.config.seed,
        "begun": header.begun,
        "program": header.program,
        "games": tables.games(),
        "different": tables.different,
        "first_score": first.score(),
        "first_elo": first.elo(Confidence::P95).map(estimate),
        "mean_plies": tables.lengths.mean(),
    })
}

fn sprt(test: &SprtTrace) -> Value {
    let hypotheses = test.hypotheses();
    let verdict = match test.verdict() {
        SprtVerdict::Continue => Value::Null,
        SprtVerdict::H0 => "h0".into(),
        SprtVerdict::H1 => "h1".into(),
    };
    json!({
        "table": "sprt",
        "elo0": hypotheses.elo0(),
        "elo1": hypotheses.elo1(),
        "llr": test.ratio(),
        "lower": hypotheses.lower_bound(),
        "upper": hypotheses.upper_bound(),
        "accepted": verdict,
    })
}

fn cells(tables: &TournamentTables) -> impl Iterator<Item = Value> {
    tables.cross.played().map(|(first, second, counts)| {
        json!({
            "table": "cross",
            "first": tables.names[first],
            "second": tables.names[second],
            "wins": counts.wins,
            "draws": counts.draws,
            "losses": counts.losses,
            "score": counts.score(),
        })
    })
}

fn averages(tables: &TournamentTables) -> impl Iterator<Item = Value> {
    tables.names.iter().enumerate().filter_map(|(agent, name)| {
        let averages = tables.cross.averages(agent).ok()?;
        Some(json!({
            "table": "averages",
            "agent": name,
            "as_first": averages.as_first,
            "as_second": averages.as_second,
            "mean": averages.mean,
        }))
    })
}

fn ratings(reader: &ResultsReader, tables: &TournamentTables) -> Vec<Value> {
    let ratings = match tables.ratings(&reader.header().config) {
        Ok(ratings) => ratings,
        Err(error) => return vec![json!({ "table": "ratings", "error": error.to_string() })],
    };
    let mut lines = Vec::new();
    for (name, standing) in tables.names.iter().zip(ratings.standings()) {
        let (word, value) = match standing {
            PlayerRating::Rated(value) => ("rated", Some(*value)),
            PlayerRating::Above => ("above", None),
            PlayerRating::Below => ("below", None),
            PlayerRating::Unrelated => ("unrelated", None),
        };
        lines.push(json!({ "table": "rating", "agent": name, "standing": word, "elo": value.map(estimate) }));
    }
    if let Some(advantage) = ratings.advantage() {
        lines.push(json!({ "table": "advantage", "elo": estimate(advantage) }));
    }
    lines
}

/// Every pairing, from the point of view of the agent listed first.
fn pairings(tables: &TournamentTables) -> Vec<Value> {
    let mut lines = Vec::new();
    for a in 0..tables.names.len() {
        for b in a + 1..tables.names.len() {
            let counts = tables.cross.against(a, b).unwrap_or_default();
            if counts.games() == 0 {
                continue;
            }
            let sample = tables.sample([a, b]);
            let interval = score_interval(&sample, Confidence::P95);
            let pairs = tables.pairs.get(&[a, b]);
            lines.push(json!({
                "table": "pairing",
                "agent": tables.names[a],
                "opponent": tables.names[b],
                "wins": counts.wins,
                "draws": counts.draws,
                "losses": counts.losses,
                "score": counts.score(),
                "low": interval.map(|interval| interval.low),
                "high": interval.map(|interval| interval.high),
                "elo": elo(&sample, Confidence::P95).map(estimate),
                "normalized_elo": normalized_elo(&sample, Confidence::P95).map(estimate),
                "superiority": likelihood_of_superiority(&sample),
                "draw_ratio": counts.draw_ratio(),
                "pairs": pairs,
            }));
        }
    }
    lines
}

fn moves(tables: &TournamentTables) -> impl Iterator<Item = Value> {
    tables.names.iter().zip(&tables.moves).zip(&tables.playouts).zip(&tables.faults).map(
        |(((name, moves), playouts), faults)| {
            let ms = |nanoseconds: f64| nanoseconds / 1e6;
            json!({
                "table": "moves",
                "agent": name,
                "moves": moves.nanoseconds.count(),
                "mean_ms": moves.nanoseconds.mean().map(ms),
                "p95_ms": moves.nanoseconds.p95().map(|p95| ms(p95 as f64)),
                "mean_nodes": moves.nodes.mean(),
                "p95_nodes": moves.nodes.p95(),
                "mean_depth": moves.depth.mean(),
                "deepest": moves.depth.greatest(),
                "mean_playouts": playouts.mean(),
                "faults": faults,
            })
        },
    )
}

/// An estimate with its interval.
fn estimate(estimate: Estimate) -> Value {
    json!({ "value": estimate.value, "low": estimate.interval.low, "high": estimate.interval.high })
}
