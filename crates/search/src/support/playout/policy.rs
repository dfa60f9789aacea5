//! Playout policies: heavy playouts, which prefer wins and blocks or follow an evaluator.

use zermelo_core::{Evaluator, Foresight, Line, Outcome, Ply, Position, Score, Searchable};

use super::Playouts;
use crate::budget::{Budget, InterruptedError};
use crate::one_ply;
use crate::rng::Rng;

/// How the moves of a playout are chosen.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub enum PlayoutPolicy {
    /// Uniformly among the legal moves.
    #[default]
    Uniform,
    /// A winning move if there is one. Otherwise, where the game can tell
    /// ([`SearchHints::foresee`](zermelo_core::SearchHints::foresee)), a move that does not let the opponent win at
    /// once.
    Wins,
    /// The move with the best static evaluation, ties broken at random. A winning move comes first.
    Greedy {
        /// The probability of a uniformly random move instead, 0 to 1.
        epsilon: f64,
    },
}

/// A policy with its evaluator and buffers.
#[derive(Clone, Debug)]
pub struct PlayoutGuide<G: Searchable, E> {
    policy: PlayoutPolicy,
    evaluator: E,
    /// The sound moves of one position.
    sound: Vec<G::Move>,
}

impl<G: Searchable, E: Evaluator<G>> PlayoutGuide<G, E> {
    /// A policy. Only [`PlayoutPolicy::Greedy`] uses the evaluator.
    pub fn new(policy: PlayoutPolicy, evaluator: E) -> Self {
        Self { policy, evaluator, sound: Vec::new() }
    }

    fn win_or_block(
        &mut self,
        game: &G,
        position: &G::Position,
        moves: &mut Vec<G::Move>,
        rng: &mut Rng,
    ) -> Option<G::Move> {
        if game.outcome(position).is_some() {
            return None;
        }
        self.sound.clear();
        match game.foresee(position, &mut self.sound) {
            Foresight::Win(mv) => return Some(mv),
            Foresight::Sound if !self.sound.is_empty() => return Some(self.sound[rng.below(self.sound.len())]),
            Foresight::Sound | Foresight::Lost => {}
            Foresight::Unknown => {
                moves.clear();
                game.generate(position, moves);
                let win = moves.iter().copied().find(|&mv| one_ply::is_winning_move(game, position, mv));
                return win.or_else(|| (!moves.is_empty()).then(|| moves[rng.below(moves.len())]));
            }
        }
        game.random_move(position, rng.bits(), moves)
    }

    fn greedy(
        &self,
        game: &G,
        state: &mut E::State,
        position: &G::Position,
        moves: &mut Vec<G::Move>,
        rng: &mut Rng,
    ) -> Option<G::Move> {
        moves.clear();
        game.generate(position, moves);
        let mut best = None;
        let mut greatest = None;
        let mut equals = 0;
        for &mv in &*moves {
            let score = match one_ply::evaluate_move(game, &self.evaluator, state, position, mv) {
                Ok(score) => score,
                Err(Outcome::Win(winner)) if winner == position.side_to_move() => return Some(mv),
                Err(Outcome::Win(_)) => Score::loss_in(Ply(1)),
                Err(Outcome::Draw) => Score::DRAW,
            };
            if greatest.is_none_or(|greatest| score > greatest) {
                (best, greatest, equals) = (Some(mv), Some(score), 1);
            } else if greatest == Some(score) {
                equals += 1;
                // Reservoir sampling: the n-th of equals replaces the choice with a probability of 1/n.
                if rng.below(equals) == 0 {
                    best = Some(mv);
                }
            }
        }
        best
    }
}

impl<G: Searchable> Playouts<G> {
    /// Like [`run_with_moves`](Playouts::run_with_moves), with moves chosen by a policy.
    ///
    /// # Errors
    /// When the budget is spent or the search is stopped.
    pub fn run_guided<E: Evaluator<G>>(
        &mut self,
        guide: &mut PlayoutGuide<G, E>,
        line: &Line<G>,
        rng: &mut Rng,
        budget: &mut Budget,
        on_move: &mut impl FnMut(G::Move),
    ) -> Result<Outcome, InterruptedError> {
        match guide.policy {
            PlayoutPolicy::Uniform => self.run_with_moves(line, rng, budget, on_move),
            PlayoutPolicy::Wins => {
                let mut pick = |game: &G, position: &G::Position, moves: &mut Vec<G::Move>| {
                    guide.win_or_block(game, position, moves, rng)
                };
                self.run_with_picker(line, budget, &mut pick, on_move)
            }
            PlayoutPolicy::Greedy { epsilon } => {
                let mut state = guide.evaluator.fresh_on(line);
                let mut pick = |game: &G, position: &G::Position, moves: &mut Vec<G::Move>| {
                    let mv = if rng.chance() < epsilon {
                        game.random_move(position, rng.bits(), moves)
                    } else {
                        guide.greedy(game, &mut state, position, moves, rng)
                    }?;
                    let mut after = *position;
                    game.play_unchecked(&mut after, mv);
                    guide.evaluator.update(game, &mut state, position, mv, &after);
                    Some(mv)
                };
                self.run_with_picker(line, budget, &mut pick, on_move)
            }
        }
    }
}
