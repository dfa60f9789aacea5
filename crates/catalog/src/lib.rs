//! The lists of games and agents: the one place where they are registered
