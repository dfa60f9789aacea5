//! Data for the web page: demo games of the presets, and the keys of texts that need translations.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;
use zermelo_core::erased::{DynRecord, ErasedError};
use zermelo_core::spec::SpecError;
use zermelo_core::view::{BoardKind, Effect, Piece};
use zermelo_core::{CodedError, ParseMoveError, ParseMovesError, Side, Square};
use zermelo_search::Rng;

use crate::{CatalogGame, GAMES, GameVisitor, Preset, game, with_game};

/// An animated demo game. The effects of each move are included, so the page needs no rules.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Picture {
    /// The kind of board.
    pub board: BoardKind,
    /// Columns, rows and planes.
    pub size: [u8; 3],
    /// The cells: number, column, row and plane.
    pub cells: Vec<[u16; 4]>,
    /// The owners of the edges, as in the view.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub edges: Vec<Side>,
    /// The ids of the two sides.
    pub sides: [&'static str; 2],
    /// The pieces at the start.
    pub pieces: Vec<Piece>,
    /// The effects of each move.
    pub moves: Vec<Vec<Effect>>,
    /// The cells of the winning lines.
    pub winning: Vec<Square>,
}

/// Why a demo game can't be converted.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PictureError {
    /// The game spec is invalid.
    #[error(transparent)]
    Game(#[from] SpecError),
    /// A move of the demo game is illegal.
    #[error(transparent)]
    Move(#[from] ErasedError),
}

impl Picture {
    /// The demo game of a preset.
    pub fn of(preset: &Preset) -> Result<Self, PictureError> {
        let game = game(preset.demo.spec)?;
        let board = game.board();
        let mut record = game.new_record();
        let pieces = record.view().pieces;
        let mut moves = Vec::new();
        for text in preset.demo.moves.split_whitespace() {
            record.play(text, None)?;
            let last = record.view().last;
            moves.push(last.map(|last| last.moving.steps.concat()).unwrap_or_default());
        }
        let cells = board.cells.iter().map(|cell| {
            let [column, row, plane] = cell.at.map(u16::from);
            [cell.square.0, column, row, plane]
        });
        Ok(Self {
            board: board.kind,
            size: board.size,
            cells: cells.collect(),
            edges: board.edges.clone(),
            sides: game.side_names().map(|side| side.id),
            pieces,
            moves,
            winning: record.view().winning,
        })
    }
}

/// The keys of the phrases of games. The page needs a text for each.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct PhraseKeys {
    /// Phrases for cells.
    pub cells: BTreeSet<&'static str>,
    /// Phrases for moves.
    pub moves: BTreeSet<&'static str>,
}

/// The error codes of illegal moves in all games.
pub fn move_codes() -> Result<BTreeSet<&'static str>, SpecError> {
    struct CollectMoveCodes;

    impl GameVisitor for CollectMoveCodes {
        type Output = BTreeSet<&'static str>;

        fn visit<G: CatalogGame>(self, _: G) -> Self::Output {
            let malformed = ParseMoveError::<G::MoveError>::malformed("", "").code();
            let too_long = ParseMovesError::<G::MoveError>::TooLong { found: 0 }.code();
            [malformed, too_long].into_iter().chain(G::MoveError::CODES.iter().copied()).collect()
        }
    }

    let mut codes = BTreeSet::new();
    for preset in presets() {
        codes.extend(with_game(&preset.spec.parse()?, CollectMoveCodes)?);
    }
    Ok(codes)
}

/// The demo games of all presets by id.
pub fn pictures() -> Result<BTreeMap<&'static str, Picture>, PictureError> {
    presets().map(|preset| Ok((preset.id, Picture::of(preset)?))).collect()
}

/// The phrases of all games, collected from random games of each preset. Deterministic.
pub fn phrase_keys() -> Result<PhraseKeys, PictureError> {
    const GAMES_EACH: u64 = 12;
    let mut keys = PhraseKeys::default();
    for preset in presets() {
        for seed in 0..GAMES_EACH {
            let game = game(preset.demo.spec)?;
            keys.cells.extend(game.board().cells.iter().map(|cell| cell.spoken.key));
            collect_move_phrases(game.new_record().as_mut(), &mut Rng::new(seed), &mut keys)?;
        }
    }
    Ok(keys)
}

/// Plays a random game and collects the phrases of its moves.
fn collect_move_phrases(record: &mut dyn DynRecord, rng: &mut Rng, keys: &mut PhraseKeys) -> Result<(), ErasedError> {
    /// Longer games give no new phrases.
    const MAX_PLIES: usize = 120;
    for _ in 0..MAX_PLIES {
        let moves = record.view().moves;
        keys.moves.extend(moves.iter().map(|mv| mv.moving.spoken.key));
        if moves.is_empty() {
            break;
        }
        record.play(&moves[rng.below(moves.len())].text, None)?;
    }
    Ok(())
}

fn presets() -> impl Iterator<Item = &'static Preset> {
    GAMES.iter().flat_map(|info| info.presets)
}
