//! The list of games.

use zermelo_core::Searchable;
use zermelo_core::erased::{DynGame, Entry, Playable};
use zermelo_core::spec::{ParamInfo, Params, Spec, SpecError};
use zermelo_core::text::excerpt;
use zermelo_eval::{Evaluated, EvaluatorInfo};
use zermelo_games::connect3d::{self, AnyConnect3d};
use zermelo_games::connect4::{self, AnyConnect4};
use zermelo_games::draughts::AnyDraughts;
use zermelo_games::draughts::rules::{English, International, Ruleset};
use zermelo_games::mnk::{self, AnyMnk};
use zermelo_games::teeko::{self, Teeko};
use zermelo_solve::Solved;

/// A game, as people choose it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct GameInfo {
    /// Its name in a specification.
    pub name: &'static str,
    /// What people call it.
    pub title: &'static str,
    /// Its parameters.
    pub params: &'static [ParamInfo],
    /// What it is, in a sentence.
    pub help: &'static str,
    /// A specification that shows its parameters.
    pub example: &'static str,
    /// What people know it by: at least one.
    pub presets: &'static [Preset],
}

/// A game as people look for it: a family with some of its parameters chosen, such as Qubic.
///
/// The page shows one picture for each. Texts about it are found by `id`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Preset {
    /// Its name in addresses and in the keys of texts.
    pub id: &'static str,
    /// What people call it.
    pub title: &'static str,
    /// The specification.
    pub spec: &'static str,
    /// The parameters that tell it from the other presets of its family. They are not offered for choice.
    pub marks: &'static [&'static str],
    /// Its rank among the presets of all games, the first first. No two are equal.
    pub rank: u8,
    /// A game of it, for its picture.
    pub demo: Demo,
}

/// A game that was played, for a picture that plays itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Demo {
    /// The specification. A picture is small, and so is its board.
    pub spec: &'static str,
    /// The moves, with spaces between.
    pub moves: &'static str,
}

/// A game with all that the lists offer for it.
pub trait CatalogGame: Playable + Searchable + Evaluated + Solved {}

impl<G: Playable + Searchable + Evaluated + Solved> CatalogGame for G {}

/// A piece of work for any game, compiled for each.
pub trait GameVisitor {
    /// What it gives.
    type Output;

    /// Does the work for a game.
    fn visit<G: CatalogGame>(self, game: G) -> Self::Output;
}

/// A name of the list with the games behind it.
trait Family {
    const INFO: GameInfo;

    fn with<V: GameVisitor>(params: &Params, visitor: V) -> V::Output;
}

macro_rules! games {
    ($($family:ident),* $(,)?) => {
        /// Every game.
        pub const GAMES: &[GameInfo] = &[$($family::INFO),*];

        /// Does a piece of work for the game that a specification names.
        pub fn with_game<V: GameVisitor>(spec: &Spec, visitor: V) -> Result<V::Output, SpecError> {
            $(if spec.name == $family::INFO.name {
                return Ok($family::with(&spec.check($family::INFO.params)?, visitor));
            })*
            Err(SpecError::UnknownName {
                what: "game",
                name: excerpt(&spec.name),
                known: GAMES.iter().map(|info| info.name).collect(),
            })
        }
    };
}

games!(TicTacToe, MnkFamily, ConnectFour, ConnectFour3d, EnglishDraughts, InternationalDraughts, TeekoFamily);

struct TicTacToe;

impl Family for TicTacToe {
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
            demo: Demo { spec: "tictactoe", moves: "a3 a1 c3 b3 c1 b1 b2" },
        }],
    };

    fn with<V: GameVisitor>(_: &Params, visitor: V) -> V::Output {
        let [width, height, k] = mnk::TIC_TAC_TOE;
        visit_mnk(AnyMnk::new(width, height, k), visitor)
    }
}

struct MnkFamily;

impl Family for MnkFamily {
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
            demo: Demo {
                spec: "mnk:width=9,height=9",
                moves: "e5 d5 e4 e6 c4 d4 d6 f4 c5 f5 c3 c6 e7 f8 b4 a3 c1 c2 f6 d7 g4 e8 b5 c8 b9 d8 e2 g8",
            },
        }],
    };

    fn with<V: GameVisitor>(params: &Params, visitor: V) -> V::Output {
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

impl Family for ConnectFour {
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
            demo: Demo { spec: "connect4", moves: "4 5 5 5 2 4 3 1 1 4 4 5 5 2 2 4 3 3 2 3 2 2 4 3 3 5" },
        }],
    };

    fn with<V: GameVisitor>(params: &Params, visitor: V) -> V::Output {
        match AnyConnect4::from_params(params) {
            AnyConnect4::Small(game) => visitor.visit(game),
            AnyConnect4::Medium(game) => visitor.visit(game),
            AnyConnect4::Large(game) => visitor.visit(game),
        }
    }
}

struct ConnectFour3d;

impl Family for ConnectFour3d {
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
                demo: Demo {
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
                demo: Demo {
                    spec: "connect3d:width=4,depth=4,height=4,gravity=off",
                    moves: "a41 b32 a44 b22 d11 c22 a11 a42 d12 a22 d22 d42 d44 d33 b42 c43 d14 d13 a12 d23 d43 c12 b31 c21 a14 a13",
                },
            },
        ],
    };

    fn with<V: GameVisitor>(params: &Params, visitor: V) -> V::Output {
        match AnyConnect3d::from_params(params) {
            AnyConnect3d::Small(game) => visitor.visit(game),
            AnyConnect3d::Medium(game) => visitor.visit(game),
            AnyConnect3d::Large(game) => visitor.visit(game),
        }
    }
}

struct EnglishDraughts;

impl Family for EnglishDraughts {
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
            demo: Demo {
                spec: "draughts-english",
                moves: "9-13 21-17 6-9 25-21 11-15 24-19 15x24 28x19 8-11 22-18 13x22 26x17 9-14 18x9 5x14 17-13 11-16 13-9 7-11 9-5 \
                        16-20 23-18 14x23 27x18 11-16 31-26 16x23 26x19 20-24 21-17 2-6 29-25 4-8 25-22",
            },
        }],
    };

    fn with<V: GameVisitor>(params: &Params, visitor: V) -> V::Output {
        visit_draughts(AnyDraughts::from_params::<English>(params), visitor)
    }
}

struct InternationalDraughts;

impl Family for InternationalDraughts {
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
            demo: Demo {
                spec: "draughts-international",
                moves: "32-27 18-23 34-29 23x34 39x30 12-18 44-39 19-24 30x19 13x24 37-32 14-19 39-34 7-12 42-37 18-23 34-29 23x34 \
                        40x29 17-21 45-40 8-13 43-39 20-25 29x20 15x24 40-34 9-14 34-29 14-20 29-23 19x28 33x22 11-17 22x11 6x17",
            },
        }],
    };

    fn with<V: GameVisitor>(params: &Params, visitor: V) -> V::Output {
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

impl Family for TeekoFamily {
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
            demo: Demo {
                spec: "teeko",
                moves: "c3 c2 d3 b3 d4 c4 b2 e5 b2-c1 c2-d2 c1-c2 e5-d5 d4-e4 d2-c1 d3-d2 c4-d3 e4-d4 d5-c4 c2-b2 c1-c2 d2-c1 b3-a2 \
                        c1-d1 c4-b4 d1-c1 b4-c4",
            },
        }],
    };

    fn with<V: GameVisitor>(params: &Params, visitor: V) -> V::Output {
        visitor.visit(Teeko::from_params(params))
    }
}

/// The game that a text names.
pub fn game(spec: &str) -> Result<Box<dyn DynGame>, SpecError> {
    struct Erase;

    impl GameVisitor for Erase {
        type Output = Box<dyn DynGame>;

        fn visit<G: CatalogGame>(self, game: G) -> Self::Output {
            Box::new(Entry(game))
        }
    }

    with_game(&spec.parse()?, Erase)
}

/// The evaluators of a game.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Evaluators {
    /// All of them.
    pub all: &'static [EvaluatorInfo],
    /// The one that textbook players take by default.
    pub textbook: &'static str,
    /// The one that strong players take by default.
    pub strongest: &'static str,
}

/// The evaluators of the game that a specification names.
pub fn evaluators(spec: &Spec) -> Result<Evaluators, SpecError> {
    struct List;

    impl GameVisitor for List {
        type Output = Evaluators;

        fn visit<G: CatalogGame>(self, _: G) -> Self::Output {
            Evaluators { all: G::EVALUATORS, textbook: G::TEXTBOOK, strongest: G::STRONGEST }
        }
    }

    with_game(spec, List)
}
