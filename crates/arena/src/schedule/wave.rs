//! A schedule as a source of waves.

use super::ledger::Ledger;

/// Pairings that can be played at the same time.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Wave {
    /// The round, from 1.
    pub round: u32,
    /// Who meets whom. The first agent of a pairing begins its first game.
    pub pairings: Vec<[usize; 2]>,
    /// Games of each pairing; `None`: without end.
    pub games: Option<u64>,
    /// Games that each pairing has had in this round: more than 0 where a match is played on.
    pub had: u64,
}

/// Gives waves until a tournament is over.
pub trait Schedule: Send {
    /// The next wave. All games of the waves before are in the ledger.
    fn next_wave(&mut self, ledger: &Ledger) -> Option<Wave>;

    /// How many games there will be in all; `None` where it is not known.
    fn games(&self) -> Option<u64>;

    /// How the agents are ranked at the end, the best first, where the format ranks them by itself.
    fn ranking(&self, ledger: &Ledger) -> Option<Vec<usize>> {
        let _ = ledger;
        None
    }
}
