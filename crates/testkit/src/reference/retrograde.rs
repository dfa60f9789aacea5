//! Values of positions that come back, from the ends of the game backwards.

use std::collections::HashMap;

use zermelo_core::{Game, Ply, Position, Proven, Side, Wdl};

/// The values of all positions that a start leads to, draws by repetition and move limits left out: a game that never ends is a draw.
///
/// Layer by layer: won in 1, lost in 2, won in 3 and so on. A position gets its value in the layer of its distance, by a look at all of
/// its moves.
#[derive(Clone, Debug)]
pub struct SlowRetrograde<G: Game> {
    values: HashMap<G::Position, Proven>,
}

impl<G: Game> SlowRetrograde<G> {
    /// The values of everything that `start` leads to.
    ///
    /// # Panics
    /// When there are more than `limit` positions.
    pub fn new(game: &G, start: &G::Position, limit: usize) -> Self {
        let moves = reachable(game, start, limit);
        let mut values = HashMap::new();
        for position in moves.keys() {
            if let Some(outcome) = game.outcome(position) {
                values.insert(*position, decided(outcome.wdl(position.side_to_move()), 0));
            }
        }
        let mut layer = 1;
        loop {
            let mut found = Vec::new();
            for (position, after) in &moves {
                if !values.contains_key(position)
                    && let Some(wdl) = settled(position.side_to_move(), after, &values)
                {
                    found.push((*position, decided(wdl, layer)));
                }
            }
            // A layer without a win may come before one with a loss, not two.
            if found.is_empty() && layer > 1 {
                break;
            }
            values.extend(found);
            layer += 1;
        }
        for position in moves.into_keys() {
            values.entry(position).or_insert_with(|| decided(Wdl::Draw, 0));
        }
        Self { values }
    }

    /// The value of a position; `None` where the start does not lead to it.
    pub fn value(&self, position: &G::Position) -> Option<Proven> {
        self.values.get(position).copied()
    }

    /// All positions, in order.
    pub fn positions(&self) -> Vec<G::Position> {
        let mut positions: Vec<G::Position> = self.values.keys().copied().collect();
        positions.sort_unstable();
        positions
    }
}

fn decided(wdl: Wdl, plies: u32) -> Proven {
    Proven { wdl, plies: (wdl != Wdl::Draw).then_some(Ply(plies)), score: None }
}

/// A win if some move leads to a loss of the opponent, a loss if all lead to its wins; `None`: neither, so far.
fn settled<P: Position>(side: Side, after: &[P], values: &HashMap<P, Proven>) -> Option<Wdl> {
    // The side to move after a move need not be looked at: sides alternate.
    debug_assert!(after.iter().all(|position| position.side_to_move() != side), "the same side moves twice");
    let of = |position: &P| values.get(position).map(|value| value.wdl);
    if after.iter().any(|position| of(position) == Some(Wdl::Loss)) {
        return Some(Wdl::Win);
    }
    let is_lost = !after.is_empty() && after.iter().all(|position| of(position) == Some(Wdl::Win));
    is_lost.then_some(Wdl::Loss)
}

/// Every position with those that its moves lead to.
fn reachable<G: Game>(game: &G, start: &G::Position, limit: usize) -> HashMap<G::Position, Vec<G::Position>> {
    let mut moves: HashMap<G::Position, Vec<G::Position>> = HashMap::new();
    let mut open = vec![*start];
    while let Some(position) = open.pop() {
        if moves.contains_key(&position) {
            continue;
        }
        assert!(moves.len() < limit, "{start:?} leads to more than {limit} positions");
        let mut legal = Vec::new();
        if game.outcome(&position).is_none() {
            game.generate(&position, &mut legal);
        }
        let play = |mv| {
            let mut after = position;
            game.play_unchecked(&mut after, mv);
            after
        };
        let after: Vec<G::Position> = legal.into_iter().map(play).collect();
        open.extend(after.iter().copied());
        moves.insert(position, after);
    }
    moves
}
