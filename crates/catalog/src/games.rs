//! The list of games.

use zermelo_core::Searchable;
use zermelo_core::erased::{DynGame, ErasedGame, Playable};
use zermelo_core::spec::{ParamInfo, Params, Spec, SpecError};
use zermelo_core::text::excerpt;
use zermelo_eval::{Evaluated, EvaluatorInfo};
use zermelo_games::connect3d::{self, AnyConnect3d};
use zermelo_games::connect4::{self, AnyConnect4};
use zermelo_games::draughts::AnyDraughts;
use zermelo_games::draughts::rules::{English, International, Ruleset};
use zermelo_games::hex::{self, AnyHex};
use zermelo_games::mnk::{self, AnyMnk};
use zermelo_games::reversi::{self, AnyReversi};
use zermelo_games::teeko::{self, Teeko};
use zermelo_solve::SolvableGame;

/// A game family in the catalogue.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct GameInfo {
    /// The name in specs.
    pub name: &'static str,
    /// The title for people.
    pub title: &'static str,
    /// The parameters.
    pub params: &'static [ParamInfo],
    /// A one-line description.
    pub help: &'static str,
    /// An example spec with parameters.
    pub example: &'static str,
    /// Well-known variants, at least one.
    pub presets: &'static [Preset],
}

/// A well-known game: a family with some parameters fixed, such as Qubic. The page has a demo game and texts for each.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Preset {
    /// The id in URLs and in the keys of texts.
    pub id: &'static str,
    /// The title for people.
    pub title: &'static str,
    /// The game spec.
    pub spec: &'static str,
    /// The parameters that distinguish the preset from others of its family. Users can't change them.
    pub marks: &'static [&'static str],
    /// The sort key among all presets, unique and ascending.
    pub rank: u8,
    /// The demo game.
    pub demo: DemoGame,
}

/// A played game, for an animation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DemoGame {
    /// The game spec; the board should be small.
    pub spec: &'static str,
    /// The moves, separated by spaces.
    pub moves: &'static str,
}

/// The traits of every game in the catalogue.
pub trait CatalogGame: Playable + Searchable + Evaluated + SolvableGame {}

impl<G: Playable + Searchable + Evaluated + SolvableGame> CatalogGame for G {}

/// A generic operation on any game, compiled for each.
pub trait GameVisitor {
    /// The result.
    type Output;

    /// Runs the operation.
    fn visit<G: CatalogGame>(self, game: G) -> Self::Output;
}

/// A game family and the construction of its games.
trait GameFamily {
    const INFO: GameInfo;

    fn build<V: GameVisitor>(params: &Params, visitor: V) -> V::Output;
}

macro_rules! games {
    ($($family:ident),* $(,)?) => {
        /// Every game.
        pub const GAMES: &[GameInfo] = &[$($family::INFO),*];

        /// Runs a visitor with the game of a spec.
        ///
        /// # Errors
        /// The name or a parameter is invalid.
        pub fn with_game<V: GameVisitor>(spec: &Spec, visitor: V) -> Result<V::Output, SpecError> {
            $(if spec.name == $family::INFO.name {
                return Ok($family::build(&spec.check($family::INFO.params)?, visitor));
            })*
            Err(SpecError::UnknownName {
                what: "game",
                name: excerpt(&spec.name),
                known: GAMES.iter().map(|info| info.name).collect(),
            })
        }
    };
}

games!(
    TicTacToe,
    MnkFamily,
    ConnectFour,
    ConnectFour3d,
    EnglishDraughts,
    InternationalDraughts,
    TeekoFamily,
    ReversiFamily,
    HexFamily
);

struct TicTacToe;

impl GameFamily for TicTacToe {
    const INFO: GameInfo = GameInfo {
        name: "tictactoe",
        title: "Tic-tac-toe",
        params: &[],
        help: "three in a row on 3x3",
        example: "tictactoe",
        presets: &[Preset {
            id: "tictactoe",
            title: "Tic-tac-toe",
            spec: "tictactoe",
            marks: &[],
            rank: 20,
            demo: DemoGame { spec: "tictactoe", moves: "a3 a1 c3 b3 c1 b1 b2" },
        }],
    };

    fn build<V: GameVisitor>(_: &Params, visitor: V) -> V::Output {
        let [width, height, k] = mnk::TIC_TAC_TOE;
        visit_mnk(AnyMnk::new(width, height, k), visitor)
    }
}

struct MnkFamily;

impl GameFamily for MnkFamily {
    const INFO: GameInfo = GameInfo {
        name: "mnk",
        title: "m,n,k-game",
        params: mnk::PARAMS,
        help: "a stone on any empty square, k in a row wins; five in a row on 15x15 by default",
        example: "mnk:width=5,height=4,k=4",
        presets: &[Preset {
            id: "gomoku",
            title: "Five in a row (gomoku)",
            spec: "mnk",
            marks: &[],
            rank: 30,
            demo: DemoGame {
                spec: "mnk:width=9,height=9",
                moves: "e5 d5 e4 e6 c4 d4 d6 f4 c5 f5 c3 c6 e7 f8 b4 a3 c1 c2 f6 d7 g4 e8 b5 c8 b9 d8 e2 g8",
            },
        }],
    };

    fn build<V: GameVisitor>(params: &Params, visitor: V) -> V::Output {
        visit_mnk(AnyMnk::from_params(params), visitor)
    }
}

fn visit_mnk<V: GameVisitor>(game: AnyMnk, visitor: V) -> V::Output {
    match game {
        AnyMnk::Small(game) => visitor.visit(game),
        AnyMnk::Medium(game) => visitor.visit(game),
        AnyMnk::Large(game) => visitor.visit(game),
    }
}

struct ConnectFour;

impl GameFamily for ConnectFour {
    const INFO: GameInfo = GameInfo {
        name: "connect4",
        title: "Connect Four",
        params: connect4::PARAMS,
        help: "discs fall into columns, four in a row wins",
        example: "connect4:width=8,height=7",
        presets: &[Preset {
            id: "connect4",
            title: "Connect Four",
            spec: "connect4",
            marks: &[],
            rank: 10,
            demo: DemoGame { spec: "connect4", moves: "4 5 5 5 2 4 3 1 1 4 4 5 5 2 2 4 3 3 2 3 2 2 4 3 3 5" },
        }],
    };

    fn build<V: GameVisitor>(params: &Params, visitor: V) -> V::Output {
        match AnyConnect4::from_params(params) {
            AnyConnect4::Small(game) => visitor.visit(game),
            AnyConnect4::Medium(game) => visitor.visit(game),
            AnyConnect4::Large(game) => visitor.visit(game),
        }
    }
}

struct ConnectFour3d;

impl GameFamily for ConnectFour3d {
    const INFO: GameInfo = GameInfo {
        name: "connect3d",
        title: "Connect Four in 3-D",
        params: connect3d::PARAMS,
        help: "balls fall onto posts, four in a row in any of 13 directions wins; Score Four and Qubic on 4x4x4",
        example: "connect3d:width=4,depth=4,height=4,gravity=off",
        presets: &[
            Preset {
                id: "connect3d",
                title: "Connect Four in 3-D",
                spec: "connect3d",
                marks: &["gravity"],
                rank: 70,
                demo: DemoGame {
                    spec: "connect3d",
                    moves: "f5 a1 f4 a4 f2 f3 a2 f1 a1 a3 f5 f5 f3 f2 e5 f3 c5 d5 f2 b3 d5 d3 c3 d1 c2 c4 d2 e2",
                },
            },
            Preset {
                id: "qubic",
                title: "Qubic",
                spec: "connect3d:width=4,depth=4,height=4,gravity=off",
                marks: &["gravity"],
                rank: 80,
                demo: DemoGame {
                    spec: "connect3d:width=4,depth=4,height=4,gravity=off",
                    moves: "a41 b32 a44 b22 d11 c22 a11 a42 d12 a22 d22 d42 d44 d33 b42 c43 d14 d13 a12 d23 d43 c12 b31 c21 a14 a13",
                },
            },
        ],
    };

    fn build<V: GameVisitor>(params: &Params, visitor: V) -> V::Output {
        match AnyConnect3d::from_params(params) {
            AnyConnect3d::Small(game) => visitor.visit(game),
            AnyConnect3d::Medium(game) => visitor.visit(game),
            AnyConnect3d::Large(game) => visitor.visit(game),
        }
    }
}

struct EnglishDraughts;

impl GameFamily for EnglishDraughts {
    const INFO: GameInfo = GameInfo {
        name: English::RULES.id,
        title: "Draughts, English (checkers)",
        params: English::RULES.params,
        help: "men go ahead and capture by jumping, kings one step any way; any capture may be chosen",
        example: "draughts-english:size=6",
        presets: &[Preset {
            id: "checkers",
            title: "Checkers",
            spec: "draughts-english",
            marks: &[],
            rank: 40,
            demo: DemoGame {
                spec: "draughts-english",
                moves: "9-13 21-17 6-9 25-21 11-15 24-19 15x24 28x19 8-11 22-18 13x22 26x17 9-14 18x9 5x14 17-13 11-16 13-9 7-11 9-5 \
                        16-20 23-18 14x23 27x18 11-16 31-26 16x23 26x19 20-24 21-17 2-6 29-25 4-8 25-22",
            },
        }],
    };

    fn build<V: GameVisitor>(params: &Params, visitor: V) -> V::Output {
        visit_draughts(AnyDraughts::from_params::<English>(params), visitor)
    }
}

struct InternationalDraughts;

impl GameFamily for InternationalDraughts {
    const INFO: GameInfo = GameInfo {
        name: International::RULES.id,
        title: "Draughts, international",
        params: International::RULES.params,
        help: "men capture backwards too, kings fly, the capture of most pieces is obligatory",
        example: "draughts-international:size=12",
        presets: &[Preset {
            id: "draughts",
            title: "International draughts",
            spec: "draughts-international",
            marks: &[],
            rank: 50,
            demo: DemoGame {
                spec: "draughts-international",
                moves: "32-27 18-23 34-29 23x34 39x30 12-18 44-39 19-24 30x19 13x24 37-32 14-19 39-34 7-12 42-37 18-23 34-29 23x34 \
                        40x29 17-21 45-40 8-13 43-39 20-25 29x20 15x24 40-34 9-14 34-29 14-20 29-23 19x28 33x22 11-17 22x11 6x17",
            },
        }],
    };

    fn build<V: GameVisitor>(params: &Params, visitor: V) -> V::Output {
        visit_draughts(AnyDraughts::from_params::<International>(params), visitor)
    }
}

fn visit_draughts<V: GameVisitor>(game: AnyDraughts, visitor: V) -> V::Output {
    match game {
        AnyDraughts::Small(game) => visitor.visit(game),
        AnyDraughts::Large(game) => visitor.visit(game),
    }
}

struct TeekoFamily;

impl GameFamily for TeekoFamily {
    const INFO: GameInfo = GameInfo {
        name: "teeko",
        title: "Teeko",
        params: teeko::PARAMS,
        help: "four men a side on 5x5, placed, then moved one step at a time; four in a line or in a square win",
        example: "teeko:variant=advanced",
        presets: &[Preset {
            id: "teeko",
            title: "Teeko",
            spec: "teeko",
            marks: &[],
            rank: 60,
            demo: DemoGame {
                spec: "teeko",
                moves: "c3 c2 d3 b3 d4 c4 b2 e5 b2-c1 c2-d2 c1-c2 e5-d5 d4-e4 d2-c1 d3-d2 c4-d3 e4-d4 d5-c4 c2-b2 c1-c2 d2-c1 b3-a2 \
                        c1-d1 c4-b4 d1-c1 b4-c4",
            },
        }],
    };

    fn build<V: GameVisitor>(params: &Params, visitor: V) -> V::Output {
        visitor.visit(Teeko::from_params(params))
    }
}

struct ReversiFamily;

impl GameFamily for ReversiFamily {
    const INFO: GameInfo = GameInfo {
        name: "reversi",
        title: "Reversi (Othello)",
        params: reversi::PARAMS,
        help: "a disc turns over the discs that it encloses in a line; more discs at the end win",
        example: "reversi:size=6",
        presets: &[Preset {
            id: "reversi",
            title: "Reversi",
            spec: "reversi",
            marks: &[],
            rank: 45,
            demo: DemoGame {
                spec: "reversi:size=6",
                moves: "d5 e3 d2 c5 b4 b3 e4 d6 c2 a3 c6 f4 e6 c1 d1 b2 b1 e2 a4 b5 f2 e5 a5 f1 f6 f5 a1 a2 f3 e1 b6 a6",
            },
        }],
    };

    fn build<V: GameVisitor>(params: &Params, visitor: V) -> V::Output {
        match AnyReversi::from_params(params) {
            AnyReversi::Small(game) => visitor.visit(game),
            AnyReversi::Large(game) => visitor.visit(game),
        }
    }
}

struct HexFamily;

impl GameFamily for HexFamily {
    const INFO: GameInfo = GameInfo {
        name: "hex",
        title: "Hex",
        params: hex::PARAMS,
        help: "stones on a rhombus of hexagons; each side joins its two edges, and there is no draw",
        example: "hex:size=7,swap=off",
        presets: &[Preset {
            id: "hex",
            title: "Hex",
            spec: "hex",
            marks: &[],
            rank: 55,
            demo: DemoGame { spec: "hex:size=7", moves: "e4 f2 d3 d4 c4 c5 e3 d6 f5 f4 e5 d2 e2 e1 f1 e6 f6 e7 f7" },
        }],
    };

    fn build<V: GameVisitor>(params: &Params, visitor: V) -> V::Output {
        match AnyHex::from_params(params) {
            AnyHex::Small(game) => visitor.visit(game),
            AnyHex::Medium(game) => visitor.visit(game),
            AnyHex::Large(game) => visitor.visit(game),
        }
    }
}

/// The game of a spec.
///
/// # Errors
/// The spec is invalid.
pub fn game(spec: &str) -> Result<Box<dyn DynGame>, SpecError> {
    struct EraseGame;

    impl GameVisitor for EraseGame {
        type Output = Box<dyn DynGame>;

        fn visit<G: CatalogGame>(self, game: G) -> Self::Output {
            Box::new(ErasedGame(game))
        }
    }

    with_game(&spec.parse()?, EraseGame)
}

/// The evaluators of a game.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Evaluators {
    /// All evaluators.
    pub all: &'static [EvaluatorInfo],
    /// The default of textbook agents.
    pub textbook: &'static str,
    /// The default of strong agents.
    pub strongest: &'static str,
}

/// The evaluators of a game.
///
/// # Errors
/// The spec is invalid.
pub fn evaluators(spec: &Spec) -> Result<Evaluators, SpecError> {
    struct ListEvaluators;

    impl GameVisitor for ListEvaluators {
        type Output = Evaluators;

        fn visit<G: CatalogGame>(self, _: G) -> Self::Output {
            Evaluators { all: G::EVALUATORS, textbook: G::TEXTBOOK, strongest: G::STRONGEST }
        }
    }

    with_game(spec, ListEvaluators)
}
