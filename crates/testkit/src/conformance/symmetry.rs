//! Symmetries commute with play.

use std::collections::BTreeSet;

use zermelo_core::Position;
use zermelo_core::erased::Playable;

use super::context::{CheckContext, ensure};

/// Every symmetry keeps the outcome and the canonical position, and commutes with move generation and play.
pub(super) fn check_symmetries<G: Playable>(context: &CheckContext<G>, position: &G::Position) {
    let game = context.game;
    ensure!(context, game.symmetries() > 0, "the number of symmetries is 0; the identity must be one");
    ensure!(context, game.transform(position, 0) == *position, "symmetry 0 is not the identity");
    let canonical = game.canonical(position);
    let mut moves = Vec::new();
    game.generate(position, &mut moves);
    for symmetry in 0..game.symmetries() {
        context.set_position(position);
        let image = game.transform(position, symmetry);
        ensure!(
            context,
            game.canonical(&image) == canonical,
            "symmetry {symmetry} leads to another canonical position"
        );
        ensure!(
            context,
            image.side_to_move() == position.side_to_move(),
            "symmetry {symmetry} changes the side to move"
        );
        let outcomes = (game.outcome(position), game.outcome(&image));
        ensure!(context, outcomes.0 == outcomes.1, "symmetry {symmetry} changes the outcome: {outcomes:?}");
        if outcomes.0.is_some() {
            let same = game.termination(position) == game.termination(&image);
            ensure!(context, same, "symmetry {symmetry} changes the termination");
        }
        let mut image_moves = Vec::new();
        game.generate(&image, &mut image_moves);
        let mapped: BTreeSet<G::Move> = moves.iter().map(|&mv| game.transform_move(mv, symmetry)).collect();
        let legal: BTreeSet<G::Move> = image_moves.into_iter().collect();
        ensure!(
            context,
            mapped == legal,
            "symmetry {symmetry} maps the legal moves to {mapped:?}, but the image has {legal:?}"
        );
        for &mv in &moves {
            context.set_move(mv);
            let (mut play_first, mut map_first) = (*position, image);
            game.play_unchecked(&mut play_first, mv);
            game.play_unchecked(&mut map_first, game.transform_move(mv, symmetry));
            let play_first = game.transform(&play_first, symmetry);
            ensure!(context, play_first == map_first, "symmetry {symmetry} does not commute with play");
        }
    }
}
