//! Players of a local game.

use zermelo_core::erased::DynAgent;

use crate::error::CliError;

/// A person or an agent.
pub enum LocalPlayer {
    /// A person at the prompt.
    Human,
    /// A program.
    Agent {
        /// The agent.
        agent: Box<dyn DynAgent>,
        /// Its specification, as given.
        name: String,
    },
}

impl LocalPlayer {
    /// The player that an argument names: `human` or an agent of the game.
    pub fn new(name: &str, game: &str) -> Result<Self, CliError> {
        if name == "human" {
            return Ok(Self::Human);
        }
        let agent = zermelo_catalog::agent(name, game)
            .map_err(|error| CliError::Spec { what: "player (human or an agent)".to_owned(), error })?;
        Ok(Self::Agent { agent, name: name.to_owned() })
    }

    /// `human`, or the agent's specification.
    pub fn name(&self) -> &str {
        match self {
            Self::Human => "human",
            Self::Agent { name, .. } => name,
        }
    }

    /// Whether it is a person.
    pub fn is_human(&self) -> bool {
        matches!(self, Self::Human)
    }

    /// Resets the agent for a new game.
    pub fn new_game(&mut self, seed: u64) {
        if let Self::Agent { agent, .. } = self {
            agent.new_game(seed);
        }
    }
}
