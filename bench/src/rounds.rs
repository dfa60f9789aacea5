//! Measuring in rounds: A B C, A B C, ..
//!
//! Times are the processor time of this process: other programs on the machine disturb it less than wall time.

use std::fmt;
use std::time::Duration;

use anyhow::Result;
use rustix::time::{ClockId, clock_gettime};

/// A program that counts, to be measured.
pub struct Contender {
    /// The name.
    pub name: String,
    /// The kind.
    pub kind: Kind,
    /// The depth; 0 if there is none.
    pub depth: u32,
    run: Box<dyn FnMut() -> Result<Timed>>,
}

/// The count, and the time if the program measures its own.
type Timed = (Counted, Option<Duration>);

/// The result of a count. Programs that do the same work must have equal counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counted {
    /// Leaves, or nodes.
    pub nodes: u64,
    /// The won leaves, if results are computed: this prevents the compiler from removing the computation.
    pub won: u64,
}

impl Counted {
    /// Counts nodes without results.
    pub fn nodes(nodes: u64) -> Self {
        Self { nodes, won: 0 }
    }
}

impl fmt::Display for Counted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({} won)", self.nodes, self.won)
    }
}

/// The kind of a program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// This program.
    Own,
    /// The slow reference of the tests.
    Reference,
    /// Another program.
    Peer,
}

impl Contender {
    /// A program; `run` returns its count.
    pub fn new(name: impl Into<String>, kind: Kind, depth: u32, mut run: impl FnMut() -> Counted + 'static) -> Self {
        Self { name: name.into(), kind, depth, run: Box::new(move || Ok((run(), None))) }
    }

    /// An external program, which measures its own time without its start.
    pub fn program(
        name: impl Into<String>,
        depth: u32,
        mut run: impl FnMut() -> Result<(Counted, Duration)> + 'static,
    ) -> Self {
        let run = move || run().map(|(counted, took)| (counted, Some(took)));
        Self { name: name.into(), kind: Kind::Peer, depth, run: Box::new(run) }
    }
}

/// The measurement of one program.
pub struct Measured {
    /// The name.
    pub name: String,
    /// The kind.
    pub kind: Kind,
    /// The depth; 0 if there is none.
    pub depth: u32,
    /// The count.
    pub count: Counted,
    /// The median over the rounds.
    pub median: Duration,
}

impl Measured {
    /// Counts per second.
    pub fn rate(&self) -> f64 {
        self.count.nodes as f64 / self.median.as_secs_f64()
    }
}

/// Runs every program once per round. Prints the progress to standard error.
pub fn measure(mut contenders: Vec<Contender>, rounds: usize) -> Result<Vec<Measured>> {
    let mut times = vec![Vec::new(); contenders.len()];
    let mut counts = vec![Counted::default(); contenders.len()];
    for round in 1..=rounds {
        eprintln!("round {round} of {rounds}");
        for (at, contender) in contenders.iter_mut().enumerate() {
            let start = processor_time();
            let (counted, took) = (contender.run)()?;
            counts[at] = counted;
            times[at].push(took.unwrap_or_else(|| processor_time().saturating_sub(start)));
        }
    }
    let measured = contenders.into_iter().zip(counts).zip(times);
    Ok(measured
        .map(|((Contender { name, kind, depth, .. }, count), times)| Measured {
            name,
            kind,
            depth,
            count,
            median: median(times),
        })
        .collect())
}

/// The processor time of this process.
pub fn processor_time() -> Duration {
    clock_gettime(ClockId::ProcessCPUTime).try_into().unwrap_or_default()
}

/// The median; for an even number, the lower of the two middle values; zero without values.
pub fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times.get(times.len().saturating_sub(1) / 2).copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_is_the_middle_one() {
        let seconds = |all: &[u64]| all.iter().copied().map(Duration::from_secs).collect();
        assert_eq!(median(seconds(&[9, 1, 5])), Duration::from_secs(5));
        assert_eq!(median(seconds(&[4, 1])), Duration::from_secs(1));
        assert_eq!(median(Vec::new()), Duration::ZERO);
    }
}
