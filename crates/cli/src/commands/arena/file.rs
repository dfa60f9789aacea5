//! Opening results files, and filters of their games.

use std::path::Path;

use zermelo_arena::results::{GameFilter, ResultsError, ResultsReader, read_termination};
use zermelo_core::text::excerpt;
use zermelo_core::{Outcome, Side};

use super::args::FilterArgs;
use crate::error::CliError;

/// Opens a results file.
pub(super) fn open(path: &Path) -> Result<ResultsReader, CliError> {
    ResultsReader::open(path).map_err(results_failure)
}

/// The filter of the flags.
pub(super) fn filter(reader: &ResultsReader, args: &FilterArgs) -> Result<GameFilter, CliError> {
    let agent = |flag: &str, name: &str| {
        reader.agent(name).ok_or_else(|| {
            let names: Vec<&str> =
                reader.header().config.agents.iter().map(zermelo_arena::plan::AgentConfig::name).collect();
            let known = zermelo_core::text::one_of(&names);
            CliError::Usage(format!("{flag}: no agent is called \"{}\"; there is {known}", excerpt(name)))
        })
    };
    let mut filter = GameFilter { limit: args.limit, ..GameFilter::default() };
    if let Some(name) = &args.agent {
        filter.agent = Some(agent("--agent", name)?);
    }
    match args.winner.as_deref() {
        None => {}
        Some("first") => filter.outcome = Some(Outcome::Win(Side::First)),
        Some("second") => filter.outcome = Some(Outcome::Win(Side::Second)),
        Some("draw") => filter.outcome = Some(Outcome::Draw),
        Some(name) => filter.won_by = Some(agent("--winner", name)?),
    }
    if let Some(word) = &args.termination {
        let read = read_termination(word);
        filter.termination = Some(read.map_err(|why| CliError::Usage(format!("--termination: {why}")))?);
    }
    Ok(filter)
}

/// Converts an error of a results file.
#[expect(clippy::needless_pass_by_value, reason = "it is what `map_err` hands over")]
pub(super) fn results_failure(error: ResultsError) -> CliError {
    let message = error.to_string();
    match error {
        ResultsError::Missing(_)
        | ResultsError::Exists { .. }
        | ResultsError::Foreign { .. }
        | ResultsError::TooNew { .. }
        | ResultsError::OtherTournament { .. } => CliError::Usage(message),
        _ => CliError::Failed(message),
    }
}
