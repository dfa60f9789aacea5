//! Puzzle searches for any game, with moves and positions as text.

use serde::Serialize;
use zermelo_core::erased::{DynOracle, ErasedRecord};
use zermelo_core::spec::SpecError;
use zermelo_core::{
    GameRecord, Oracle, OracleQuery, Ply, Position, Proven, ProvenBounds, SearchLimits, Side, StopToken,
};
use zermelo_solve::puzzles::{Puzzle, PuzzleError, PuzzleOptions, PuzzleProgress, PuzzleSearch, PuzzleSearchEnd};

use crate::games::{CatalogGame, GameVisitor, with_game};
use crate::oracles::{OracleOptions, oracle};

/// A position with exactly one winning move.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct TextPuzzle {
    /// The game spec.
    pub game: String,
    /// The position.
    pub position: String,
    /// The moves from the initial position.
    pub moves: Vec<String>,
    /// The side to move, which wins.
    pub side: Side,
    /// The length of the win in plies.
    pub plies: Ply,
    /// The only winning move.
    pub best: String,
    /// The main line, starting with `best`: the quickest win against the longest defence.
    pub solution: Vec<String>,
    /// The number of the winner's moves in the solution that are the only winning ones.
    pub unique: u32,
}

/// A puzzle search for any game.
pub trait DynPuzzleSearch {
    /// Finds the next puzzle, see [`PuzzleSearch::next`].
    ///
    /// # Errors
    /// Why the search ended without another puzzle.
    fn next(&mut self, on_progress: &mut dyn FnMut(&PuzzleProgress)) -> Result<TextPuzzle, PuzzleSearchEnd>;

    /// The progress.
    fn progress(&self) -> PuzzleProgress;
}

/// Why a puzzle search can't start.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum PuzzleSearchError {
    /// The game spec is invalid.
    #[error(transparent)]
    Game(#[from] SpecError),
    /// The game has no such puzzles.
    #[error(transparent)]
    NoPuzzles(#[from] PuzzleError),
}

/// Starts a puzzle search for a game spec, with the game's [`oracle`] and a transposition table of `hash` bytes. `limits` are for the whole
/// search.
///
/// # Errors
/// The game spec is invalid, or the game has no such puzzles.
pub fn puzzles(
    game: &str,
    hash: u64,
    options: PuzzleOptions,
    limits: SearchLimits,
    stop: StopToken,
) -> Result<Box<dyn DynPuzzleSearch>, PuzzleSearchError> {
    struct Start(Box<dyn DynOracle>, PuzzleOptions, SearchLimits, StopToken);

    impl GameVisitor for Start {
        type Output = Result<Box<dyn DynPuzzleSearch>, PuzzleError>;

        fn visit<G: CatalogGame>(self, game: G) -> Self::Output {
            let Self(oracle, options, limits, stop) = self;
            Ok(Box::new(PuzzleSearch::new(game, TypedOracle(oracle), options, limits, stop)?))
        }
    }

    // The limit per position is also the limit of each query.
    let oracle_options =
        OracleOptions { limits: SearchLimits::nodes(options.nodes_per_position), hash, ..OracleOptions::default() };
    let oracle = oracle(game, oracle_options)?;
    Ok(with_game(&game.parse()?, Start(oracle, options, limits, stop))??)
}

/// Adapts a type-erased oracle to a game type.
struct TypedOracle(Box<dyn DynOracle>);

impl<G: CatalogGame> Oracle<G> for TypedOracle {
    fn probe(&self, record: &GameRecord<G>) -> Option<Proven> {
        self.0.probe(&ErasedRecord(record.clone()))
    }

    fn query(
        &self,
        record: &GameRecord<G>,
        query: &OracleQuery,
        progress: &mut dyn FnMut(&ProvenBounds),
    ) -> ProvenBounds {
        self.0.query(&ErasedRecord(record.clone()), query, progress)
    }
}

impl<G: CatalogGame> DynPuzzleSearch for PuzzleSearch<G, TypedOracle> {
    fn next(&mut self, on_progress: &mut dyn FnMut(&PuzzleProgress)) -> Result<TextPuzzle, PuzzleSearchEnd> {
        let puzzle = PuzzleSearch::next(self, on_progress)?;
        Ok(text_puzzle(self.game(), &puzzle))
    }

    fn progress(&self) -> PuzzleProgress {
        PuzzleSearch::progress(self)
    }
}

fn text_puzzle<G: CatalogGame>(game: &G, puzzle: &Puzzle<G::Move>) -> TextPuzzle {
    let mut position = game.initial();
    let moves = play(game, &mut position, &puzzle.moves);
    let mut after = position;
    let solution = play(game, &mut after, &puzzle.solution);
    TextPuzzle {
        game: game.spec(),
        position: game.position_text(&position),
        moves,
        side: position.side_to_move(),
        plies: Ply(solution.len() as u32),
        best: solution.first().cloned().unwrap_or_default(),
        solution,
        unique: puzzle.unique,
    }
}

/// Plays legal moves and returns their notation.
fn play<G: CatalogGame>(game: &G, position: &mut G::Position, moves: &[G::Move]) -> Vec<String> {
    let mut texts = Vec::with_capacity(moves.len());
    for &mv in moves {
        texts.push(game.move_text(position, mv));
        game.play_unchecked(position, mv);
    }
    texts
}
