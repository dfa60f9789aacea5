//! Plies that chance plays.

use zermelo_core::erased::DynRecord;
use zermelo_search::Rng;

/// Plays random moves; whether the game is still going on behind them.
pub(crate) fn play_random(record: &mut dyn DynRecord, plies: u32, rng: &mut Rng) -> bool {
    for _ in 0..plies {
        let moves = record.legal();
        if moves.is_empty() {
            return false;
        }
        let lot = rng.below(moves.len());
        // The record itself has just called it legal.
        let _ = record.play_move(&moves[lot], None);
    }
    record.ending().is_none()
}
