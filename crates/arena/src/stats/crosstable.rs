//! The cross table by side: the row player moves first, the column player second.

use zermelo_core::{Outcome, Side};

use super::{Counts, TrialCounts};

/// The results of all pairs of players, by side. Players are numbered from 0.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CrossTable {
    players: usize,
    /// Row by row, from the point of view of the first player.
    cells: Vec<Counts>,
}

/// A player that is not in the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("there is no player {player}; the table has {players}, numbered from 0")]
pub struct UnknownPlayerError {
    /// The number that was given.
    pub player: usize,
    /// How many there are.
    pub players: usize,
}

/// A player's mean scores over the cells of a table, from 0 to 1. Each cell has the same weight. `None` if no cell has games.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct AverageScores {
    /// Over the row: as the first player.
    pub as_first: Option<f64>,
    /// Over the column: as the second player.
    pub as_second: Option<f64>,
    /// The mean of both, or the only one that exists.
    pub mean: Option<f64>,
}

impl CrossTable {
    /// An empty table.
    pub fn new(players: usize) -> Self {
        Self { players, cells: vec![Counts::default(); players * players] }
    }

    /// How many players it has.
    pub fn players(&self) -> usize {
        self.players
    }

    /// Counts a game.
    pub fn add(&mut self, first: usize, second: usize, outcome: Outcome) -> Result<(), UnknownPlayerError> {
        let at = self.index(first, second)?;
        TrialCounts::add(&mut self.cells[at], outcome.wdl(Side::First));
        Ok(())
    }

    /// Counts many games, as the first player sees them.
    pub fn add_counts(&mut self, first: usize, second: usize, counts: Counts) -> Result<(), UnknownPlayerError> {
        let at = self.index(first, second)?;
        self.cells[at] += counts;
        Ok(())
    }

    /// The games of `first` moving first against `second`, as `first` sees them. Its score in per cent is what a cross table
    /// prints.
    pub fn cell(&self, first: usize, second: usize) -> Result<Counts, UnknownPlayerError> {
        Ok(self.cells[self.index(first, second)?])
    }

    /// The cells that have games: first player, second player, games as the first one sees them. Row by row.
    pub fn played(&self) -> impl Iterator<Item = (usize, usize, Counts)> {
        let cells = self.cells.iter().enumerate();
        cells
            .filter(|(_, counts)| **counts != Counts::default())
            .map(|(at, counts)| (at / self.players, at % self.players, *counts))
    }

    /// The games of two players against each other with either of them first, as `player` sees them. Against itself, a player
    /// has each game once from each side.
    pub fn against(&self, player: usize, opponent: usize) -> Result<Counts, UnknownPlayerError> {
        let mut counts = self.cell(player, opponent)?;
        counts += self.cell(opponent, player)?.reversed();
        Ok(counts)
    }

    /// A player's games against all others, as it sees them; games against itself are left out.
    pub fn total(&self, player: usize) -> Result<Counts, UnknownPlayerError> {
        self.index(player, player)?;
        let mut counts = Counts::default();
        for opponent in (0..self.players).filter(|&opponent| opponent != player) {
            counts += self.against(player, opponent)?;
        }
        Ok(counts)
    }

    /// All games, as the first player sees them.
    pub fn all(&self) -> Counts {
        let mut counts = Counts::default();
        for cell in &self.cells {
            counts += *cell;
        }
        counts
    }

    /// The average scores of a player. A cell on the diagonal counts if it has games.
    pub fn averages(&self, player: usize) -> Result<AverageScores, UnknownPlayerError> {
        self.index(player, player)?;
        let at = |first: usize, second: usize| self.cells[first * self.players + second];
        let as_first = mean((0..self.players).filter_map(|other| at(player, other).score()));
        let as_second = mean((0..self.players).filter_map(|other| at(other, player).reversed().score()));
        Ok(AverageScores { as_first, as_second, mean: mean([as_first, as_second].into_iter().flatten()) })
    }

    fn index(&self, first: usize, second: usize) -> Result<usize, UnknownPlayerError> {
        match [first, second].into_iter().find(|&player| player >= self.players) {
            Some(player) => Err(UnknownPlayerError { player, players: self.players }),
            None => Ok(first * self.players + second),
        }
    }
}

fn mean(values: impl Iterator<Item = f64>) -> Option<f64> {
    let (count, sum) = values.fold((0_u32, 0.0), |(count, sum), value| (count + 1, sum + value));
    (count > 0).then(|| sum / f64::from(count))
}
