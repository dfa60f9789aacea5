//! Positions with their scores.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail};
use zermelo_testkit::fixture::fixtures_dir;

/// Positions to solve one after the other.
#[derive(Debug)]
pub struct Set {
    /// The name.
    pub name: String,
    /// The positions, at least one.
    pub positions: Vec<Known>,
    /// The tables are emptied before each position.
    pub is_cold: bool,
}

/// A position with a known score.
#[derive(PartialEq, Eq, Debug)]
pub struct Known {
    /// Columns from 1.
    pub moves: String,
    /// The stones that the winner has left, from the point of view of the side to move.
    pub score: i32,
    /// The line number, from 1.
    pub line: usize,
}

/// A public set of 1,000 positions.
struct Public {
    name: &'static str,
    is_cold: bool,
    /// The default number of positions.
    first: usize,
}

const PUBLIC: [Public; 6] = [
    Public { name: "L3_R1", is_cold: false, first: 1000 },
    Public { name: "L2_R1", is_cold: false, first: 1000 },
    Public { name: "L2_R2", is_cold: false, first: 1000 },
    Public { name: "L1_R1", is_cold: false, first: 1000 },
    Public { name: "L1_R2", is_cold: true, first: 200 },
    Public { name: "L1_R3", is_cold: true, first: 40 },
];

/// The set of the empty board.
const EMPTY: &str = "empty";

/// The names of the public sets.
pub fn public() -> impl Iterator<Item = String> {
    PUBLIC.iter().map(|set| set.name.to_owned())
}

impl Set {
    /// The set with this name, or the positions of a file, with the default number of positions.
    pub fn load(name: &str) -> Result<Self> {
        if name == EMPTY {
            let positions = vec![Known { moves: String::new(), score: 1, line: 1 }];
            return Ok(Self { name: name.to_owned(), positions, is_cold: true });
        }
        if let Some(set) = PUBLIC.iter().find(|set| set.name == name) {
            let file = fixtures_dir().join("connect4/solver").join(name).with_extension("txt");
            return Ok(Self { name: name.to_owned(), positions: read(&file)?, is_cold: set.is_cold });
        }
        if !Path::new(name).is_file() {
            let sets: Vec<_> = public().chain([EMPTY.to_owned()]).collect();
            bail!("{name}: no set and no file; the sets are {}", sets.join(", "));
        }
        Ok(Self { name: name.to_owned(), positions: read(Path::new(name))?, is_cold: false })
    }

    /// The default number of positions.
    pub fn usual(&self) -> usize {
        PUBLIC.iter().find(|set| set.name == self.name).map_or(usize::MAX, |set| set.first)
    }
}

fn read(file: &Path) -> Result<Vec<Known>> {
    let text = fs::read_to_string(file).with_context(|| format!("{} can't be read", file.display()))?;
    parse(&text).with_context(|| file.display().to_string())
}

/// Reads lines of moves and score, separated by `;` as in a fixture or by a space.
fn parse(text: &str) -> Result<Vec<Known>> {
    let mut positions = Vec::new();
    for (at, line) in text.lines().enumerate() {
        let is_remark = line.trim().is_empty() || line.starts_with('#') || line.starts_with("source:");
        if is_remark || line == "moves;score" {
            continue;
        }
        let known = line.split_once([';', ' ']).and_then(|(moves, score)| {
            let is_columns = moves.len() <= 42 && moves.bytes().all(|column| column.is_ascii_digit());
            let score = score.trim().parse().ok()?;
            is_columns.then(|| Known { moves: moves.to_owned(), score, line: at + 1 })
        });
        let Some(known) = known else {
            bail!("line {}: \"{line}\" is not moves and score, such as 44455554221 -15", at + 1)
        };
        positions.push(known);
    }
    if positions.is_empty() {
        bail!("no positions");
    }
    Ok(positions)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_fixtures_and_the_public_form() {
        let known = |moves: &str, score, line| Known { moves: moves.to_owned(), score, line };
        let fixture = parse("source: me\n# a remark\nmoves;score\n4455;18\n;1\n").unwrap();
        assert_eq!(fixture, [known("4455", 18, 4), known("", 1, 5)]);
        assert_eq!(parse("44455554221 -15\n").unwrap(), [known("44455554221", -15, 1)]);
    }

    #[test]
    fn says_which_line_is_wrong() {
        let why = |text| parse(text).unwrap_err().to_string();
        assert_eq!(why("4455 18\n44x 3\n"), "line 2: \"44x 3\" is not moves and score, such as 44455554221 -15");
        assert!(why("4455\n").starts_with("line 1"), "{}", why("4455\n"));
        assert_eq!(why("source: me\n"), "no positions");
    }

    #[test]
    fn the_public_sets_are_there() {
        for name in public() {
            assert_eq!(Set::load(&name).unwrap().positions.len(), 1000, "{name}");
        }
    }
}
