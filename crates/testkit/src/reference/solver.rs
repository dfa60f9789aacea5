//! Perfect play by trying everything once.

use std::collections::HashMap;
use std::sync::Mutex;

use zermelo_core::{Game, GameRecord, Oracle, Ply, Position, Proven, Wdl};

/// Solves small acyclic games: the value of every canonical position below the one asked about, each remembered.
#[derive(Clone, Debug)]
pub struct SlowSolver<G: Game> {
    game: G,
    limit: usize,
    known: HashMap<G::Position, Value>,
}

/// Plies to the end when the winner hurries and the loser delays; 0 and without meaning in a draw.
type Value = (Wdl, u32);

impl<G: Game> SlowSolver<G> {
    /// A solver that remembers at most `limit` positions.
    ///
    /// # Panics
    /// When the game is not acyclic: values would depend on the way.
    pub fn new(game: G, limit: usize) -> Self {
        assert!(game.is_acyclic(), "a position that can come back has no value by trying everything");
        Self { game, limit, known: HashMap::new() }
    }

    /// The value of a position for the side to move; `None` when the limit was reached. Draws have no `plies`.
    pub fn value(&mut self, position: &G::Position) -> Option<Proven> {
        let (wdl, plies) = self.solve(&self.game.canonical(position))?;
        Some(Proven { wdl, plies: (wdl != Wdl::Draw).then_some(Ply(plies)), score: None })
    }

    /// How many positions were solved so far, symmetric ones counted once.
    pub fn positions(&self) -> usize {
        self.known.len()
    }

    fn solve(&mut self, position: &G::Position) -> Option<Value> {
        if let Some(&value) = self.known.get(position) {
            return Some(value);
        }
        if self.known.len() >= self.limit {
            return None;
        }
        let value = match self.game.outcome(position) {
            Some(outcome) => (outcome.wdl(position.side_to_move()), 0),
            None => self.best(position)?,
        };
        self.known.insert(*position, value);
        Some(value)
    }

    fn best(&mut self, position: &G::Position) -> Option<Value> {
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
            best = best.max(Some((worth(value), value)));
        }
        best.map(|(_, value)| value)
    }
}

/// Ordered as the side to move wants it: sooner wins, then draws, then later losses.
fn worth((wdl, plies): Value) -> (Wdl, i64) {
    match wdl {
        Wdl::Win => (wdl, -i64::from(plies)),
        Wdl::Draw => (wdl, 0),
        Wdl::Loss => (wdl, i64::from(plies)),
    }
}

/// The slow solver as an [`Oracle`], for tests of those who ask one.
#[derive(Debug)]
pub struct SlowOracle<G: Game>(Mutex<SlowSolver<G>>);

impl<G: Game> SlowOracle<G> {
    /// An oracle that remembers at most `limit` positions.
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
