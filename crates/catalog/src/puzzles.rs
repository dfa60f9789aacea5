//! Puzzles of any game, as texts.

use serde::Serialize;
use zermelo_core::erased::{DynOracle, ErasedRecord};
use zermelo_core::spec::SpecError;
use zermelo_core::{Findings, GameRecord, Inquiry, Oracle, Ply, Position, Proven, SearchLimits, Side, StopToken};
use zermelo_solve::puzzles::{End, Hopeless, Hunt, Puzzle, Tally, Wanted};

use crate::games::{CatalogGame, GameVisitor, with_game};
use crate::oracles::{OracleOptions, oracle};

/// A position with exactly one winning move.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct TextPuzzle {
    /// The specification of the game.
    pub game: String,
    /// The position.
    pub position: String,
    /// The way to it from the initial position.
    pub moves: Vec<String>,
    /// Who moves, and wins.
    pub side: Side,
    /// In how many plies.
    pub plies: Ply,
    /// The only winning move.
    pub best: String,
    /// The main line, that move first: the winner hurries, the loser delays.
    pub solution: Vec<String>,
    /// How many of the winner's moves in it are the only ones that win.
    pub unique: u32,
}

/// A search for puzzles, of whichever game.
pub trait DynHunt {
    /// The next one; see [`Hunt::next`].
    fn next(&mut self, progress: &mut dyn FnMut(&Tally)) -> Result<TextPuzzle, End>;

    /// How far it is.
    fn tally(&self) -> Tally;
}

/// Why there is no search for puzzles.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum PuzzlesError {
    /// The text names no game.
    #[error(transparent)]
    Game(#[from] SpecError),
    /// There are no such puzzles.
    #[error(transparent)]
    Hopeless(#[from] Hopeless),
}

/// A search for puzzles of the game that a text names, by its [`oracle`] with a table of `hash` bytes. It may cost so much in all.
pub fn puzzles(
    game: &str,
    hash: u64,
    wanted: Wanted,
    limits: SearchLimits,
    stop: StopToken,
) -> Result<Box<dyn DynHunt>, PuzzlesError> {
    struct Begin(Box<dyn DynOracle>, Wanted, SearchLimits, StopToken);

    impl GameVisitor for Begin {
        type Output = Result<Box<dyn DynHunt>, Hopeless>;

        fn visit<G: CatalogGame>(self, game: G) -> Self::Output {
            let Self(oracle, wanted, limits, stop) = self;
            Ok(Box::new(Hunt::new(game, Known(oracle), wanted, limits, stop)?))
        }
    }

    // The effort for a position limits each question as well.
    let options = OracleOptions { limits: SearchLimits::nodes(wanted.effort), hash, ..OracleOptions::default() };
    let oracle = oracle(game, options)?;
    Ok(with_game(&game.parse()?, Begin(oracle, wanted, limits, stop))??)
}

/// An oracle out of the erased world, for code that knows the game.
struct Known(Box<dyn DynOracle>);

impl<G: CatalogGame> Oracle<G> for Known {
    fn probe(&self, record: &GameRecord<G>) -> Option<Proven> {
        self.0.probe(&ErasedRecord(record.clone()))
    }

    fn inquire(&self, record: &GameRecord<G>, inquiry: &Inquiry, progress: &mut dyn FnMut(&Findings)) -> Findings {
        self.0.inquire(&ErasedRecord(record.clone()), inquiry, progress)
    }
}

impl<G: CatalogGame> DynHunt for Hunt<G, Known> {
    fn next(&mut self, progress: &mut dyn FnMut(&Tally)) -> Result<TextPuzzle, End> {
        let puzzle = Hunt::next(self, progress)?;
        Ok(in_words(self.game(), &puzzle))
    }

    fn tally(&self) -> Tally {
        Hunt::tally(self)
    }
}

fn in_words<G: CatalogGame>(game: &G, puzzle: &Puzzle<G::Move>) -> TextPuzzle {
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

/// Plays legal moves; their texts.
fn play<G: CatalogGame>(game: &G, position: &mut G::Position, moves: &[G::Move]) -> Vec<String> {
    let mut texts = Vec::with_capacity(moves.len());
    for &mv in moves {
        texts.push(game.move_text(position, mv));
        game.play_unchecked(position, mv);
    }
    texts
}
