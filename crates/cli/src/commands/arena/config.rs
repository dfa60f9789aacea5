//! The effective configuration of a tournament: the file, overridden by flags.

use std::path::Path;

use zermelo_arena::TournamentConfig;
use zermelo_arena::plan::{AgentConfig, ConfigError, OpeningsConfig, Sides, SprtConfig};

use super::args::{LimitArgs, RunArgs, TournamentArgs};
use crate::error::CliError;

/// Reads the file, if given, applies the flags, and reads the opening book.
pub fn read(args: &RunArgs) -> Result<TournamentConfig, CliError> {
    let flags = &args.tournament;
    let mut config = match &args.file {
        Some(path) => read_file(path)?,
        None => by_flags(flags)?,
    };
    apply(&mut config, flags);
    let here = Path::new("");
    config.with_book(here).map_err(|error| CliError::Usage(error.to_string()))
}

fn read_file(path: &Path) -> Result<TournamentConfig, CliError> {
    let text = std::fs::read_to_string(path)
        .map_err(|error| CliError::Usage(format!("can't read {}: {error}", path.display())))?;
    let config = TournamentConfig::parse(&text).map_err(|error| config_failure(path, &error))?;
    // The path of a book is relative to the configuration file.
    let folder = path.parent().unwrap_or_else(|| Path::new(""));
    config.with_book(folder).map_err(|error| config_failure(path, &error))
}

fn by_flags(flags: &TournamentArgs) -> Result<TournamentConfig, CliError> {
    match &flags.game {
        None => Err(CliError::Usage(
            "no tournament given; name a file, or give --game GAME and at least two --agent AGENT".to_owned(),
        )),
        Some(game) => Ok(TournamentConfig::new(game, &[])),
    }
}

fn apply(config: &mut TournamentConfig, flags: &TournamentArgs) {
    fn set<T: Clone>(value: &mut T, flag: Option<&T>) {
        if let Some(flag) = flag {
            value.clone_from(flag);
        }
    }
    set(&mut config.game, flags.game.as_ref());
    if !flags.agents.is_empty() {
        config.agents = flags.agents.iter().map(|text| AgentConfig::parse(text)).collect();
    }
    set(&mut config.format, flags.format.map(Into::into).as_ref());
    set(&mut config.games, flags.games.as_ref());
    set(&mut config.seed, flags.seed.as_ref());
    set(&mut config.random_first, flags.random_first.as_ref());
    if let Some(sides) = flags.sides {
        config.sides = sides.into();
        config.pairs &= config.sides == Sides::Both;
    }
    config.allow_repeats |= flags.allow_repeats;
    config.rounds = flags.rounds.or(config.rounds);
    config.concurrency = flags.concurrency.or(config.concurrency);
    config.adjudication.max_plies = flags.max_plies.or(config.adjudication.max_plies);
    if let Some(plies) = flags.plies {
        config.openings =
            Some(OpeningsConfig { plies: Some(plies), balanced: flags.balanced, ..OpeningsConfig::default() });
    }
    if let Some(book) = &flags.book {
        config.openings = Some(OpeningsConfig { book: Some(book.clone()), ..OpeningsConfig::default() });
    }
    if let Some((elo0, elo1)) = flags.sprt {
        config.sprt = Some(SprtConfig::between(elo0, elo1));
    }
    apply_limits(config, &flags.limits);
}

fn apply_limits(config: &mut TournamentConfig, flags: &LimitArgs) {
    let limits = &mut config.limits;
    limits.time = flags.time.or(limits.time);
    limits.clock = flags.clock.or(limits.clock);
    limits.nodes = flags.nodes.or(limits.nodes);
    limits.playouts = flags.playouts.or(limits.playouts);
    limits.depth = flags.depth.or(limits.depth);
    limits.margin = flags.margin.or(limits.margin);
    limits.hang = flags.hang.or(limits.hang);
}

/// Converts a configuration error.
fn config_failure(path: &Path, error: &ConfigError) -> CliError {
    CliError::Usage(format!("{}: {}", path.display(), error.to_string().trim_end()))
}
