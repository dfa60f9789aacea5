//! `zermelo arena show`.

use std::io::Write;
use std::path::Path;

use zermelo_arena::export::{date, saved};
use zermelo_arena::results::{Reader, StoredGame};
use zermelo_arena::tally::Details;
use zermelo_core::{Outcome, Side};

use super::args::{ShowArgs, Table};
use super::{filter, game, json, open, results_failure, tables as text};
use crate::failure::Failure;
use crate::style::{QUIET, paint};

/// Shows tables, games or one game.
pub fn run(args: &ShowArgs) -> Result<(), Failure> {
    let reader = open(&args.results)?;
    if let Some(id) = args.game {
        return game::show(&reader, id, args.board, args.json);
    }
    if args.games {
        return games(&reader, args);
    }
    let filter = &args.filter;
    if filter.agent.is_some() || filter.winner.is_some() || filter.termination.is_some() || filter.limit.is_some() {
        return Err(Failure::Usage(
            "--agent, --winner, --termination and --limit choose games: give --games".to_owned(),
        ));
    }
    tables(&args.results, if args.tables.is_empty() { &Table::USUAL } else { &args.tables }, args.json)
}

/// The tables of a results file.
pub fn tables(path: &Path, wanted: &[Table], json: bool) -> Result<(), Failure> {
    let reader = open(path)?;
    let details = Details::read(&reader).map_err(results_failure)?;
    let mut out = anstream::stdout().lock();
    let printed = if json {
        json::print(&mut out, &reader, &details, wanted)
    } else {
        text::print(&mut out, &reader, &details, wanted)
    };
    printed.map_err(Failure::Output)
}

/// A line a game.
fn games(reader: &Reader, args: &ShowArgs) -> Result<(), Failure> {
    let filter = filter(reader, &args.filter)?;
    let rules = game::rules(reader)?;
    let mut out = anstream::stdout().lock();
    let mut written = Ok(());
    reader
        .for_each(&filter, |stored| {
            if written.is_ok() {
                written = if args.json {
                    let saved = saved(reader, rules.as_ref(), &stored);
                    serde_json::to_string(&saved).map_err(Into::into).and_then(|line| writeln!(out, "{line}"))
                } else {
                    writeln!(out, "{}", line(reader, &stored))
                };
            }
            Ok(())
        })
        .map_err(results_failure)?;
    Ok(written?)
}

/// A game in a line.
pub fn line(reader: &Reader, stored: &StoredGame) -> String {
    let name = |side: Side| reader.name(stored.players[side.index()]);
    let won = match stored.outcome {
        Outcome::Win(side) => format!("{} wins by", name(side)),
        Outcome::Draw => "draw by".to_owned(),
    };
    let detail = stored.detail.as_ref().map_or(String::new(), |detail| format!(" ({detail})"));
    format!(
        "{:>6}  {} - {}  {won} {}{detail}  {} plies  {}",
        stored.id,
        name(Side::First),
        name(Side::Second),
        stored.termination.words(),
        stored.plies,
        paint(QUIET, date(stored.ended)),
    )
}
