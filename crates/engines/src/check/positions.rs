//! Positions in which a check asks for a move.

use zermelo_core::erased::{DynGame, DynRecord};
use zermelo_search::Rng;

/// The maximum length of a random game, in plies.
const MAX_PLIES: usize = 400;

/// Unfinished games: the initial position, then random positions. Every third is one ply before the end of its game.
pub(super) fn positions(game: &dyn DynGame, count: u32, seed: u64) -> Vec<Box<dyn DynRecord>> {
    let mut rng = Rng::new(seed);
    (0..count)
        .map(|number| {
            let moves = random_game(game, &mut rng);
            let last = moves.len().saturating_sub(1);
            let plies = match number {
                0 => 0,
                _ if number % 3 == 0 => last,
                _ => rng.below(last + 1),
            };
            let mut record = game.new_record();
            let played = moves[..plies].iter().try_for_each(|mv| record.play(mv, None).map(drop));
            debug_assert!(played.is_ok(), "moves that were legal once are legal again");
            record
        })
        .collect()
}

fn random_game(game: &dyn DynGame, rng: &mut Rng) -> Vec<String> {
    let mut record = game.new_record();
    let mut moves = Vec::new();
    while moves.len() < MAX_PLIES {
        let legal = record.legal_moves();
        if legal.is_empty() {
            break;
        }
        let mv = &legal[rng.below(legal.len())];
        let Ok(played) = record.play(mv, None) else { break };
        moves.push(played);
    }
    moves
}
