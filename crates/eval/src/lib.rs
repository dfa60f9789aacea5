//! What a player knows of one game: evaluators
