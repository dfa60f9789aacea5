//! Game-specific knowledge of a search: an evaluator and a policy-value network.

use std::fmt;
use std::sync::Arc;

use zermelo_core::{Evaluator, Outcome, PolicyValue, Position, Searchable};

use crate::one_ply;

/// An evaluator, and a network if there is one.
#[derive(Clone)]
pub(super) struct DomainKnowledge<G: Searchable, E> {
    pub(super) evaluator: E,
    pub(super) network: Option<Arc<dyn PolicyValue<G>>>,
}

impl<G: Searchable, E: fmt::Debug> fmt::Debug for DomainKnowledge<G, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let network = self.network.as_ref().map(|_| "a network");
        f.debug_struct("DomainKnowledge").field("evaluator", &self.evaluator).field("network", &network).finish()
    }
}

impl<G: Searchable, E: Evaluator<G>> DomainKnowledge<G, E> {
    /// The evaluator's values of moves, scaled to -1 to 1 by the largest of them; a move that ends the game has the
    /// value of the result.
    pub(super) fn move_values(
        &self,
        game: &G,
        state: &mut E::State,
        position: &G::Position,
        moves: &[G::Move],
        move_values: &mut Vec<f32>,
    ) {
        move_values.clear();
        let mut greatest = 1.0_f32;
        for &mv in moves {
            let value = match one_ply::evaluate_move(game, &self.evaluator, state, position, mv) {
                Ok(score) => score.value() as f32,
                Err(Outcome::Win(winner)) if winner == position.side_to_move() => f32::INFINITY,
                Err(Outcome::Win(_)) => f32::NEG_INFINITY,
                Err(Outcome::Draw) => 0.0,
            };
            if value.is_finite() {
                greatest = greatest.max(value.abs());
            }
            move_values.push(value);
        }
        for value in move_values {
            *value = (*value / greatest).clamp(-1.0, 1.0);
        }
    }
}
