//! Moby Dam, an engine for international draughts by Harm Jetten (<https://github.com/rhalbersma/mobydam>, GPL): an external
//! program, given on the command line.

use std::path::Path;
use std::process::Command;
use std::time::Duration;

use anyhow::{Context, Result, bail};

use crate::rounds::{Contender, Counted};

/// Counts from the start of the game with its program `perft`.
pub fn counting(program: &Path, depth: u32, bulk: bool) -> Contender {
    let program = program.to_owned();
    Contender::program("Moby Dam", depth, move || {
        let mut command = Command::new(&program);
        if bulk {
            command.arg("-b");
        }
        let output = command.args(["-c", &depth.to_string()]).output();
        let output = output.with_context(|| format!("{} can't be run", program.display()))?;
        read(&String::from_utf8_lossy(&output.stdout), depth)
    })
}

/// Reads `perft(9) 41022423 nodes, 0.14 sec, 299698 kN/s, bulk`. The time is rounded, the rate is not.
fn read(text: &str, depth: u32) -> Result<(Counted, Duration)> {
    let line = text.lines().find_map(|line| line.strip_prefix(&format!("perft({depth}) ")));
    let Some(line) = line else { bail!("Moby Dam's perft prints no line for depth {depth}: {text}") };
    let number = |word: &str| {
        let before = line.split_once(word).map(|(before, _)| before);
        before.and_then(|before| before.rsplit(' ').next()?.parse::<u64>().ok())
    };
    match (number(" nodes"), number(" kN/s")) {
        (Some(nodes), Some(rate)) if rate > 0 => {
            Ok((Counted::nodes(nodes), Duration::from_secs_f64(nodes as f64 / (1e3 * rate as f64))))
        }
        _ => bail!("Moby Dam's perft prints \"{line}\": no nodes, or no rate; count deeper"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_what_it_prints() {
        let text = "\nperft(8) 6483961 nodes, 0.02 sec, 291427 kN/s, bulk\nperft(9) 41022423 nodes, 0.14 sec, 300000 kN/s, bulk\n";
        let (counted, took) = read(text, 9).unwrap();
        assert_eq!((counted.nodes, took.as_millis()), (41_022_423, 136));
        assert!(read(text, 7).is_err());
    }
}
