//! A random game.

use zermelo_core::{Foresight, GameRecord, Searchable};
use zermelo_search::rng::Rng;

/// A game that comes back goes on no longer than this.
const LONGEST: usize = 200;
/// How many moves are drawn at most for one after which the opponent does not win at once.
const DRAWS: u32 = 8;
/// One game of so many is played without any care: some positions come up in such games alone.
const CARELESS: usize = 4;

/// A random game. In most, a win on the board is taken and a loss avoided where a quick look shows it.
pub(super) struct Lot<G: Searchable> {
    pub(super) moves: Vec<G::Move>,
    /// The undecided positions, each before the move of the same number.
    pub(super) positions: Vec<G::Position>,
    /// Their numbers, in random order.
    pub(super) order: Vec<usize>,
}

impl<G: Searchable> Lot<G> {
    /// The game of a seed.
    pub(super) fn draw(game: &G, seed: u64) -> Self {
        let mut rng = Rng::new(seed);
        let mut record = GameRecord::new(game.clone());
        let mut room = Vec::new();
        let is_careless = rng.below(CARELESS) == 0;
        while record.ending().is_none() && record.ply().index() < LONGEST {
            let position = record.position();
            let mv = if is_careless {
                game.random_move(position, rng.bits(), &mut room)
            } else {
                pick(game, position, &mut rng, &mut room)
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

fn pick<G: Searchable>(game: &G, position: &G::Position, rng: &mut Rng, room: &mut Vec<G::Move>) -> Option<G::Move> {
    room.clear();
    match game.foresee(position, room) {
        Foresight::Win(mv) => return Some(mv),
        Foresight::Sound => return Some(room[rng.below(room.len())]),
        Foresight::Lost => return game.random_move(position, rng.bits(), room),
        Foresight::Unknown => {}
    }
    let mut drawn = None;
    for _ in 0..DRAWS {
        let mv = game.random_move(position, rng.bits(), room)?;
        drawn = Some(mv);
        let mut after = *position;
        game.play_unchecked(&mut after, mv);
        if game.outcome(&after).is_some() || game.winning_move(&after).is_none() {
            break;
        }
    }
    drawn
}
