//! The lists: every game, every agent. The one place where either is registered; everything else asks here.
//!
//! A command that treats games alike asks for erased ones ([`game`], [`agent`]). A batch job that counts positions by the million
//! enters the game's own code late, by [`with_game`].

mod agents;
mod allowance;
mod games;
mod levels;
mod listing;
mod literature;
mod oracles;
mod page;
mod puzzles;

pub use agents::{AGENTS, AgentInfo, agent, agents_with_tree, with_lines};
pub use allowance::{Allowance, Excess, memory};
pub use games::{CatalogGame, Demo, Evaluators, GAMES, GameInfo, GameVisitor, Preset, evaluators, game, with_game};
pub use levels::{LADDERS, LEVELS, Ladder};
pub use listing::{
    AgentListing, EvaluatorListing, GameListing, KindListing, LevelsListing, ParamListing, PresetListing,
    agent_listings, game_listings,
};
pub use literature::{LITERATURE, Literature, literature};
pub use oracles::{OracleOptions, oracle, solved_games, solver};
pub use page::{Picture, PictureError, Spoken, move_codes, pictures, spoken};
pub use puzzles::{DynHunt, PuzzlesError, TextPuzzle, puzzles};
