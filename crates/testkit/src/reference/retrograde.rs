//! Plain retrograde analysis, for games in which positions can repeat.

use std::collections::HashMap;

use zermelo_core::{Game, Ply, Position, Proven, Side, Wdl};

/// The values of all positions that are reachable from a start. Draws by repetition and by move limits are ignored: an
/// infinite game is a draw.
///
/// The values are found in the order of their distance: wins in 1, losses in 2, wins in 3 and so on, each by trying all
/// moves.
#[derive(Clone, Debug)]
pub struct SlowRetrograde<G: Game> {
    values: HashMap<G::Position, Proven>,
}

impl<G: Game> SlowRetrograde<G> {
    /// Solves all positions that are reachable from `start`.
    ///
    /// # Panics
    /// When there are more than `limit` positions.
    pub fn new(game: &G, start: &G::Position, limit: usize) -> Self {
        let moves = reachable(game, start, limit);
        let mut values = HashMap::new();
        for position in moves.keys() {
            if let Some(outcome) = game.outcome(position) {
                values.insert(*position, proven(outcome.wdl(position.side_to_move()), 0));
            }
        }
        let mut distance = 1;
        loop {
            let mut found = Vec::new();
            for (position, after) in &moves {
                if !values.contains_key(position)
                    && let Some(wdl) = wdl_after(position.side_to_move(), after, &values)
                {
                    found.push((*position, proven(wdl, distance)));
                }
            }
            // No position got a value at this distance, so no position gets one at a greater distance.
            if found.is_empty() && distance > 1 {
                break;
            }
            values.extend(found);
            distance += 1;
        }
        for position in moves.into_keys() {
            values.entry(position).or_insert_with(|| proven(Wdl::Draw, 0));
        }
        Self { values }
    }

    /// The value of a position; `None` if it is not reachable.
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

fn proven(wdl: Wdl, plies: u32) -> Proven {
    Proven { wdl, plies: (wdl != Wdl::Draw).then_some(Ply(plies)), score: None }
}

/// A win if a move leads to a loss of the opponent, a loss if all moves lead to its wins, otherwise `None`: not known
/// yet.
fn wdl_after<P: Position>(side: Side, after: &[P], values: &HashMap<P, Proven>) -> Option<Wdl> {
    // The values after the moves are the opponent's, because the sides alternate.
    debug_assert!(after.iter().all(|position| position.side_to_move() != side), "the same side moves twice");
    let wdl_of = |position: &P| values.get(position).map(|value| value.wdl);
    if after.iter().any(|position| wdl_of(position) == Some(Wdl::Loss)) {
        return Some(Wdl::Win);
    }
    let is_lost = !after.is_empty() && after.iter().all(|position| wdl_of(position) == Some(Wdl::Win));
    is_lost.then_some(Wdl::Loss)
}

/// Every reachable position with its successors.
fn reachable<G: Game>(game: &G, start: &G::Position, limit: usize) -> HashMap<G::Position, Vec<G::Position>> {
    let mut moves: HashMap<G::Position, Vec<G::Position>> = HashMap::new();
    let mut open = vec![*start];
    while let Some(position) = open.pop() {
        if moves.contains_key(&position) {
            continue;
        }
        assert!(moves.len() < limit, "more than {limit} positions are reachable from {start:?}");
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
