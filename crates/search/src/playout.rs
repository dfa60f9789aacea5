//! Games played out at random.

use zermelo_core::{Game, Line, Outcome, Ply, Side};

use crate::budget::{Budget, Interrupted};
use crate::rng::Rng;

/// How many plies a playout of a game with cycles may take unless an option says otherwise.
pub const DEFAULT_CAP: Ply = Ply(1000);

/// Plays games out at random: each legal move as likely. Keeps its buffers from game to game.
#[derive(Clone, Debug)]
pub struct Playouts<G: Game> {
    moves: Vec<G::Move>,
    cap: Ply,
}

impl<G: Game> Playouts<G> {
    /// `cap` bounds the plies of one playout in games whose positions can come back; a game cut there counts as a draw.
    /// Playouts of other games end by themselves.
    pub fn new(cap: Ply) -> Self {
        Self { moves: Vec::new(), cap }
    }

    /// Plays the game out from where the line stands; the line is as before when it returns. The budget is asked for each
    /// move, so that an interruption is noticed inside a long game.
    #[inline]
    pub fn run(&mut self, line: &mut Line<G>, rng: &mut Rng, budget: &mut Budget) -> Result<Outcome, Interrupted> {
        if line.game().is_acyclic() {
            self.run_free(line.game(), *line.position(), rng, budget)
        } else {
            self.run_judged(line, rng, budget)
        }
    }

    /// Where no position can come back, the board alone ends a game: no history is kept.
    fn run_free(
        &mut self,
        game: &G,
        mut position: G::Position,
        rng: &mut Rng,
        budget: &mut Budget,
    ) -> Result<Outcome, Interrupted> {
        loop {
            budget.work()?;
            self.moves.clear();
            game.generate(&position, &mut self.moves);
            // Who has a move is not asked whether the game is over.
            if self.moves.is_empty() {
                return Ok(decided(game, &position));
            }
            game.play_unchecked(&mut position, self.moves[rng.below(self.moves.len())]);
        }
    }

    /// Where positions can come back, the line's history judges repetitions and move limits.
    fn run_judged(&mut self, line: &mut Line<G>, rng: &mut Rng, budget: &mut Budget) -> Result<Outcome, Interrupted> {
        let mut played = 0;
        let ended = loop {
            if budget.work().is_err() {
                break Err(Interrupted);
            }
            self.moves.clear();
            line.generate(&mut self.moves);
            if self.moves.is_empty() {
                break Ok(decided(line.game(), line.position()));
            }
            if played == self.cap.0 || line.history().draw(line.game(), line.position()).is_some() {
                break Ok(Outcome::Draw);
            }
            line.push(self.moves[rng.below(self.moves.len())]);
            played += 1;
        };
        for _ in 0..played {
            line.pop();
        }
        ended
    }
}

/// The result of a position without a move.
#[cold]
fn decided<G: Game>(game: &G, position: &G::Position) -> Outcome {
    let outcome = game.outcome(position);
    debug_assert!(outcome.is_some(), "an undecided position without a move");
    outcome.unwrap_or(Outcome::Draw)
}

/// What an outcome brings to a side: 1 for a win, 0 for a loss, `draw` for a draw.
#[inline]
pub(crate) fn points(outcome: Outcome, side: Side, draw: f64) -> f64 {
    match outcome {
        Outcome::Draw => draw,
        Outcome::Win(winner) if winner == side => 1.0,
        Outcome::Win(_) => 0.0,
    }
}
