//! What the page is made with beside the lists: pictures of the presets, and the words for which it needs texts.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;
use zermelo_core::erased::{DynRecord, Refused};
use zermelo_core::spec::SpecError;
use zermelo_core::view::{BoardKind, Effect, Piece};
use zermelo_core::{MoveError, MovesError, Refusal, Side, Square};
use zermelo_search::Rng;

use crate::{CatalogGame, GAMES, GameVisitor, Preset, game, with_game};

/// A picture of a game that plays itself. It needs no rules: what each move does is written down.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Picture {
    /// How the board is drawn.
    pub board: BoardKind,
    /// Columns, rows, planes.
    pub size: [u8; 3],
    /// The cells: number, column, row, plane.
    pub cells: Vec<[u16; 4]>,
    /// Whose the edges are, as in the view.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub edges: Vec<Side>,
    /// The words for the two sides.
    pub sides: [&'static str; 2],
    /// What stands on the board at the start.
    pub pieces: Vec<Piece>,
    /// What each move changes.
    pub moves: Vec<Vec<Effect>>,
    /// The cells of the winning lines.
    pub winning: Vec<Square>,
}

/// Why a picture can't be drawn.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PictureError {
    /// The preset names no game.
    #[error(transparent)]
    Game(#[from] SpecError),
    /// A move of its demo game is refused.
    #[error(transparent)]
    Move(#[from] Refused),
}

impl Picture {
    /// The picture of a preset.
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

/// The keys of the phrases that games say: a page needs a text for each.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Spoken {
    /// Of cells.
    pub cells: BTreeSet<&'static str>,
    /// Of moves.
    pub moves: BTreeSet<&'static str>,
}

/// The codes under which games refuse moves.
pub fn move_codes() -> Result<BTreeSet<&'static str>, SpecError> {
    struct Codes;

    impl GameVisitor for Codes {
        type Output = BTreeSet<&'static str>;

        fn visit<G: CatalogGame>(self, _: G) -> Self::Output {
            let malformed = MoveError::<G::Illegal>::malformed("", "").code();
            let too_long = MovesError::<G::Illegal>::TooLong { found: 0 }.code();
            [malformed, too_long].into_iter().chain(G::Illegal::CODES.iter().copied()).collect()
        }
    }

    let mut codes = BTreeSet::new();
    for preset in presets() {
        codes.extend(with_game(&preset.spec.parse()?, Codes)?);
    }
    Ok(codes)
}

/// The pictures of all presets, by their ids.
pub fn pictures() -> Result<BTreeMap<&'static str, Picture>, PictureError> {
    presets().map(|preset| Ok((preset.id, Picture::of(preset)?))).collect()
}

/// The phrases of all games, as random games of each preset bring them up; the same each time.
pub fn spoken() -> Result<Spoken, PictureError> {
    const GAMES_EACH: u64 = 12;
    let mut spoken = Spoken::default();
    for preset in presets() {
        for seed in 0..GAMES_EACH {
            let game = game(preset.demo.spec)?;
            spoken.cells.extend(game.board().cells.iter().map(|cell| cell.spoken.key));
            listen(game.new_record().as_mut(), &mut Rng::new(seed), &mut spoken)?;
        }
    }
    Ok(spoken)
}

/// Plays a random game, and notes what its moves are called.
fn listen(record: &mut dyn DynRecord, rng: &mut Rng, spoken: &mut Spoken) -> Result<(), Refused> {
    /// Random games can go on for long, and say nothing new.
    const LONGEST: usize = 120;
    for _ in 0..LONGEST {
        let moves = record.view().moves;
        spoken.moves.extend(moves.iter().map(|mv| mv.moving.spoken.key));
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
