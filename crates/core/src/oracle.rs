//! The one door to all that is solved.

use serde::Serialize;

use crate::{Game, GameRecord, Ply, Wdl};

/// A proven value, from the view of the side to move. It assumes a fresh history: draws that repetition or a move limit would
/// bring about in the record at hand are not in it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Proven {
    /// Win, draw or loss.
    pub wdl: Wdl,
    /// Plies to the end when the winner hurries and the loser delays; `None` where it is not known or has no meaning.
    pub plies: Option<Ply>,
    /// The game's usual score (Connect Four: stones that the winner has left), where it has one.
    pub score: Option<i32>,
}

/// Knows the value of some or all positions of a game. Commands, searches, adjudication, reviews and the page all ask here.
pub trait Oracle<G: Game>: Send + Sync {
    /// The value of the record's position; `None` where this oracle does not know it.
    fn probe(&self, record: &GameRecord<G>) -> Option<Proven>;

    /// Whether it is worth asking about a position: a quick look, for searches that would otherwise ask in vain. Errors on the side
    /// of `true` cost time alone.
    fn may_know(&self, game: &G, position: &G::Position) -> bool {
        let _ = (game, position);
        true
    }

    /// The value of each move that the board allows, from the view of the side that plays it, in the order of generation; `None`
    /// where one of them is not known. A game that ended beside the board can still be asked about: that is how it is reviewed.
    fn probe_moves(&self, record: &GameRecord<G>) -> Option<Vec<(G::Move, Proven)>> {
        let mut moves = Vec::new();
        record.line().generate(&mut moves);
        // Proven values assume a fresh history; the record itself would take no move after its end.
        let mut after = GameRecord::from_position(record.game().clone(), *record.position());
        moves
            .into_iter()
            .map(|mv| {
                after.play(mv, None).ok()?;
                let proven = self.probe(&after)?.before_move();
                after.undo();
                Some((mv, proven))
            })
            .collect()
    }
}

impl Proven {
    /// The same value seen by the side that has just moved, one ply earlier.
    #[must_use]
    pub fn before_move(self) -> Self {
        Self { wdl: self.wdl.reversed(), plies: self.plies.map(Ply::next), score: self.score.map(|score| -score) }
    }
}
