//! The tables as text.

use std::io::{self, Write};

use zermelo_arena::results::ResultsReader;
use zermelo_arena::stats::{
    Confidence, Estimate, FirstPlayer, Hypotheses, PlayerRating, SprtVerdict, elo, likelihood_of_superiority,
    normalized_elo, score_interval,
};
use zermelo_arena::tally::{TournamentDetails, TournamentTables};

use super::args::ResultTable;
use super::game;
use crate::heat_map;
use crate::style::{STRONG, paint};
use crate::text_table::TextTable;

/// Prints tables in the order of the list.
pub fn print(
    out: &mut impl Write,
    reader: &ResultsReader,
    details: &TournamentDetails,
    wanted: &[ResultTable],
) -> io::Result<()> {
    let tables = &details.tables;
    heading(out, reader, tables)?;
    if tables.games() == 0 {
        return Ok(());
    }
    wanted.iter().try_for_each(|table| match table {
        ResultTable::Cross => cross(out, tables),
        ResultTable::Averages => averages(out, tables),
        ResultTable::Pairings => pairings(out, tables),
        ResultTable::Ratings => ratings(out, reader, tables),
        ResultTable::Moves => moves(out, tables),
        ResultTable::Endings => endings(out, tables),
        ResultTable::Sprt => test(out, tables),
        ResultTable::Places => places(out, tables),
        ResultTable::Course => courses(out, details),
        ResultTable::FirstMoves => first_moves(out, reader, details),
    })
}

fn heading(out: &mut impl Write, reader: &ResultsReader, tables: &TournamentTables) -> io::Result<()> {
    let config = &reader.header().config;
    let name = config.name.as_ref().map_or(String::new(), |name| format!("{name}: "));
    let games = tables.games();
    writeln!(out, "{name}{}, {}, seed {}: {games} games", config.game, config.format.word(), config.seed)?;
    if tables.different < games {
        writeln!(out, "{} of them are distinct; the others repeat one of these move by move", tables.different)?;
    }
    Ok(())
}

fn number(value: Option<f64>, places: usize) -> String {
    value.map_or("-".to_owned(), |value| format!("{value:.places$}"))
}

fn per_cent(value: Option<f64>) -> String {
    number(value.map(|value| 100.0 * value), 1)
}

/// The row plays first, the column second; the score is the row's.
fn cross(out: &mut impl Write, tables: &TournamentTables) -> io::Result<()> {
    let count = tables.names.len();
    let numbers: Vec<String> = (1..=count).map(|number| number.to_string()).collect();
    let columns: Vec<&str> = numbers.iter().map(String::as_str).collect();
    let mut table = TextTable::new("Score in % of the row, which plays first, against the column", &columns);
    for first in 0..count {
        let cell = |second| per_cent(tables.cross.cell(first, second).ok().and_then(|counts| counts.score()));
        table.row(format!("{} {}", first + 1, tables.names[first]), (0..count).map(cell));
    }
    table.print(out)?;
    let advantage = FirstPlayer::of(&tables.cross);
    let interval = advantage.interval(Confidence::P95);
    let range =
        interval.map_or(String::new(), |it| format!(" ({} to {})", per_cent(Some(it.low)), per_cent(Some(it.high))));
    writeln!(out, "The first player scores {}%{range}", per_cent(advantage.score()))
}

fn averages(out: &mut impl Write, tables: &TournamentTables) -> io::Result<()> {
    let mut table = TextTable::new("Averages in %", &["as first", "as second", "mean"]);
    for (agent, name) in tables.names.iter().enumerate() {
        if let Ok(averages) = tables.cross.averages(agent) {
            table.row(name, [averages.as_first, averages.as_second, averages.mean].map(per_cent));
        }
    }
    table.print(out)
}

/// The maximum number of pairings in the table.
const MAX_PAIRINGS: usize = 45;

fn pairings(out: &mut impl Write, tables: &TournamentTables) -> io::Result<()> {
    let columns = ["games", "won", "drawn", "lost", "score %", "95%", "Elo", "nElo", "LOS %"];
    let mut table = TextTable::new("Pairings, from the point of view of the agent named first", &columns);
    let mut pairs = TextTable::new(
        "Pairs of games by points: the same opening with sides swapped",
        &["0", "1/2", "1: one each", "1: drawn", "3/2", "2"],
    );
    for a in 0..tables.names.len() {
        for b in a + 1..tables.names.len() {
            let counts = tables.cross.against(a, b).unwrap_or_default();
            if counts.games() == 0 {
                continue;
            }
            let sample = tables.sample([a, b]);
            let name = format!("{} - {}", tables.names[a], tables.names[b]);
            let interval = score_interval(&sample, Confidence::P95);
            let range =
                interval.map_or("-".to_owned(), |it| format!("{:.1} to {:.1}", 100.0 * it.low, 100.0 * it.high));
            table.row(
                &name,
                [
                    counts.games().to_string(),
                    counts.wins.to_string(),
                    counts.draws.to_string(),
                    counts.losses.to_string(),
                    per_cent(counts.score()),
                    range,
                    estimate(elo(&sample, Confidence::P95)),
                    estimate(normalized_elo(&sample, Confidence::P95)),
                    per_cent(likelihood_of_superiority(&sample)),
                ],
            );
            if let Some(it) = tables.pairs.get(&[a, b]) {
                pairs.row(name, [it.ll, it.ld, it.wl, it.dd, it.wd, it.ww].map(|count| count.to_string()));
            }
        }
    }
    if table.len() > MAX_PAIRINGS {
        return Ok(());
    }
    table.print(out)?;
    if pairs.len() > 0 { pairs.print(out) } else { Ok(()) }
}

/// `+35.2 ± 12.0`, or the interval if it is infinite.
fn estimate(estimate: Option<Estimate>) -> String {
    let Some(estimate) = estimate else { return "-".to_owned() };
    let end = |value: f64| if value.is_finite() { format!("{value:+.1}") } else { infinite(value) };
    match estimate.error() {
        Some(error) if estimate.value.is_finite() => format!("{:+.1} ± {error:.1}", estimate.value),
        _ => format!("{} ({} to {})", end(estimate.value), end(estimate.interval.low), end(estimate.interval.high)),
    }
}

fn infinite(value: f64) -> String {
    if value > 0.0 { "+inf".to_owned() } else { "-inf".to_owned() }
}

fn ratings(out: &mut impl Write, reader: &ResultsReader, tables: &TournamentTables) -> io::Result<()> {
    let ratings = match tables.ratings(&reader.header().config) {
        Ok(ratings) => ratings,
        Err(error) => return writeln!(out, "\nNo ratings: {error}"),
    };
    let mut order: Vec<usize> = (0..tables.names.len()).collect();
    let value = |agent: usize| ratings.standings()[agent].value().unwrap_or(f64::NEG_INFINITY);
    order.sort_by(|&a, &b| value(b).total_cmp(&value(a)));
    let mut table = TextTable::new("Ratings (maximum likelihood), with 95% error bars", &["Elo"]);
    for agent in order {
        let shown = match &ratings.standings()[agent] {
            PlayerRating::Rated(rating) => estimate(Some(*rating)),
            PlayerRating::Above => "above all".to_owned(),
            PlayerRating::Below => "below all".to_owned(),
            PlayerRating::Unrelated => "-".to_owned(),
        };
        table.row(&tables.names[agent], [shown]);
    }
    table.print(out)?;
    match ratings.advantage() {
        Some(advantage) => writeln!(out, "Advantage of the first player: {} Elo", estimate(Some(advantage))),
        None => Ok(()),
    }
}

fn moves(out: &mut impl Write, tables: &TournamentTables) -> io::Result<()> {
    let columns = ["moves", "mean ms", "p95 ms", "mean nodes", "p95 nodes", "depth", "playouts", "forfeits"];
    let mut table = TextTable::new("Per move", &columns);
    for (agent, name) in tables.names.iter().enumerate() {
        let moves = &tables.moves[agent];
        let ms = |nanoseconds: Option<f64>| number(nanoseconds.map(|it| it / 1e6), 3);
        let faults: Vec<String> =
            tables.faults[agent].iter().map(|(reason, games)| format!("{reason} {games}")).collect();
        table.row(
            name,
            [
                moves.nanoseconds.count().to_string(),
                ms(moves.nanoseconds.mean()),
                ms(moves.nanoseconds.p95().map(|p95| p95 as f64)),
                number(moves.nodes.mean(), 0),
                moves.nodes.p95().map_or("-".to_owned(), |p95| p95.to_string()),
                number(moves.depth.mean(), 1),
                number(tables.playouts[agent].mean(), 0),
                faults.join(", "),
            ],
        );
    }
    table.print(out)
}

fn endings(out: &mut impl Write, tables: &TournamentTables) -> io::Result<()> {
    let endings: Vec<String> =
        tables.endings.iter().map(|(reason, games)| format!("{} {games}", reason.replace('_', " "))).collect();
    writeln!(out, "\n{}: {}", paint(STRONG, "Endings"), endings.join(", "))?;
    let (mean, longest) = (number(tables.lengths.mean(), 1), tables.lengths.greatest().unwrap_or(0));
    writeln!(out, "{}: mean {mean} plies, maximum {longest}", paint(STRONG, "Length"))
}

fn test(out: &mut impl Write, tables: &TournamentTables) -> io::Result<()> {
    let Some(test) = &tables.sprt else { return Ok(()) };
    writeln!(out, "\n{}", sprt(test.hypotheses(), test.ratio(), test.verdict()))
}

/// The state of a test on one line.
pub fn sprt(hypotheses: &Hypotheses, ratio: f64, verdict: SprtVerdict) -> String {
    let closer =
        |hypothesis, near, far| format!("{hypothesis} accepted: the difference is closer to {near} than to {far} Elo");
    let said = match verdict {
        SprtVerdict::Continue => "undecided".to_owned(),
        SprtVerdict::H0 => closer("H0", hypotheses.elo0(), hypotheses.elo1()),
        SprtVerdict::H1 => closer("H1", hypotheses.elo1(), hypotheses.elo0()),
    };
    let (low, high) = (hypotheses.lower_bound(), hypotheses.upper_bound());
    format!("SPRT: LLR {ratio:.2} ({low:.2} to {high:.2}): {said}")
}

/// The maximum number of rows of a course.
const MAX_POINTS: usize = 16;

fn courses(out: &mut impl Write, details: &TournamentDetails) -> io::Result<()> {
    for (&[a, b], course) in details.courses.iter().filter(|(_, course)| course.has_scores()) {
        let [a, b] = [a, b].map(|agent| details.tables.names[agent].as_str());
        let sees = [format!("by {a}"), format!("by {b}")];
        let mut table = TextTable::new(
            format!("Expected score of {a} against {b} in %, by ply"),
            &[&sees[0], &sees[1], "running games"],
        );
        for point in course.points(MAX_POINTS) {
            let [own, other] = point.seen.map(per_cent);
            table.row(point.ply.to_string(), [own, other, per_cent(Some(point.going_on))]);
        }
        table.print(out)?;
    }
    Ok(())
}

/// A list, and a board if each move has its own target square.
fn first_moves(out: &mut impl Write, reader: &ResultsReader, details: &TournamentDetails) -> io::Result<()> {
    let mut table = TextTable::new("First moves", &["games", "won", "drawn", "lost", "score %"]);
    for (mv, counts) in &details.first_moves {
        let numbers = [counts.games(), counts.wins, counts.draws, counts.losses].map(|count| count.to_string());
        table.row(mv, numbers.into_iter().chain([per_cent(counts.score())]));
    }
    table.print(out)?;
    let Ok(rules) = game::rules(reader) else { return Ok(()) };
    let score = |mv: &str| details.first_moves.get(mv).map(|counts| per_cent(counts.score()));
    let Some(board) = heat_map::draw(&rules.new_record().view(), score) else { return Ok(()) };
    write!(out, "\n{}\n{board}", paint(STRONG, "Score % of each first move"))
}

fn places(out: &mut impl Write, tables: &TournamentTables) -> io::Result<()> {
    let Some(places) = &tables.ranking else { return Ok(()) };
    let title = if places.is_final { "Places" } else { "Places so far" };
    writeln!(out, "\n{}", paint(STRONG, title))?;
    for (place, &agent) in places.ranking.iter().enumerate() {
        writeln!(out, "{:>3}  {}", place + 1, tables.names[agent])?;
    }
    Ok(())
}
