//! Timed searches.

use std::time::{Duration, Instant};

use zermelo_core::erased::{DynAgent, DynRecord};
use zermelo_core::{Depth, SearchLimits, StopToken};

use super::config::BenchSeries;
use crate::error::CliError;

/// The effort of an agent for all positions.
pub struct Measurement {
    /// Nodes (moves played by the search), in the round with the median time.
    pub nodes: u64,
    /// The median time of the rounds.
    pub time: Duration,
}

/// Measures all agents of a series at a depth. The rounds of the agents alternate, so that changes of the machine's speed affect all equally.
pub fn measure(
    series: &BenchSeries,
    records: &[Box<dyn DynRecord>],
    depth: Option<u32>,
    rounds: u32,
    stop: &StopToken,
) -> Result<Vec<Measurement>, CliError> {
    let mut timed: Vec<Vec<(Duration, u64)>> = series.agents.iter().map(|_| Vec::new()).collect();
    for _ in 0..rounds {
        for (agent, timed) in series.agents.iter().zip(&mut timed) {
            let mut made =
                series.agent(agent).map_err(|error| CliError::Spec { what: agent.name().to_owned(), error })?;
            let limits = SearchLimits { depth: depth.map(Depth), ..SearchLimits::NONE };
            timed.push(
                round(made.as_mut(), records, limits, stop)
                    .map_err(|error| CliError::Agent { agent: agent.name().to_owned(), error })?,
            );
        }
    }
    if stop.is_stopped() {
        return Err(CliError::Failed("stopped; unfinished measurements are not shown".to_owned()));
    }
    let median = |mut rounds: Vec<(Duration, u64)>| {
        rounds.sort_unstable();
        let (time, nodes) = rounds[(rounds.len() - 1) / 2];
        Measurement { nodes, time }
    };
    Ok(timed.into_iter().map(median).collect())
}

/// Searches all positions with an agent, which is reset before each.
fn round(
    agent: &mut dyn DynAgent,
    records: &[Box<dyn DynRecord>],
    limits: SearchLimits,
    stop: &StopToken,
) -> Result<(Duration, u64), zermelo_core::AgentError> {
    let (mut time, mut nodes) = (Duration::ZERO, 0);
    for record in records {
        agent.new_game(0);
        let begun = Instant::now();
        let decision = agent.choose(record.as_ref(), &limits, stop, None)?;
        time += begun.elapsed();
        nodes += decision.text.nodes;
    }
    Ok((time, nodes))
}
