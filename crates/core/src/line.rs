//! A line of play: the positions from a start position to the current one, with their history.

use crate::{Ending, Game, History, Outcome, Ply, Position, Side, Termination};

/// The positions from a start position to the current one, with their [`History`]. A [`GameRecord`](crate::GameRecord) contains a
/// line, and a search pushes and pops moves on a copy of it, so both agree about the end of a game.
#[derive(Clone, Debug)]
pub struct Line<G: Game> {
    game: G,
    positions: Vec<G::Position>,
    history: History<G>,
}

impl<G: Game> Line<G> {
    /// A line that starts at a position with a fresh history.
    pub fn new(game: G, start: G::Position) -> Self {
        Self { game, positions: vec![start], history: History::new(&start) }
    }

    /// As [`new`](Line::new), with rule counters.
    pub fn with_counters(game: G, start: G::Position, counters: G::Counters) -> Self {
        Self { game, positions: vec![start], history: History::with_counters(&start, counters) }
    }

    /// Reserves memory for `plies` more moves.
    pub fn reserve(&mut self, plies: usize) {
        self.positions.reserve(plies);
        self.history.reserve(plies);
    }

    /// The game.
    #[inline]
    pub fn game(&self) -> &G {
        &self.game
    }

    /// The current position.
    #[inline]
    pub fn position(&self) -> &G::Position {
        // Never empty: `new` adds the start, and `pop` keeps it.
        &self.positions[self.positions.len() - 1]
    }

    /// The start position.
    pub fn start(&self) -> &G::Position {
        &self.positions[0]
    }

    /// All positions, the start first.
    pub fn positions(&self) -> &[G::Position] {
        &self.positions
    }

    /// The position before the last move; `None` at the start.
    #[inline]
    pub fn previous(&self) -> Option<&G::Position> {
        self.positions.len().checked_sub(2).map(|at| &self.positions[at])
    }

    /// The number of moves from the start.
    #[inline]
    pub fn ply(&self) -> Ply {
        Ply(self.positions.len() as u32 - 1)
    }

    /// The history.
    pub fn history(&self) -> &History<G> {
        &self.history
    }

    /// The side to move.
    #[inline]
    pub fn side_to_move(&self) -> Side {
        self.position().side_to_move()
    }

    /// Plays a legal move.
    ///
    /// # Panics
    /// As [`Game::play_unchecked`].
    #[inline]
    pub fn push(&mut self, mv: G::Move) {
        let before = *self.position();
        let mut after = before;
        self.game.play_unchecked(&mut after, mv);
        self.history.push(&self.game, &before, mv, &after);
        self.positions.push(after);
    }

    /// Takes the last move back.
    ///
    /// # Panics
    /// In debug builds, at the start of the line.
    #[inline]
    pub fn pop(&mut self) {
        debug_assert!(self.positions.len() > 1, "pop at the start of a line");
        self.history.pop(&self.game);
        self.positions.pop();
    }

    /// The result, if the game is over: by the position, else by repetition or move limit.
    #[inline]
    pub fn outcome(&self) -> Option<Outcome> {
        let position = self.position();
        self.game.outcome(position).or_else(|| self.history.draw(&self.game, position).map(|_| Outcome::Draw))
    }

    /// The result with the reason; `None` while the game goes on.
    pub fn ending(&self) -> Option<Ending> {
        let position = self.position();
        if let Some(outcome) = self.game.outcome(position) {
            return Some(Ending { outcome, termination: self.game.termination(position) });
        }
        let draw: Option<Termination> = self.history.draw(&self.game, position);
        draw.map(|termination| Ending { outcome: Outcome::Draw, termination })
    }

    /// Appends the legal moves; none if the position is decided.
    #[inline]
    pub fn generate(&self, moves: &mut Vec<G::Move>) {
        self.game.generate(self.position(), moves);
    }
}
