//! A line of play: the positions from a start to here, with their history.

use crate::{Ending, Game, History, Outcome, Ply, Position, Side, Termination};

/// Positions and [`History`] from a start to the present position: what a [`GameRecord`](crate::GameRecord) stands on and what
/// every search walks up and down. A search takes the record's own line, so that both judge every ending alike.
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

    /// As [`new`](Line::new), with the rule counters that the start carries.
    pub fn with_counters(game: G, start: G::Position, counters: G::Counters) -> Self {
        Self { game, positions: vec![start], history: History::with_counters(&start, counters) }
    }

    /// Makes room for `plies` more moves without allocation.
    pub fn reserve(&mut self, plies: usize) {
        self.positions.reserve(plies);
        self.history.reserve(plies);
    }

    /// The game.
    #[inline]
    pub fn game(&self) -> &G {
        &self.game
    }

    /// The present position.
    #[inline]
    pub fn position(&self) -> &G::Position {
        // `new` puts one in, and `pop` leaves it.
        &self.positions[self.positions.len() - 1]
    }

    /// The position that the line starts from.
    pub fn start(&self) -> &G::Position {
        &self.positions[0]
    }

    /// All positions, the start first.
    pub fn positions(&self) -> &[G::Position] {
        &self.positions
    }

    /// The position before the last move, if a move was played.
    #[inline]
    pub fn previous(&self) -> Option<&G::Position> {
        self.positions.len().checked_sub(2).map(|at| &self.positions[at])
    }

    /// How many moves were played from the start.
    #[inline]
    pub fn ply(&self) -> Ply {
        Ply(self.positions.len() as u32 - 1)
    }

    /// What came before.
    pub fn history(&self) -> &History<G> {
        &self.history
    }

    /// Who moves next.
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

    /// The result if the game is over here: by the board, else by what came before.
    #[inline]
    pub fn outcome(&self) -> Option<Outcome> {
        let position = self.position();
        self.game.outcome(position).or_else(|| self.history.draw(&self.game, position).map(|_| Outcome::Draw))
    }

    /// The result with its reason.
    pub fn ending(&self) -> Option<Ending> {
        let position = self.position();
        if let Some(outcome) = self.game.outcome(position) {
            return Some(Ending { outcome, termination: self.game.termination(position) });
        }
        let draw: Option<Termination> = self.history.draw(&self.game, position);
        draw.map(|termination| Ending { outcome: Outcome::Draw, termination })
    }

    /// Appends the legal moves; none when the board has decided.
    #[inline]
    pub fn generate(&self, moves: &mut Vec<G::Move>) {
        self.game.generate(self.position(), moves);
    }
}
