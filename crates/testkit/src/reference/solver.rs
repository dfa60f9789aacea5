//! A plain solver that searches the whole tree and stores every position.

use std::collections::HashMap;
use std::sync::Mutex;

use zermelo_core::{Game, GameRecord, Oracle, Ply, Position, Proven, Wdl};

/// Solves small acyclic games. It stores the value of every canonical position in the tree.
#[derive(Clone, Debug)]
pub struct SlowSolver<G: Game> {
    game: G,
    limit: usize,
    values: HashMap<G::Position, Value>,
}

/// Win, draw or loss, with the plies to the end if the winner plays the fastest win and the loser delays it; 0 in a
/// draw.
type Value = (Wdl, u32);

impl<G: Game> SlowSolver<G> {
    /// A solver that stores at most `limit` positions.
    ///
    /// # Panics
    /// When the game is not acyclic: values would depend on the path.
    pub fn new(game: G, limit: usize) -> Self {
        assert!(game.is_acyclic(), "the solver needs an acyclic game");
        Self { game, limit, values: HashMap::new() }
    }

    /// The value of a position for the side to move; `None` if the limit was reached. Draws have no `plies`.
    pub fn value(&mut self, position: &G::Position) -> Option<Proven> {
        let (wdl, plies) = self.solve(&self.game.canonical(position))?;
        Some(Proven { wdl, plies: (wdl != Wdl::Draw).then_some(Ply(plies)), score: None })
    }

    /// The number of positions solved so far; symmetric positions count once.
    pub fn positions(&self) -> usize {
        self.values.len()
    }

    fn solve(&mut self, position: &G::Position) -> Option<Value> {
        if let Some(&value) = self.values.get(position) {
            return Some(value);
        }
        if self.values.len() >= self.limit {
            return None;
        }
        let value = match self.game.outcome(position) {
            Some(outcome) => (outcome.wdl(position.side_to_move()), 0),
            None => self.best_value(position)?,
        };
        self.values.insert(*position, value);
        Some(value)
    }

    fn best_value(&mut self, position: &G::Position) -> Option<Value> {
        let mut moves = Vec::new();
        self.game.generate(position, &mut moves);
        let mut best = None;
        for mv in moves {
            let mut after = *position;
            self.game.play_unchecked(&mut after, mv);
            let (wdl, plies) = self.solve(&self.game.canonical(&after))?;
            let value = match wdl.reversed() {
                Wdl::Draw => (Wdl::Draw, 0),
                decided => (decided, plies + 1),
            };
            best = best.max(Some((preference(value), value)));
        }
        best.map(|(_, value)| value)
    }
}

/// A key that orders values as the side to move prefers them: fast wins, slow wins, draws, slow losses, fast losses.
fn preference((wdl, plies): Value) -> (Wdl, i64) {
    match wdl {
        Wdl::Win => (wdl, -i64::from(plies)),
        Wdl::Draw => (wdl, 0),
        Wdl::Loss => (wdl, i64::from(plies)),
    }
}

/// The solver as an [`Oracle`], for tests of code that uses oracles.
#[derive(Debug)]
pub struct SlowOracle<G: Game>(Mutex<SlowSolver<G>>);

impl<G: Game> SlowOracle<G> {
    /// An oracle that stores at most `limit` positions.
    ///
    /// # Panics
    /// As [`SlowSolver::new`].
    pub fn new(game: G, limit: usize) -> Self {
        Self(Mutex::new(SlowSolver::new(game, limit)))
    }
}

impl<G: Game> Oracle<G> for SlowOracle<G> {
    fn probe(&self, record: &GameRecord<G>) -> Option<Proven> {
        self.0.lock().expect("a solver that did not panic").value(record.position())
    }
}
