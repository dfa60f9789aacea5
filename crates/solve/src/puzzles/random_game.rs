//! Random games.

use zermelo_core::{Foresight, GameRecord, Searchable};
use zermelo_search::rng::Rng;

/// The most plies of a game, for games that allow repetition.
const MAX_PLIES: usize = 200;
/// How many random moves are tried to find one that does not lose at once.
const ATTEMPTS: u32 = 8;
/// One of this many games is uniformly random, because some positions occur only in such games.
const UNIFORM_RATIO: usize = 4;

/// A random game. Most games take an immediate win and try to avoid an immediate loss.
pub(super) struct RandomGame<G: Searchable> {
    pub(super) moves: Vec<G::Move>,
    /// The position before each move.
    pub(super) positions: Vec<G::Position>,
    /// The indices of the positions in random order.
    pub(super) order: Vec<usize>,
}

impl<G: Searchable> RandomGame<G> {
    /// Plays the game of a seed.
    pub(super) fn play(game: &G, seed: u64) -> Self {
        let mut rng = Rng::new(seed);
        let mut record = GameRecord::new(game.clone());
        let mut moves = Vec::new();
        let is_uniform = rng.below(UNIFORM_RATIO) == 0;
        while record.ending().is_none() && record.ply().index() < MAX_PLIES {
            let position = record.position();
            let mv = if is_uniform {
                game.random_move(position, rng.bits(), &mut moves)
            } else {
                pick(game, position, &mut rng, &mut moves)
            };
            let Some(mv) = mv else { break };
            if record.play(mv, None).is_err() {
                break;
            }
        }
        let moves: Vec<G::Move> = record.moves().iter().map(|played| played.mv).collect();
        let mut order: Vec<usize> = (0..moves.len()).collect();
        rng.shuffle(&mut order);
        Self { order, positions: record.line().positions()[..moves.len()].to_vec(), moves }
    }
}

fn pick<G: Searchable>(game: &G, position: &G::Position, rng: &mut Rng, moves: &mut Vec<G::Move>) -> Option<G::Move> {
    moves.clear();
    match game.foresee(position, moves) {
        Foresight::Win(mv) => return Some(mv),
        Foresight::Sound => return Some(moves[rng.below(moves.len())]),
        Foresight::Lost => return game.random_move(position, rng.bits(), moves),
        Foresight::Unknown => {}
    }
    let mut picked = None;
    for _ in 0..ATTEMPTS {
        let mv = game.random_move(position, rng.bits(), moves)?;
        picked = Some(mv);
        let mut after = *position;
        game.play_unchecked(&mut after, mv);
        if game.outcome(&after).is_some() || game.winning_move(&after).is_none() {
            break;
        }
    }
    picked
}
