//! Statistics of the players over all games.

use std::time::Duration;

use serde::Serialize;
use zermelo_core::Wdl;
use zermelo_core::erased::TextDecision;

/// A player's results and the effort of its moves.
#[derive(Clone, Debug, Serialize)]
pub struct Statistics {
    pub player: String,
    pub games: u64,
    pub wins: u64,
    pub draws: u64,
    pub losses: u64,
    /// Moves chosen by an agent.
    pub moves: u64,
    #[serde(skip)]
    time: Duration,
    #[serde(skip)]
    nodes: u64,
    #[serde(skip)]
    playouts: u64,
}

impl Statistics {
    /// Statistics without games.
    pub fn new(player: &str) -> Self {
        Self {
            player: player.to_owned(),
            games: 0,
            wins: 0,
            draws: 0,
            losses: 0,
            moves: 0,
            time: Duration::ZERO,
            nodes: 0,
            playouts: 0,
        }
    }

    /// Adds a move of an agent.
    pub fn add_move(&mut self, decision: &TextDecision, time: Duration) {
        self.moves += 1;
        self.time += time;
        self.nodes += decision.nodes;
        self.playouts += decision.playouts;
    }

    /// Adds a result of this player.
    pub fn add_result(&mut self, result: Wdl) {
        self.games += 1;
        match result {
            Wdl::Win => self.wins += 1,
            Wdl::Draw => self.draws += 1,
            Wdl::Loss => self.losses += 1,
        }
    }

    /// Mean milliseconds, nodes and playouts per move; `None` without moves.
    pub fn means(&self) -> Option<[f64; 3]> {
        let moves = self.moves as f64;
        let totals = [self.time.as_secs_f64() * 1000.0, self.nodes as f64, self.playouts as f64];
        (self.moves > 0).then(|| totals.map(|total| total / moves))
    }
}
