//! Measuring in rounds: A B C, A B C, ..
//!
//! Times are those that the processor spent on this process: what others do on the machine disturbs them less than a clock on the wall.

use std::fmt;
use std::time::Duration;

use anyhow::Result;
use rustix::time::{ClockId, clock_gettime};

/// Something that counts, and how fast.
pub struct Contender {
    /// What it is called.
    pub name: String,
    /// Whose it is.
    pub kind: Kind,
    /// The depth that it counts to; 0 where there is none.
    pub depth: u32,
    run: Box<dyn FnMut() -> Result<Timed>>,
}

/// What was counted, and how long it took where the contender says so itself.
type Timed = (Counted, Option<Duration>);

/// What was counted. Contenders that do the same must count the same.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counted {
    /// Leaves, or nodes.
    pub nodes: u64,
    /// The leaves that are won, where each is asked for its result: nobody can leave the question out.
    pub won: u64,
}

impl Counted {
    /// Nodes that nobody asks for a result.
    pub fn nodes(nodes: u64) -> Self {
        Self { nodes, won: 0 }
    }
}

impl fmt::Display for Counted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({} won)", self.nodes, self.won)
    }
}

/// Whose a contender is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// The code that ships.
    Own,
    /// The slow code that tests compare with.
    Reference,
    /// Another program.
    Peer,
}

impl Contender {
    /// A contender; `run` gives what it counted.
    pub fn new(name: impl Into<String>, kind: Kind, depth: u32, mut run: impl FnMut() -> Counted + 'static) -> Self {
        Self { name: name.into(), kind, depth, run: Box::new(move || Ok((run(), None))) }
    }

    /// A program of its own, which measures itself: its start is not counted.
    pub fn program(
        name: impl Into<String>,
        depth: u32,
        mut run: impl FnMut() -> Result<(Counted, Duration)> + 'static,
    ) -> Self {
        let run = move || run().map(|(counted, took)| (counted, Some(took)));
        Self { name: name.into(), kind: Kind::Peer, depth, run: Box::new(run) }
    }
}

/// What was measured of one contender.
pub struct Measured {
    /// What it is called.
    pub name: String,
    /// Whose it is.
    pub kind: Kind,
    /// The depth that it counted to; 0 where there is none.
    pub depth: u32,
    /// What it counted.
    pub count: Counted,
    /// The median over the rounds.
    pub median: Duration,
}

impl Measured {
    /// Counted a second.
    pub fn rate(&self) -> f64 {
        self.count.nodes as f64 / self.median.as_secs_f64()
    }
}

/// Runs every contender once in each round. Says on standard error how far it is.
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

/// What this process has had of the processors so far.
pub fn processor_time() -> Duration {
    clock_gettime(ClockId::ProcessCPUTime).try_into().unwrap_or_default()
}

/// The middle one; of an even number, the lower of the two. Nothing measured: zero.
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
