//! Symmetries commute with play.

use std::collections::BTreeSet;

use zermelo_core::Position;
use zermelo_core::erased::Playable;

use super::witness::{Witness, demand};

/// Every symmetry maps the position, its moves, its result and its future alike.
pub(super) fn commutes<G: Playable>(witness: &Witness<G>, position: &G::Position) {
    let game = witness.game;
    demand!(witness, game.symmetries() > 0, "not even the identity is a symmetry");
    demand!(witness, game.transform(position, 0) == *position, "symmetry 0 is not the identity");
    let canonical = game.canonical(position);
    let mut moves = Vec::new();
    game.generate(position, &mut moves);
    for symmetry in 0..game.symmetries() {
        witness.at(position);
        let image = game.transform(position, symmetry);
        demand!(
            witness,
            game.canonical(&image) == canonical,
            "symmetry {symmetry} leads to another canonical position"
        );
        demand!(witness, image.side_to_move() == position.side_to_move(), "symmetry {symmetry} changes the turn");
        let outcomes = (game.outcome(position), game.outcome(&image));
        demand!(witness, outcomes.0 == outcomes.1, "symmetry {symmetry} changes the result: {outcomes:?}");
        if outcomes.0.is_some() {
            let same = game.termination(position) == game.termination(&image);
            demand!(witness, same, "symmetry {symmetry} changes why it is over");
        }
        let mut of_image = Vec::new();
        game.generate(&image, &mut of_image);
        let mapped: BTreeSet<G::Move> = moves.iter().map(|&mv| game.transform_move(mv, symmetry)).collect();
        let legal: BTreeSet<G::Move> = of_image.into_iter().collect();
        demand!(
            witness,
            mapped == legal,
            "symmetry {symmetry} maps the legal moves to {mapped:?}, the image has {legal:?}"
        );
        for &mv in &moves {
            witness.on(mv);
            let (mut play_first, mut map_first) = (*position, image);
            game.play_unchecked(&mut play_first, mv);
            game.play_unchecked(&mut map_first, game.transform_move(mv, symmetry));
            let play_first = game.transform(&play_first, symmetry);
            demand!(witness, play_first == map_first, "symmetry {symmetry} does not commute with play");
        }
    }
}
