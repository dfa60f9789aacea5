//! `zermelo arena show`.

use std::io::Write;
use std::path::Path;

use zermelo_arena::export::saved;
use zermelo_arena::results::ResultsReader;
use zermelo_arena::tally::TournamentDetails;

use super::args::{ResultTable, ShowArgs};
use super::file::{filter, open, results_failure};
use super::{game, json, tables as text};
use crate::error::CliError;

/// Shows tables, games or one game.
pub fn run(args: &ShowArgs) -> Result<(), CliError> {
    let reader = open(&args.results)?;
    if let Some(id) = args.game {
        return game::show(&reader, id, args.board, args.json);
    }
    if args.games {
        return games(&reader, args);
    }
    let filter = &args.filter;
    if filter.agent.is_some() || filter.winner.is_some() || filter.termination.is_some() || filter.limit.is_some() {
        return Err(CliError::Usage("--agent, --winner, --termination and --limit need --games".to_owned()));
    }
    tables(&args.results, if args.tables.is_empty() { &ResultTable::USUAL } else { &args.tables }, args.json)
}

/// Prints the tables of a results file.
pub fn tables(path: &Path, wanted: &[ResultTable], json: bool) -> Result<(), CliError> {
    let reader = open(path)?;
    let details = TournamentDetails::read(&reader).map_err(results_failure)?;
    let mut out = anstream::stdout().lock();
    let printed = if json {
        json::print(&mut out, &reader, &details, wanted)
    } else {
        text::print(&mut out, &reader, &details, wanted)
    };
    printed.map_err(CliError::Output)
}

/// Prints the games, one per line.
fn games(reader: &ResultsReader, args: &ShowArgs) -> Result<(), CliError> {
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
                    writeln!(out, "{}", game::line(reader, &stored))
                };
            }
            Ok(())
        })
        .map_err(results_failure)?;
    Ok(written?)
}
