//! What a search is told beside the rules: an evaluator, a network.

use std::fmt;
use std::sync::Arc;

use zermelo_core::{Evaluator, Outcome, PolicyValue, Position, Searchable};

use crate::one_ply;

/// An evaluator, and a network if there is one.
#[derive(Clone)]
pub(super) struct Knowledge<G: Searchable, E> {
    pub(super) evaluator: E,
    pub(super) network: Option<Arc<dyn PolicyValue<G>>>,
}

impl<G: Searchable, E: fmt::Debug> fmt::Debug for Knowledge<G, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let network = self.network.as_ref().map(|_| "a network");
        f.debug_struct("Knowledge").field("evaluator", &self.evaluator).field("network", &network).finish()
    }
}

impl<G: Searchable, E: Evaluator<G>> Knowledge<G, E> {
    /// What the evaluator thinks of some moves, from -1 to 1: the best or worst of them is at the end of the scale, an ended game too.
    pub(super) fn opinions(
        &self,
        game: &G,
        state: &mut E::State,
        position: &G::Position,
        moves: &[G::Move],
        opinions: &mut Vec<f32>,
    ) {
        opinions.clear();
        let mut greatest = 1.0_f32;
        for &mv in moves {
            let opinion = match one_ply::opinion(game, &self.evaluator, state, position, mv) {
                Ok(score) => score.value() as f32,
                Err(Outcome::Win(winner)) if winner == position.side_to_move() => f32::INFINITY,
                Err(Outcome::Win(_)) => f32::NEG_INFINITY,
                Err(Outcome::Draw) => 0.0,
            };
            if opinion.is_finite() {
                greatest = greatest.max(opinion.abs());
            }
            opinions.push(opinion);
        }
        for opinion in opinions {
            *opinion = (*opinion / greatest).clamp(-1.0, 1.0);
        }
    }
}
