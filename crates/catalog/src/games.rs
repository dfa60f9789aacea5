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

/// The evaluators of the game that a specification names; the first is the default.
pub fn evaluators(spec: &Spec) -> Result<&'static [EvaluatorInfo], SpecError> {
    struct List;

    impl GameVisitor for List {
        type Output = &'static [EvaluatorInfo];

        fn visit<G: CatalogGame>(self, _: G) -> Self::Output {
            G::EVALUATORS
        }
    }

    with_game(spec, List)
}
