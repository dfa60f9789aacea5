//! The catalogue: every game and every agent. All other code gets them from here.
//!
//! Code that treats all games alike uses type-erased ones ([`game`], [`agent`]). Batch jobs that process millions of positions use the game's
//! own type by [`with_game`].

mod agents;
mod games;
mod levels;
mod listing;
mod literature;
mod oracles;
mod page;
mod perft;
mod puzzles;
mod quota;

pub use agents::{AGENTS, AgentInfo, agent, agents_with_tree, with_lines};
pub use games::{CatalogGame, DemoGame, Evaluators, GAMES, GameInfo, GameVisitor, Preset, evaluators, game, with_game};
pub use levels::{LADDERS, LEVELS, Ladder};
pub use listing::{
    AgentListing, EvaluatorListing, GameListing, KindListing, LevelsListing, ParamListing, PresetListing,
    agent_listings, game_listings,
};
pub use literature::{LITERATURE, Literature, literature};
pub use oracles::{OracleOptions, has_solver, oracle, ranked_game, solved_games, solver};
pub use page::{PhraseKeys, Picture, PictureError, move_codes, phrase_keys, pictures};
pub use perft::{DynPerft, perft_position};
pub use puzzles::{DynPuzzleSearch, PuzzleSearchError, TextPuzzle, puzzles};
pub use quota::{AgentQuota, QuotaError, memory};
