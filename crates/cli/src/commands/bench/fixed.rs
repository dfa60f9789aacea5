//! The fixed positions of every game, and the measured search.

use zermelo_core::spec::{Spec, SpecError};
use zermelo_core::text::{excerpt, one_of};

use super::args::FixedArgs;
use super::config::{BenchAgent, BenchConfig, BenchSeries};
use crate::error::CliError;

const POSITIONS: &str = include_str!("positions.toml");

/// The measured search.
pub const AGENT: &str = "pvs";

/// Small enough for any machine, and small enough to be filled by these searches.
const HASH: &str = "16mb";

/// The selected series, without agents.
pub fn series(args: &FixedArgs) -> Result<Vec<BenchSeries>, CliError> {
    let Some(game) = &args.game else { return Ok(all()) };
    let (wanted, others): (Vec<_>, Vec<_>) = all().into_iter().partition(|series| series.game == *game);
    if wanted.is_empty() {
        let known: Vec<&str> = others.iter().map(|series| series.game.as_str()).collect();
        let game = excerpt(game);
        return Err(CliError::Usage(format!(
            "--game: there are no fixed positions of \"{game}\"; choose {}",
            one_of(&known)
        )));
    }
    Ok(wanted)
}

fn all() -> Vec<BenchSeries> {
    match toml::from_str::<BenchConfig>(POSITIONS) {
        Ok(config) => config.series,
        Err(error) => unreachable!("the tests read this file too: {error}"),
    }
}

/// The depth of a series.
pub fn depth(series: &BenchSeries, args: &FixedArgs) -> Option<u32> {
    args.depth.or_else(|| series.depths(u32::MAX).into_iter().flatten().next())
}

/// The search with the options, and optionally a toggled switch.
pub fn bench_agent(args: &FixedArgs, changed: Option<(&str, &str)>) -> BenchAgent {
    let pair = |key: &str, value: String| (key.to_owned(), value);
    let mut pairs = vec![pair("hash", args.hash.clone().unwrap_or_else(|| HASH.to_owned()))];
    pairs.extend(args.threads.map(|threads| pair("threads", threads.to_string())));
    pairs.extend(changed.map(|(key, value)| pair(key, value.to_owned())));
    BenchAgent::new(Spec { name: AGENT.to_owned(), pairs }.to_string())
}

/// Validates the agents before the measurement.
pub fn check(series: &[BenchSeries]) -> Result<(), CliError> {
    let refused = |error: SpecError| CliError::Spec { what: "bench".to_owned(), error };
    for one in series {
        for agent in &one.agents {
            one.agent(agent).map_err(refused)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use zermelo_catalog::GAMES;

    use super::*;

    #[test]
    fn every_game_has_positions_and_one_depth() {
        let games: Vec<String> = all().into_iter().map(|series| series.game).collect();
        assert_eq!(games, GAMES.iter().map(|info| info.name).collect::<Vec<_>>());
        for series in all() {
            let records = series.records().unwrap();
            assert!((5..=10).contains(&records.len()), "{}", series.game);
            assert!(records[0].moves().is_empty(), "{}: the first is the start", series.game);
            assert_eq!(series.depths(u32::MAX).len(), 1, "{}", series.game);
        }
    }
}
