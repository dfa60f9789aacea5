//! What an agent requires of a game before it searches.

use zermelo_core::{AgentError, Game, GameRecord, SearchHints};

/// Rejects a finished game.
pub(crate) fn require_open<G: Game>(record: &GameRecord<G>) -> Result<(), AgentError> {
    if record.ending().is_some() { Err(AgentError::GameOver) } else { Ok(()) }
}

/// Rejects a finished game, and a game in which the sides do not move strictly in turn. For agents that negate values
/// from ply to ply.
pub(crate) fn require_turns<G: Game>(record: &GameRecord<G>, agent: &str) -> Result<(), AgentError> {
    require_open(record)?;
    if record.game().alternates() {
        return Ok(());
    }
    Err(unfit_game_error(
        record.game(),
        agent,
        "the sides do not move strictly in turn; random and flat-mc play such games",
    ))
}

/// Rejects a game without null moves.
pub(crate) fn require_null_move<G: SearchHints>(record: &GameRecord<G>, agent: &str) -> Result<(), AgentError> {
    if record.game().null_move(record.position()).is_some() {
        return Ok(());
    }
    Err(unfit_game_error(record.game(), agent, "bfs needs null moves, and this game has none"))
}

fn unfit_game_error<G: Game>(_: &G, agent: &str, why: &str) -> AgentError {
    // `Game` has no name without its notation: take that of the type.
    let path = std::any::type_name::<G>();
    let path = path.split('<').next().unwrap_or(path);
    let game = path.rsplit("::").next().unwrap_or(path).to_owned();
    AgentError::UnfitGame { agent: agent.to_owned(), game, why: why.to_owned() }
}
