//! The solver of this program as a measured program.

use std::io::{self, BufRead, Write};
use std::time::Duration;

use anyhow::{Context, Result, bail};
use rustix::time::{ClockId, clock_gettime};
use zermelo_core::{Game, parse_moves};
use zermelo_games::connect4::{AnyConnect4, Connect4};
use zermelo_solve::connect4::{ScoreQuestion, SolveLimits, Solver};

use super::contender::{CLEAR, OK};

/// Answers every line of the input; the table has `bytes` bytes.
pub fn answer(input: impl BufRead, mut output: impl Write, table: u64) -> Result<()> {
    let AnyConnect4::Small(game) = AnyConnect4::new(7, 6, 4) else { bail!("7x6 fits 64 bits") };
    let mut solver = new(table)?;
    for line in input.lines() {
        let line = line?;
        if line == CLEAR {
            // Not two tables at a time.
            drop(solver);
            solver = new(table)?;
            writeln!(output, "{OK}")?;
        } else {
            writeln!(output, "{}", solve(&game, &solver, &line)?)?;
        }
        output.flush()?;
    }
    Ok(())
}

/// Starts [`answer`] on standard input and output.
pub fn run(table: u64) -> Result<()> {
    answer(io::stdin().lock(), io::stdout().lock(), table)
}

fn new(table: u64) -> Result<Solver<u64>> {
    Ok(Solver::new(7, 6, 4, table)?)
}

fn solve(game: &Connect4<u64>, solver: &Solver<u64>, line: &str) -> Result<String> {
    let start = game.initial();
    let moves = parse_moves(game, &start, line).with_context(|| format!("\"{line}\""))?;
    let position = moves.into_iter().fold(start, |mut position, column| {
        game.play_unchecked(&mut position, column);
        position
    });
    let effort = SolveLimits::default();
    let before = processor_time();
    let answer = solver.solve(&position, ScoreQuestion::Score, &effort, &mut |_| {});
    let time = processor_time().saturating_sub(before);
    let score = answer.bounds.score().context("no score without a limit")?;
    Ok(format!("{score} {} {}", answer.nodes, time.as_nanos()))
}

/// The processor time of this thread.
fn processor_time() -> Duration {
    clock_gettime(ClockId::ThreadCPUTime).try_into().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answers(lines: &str) -> Result<String> {
        let mut output = Vec::new();
        answer(lines.as_bytes(), &mut output, 1 << 20)?;
        Ok(String::from_utf8(output)?)
    }

    #[test]
    fn answers_line_by_line() {
        let text = answers("44455554221\nclear\n2252576253462244111563365343671351441\n").unwrap();
        let lines: Vec<Vec<_>> = text.lines().map(|line| line.split(' ').collect()).collect();
        assert_eq!(
            lines.iter().map(|line| (line[0], line.len())).collect::<Vec<_>>(),
            [("-15", 3), ("ok", 1), ("-1", 3)]
        );
    }

    #[test]
    fn says_which_line_is_wrong() {
        let why = format!("{:#}", answers("448\n").unwrap_err());
        assert!(why.starts_with("\"448\": "), "{why}");
    }
}
