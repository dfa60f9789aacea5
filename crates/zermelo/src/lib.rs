//! Two-player games of perfect information: play, solve, search and measure them.
//!
//! This crate re-exports the crates of the workspace for use as a library. Start with the [`prelude`].
//!
//! | module | contents |
//! |---|---|
//! | [`core`] | the contracts: games, positions, moves, records, agents, evaluators, oracles |
//! | [`games`] | the rules of each game |
//! | [`search`] | search algorithms, generic over games |
//! | [`eval`] | evaluators |
//! | [`solve`] | exact solvers and endgame tables |
//! | [`catalog`] | games and agents by name |
//! | [`records`] | saved games: JSON Lines, CSV, PDN |
//! | [`arena`] | tournaments and statistics |
//!
//! Games and agents come in two forms. The *typed* form is generic over the game and has no overhead: a [`GameRecord`](core::GameRecord)
//! of a [`Game`](core::Game), played by an [`Agent`](core::Agent). The *erased* form hides the game behind a trait object:
//! a [`DynRecord`](core::erased::DynRecord), played by a [`DynAgent`](core::erased::DynAgent). It is made from text and treats all games
//! alike. The examples below use the erased form, except for the game of your own.
//!
//! # Play a game
//!
//! ```
//! use zermelo::prelude::*;
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let game = catalog::game("tictactoe")?;
//! let mut record = game.new_record();
//! for text in ["b2", "a1", "c1", "a3", "a2"] {
//!     record.play(text, None)?;
//! }
//! assert_eq!(record.position_text(), "o2/xx1/o1x o");
//! assert_eq!(record.legal_moves(), ["b1", "c2", "b3", "c3"]);
//!
//! let error = record.play("a1", None).unwrap_err();
//! assert_eq!(error.code, "move/taken");
//! # Ok(())
//! # }
//! ```
//!
//! # Search for the best move
//!
//! An agent is named by a specification, as on the command line. `pvs` is the strong alpha-beta search. Here it finds a win in three plies.
//!
//! ```
//! use zermelo::prelude::*;
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let game = catalog::game("connect4")?;
//! let mut record = game.new_record();
//! record.play_all("4433")?;
//!
//! let mut agent = catalog::agent("pvs:hash=1mb", &game.spec())?;
//! let limits = SearchLimits::depth(6);
//! let decision = agent.choose(&*record, &limits, &StopToken::new(), None)?;
//! let mv = decision.action.mv().expect("the agent does not resign here");
//! assert!(["2", "5"].contains(&mv.text()));
//! assert_eq!(decision.text.score, Some(Score::win_in(Ply(3))));
//!
//! record.play_move(mv, None)?;
//! # Ok(())
//! # }
//! ```
//!
//! # Solve a position
//!
//! An oracle proves values. Connect Four, Teeko and games on small boards have solvers.
//!
//! ```
//! use zermelo::prelude::*;
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let game = catalog::game("connect4:width=6,height=5")?;
//! let oracle = catalog::solver(&game.spec()).expect("Connect Four has a solver");
//! let proven = oracle.probe(&*game.new_record()).expect("the search has no limits");
//! assert_eq!(proven.wdl, Wdl::Draw);
//! # Ok(())
//! # }
//! ```
//!
//! # Measure two agents against each other
//!
//! A tournament plays pairs of games with sides swapped, and keeps every game in a results file.
//!
//! ```
//! use std::sync::Arc;
//!
//! use zermelo::arena::plan::GameCount;
//! use zermelo::arena::results::ResultsReader;
//! use zermelo::arena::run::Run;
//! use zermelo::arena::stats::{Confidence, score_interval};
//! use zermelo::arena::tally::TournamentTables;
//! use zermelo::arena::{Roster, TournamentConfig};
//! use zermelo::prelude::*;
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let folder = tempfile::tempdir()?;
//! let path = folder.path().join("results.db");
//!
//! let mut config = TournamentConfig::new("tictactoe", &["alphabeta:depth=2", "random"]);
//! config.games = GameCount::Games(100);
//! config.seed = 7;
//! let roster: Arc<dyn Roster> = Arc::new(CatalogRoster);
//! let run = Run::begin(config, &path, &CatalogRoster)?;
//! run.play(&roster, &StopToken::new(), &mut |_| {})?;
//!
//! let tables = TournamentTables::read(&ResultsReader::open(&path)?)?;
//! let sample = tables.sample([0, 1]);
//! let interval = score_interval(&sample, Confidence::new(0.95)?).expect("games were played");
//! assert!(interval.low > 0.6, "alpha-beta is clearly stronger");
//! # Ok(())
//! # }
//! ```
//!
//! # A game of your own
//!
//! The subtraction game: the players take one to three stones from a pile in turn, and the player who takes the last stone wins.
//! Three traits without methods to write ([`SearchHints`](core::SearchHints), [`Playout`](core::Playout),
//! [`PerftCount`](core::PerftCount)) let a game make searches faster.
//!
//! ```
//! use zermelo::core::{Agent, CodedError, Game, GameRecord, NoEvaluator, NoObserver, PerftCount, Playout, Position, SearchHints, perft};
//! use zermelo::prelude::*;
//! use zermelo::search::{MctsAgent, MctsOptions, PvsAgent, PvsOptions};
//!
//! #[derive(Clone, Debug)]
//! struct Subtraction {
//!     pile: u8,
//! }
//!
//! #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
//! struct Pile {
//!     left: u8,
//!     side: Side,
//! }
//!
//! impl Position for Pile {
//!     fn side_to_move(&self) -> Side {
//!         self.side
//!     }
//!
//!     // Searches need well-mixed bits.
//!     fn key(&self) -> u64 {
//!         zermelo::search::derive(u64::from(self.left), self.side.index() as u64)
//!     }
//! }
//!
//! #[derive(Clone, PartialEq, Eq, Debug)]
//! struct TakeError;
//!
//! impl std::fmt::Display for TakeError {
//!     fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
//!         write!(f, "take one, two or three of the stones that are left")
//!     }
//! }
//!
//! impl std::error::Error for TakeError {}
//!
//! impl CodedError for TakeError {
//!     fn code(&self) -> &'static str {
//!         "move/illegal"
//!     }
//! }
//!
//! impl Game for Subtraction {
//!     type Position = Pile;
//!     type Move = u8;
//!     type MoveError = TakeError;
//!     type Counters = ();
//!
//!     fn initial(&self) -> Pile {
//!         Pile { left: self.pile, side: Side::First }
//!     }
//!
//!     fn is_acyclic(&self) -> bool {
//!         true
//!     }
//!
//!     fn outcome(&self, position: &Pile) -> Option<Outcome> {
//!         (position.left == 0).then_some(Outcome::Win(position.side.opponent()))
//!     }
//!
//!     fn generate(&self, position: &Pile, moves: &mut Vec<u8>) {
//!         moves.extend(1..=position.left.min(3));
//!     }
//!
//!     fn check(&self, position: &Pile, taken: u8) -> Result<(), TakeError> {
//!         if (1..=position.left.min(3)).contains(&taken) { Ok(()) } else { Err(TakeError) }
//!     }
//!
//!     fn play_unchecked(&self, position: &mut Pile, taken: u8) {
//!         position.left -= taken;
//!         position.side = position.side.opponent();
//!     }
//! }
//!
//! impl SearchHints for Subtraction {}
//! impl Playout for Subtraction {}
//! impl PerftCount for Subtraction {}
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let game = Subtraction { pile: 21 };
//! assert_eq!(perft(&game, &game.initial(), Depth(3)), 27);
//!
//! // 21 is not a multiple of 4, so the first player wins by taking one stone.
//! let record = GameRecord::new(game);
//! let (limits, stop) = (SearchLimits::NONE, StopToken::new());
//! let mut pvs = PvsAgent::new(PvsOptions { hash: 1 << 20, ..PvsOptions::default() }, NoEvaluator);
//! assert_eq!(pvs.choose(&record, &limits, &stop, &mut NoObserver)?.action.mv(), Some(&1));
//!
//! let mut mcts = MctsAgent::new(MctsOptions::default());
//! assert_eq!(mcts.choose(&record, &limits, &stop, &mut NoObserver)?.action.mv(), Some(&1));
//! # Ok(())
//! # }
//! ```
//!
//! To add a game to the program, with text, a board on the page and levels, see CONTRIBUTING.md in the repository.

mod roster;

pub use zermelo_arena as arena;
pub use zermelo_catalog as catalog;
pub use zermelo_core as core;
pub use zermelo_eval as eval;
pub use zermelo_games as games;
pub use zermelo_records as records;
pub use zermelo_search as search;
pub use zermelo_solve as solve;

pub use roster::CatalogRoster;

/// The names that most programs use: `use zermelo::prelude::*;`.
pub mod prelude {
    pub use zermelo_catalog as catalog;
    pub use zermelo_core::erased::{DynAgent, DynGame, DynOracle, DynRecord};
    pub use zermelo_core::{
        Action, Depth, Ending, Outcome, Ply, Score, SearchLimits, Side, StopToken, Termination, TimeControl, Wdl,
    };

    pub use crate::CatalogRoster;
}
