//! The interface of a schedule.

use super::standings::Standings;

/// Pairings that can be played in any order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PairingBatch {
    /// The round, from 1.
    pub round: u32,
    /// The pairings. The first agent of a pairing moves first in its first game.
    pub pairings: Vec<[usize; 2]>,
    /// Games of each pairing; `None` for an endless tournament.
    pub games: Option<u64>,
    /// Games that each pairing has played in this round already; more than 0 in a tie-break of a knockout.
    pub games_before: u64,
}

/// Generates the pairings of a tournament.
pub trait Schedule: Send {
    /// The next batch. The standings contain all games of the batches before.
    fn next_batch(&mut self, standings: &Standings) -> Option<PairingBatch>;

    /// The total number of games; `None` if it is unknown.
    fn games(&self) -> Option<u64>;

    /// The final ranking, best first, if the format has its own.
    fn ranking(&self, standings: &Standings) -> Option<Vec<usize>> {
        let _ = standings;
        None
    }
}
