//! Playouts that know a little: wins and blocks first, or what an evaluator likes.

use zermelo_core::{Evaluator, Foresight, Line, Outcome, Ply, Position, Score, Searchable};

use super::Playouts;
use crate::budget::{Budget, Interrupted};
use crate::one_ply;
use crate::rng::Rng;

/// How the moves of a playout are picked.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub enum PlayoutPolicy {
    /// Each legal move as likely.
    #[default]
    Uniform,
    /// A win in one if there is one; else, where the board tells ([`SearchHints::foresee`](zermelo_core::SearchHints::foresee)), a move that lets the opponent have none.
    Wins,
    /// The move after which the evaluator likes the position best, each of several as likely; a win in one before all.
    Greedy {
        /// How often any legal move is played instead, 0 to 1.
        epsilon: f64,
    },
}

/// A policy with what it asks.
#[derive(Clone, Debug)]
pub struct Guide<G: Searchable, E> {
    policy: PlayoutPolicy,
    evaluator: E,
    /// The sound moves of one position.
    sound: Vec<G::Move>,
}

impl<G: Searchable, E: Evaluator<G>> Guide<G, E> {
    /// A policy; only [`PlayoutPolicy::Greedy`] asks the evaluator.
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
                let win = moves.iter().copied().find(|&mv| one_ply::wins(game, position, mv));
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
            let score = match one_ply::opinion(game, &self.evaluator, state, position, mv) {
                Ok(score) => score,
                Err(Outcome::Win(winner)) if winner == position.side_to_move() => return Some(mv),
                Err(Outcome::Win(_)) => Score::loss_in(Ply(1)),
                Err(Outcome::Draw) => Score::DRAW,
            };
            if greatest.is_none_or(|greatest| score > greatest) {
                (best, greatest, equals) = (Some(mv), Some(score), 1);
            } else if greatest == Some(score) {
                equals += 1;
                // The n-th of equals takes the place with a chance of one in n: in the end each is as likely.
                if rng.below(equals) == 0 {
                    best = Some(mv);
                }
            }
        }
        best
    }
}

impl<G: Searchable> Playouts<G> {
    /// As [`run_told`](Playouts::run_told), by a policy.
    pub fn run_guided<E: Evaluator<G>>(
        &mut self,
        guide: &mut Guide<G, E>,
        line: &Line<G>,
        rng: &mut Rng,
        budget: &mut Budget,
        played: &mut impl FnMut(G::Move),
    ) -> Result<Outcome, Interrupted> {
        match guide.policy {
            PlayoutPolicy::Uniform => self.run_told(line, rng, budget, played),
            PlayoutPolicy::Wins => {
                let mut pick = |game: &G, position: &G::Position, moves: &mut Vec<G::Move>| {
                    guide.win_or_block(game, position, moves, rng)
                };
                self.run_picked(line, budget, &mut pick, played)
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
                self.run_picked(line, budget, &mut pick, played)
            }
        }
    }
}
