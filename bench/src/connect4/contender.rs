//! A solver in its own process, which answers line by line and measures its own time.

use std::env;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::str::FromStr;
use std::time::Duration;

use anyhow::{Context, Result, bail};

/// The command that empties the table.
pub const CLEAR: &str = "clear";
/// The answer to it.
pub const OK: &str = "ok";

/// A program and its name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Program {
    name: String,
    words: Vec<String>,
    is_own: bool,
}

impl Program {
    /// This program, with a table of `mib` MiB, in a process like those of the others, so that the overhead of a search is
    /// the same.
    pub fn own(table: u32) -> Result<Self> {
        let program = env::current_exe().context("where this program lies")?;
        let program = program.to_str().context("the path of this program is no text")?;
        let words = [program, "connect4", "--answer", "--table", &table.to_string()].map(str::to_owned).to_vec();
        Ok(Self { name: "zermelo".to_owned(), words, is_own: true })
    }

    /// The name.
    pub fn name(&self) -> &str {
        &self.name
    }
}

impl FromStr for Program {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let parts = text.split_once('=').map(|(name, command)| {
            let words: Vec<_> = command.split_whitespace().map(str::to_owned).collect();
            (name.trim().to_owned(), words)
        });
        match parts {
            Some((name, words)) if !name.is_empty() && !words.is_empty() => Ok(Self { name, words, is_own: false }),
            _ => Err("expected NAME=COMMAND, such as pons=/opt/pons/solver".to_owned()),
        }
    }
}

/// The result of a solver.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Solved {
    /// The stones that the winner has left, from the point of view of the side to move.
    pub score: i32,
    /// Positions, as counted by the program.
    pub nodes: u64,
    /// Processor time.
    pub time: Duration,
}

/// A running program.
pub struct Contender {
    child: Child,
    dialogue: Dialogue<BufReader<ChildStdout>, ChildStdin>,
    is_own: bool,
}

impl Contender {
    /// Starts the program.
    pub fn start(program: Program) -> Result<Self> {
        let Program { name, words, is_own } = program;
        let mut command = Command::new(&words[0]);
        command.args(&words[1..]).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().with_context(|| format!("{name}: {} can't be run", words[0]))?;
        let pipes = child.stdin.take().zip(child.stdout.take());
        let (input, output) = pipes.with_context(|| format!("{name}: no pipes"))?;
        Ok(Self { child, dialogue: Dialogue { name, output: BufReader::new(output), input }, is_own })
    }

    /// The name.
    pub fn name(&self) -> &str {
        &self.dialogue.name
    }

    /// Whether it is this program.
    pub fn is_own(&self) -> bool {
        self.is_own
    }

    /// Empties its table and waits for the answer.
    pub fn clear(&mut self) -> Result<()> {
        self.dialogue.clear()
    }

    /// Solves positions, given by their moves, one after the other without a pause.
    pub fn solve(&mut self, positions: &[&str]) -> Result<Vec<Solved>> {
        self.dialogue.solve(positions)
    }
}

impl Drop for Contender {
    fn drop(&mut self) {
        // It may have ended before.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

struct Dialogue<R, W> {
    name: String,
    output: R,
    input: W,
}

impl<R: BufRead, W: Write> Dialogue<R, W> {
    fn clear(&mut self) -> Result<()> {
        self.say(&[CLEAR])?;
        let answer = self.hear(CLEAR)?;
        if answer != OK {
            bail!("{}: answers \"{answer}\" to {CLEAR}; expected {OK}", self.name);
        }
        Ok(())
    }

    fn solve(&mut self, positions: &[&str]) -> Result<Vec<Solved>> {
        self.say(positions)?;
        let mut solved = Vec::with_capacity(positions.len());
        for moves in positions {
            let answer = self.hear(moves)?;
            let Some(found) = read(&answer) else {
                bail!("{}: answers \"{answer}\" to \"{moves}\"; expected SCORE NODES NANOSECONDS", self.name);
            };
            solved.push(found);
        }
        Ok(solved)
    }

    fn say(&mut self, lines: &[&str]) -> Result<()> {
        let text: String = lines.iter().flat_map(|line| [line, "\n"]).collect();
        self.input.write_all(text.as_bytes()).with_context(|| format!("{} ended", self.name))?;
        Ok(self.input.flush()?)
    }

    fn hear(&mut self, line: &str) -> Result<String> {
        let mut answer = String::new();
        self.output
            .read_line(&mut answer)
            .with_context(|| format!("{}: no text in answer to \"{line}\"", self.name))?;
        if answer.is_empty() {
            bail!("{} ended before it answered \"{line}\"", self.name);
        }
        Ok(answer.trim().to_owned())
    }
}

fn read(answer: &str) -> Option<Solved> {
    let mut words = answer.split_whitespace();
    let (score, nodes) = (words.next()?.parse().ok()?, words.next()?.parse().ok()?);
    let time = Duration::from_nanos(words.next()?.parse().ok()?);
    words.next().is_none().then_some(Solved { score, nodes, time })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dialogue(answers: &str) -> Dialogue<&[u8], Vec<u8>> {
        Dialogue { name: "peer".to_owned(), output: answers.as_bytes(), input: Vec::new() }
    }

    #[test]
    fn says_all_positions_and_hears_all_answers() {
        let mut peer = dialogue("ok\n-15 1234 56789\n1 7 2000\n");
        peer.clear().unwrap();
        let solved = peer.solve(&["44455554221", ""]).unwrap();
        let expected = |score, nodes, nanos| Solved { score, nodes, time: Duration::from_nanos(nanos) };
        assert_eq!(solved, [expected(-15, 1234, 56_789), expected(1, 7, 2000)]);
        assert_eq!(String::from_utf8(peer.input).unwrap(), "clear\n44455554221\n\n");
    }

    #[test]
    fn says_what_is_wrong_with_an_answer() {
        let why = |answers| dialogue(answers).solve(&["44"]).unwrap_err().to_string();
        assert_eq!(why("1 2\n"), "peer: answers \"1 2\" to \"44\"; expected SCORE NODES NANOSECONDS");
        assert_eq!(why("1 2 3 4\n"), "peer: answers \"1 2 3 4\" to \"44\"; expected SCORE NODES NANOSECONDS");
        assert_eq!(why(""), "peer ended before it answered \"44\"");
        assert_eq!(dialogue("no\n").clear().unwrap_err().to_string(), "peer: answers \"no\" to clear; expected ok");
    }

    #[test]
    fn a_program_has_a_name_and_a_command() {
        let words = vec!["/bin/solver".to_owned(), "--fast".to_owned()];
        assert_eq!("pons=/bin/solver  --fast".parse(), Ok(Program { name: "pons".to_owned(), words, is_own: false }));
        assert!("pons".parse::<Program>().is_err());
        assert!("pons=".parse::<Program>().is_err());
    }
}
